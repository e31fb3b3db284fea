# SPDX-License-Identifier: MIT
"""Our player in the form that the course's own referee loads: `python -m referee tetress.agent …`.

It keeps the course's limits: CPU time over the whole game, one thread, 250 MB of virtual memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from .budget import clock_of, make_budget
from .engine import Engine
from .game import Game
from .moves import Move

# The table is zeroed when it is made, so all of it counts: 16 MiB are little of the 250 MB.
_SPEC = "negamax:hash=16"

# CPU time of a move if the referee sets no limit, milliseconds.
_UNLIMITED_MS = 1000

# Kept out of the engine's sight, milliseconds: the referee's clock also counts the interpreter's
# work around each search, well below a millisecond an action, and must not run out at action 150.
_RESERVE_MS = 500


def _budget_ms(seconds: float) -> int:
    """The clock for the engine."""
    return clock_of(seconds * 1000 - _RESERVE_MS)


class Agent:
    """A player. The environment variable TETRESS_AGENT names another spec for Engine()."""

    def __init__(self, color: Any, **referee: Any) -> None:
        """`color` is the referee's PlayerColor. The rest is what the referee says about time and space."""
        self._color = color
        self._game = Game()
        self._engine = Engine(os.environ.get("TETRESS_AGENT") or _SPEC)

    def action(self, **referee: Any) -> Any:
        """The move to play, as the referee's PlaceAction."""
        return _place(self._choose(referee.get("time_remaining")))

    def update(self, color: Any, action: Any, **referee: Any) -> None:
        """`color` has played `action`."""
        self._game.play_cells(_cells(action))

    def _choose(self, seconds: float | None) -> Move:
        """The engine's move. It searches in this thread, since the stack of another would count as memory."""
        if seconds is None:
            budget = make_budget(cpu_ms=_UNLIMITED_MS)
        else:
            budget = make_budget(clock_ms=_budget_ms(seconds), cpu_clock=True)
        return self._engine._search(self._game, budget, helper=False).move


def _place(move: Move) -> Any:
    # The running referee's own classes: it checks for them and pickles by their module.
    from referee.game import Coord, PlaceAction

    return PlaceAction(*(Coord(row, column) for row, column in move.cells))


def _cells(action: Any) -> Iterable[Iterable[int]]:
    return [(cell.r, cell.c) for cell in (action.c1, action.c2, action.c3, action.c4)]
