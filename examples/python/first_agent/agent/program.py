# SPDX-License-Identifier: MIT
"""A first agent for the course's referee. It needs nothing but the names that the referee gives.

It tries every placement and plays the one after which it has most tokens more than the other side;
among equals it draws lots.
"""

import random

from referee.game import BOARD_N, Action, Board, Coord, IllegalActionException, PlaceAction, PlayerColor
from referee.game.pieces import PieceType, create_piece


class Agent:
    def __init__(self, color: PlayerColor, **referee: dict):
        """Called once, before the game. Time counts from here on."""
        self._color = color
        self._board = Board()

    def action(self, **referee: dict) -> Action:
        """Called when it is our turn: the action to play."""
        best: list[PlaceAction] = []
        most = -BOARD_N * BOARD_N
        for row in range(BOARD_N):
            for column in range(BOARD_N):
                for kind in PieceType:
                    action = PlaceAction(*create_piece(kind, Coord(row, column)).coords)
                    lead = self._lead_after(action)
                    if lead is None or lead < most:
                        continue
                    if lead > most:
                        best, most = [], lead
                    best.append(action)
        return random.choice(best)

    def update(self, color: PlayerColor, action: Action, **referee: dict) -> None:
        """Called after every action, ours as well."""
        self._board.apply_action(action)

    def _lead_after(self, action: PlaceAction) -> "int | None":
        """Our tokens less the other side's after the action; None if it is not legal."""
        try:
            self._board.apply_action(action)
        except IllegalActionException:
            return None
        lead = 0
        for row in range(BOARD_N):
            for column in range(BOARD_N):
                holder = self._board[Coord(row, column)].player
                if holder is not None:
                    lead += 1 if holder == self._color else -1
        self._board.undo_action()
        return lead
