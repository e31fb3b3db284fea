# SPDX-License-Identifier: MIT
"""Keeps files of the current folder out of our commands, which people start in folders of others.

`python -m tetress.referee` puts the current folder first on the path. A file random.py there takes the place of
Python's own module: a student's file would run in the grader's process. So the package imports this module before
anything else. It takes the current folder off the path, and refuses to go on if a file there may already have been
imported.

This module may import only what every Python has imported before it, since anything else could be a file of that
folder. So it has no `from __future__` line.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

# Started by `python -m`, and by a script of that name.
_MODULES = ("tetress.referee", "tetress.tournament", "tetress.training")
_SCRIPTS = ("tetress", "tetress-referee", "tetress-check", "tetress-tournament", "tetress-autograder")

_REFUSAL = """{command}: refused, because {folder} is on Python's path and holds {names}. Python may have taken that for its
own module of that name, and it would run in this process, outside every sandbox. Start `tetress`, `tetress-referee`,
`tetress-check`, `tetress-tournament` or `tetress-autograder` in place of `python -m ...`, leave the current folder out
of PYTHONPATH, or start the command in another folder.
"""


def _module_run() -> "str | None":
    """The module of `python -m MODULE` while Python looks for it, else None."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if frame.f_code.co_name == "_run_module_as_main":
            return str(frame.f_locals.get("mod_name"))
        frame = frame.f_back
    return None


def _command() -> "str | None":
    """The name of the command of ours that this process runs, or None."""
    first = (getattr(sys, "argv", None) or [""])[0]
    if first == "-m":
        module = _module_run()
        ours = module == "tetress" or any(f"{module}.".startswith(f"{one}.") for one in _MODULES)
        return f"python -m {module}" if ours else None
    name = os.path.basename(first)
    name = name[:-4] if name.endswith(".exe") else name
    return name if name in _SCRIPTS else None


def _is_importable(folder: str, entry: str) -> bool:
    """Would `import` of the entry's stem find it here, before a module of Python's own?"""
    path = os.path.join(folder, entry)
    if os.path.isdir(path):
        return any(os.path.exists(os.path.join(path, "__init__" + end)) for end in (".py", ".pyc", ".so"))
    return entry.endswith((".py", ".pyc", ".so", ".pyd"))


def _standard_names() -> "set[str]":
    """The names of Python's own modules and of those that it imports when it starts."""
    names = {"sitecustomize", "usercustomize", *sys.builtin_module_names}
    if hasattr(sys, "stdlib_module_names"):
        return names | sys.stdlib_module_names
    return names | {entry.partition(".")[0] for entry in os.listdir(os.path.dirname(os.__file__)) if entry != "__pycache__"}


def _shadowing(folder: str) -> "list[str]":
    """The files and folders there that have the name of one of Python's own modules."""
    standard = _standard_names()
    try:
        entries = sorted(os.listdir(folder))
    except OSError:
        return []
    return [entry for entry in entries if entry.partition(".")[0] in standard and _is_importable(folder, entry)]


def _is(path: str, folder: str) -> bool:
    try:
        return os.path.realpath(path or os.curdir) == folder
    except OSError:  # the current folder is gone
        return not path


def keep_out() -> None:
    """Take the current folder off the path if this process runs a command of ours. Raises SystemExit with code 2 if a
    file there has the name of a module that Python imports itself. The folder of our own package may stay."""
    command = _command()
    if command is None:
        return
    own = os.path.realpath(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    try:
        here = os.path.realpath(os.getcwd())
    except OSError:
        here = ""
    if here == own or not any(_is(path, here) for path in sys.path):
        return
    sys.path[:] = [path for path in sys.path if not _is(path, here)]
    names = _shadowing(here)
    if names:
        sys.stderr.write(_REFUSAL.format(command=command, folder=here, names=", ".join(names[:5])))
        raise SystemExit(2)
