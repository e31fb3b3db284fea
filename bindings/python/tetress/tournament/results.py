# SPDX-License-Identifier: MIT
"""What a tournament has come to: the form in which the store hands it to ratings and summaries."""

from __future__ import annotations

import dataclasses
from typing import Any

from ..referee import outcome


@dataclasses.dataclass(frozen=True)
class Entry:
    """One who takes part. name: unique, of printable characters. spec: as for parse_entrant().

    root: folder of a package, None for the current one. staff: a fixed opponent that only serves to
    measure others. anchor: its rating is fixed at this number.
    """

    name: str
    spec: str
    root: str | None = None
    staff: bool = False
    anchor: float | None = None


@dataclasses.dataclass(frozen=True)
class Played:
    """A game that was played. record: GameRecord.to_json(), whose `red` and `blue` are entry names.

    key: hexadecimal, unique; pair: games of one pair (same two, same seed, colours swapped) share it.
    """

    key: str
    pair: str
    red: str
    blue: str
    seed: int
    record: dict[str, Any]

    def points(self, name: str) -> float:
        """1, 0.5 or 0 for `name`, who played it; 0 for both if both failed."""
        result = self.record["result"]
        if self.record["reason"] == outcome.BOTH_FAILED:
            return 0.0
        if result not in outcome.COLOURS:
            return 0.5
        return 1.0 if (self.red if result == outcome.RED else self.blue) == name else 0.0


@dataclasses.dataclass(frozen=True)
class Standing:
    """A row of the table. points: wins plus half the draws. faults: games lost by a fault of one's own. share: of the points that
    could be had, 0..1.

    elo, low, high: rating and its 95 % interval; None before there is one.
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
    """All of a tournament so far. wanted: the number of games when it is complete, if known."""

    title: str
    entries: tuple[Entry, ...]
    games: tuple[Played, ...]
    standings: tuple[Standing, ...]
    wanted: int | None = None
    settings: dict[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def is_finished(self) -> bool:
        """Whether all games have been played that are wanted; one that failed by nobody's fault has not."""
        return self.wanted is None or sum(game.record["result"] != "unfinished" for game in self.games) >= self.wanted
