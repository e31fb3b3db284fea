# SPDX-License-Identifier: MIT
"""Matches: which of two players is stronger, and how sure is that?"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from ctypes import byref, c_uint64, sizeof
from dataclasses import dataclass
from typing import Any, Callable

from . import _abi
from ._checks import UINT32_MAX, UINT64_MAX, check_integer, shown
from ._keywords import known_keywords
from ._library import quick
from .engine import Engine
from .errors import ArgumentError
from .game import Game
from .moves import Move

# Random games last 48 actions on average; most get past this many.
_LONGEST_OPENING = 30

# For players without limits of their own, where the caller gives none; as `tetress match` has it.
DEFAULT_NODES = 2000

# What each use of the seed adds, so that no two meet.
_OPENING, _FIRST, _SECOND = range(3)


@dataclass(frozen=True)
class MatchGame:
    """One game of a match."""

    pair: int  # 0, 1, …: the two games of a pair have the same opening
    first_colour: str  # of the match's first player, "red" or "blue"
    opening: int  # number of random actions at the beginning of `moves`
    moves: tuple[Move, ...]  # all of them
    result: str  # "red", "blue" or "draw"
    reason: str  # "no_moves" or "turn_limit"

    @property
    def score(self) -> float:
        """For the match's first player: 1 won, 0.5 drawn, 0 lost."""
        if self.result == "draw":
            return 0.5
        return 1.0 if self.result == self.first_colour else 0.0


@dataclass(frozen=True)
class Comparison:
    """What pairs of games tell of two players, for the first of them."""

    score: float  # share of the points, 0..1
    score_interval: tuple[float, float]  # 95 % interval of it
    elo: float  # the score as a difference in Elo; infinite for 0 and 1
    interval: tuple[float, float]  # score_interval in Elo, perhaps infinite
    los: float  # likelihood that the first player is the stronger one, never 0 or 1


def compare_pairs(pairs: Sequence[int]) -> Comparison:
    """Compare two players by pairs of games with one opening and colours swapped.

    `pairs` counts the pairs in which the first player took 0, 1/2, 1, 3/2 and 2 points, each count
    0..2**64-1. The interval comes from the spread of the pairs, as engine testers compute it, when
    there are 30 pairs or more and 5 of them differ from the most frequent outcome; fewer do not
    show their spread, and then each outcome counts as half a pair more (Jeffreys' prior). Raises
    ArgumentError (a ValueError) for what is not five counts.
    """
    if len(pairs) != _abi.TETRESS_PAIR_OUTCOMES:
        raise ArgumentError(f"pairs are five counts, for 0 to 4 half points, not {shown(pairs)}")
    counts = [check_integer("a count of pairs", count, 0, UINT64_MAX) for count in pairs]
    found = _abi.tetress_comparison(size=sizeof(_abi.tetress_comparison))
    quick.tetress_compare_pairs((c_uint64 * len(counts))(*counts), byref(found))
    return Comparison(
        found.score, (found.low, found.high), found.elo, (found.elo_low, found.elo_high), found.los
    )


@dataclass(frozen=True)
class MatchResult:
    """How a match went, for its first player."""

    first: str  # spec of the first player
    second: str
    games: tuple[MatchGame, ...]  # those of a pair follow one another

    def _count(self, score: float) -> int:
        return sum(game.score == score for game in self.games)

    @property
    def wins(self) -> int:
        """Games that the first player won."""
        return self._count(1)

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return self._count(0.5)

    @property
    def losses(self) -> int:
        """Games that the first player lost."""
        return self._count(0)

    @property
    def score(self) -> float:
        """Points per game, 0..1."""
        return sum(game.score for game in self.games) / len(self.games)

    @property
    def elo(self) -> float:
        """Difference in Elo that fits the score; infinite if every game was won or lost."""
        return self.comparison.elo

    @property
    def pair_scores(self) -> list[float]:
        """Points per game of each pair, 0..1 in quarters."""
        scores = [game.score for game in self.games]
        return [(one + two) / 2 for one, two in zip(scores[::2], scores[1::2])]

    @property
    def comparison(self) -> Comparison:
        """What the pairs tell, see compare_pairs()."""
        counts = [0] * _abi.TETRESS_PAIR_OUTCOMES
        for score in self.pair_scores:
            counts[round(4 * score)] += 1
        return compare_pairs(counts)

    @property
    def score_interval(self) -> tuple[float, float]:
        """95 % interval of the score, as `tetress match` gives it: see compare_pairs()."""
        return self.comparison.score_interval

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of `elo`: score_interval in Elo, perhaps infinite."""
        return self.comparison.interval

    @property
    def los(self) -> float:
        """Likelihood that the first player is the stronger one: above 0 and below 1."""
        return self.comparison.los

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.first} against {self.second}: +{self.wins} ={self.draws} -{self.losses}, "
            f"score {self.score:.3f}, Elo {self.elo:+.0f} [{low:+.0f}, {high:+.0f}]"
        )


def _derive(seed: int, game: int, use: int) -> int:
    """A seed for one use in one game: the outputs of a splitmix64 generator, by their place."""
    value = (seed + (3 * game + use + 1) * 0x9E3779B97F4A7C15) & UINT64_MAX
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & UINT64_MAX
    value = (value ^ value >> 27) * 0x94D049BB133111EB & UINT64_MAX
    return value ^ value >> 31


def _random_opening(seed: int, length: int) -> list[Move]:
    """`length` random moves after which the game is not over."""
    for attempt in range(1000):
        with Game() as game:
            for ply in range(length):
                if not game.over:
                    game.play(game.random_move(_derive(seed, attempt, 0) + ply & UINT64_MAX))
            if not game.over:
                return game.history
    raise ArgumentError(f"no game of {length} random actions goes on")


class _Player:
    """A side of the match: an engine, and whether the match seeds it."""

    def __init__(self, given: str | Engine, use: int, stack: ExitStack) -> None:
        self._use = use
        if isinstance(given, Engine):
            self.engine = given
            self._seeded = False
            return
        self.engine = stack.enter_context(Engine(given))
        self._seeded = any(
            option.name == "seed" and option.value == option.default
            for option in self.engine.options
        )

    def limited_by(self, given: dict[str, Any]) -> dict[str, Any]:
        """The limits of each search: what the caller gave; if that is nothing, the engine's own, and
        for an engine without any the default."""
        if any(limit is not None for limit in given.values()) or self.engine.own_limits is not None:
            return given
        return dict(nodes=DEFAULT_NODES)

    def prepare(self, seed: int, game: int) -> None:
        """Nothing learnt in one game counts in the next."""
        if self._seeded:
            self.engine.set("seed", _derive(seed, game, self._use))
        self.engine.reset()


# An engine and the limits of each of its searches.
_Side = tuple[Engine, dict[str, Any]]


def _play_game(
    red: _Side, blue: _Side, opening: Sequence[Move]
) -> tuple[tuple[Move, ...], str | None, str]:
    """Moves, winner, reason."""
    with Game() as game:
        for move in opening:
            game.play(move)
        while not game.over:
            engine, limits = red if game.turn == "red" else blue
            game.play(engine.search(game, **limits).move)
        return tuple(game.history), game.winner, str(game.reason)


@known_keywords
def play_match(
    a: str | Engine,
    b: str | Engine,
    *,
    games: int = 100,
    nodes: int | None = None,
    playouts: int | None = None,
    depth: int | None = None,
    wall_ms: int | None = None,
    cpu_ms: int | None = None,
    seed: int = 1,
    opening: int = 4,
    on_game: Callable[[MatchGame], object] | None = None,
) -> MatchResult:
    """Play `games` games, an even number, between two players and report for the first.

    Games come in pairs: the same `opening` random actions, 0..30, colours swapped, `a` red first.
    The limits hold for each search, see Engine.search(). Without any, each player keeps its own
    (Engine.own_limits), and one that has none searches 2000 nodes a move. Players given as specs draw their seeds
    from `seed`, 0..2**64-1, unless the spec sets one; engines keep theirs. Every engine is reset
    before each game. So the same arguments, with nodes, playouts or depth alone as limits, give
    the same games everywhere.

    `on_game` is called after each game. Raises ArgumentError (a ValueError) for an odd or zero
    number of games, and what Engine() and Engine.search() raise. Ctrl-C ends it.
    """
    count = check_integer("games", games, 0, UINT32_MAX)
    if count == 0 or count % 2 == 1:
        raise ArgumentError(f"games must be an even number, for pairs, not {games!r}")
    base = check_integer("seed", seed, 0, UINT64_MAX)
    length = check_integer("opening", opening, 0, _LONGEST_OPENING)
    budget = dict(nodes=nodes, playouts=playouts, depth=depth, wall_ms=wall_ms, cpu_ms=cpu_ms)
    played: list[MatchGame] = []
    with ExitStack() as stack:
        first = _Player(a, _FIRST, stack)
        second = _Player(b, _SECOND, stack)
        specs = first.engine.spec, second.engine.spec
        for number in range(count):
            pair, colours_swapped = divmod(number, 2)
            moves = _random_opening(_derive(base, pair, _OPENING), length)
            first.prepare(base, number)
            second.prepare(base, number)
            sides = [(player.engine, player.limited_by(budget)) for player in (first, second)]
            if colours_swapped:
                sides.reverse()
            all_moves, winner, reason = _play_game(sides[0], sides[1], moves)
            played.append(
                MatchGame(
                    pair=pair,
                    first_colour="blue" if colours_swapped else "red",
                    opening=length,
                    moves=all_moves,
                    result=winner or "draw",
                    reason=reason,
                )
            )
            if on_game is not None:
                on_game(played[-1])
    return MatchResult(first=specs[0], second=specs[1], games=tuple(played))
