# SPDX-License-Identifier: MIT
"""Games read back from files: our records and what the course's referee writes."""
import json
import pathlib

import pytest

REFEREE = pathlib.Path(__file__).resolve().parent.parent / "data" / "referee"
EMPTY = "/".join(["..........."] * 11) + " r 0"


def position(tetress, *arguments):
    """The position at which a command starts, from the record of a game that begins there."""
    done = tetress("play", "--red", "random", "--blue", "random", "--json", *arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["start"]


@pytest.fixture
def records(tetress, tmp_path):
    """A file of games that a match wrote, and one more that was played."""
    path = tmp_path / "games.jsonl"
    done = tetress("match", "greedy", "random", "--games", 6, "--quiet", "--out", path)
    assert done.returncode == 0
    done = tetress("play", "--red", "mcts:memory=1", "--blue", "random", "--nodes", 20, "--quiet",
                   "--save", path)
    assert done.returncode == 0
    return path


def test_every_record_that_is_written_is_read_to_the_same_positions(tetress, records):
    lines = records.read_text().splitlines()
    assert len(lines) == 7
    for number, line in enumerate(lines, 1):
        record = json.loads(line)
        for actions in (0, len(record["moves"]) // 2):
            moves = " ".join(record["moves"][:actions])
            found = position(tetress, "--game", records, "--number", number, "--actions", actions)
            assert found == position(tetress, "--position", record["start"], "--moves", moves)
        whole = position(tetress, "--game", records, "--number", number)
        assert whole == position(tetress, "--position", record["start"], "--moves",
                                 " ".join(record["moves"]))


def test_moves_follow_the_game(tetress, records):
    record = json.loads(records.read_text().splitlines()[0])
    game = ("--game", records, "--actions", 3)
    following = record["moves"][3]
    assert position(tetress, *game, "--moves", following) == position(
        tetress, "--game", records, "--actions", 4)
    done = tetress("best", *game, "--moves", record["moves"][0], "--nodes", 10)
    assert done.returncode == 1 and "--moves: move 1" in done.stderr


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["win.txt", "win.log", "failed.txt", "records"])
def test_files_are_read_as_windows_writes_them(tetress, records, tmp_path, name, encoding):
    source = records if name == "records" else REFEREE / name
    path = tmp_path / "as-windows"
    path.write_bytes(source.read_text(encoding="utf-8").replace("\n", "\r\n").encode(encoding))
    assert position(tetress, "--game", path) == position(tetress, "--game", source)
    done = tetress("import", path)
    if name == "records":
        assert "these are game records already" in done.stderr
    else:
        assert done.stdout == tetress("import", source).stdout


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_openings_are_read_as_windows_writes_them(tetress, tmp_path, encoding):
    path = tmp_path / "openings.txt"
    path.write_bytes(f"# one\r\n{EMPTY}\r\n".encode(encoding))
    done = tetress("match", "random", "random", "--games", 2, "--openings", path, "--quiet", "--json")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name, actions", [("win", 42), ("illegal", 5), ("failed", 3), ("no_action", 2)])
def test_both_logs_of_the_referee_lead_to_the_same_position(tetress, name, actions):
    printed = position(tetress, "--game", REFEREE / f"{name}.txt")
    assert printed.endswith(f" {actions}")
    assert printed == position(tetress, "--game", REFEREE / f"{name}.log")
    assert position(tetress, "--game", REFEREE / f"{name}.log", "--actions", 0) == EMPTY


def test_every_command_that_takes_a_position_takes_a_game(tetress):
    game = ("--game", REFEREE / "win.txt", "--actions", 40)
    assert tetress("perft", 1, *game).stdout.startswith("nodes ")
    assert tetress("best", *game, "--nodes", 50).stdout.splitlines()[-1].startswith("bestmove ")
    assert tetress("play", *game, "--blue", "random").returncode == 0
    over = tetress("best", "--game", REFEREE / "win.txt", "--nodes", 50)
    assert over.returncode == 1 and "over" in over.stderr


@pytest.mark.parametrize(
    "text, options, fault",
    [
        ("", [], "the file is empty"),
        ("\n", [], "neither game records nor a log"),
        ("{\n", [], "line 1: not JSON at byte"),
        ("{}\n", [], "line 1: the key 'format' is missing"),
        ("GAME\n\n", ["--number", "2"], "line 2: not JSON"),
        ("GAME\n", ["--number", "2"], "the file has 1 game, not 2"),
        ("GAME\n", ["--actions", "150"], "actions, not 150"),
        ("GAME", [], None),
        ("* referee @ result: draw\n", [], "the log tells the result only"),
        ("* referee : let the game begin!\n* referee : BLUE to play (turn 1) ...\n", [],
         "line 2: turn 1 belongs to red"),
    ],
)
def test_a_wrong_file_is_named_with_line_and_reason(tetress, records, tmp_path, text, options, fault):
    path = tmp_path / "wrong"
    path.write_text(text.replace("GAME", records.read_text().splitlines()[0]))
    done = tetress("perft", 1, "--game", path, *options)
    if fault is None:
        assert done.returncode == 0
        return
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith(f"tetress: --game {path}: ") and fault in done.stderr


def test_a_file_that_is_not_there_is_said_so(tetress, tmp_path):
    done = tetress("best", "--game", tmp_path / "none")
    assert done.returncode == 1 and "cannot be read" in done.stderr


@pytest.mark.parametrize(
    "options, word",
    [
        (["--game", "x", "--position", EMPTY], "--position or --game"),
        (["--number", "1"], "--game"),
        (["--actions", "1"], "--game"),
        (["--game", "x", "--number", "0"], "--number"),
        (["--game", "x", "--actions", "151"], "--actions"),
    ],
)
def test_options_that_make_no_sense_together_are_usage_errors(tetress, options, word):
    done = tetress("perft", 1, *options)
    assert done.returncode == 2 and word in done.stderr
