# SPDX-License-Identifier: MIT
"""Starts interpreters of our own, and keeps the path of this one clean. Files of those who are refereed must be
imported nowhere but behind the walls of sandbox.py."""

from __future__ import annotations

import os
import pathlib
import sys
from collections.abc import Iterable

import tetress

from .entrant import Entrant, EntrantError, interpreter

_PACKAGE_FOLDER = pathlib.Path(tetress.__file__).resolve().parent.parent


def command(code: str, *arguments: str) -> list[str]:
    """The command line of another interpreter like this one that runs `code`, with sys.argv[1:] as given. It takes
    nothing from the current folder, the user's packages or PYTHON* variables, and imports from where this process
    does."""
    paths = [os.path.abspath(path) for path in sys.path if path]
    prelude = f"import sys; sys.path += [path for path in {paths!r} if path not in sys.path]; "
    return [interpreter(), "-I", "-c", prelude + code, *arguments]


def program(script: str, module: str) -> str:
    """How this process was started, for help and messages: the installed script of that name, or the module."""
    return script if os.path.basename(sys.argv[0]).partition(".")[0] == script else f"python -m {module}"


def check_path(entrants: Iterable[Entrant]) -> None:
    """Raise EntrantError if this process would import from the folder of one of them."""
    own = {os.path.realpath(path) for path in sys.path if path} - {str(_PACKAGE_FOLDER)}
    for entrant in entrants:
        if entrant.root is not None and os.path.realpath(entrant.root) in own:
            raise EntrantError(
                f"{entrant.root}, the folder of {entrant.spec}, is on Python's path (PYTHONPATH?): its files would run in this process, "
                "outside every sandbox; leave it out"
            )
