# SPDX-License-Identifier: MIT
"""The record of one refereed game: a line of JSON (docs/reference/formats.md)."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from . import outcome

FORMAT = 1


@dataclasses.dataclass
class PlayerRecord:
    """The part of one player in a game.

    spec          the text that named the player
    cpu_s         CPU time of all its calls
    wall_s        elapsed time of all its calls
    peak_mb       growth of peak virtual memory (2**20 bytes); None for an engine, which plays inside
                  the referee
    slowest_ms    elapsed time of the slowest action
    log           what it wrote to stdout and stderr, cut
    layers        sandbox layers in force
    """

    spec: str
    cpu_s: float = 0.0
    wall_s: float = 0.0
    peak_mb: float | None = None
    slowest_ms: float = 0.0
    log: str = ""
    log_bytes: int = 0
    layers: tuple[str, ...] = ()
    fault: dict[str, Any] | None = None  # outcome.Fault.to_json()


@dataclasses.dataclass
class GameRecord:
    """A refereed game. `moves` are the legal actions played, in compact text; `times_ms` has the time of each.

    result  outcome.RED, BLUE, DRAW, or UNFINISHED (infrastructure)
    reason  one of outcome.REASONS
    blame   the colour that forfeited, "both", or None
    detail  one sentence
    """

    red: str
    blue: str
    seed: int
    limits: dict[str, Any]
    library: str
    start: str
    moves: list[str] = dataclasses.field(default_factory=list)
    scores: list[int] = dataclasses.field(default_factory=list)
    nodes: list[int] = dataclasses.field(default_factory=list)
    times_ms: list[int] = dataclasses.field(default_factory=list)
    result: str = outcome.UNFINISHED
    reason: str = outcome.INFRASTRUCTURE
    blame: str | None = None
    detail: str = ""
    players: dict[str, PlayerRecord] = dataclasses.field(default_factory=dict)
    host: dict[str, Any] = dataclasses.field(default_factory=dict)
    started: str = ""
    wall_s: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """A game record of format 1. Its key `referee` holds what only a referee knows."""
        return {
            "format": FORMAT,
            "library": self.library,
            "red": self.red,
            "blue": self.blue,
            "seed": str(self.seed),
            "start": self.start,
            "moves": self.moves,
            "scores": self.scores,
            "nodes": self.nodes,
            "times_ms": self.times_ms,
            "result": self.result,
            "reason": self.reason,
            "referee": {
                "limits": self.limits,
                "blame": self.blame,
                "detail": self.detail,
                "players": {
                    colour: dataclasses.asdict(side) for colour, side in self.players.items()
                },
                "host": self.host,
                "started": self.started,
                "wall_s": self.wall_s,
            },
        }

    def to_line(self) -> str:
        """One line of JSON, without its end."""
        return json.dumps(self.to_json(), separators=(",", ":"), ensure_ascii=True)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> GameRecord:
        """The inverse of to_json()."""
        fields = {key: value for key, value in values.items() if key not in ("format", "referee")}
        extra = dict(values["referee"])
        players = {
            colour: PlayerRecord(**{**side, "layers": tuple(side["layers"])})
            for colour, side in extra.pop("players").items()
        }
        fields["seed"] = int(fields["seed"])
        return cls(**fields, **extra, players=players)
