# SPDX-License-Identifier: MIT
"""Matches: which of two players is stronger, and how certain is that?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from ctypes import byref, c_uint64, sizeof
from dataclasses import dataclass
from typing import Any, Callable

from . import _abi
from ._checks import UINT32_MAX, UINT64_MAX, check_callable, check_integer, check_number, check_numbers, check_row
from ._handle import _OwnedHandle, made_by
from ._keywords import known_keywords
from ._library import decode, encode, quick
from ._shown import shown
from .engine import Engine
from .errors import ArgumentError, new_error
from .game import Game
from .moves import Move

_WINNERS = {"red": _abi.TETRESS_RED, "blue": _abi.TETRESS_BLUE, "draw": _abi.TETRESS_NOBODY}


@dataclass(frozen=True)
class MatchGame:
    """One game of a match."""

    pair: int  # 0, 1, …: the two games of a pair have the same opening
    first_colour: str  # of the match's first player, "red" or "blue"
    opening: int  # number of random actions at the beginning of `moves`
    moves: tuple[Move, ...]  # all moves, the opening included
    result: str  # "red", "blue" or "draw"
    reason: str  # "no_moves" or "turn_limit"
    start: str | None = None  # the position in text from which `moves` begin; None: the empty board

    @property
    def score(self) -> float:
        """The points of the match's first player: 1 for a win, 0.5 for a draw, 0 for a loss."""
        if self.result == "draw":
            return 0.5
        return 1.0 if self.result == self.first_colour else 0.0


@dataclass(frozen=True)
class Comparison:
    """What pairs of games show about two players, from the view of the first one."""

    score: float  # share of the points, 0..1
    score_interval: tuple[float, float]  # 95 % interval of it
    elo: float  # the score as a difference in Elo; infinite for 0 and 1
    interval: tuple[float, float]  # score_interval in Elo, perhaps infinite
    los: float  # likelihood that the first player is the stronger one, never 0 or 1


def compare_pairs(pairs: Sequence[int]) -> Comparison:
    """Compare two players by pairs of games with one opening and colours swapped.

    `pairs` counts the pairs in which the first player took 0, 1/2, 1, 3/2 and 2 points; each count is 0..2**64-1. The
    interval comes from the spread of the pairs, as engine testers compute it, if there are at least 30 pairs and at
    least 5 of them differ from the most frequent outcome. Fewer do not show their spread; then each outcome counts as
    half a pair more (Jeffreys' prior). Raises ArgumentError (a ValueError) for anything but five counts.
    """
    given = check_row("pairs", pairs)
    if len(given) != _abi.TETRESS_PAIR_OUTCOMES:
        raise ArgumentError(f"pairs are five counts, for 0 to 4 half points, not {shown(pairs)}")
    counts = [check_integer("a count of pairs", count, 0, UINT64_MAX) for count in given]
    found = _abi.tetress_comparison(size=sizeof(_abi.tetress_comparison))
    quick.tetress_compare_pairs((c_uint64 * len(counts))(*counts), byref(found))
    return Comparison(
        found.score, (found.low, found.high), found.elo, (found.elo_low, found.elo_high), found.los
    )


@dataclass(frozen=True)
class SequentialTest:
    """The state of a sequential test (SPRT) of two hypotheses about the first player's advantage in Elo."""

    elo0: float  # H0: the advantage is this
    elo1: float  # H1: the advantage is this
    llr: float  # log-likelihood ratio of H1 over H0
    bounds: tuple[float, float]  # H0 is accepted at the first or below, H1 at the second or above
    verdict: str | None  # "H0", "H1"; None if the match ended before the test did


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, from the view of its first player."""

    first: str  # spec of the first player
    second: str
    games: tuple[MatchGame, ...]  # those of a pair follow one another
    sprt: SequentialTest | None = None  # of a match with a sequential test

    def _count(self, score: float) -> int:
        return sum(game.score == score for game in self.games)

    @property
    def wins(self) -> int:
        """The number of games that the first player won."""
        return self._count(1)

    @property
    def draws(self) -> int:
        """The number of drawn games."""
        return self._count(0.5)

    @property
    def losses(self) -> int:
        """The number of games that the first player lost."""
        return self._count(0)

    @property
    def score(self) -> float:
        """The points of the first player per game, 0..1."""
        return sum(game.score for game in self.games) / len(self.games)

    @property
    def elo(self) -> float:
        """The difference in Elo that fits the score; infinite if every game was won or every game lost."""
        return self.comparison.elo

    @property
    def pair_scores(self) -> list[float]:
        """The points of the first player per game of each pair, 0..1 in quarters."""
        scores = [game.score for game in self.games]
        return [(one + two) / 2 for one, two in zip(scores[::2], scores[1::2])]

    @property
    def comparison(self) -> Comparison:
        """What the pairs show; see compare_pairs()."""
        counts = [0] * _abi.TETRESS_PAIR_OUTCOMES
        for score in self.pair_scores:
            counts[round(4 * score)] += 1
        return compare_pairs(counts)

    @property
    def score_interval(self) -> tuple[float, float]:
        """The 95 % interval of the score, the same as that of `tetress match`; see compare_pairs()."""
        return self.comparison.score_interval

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `elo`: score_interval in Elo, perhaps infinite."""
        return self.comparison.interval

    @property
    def los(self) -> float:
        """The likelihood that the first player is the stronger one, above 0 and below 1."""
        return self.comparison.los

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.first} against {self.second}: +{self.wins} ={self.draws} -{self.losses}, "
            f"score {self.score:.3f}, Elo {self.elo:+.0f} [{low:+.0f}, {high:+.0f}]"
        )


class _Match(_OwnedHandle):
    """A match of the library. It tells which games are to be played and what their results show."""

    __slots__ = ("_settings",)

    _noun = "match"
    _free = quick.tetress_match_free
    _error = quick.tetress_match_error
    _instead = "make another with the same settings and results"

    def __init__(self, **settings: Any) -> None:
        given = _abi.tetress_match_settings(size=sizeof(_abi.tetress_match_settings), **settings)
        error = new_error()
        self._own(made_by(lambda match: quick.tetress_match_new(None, byref(given), match, byref(error)), error))
        self._settings = given

    def _standing(self) -> _abi.tetress_standing:
        standing = _abi.tetress_standing(size=sizeof(_abi.tetress_standing))
        quick.tetress_match_summary(self._live(), byref(standing), None)
        return standing

    def _state(self) -> str:
        return f"of {self._settings.games} games, {sum(self._standing().pairs) * 2} in pairs that count"

    def add_opening(self, position: str) -> None:
        """Add a position. Pairs start from the positions in turn instead of from random openings."""
        text = encode(position, "an opening")
        with self._lock:
            self._check(quick.tetress_match_add_opening(self._live(), text))

    def next(self) -> Any:
        """The next game to be played, a tetress_match_task, or None after the last one."""
        task = _abi.tetress_match_task(size=sizeof(_abi.tetress_match_task))
        with self._lock:
            status = quick.tetress_match_next(self._live(), byref(task))
            if status == _abi.TETRESS_EOVER:
                return None
            self._check(status)
        return task

    def start(self, number: int) -> Game:
        """A game that stands at the start of this one. A random opening is in its history."""
        with self._lock:
            return Game._owning(made_by(lambda game: quick.tetress_match_start(self._live(), number, None, game)))

    def add_result(self, number: int, result: str) -> None:
        """Tell that the game was won by "red" or "blue", or is a "draw"."""
        with self._lock:
            self._check(quick.tetress_match_add_result(self._live(), number, _WINNERS[result]))

    def test(self) -> SequentialTest | None:
        """The state of the sequential test, or None for a match without one."""
        with self._lock:
            standing = self._standing()
        elo0, elo1 = self._settings.elo0, self._settings.elo1
        if elo0 == elo1:
            return None
        bounds = standing.llr_low, standing.llr_high
        decided = standing.verdict != _abi.TETRESS_SPRT_UNDECIDED
        verdict = decode(quick.tetress_sprt_name(standing.verdict)) if decided else None
        return SequentialTest(elo0, elo1, standing.llr, bounds, verdict)


class _Player:
    """A side of the match: an engine, and whether the match seeds it."""

    def __init__(self, given: str | Engine, stack: ExitStack) -> None:
        self._seeded = not isinstance(given, Engine)
        self.engine = given if isinstance(given, Engine) else stack.enter_context(Engine(given))

    def limited_by(self, given: dict[str, Any]) -> dict[str, Any]:
        """The limits of each search: those of the caller; if there are none, the engine's own; for an engine without
        any, the limit of every match."""
        if any(limit is not None for limit in given.values()) or self.engine.own_limits is not None:
            return given
        return dict(nodes=_abi.TETRESS_MATCH_NODES)

    def prepare(self, seed: int) -> None:
        """Forget what was learnt in the games before."""
        if self._seeded:
            self.engine.reseed(seed)
        else:
            self.engine.reset()


# An engine and the limits of each of its searches.
_Side = tuple[Engine, dict[str, Any]]


def _play_out(game: Game, red: _Side, blue: _Side) -> None:
    while not game.over:
        engine, limits = red if game.turn == "red" else blue
        game.play(engine.search(game, **limits).move)


def _play(match: _Match, task: Any, first: _Side, second: _Side) -> MatchGame:
    """Play one game of the match."""
    first_is_red = task.first_colour == _abi.TETRESS_RED
    with match.start(task.number) as game:
        opening = len(game.history)
        start = game.text if opening == 0 and game.text != Game().text else None
        _play_out(game, *((first, second) if first_is_red else (second, first)))
        return MatchGame(
            pair=task.number // 2,
            first_colour="red" if first_is_red else "blue",
            opening=opening,
            moves=tuple(game.history),
            result=game.winner or "draw",
            reason=str(game.reason),
            start=start,
        )


def _hypotheses(sprt: tuple[float, float]) -> tuple[float, float]:
    elo = check_numbers("sprt", sprt)
    if len(elo) != 2 or not elo[0] < elo[1]:
        raise ArgumentError(f"sprt must be two numbers of Elo, the smaller first, not {shown(sprt)}")
    return elo[0], elo[1]


def _settings(games: int, seed: int, opening: int, sprt: tuple[float, float] | None, sprt_error: float) -> dict[str, Any]:
    """The settings for the library. It judges most of them itself."""
    settings: dict[str, Any] = dict(
        games=check_integer("games", games, 0, UINT32_MAX),
        seed=check_integer("seed", seed, 0, UINT64_MAX),
        opening=check_integer("opening", opening, 0, _abi.TETRESS_MATCH_MAX_OPENING),
    )
    error = check_number("sprt_error", sprt_error)
    settings.update(alpha=error, beta=error)
    if sprt is None:
        return settings
    elo0, elo1 = _hypotheses(sprt)
    return dict(settings, elo0=elo0, elo1=elo1)


def _starts(openings: Iterable[str] | None) -> list[str]:
    if openings is None:
        return []
    starts = check_row("openings", openings)
    if not starts:
        raise ArgumentError("openings has no position; leave it out to begin with random actions")
    return starts


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
    openings: Iterable[str] | None = None,
    sprt: tuple[float, float] | None = None,
    sprt_error: float = 0.05,
    on_game: Callable[[MatchGame], object] | None = None,
) -> MatchResult:
    """Play `games` games, an even number, between two players, and report the result for the first.

    Games come in pairs. Both games of a pair begin with the same `opening` random actions, 0..30; colours are swapped,
    and `a` is red in the first one. `openings` are positions in text from which pairs start instead, in turn.

    The limits hold for each search; see Engine.search(). Without any, each player keeps its own (Engine.own_limits),
    and a player that has none searches 2000 nodes a move. Players given as specs draw their seeds from `seed`,
    0..2**64-1, unless the spec sets one; engines keep theirs. Every engine is reset before each game. So the same
    arguments, with nodes, playouts or depth alone as limits, give the same games on every machine, in Lua, and by
    `tetress match`.

    `sprt` = (elo0, elo1) ends the match as soon as it is clear whether the first player's advantage is elo0 or elo1,
    and after `games` games at the latest. Each verdict is wrong with probability `sprt_error`, at least
    0.000001 and below 0.5. MatchResult.sprt has the verdict.

    `on_game` is called after each game. Ctrl-C ends the match. Raises ArgumentError (a ValueError) for an odd or zero
    number of games and for other values that make no sense; TextError for an opening that is no position; GameOver for
    an opening in which the game is over; and what Engine() and Engine.search() raise.
    """
    if a is b and isinstance(a, Engine):
        raise ArgumentError("an engine cannot play against itself; give its spec, or another engine")
    check_callable("on_game", on_game)
    starts = _starts(openings)
    settings = _settings(games, seed, opening, sprt, sprt_error)
    budget = dict(nodes=nodes, playouts=playouts, depth=depth, wall_ms=wall_ms, cpu_ms=cpu_ms)
    played: list[MatchGame] = []
    with ExitStack() as stack:
        match = stack.enter_context(_Match(**settings))
        for position in starts:
            match.add_opening(position)
        players = _Player(a, stack), _Player(b, stack)
        specs = [player.engine.spec for player in players]
        sides = [(player.engine, player.limited_by(budget)) for player in players]
        while (task := match.next()) is not None:
            for player, own_seed in zip(players, task.seeds):
                player.prepare(own_seed)
            played.append(_play(match, task, *sides))
            match.add_result(task.number, played[-1].result)
            if on_game is not None:
                on_game(played[-1])
        return MatchResult(specs[0], specs[1], tuple(played), match.test())
