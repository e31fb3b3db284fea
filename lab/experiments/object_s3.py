# SPDX-License-Identifier: MIT
"""S3's tree search on the object board, written plainly, to see where its time goes."""
from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

from object_board import MAX_ACTIONS, Cell, ObjectBoard, Piece

CHILDREN = 10
EXPLORATION = 0.2
IN_UCT, IN_RESULTS = 0.4, 0.5  # weights of the evaluation
LEAST_HOLE = 5                 # "more than 4"


@dataclass
class Node:
    """A position, for the side that moved to it."""

    board: ObjectBoard
    worth: float
    total: float = 0
    visits: int = 0
    children: list[Node] = field(default_factory=list)


def other(side: str) -> str:
    return "blue" if side == "red" else "red"


def after(board: ObjectBoard, piece: Piece) -> ObjectBoard:
    found = ObjectBoard()
    found.cells, found.turn, found.actions = dict(board.cells), board.turn, board.actions
    found.place(piece)
    return found


def holes(board: ObjectBoard) -> int:
    """Disjoint sets of more than four empty cells."""
    parent = {cell: cell for cell, colour in board.cells.items() if colour is None}

    def root(cell: Cell) -> Cell:
        while parent[cell] != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    for cell in parent:
        for near in board.neighbours(cell):
            if near in parent:
                parent[root(cell)] = root(near)
    sizes: dict[Cell, int] = {}
    for cell in parent:
        sizes[root(cell)] = sizes.get(root(cell), 0) + 1
    return sum(size >= LEAST_HOLE for size in sizes.values())


def heuristic(board: ObjectBoard, side: str) -> float:
    """The ratio of cells, plus 1 if the parity of holes favours the side, else minus 1."""
    own, theirs = (sum(colour == one for colour in board.cells.values()) for one in (side, other(side)))
    ratio = own / theirs if theirs else 2.0 * own
    return ratio + (1 if (holes(board) % 2 == 0) == (board.turn != side) else -1)


def expand(node: Node) -> None:
    children = [after(node.board, piece) for piece in sorted(node.board.legal_pieces(), key=sorted)]
    judged = [Node(child, heuristic(child, node.board.turn)) for child in children]
    node.children = sorted(judged, key=lambda child: -child.worth)[:CHILDREN]


def playout(board: ObjectBoard, rng: random.Random) -> str:
    """The winner of a random game; nobody at the turn limit, which is hardly ever reached."""
    while board.actions < MAX_ACTIONS:
        pieces = board.legal_pieces()
        if not pieces:
            return other(board.turn)
        board = after(board, rng.choice(sorted(pieces, key=sorted)))
    return ""


def uct(parent: Node, child: Node) -> float:
    if child.visits == 0:
        return child.worth
    return child.total / child.visits + IN_UCT * child.worth + EXPLORATION * math.sqrt(math.log(parent.visits) / child.visits)


def iterate(root: Node, rng: random.Random) -> None:
    way = [root]
    while way[-1].children:
        way.append(max(way[-1].children, key=lambda child: uct(way[-1], child)))
    leaf = way[-1].board
    expand(way[-1])
    winner = playout(leaf, rng)
    for node in way:
        side = other(node.board.turn)
        node.visits += 1
        node.total += (0.5 if not winner else float(winner == side)) + IN_RESULTS * heuristic(leaf, side)


def search(board: ObjectBoard, iterations: int, rng: random.Random) -> ObjectBoard:
    """The position after the move with the highest UCT. The board must have a legal move."""
    root = Node(board, 0, visits=1)
    expand(root)
    for _ in range(iterations):
        iterate(root, rng)
    return max(root.children, key=lambda child: uct(root, child)).board


@dataclass(frozen=True)
class Profile:
    cpu_s: float
    shares: dict[str, float]  # of the CPU time, by function, including what it calls


class Stopwatch:
    """Adds up the CPU time of calls of a function while it stands in its place. The clock of a thread is exact. That of a
    process moves by whole ticks where the process has a limit of CPU time."""

    def __init__(self, owner: Any, name: str) -> None:
        self.cpu_s = 0.0
        self._patch = mock.patch.object(owner, name, self._timed(getattr(owner, name)))

    def _timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any) -> Any:
            start = time.thread_time()
            try:
                return function(*arguments)
            finally:
                self.cpu_s += time.thread_time() - start

        return timed

    def __enter__(self) -> Stopwatch:
        self._patch.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._patch.stop()


def profile(actions: int, iterations: int, rng: random.Random) -> Profile:
    """Measure one search after a number of random actions. CPU time counts, so a busy machine does not change the shares.
    The three functions do not call each other. (A profiler would count each of their calls and cost more than they do.)"""
    board = ObjectBoard()
    while board.actions < actions or not board.legal_pieces():
        pieces = sorted(board.legal_pieces(), key=sorted)
        board = after(board, rng.choice(pieces)) if pieces else ObjectBoard()
    here = sys.modules[__name__]
    with Stopwatch(here, "search") as whole, Stopwatch(ObjectBoard, "legal_pieces") as generation, \
            Stopwatch(here, "heuristic") as evaluation, Stopwatch(here, "after") as placing:
        here.search(board, iterations, rng)
    parts = {"legal_pieces": generation, "heuristic": evaluation, "after": placing}
    return Profile(whole.cpu_s, {name: part.cpu_s / whole.cpu_s for name, part in parts.items()})
