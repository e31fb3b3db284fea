# SPDX-License-Identifier: MIT
"""Referees a game between players that the caller runs: clocks, legality, result and blame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ctypes import byref, c_uint64, sizeof
from dataclasses import dataclass
from typing import Any

from .. import _abi
from .._checks import UINT64_MAX, check_integer
from .._handle import _OwnedHandle, made_by
from .._keywords import known_keywords
from .._library import decode, encode, quick
from .._shown import shown
from ..errors import ArgumentError, Cell, as_given, new_error
from ..game import Game, Position, _colour
from ..moves import Move, coordinates, read_cells

_BLAMES: dict[str | None, int] = {
    "red": _abi.TETRESS_RED,
    "blue": _abi.TETRESS_BLUE,
    "both": _abi.TETRESS_BOTH,
    None: _abi.TETRESS_NOBODY,
}
_BLAME_NAMES = {number: name for name, number in _BLAMES.items()}
# Ends that a host may declare; the others follow from the rules.
_OUTCOMES = {row.text: row.code for row in _abi.OUTCOMES if row.kind in ("FAULT", "HOST")}
_TEXTS = {row.code: row.text for row in _abi.OUTCOMES}


@dataclass(frozen=True)
class Spent:
    """What a side has used: CPU time and elapsed time in microseconds, peak memory in bytes."""

    cpu_us: int = 0
    wall_us: int = 0
    memory_bytes: int = 0


@dataclass(frozen=True)
class Verdict:
    """How a game ended. The words are those of tetress.referee.outcome."""

    outcome: str  # no_moves, turn_limit, illegal, time, memory, crash, load, protocol, flood, …
    winner: str | None  # "red" or "blue"; None after a draw, or where nobody loses
    blame: str | None  # by whose fault: "red", "blue", "both", or None
    text: str  # a sentence; of time and memory the side to blame is the subject
    rule: str | None  # of outcome "illegal": the rule, as in IllegalMove
    cell: Cell | None  # of outcome "illegal": (row, column) at fault, if a single cell is


def _number(table: Mapping[Any, int], key: str | None, what: str) -> int:
    try:
        return table[key]
    except (KeyError, TypeError):
        words = ", ".join(repr(word) for word in table)
        raise ArgumentError(f"{what} must be one of {words}, not {shown(key)}") from None


def _limit(what: str, number: int | None) -> int:
    """A limit for the library, where 0 means none. So None becomes 0, and 0 is refused."""
    return 0 if number is None else check_integer(what, number, 1, UINT64_MAX)


def _spent(cpu_us: int, wall_us: int, memory_bytes: int) -> _abi.tetress_spent:
    return _abi.tetress_spent(
        size=sizeof(_abi.tetress_spent),
        cpu_us=check_integer("cpu_us", cpu_us, 0, UINT64_MAX),
        wall_us=check_integer("wall_us", wall_us, 0, UINT64_MAX),
        memory_bytes=check_integer("memory_bytes", memory_bytes, 0, UINT64_MAX),
    )


class Referee(_OwnedHandle):
    """A refereed game: who may move, what each side has used, who has won and by whose fault.

        with Referee(cpu_us=180_000_000) as referee:
            while referee.verdict is None:
                answer, used = ask(referee.turn)            # yours: runs a player and measures
                referee.play(answer, cpu_us=used)
            print(referee.verdict)

    It looks at no clock. The caller tells what was spent, in microseconds and bytes, so that a game can be judged again
    from its record. A mistake of a player gives a Verdict. An exception is a mistake of the caller and leaves
    everything as it was. Once there is a verdict, every call that would change the game raises GameOver.

    An action is judged in the order of the course's referee: CPU time, elapsed time, memory, each if it is over its
    limit (exactly at it is allowed); then legality. So an action that comes too late loses on time, whatever it is.

    Each call is atomic, from any thread. A referee frees its memory when it is collected, at the end of a `with` block,
    or by close(). Every later use raises ClosedError.
    """

    __slots__ = ("_cells",)

    _noun = "referee"
    _free = quick.tetress_referee_free
    _error = quick.tetress_referee_error
    _instead = "make another and tell it the same"
    _cells: list[Cell]  # of the last answer that was given as cells

    @known_keywords
    def __init__(
        self,
        start: Position | None = None,
        *,
        cpu_us: int | None = None,
        wall_us: int | None = None,
        call_cpu_us: int | None = None,
        call_wall_us: int | None = None,
        increment_us: int | None = None,
        memory_bytes: int | None = None,
    ) -> None:
        """Start from `start`, whose history the referee takes over, or from the empty board.

        The limits hold for each side; None means no limit. cpu_us and wall_us limit the whole game, call_cpu_us and
        call_wall_us one action or charge, memory_bytes the peak. Each action that a side has played adds increment_us
        to its cpu_us and wall_us.
        """
        limits = _abi.tetress_referee_limits(
            size=sizeof(_abi.tetress_referee_limits),
            cpu_us=_limit("cpu_us", cpu_us),
            wall_us=_limit("wall_us", wall_us),
            call_cpu_us=_limit("call_cpu_us", call_cpu_us),
            call_wall_us=_limit("call_wall_us", call_wall_us),
            increment_us=_limit("increment_us", increment_us),
            memory_bytes=_limit("memory_bytes", memory_bytes),
        )
        self._own(self._made(start, limits))
        self._cells = []

    @staticmethod
    def _made(start: Position | None, limits: _abi.tetress_referee_limits) -> int:
        error = new_error()
        if start is None:
            return made_by(lambda referee: quick.tetress_referee_new(None, None, byref(limits), referee, byref(error)), error)
        if not isinstance(start, Position):
            raise ArgumentError(f"start must be a game, not {shown(start)}")
        with start._lock:
            game = start._live()
            return made_by(lambda referee: quick.tetress_referee_new(None, game, byref(limits), referee, byref(error)), error)

    def _state(self) -> str:
        verdict = self.verdict
        ply = quick.tetress_game_ply(quick.tetress_referee_game(self._live()))
        return f"after {ply} actions, {f'{self.turn} to move' if verdict is None else verdict.outcome}"

    def _judged(self, status: int) -> Verdict | None:
        """The verdict after the last call, under the same lock, which returned `status`. Raises the exception of the
        status, if it is a failure."""
        self._check(status)
        return self.verdict

    # ---- Telling it what happens ----

    @known_keywords
    def play(
        self, answer: int | str, *, cpu_us: int = 0, wall_us: int = 0, memory_bytes: int = 0
    ) -> Verdict | None:
        """The side to move answers with a Move, an index or a text. Returns the verdict if that ends the game, else
        None.  Text that names no cells has the outcome "protocol"; cells that may not be played, "illegal". The
        numbers tell what the answer took. memory_bytes is the peak so far, 0 if it is not known. Raises
        ArgumentError for an index outside 0..2298."""
        spent = _spent(cpu_us, wall_us, memory_bytes)
        with self._lock:
            if isinstance(answer, str):
                text = encode(answer, "an action")
                return self._judged(
                    quick.tetress_referee_play_text(self._live(), text, byref(spent))
                )
            move = Move(answer)
            return self._judged(quick.tetress_referee_play(self._live(), move, byref(spent)))

    @known_keywords
    def play_cells(
        self,
        cells: Iterable[Iterable[int]],
        *,
        cpu_us: int = 0,
        wall_us: int = 0,
        memory_bytes: int = 0,
    ) -> Verdict | None:
        """Like play(), for any number of cells (row, column), in any order and anywhere."""
        spent = _spent(cpu_us, wall_us, memory_bytes)
        pairs = read_cells(cells)
        array = coordinates(pairs)
        with self._lock:
            self._check(quick.tetress_referee_play_cells(self._live(), array, len(pairs), byref(spent)))
            self._cells = pairs
            return self.verdict

    @known_keywords
    def charge(
        self, colour: str, *, cpu_us: int = 0, wall_us: int = 0, memory_bytes: int = 0
    ) -> Verdict | None:
        """Charge a side for something that is not an action, such as its start or the news of an action. Returns the
        verdict if that ends the game, else None."""
        spent = _spent(cpu_us, wall_us, memory_bytes)
        number = _colour(colour)
        with self._lock:
            return self._judged(quick.tetress_referee_charge(self._live(), number, byref(spent)))

    @known_keywords
    def check(
        self, colour: str, *, cpu_us: int = 0, wall_us: int = 0, memory_bytes: int = 0
    ) -> Verdict | None:
        """The verdict that charge() would give, without charging. If there is a verdict already, that one.

        It serves a caller that watches a player while it runs and stops it when this is not None.
        """
        spent = _spent(cpu_us, wall_us, memory_bytes)
        number = _colour(colour)
        error = new_error()
        with self._lock:
            if quick.tetress_referee_outcome(self._live()) != _abi.TETRESS_OUTCOME_OPEN:
                return self._verdict()
            found = quick.tetress_referee_check(self._live(), number, byref(spent), byref(error))
        if found == _abi.TETRESS_OUTCOME_OPEN:
            return None
        other = _BLAME_NAMES[1 - number]
        return Verdict(_TEXTS[found], other, colour, decode(error.text), None, None)

    def end(self, outcome: str, blame: str | None, text: str = "") -> Verdict:
        """End the game for a reason that only the caller can know. Returns the verdict.

        The outcomes "illegal", "time", "memory", "crash", "load", "protocol" and "flood" go with blame "red" or "blue",
        who loses; "both_failed" goes with "both"; "infrastructure" goes with None. `text` is evidence, of which 171
        bytes are kept. Raises ArgumentError for another outcome or blame.
        """
        what = _number(_OUTCOMES, outcome, "an outcome")
        whose = _number(_BLAMES, blame, "blame")
        if not isinstance(text, str):
            raise ArgumentError(f"the evidence must be a text, not {shown(text)}")
        evidence = text.encode("utf-8", "replace").replace(b"\0", b"?") or None
        with self._lock:
            self._check(quick.tetress_referee_end(self._live(), what, whose, evidence))
            return self._verdict()

    # ---- Asking ----

    @property
    def verdict(self) -> Verdict | None:
        """How the game ended; None while it goes on."""
        with self._lock:
            if quick.tetress_referee_outcome(self._live()) == _abi.TETRESS_OUTCOME_OPEN:
                return None
            return self._verdict()

    def _verdict(self) -> Verdict:
        referee = self._live()
        evidence = quick.tetress_referee_evidence(referee).contents
        illegal = evidence.rule != _abi.TETRESS_RULE_NONE
        return Verdict(
            outcome=_TEXTS[quick.tetress_referee_outcome(referee)],
            winner=_BLAME_NAMES[quick.tetress_referee_winner(referee)],
            blame=_BLAME_NAMES[quick.tetress_referee_blame(referee)],
            text=as_given(decode(evidence.text), self._cells if illegal else ()),
            rule=decode(quick.tetress_rule_name(evidence.rule)) if illegal else None,
            cell=divmod(evidence.cell, _abi.TETRESS_COLUMNS) if evidence.cell >= 0 else None,
        )

    @property
    def turn(self) -> str:
        """The side to move, "red" or "blue", also when the game is over."""
        with self._lock:
            number = quick.tetress_game_turn(quick.tetress_referee_game(self._live()))
        return "red" if number == _abi.TETRESS_RED else "blue"

    @property
    def game(self) -> Game:
        """A copy of the game as far as it was played, with its history."""
        with self._lock:
            played = quick.tetress_referee_game(self._live())
            return Game._owning(made_by(lambda game: quick.tetress_game_copy(played, game)))

    def spent(self, colour: str) -> Spent:
        """What a side has used so far."""
        found = _abi.tetress_spent(size=sizeof(_abi.tetress_spent))
        number = _colour(colour)
        with self._lock:
            quick.tetress_referee_spent(self._live(), number, byref(found))
        return Spent(found.cpu_us, found.wall_us, found.memory_bytes)

    def left(self, colour: str) -> tuple[int | None, int | None]:
        """The CPU time and elapsed time that a side has left, in microseconds; None where there is no limit."""
        cpu, wall = c_uint64(), c_uint64()
        number = _colour(colour)
        with self._lock:
            quick.tetress_referee_left(self._live(), number, byref(cpu), byref(wall))
        unlimited = {UINT64_MAX: None}
        return unlimited.get(cpu.value, cpu.value), unlimited.get(wall.value, wall.value)
