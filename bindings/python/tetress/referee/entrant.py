# SPDX-License-Identifier: MIT
"""Who plays: a package written for the course's referee, or an engine of ours."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from typing import Any

import tetress

from .._shown import shown
from . import submission

ENGINE_PREFIX = "tetress:"
DEFAULT_CLASS = "Agent"

# Tools and systems leave these folders beside packages, and those whose names begin with a dot.
_LITTER = frozenset({"__pycache__", "__MACOSX", "venv", "env", "node_modules", "lost+found", "System Volume Information", "$RECYCLE.BIN"})
_LITTER_ENDS = (".egg-info", ".dist-info", ".egg")

# What a package is called in the course.
_USUAL = "agent"

# locate() looks this many folders deep, and into so many at most.
_DEPTH = 3
_MOST_FOLDERS = 1000


class EntrantError(ValueError):
    """A text names no entrant. The message says why."""


def interpreter(text: str | None = None) -> str:
    """The absolute path of a Python interpreter. `text` is a path, or a name that is looked up; None means this
    interpreter.

    A program that was called by a relative path says so of itself, and inside the sandbox there is no current folder to
    begin from. Folders are resolved but the file is not: the `python` of a virtual environment is a link to another
    one, which does not know the environment. A path is not checked. Raises EntrantError for a name that is not on the
    path.
    """
    path = os.path.expanduser(sys.executable if text is None else text)
    if os.sep not in path:
        found = shutil.which(path)
        if found is None:
            raise EntrantError(f"there is no interpreter {text!r} on the path")
        path = found
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name)


@dataclasses.dataclass(frozen=True)
class Entrant:
    """A player that can be started.

    spec    the text it was made from, which names it in results
    engine  the player spec of an engine; the fields below are then unset
    root    the folder from which a package is imported (absolute). The agent sees a copy of it
            and of no other folder of its kind
    module  the dotted name of the package
    cls     the class
    python  the interpreter (absolute)
    """

    spec: str
    engine: str | None = None
    root: str | None = None
    module: str | None = None
    cls: str = DEFAULT_CLASS
    python: str = dataclasses.field(default_factory=interpreter)

    def has_package(self) -> bool:
        """Does the file or folder of the package exist? True for an engine."""
        return self.engine is not None or _has_module(str(self.root), str(self.module))

    def to_json(self) -> dict[str, Any]:
        """All fields, for a job on another machine that sees the same files."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Entrant:
        """The inverse of to_json()."""
        return cls(**values)

    def fingerprint(self) -> str:
        """A hexadecimal SHA-256 of everything that decides how it plays. For an engine that is its spec and the version
        of the library; for a package, the module, class and interpreter and all that lies below the root, as
        submission.add_to_digest() says. Two entrants of one shared root have the files of both in their fingerprints:
        give each team a root of its own. Raises OSError."""
        digest = hashlib.sha256()
        if self.engine is not None:
            digest.update(f"engine\0{self.engine}\0{tetress.version}".encode())
            return digest.hexdigest()
        assert self.root is not None and self.module is not None
        digest.update(f"package\0{self.module}\0{self.cls}\0{self.python}\0".encode("utf-8", "surrogateescape"))
        submission.add_to_digest(digest, self.root)
        return digest.hexdigest()


def is_litter(name: str) -> bool:
    """Is a folder of that name left by a tool or a system, so that it holds nothing that somebody has handed in?"""
    return name.startswith(".") or name in _LITTER or name.endswith(_LITTER_ENDS)


def _has_module(root: str, module: str) -> bool:
    path = os.path.join(root, *module.split("."))
    return os.path.isdir(path) or os.path.isfile(f"{path}.py")


def locate(entrant: Entrant) -> Entrant:
    """The same entrant with another root, if its package lies in a folder of the root: people zip the folder around
    their work. It is unchanged if the package is where it should be, is nowhere, or is in more than one folder."""
    if entrant.has_package():
        return entrant
    found = homes(entrant)
    return dataclasses.replace(entrant, root=found[0]) if len(found) == 1 else entrant


def homes(entrant: Entrant) -> list[str]:
    """The folders below the root of a package that have a package of that name: those that are the fewest levels
    down."""
    return _nearest(str(entrant.root), lambda folder: _has_module(folder, str(entrant.module)))


def packages_inside(entrant: Entrant) -> list[str]:
    """If the package is a folder without an `__init__.py`, the packages inside: those named `agent` that are the fewest
    levels down, or else all, unless the folder has code of its own."""
    folder = os.path.join(str(entrant.root), *str(entrant.module).split("."))
    if entrant.engine is not None or not os.path.isdir(folder) or _is_package(folder):
        return []
    named = _nearest(folder, lambda one: os.path.basename(one) == _USUAL and _is_package(one))
    if named or _has_code(folder):
        return named
    return _nearest(folder, _is_package)


def _has_code(folder: str) -> bool:
    try:
        return any(name.endswith(".py") for name in os.listdir(folder))
    except OSError:
        return False


def _is_package(folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, "__init__.py"))


def _nearest(root: str, wanted: Callable[[str], bool]) -> list[str]:
    """The folders below `root` that are wanted and the fewest levels down."""
    level = [root]
    for _ in range(_DEPTH):
        level = [path for folder in level for path in _folders(folder)]
        if len(level) > _MOST_FOLDERS:
            return []
        found = [path for path in level if wanted(path)]
        if found:
            return found
    return []


def _folders(root: str) -> list[str]:
    """The folders there, without links and litter."""
    try:
        with os.scandir(root) as entries:
            return sorted(one.path for one in entries if one.is_dir(follow_symlinks=False) and not is_litter(one.name))
    except OSError:
        return []


def parse_entrant(text: str, *, base: str | None = None, python: str | None = None) -> Entrant:
    """The entrant that `text` names.

    `tetress:SPEC` is an engine of ours, which is checked at once. `PACKAGE[:CLASS]` is a module name or a path, as the
    course's referee takes it, relative to `base` (the current folder). Slashes may stand for dots, and `.py` may be
    there. A path that is absolute, is `.` or `..`, or starts with `./`, `../` or `~` may lie anywhere: its parent is
    the root. `python` is as for interpreter(). Whether the package exists shows when it plays: a missing one loses, as
    in the course. Raises EntrantError; without `base` also for an engine whose `tetress:` was forgotten.
    """
    if not isinstance(text, str):
        raise EntrantError(f"an entrant is named by a text, not by {shown(text)}")
    if text.startswith(ENGINE_PREFIX):
        return _engine(text)
    path, _, cls = text.partition(":")
    cls = cls or DEFAULT_CLASS
    if not path.strip("/"):
        raise EntrantError(f"{shown(text)} is not PACKAGE[:CLASS] or tetress:SPEC")
    if base is None:
        check_prefix(text)
    root = os.path.abspath(base or os.getcwd())
    if os.path.isabs(path) or path in (".", "..") or path.startswith(("./", "../", "~")):
        whole = os.path.normpath(os.path.join(root, os.path.expanduser(path)))
        root, path = os.path.split(whole)
    module = path[:-3] if path.endswith(".py") else path
    module = module.strip("/").replace("/", ".")
    return Entrant(spec=text, root=root, module=module, cls=cls, python=interpreter(python))


def check_prefix(text: str, base: str | None = None) -> None:
    """Raise EntrantError if `text` names a player of ours without its prefix, and no package of the folder `base` (by
    default the current one). The game would be lost by `load`, and nobody would know why."""
    name = text.partition(":")[0]
    if name not in {player.name for player in tetress.players()} or _has_module(base or os.getcwd(), name):
        return
    try:
        tetress.Engine(text).close()
    except tetress.TetressError:
        text = name
    raise EntrantError(f"there is no package {name!r} in {base or os.getcwd()}; did you mean {ENGINE_PREFIX}{text}?")


def _engine(text: str) -> Entrant:
    spec = text[len(ENGINE_PREFIX) :]
    try:
        tetress.Engine(spec).close()
    except tetress.TetressError as failure:
        raise EntrantError(f"{text!r}: {failure}") from None
    return Entrant(spec=text, engine=spec)
