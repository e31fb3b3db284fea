# SPDX-License-Identifier: MIT
"""The Universal Game Interface, spoken as a match runner speaks it."""
import subprocess

import pytest
from conftest import HANG_S, TOOL


class Engine:
    """A running engine; `ask` sends a line and reads until an answer begins with a word."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [str(TOOL), "ugi", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )
        self.heard = []

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self, word):
        while True:
            line = self.process.stdout.readline()
            assert line, f"the engine ended before it said {word}"
            self.heard.append(line.rstrip("\n"))
            if line.split()[:1] == [word]:
                return line.split()

    def ask(self, line, word):
        self.say(line)
        return self.hear(word)

    def query(self, what):
        return self.ask(f"query {what}", "response")[1]

    def close(self):
        self.say("quit")
        assert self.process.wait(timeout=HANG_S) == 0
        self.process.stdout.close()
        self.process.stdin.close()


@pytest.fixture
def engines():
    started = []

    def start(*arguments):
        started.append(Engine(*arguments))
        started[-1].ask("ugi", "ugiok")
        return started[-1]

    yield start
    for engine in started:
        engine.close()


def test_it_introduces_itself_with_its_options(engines):
    engine = engines("--player", "negamax:evaluator=s1")
    assert any(line.startswith("id name libtetress") for line in engine.heard)
    assert "option name player type string default negamax:evaluator=s1" in engine.heard
    assert "option name hash type spin default 16 min 1 max 65536" in engine.heard
    assert any(line.startswith("option name evaluator type combo default region var region")
               for line in engine.heard)
    assert engine.ask("isready", "readyok") == ["readyok"]


def test_two_engines_play_a_whole_game_under_a_runner(engines):
    """What a runner does that knows nothing of the game but its moves as text."""
    players = [engines("--player", "negamax"), engines("--player", "mcts")]
    moves = []
    for player in players:
        player.say("uginewgame")
        player.ask("isready", "readyok")
    while True:
        position = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        for player in players:
            player.say(position)
        assert players[0].query("p1turn") == ("true" if len(moves) % 2 == 0 else "false")
        if players[0].query("gameover") == "true":
            break
        mover = players[len(moves) % 2]
        moves.append(mover.ask("go nodes 200", "bestmove")[1])
    results = {player.query("result") for player in players}
    assert results in ({"p1win"}, {"p2win"}, {"draw"})
    assert not any("error" in line for player in players for line in player.heard)
    assert 10 < len(moves) <= 150


def test_every_kind_of_go_is_answered(engines):
    engine = engines()
    for go in ("go depth 1", "go nodes 100", "go movetime 5", "go p1time 200 p2time 200",
               "go p1time 200 p2time 200 p1inc 5 p2inc 5", "go p1time -3 p2time 100"):
        assert "," in engine.ask(go, "bestmove")[1], go
    engine.say("setoption name player value mcts")
    assert "," in engine.ask("go playouts 50", "bestmove")[1]


def test_a_move_from_the_table_of_openings_is_told(engines):
    engine = engines()
    for go, book in (("go p1time 200 p2time 200", True), ("go nodes 100", False)):
        engine.heard.clear()
        engine.ask(go, "bestmove")
        assert ("info string book" in engine.heard) == book


def test_what_follows_a_move_at_once_is_obeyed(engines):
    """Runners answer `bestmove` with the next position within microseconds."""
    engine = engines("--player", "random")
    for _ in range(2000):
        engine.ask("go nodes 1", "bestmove")
        engine.say("position startpos")
        assert engine.query("p1turn") == "true"
    assert not any("error" in line for line in engine.heard)


def test_a_search_without_end_is_stopped_and_answers_meanwhile(engines):
    engine = engines()
    engine.say("go infinite")
    assert engine.ask("isready", "readyok")
    engine.say("position startpos")
    engine.hear("info")
    assert "," in engine.ask("stop", "bestmove")[1]
    assert any("send 'stop' first" in line for line in engine.heard) or engine.query("p1turn")


def test_an_infinite_search_of_a_settled_position_waits_for_stop(engines):
    engine = engines()
    stuck = "/".join(["rr.........", "rr.........", "...........", "...........", "...........",
                      ".....bbb...", ".....b.....", "...........", "...........", "...........",
                      "..........."]) + " b 149"
    engine.say(f"position fen {stuck}")
    engine.say("go infinite")
    engine.ask("isready", "readyok")
    assert not any(line.startswith("bestmove") for line in engine.heard)
    assert "," in engine.ask("stop", "bestmove")[1]


def test_positions_with_moves_are_followed(engines):
    engine = engines()
    engine.say("position startpos moves 3-4,4-3,4-4,4-5 8-8,8-9,9-8,9-9")
    assert engine.query("p1turn") == "true"
    engine.say("position startpos moves 3-4,4-3,4-4,4-5")
    assert engine.query("p1turn") == "false"
    over = "/".join(["..........."] * 10 + ["bbb........"]) + " r 20"
    engine.say(f"position fen {over}")
    assert engine.query("gameover") == "true" and engine.query("result") == "p2win"
    assert engine.ask("go nodes 5", "bestmove") == ["bestmove", "none"]


@pytest.mark.parametrize(
    "line",
    ["position", "position fen", "position fen abc r 0", "position startpos moves 1-1", "go depth x",
     "position startpos move 1-1", "go depth", "go fly 3", "setoption", "setoption name hash",
     "setoption name hash value 0", "setoption name ponder value true", "setoption name player value x",
     "query weather", "fly", "go nodes 99999999999999999999", "setoption name player value " + "x" * 500],
)
def test_nonsense_is_answered_with_an_error_and_changes_nothing(engines, line):
    engine = engines()
    engine.say("position startpos moves 3-4,4-3,4-4,4-5")
    engine.say(line)
    assert engine.query("p1turn") == "false"
    assert any(heard.startswith("info string error: ") for heard in engine.heard)
    assert "," in engine.ask("go nodes 50", "bestmove")[1]


@pytest.mark.parametrize(
    "line, way",
    [
        ("setoption name player value deepblue", "see 'tetress players'"),
        ("setoption name player value mcts:colour=1", "see 'tetress players mcts'"),
        ("setoption name ponder value true", "see 'tetress players negamax'"),
    ],
)
def test_an_unknown_name_is_told_where_all_are_listed(engines, line, way):
    engine = engines()
    assert " ".join(engine.ask(line, "info")).endswith(f"; {way}")


def test_a_zero_byte_does_not_hide_the_rest_of_a_line(engines):
    engine = engines()
    assert "error: position:" in " ".join(engine.ask("position startpos\0 moves O 3-4", "info"))
    assert engine.query("p1turn") == "true"
