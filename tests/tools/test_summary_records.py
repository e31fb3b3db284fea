# SPDX-License-Identifier: MIT
"""The records of a tournament's summary, read by the command line, whatever way a game ended."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bindings" / "python" / "tests"))
from tournament_support import all_outcomes, results_of

from tetress.tournament import summary


def test_records_of_all_outcomes_are_read(tetress, tmp_path):
    results = results_of(all_outcomes())
    summary.write_all(results, tmp_path)
    path = tmp_path / "games.jsonl"
    for number, game in enumerate(results.games, 1):
        moves = game.record["moves"]
        # A game that is over has nothing to search: the position before its last action.
        actions = len(moves) - 1 if game.record["reason"] in ("no_moves", "turn_limit") else len(moves)
        done = tetress("play", "--red", "random", "--blue", "random", "--json", "--game", path, "--number", number, "--actions", actions)
        assert done.returncode == 0, (game.record["reason"], done.stderr)
        start = json.loads(done.stdout)["start"]
        assert start.split(" ")[2] == str(actions)
    assert tetress("play", "--game", path, "--number", len(results.games) + 1).returncode == 1
