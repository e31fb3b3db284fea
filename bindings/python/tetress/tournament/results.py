# SPDX-License-Identifier: MIT
"""The results of a tournament, in the form in which the store hands them to ratings and summaries."""

from __future__ import annotations

import dataclasses
from typing import Any

from ..referee import outcome


@dataclasses.dataclass(frozen=True)
class Entry:
    """A participant.

    name    unique, of printable characters
    spec    a text for parse_entrant()
    root    the folder of a package, None for the current one
    staff   True for a fixed opponent that only serves to measure others
    anchor  a rating that is fixed
    """

    name: str
    spec: str
    root: str | None = None
    staff: bool = False
    anchor: float | None = None


@dataclasses.dataclass(frozen=True)
class Played:
    """A game that was played. `record` is a GameRecord.to_json(), whose `red` and `blue` are entry names.

    The `key` is hexadecimal and unique. The games of one `pair` have the same players and seed, with colours swapped.
    """

    key: str
    pair: str
    red: str
    blue: str
    seed: int
    record: dict[str, Any]

    def points(self, name: str) -> float:
        """The points of `name`, who played it: 1, 0.5 or 0. Both have 0 if both failed."""
        result = self.record["result"]
        if self.record["reason"] == outcome.BOTH_FAILED:
            return 0.0
        if result not in outcome.COLOURS:
            return 0.5
        return 1.0 if (self.red if result == outcome.RED else self.blue) == name else 0.0


@dataclasses.dataclass(frozen=True)
class Standing:
    """A row of the table.

    points          wins plus half the draws
    faults          games lost by a fault of its own
    share           its share of the points that could be had, 0..1
    elo             rating; None before there is one
    low             start of its 95 % interval, and `high` the end
    """

    rank: int
    name: str
    games: int
    won: int
    drawn: int
    lost: int
    points: float
    faults: int
    elo: float | None = None
    low: float | None = None
    high: float | None = None
    share: float = 0.0


@dataclasses.dataclass(frozen=True)
class Results:
    """All results of a tournament so far. `wanted` is the number of games when it is complete, if that is known."""

    title: str
    entries: tuple[Entry, ...]
    games: tuple[Played, ...]
    standings: tuple[Standing, ...]
    wanted: int | None = None
    settings: dict[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def is_finished(self) -> bool:
        """Have all games been played that are wanted? A game that failed by nobody's fault has not."""
        return self.wanted is None or sum(game.record["result"] != "unfinished" for game in self.games) >= self.wanted

    @property
    def ranking_note(self) -> str:
        """A sentence on the order of the table, if the points alone do not tell it; else an empty text."""
        if not self.is_finished:
            return "Not finished: players are ranked by their share of the points that they could have had so far."
        points = [row.points for row in self.standings]
        if points != sorted(points, reverse=True):
            return "Not all play equally many games, so players are ranked by their share of the points."
        return ""
