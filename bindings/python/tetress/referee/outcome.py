# SPDX-License-Identifier: MIT
"""How a game can end, from the list of the library: TETRESS_OUTCOME_MAP in tetress/referee.h says what each outcome
means."""

from __future__ import annotations

import dataclasses
from typing import Any

from .. import _abi

_TEXTS = {row.code: row.text for row in _abi.OUTCOMES}


def _of_kind(*kinds: str) -> tuple[str, ...]:
    return tuple(row.text for row in _abi.OUTCOMES if row.kind in kinds)


NO_MOVES = _TEXTS[_abi.TETRESS_OUTCOME_NO_MOVES]
TURN_LIMIT = _TEXTS[_abi.TETRESS_OUTCOME_TURN_LIMIT]
ILLEGAL = _TEXTS[_abi.TETRESS_OUTCOME_ILLEGAL]
TIME = _TEXTS[_abi.TETRESS_OUTCOME_TIME]
MEMORY = _TEXTS[_abi.TETRESS_OUTCOME_MEMORY]
CRASH = _TEXTS[_abi.TETRESS_OUTCOME_CRASH]
LOAD = _TEXTS[_abi.TETRESS_OUTCOME_LOAD]
PROTOCOL = _TEXTS[_abi.TETRESS_OUTCOME_PROTOCOL]
FLOOD = _TEXTS[_abi.TETRESS_OUTCOME_FLOOD]
BOTH_FAILED = _TEXTS[_abi.TETRESS_OUTCOME_BOTH_FAILED]
INFRASTRUCTURE = _TEXTS[_abi.TETRESS_OUTCOME_INFRASTRUCTURE]

# By the rules of the game; by a fault of a player, who loses; all.
BY_RULES = _of_kind("RULES")
FORFEITS = _of_kind("FAULT")
REASONS = _of_kind("RULES", "FAULT", "HOST")

# What `result` of a game says.
RED, BLUE, DRAW, UNFINISHED = "red", "blue", "draw", "unfinished"
COLOURS = (RED, BLUE)


def other(colour: str) -> str:
    """The opponent's colour."""
    return BLUE if colour == RED else RED


class Infrastructure(RuntimeError):
    """Something failed that no player is to blame for."""


@dataclasses.dataclass(frozen=True)
class Fault:
    """What a player did wrong, with evidence. All fields are JSON values.

    kind       one of FORFEITS
    text       a sentence for people
    rule       the rule that an illegal action breaks, named as in tetress.IllegalMove
    cell       the cell of an illegal action, [row, column]
    exit_code  how its process ended, if it did; `signal` likewise
    lines      the last lines that it wrote, or the traceback
    """

    kind: str
    text: str
    rule: str | None = None
    cell: tuple[int, int] | None = None
    exit_code: int | None = None
    signal: str | None = None
    lines: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The fields that are set."""
        found = {key: value for key, value in dataclasses.asdict(self).items() if value is not None}
        return {key: list(v) if isinstance(v, tuple) else v for key, v in found.items() if v != ()}
