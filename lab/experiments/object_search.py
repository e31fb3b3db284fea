# SPDX-License-Identifier: MIT
"""S0's two searches on the object board. Searches on bitboards are measured against them."""
from __future__ import annotations

import random
import time
from dataclasses import dataclass

from object_board import MAX_ACTIONS, ObjectBoard, Piece, other_side, play_out

WIN = 10**6


class OutOfTime(Exception):
    """Unwinds a search to its root."""


@dataclass
class Clock:
    """The end of a search's CPU time, and the positions that it has visited."""

    end: float
    nodes: int = 0

    @classmethod
    def of(cls, seconds: float) -> Clock:
        return cls(time.process_time() + seconds)

    def visit(self) -> None:
        if time.process_time() >= self.end:
            raise OutOfTime
        self.nodes += 1


def evaluation(board: ObjectBoard) -> float:
    """Board control and domination as the evaluator `s0` weighs them, for the side to move."""
    own, other = board.turn, other_side(board.turn)
    tokens = list(board.cells.values())
    control = len(board.legal_pieces(own)) - len(board.legal_pieces(other))
    return control + board.actions // 2 * (tokens.count(own) - tokens.count(other))


def after(board: ObjectBoard, piece: Piece) -> ObjectBoard:
    child = board.copy()
    child.place(piece)
    return child


def alphabeta(board: ObjectBoard, depth: int, alpha: float, beta: float, clock: Clock) -> float:
    clock.visit()
    pieces = board.legal_pieces() if board.actions < MAX_ACTIONS else set()
    if not pieces:
        return -WIN
    if depth == 0:
        return evaluation(board)
    for piece in sorted(pieces, key=sorted):
        alpha = max(alpha, -alphabeta(after(board, piece), depth - 1, -beta, -alpha, clock))
        if alpha >= beta:
            break
    return alpha


def nodes_within(board: ObjectBoard, seconds: float, most_depth: int = 100) -> int:
    """The number of positions that iterative deepening visits in the given CPU time."""
    clock = Clock.of(seconds)
    try:
        for depth in range(1, most_depth + 1):
            alphabeta(board, depth, -2 * WIN, 2 * WIN, clock)
    except OutOfTime:
        pass
    return clock.nodes


def simulations_within(board: ObjectBoard, seconds: float, rng: random.Random) -> int:
    """The number of random games that begin in the given CPU time. They are so few that a tree would not matter."""
    end, count = time.process_time() + seconds, 0
    while time.process_time() < end:
        count += 1
        play_out(board.copy(), rng)
    return count
