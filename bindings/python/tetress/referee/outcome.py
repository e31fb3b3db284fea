# SPDX-License-Identifier: MIT
"""How a game can end: a closed list, each with who is to blame and what proves it."""

from __future__ import annotations

import dataclasses
from typing import Any, Optional

# By the rules of the game.
NO_MOVES = "no_moves"  # the side to move has none: it loses
TURN_LIMIT = "turn_limit"  # 150 actions: more tokens win, equal is a draw

# By a fault of a player, who loses.
ILLEGAL = "illegal"  # an action that breaks a rule
TIME = "time"  # CPU time of the game, or elapsed time of a call
MEMORY = "memory"  # peak of virtual memory
CRASH = "crash"  # an exception, an exit, a signal
LOAD = "load"  # the package cannot be imported, the class not found or not constructed
PROTOCOL = "protocol"  # not an answer: an action of the wrong type, garbage, too long a message
FLOOD = "flood"  # more output than allowed

# By nobody's.
BOTH_FAILED = "both_failed"  # both failed before the first action: a draw of nothing
INFRASTRUCTURE = "infrastructure"  # ours: nobody loses, the game is to be played again

BY_RULES = (NO_MOVES, TURN_LIMIT)
FORFEITS = (ILLEGAL, TIME, MEMORY, CRASH, LOAD, PROTOCOL, FLOOD)
REASONS = (*BY_RULES, *FORFEITS, BOTH_FAILED, INFRASTRUCTURE)

# What `result` of a game says.
RED, BLUE, DRAW, UNFINISHED = "red", "blue", "draw", "unfinished"
COLOURS = (RED, BLUE)


def other(colour: str) -> str:
    """The opponent's colour."""
    return BLUE if colour == RED else RED


@dataclasses.dataclass(frozen=True)
class Fault:
    """What a player did wrong, with evidence. All fields are JSON values.

    kind: one of FORFEITS. text: a sentence for people. rule, cell: of an illegal action (the rule's
    name as in tetress.IllegalMove, the cell as [row, column]). exit_code, signal: how its process
    ended, if it did. lines: the last lines that it wrote, or the traceback.
    """

    kind: str
    text: str
    rule: Optional[str] = None
    cell: Optional[tuple[int, int]] = None
    exit_code: Optional[int] = None
    signal: Optional[str] = None
    lines: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Only what is set."""
        found = {key: value for key, value in dataclasses.asdict(self).items() if value is not None}
        return {key: list(v) if isinstance(v, tuple) else v for key, v in found.items() if v != ()}
