# SPDX-License-Identifier: MIT
"""What a run says of the tournament that its store held before, and of teams that the store does not know."""

from __future__ import annotations

import dataclasses
import os
import pathlib

from ..referee.entrant import ENGINE_PREFIX, interpreter, is_litter, locate, parse_entrant
from ..referee.plain_text import counted
from ..referee.untrusted_text import UntrustedText
from .results import Entry, Results
from .tournament import GAUNTLET, SWISS, Settings, Tournament

# A note names so many folders.
_MOST = 10


def _games(settings: Settings) -> int:
    """How many games the tournament has."""
    players, staff = len(settings.entries), sum(entry.staff for entry in settings.entries)
    if settings.schedule == SWISS:
        meetings = players // 2 * settings.rounds
    elif settings.schedule == GAUNTLET:
        meetings = staff * (players - staff)
    else:
        meetings = players * (players - 1) // 2
    return 2 * settings.pairs * meetings


def _who(settings: Settings) -> set[tuple[str, str, str | None, bool]]:
    """Those who play, without what changes no game: the folder of an engine, and a rating."""
    return {(one.name, one.spec, None if one.spec.startswith(ENGINE_PREFIX) else one.root, one.staff) for one in settings.entries}


def _goes_on(before: Settings, now: Settings) -> bool:
    """Does a tournament keep all games of the one before, perhaps with more teams, pairs or rounds?"""
    games = [(one.schedule, one.seed, one.limits, one.python or interpreter()) for one in (before, now)]
    if games[0] != games[1]:
        return False
    if before.schedule == SWISS:
        return _who(before) == _who(now) and before.pairs == now.pairs and before.rounds <= now.rounds
    return _who(before) <= _who(now) and before.pairs <= now.pairs


def other_tournament(before: Settings | None, now: Settings) -> str:
    """A note, if the store held another tournament; else an empty text. Its games stay in the store, but no command shows
    them while the store is about this one."""
    if before is None or _goes_on(before, now):
        return ""
    if _goes_on(before, dataclasses.replace(now, python=before.python)):
        was, is_now = (UntrustedText(one.python or interpreter()).shown() for one in (before, now))
        return (
            f"NOTE: the interpreter for packages was {was} and is now {is_now}, so all games of packages are played again. The old ones are "
            f"kept; for them to count again, repeat this command with --python {was}"
        )
    return (
        f"NOTE: the store held another tournament ({before.schedule}, {counted(_games(before), 'game')}). Its games are kept; repeat the "
        f"command that began it to return to it. From now on the store is about this one ({now.schedule}, {counted(_games(now), 'game')}), "
        "and so are table, summary, gradescope and export. Give another file to have both."
    )


def differing(tournament: Tournament) -> str:
    """A note for those who read, if players are not as the last run saw them; else an empty text."""
    names = tournament.differing()
    if not names:
        return ""
    return (
        f"NOTE: of these the files or the interpreter are not those that the last `run` saw: {UntrustedText(', '.join(names[:_MOST]))}"
        f"{', ...' if len(names) > _MOST else ''}. The games that it played count here; the next `run` plays them again with what is there then."
    )


def not_counted(results: Results, kept: int) -> str:
    """A note for those who read a store that does not say what the last run saw, if games in it do not count; else an empty
    text."""
    without = kept - len(results.games)
    if without <= 0 or results.is_finished:
        return ""
    return (
        f"NOTE: {counted(without, 'game')} in the store {'does' if without == 1 else 'do'} not count: other files played, another interpreter "
        f"than {results.settings['python'] or interpreter()}, or another version of the library. `run --python PATH` with all "
        "its other options says which interpreter."
    )


def within_reach(store: pathlib.Path, settings: Settings) -> str:
    """A warning, if agents can read the store because it lies in their folder; else an empty text."""
    folder = store.resolve().parent
    packages = [entry for entry in settings.entries if entry.root is not None and not entry.spec.startswith(ENGINE_PREFIX)]
    names = [entry.name for entry in packages if pathlib.Path(str(entry.root)).resolve() in (folder, *folder.parents)]
    if not names:
        return ""
    return (
        f"WARNING: the store lies in the folder of {UntrustedText(', '.join(names[:_MOST]))}{', ...' if len(names) > _MOST else ''}, and an agent "
        "can read its folder: move the store out of it."
    )


def left_out(settings: Settings) -> str:
    """A note, if folders with a package lie beside those of the teams and take no part; else an empty text. The store
    keeps who plays, so a team that comes later is not among them."""
    teams = [entry for entry in settings.entries if _is_of_a_folder(entry)]
    known = {os.path.realpath(str(entry.root)) for entry in settings.entries}
    found: dict[str, None] = {}
    for folder, package in sorted({(os.path.dirname(str(team.root)), team.spec) for team in teams}):
        found.update(dict.fromkeys(_with_package(folder, package, known)))
    if not found:
        return ""
    return (
        f"NOTE: these have a package beside those of the teams, but take no part, since the tournament was begun without them: "
        f"{UntrustedText(', '.join(list(found)[:_MOST]))}{', ...' if len(found) > _MOST else ''}. To take them in, repeat the whole command with all its options; games that were played are kept."
    )


def _is_of_a_folder(entry: Entry) -> bool:
    """Does an entry look as if --teams had made it?"""
    return entry.root is not None and not entry.spec.startswith(ENGINE_PREFIX) and os.path.basename(entry.root) == entry.name


def _with_package(folder: str, package: str, known: set[str]) -> list[str]:
    """The folders in `folder` that have the package and are none of those that are known."""
    try:
        with os.scandir(folder) as entries:
            others = sorted(one.path for one in entries if one.is_dir() and not is_litter(one.name))
    except OSError:
        return []
    others = [path for path in others if os.path.realpath(path) not in known]
    return [path for path in others if locate(parse_entrant(package, base=path)).has_package()]
