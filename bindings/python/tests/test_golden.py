# SPDX-License-Identifier: MIT
"""The golden data, through Python."""

import json

import pytest
import tetress
from conftest import DATA, position_text, read_golden
from tetress import Game, Move


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def replay(record):
    """Play a game of the record. The boards after each action as the hash wants them."""
    game = Game()
    boards = []
    for cells in record["moves"]:
        assert not game.over
        game.play_cells(cells)
        boards.append("".join(game.board) + "\n")
    return game, "".join(boards).encode()


def test_every_game_is_replayed_to_its_end():
    records = read_golden("games.jsonl")
    assert len(records) > 100
    for record in records:
        game, boards = replay(record)
        assert fnv1a(boards) == record["boards_fnv1a64"], record["id"]
        assert game.board == record["final"], record["id"]
        assert (game.ply, game.reason) == (record["plies"], record["reason"]), record["id"]
        assert (game.winner or "draw") == record["result"], record["id"]


def test_every_position_has_its_moves():
    lines = {
        Move(index): b"".join(b"%03d" % (11 * r + c) for r, c in Move(index).cells) + b"\n"
        for index in range(2299)
    }
    other_side = {"red": "blue", "blue": "red"}
    records = read_golden("positions.jsonl")
    assert len(records) > 1000
    for record in records:
        game = Game.from_text(position_text(record))
        moves = game.legal_moves()
        text = b"".join(sorted(lines[move] for move in moves))
        assert fnv1a(text) == record["fnv1a64"], record
        assert len(moves) == game.mobility(record["side"]) == record["moves"], record
        assert game.mobility(other_side[record["side"]]) == record["opp_moves"], record
        assert game.tokens == {"red": record["red"], "blue": record["blue"]}, record
        assert game.over == (record["moves"] == 0), record


def test_every_action_leads_to_its_board():
    records = read_golden("apply.jsonl")
    assert len(records) > 1000
    for record in records:
        game = Game.from_text(position_text(record))
        game.play_cells(record["move"])
        assert game.board == record["after"], record
        game.undo()
        assert game.board == record["board"], record


def rule_of_attempt(game, cells):
    try:
        game.play_cells(cells)
    except tetress.IllegalMove as refused:
        return refused.rule
    return "ok"


def test_every_illegal_attempt_is_refused_for_its_reason():
    records = read_golden("illegal.jsonl")
    assert len(records) > 1000
    for record in records:
        text = position_text(record)
        game = Game.from_text(text)
        assert rule_of_attempt(game, record["cells"]) == record["class"], record
        assert (game.text == text) == (record["class"] != "ok"), record


def perft_depth(counts):
    """Depth 3 where that is quick, else 2."""
    return 3 if len(counts) >= 3 and counts[2] < 20_000_000 else 2


def perft_records():
    return json.loads((DATA / "perft.json").read_text(encoding="ascii"))["positions"]


@pytest.mark.parametrize("record", perft_records(), ids=position_text)
def test_perft_counts_are_exact(record):
    game = Game.from_text(position_text(record))
    counts = record["perft"]
    for depth in range(1, min(perft_depth(counts), len(counts)) + 1):
        assert game.perft(depth) == counts[depth - 1]
