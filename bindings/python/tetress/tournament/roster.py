# SPDX-License-Identifier: MIT
"""The participants: from a CSV file, a folder of teams, or names on the command line."""

from __future__ import annotations

import csv
import io
import os
import pathlib
from collections.abc import Iterable

from .._arguments import RATING, read_number
from .._shown import shown
from .._text import read_text
from ..referee import isolation
from ..referee.entrant import Entrant, EntrantError, is_litter, locate, parse_entrant
from .results import Entry

COLUMNS = ("name", "player", "folder", "staff", "anchor")
_YES = ("yes", "true", "1", "x")
_NO = ("no", "false", "0", "")


class RosterError(ValueError):
    """What is wrong with a roster, and where."""


def printable(name: str) -> str:
    r"""The name, or with escapes such as `\x1b` if it has characters that cannot be printed. Students choose names, and no
    name of one team may keep the others from playing."""
    if name.isprintable():
        return name
    return "".join(one if one.isprintable() and one != "\\" else one.encode("unicode_escape").decode("ascii") for one in name)


def read_roster(path: pathlib.Path) -> list[Entry]:
    """The entries of a CSV file. Its first line names the columns: `name` and `player` (as for the referee), and if
    wanted `folder` (from which a package is imported, relative to the file), `staff` (yes or no) and `anchor` (a
    rating). Empty lines are skipped. Raises RosterError, OSError."""
    try:
        text = read_text(path)
    except UnicodeError as failure:
        raise RosterError(f"{path} is not text: {failure}") from None
    with io.StringIO(text) as file:
        reader = csv.DictReader(file)
        columns = [column.strip() for column in reader.fieldnames or []]
        reader.fieldnames = columns
        unknown = [column for column in columns if column not in COLUMNS]
        if unknown or not {"name", "player"} <= set(columns):
            raise RosterError(f"{path}:1: the columns are {', '.join(COLUMNS)}, of which name and player must be there; the file has {', '.join(columns) or 'none'}")
        found = []
        for row in reader:
            if any(row.get(column) for column in columns):
                found.append(_entry(row, f"{path}:{reader.line_num}", path.parent))
    return found


def _entry(row: dict[str, str | None], where: str, base: pathlib.Path) -> Entry:
    values = {column: (row.get(column) or "").strip() for column in COLUMNS}
    if None in row:
        raise RosterError(f"{where}: there are more fields than columns")
    if not values["name"] or not values["player"]:
        raise RosterError(f"{where}: name and player must be given")
    if values["staff"].lower() not in _YES + _NO:
        raise RosterError(f"{where}: staff must be yes or no, not {shown(values['staff'])}")
    try:
        anchor = read_number(values["anchor"], RATING) if values["anchor"] else None
    except ValueError as refusal:
        raise RosterError(f"{where}: anchor {refusal}") from None
    root = os.path.join(base, values["folder"]) if values["folder"] else None
    return Entry(printable(values["name"]), values["player"], root, values["staff"].lower() in _YES, anchor)


def read_folder(folder: pathlib.Path, package: str) -> list[Entry]:
    """An entry for each folder below `folder`. It has the name of the folder and the `package` inside, which may lie
    in a folder around it. A team without that package takes part, too, and loses by `load`. Folders that tools
    leave (`__pycache__`, `.git`, `__MACOSX`, ...) are no teams. Raises RosterError, OSError."""
    if not folder.is_dir():
        raise RosterError(f"there is no folder {folder}")
    teams = sorted(path for path in folder.iterdir() if path.is_dir() and not is_litter(path.name))
    if not teams:
        raise RosterError(f"{folder} has no folders of teams")
    return [Entry(printable(team.name), package, str(team)) for team in teams]


def named(text: str, staff: bool = False) -> Entry:
    """The entry of a word on the command line: `NAME=PLAYER`, or just the player, which is also its name."""
    name, equals, player = text.partition("=")
    # An engine's options have equals signs of their own. Without its prefix, too: then somebody has forgotten it.
    if not equals or ":" in name or "/" in name:
        name = player = text
    if not name.strip():
        raise RosterError(f"{shown(text)} names nobody; give NAME=PLAYER, or the player alone")
    return Entry(printable(name), player, None, staff)


def resolve(entries: Iterable[Entry], python: str | None = None, *, to_play: bool = True) -> dict[str, Entrant]:
    """The entrants by name, in order. Raises RosterError for an entry that names no player, for two of the same name, and
    if they are to play for an entry without a folder."""
    found: dict[str, Entrant] = {}
    for entry in entries:
        if entry.name in found:
            raise RosterError(f"two entries are named {shown(entry.name)}")
        if not entry.name.isprintable():
            raise RosterError(f"the name {shown(entry.name)} cannot be printed")
        if to_play and entry.root is not None and not os.path.isdir(entry.root):
            raise RosterError(f"{entry.name}: there is no folder {entry.root}")
        try:
            found[entry.name] = locate(parse_entrant(entry.spec, base=entry.root, python=python))
        except EntrantError as failure:
            raise RosterError(f"{entry.name}: {failure}") from None
    try:
        isolation.check_path(found.values())
    except EntrantError as failure:
        raise RosterError(str(failure)) from None
    return found
