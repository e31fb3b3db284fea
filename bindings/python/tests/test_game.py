# SPDX-License-Identifier: MIT
import copy
import pickle

import pytest
import tetress
from conftest import FINISHED, POSITION
from tetress import Game, Move


def played(*texts):
    game = Game.from_text(POSITION)
    for text in texts:
        game.play(text)
    return game


def test_a_new_game_is_empty_and_red_moves_first():
    game = Game()
    assert (game.turn, game.ply, game.start_ply) == ("red", 0, 0)
    assert (game.over, game.winner, game.reason) == (False, None, None)
    assert game.board == ["..........."] * 11
    assert game.tokens == {"red": 0, "blue": 0}
    assert game.history == []
    assert len(game.legal_moves()) == 2299


def test_a_position_in_text_comes_back(game):
    assert game.text == POSITION
    assert game.board[3] == "rbbb......."
    assert (game.turn, game.ply, game.start_ply) == ("red", 10, 10)
    assert game.tokens == {"red": 4, "blue": 3}


def test_cells_tell_who_holds_them(game):
    assert game.cell(0, 0) == "red"
    assert game.cell(3, 1) == "blue"
    assert game.cell(10, 10) is None
    assert game.bits("red") == 1 | 1 << 11 | 1 << 22 | 1 << 33
    assert game.bits("blue") == 0b111 << 34


def test_bits_beyond_the_first_word_are_in_place():
    game = Game()
    game.play("10-7,10-8,10-9,10-10")
    assert game.bits("red") == 0b1111 << 117


@pytest.mark.parametrize(
    "row, column", [(-1, 0), (11, 0), (0, 11), (2**32, 0), (None, 0), (1.0, 2)]
)
def test_a_cell_off_the_board_is_refused(game, row, column):
    with pytest.raises(tetress.ArgumentError):
        game.cell(row, column)


@pytest.mark.parametrize("colour", ["green", "RED", "", None, 0, [], "red\0"])
def test_what_is_no_colour_is_refused(game, colour):
    for question in (game.bits, game.mobility):
        with pytest.raises(tetress.ArgumentError):
            question(colour)


def test_moves_are_played_as_object_index_text_and_cells(game):
    cells = [(0, 1), (0, 2), (0, 3), (0, 4)]
    move = Move.from_cells(cells)
    texts = set()
    for play in (
        lambda g: g.play(move),
        lambda g: g.play(move.index),
        lambda g: g.play(move.text),
        lambda g: g.play(move.course_text),
        lambda g: g.play_cells(cells),
        lambda g: g.play_cells(iter([[0, 4], [0, 3], [0, 2], [0, 1]])),
    ):
        other = game.copy()
        assert play(other) is move
        assert other.history == [move]
        texts.add(other.text)
    assert len(texts) == 1
    assert game.text == POSITION


def test_a_row_and_a_column_that_one_piece_fills_are_emptied_at_once():
    rows = ["b.........."] + ["..........."] * 8 + ["rrrr.rrrrrr", "..........."]
    for row in (0, 1, 2, 3, 4, 5, 6, 10):
        rows[row] = rows[row][:4] + "b" + rows[row][5:]
    game = Game.from_text("/".join(rows) + " r 20")
    game.play("7-3,7-4,8-4,9-4")
    assert (
        game.board == ["b.........."] + ["..........."] * 6 + ["...r......."] + ["..........."] * 3
    )


def test_undo_returns_the_move_and_brings_tokens_back(game):
    move = game.play("0-1,0-2,0-3,0-4")
    assert game.undo() is move
    assert game.text == POSITION
    with pytest.raises(tetress.NothingToUndo):
        game.undo()


def test_rewind_goes_back_to_the_start(game):
    for seed in range(5):
        game.play(game.random_move(seed))
    game.rewind()
    assert game.text == POSITION and game.history == []


@pytest.mark.parametrize(
    "cells, rule, cell",
    [
        ([(3, 1), (4, 1), (5, 1), (6, 1)], "occupied", (3, 1)),
        ([(7, 7), (7, 8), (7, 9), (7, 10)], "not_adjacent", None),
        ([(0, 1), (0, 2), (0, 3), (0, -1)], "out_of_range", None),
        ([(0, 1), (0, 2), (0, 3), (0, 3)], "duplicate", (0, 3)),
        ([(0, 1), (0, 2), (0, 3), (9, 9)], "not_tetromino", None),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(game, cells, rule, cell):
    for attempt in (game.play_cells, game.check_cells):
        with pytest.raises(tetress.IllegalMove) as refused:
            attempt(cells)
        assert (refused.value.rule, refused.value.cell) == (rule, cell)
        assert refused.value.cells == tuple(cells)
        assert refused.value.name == "EILLEGAL"
    assert game.text == POSITION and game.history == []


def test_a_refused_text_names_its_cells(game):
    with pytest.raises(tetress.IllegalMove) as refused:
        game.play("PLACE( 3-1 , 4-1,5-1, 6-1)")
    assert refused.value.cells == ((3, 1), (4, 1), (5, 1), (6, 1))
    assert "3-1" in str(refused.value)


def test_check_cells_returns_the_move_and_plays_nothing(game):
    move = game.check_cells([(0, 1), (0, 2), (0, 3), (0, 4)])
    assert move is Move("0-1,0-2,0-3,0-4")
    assert game.text == POSITION


def test_a_finished_game_says_who_won_and_refuses_moves():
    game = Game.from_text(FINISHED)
    assert (game.over, game.winner, game.reason) == (True, "red", "turn_limit")
    assert game.legal_moves() == [] and sum(game.legal_mask()) == 0
    with pytest.raises(tetress.GameOver) as refused:
        game.play("5-5,5-6,5-7,5-8")
    assert refused.value.rule == "game_over"
    with pytest.raises(tetress.GameOver):
        game.random_move(1)


def test_a_drawn_game_has_a_reason_and_no_winner():
    game = Game.from_text(FINISHED.replace("rrr", "r.."))
    assert (game.over, game.winner, game.reason) == (True, None, "turn_limit")


def test_who_cannot_move_loses():
    game = Game.from_text("/".join(["bbb........"] + ["..........."] * 10) + " r 20")
    assert (game.over, game.winner, game.reason) == (True, "blue", "no_moves")


def test_moves_mask_and_is_legal_agree(game):
    moves = game.legal_moves()
    mask = game.legal_mask()
    assert moves == sorted(moves) and game.mobility("red") == len(moves)
    assert [index for index in range(2299) if mask[index]] == moves
    assert [index for index in range(2299) if game.is_legal(index)] == moves
    assert isinstance(mask, memoryview) and len(mask) == mask.nbytes == 2299


def test_the_mask_is_the_callers_own_and_fits_numpy(game):
    mask = game.legal_mask()
    numpy = pytest.importorskip("numpy")
    array = numpy.frombuffer(mask, dtype=numpy.uint8)
    game.close()
    assert array.sum() > 0
    mask[0] = 9
    assert array[0] == 9


def test_random_moves_are_legal_spread_and_repeatable(game):
    moves = [game.random_move(seed) for seed in range(500)]
    assert moves == [game.random_move(seed) for seed in range(500)]
    assert set(moves) <= set(game.legal_moves())
    assert len(set(moves)) > 50


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1", None, True])
def test_a_seed_out_of_range_is_refused(game, seed):
    with pytest.raises(tetress.ArgumentError, match="seed"):
        game.random_move(seed)


def test_playouts_add_up_repeat_and_leave_the_game_alone(game):
    text = game.text
    found = game.playouts(2500, seed=4)
    assert found.red_wins + found.blue_wins + found.draws == 2500
    assert found.red_wins > 500 and found.blue_wins > 500 and found.actions > 2500
    assert found == game.playouts(2500, seed=4) != game.playouts(2500, seed=5)
    assert game.playouts(0, seed=4) == tetress.Playouts(0, 0, 0, 0)
    assert game.text == text


@pytest.mark.parametrize("count, seed", [(-1, 1), (1, -1), (1.5, 1), (1, None), (2**64, 1)])
def test_playouts_that_make_no_sense_are_refused(game, count, seed):
    with pytest.raises(tetress.ArgumentError):
        game.playouts(count, seed)


def test_kernel_names_the_kernel():
    assert tetress.kernel() in ("portable", "avx2", "avx512")


def test_perft_counts_and_leaves_the_game_alone():
    game = Game()
    assert [game.perft(depth) for depth in range(3)] == [1, 2299, 4808298]
    assert tetress.perft(game, 2) == 4808298
    assert game.history == []


def test_perft_in_parts_is_perft_at_once(game, monkeypatch):
    import tetress.game

    in_parts = game.perft(3)
    monkeypatch.setattr(tetress.game, "_PERFT_AT_ONCE", 3)
    assert game.perft(3) == in_parts > 10**6


@pytest.mark.parametrize("depth", [-1, 151, 2**32, 1.0, None])
def test_a_perft_depth_out_of_range_is_refused(game, depth):
    with pytest.raises(tetress.ArgumentError, match="depth"):
        game.perft(depth)


def test_equal_positions_are_equal_however_they_came_about():
    ways = [
        played("0-1,0-2,0-3,0-4", "3-4,3-5,3-6,3-7", "1-1,1-2,1-3,1-4"),
        played("1-1,1-2,1-3,1-4", "3-4,3-5,3-6,3-7", "0-1,0-2,0-3,0-4"),
    ]
    assert ways[0] == ways[1] and ways[0].hash == ways[1].hash
    assert ways[0].history != ways[1].history
    ways[0].undo()
    assert ways[0] != ways[1] and ways[0].hash != ways[1].hash
    assert Game() != "a game" and Game() != None  # noqa: E711 the operator is what is tested


def test_the_same_board_with_another_number_of_actions_is_another_position(game):
    other = Game.from_text(POSITION.replace(" r 10", " r 12"))
    assert game != other and game.hash != other.hash


def test_a_game_is_no_key(game):
    with pytest.raises(TypeError):
        hash(game)


@pytest.mark.parametrize("copied", [Game.copy, copy.copy, copy.deepcopy])
def test_a_copy_has_the_history_and_goes_its_own_way(game, copied):
    game.play(game.random_move(1))
    other = copied(game)
    assert other == game and other.history == game.history and other.start_ply == 10
    other.undo()
    assert len(game.history) == 1
    game.close()
    assert other.text == POSITION


def test_a_pickle_keeps_start_and_history(game):
    for seed in range(4):
        game.play(game.random_move(seed))
    other = pickle.loads(pickle.dumps(game))
    assert other == game and other.history == game.history and other.start_ply == 10
    other.rewind()
    assert other.text == POSITION


def test_a_subclass_survives_a_pickle():
    game = Child()
    game.play(5)
    other = pickle.loads(pickle.dumps(game))
    assert type(other) is Child and other.history == [5]


class Child(Game):
    pass


def test_a_game_shows_itself(game):
    lines = str(game).splitlines()
    assert lines[3] == "rbbb......." and lines[-1] == "red to move, 10 actions played"
    assert POSITION in repr(game)
    game.close()
    assert repr(game) == "<closed Game>"


@pytest.mark.parametrize(
    "text, offset",
    [
        ("", 0),
        (POSITION + " ", len(POSITION)),
        (POSITION + "\0", len(POSITION)),
        (POSITION + "\0 and more", len(POSITION)),
        (POSITION.replace(" r ", " b "), 132),
        ("\N{LATIN SMALL LETTER E WITH ACUTE}" + POSITION[1:], 0),
        (POSITION[:13] + "\ud83d" + POSITION[14:], 13),
    ],
)
def test_a_bad_position_is_refused_at_its_offset(text, offset):
    with pytest.raises(tetress.TextError) as refused:
        Game.from_text(text)
    assert refused.value.offset == offset
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize("junk", [None, 1, b"r", ["r"]])
def test_a_position_that_is_no_text_is_a_type_error(junk):
    with pytest.raises(TypeError):
        Game.from_text(junk)


def test_a_text_error_in_a_move_changes_nothing(game):
    with pytest.raises(tetress.TextError):
        game.play("0-1,0-2,0-3,0-4 and more")
    assert game.text == POSITION


def test_a_position_cannot_be_made_by_hand():
    with pytest.raises(TypeError):
        tetress.Position()
