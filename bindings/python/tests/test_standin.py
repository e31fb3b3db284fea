# SPDX-License-Identifier: MIT
"""The stand-in for the course's package `referee`.

`course` is its module referee.game, imported for this file alone: no other test finds `referee`.
"""

import copy
import dataclasses
import importlib
import pathlib
import pickle
import random
import sys

import pytest
import slow_rules
import tetress
from conftest import read_golden, run_python
from hypothesis import given
from hypothesis import strategies as st

STANDIN = pathlib.Path(tetress.__file__).parent / "referee" / "standin"
MODULES = ("actions", "board", "constants", "coord", "exceptions", "pieces", "player")


def forget_referee():
    for name in [name for name in sys.modules if name.partition(".")[0] == "referee"]:
        del sys.modules[name]


@pytest.fixture(scope="module", name="course")
def fixture_course():
    forget_referee()
    sys.path.insert(0, str(STANDIN))
    importlib.invalidate_caches()
    try:
        module = importlib.import_module("referee.game")
        assert pathlib.Path(module.__file__).is_relative_to(STANDIN)
        yield module
    finally:
        sys.path.remove(str(STANDIN))
        forget_referee()


def in_agent(code, **environment):
    """Run code with nothing but the stand-in on the path."""
    return run_python(code, PYTHONPATH=str(STANDIN), **environment)


def action_of(course, cells):
    return course.PlaceAction(*(course.Coord(r, c) for r, c in cells))


def board_of(course, rows, side, ply, kind=None):
    """A board with these cells and this many actions in its history."""
    letters = {"r": course.PlayerColor.RED, "b": course.PlayerColor.BLUE}
    cells = {
        course.Coord(r, c): course.board.CellState(letters[letter])
        for r, row in enumerate(rows)
        for c, letter in enumerate(row)
        if letter != "."
    }
    board = (kind or course.Board)(cells, letters[side[0]])
    board._history = [None] * ply
    return board


def rows_of(course, board):
    letters = {None: ".", course.PlayerColor.RED: "r", course.PlayerColor.BLUE: "b"}
    text = "".join(letters[state.player] for state in board._state.values())
    return [text[start : start + 11] for start in range(0, 121, 11)]


def by_hand(course):
    """A Board for which the library is not asked, because a method is not Board's."""

    class ByHand(course.Board):
        def _within_bounds(self, coord):
            return super()._within_bounds(coord)

    return ByHand


# ---- Importing ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("", "PlayerColor PlaceAction Coord Action BOARD_N Direction MAX_TURNS GAME_NAME"),
        ("", "NUM_PLAYERS IllegalActionException PlayerException Board Player GameEnd GameBegin"),
        ("", "PlayerInitialising TurnBegin TurnEnd BoardUpdate GameUpdate PlayerError dataclass"),
        ("", "UnhandledError actions board constants coord exceptions pieces player"),
        ("coord", "Direction Coord Vector2 BOARD_N dataclass Enum"),
        ("constants", "BOARD_N MAX_TURNS GAME_NAME NUM_PLAYERS"),
        ("player", "PlayerColor Player"),
        ("actions", "PlaceAction Action Coord"),
        ("pieces", "PieceType create_piece Piece BOARD_N piece_fingerprint Coord Vector2"),
        ("exceptions", "IllegalActionException PlayerException"),
        ("board", "CellState CellMutation BoardMutation Board Coord Direction Piece PieceType"),
        ("board", "PlayerColor Action PlaceAction create_piece IllegalActionException MAX_TURNS"),
    ],
)
def test_star_imports_give_the_names_of_the_course(course, module, names):
    found = {}
    exec(f"from {'.'.join(['referee.game', module]).rstrip('.')} import *", found)
    assert set(names.split()) <= set(found)


def test_an_import_of_the_templates_works(course):
    from referee.game.pieces import _TEMPLATES

    assert len(_TEMPLATES) == 19


def test_importing_is_light_and_needs_nothing_but_the_folder():
    print_heavy = """
        import sys
        before = set(sys.modules)
        import referee.game
        heavy = {"tetress", "ctypes", "asyncio", "typing", "threading", "subprocess"}
        print(sorted(heavy & (set(sys.modules) - before)))
    """
    assert in_agent(print_heavy).strip() == "[]"


def test_a_board_finds_the_library_whatever_a_student_calls_their_package(tmp_path):
    (tmp_path / "tetress.py").write_text("name = 'of a student'\n", encoding="ascii")
    code = f"""
        import sys
        sys.path.insert(1, {str(tmp_path)!r})
        import tetress
        from referee.game import Board, Coord, PlaceAction
        board = Board()
        board.apply_action(PlaceAction(*(Coord(0, c) for c in range(4))))
        print(board.game_over, tetress.name, "referee.game._rules" in sys.modules)
    """
    assert in_agent(code).strip() == "False of a student True"


@pytest.mark.parametrize("module", ["agent", "agent.client", "log", "main", "options", "run"])
def test_modules_of_the_harness_are_refused_with_a_sentence(course, module):
    with pytest.raises(ImportError, match=r"part of the course's own referee.*only referee\.game"):
        importlib.import_module(f"referee.{module}")


def test_what_is_not_there_is_told(course):
    with pytest.raises(AttributeError, match="has no 'game': the stand-in"):
        course.game  # noqa: B018


def test_events_are_of_referee_game(course):
    assert course.GameEnd(None).winner is None
    assert str(course.TurnBegin(1, "one")) == "TurnBegin(turn_id=1, player='one')"
    assert course.GameBegin.__module__ == "referee.game"
    assert pickle.loads(pickle.dumps(course.PlayerError("late"))) == course.PlayerError("late")


# ---- Vectors ------------------------------------------------------------------------------------


def test_vectors_compute_without_bounds(course):
    vector = course.Vector2
    assert vector(1, 2) + vector(30, -40) == vector(31, -38)
    assert vector(1, 2) - course.Direction.Left == vector(1, 3)
    assert -vector(1, 2) * 3 == vector(-3, -6)
    assert list(vector(7, -8)) == [7, -8]
    assert vector(1, 9) < vector(2, 0) < vector(2, 1)
    assert hash(vector(4, 5)) == hash((4, 5))
    assert str(vector(1, 2)) == "Vector2(1, 2)"
    assert vector(1, 2).down().up(3).left(2).right(-4) == vector(-1, -4)


def test_vectors_are_frozen(course):
    for value in (course.Vector2(1, 2), course.Coord(1, 2)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.r = 3


def test_coords_wrap_in_sums_alone(course):
    coord, vector = course.Coord, course.Vector2
    assert coord(1, 2) + vector(100, -50) == coord(2, 7)
    assert coord(1, 2) - coord(10, 10) == coord(2, 3)
    assert coord(0, 0).up() == coord(10, 0)
    assert coord(10, 10).right(2) == coord(10, 1)
    assert coord(1, 2).down(12).left(40) == coord(2, 6)
    assert -coord(0, 0) == coord(0, 0)
    assert coord(2, 3) * 2 == coord(4, 6)
    for outside in (lambda: -coord(1, 0), lambda: coord(6, 3) * 2, lambda: coord(0, 11)):
        with pytest.raises(ValueError, match="Out-of-bounds coordinate: "):
            outside()
    assert {type(coord(1, 1).down()), type(coord(1, 1) * 2)} == {coord}


def test_coords_compare_with_coords_alone(course):
    coord, vector = course.Coord, course.Vector2
    assert coord(1, 2) == coord(1, 2)
    assert coord(1, 2) != vector(1, 2)
    assert vector(1, 2) != coord(1, 2)
    assert coord(1, 2) != (1, 2)
    assert hash(coord(1, 2)) == hash((1, 2))
    assert sorted([coord(2, 0), coord(1, 9), coord(1, 3)]) == [coord(1, 3), coord(1, 9), coord(2, 0)]
    assert coord(1, 2) >= coord(1, 2)
    assert vector(1, 2) < coord(1, 3)
    with pytest.raises(TypeError):
        coord(1, 2) < vector(1, 3)  # noqa: B015


def test_coords_look_like_those_of_the_course(course):
    coord = course.Coord(r=1, c=2)
    r, c = coord
    assert (r, c, str(coord), repr(coord)) == (1, 2, "1-2", "Coord(r=1, c=2)")
    assert hasattr(coord, "__dict__")
    with pytest.raises(AttributeError, match="'tuple' object has no attribute 'r'"):
        coord + (1, 0)
    if sys.version_info >= (3, 10):
        assert type(coord).__match_args__ == ("r", "c")
        assert not hasattr(course.Vector2(1, 2), "__dict__")


def test_directions(course):
    direction, vector = course.Direction, course.Vector2
    assert [one.name for one in direction] == ["Down", "Up", "Left", "Right"]
    assert " ".join(map(str, direction)) == "[\u2193] [\u2191] [\u2190] [\u2192]"
    assert [(one.r, one.c) for one in direction] == [(1, 0), (-1, 0), (0, -1), (0, 1)]
    assert direction.Up.value == vector(-1, 0)
    assert -direction.Up is direction.Down
    assert direction.Left * 3 == vector(0, -3)
    assert direction((0, 1)) is direction(vector(0, 1)) is direction.Right
    assert {direction.Up: 1}[direction.Up] == 1
    with pytest.raises(ValueError, match="Invalid direction"):
        direction((1, 1))
    with pytest.raises(TypeError):
        direction.Up + direction.Down
    with pytest.raises(AttributeError):
        direction.r  # noqa: B018


# ---- Actions and colours ------------------------------------------------------------------------


def test_actions(course):
    cells = [(0, 5), (0, 1), (3, 2), (0, 3)]
    action = action_of(course, cells)
    assert type(action.coords) is set
    assert list(action.coords) == list({course.Coord(r, c) for r, c in cells})
    assert str(action) == "PLACE(0-5, 0-1, 3-2, 0-3)"
    assert course.Action is course.PlaceAction
    assert action == action_of(course, cells) != action_of(course, cells[::-1])
    assert hash(action) == hash(action_of(course, cells)) != hash(action_of(course, cells[::-1]))
    assert course.PlaceAction(1, 1, "x", None).c3 == "x"
    with pytest.raises(dataclasses.FrozenInstanceError):
        action.c1 = action.c2


def test_actions_are_pickled_by_the_course_s_path(course):
    action = action_of(course, [(0, 5), (0, 1), (3, 2), (0, 3)])
    data = pickle.dumps(action, protocol=0)
    assert b"creferee.game.actions\nPlaceAction\n" in data
    assert b"creferee.game.coord\nCoord\n" in data
    assert pickle.loads(data) == action


def test_actions_match_patterns():
    if sys.version_info < (3, 10):
        pytest.skip("no match statement")
    code = """
        from referee.game import Coord, PlaceAction
        match PlaceAction(*(Coord(0, c) for c in range(4))):
            case PlaceAction(Coord(r, c), c4=last):
                print(r, c, last)
    """
    assert in_agent(code).strip() == "0 0 0-3"


def test_colours(course):
    red, blue = course.PlayerColor
    assert (str(red), str(blue), red.value, blue.value) == ("RED", "BLUE", 0, 1)
    assert (int(red), int(blue)) == (1, -1)
    assert ["of red", "of blue"][blue] == "of blue"
    assert (red.opponent, blue.opponent) == (blue, red)


def test_exceptions_keep_sentence_and_colour(course):
    failure = course.IllegalActionException("no", course.PlayerColor.BLUE)
    assert isinstance(failure, course.PlayerException)
    assert failure.args == ("no", course.PlayerColor.BLUE)


# ---- Pieces -------------------------------------------------------------------------------------

ORIGINS = {
    "O": "0,0 0,1 1,0 1,1",
    "IVertical": "0,0 1,0 2,0 3,0",
    "TLeft": "0,0 0,-1 -1,-1 1,-1",
    "LDown": "0,0 0,1 1,1 2,1",
    "JUp": "0,0 0,1 -1,1 -2,1",
    "SVertical": "0,0 -1,0 -1,-1 -2,-1",
    "ZVertical": "0,0 1,0 1,-1 2,-1",
}


def test_templates_start_at_their_origin_and_keep_their_order(course):
    templates = course.pieces._TEMPLATES
    assert list(templates) == list(course.pieces.PieceType)
    assert all(steps[0] == course.Vector2(0, 0) for steps in templates.values())
    for name, steps in ORIGINS.items():
        found = templates[course.pieces.PieceType[name]]
        assert " ".join(f"{step.r},{step.c}" for step in found) == steps


def test_pieces_are_named_as_the_library_names_them(course):
    assert len(course.pieces.PieceType) == 19
    for index in range(2299):
        move = tetress.Move(index)
        piece = course.pieces.Piece([course.Coord(r, c) for r, c in move.cells])
        assert piece.type.name == move.piece


def test_pieces_cover_the_placements(course):
    made = {
        frozenset((cell.r, cell.c) for cell in course.pieces.create_piece(kind, origin).coords)
        for kind in course.pieces.PieceType
        for origin in course.Board()._state
    }
    assert made == slow_rules.PLACEMENTS


def test_a_piece_keeps_its_cells_as_given(course):
    cells = [course.Coord(10, 10), course.Coord(0, 10), course.Coord(0, 0), course.Coord(10, 0)]
    piece = course.pieces.Piece(cells)
    assert piece.coords is cells
    assert piece.type is course.pieces.PieceType.O
    assert piece == course.pieces.Piece(list(cells)) != course.pieces.Piece(cells[::-1])
    assert hash(piece) == hash(tuple(cells))
    assert str(piece) == f"Piece({cells})"
    assert course.pieces.create_piece(course.pieces.PieceType.O).coords[0] == course.Coord(0, 0)
    for wrong in (cells[:3], [*cells, cells[0]], [*cells[:3], cells[0]]):
        with pytest.raises(ValueError, match="Coords do not match any known piece type"):
            course.pieces.Piece(wrong)


# ---- The board: golden data ---------------------------------------------------------------------


def test_golden_games_are_judged_as_the_course_does(course):
    for record in read_golden("games.jsonl"):
        board, game = course.Board(), tetress.Game()
        boards = [rows_of(course, board)]
        for cells in record["moves"]:
            assert not board.game_over, record["id"]
            assert str(board.turn_color).lower() == game.turn
            board.apply_action(action_of(course, cells))
            game.play_cells(cells)
            boards.append(rows_of(course, board))
            assert boards[-1] == game.board, record["id"]
        assert board.game_over, record["id"]
        assert boards[-1] == record["final"], record["id"]
        assert str(board.winner_color or "draw").lower() == record["result"], record["id"]
        assert board.turn_limit_reached == (record["reason"] == "turn_limit"), record["id"]
        for rows in boards[-2::-1]:
            board.undo_action()
            assert rows_of(course, board) == rows, record["id"]
        assert board._state == course.Board()._state
        assert (board.turn_count, board.turn_color) == (0, course.PlayerColor.RED)


def test_golden_actions_lead_to_their_boards(course):
    slow = by_hand(course)
    for record in read_golden("apply.jsonl"):
        given = (record["board"], record["side"], record["ply"])
        board = board_of(course, *given)
        action = action_of(course, record["move"])
        done = board.apply_action(action)
        assert rows_of(course, board) == record["after"], record
        assert board_of(course, *given, slow).apply_action(action) == done, record
        board.undo_action()
        assert rows_of(course, board) == record["board"], record


def attempt(course, board, cells):
    try:
        board.apply_action(action_of(course, cells))
    except (ValueError, course.IllegalActionException):
        return "reject"
    return "accept"


@pytest.mark.parametrize("slowly", [False, True])
def test_golden_attempts_are_judged_as_the_course_does(course, slowly):
    kind = by_hand(course) if slowly else course.Board
    after_the_end = 0
    for record in read_golden("illegal.jsonl"):
        board = board_of(course, record["board"], record["side"], record["ply"], kind)
        judged = attempt(course, board, record["cells"])
        assert judged == record["referee"], record
        assert (rows_of(course, board) == record["board"]) == (judged == "reject"), record
        after_the_end += judged == "accept" and record["ply"] == 150
    assert after_the_end > 0


# ---- The board against other implementations ----------------------------------------------------

CELLS = st.sampled_from(slow_rules.CELLS)
PLACEMENTS = sorted(map(sorted, slow_rules.PLACEMENTS))


@given(
    tokens=st.dictionaries(CELLS, st.sampled_from(slow_rules.COLOURS), max_size=60),
    ply=st.sampled_from([0, 1, 2, 3, 40, 149, 150]),
    seed=st.integers(0, 2**32),
)
def test_any_board_follows_the_slow_rules(course, tokens, ply, seed):
    gone = slow_rules.full_lines(tokens.keys())
    state = slow_rules.State({c: who for c, who in tokens.items() if c not in gone}, ply)
    rows, side, _ = state.text.split(" ")
    board = board_of(course, rows.split("/"), side, ply)
    assert board.game_over == (state.reason is not None)
    assert str(board.winner_color).lower() == str(state.winner).lower()
    if ply == 150:
        return
    for cells in random.Random(seed).sample(PLACEMENTS, 60):
        judged = attempt(course, board, cells)
        assert judged == ("reject" if state.rule_against(cells) else "accept")
        if judged == "accept":
            assert rows_of(course, board) == state.after(cells).text.split(" ")[0].split("/")
            board.undo_action()


@given(seed=st.integers(0, 2**32))
def test_by_hand_is_the_same(course, seed):
    game, fast, slow = tetress.Game(), course.Board(), by_hand(course)()
    while not game.over and game.ply < 40:
        action = action_of(course, game.play(game.random_move(seed + game.ply)).cells)
        assert fast.apply_action(action) == slow.apply_action(action)
    assert fast._state == slow._state
    assert fast.game_over == slow.game_over == game.over
    assert fast.winner_color == slow.winner_color


# ---- The board: what agents do to it ------------------------------------------------------------


@pytest.fixture(name="board")
def fixture_board(course):
    """Red on 0-0 to 0-3, blue on 5-0 to 5-3, red to move."""
    board = course.Board()
    board.apply_action(action_of(course, [(0, 0), (0, 1), (0, 2), (0, 3)]))
    board.apply_action(action_of(course, [(5, 0), (5, 1), (5, 2), (5, 3)]))
    return board


NEXT = [(1, 0), (1, 1), (1, 2), (1, 3)]
FAR = [(8, 6), (8, 7), (8, 8), (8, 9)]


def refused(course, board, action):
    with pytest.raises(course.IllegalActionException) as caught:
        board.apply_action(action)
    sentence, colour = caught.value.args
    assert isinstance(sentence, str)
    assert sentence
    assert colour is board.turn_color
    return sentence


def test_a_new_board(course):
    board = course.Board()
    assert list(board._state) == [course.Coord(r, c) for r in range(11) for c in range(11)]
    assert set(board._state.values()) == {course.board.CellState()}
    assert set(vars(board)) == {"_state", "_turn_color", "_history"}
    assert (board.turn_count, board.turn_color) == (0, course.PlayerColor.RED)
    assert not board.turn_limit_reached
    assert not board.game_over
    assert board.winner_color is None


def test_boards_share_nothing(course):
    given = {course.Coord(0, 0): course.board.CellState(course.PlayerColor.RED)}
    one, other = course.Board(given), course.Board(given)
    one.apply_action(action_of(course, FAR))
    one._state[course.Coord(3, 3)] = course.board.CellState(course.PlayerColor.BLUE)
    assert other._player_token_count(None) == 120
    assert len(given) == 1
    assert course.Board()._player_token_count(None) == 121


def test_a_mutation_tells_what_was_done(course, board):
    state, red = course.board.CellState, course.PlayerColor.RED
    action = action_of(course, NEXT)
    done = board.apply_action(action)
    assert done.action is action
    assert done.cell_mutations == {
        course.board.CellMutation(course.Coord(*cell), state(), state(red)) for cell in NEXT
    }
    assert type(done.cell_mutations) is set
    assert board._history[-1] is done
    assert board.undo_action() is done
    assert str(state(red)) == "CellState(RED)"
    assert list(state(red)) == [red]
    assert "CellMutation(1-0, CellState(None), CellState(RED))" in map(str, done.cell_mutations)
    with pytest.raises(TypeError):
        hash(done)


def test_a_cell_that_is_filled_and_emptied_at_once_is_told_too(course):
    board = board_of(course, ["rrrrrrr...."] + ["..........."] * 10, "red", 10)
    done = board.apply_action(action_of(course, [(0, 7), (0, 8), (0, 9), (0, 10)]))
    assert len(done.cell_mutations) == 11
    assert all(mutation.next.player is None for mutation in done.cell_mutations)
    assert sum(mutation.prev == mutation.next for mutation in done.cell_mutations) == 4


def test_refusals(course, board):
    coord = course.Coord
    assert "no action" in refused(course, board, None)
    assert "no Coord" in refused(course, board, course.PlaceAction(1, 2, 3, 4))
    vector = course.PlaceAction(course.Vector2(1, 0), coord(1, 1), coord(1, 2), coord(1, 3))
    assert "no Coord" in refused(course, board, vector)
    assert "0-1" in refused(course, board, action_of(course, [(0, 1), *NEXT[1:]]))
    refused(course, board, action_of(course, FAR))
    refused(course, board, action_of(course, [*NEXT[:3], (3, 3)]))
    refused(course, board, action_of(course, [*NEXT[:3], NEXT[0]]))
    refused(course, board, action_of(course, [(1.0, 0), *NEXT[1:]]))
    assert board.turn_count == 2


def test_subclasses_of_actions_and_coords_are_refused(course, board):
    class Place(course.PlaceAction):
        pass

    class Cell(course.Coord):
        pass

    refused(course, board, Place(*action_of(course, NEXT).coords))
    refused(course, board, course.PlaceAction(*(Cell(r, c) for r, c in NEXT)))


def test_a_coord_that_came_round_the_constructor_is_refused(course, board):
    forged = course.Coord(1, 0)
    object.__setattr__(forged, "c", 11)
    refused(course, board, course.PlaceAction(forged, *list(action_of(course, NEXT).coords)[:3]))


def test_other_integers_are_integers(course, board):
    board.apply_action(action_of(course, [(1, False), (1, True), (1, 2), (1, 3)]))
    assert rows_of(course, board)[1] == "rrrr......."


def test_the_next_two_actions_are_free_and_no_more(course):
    for ply, judged in ((0, "accept"), (1, "accept"), (2, "reject"), (3, "reject")):
        side = "red" if ply % 2 == 0 else "blue"
        board = board_of(course, ["rrrrbbbb..."] + ["..........."] * 10, side, ply)
        assert attempt(course, board, FAR) == judged


def test_undo_at_the_start(course):
    with pytest.raises(IndexError):
        course.Board().undo_action()


def test_cells(course, board):
    red, blue = course.PlayerColor
    coord = course.Coord
    assert board[coord(0, 3)] == course.board.CellState(red)
    with pytest.raises(IndexError):
        board[course.Vector2(0, 11)]
    assert board._cell_occupied(coord(5, 0))
    assert board._cell_empty(coord(5, 4))
    assert (board._player_token_count(red), board._player_token_count(blue)) == (4, 4)
    assert board._occupied_coords() == {coord(r, c) for r in (0, 5) for c in range(4)}
    assert board._has_neighbour(coord(10, 3), red)
    assert board._has_neighbour(coord(0, 10), red)
    assert not board._has_neighbour(coord(1, 4), red)
    assert board._within_bounds((10, 0))
    assert not board._within_bounds(course.Vector2(-1, 0))


def test_steps_of_the_check(course, board):
    action = action_of(course, NEXT)
    assert board._parse_place_action(action).type.name == "IHorizontal"
    assert board._resolve_place_action(action) == board.apply_action(action)
    board.undo_action()
    assert board._assert_coord_valid(course.Coord(1, 1)) is None
    assert board._assert_coord_empty(course.Coord(1, 1)) is None
    assert board._assert_has_attr(action, "c1") is None
    for wrong in (
        lambda: board._assert_coord_valid((1, 1)),
        lambda: board._assert_coord_empty(course.Coord(0, 0)),
        lambda: board._assert_has_attr(action, "c5"),
        lambda: board._parse_place_action(action_of(course, FAR)),
        lambda: board._resolve_place_action(action_of(course, FAR)),
    ):
        with pytest.raises(course.IllegalActionException):
            wrong()


def test_drawing(course, board):
    plain = "".join(" ".join(row) + " \n" for row in rows_of(course, board))
    assert board.render() == board.render(use_unicode=True) == plain
    coloured = plain.replace("r", "\033[31mr\033[0m").replace("b", "\033[34mb\033[0m")
    assert board.render(use_color=True) == board.render(True, True) == coloured


def test_writing_to_the_state_counts_at_once(course, board):
    red = course.board.CellState(course.PlayerColor.RED)
    assert attempt(course, board, FAR) == "reject"
    board._state[course.Coord(8, 5)] = red
    assert attempt(course, board, FAR) == "accept"
    board.undo_action()
    board._state = {**board._state, course.Coord(8, 9): red}
    assert attempt(course, board, FAR) == "reject"
    board._state.update({coord: red for coord in board._state})
    assert board.game_over
    assert board.winner_color is course.PlayerColor.BLUE


def test_the_side_to_move_may_be_set(course, board):
    board._turn_color = course.PlayerColor.BLUE
    assert attempt(course, board, NEXT) == "reject"
    assert attempt(course, board, [(4, 0), (4, 1), (4, 2), (4, 3)]) == "accept"
    assert board.turn_color is course.PlayerColor.RED


def test_full_lines_of_a_start_stay_until_a_piece_looks_at_them(course):
    board = board_of(course, ["rrrrrrrrrrr"] + ["..........."] * 10, "red", 2)
    assert not board.game_over
    board.apply_action(action_of(course, NEXT))
    assert rows_of(course, board)[0] == "r" * 11
    board.undo_action()
    board.apply_action(action_of(course, [(10, 0), (10, 1), (10, 2), (10, 3)]))
    assert rows_of(course, board)[0] == "r" * 11

    across = board_of(course, ["..........."] * 3 + ["rrrrrrrrrrr"] + ["..........."] * 7, "red", 0)
    across.apply_action(action_of(course, [(9, 0), (10, 0), (0, 0), (1, 0)]))
    assert rows_of(course, across)[3] == "..........."


def test_strangers_hold_their_cells(course):
    board = course.Board({course.Coord(1, 1): course.board.CellState("a stranger")})
    assert attempt(course, board, NEXT) == "reject"
    assert attempt(course, board, FAR) == "accept"
    assert not board.game_over
    board._state[course.Coord(1, 1)] = course.PlayerColor.RED
    with pytest.raises(AttributeError, match="player"):
        board.game_over  # noqa: B018


def test_cells_of_an_agent_s_own_class_may_change_in_place(course, board):
    class Cell:
        def __init__(self, player):
            self.player = player

    near, mine = course.Coord(8, 5), Cell(None)
    board._state[near] = mine
    assert attempt(course, board, [(7, 5), *FAR[:3]]) == "reject"
    assert attempt(course, board, NEXT) == "accept"
    board.undo_action()
    mine.player = course.PlayerColor.RED
    assert attempt(course, board, FAR) == "accept"
    board.undo_action()
    for c in range(6, 11):
        board._state[course.Coord(8, c)] = course.board.CellState()
        board._state[course.Coord(8, c - 6)] = course.board.CellState(course.PlayerColor.BLUE)
    board._state[course.Coord(8, 10)] = course.board.CellState(course.PlayerColor.BLUE)
    board.apply_action(action_of(course, FAR))
    assert board._cell_empty(near)
    board.undo_action()
    assert board._state[near] is mine


def test_a_shortcut_never_outlives_the_cells(course):
    state, red = course.board.CellState, course.PlayerColor.RED
    one, other = course.Board(), course.Board()
    for board in (one, other):
        board.apply_action(action_of(course, NEXT))
    one._state[course.Coord(1, 1)] = state()
    assert attempt(course, one, [(1, 1), (2, 1), (3, 1), (4, 1)]) == "accept"
    assert attempt(course, other, [(1, 1), (2, 1), (3, 1), (4, 1)]) == "reject"
    one.undo_action()
    one._state[course.Coord(1, 1)] = state(red)
    assert attempt(course, one, [(1, 1), (2, 1), (3, 1), (4, 1)]) == "reject"
    assert one._state == other._state


def test_other_keys_do_no_harm(course):
    board = course.Board({(0, 0): course.board.CellState(course.PlayerColor.RED)})
    assert len(board._state) == 122
    board.apply_action(action_of(course, FAR))
    assert board._player_token_count(course.PlayerColor.RED) == 5


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))])
def test_copies_go_their_own_way(course, board, copied):
    other = copied(board)
    assert other._state == board._state
    assert other._history == board._history
    other.apply_action(action_of(course, NEXT))
    assert board.turn_count == 2
    assert attempt(course, board, NEXT) == "accept"
    for _ in range(3):
        other.undo_action()
    assert other._state == course.Board()._state
    assert not other.game_over


def test_the_end_by_number_of_actions(course):
    for row, winner in (("rrb", "RED"), ("rbb", "BLUE"), ("rb.", "None")):
        board = board_of(course, [row + "........"] + ["..........."] * 10, "red", 150)
        assert board.turn_limit_reached
        assert board.game_over
        assert str(board.winner_color) == winner


def test_rules_of_a_subclass_are_asked(course):
    class Anywhere(course.Board):
        def _has_neighbour(self, coord, color):
            return True

    class Stuck(course.Board):
        def apply_action(self, action):
            raise course.IllegalActionException("stuck", self.turn_color)

    class Counting(course.Board):
        asked = 0

        def apply_action(self, action):
            self.asked += 1
            return super().apply_action(action)

    rows = ["r.........b"] + ["..........."] * 10
    assert attempt(course, board_of(course, rows, "red", 2, Anywhere), FAR) == "accept"
    assert board_of(course, rows, "red", 2, Stuck).winner_color is course.PlayerColor.BLUE
    counting = board_of(course, rows, "red", 2, Counting)
    assert not counting.game_over
    assert counting.asked > 0


def test_a_method_put_in_place_of_the_board_s_is_asked(course, monkeypatch):
    monkeypatch.setattr(course.Board, "_has_neighbour", lambda self, coord, color: True)
    board = board_of(course, ["r.........b"] + ["..........."] * 10, "red", 2)
    assert attempt(course, board, FAR) == "accept"
