# SPDX-License-Identifier: MIT
"""What a search finds."""

from __future__ import annotations

from dataclasses import dataclass

from . import _abi
from ._library import decode, quick
from .moves import Move, moves_of


def percent_text(share: float, proven: bool = False, digits: int = 0) -> str:
    """A probability for people, "61 %". 0 and 100 mean that it is proven, else it is "< 1 %" or "> 99 %"."""
    least = 10.0**-digits
    percent = 100 * share
    if not proven and percent < least / 2:
        return f"< {least:.{digits}f} %"
    if not proven and percent > 100 - least / 2:
        return f"> {100 - least:.{digits}f} %"
    return f"{percent:.{digits}f} %"


@dataclass(frozen=True)
class Line:
    """One line of play. Scores are from the view of the side to move at the root."""

    rank: int  # 1 is the best
    move: Move  # the first move
    score: int  # centi-tokens: 100 is one token of advantage
    win: float  # probability of winning, 0..1, a draw counting one half
    mate: int | None  # proven: +n wins within n actions, -n loses within n; else None
    depth: int  # plies searched for this line
    visits: int  # nodes or playouts spent on this move; 0 if not counted
    prior: float  # share of the visits that mcts expected of it, 0..1; else 0
    pv: tuple[Move, ...]  # principal variation, `move` first

    @property
    def win_text(self) -> str:
        """`win` for people, "61 %"; 0 % and 100 % only if the end is proven."""
        return percent_text(self.win, self.mate is not None)


@dataclass(frozen=True)
class Result:
    """What a search found. Scores are from the view of the side to move at the root."""

    move: Move  # the best move; always legal
    score: int  # centi-tokens: 100 is one token of advantage
    win: float  # probability of winning, 0..1, a draw counting one half
    mate: int | None  # proven: +n wins within n actions, -n loses within n; else None
    depth: int  # plies searched completely
    selective_depth: int  # deepest ply reached
    nodes: int  # positions visited
    playouts: int  # playouts made
    wall_ms: int  # elapsed time, milliseconds
    cpu_ms: int  # CPU time of the searching thread, milliseconds
    hash_permille: int  # share of the table, or for mcts of the node pool, in use, 0..1000
    cache_lookups: int  # evaluations asked for with the option cache
    cache_hits: int  # evaluations that it knew
    stop_reason: str  # complete, depth, nodes, playouts, time, requested, callback or book; running in `info`
    pv: tuple[Move, ...]  # principal variation, `move` first
    lines: tuple[Line, ...]  # best first; the option multipv asks for more than one

    @property
    def win_text(self) -> str:
        """`win` for people, "61 %"; 0 % and 100 % only if the end is proven."""
        return percent_text(self.win, self.mate is not None)


def make_line(line: _abi.tetress_line) -> Line:
    pv = tuple(moves_of(line.pv[: line.pv_length]))
    return Line(
        rank=line.rank,
        move=pv[0],
        score=line.score,
        win=line.win,
        mate=line.mate or None,
        depth=line.depth,
        visits=line.visits,
        prior=line.prior,
        pv=pv,
    )


def make_result(result: _abi.tetress_result, lines: tuple[Line, ...]) -> Result:
    """A Result from the structure of the library. `lines` has at least one line, the best first."""
    return Result(
        move=moves_of([result.move])[0],
        score=result.score,
        win=result.win,
        mate=result.mate or None,
        depth=result.depth,
        selective_depth=result.selective_depth,
        nodes=result.nodes,
        playouts=result.playouts,
        wall_ms=result.wall_ms,
        cpu_ms=result.cpu_ms,
        hash_permille=result.hash_permille,
        cache_lookups=result.cache_lookups,
        cache_hits=result.cache_hits,
        stop_reason=decode(quick.tetress_stop_name(result.stop_reason)),
        pv=lines[0].pv,
        lines=lines,
    )
