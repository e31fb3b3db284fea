# SPDX-License-Identifier: MIT
import copy
import json
import pickle

import pytest
import tetress
from tetress import Game, IllegalMove, Move, TextError

CELLS = ((3, 4), (4, 3), (4, 4), (4, 5))
TEXT = "3-4,4-3,4-4,4-5"


def test_a_move_is_made_from_index_text_and_cells_alike():
    move = Move.from_cells(CELLS)
    assert Move(TEXT) is move
    assert Move("PLACE(4-5, 4-4, 4-3, 3-4)") is move
    assert Move(move.index) is move
    assert Move(move) is move


def test_a_move_tells_its_cells_piece_and_texts():
    move = Move(TEXT)
    assert move.cells == CELLS
    assert move.piece == "TDown"
    assert move.text == str(move) == f"{move}" == TEXT
    assert move.course_text == "PLACE(3-4, 4-3, 4-4, 4-5)"
    assert move.piece_text == "T 3-4 d"
    assert repr(move) == f"Move('{TEXT}')"
    assert eval(repr(move)) is move


def test_a_move_is_its_index_wherever_an_int_will_do():
    move = Move(7)
    assert move == 7 and hash(move) == hash(7) and move < Move(8)
    assert list(range(10))[move] == 7
    assert json.dumps(move) == "7"
    assert f"{move:d}" == "7" and f"{move:05d}" == "00007"
    assert type(move + 1) is int and type(move.index) is int


def test_a_move_is_formatted_like_a_text():
    assert f"{Move(TEXT):>20}" == " " * 5 + TEXT


def test_the_move_of_index_zero_is_true():
    assert Move(0)


def test_cells_that_wrap_around_are_a_move():
    move = Move.from_cells([(10, 0), (0, 0), (1, 0), (9, 0)])
    assert move.cells == ((0, 0), (1, 0), (9, 0), (10, 0))
    assert move.piece == "IVertical"


def test_all_2299_moves_differ_and_come_back_from_cells_and_text():
    moves = [Move(index) for index in range(2299)]
    assert len({move.cells for move in moves}) == 2299
    assert len({move.piece for move in moves}) == 19
    for move in moves:
        assert Move.from_cells(reversed(move.cells)) is move
        assert Move(move.text) is move
        assert Move(move.course_text) is move
        assert Move(move.piece_text) is Move(move.piece_text.replace(" ", "")) is move


def test_copies_and_pickles_are_the_same_object():
    move = Move(1234)
    assert copy.copy(move) is copy.deepcopy(move) is move
    assert pickle.loads(pickle.dumps(move)) is move


@pytest.mark.parametrize("index", [-1, 2299, 65535, 65536, 2**16 + 7, 2**64, -(2**70)])
def test_an_index_out_of_range_is_refused_and_never_cut(index):
    with pytest.raises(tetress.ArgumentError):
        Move(index)


def test_an_index_too_long_to_print_is_refused_too():
    with pytest.raises(tetress.ArgumentError, match="huge"):
        Move(10**5000)


@pytest.mark.parametrize("junk", [None, 1.0, True, b"3-4,4-3,4-4,4-5", [1], object()])
def test_what_is_no_move_at_all_is_a_type_error(junk):
    with pytest.raises(TypeError):
        Move(junk)


@pytest.mark.parametrize(
    "text, offset",
    [
        ("", 0),
        ("x", 0),
        ("3-4,", 4),
        (TEXT + "\0", 15),
        (TEXT + "\0junk", 15),
        ("3-4\0", 3),
        ("3-4,\N{SNOWMAN}", 4),
        ("3-4,\N{PILE OF POO}", 4),
        ("3-4,\ud800", 4),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_at_its_offset_in_characters(text, offset):
    with pytest.raises(tetress.TextError) as refused:
        Move(text)
    assert refused.value.offset == offset


@pytest.mark.parametrize(
    "cells, rule, cell",
    [
        ([(0, 0), (0, 1), (0, 2), (0, 11)], "out_of_range", None),
        ([(0, 0), (0, 1), (0, 2), (2**32, 3)], "out_of_range", None),
        ([(0, 0), (0, 1), (0, 2), (-(2**80), 3)], "out_of_range", None),
        ([(0, 0), (0, 1), (0, 2), (0, 1)], "duplicate", (0, 1)),
        ([(0, 0), (0, 1), (0, 2), (5, 5)], "not_tetromino", None),
        ([(0, 0), (0, 1), (0, 2)], "not_tetromino", None),
        ([], "not_tetromino", None),
    ],
)
def test_cells_that_are_no_placement_say_which_rule_they_break(cells, rule, cell):
    with pytest.raises(tetress.IllegalMove) as refused:
        Move.from_cells(cells)
    assert refused.value.rule == rule
    assert refused.value.cell == cell
    assert refused.value.cells == tuple(cells)


@pytest.mark.parametrize(
    "junk", [None, 5, "3-4", [1, 2, 3, 4], [(1, 2, 3)], [(1.0, 2)], [("1", 2)]]
)
def test_what_are_no_cells_at_all_is_a_type_or_value_error(junk):
    with pytest.raises((TypeError, ValueError)):
        Move.from_cells(junk)


def test_numpy_integers_will_do():
    numpy = pytest.importorskip("numpy")
    assert Move(numpy.int64(9)) is Move(9)
    assert Move.from_cells(numpy.array(CELLS)) is Move(TEXT)
    assert numpy.arange(2299)[Move(9)] == 9


@pytest.mark.parametrize(
    "text", ["T 3-4 r", "t 3-4 r", "Tr3-4", "T, 3-4, right", "TRight 3-4", "3-4 4-3 4-4 5-4", "4-3, 3-4 5-4,4-4"]
)
def test_people_write_moves_with_blanks_or_commas_and_either_case(text):
    assert Move(text) is Move("3-4,4-3,4-4,5-4")


def test_a_piece_that_breaks_a_rule_names_its_cells():
    game = Game()
    game.play("T 3-4 r")
    with pytest.raises(IllegalMove) as refused:
        game.play("I 3-4 v")
    assert (refused.value.rule, refused.value.cell) == ("occupied", (3, 4))
    assert refused.value.cells == Move("I 3-4 v").cells
    for text in ("T 11-4 r", "T -1-4 r", "O 4-11"):
        with pytest.raises(IllegalMove) as refused:
            Move(text)
        assert (refused.value.rule, refused.value.cells) == ("out_of_range", ())
    with pytest.raises(TextError, match="u, r, d or l") as misread:
        Move("T 3-4 h")
    assert misread.value.offset == 6
