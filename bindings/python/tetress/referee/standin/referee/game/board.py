# SPDX-License-Identifier: MIT
"""The board. Its rules are the library's; how it is asked, and what is in it, the course's.

The dict `_state` is all there is to know about the cells. Agents read it, write to it and replace
it, so that nothing is kept beside it: every question is put to the library for the cells as they
are then. What the library cannot be asked is worked out here, cell by cell: boards with a full row
or column, which only agents make; cells of strangers; subclasses with rules of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from operator import attrgetter, index

from .actions import Action, PlaceAction
from .constants import BOARD_N, GAME_NAME, MAX_TURNS, NUM_PLAYERS
from .coord import _SLOTS, Coord, Direction
from .exceptions import IllegalActionException
from .pieces import Piece, PieceType, create_piece
from .player import PlayerColor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from typing import Any

# As the course's module, so that `from referee.game.board import *` gives the same names.
__all__ = [
    "BOARD_N",
    "GAME_NAME",
    "MAX_TURNS",
    "NUM_PLAYERS",
    "Action",
    "Board",
    "BoardMutation",
    "CellMutation",
    "CellState",
    "Coord",
    "Direction",
    "IllegalActionException",
    "Piece",
    "PieceType",
    "PlaceAction",
    "PlayerColor",
    "create_piece",
    "dataclass",
]


@dataclass(frozen=True, **_SLOTS)
class CellState:
    """Who holds a cell: `player` is a PlayerColor, or None if it is empty."""

    player: PlayerColor | None = None

    def __str__(self) -> str:
        return f"CellState({self.player})"

    def __iter__(self) -> Generator[PlayerColor | None, None, None]:
        yield self.player


@dataclass(frozen=True, **_SLOTS)
class CellMutation:
    """What an action did to a cell. `prev` and `next` are equal if it filled and emptied it."""

    cell: Coord
    prev: CellState
    next: CellState

    def __str__(self) -> str:
        return f"CellMutation({self.cell}, {self.prev}, {self.next})"


@dataclass(frozen=True, **_SLOTS)
class BoardMutation:
    """What an action did to the board: its own four cells, and those of the lines it filled."""

    action: Action
    cell_mutations: set[CellMutation]

    def __str__(self) -> str:
        return f"BoardMutation({self.cell_mutations})"


_COORDS = [Coord(r, c) for r in range(BOARD_N) for c in range(BOARD_N)]
_EMPTY = dict.fromkeys(_COORDS, CellState())
_LETTERS = {"r": PlayerColor.RED, "b": PlayerColor.BLUE, ".": None}
_STATES = {letter: CellState(player) for letter, player in _LETTERS.items()}
_SIDES = {PlayerColor.RED: "r", PlayerColor.BLUE: "b"}
_COLOURS = {PlayerColor.RED: "31", PlayerColor.BLUE: "34"}


@cache
def _rules() -> Any:
    """Loads the library when the first board needs it: most agents never do."""
    from . import _rules as loaded

    return loaded


@cache
def _mutation(cell: int, before: str, after: str) -> frozenset[CellMutation]:
    """One change, as a set to be united with others: those hash it no more."""
    return frozenset({CellMutation(_COORDS[cell], _STATES[before], _STATES[after])})


def _changed(cells: Sequence[int], before: str, after: str) -> set[int]:
    """Between two boards: the cells of the piece, and what vanished with the lines."""
    changed = {BOARD_N * r + c for r, c in zip(cells[::2], cells[1::2])}
    if before.count(".") - after.count(".") != len(changed):
        changed.update([n for n in range(len(_COORDS)) if before[n] != after[n]])
    return changed


# The cells that some board is expected to hold next, and their letters: a shortcut past reading
# them one by one. Whatever an agent does to its board, the same CellStates have the same letters.
_expected: tuple[list[CellState], str] = ([], "")


def _letters_of(states: list[CellState]) -> str | None:
    """Cells as the library writes them, None if it could not."""
    expected, letters = _expected
    if states == expected:
        return letters
    red, blue = PlayerColor.RED, PlayerColor.BLUE
    try:
        letters = "".join(
            [
                "."
                if (player := state.player) is None
                else ("r" if player is red else "b" if player is blue else "?")
                for state in states
            ]
        )
    except AttributeError:  # an agent's own idea of a cell
        return None
    return None if "?" in letters else letters


def _are_plain(states: list[CellState], letters: str) -> bool:
    """Are all cells, with these letters, CellStates? Others may change in place, and undo_action()
    must find them again."""
    return letters is _expected[1] or set(map(type, states)) == {CellState}


def _expect(states: list[CellState], changed: set[int], after: str) -> None:
    """Tell _letters_of() what becomes of plain cells."""
    global _expected
    for n in changed:
        states[n] = _STATES[after[n]]
    _expected = states, after


class Board:
    """A game: the cells, whose turn it is, and what was played, which can be taken back."""

    def __init__(
        self,
        initial_state: dict[Coord, CellState] = {},  # noqa: B006, never written to
        initial_player: PlayerColor = PlayerColor.RED,
    ) -> None:
        """Cells that `initial_state` does not name are empty. Nothing in it is checked."""
        self._state: dict[Coord, CellState] = {**_EMPTY, **initial_state}
        self._turn_color = initial_player
        self._history: list[BoardMutation] = []

    def __getitem__(self, cell: Coord) -> CellState:
        """Who holds a cell. IndexError for what is not on the board."""
        if not self._within_bounds(cell):
            raise IndexError(f"There is no cell '{cell}' on the board.")
        return self._state[cell]

    # ---- Playing ----

    def apply_action(self, action: Action) -> BoardMutation:
        """Play for the side to move; what it did to the board.

        Raises IllegalActionException. A board does not mind being over: whoever asks it to go on
        after MAX_TURNS may.
        """
        if not isinstance(action, PlaceAction):
            raise IllegalActionException(f"'{action}' is no action.", self._turn_color)
        done = self._resolve_place_action(action)
        for mutation in done.cell_mutations:
            self._state[mutation.cell] = mutation.next
        self._turn_color = self._turn_color.opponent
        self._history.append(done)
        return done

    def undo_action(self) -> BoardMutation:
        """Take the last action back; what it had done. IndexError if there is none."""
        if not self._history:
            raise IndexError("There is no action to undo.")
        undone = self._history.pop()
        for mutation in undone.cell_mutations:
            self._state[mutation.cell] = mutation.prev
        self._turn_color = self._turn_color.opponent
        return undone

    def render(self, use_color: bool = False, use_unicode: bool = False) -> str:
        """The board as text, a row a line, on a terminal also in colour. The course's has no use
        for `use_unicode` either."""
        rows = []
        for r in range(BOARD_N):
            cells = [self._drawn(Coord(r, c), use_color) for c in range(BOARD_N)]
            rows.append(" ".join(cells) + " \n")
        return "".join(rows)

    def _drawn(self, coord: Coord, use_color: bool) -> str:
        if not self._cell_occupied(coord):
            return "."
        player = PlayerColor.RED if self._state[coord].player == PlayerColor.RED else PlayerColor.BLUE
        letter = player.name[0].lower()
        return f"\033[{_COLOURS[player]}m{letter}\033[0m" if use_color else letter

    # ---- Whose turn, and is it over ----

    @property
    def turn_count(self) -> int:
        """Number of actions played on this board."""
        return len(self._history)

    @property
    def turn_limit_reached(self) -> bool:
        """Were MAX_TURNS actions played?"""
        return self.turn_count >= MAX_TURNS

    @property
    def turn_color(self) -> PlayerColor:
        """The side to move."""
        return self._turn_color

    @property
    def game_over(self) -> bool:
        """Is the limit reached, or has the side to move no move?"""
        return self.turn_limit_reached or not self._has_move()

    @property
    def winner_color(self) -> PlayerColor | None:
        """Who has won. None while the game goes on and after a draw."""
        if not self.game_over:
            return None
        if not self.turn_limit_reached:
            return self._turn_color.opponent
        red = self._player_token_count(PlayerColor.RED)
        blue = self._player_token_count(PlayerColor.BLUE)
        if red == blue:
            return None
        return PlayerColor.RED if red > blue else PlayerColor.BLUE

    # ---- Cells ----

    def _within_bounds(self, coord: Coord) -> bool:
        r, c = coord
        return 0 <= r < BOARD_N and 0 <= c < BOARD_N

    def _cell_occupied(self, coord: Coord) -> bool:
        return self._state[coord].player is not None

    def _cell_empty(self, coord: Coord) -> bool:
        return self._state[coord].player is None

    def _player_token_count(self, color: PlayerColor) -> int:
        return sum(state.player == color for state in self._state.values())

    def _occupied_coords(self) -> set[Coord]:
        return {coord for coord in self._state if self._cell_occupied(coord)}

    def _has_neighbour(self, coord: Coord, color: PlayerColor) -> bool:
        return any(self._state[coord + direction].player == color for direction in Direction)

    # ---- Asking the library ----

    def _letters(self, methods: _Methods) -> tuple[str, str] | None:
        """Cells and side to move in letters, None if the library cannot answer for `methods`."""
        if not methods.are_own(type(self)) or list(self._state) != _COORDS:
            return None
        side = _SIDES.get(self._turn_color)
        letters = _letters_of(list(self._state.values()))
        return None if side is None or letters is None else (letters, side)

    def _has_move(self) -> bool:
        asked = self._letters(_TRYING)
        if asked is not None:
            answer = _rules().has_move(*asked, self.turn_count < NUM_PLAYERS)
            if answer is not None:
                return bool(answer)
        return self._has_move_by_trying()

    def _resolve_place_action(self, action: PlaceAction) -> BoardMutation:
        """What the action would do. Raises IllegalActionException."""
        cells = _flat(action)
        asked = self._letters(_PLACING)
        if cells is None or asked is None:
            return self._resolve_by_hand(action)
        rules = _rules()
        try:
            after = rules.place(*asked, self.turn_count < NUM_PLAYERS, cells)
        except rules.Refused as refused:
            raise IllegalActionException(str(refused), self._turn_color) from None
        before, states = asked[0], list(self._state.values())
        if after is None or not _are_plain(states, before):
            return self._resolve_by_hand(action)
        changed = _changed(cells, before, after)
        _expect(states, changed, after)
        mutations: set[CellMutation] = set()
        mutations.update(*[_mutation(n, before[n], after[n]) for n in changed])
        return BoardMutation(action, mutations)

    # ---- Without the library ----

    def _has_move_by_trying(self) -> bool:
        """As the course's board does, and in its order: subclasses may count how often they are
        asked."""
        empty = {coord for coord in self._state if self._cell_empty(coord)}
        for piece_type in PieceType:
            for coord in empty:
                try:
                    self.apply_action(PlaceAction(*create_piece(piece_type, coord).coords))
                except IllegalActionException:
                    continue
                self.undo_action()
                return True
        return False

    def _resolve_by_hand(self, action: PlaceAction) -> BoardMutation:
        coords = self._parse_place_action(action).coords
        placed = set(coords)
        occupied = self._occupied_coords() | placed
        rows = _span([coord.r for coord in coords])
        columns = _span([coord.c for coord in coords])
        lines = [[Coord(r, c) for c in range(BOARD_N)] for r in rows]
        lines += [[Coord(r, c) for r in range(BOARD_N)] for c in columns]
        emptied = {coord for line in lines if occupied.issuperset(line) for coord in line}
        mine = CellState(self._turn_color)
        return BoardMutation(
            action,
            {
                CellMutation(coord, self._state[coord], CellState() if coord in emptied else mine)
                for coord in placed | emptied
            },
        )

    def _parse_place_action(self, action: PlaceAction) -> Piece:
        """The piece that the action puts on the board. Raises IllegalActionException."""
        if type(action) is not PlaceAction:
            raise IllegalActionException(f"'{action}' is not a PlaceAction itself.", self._turn_color)
        for name in ("c1", "c2", "c3", "c4"):
            self._assert_has_attr(action, name)
        touches = False
        for coord in (action.c1, action.c2, action.c3, action.c4):
            self._assert_coord_valid(coord)
            self._assert_coord_empty(coord)
            touches = self._has_neighbour(coord, self._turn_color) or touches
        if self.turn_count >= NUM_PLAYERS and not touches:
            raise IllegalActionException(
                f"{action} touches no token of {self._turn_color}.", self._turn_color
            )
        try:
            return Piece(action.coords)
        except ValueError as failure:
            raise IllegalActionException(str(failure), self._turn_color) from None

    def _assert_coord_valid(self, coord: Coord) -> None:
        if type(coord) is not Coord or not self._within_bounds(coord):
            raise IllegalActionException(f"'{coord}' is no Coord of the board.", self._turn_color)

    def _assert_coord_empty(self, coord: Coord) -> None:
        if self._cell_occupied(coord):
            raise IllegalActionException(f"Cell {coord} is occupied.", self._turn_color)

    def _assert_has_attr(self, action: Action, attr: str) -> None:
        if not hasattr(action, attr):
            raise IllegalActionException(f"'{action}' has no '{attr}'.", self._turn_color)


def _span(numbers: list[int]) -> range:
    """Rows or columns that the course's board looks at after a piece on `numbers`: from the first
    to the last, so that a piece across an edge also empties lines that were full before. TypeError
    for what is no whole number."""
    return range(min(numbers), max(numbers) + 1)


# Types of numbers that behave as an int in all that the course's board does with a coordinate.
# Unsigned ones overflow there when it looks at the neighbour above; subclasses of int may print
# themselves in another way, which decides whether the cells are a piece.
_SIGNED = frozenset({"int8", "int16", "int32", "int64", "longlong", "intc"})


@lru_cache(maxsize=256)
def _is_integer(kind: type) -> bool:
    return kind is int or (kind.__module__ == "numpy" and kind.__name__ in _SIGNED)


def _flat(action: PlaceAction) -> list[int] | None:
    """Row and column of each cell of an action, eight numbers; None if it is for
    _resolve_by_hand() to say what is wrong with it.

    Signed integers of numpy will do: agents compute with them. Who unpickles a Coord may have one
    that is not on the board.
    """
    if type(action) is not PlaceAction:
        return None
    try:
        one, two, three, four = action.c1, action.c2, action.c3, action.c4
        if not (type(one) is type(two) is type(three) is type(four) is Coord):
            return None
        flat = (one.r, one.c, two.r, two.c, three.r, three.c, four.r, four.c)
    except AttributeError:  # made without its constructor
        return None
    if not all(map(_is_integer, map(type, flat))):
        return None
    numbers = list(map(index, flat))
    return numbers if min(numbers) >= 0 and max(numbers) < BOARD_N else None


class _Methods:
    """Methods of Board that an answer of the library stands for."""

    def __init__(self, *names: str) -> None:
        self._of = attrgetter(*names)
        self._own = self._of(Board)

    def are_own(self, kind: type[Board]) -> bool:
        """Has neither a subclass nor an agent put others in their place?"""
        return bool(self._of(kind) == self._own)


_PLACING_NAMES = (
    "_assert_coord_empty",
    "_assert_coord_valid",
    "_assert_has_attr",
    "_cell_occupied",
    "_has_neighbour",
    "_occupied_coords",
    "_parse_place_action",
    "_within_bounds",
    "turn_count",
)
_PLACING = _Methods(*_PLACING_NAMES)
_TRYING = _Methods(
    *_PLACING_NAMES, "_cell_empty", "_resolve_place_action", "apply_action", "undo_action"
)
