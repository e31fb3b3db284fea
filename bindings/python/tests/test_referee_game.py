# SPDX-License-Identifier: MIT
"""The referee: order of calls, limits as agents are told of them, engines, repetition, the course's command line."""

import dataclasses
import json
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest
import tetress
from conftest import HANG_S, ROOT
from sandbox_support import AGENTS, SHORT, agent, left_behind, needs_sandbox, team
from tetress.agent import _budget_ms
from tetress.budget import clock_of
from tetress.referee import check, outcome, promises, sandbox
from tetress.referee.__main__ import main as referee_main
from tetress.referee.course_game import play_game
from tetress.referee.entrant import Entrant, EntrantError, interpreter, parse_entrant
from tetress.referee.limits import Limits
from tetress.referee.meter import descendants
from tetress.referee.process import CappedLog
from tetress.referee.record import GameRecord

WITNESS = '''
import legal

class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        print("init", color, sorted(referee.items()))

    def action(self, **referee):
        action = super().action(**referee)
        print("action", sorted(referee), referee["time_remaining"], action)
        return action

    def update(self, color, action, **referee):
        print("update", color, action, len(referee))
        super().update(color, action, **referee)
'''


def replay(record):
    game = tetress.Game()
    for move in record.moves:
        game.play(tetress.Move(move))
    return game


def run_referee(*arguments, folder=AGENTS, stderr=subprocess.PIPE, **options):
    command = [sys.executable, "-m", "tetress.referee", *arguments]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(path) for path in sys.path if path)}
    return subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=stderr, text=True, timeout=HANG_S, check=False, env=environment, **options
    )


# ---- Entrants and records ----------------------------------------------------------------------


def test_entrants_are_named_as_in_the_course(tmp_path):
    plain = parse_entrant("agent", base=str(tmp_path))
    assert (plain.root, plain.module, plain.cls) == (str(tmp_path), "agent", "Agent")
    assert parse_entrant("a/b/c.py:Other", base="/x") == Entrant("a/b/c.py:Other", None, "/x", "a.b.c", "Other")
    assert parse_entrant("a.b", base="/x").module == "a.b"
    for path in ("/teams/one/agent", "./one/agent/", "../teams/one/agent"):
        found = parse_entrant(path, base="/teams")
        assert (found.root, found.module) == ("/teams/one", "agent"), path
    inside = parse_entrant(".", base="/teams/one/agent")
    assert (inside.root, inside.module) == ("/teams/one", "agent")
    engine = parse_entrant("tetress:negamax:hash=1")
    assert (engine.engine, engine.root) == ("negamax:hash=1", None)
    for entrant in (plain, engine):
        assert Entrant.from_json(json.loads(json.dumps(entrant.to_json()))) == entrant
    for wrong in ("", ":Agent", "/", "tetress:nobody", "tetress:negamax:hash=x", "tetress:"):
        with pytest.raises(EntrantError):
            parse_entrant(wrong)


def test_interpreters_are_absolute_and_stay_those_of_their_environment(tmp_path, monkeypatch):
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    (tmp_path / "start").mkdir()
    (tmp_path / "link").symlink_to("start")
    python = tmp_path / "venv" / "bin" / "python"
    python.symlink_to(sys.executable)
    monkeypatch.chdir(tmp_path / "start")
    monkeypatch.setenv("PATH", str(python.parent))
    monkeypatch.setenv("HOME", str(tmp_path))
    names = ["../venv/bin/python", f"{tmp_path}/start/../venv/bin/python", "python", str(python), "~/venv/bin/python", f"{tmp_path}/link/../venv/bin/python"]
    for name in names:
        assert interpreter(name) == parse_entrant("agent", python=name).python == str(python), name
    monkeypatch.setattr(sys, "executable", f"{tmp_path}/start/../venv/bin/python")
    assert interpreter() == parse_entrant("agent").python == Entrant("agent").python == str(python)
    with pytest.raises(EntrantError, match="no interpreter 'python2.1'"):
        interpreter("python2.1")


@needs_sandbox
def test_a_relative_interpreter_plays(tmp_path):
    """`../bin/python -m tetress.referee` is called so, and says so of itself."""
    (tmp_path / "start").mkdir()
    folder = os.path.relpath(os.path.dirname(sys.executable), tmp_path / "start")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(path) for path in sys.path if path)}
    command = [f"{folder}/{os.path.basename(sys.executable)}", "-m", "tetress.referee", f"{AGENTS}/exits", "tetress:random", "-v", "0"]
    for more in ([], ["--python", command[0]]):
        done = subprocess.run([*command, *more], cwd=tmp_path / "start", env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "* referee @ result: player 2 [tetress:random]\n"), done.stderr


@needs_sandbox
def test_a_script_that_chooses_the_interpreter_is_one(tmp_path):
    shim = tmp_path / "python"
    shim.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    shim.chmod(0o755)
    entrant = dataclasses.replace(agent("exits"), python=str(shim))
    assert play_game(entrant, parse_entrant("tetress:random"), SHORT).reason == outcome.CRASH


def test_fingerprint_follows_all_that_decides_how_an_entrant_plays(tmp_path):
    one = team(tmp_path / "one", "exits")
    first = one.fingerprint()
    assert first == one.fingerprint()
    seen = {first, dataclasses.replace(one, cls="Other").fingerprint(), dataclasses.replace(one, module="legal").fingerprint()}
    (tmp_path / "one" / "data.bin").write_bytes(b"1")
    seen.add(one.fingerprint())
    (tmp_path / "one" / "data.bin").write_bytes(b"2")
    seen.add(one.fingerprint())
    (tmp_path / "one" / "data.bin").rename(tmp_path / "one" / "other.bin")
    seen.add(one.fingerprint())
    seen |= {parse_entrant(f"tetress:{spec}").fingerprint() for spec in ("greedy", "negamax")}
    assert len(seen) == 8


def test_fingerprint_looks_at_nothing_outside_the_folder(tmp_path, monkeypatch):
    one, outside = team(tmp_path / "one", "exits"), tmp_path / "outside"
    plain = one.fingerprint()
    (tmp_path / "folder").mkdir()
    outside.write_text("1")
    for name, target in (("file", outside), ("folder", tmp_path / "folder"), ("nothing", tmp_path / "nothing")):
        (tmp_path / "one" / name).symlink_to(target)
    linked = one.fingerprint()
    outside.write_text("2")
    (tmp_path / "folder" / "more").write_text("3")
    assert one.fingerprint() == linked != plain
    (tmp_path / "one" / "folder").unlink()
    (tmp_path / "one" / "folder").symlink_to(tmp_path)
    assert one.fingerprint() != linked

    # What cannot be read stops nobody's tournament. Root can read everything, so it is only made to seem so.
    with monkeypatch.context() as patched:
        patched.setattr(os, "access", lambda *_: False)
        assert one.fingerprint() == one.fingerprint() != linked


def test_limits_go_to_text_and_back():
    assert Limits.from_json(json.loads(json.dumps(SHORT.to_json()))) == SHORT
    with pytest.raises(TypeError):
        Limits.from_json({"cpu": 1})


def test_log_keeps_both_ends():
    log = CappedLog(8)
    for data in (b"ab", b"cdefgh", b"ijklmnop"):
        log.add(data)
    assert log.total == 16
    assert log.text() == "abcd\n... 8 bytes left out ...\nmnop"
    whole = CappedLog(100)
    whole.add(b"\xffone\ntwo")
    assert whole.text() == "\ufffdone\ntwo"
    assert whole.last_lines() == ("\ufffdone", "two")
    nothing = CappedLog(0)
    nothing.add(b"abc")
    assert nothing.total == 3


# ---- Games -------------------------------------------------------------------------------------


@needs_sandbox
def test_the_first_agent_of_the_examples_plays_a_whole_game(tmp_path):
    record = tmp_path / "game.jsonl"
    done = run_referee("agent", "tetress:random", "-t", "-s", "--seed", "1", "--record", record,
                       folder=ROOT / "examples" / "python" / "first_agent")
    assert done.returncode == 0, done.stderr
    game = json.loads(record.read_text(encoding="utf-8"))
    assert game["reason"] in (outcome.NO_MOVES, outcome.TURN_LIMIT) and len(game["moves"]) >= 20


def test_engines_play_by_the_rules_and_repeat():
    red, blue = parse_entrant("tetress:random"), parse_entrant("tetress:s4-final")
    record = play_game(red, blue, Limits(), seed=3)
    game = replay(record)
    assert game.over and (record.result, record.reason) == (game.winner, game.reason)
    assert record.detail
    again = play_game(red, blue, Limits(), seed=3)
    assert again.moves == record.moves
    assert play_game(red, blue, Limits(), seed=4).moves != record.moves
    assert GameRecord.from_json(json.loads(record.to_line())) == record


def test_an_engine_keeps_its_clock():
    quick, slow = parse_entrant("tetress:greedy"), parse_entrant("tetress:negamax:hash=1")
    record = play_game(slow, quick, Limits(cpu_s=1.0))
    assert record.reason in outcome.BY_RULES
    assert 0 < record.players["red"].cpu_s <= 1.0
    assert sum(record.nodes[::2]) > 0


def test_an_engine_over_its_clock_loses_by_the_librarys_judgement():
    red, blue = parse_entrant("tetress:greedy"), parse_entrant("tetress:random")
    record = play_game(red, blue, Limits(cpu_s=1e-6))
    assert (record.result, record.reason, record.blame, record.moves) == ("blue", "time", "red", [])
    assert re.fullmatch(r"red used [\d.]+ s of CPU time, the limit is 0.000001 s", record.detail)
    assert record.players["red"].fault == {"kind": "time", "text": record.detail[len("red ") :]}


def test_a_limit_beyond_every_clock_is_one():
    red = blue = parse_entrant("tetress:random")
    assert play_game(red, blue, Limits(cpu_s=1e9)).reason in outcome.BY_RULES
    assert [clock_of(left) for left in (-1, 0.5, 1.5, 2**32 - 1, 2**32, math.inf)] == [1, 1, 1, *[2**32 - 1] * 3]
    assert [_budget_ms(seconds) for seconds in (0, 180, 1e9)] == [1, 179_500, 2**32 - 1]


def test_limits_are_those_of_the_referee_to_the_microsecond_and_the_byte():
    referee = Limits(cpu_s=1.5, call_s=0.25, memory_mb=0.5).new_referee()
    assert referee.left("blue") == (1_500_000, None)
    assert referee.check("red", cpu_us=1_500_000, wall_us=250_000, memory_bytes=1 << 19) is None
    assert referee.check("red", wall_us=250_001).text == "gave no answer within 0.25 s"
    assert referee.check("red", memory_bytes=(1 << 19) + 1).outcome == "memory"
    assert Limits(cpu_s=1e-9).new_referee().left("red") == (1, None)


@needs_sandbox
def test_calls_come_as_in_the_course(tmp_path):
    entrant = team(tmp_path / "red", "legal")
    (tmp_path / "red" / "witness.py").write_text(WITNESS)
    red = dataclasses.replace(entrant, module="witness")
    record = play_game(red, agent("legal"), dataclasses.replace(SHORT, log_bytes=1 << 20))
    assert record.reason in outcome.BY_RULES, record.detail
    lines = record.players["red"].log.splitlines()
    assert lines[0] == "init RED [('space_limit', 250.0), ('space_remaining', 250.0), ('time_remaining', 60.0)]"
    calls = [line.split()[0] for line in lines[1:]]
    # Red is asked first; both are told of every action but the last one.
    expected = []
    for ply in range(len(record.moves)):
        expected += ["action"] * (ply % 2 == 0) + ["update"] * (ply + 1 < len(record.moves))
    assert calls == expected
    remaining = [float(line.split("] ")[1].split(" PLACE")[0]) for line in lines if line.startswith("action")]
    assert remaining == sorted(remaining, reverse=True)
    assert 0 < remaining[-1] < remaining[0] < SHORT.cpu_s
    updates = [line.split(" ", 2)[2].rsplit(" ", 1)[0] for line in lines if line.startswith("update")]
    assert [str(tetress.Move(text)) for text in updates] == record.moves[:-1]
    game = replay(record)
    assert (game.winner, game.reason) == (record.result, record.reason)


@needs_sandbox
def test_without_limits_agents_are_told_so(tmp_path):
    red = team(tmp_path / "red", "legal")
    (tmp_path / "red" / "witness.py").write_text(WITNESS)
    record = play_game(dataclasses.replace(red, module="witness"), agent("exits"), Limits())
    assert "('space_limit', None), ('space_remaining', None), ('time_remaining', None)" in record.players["red"].log


@needs_sandbox
def test_the_same_seed_is_the_same_game():
    records = [play_game(agent("rolls"), agent("rolls"), SHORT, seed=seed) for seed in (5, 5, 6)]
    assert all(record.reason in outcome.BY_RULES for record in records), [record.detail for record in records]
    assert records[0].moves == records[1].moves != records[2].moves
    assert records[0].moves[0] != records[0].moves[1]


@needs_sandbox
@pytest.mark.parametrize("kind", [RuntimeError, OSError, tetress.TetressError])
def test_what_an_observer_raises_ends_the_game(kind):
    class Enough(kind):
        pass

    def observe(event, **what):
        if event == "board":
            raise Enough

    with pytest.raises(Enough):
        play_game(agent("legal"), agent("legal"), SHORT, observer=observe)
    assert not left_behind()


# ---- The command line --------------------------------------------------------------------------


@needs_sandbox
def test_command_prints_what_the_course_prints(tmp_path):
    log, records = tmp_path / "events.log", tmp_path / "games.jsonl"
    done = run_referee("legal", "tetress:random", "-t", "-s", "-v", "1", "-C", "-a", "-l", str(log), "--record", str(records))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "* referee : wrapping player 1 [legal:Agent] as RED..." in lines
    assert "* referee : let the game begin!" in lines
    record = GameRecord.from_json(json.loads(records.read_text()))
    number = 1 if record.result == "red" else 2
    name = ("legal:Agent", "tetress:random")[number - 1]
    assert lines[-2:] == [f"* referee : game over, winner is {record.result.upper()}", f"* referee @ result: player {number} [{name}]"]
    played = [line.split(" plays action ")[1] for line in lines if " plays action " in line]
    assert [str(tetress.Move(text)) for text in played] == record.moves
    events = [line.split("\t") for line in log.read_text().splitlines()]
    assert events[0][1:] == ["referee", "game_begin"]
    assert events[-1][1:] == ["referee", "game_end", f"winner:{record.result.upper()}"]
    assert sum(event[2] == "turn_end" for event in events) == len(record.moves)


@needs_sandbox
@pytest.mark.parametrize(
    "players, winner",
    [
        (("exits", "legal"), "player 2 [legal:Agent]"),
        (("legal", "occupied"), "player 1 [legal:Agent]"),
        (("nowhere.at.all", "legal"), "player 2 [legal:Agent]"),
        (("legal:Missing", "legal"), "player 2 [legal:Agent]"),
        (("nowhere", "no_class"), "draw"),
    ],
)
def test_forfeits_are_results(players, winner):
    done = run_referee(*players, "-v", "0", "-C")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"* referee @ result: {winner}\n"


@needs_sandbox
def test_boards_and_what_calls_use_are_printed_on_demand():
    done = run_referee("legal", "exits", "-v", "3", "-c", "-u")
    assert "\033[31mr\033[0m \033[31mr\033[0m" in done.stdout
    assert "(game total)" in done.stdout and "(peak usage)" in done.stdout
    assert "about to leave" in done.stderr
    assert "about to leave" not in run_referee("legal", "raises_in_action", "-v", "2").stdout


@needs_sandbox
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize(
    "players, words",
    [
        (("odd_text", "legal"), r"Odd\x1b[2J: lost \ud800\x1b[2J"),
        (("legal", "odd_text"), "not a PlaceAction"),
        (("halves", "legal"), r"ValueError: \ud800 lone"),
        (("legal", "halves"), r"\udfff (it is an Action"),
        (("paints", "legal"), r"ValueError: \x1b[2J\x1b[H\x1b]0;owned\x07\x1b]52;c;cm0gLXJmIH4=\x07\x9b8m\x90 \u202egnorw"),
        (("forges_log", "legal"), r"X\nT0000.900\treferee\tgame_end\twinner:RED\r\n\x2a referee : game over, winner is RED\u2028"),
    ],
)
def test_no_text_of_an_agent_is_too_odd_to_be_printed(tmp_path, monkeypatch, encoding, players, words):
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    log, record = tmp_path / "game.log", tmp_path / "record"
    done = run_referee(*players, "-v", "3", "-C", "-u", "-l", str(log), "--record", str(record), encoding="utf-8")
    assert done.returncode == 0 and "Traceback" not in done.stderr
    if encoding == "utf-8":
        assert words in done.stdout
    written = json.loads(record.read_text())
    assert words.replace(r"\x2a", "*") in written["referee"]["detail"]
    for text in (done.stdout, done.stderr, log.read_text(encoding="utf-8"), *all_texts(written)):
        assert all(one.isprintable() or one in "\n\t" for one in text)


def all_texts(value):
    """Each text in a JSON value."""
    if isinstance(value, str):
        return [value]
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in values for text in all_texts(one)]


@needs_sandbox
@pytest.mark.parametrize("name", ["forges_log", "paints"])
def test_no_agent_forges_lines_of_the_referee(tmp_path, name):
    log = tmp_path / "game.log"
    done = run_referee(name, "legal", "-v", "3", "-C", "-u", "-l", str(log), encoding="utf-8", stderr=subprocess.STDOUT)
    results = [line for line in done.stdout.splitlines() if line.startswith("* referee @ ")]
    assert results == ["* referee @ result: player 2 [legal:Agent]"]
    assert done.stdout.count("* referee : game over") == 1
    assert all(line.startswith("* referee ") for line in done.stdout.splitlines() if "* referee " in line)
    events = [line.split("\t") for line in log.read_text(encoding="utf-8").splitlines()]
    assert [event[2] for event in events if event[2] in ("game_end", "player_error")] == ["player_error", "game_end"]
    assert all(len(event) in (3, 4, 5) and re.fullmatch(r"T[0-9]{4}[.][0-9]{3}", event[0]) for event in events)
    assert float(events[-1][0][1:]) < 900 and events[-1][3] == "winner:BLUE"


UNFINISHED = """
import legal

class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        print("init", end="", flush=True)

    def action(self, **referee):
        print("thinking", end="", flush=True)
        return super().action(**referee)

    def update(self, color, action, **referee):
        print("* refe", end="", flush=True)
        super().update(color, action, **referee)
"""


@needs_sandbox
@pytest.mark.parametrize("options", [("-v", "0"), ("-v", "1"), ("-v", "3"), ("-v", "1", "-l", "stdout")], ids=" ".join)
def test_the_referees_lines_begin_on_new_lines(tmp_path, options):
    for name in ("mine", "other"):
        team(tmp_path / name, "legal")
        (tmp_path / name / "agent.py").write_text(UNFINISHED)
    done = run_referee("./mine/agent", "./other/agent", "-C", *options, folder=tmp_path, stderr=subprocess.STDOUT)
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("* referee @ result: player ")] == lines[-1:]
    assert not [line for line in lines if re.search(r".[*] (referee|player[12]|game)", line)]
    # Both of them have written all the time, each on its own lines.
    assert not re.search("thinkinginit|initinit|thinkingthinking", done.stdout)
    assert done.stdout.count("thinking") > 10 and done.stdout.count("* refe\n") > 10


@needs_sandbox
def test_output_that_goes_elsewhere_is_left_whole(tmp_path):
    team(tmp_path / "mine", "legal")
    (tmp_path / "mine" / "agent.py").write_text(UNFINISHED)
    done = run_referee("./mine/agent", "tetress:random", "-v", "1", "-C", folder=tmp_path)
    assert "initthinking* refe" in done.stderr and "thinking" not in done.stdout


def test_a_name_that_no_terminal_takes_is_printed_as_an_escape(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    folder = os.path.join(os.fsencode(tmp_path), b"\xff")
    os.mkdir(folder)
    for words in ((), ("-l", "stdout"), ("-l", str(tmp_path / "game.log"))):
        done = run_referee(os.fsdecode(folder) + "/agent:Agent\udcff", "tetress:random", "-u", "--no-sandbox", *words, encoding="utf-8")
        assert done.returncode == 0 and "Traceback" not in done.stderr
        assert "Agent\\udcff" in done.stdout


@needs_sandbox
def test_one_level_too_high_is_answered_with_the_package(tmp_path):
    folder = tmp_path / "mine" / "agent"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text((AGENTS / "legal.py").read_text())
    for spec in ("mine", "./mine", "agent"):
        done = run_referee(spec, "tetress:random", "-v", "0", "-C", folder=tmp_path)
        assert done.returncode == 0 and done.stdout.startswith("* referee @ result: player 2"), done.stdout
        assert done.stderr.endswith(f": '{spec}': Did you mean ./mine/agent?\n"), done.stderr
    for other in ("nowhere", "mine/agent"):
        assert "Did you mean" not in run_referee("tetress:random", other, "-v", "0", folder=tmp_path).stderr
    both = run_referee("mine", "./mine", "-v", "0", folder=tmp_path).stderr.splitlines()[-2:]
    assert [line.partition(": ")[2] for line in both] == [f"'{spec}': Did you mean ./mine/agent?" for spec in ("mine", "./mine")]


@needs_sandbox
@pytest.mark.parametrize("order", [1, -1])
def test_who_is_not_to_blame_is_not_asked_what_was_meant(tmp_path, order):
    (tmp_path / "team" / "agent").mkdir(parents=True)
    for path in ("team.py", "team/agent/__init__.py"):
        shutil.copy(AGENTS / "legal.py", tmp_path / path)
    shutil.copy(AGENTS / "broken_syntax.py", tmp_path)
    done = run_referee(*["team", "broken_syntax"][::order], "-v", "0", "-C", folder=tmp_path)
    assert "[team:Agent]" in done.stdout and "Did you mean" not in done.stderr, done.stdout + done.stderr


def test_wrong_arguments_are_refused():
    for arguments in (
        (), ("legal",), ("legal", "tetress:nobody"), ("legal", "legal", "-v", "4"), ("legal", "legal", "-t", "-1"),
        ("legal", "legal", "-t", "x"), ("legal", "legal", "--processes", "0"), ("legal", "legal", "-c", "-C"),
    ):
        done = run_referee(*arguments)
        assert done.returncode == 2, arguments
        assert "error:" in done.stderr


def test_a_failure_of_ours_is_an_error():
    done = run_referee("legal", "legal", "-v", "0", "--python", "/nowhere/python3")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1].endswith("result: <error>")
    done = run_referee("tetress:random", "tetress:random", "--record", "/nowhere/games.jsonl")
    assert done.returncode == 1
    assert "/nowhere/games.jsonl" in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("option, what", [("--record", "record"), ("-l", "log")])
def test_what_cannot_be_written_is_told_and_the_game_is_played(tmp_path, option, what):
    other = {"--record": "-l", "-l": "--record"}[option]
    done = run_referee("tetress:random", "tetress:random", "-v", "0", "-C", option, "/dev/full", other, str(tmp_path / "other"))
    assert done.returncode == 1
    assert re.fullmatch(r"\* referee @ result: .*\n", done.stdout)
    assert re.fullmatch(f".*: the {what} /dev/full cannot be written: No space left on device\n", done.stderr)
    assert re.search('"result":|game_end', (tmp_path / "other").read_text())


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_result_that_cannot_be_printed_is_in_the_record(tmp_path, monkeypatch):
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert referee_main(["tetress:random", "tetress:random", "-v", "0", "--record", str(tmp_path / "record")]) == 1
    record = json.loads((tmp_path / "record").read_text())
    assert record["result"] in ("red", "blue", "draw") and record["moves"]


@needs_sandbox
@pytest.mark.parametrize("number, code", [(signal.SIGINT, -signal.SIGKILL), (signal.SIGTERM, 128 + signal.SIGTERM)])
def test_an_interrupted_game_leaves_nothing(number, code):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(path) for path in sys.path if path)}
    with subprocess.Popen(
        [sys.executable, "-m", "tetress.referee", "sleeps", "legal", "-v", "1", "-C"],
        cwd=AGENTS, stdout=subprocess.PIPE, text=True, env=environment,
    ) as running:
        lines, started = [], []
        for line in running.stdout:
            lines.append(line)
            if "RED to play" in line:
                started = descendants(running.pid)
                running.send_signal(number)
        assert running.wait() == code
    assert (lines[-1] == "* referee @ result: <interrupt>\n") == (number == signal.SIGINT)
    mark = f"tetress-{running.pid}-"
    deadline = time.monotonic() + HANG_S
    assert len(started) >= 2
    while (here := [pid for pid in started if pathlib.Path(f"/proc/{pid}").exists()]) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not here
    assert not [path for path in pathlib.Path("/sys/fs/cgroup").glob("*/*") if path.name.startswith(mark)]


# ---- tetress-check -----------------------------------------------------------------------------


@needs_sandbox
def test_check_finds_a_good_agent_ready(capsys):
    assert check.main([str(AGENTS / "legal"), "--games", "1", "-t", "60"]) == 0
    text = capsys.readouterr().out
    assert "against random" in text and "against s4-final" in text
    assert "VERDICT: READY. It played 2 games to the end" in text


@needs_sandbox
def test_check_says_what_is_wrong(capsys):
    assert check.main([str(AGENTS / "raises_in_action"), "--games", "1", "--opponents", "random"]) == 1
    text = capsys.readouterr().out
    assert "PROBLEM (crash): exception in action(): ValueError: lost my way" in text
    assert "VERDICT: NOT READY. It failed in 1 of 1 games." in text
    assert check.main([str(AGENTS / "occupied"), "--games", "2", "--opponents", "random"]) == 1
    assert "failed in 2 of 2 games." in capsys.readouterr().out
    assert check.main([str(AGENTS / "hogs_quietly"), "--games", "2", "--opponents", "random"]) == 1
    text = capsys.readouterr().out
    assert "PROBLEM (memory)" in text and "failed in 2 of 2" in text


@needs_sandbox
@pytest.mark.parametrize("name, options, kind", [("raises_in_init", (), "load"), ("exits", (), "crash"), ("sleeps", ("--call-time", "1"), "time")])
def test_check_stops_at_what_every_game_would_show(capsys, name, options, kind):
    assert check.main([str(AGENTS / name), *options]) == 1
    text = capsys.readouterr().out
    assert text.count("FAILED") == 1 and f"PROBLEM ({kind})" in text
    assert "It failed in 1 of 1 games; the other 3 were not played." in text


def test_check_says_its_own_defaults(capsys):
    with pytest.raises(SystemExit):
        check.main(["--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "(growth of peak virtual memory); 0: no limit (without a value: 250; default: 250)" in text
    assert "CPU time in a game, in seconds; 0: no limit (without a value: 180; default: 180)" in text
    with pytest.raises(SystemExit):
        referee_main(["--help"])
    assert " ".join(capsys.readouterr().out.split()).count("default: none)") == 2


@pytest.mark.parametrize(
    "found, words",
    [
        (None, "bubblewrap is not installed. Debian and Ubuntu: `apt install bubblewrap`"),
        ("/bin/false", "bubblewrap does not work here (it ended with code 1)"),
        ("bin/bwrap", "bubblewrap is not installed"),
    ],
)
def test_check_says_how_to_get_the_sandbox(monkeypatch, capsys, found, words):
    sandbox._try_bwrap.cache_clear()
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: found)
    try:
        lines = check._about_sandbox(True, promises.NAMES)
        off = next(line for line in lines if "OFF HERE" in line)
        assert "bwrap" in off and words in off
        assert len(check._about_sandbox(False, ())) == 1
    finally:
        sandbox._try_bwrap.cache_clear()


LOADS = {
    "no_such": ({}, "there is no package 'no_such'; what is there: agent, legal"),
    "folder/no_such": ({}, "there is no package 'folder'; what is there: agent, legal"),
    "agent": ({"__init__.py": "from program import Agent", "program.py": "import legal"}, "No module named 'program': it lies inside the package agent, so the import needs a dot before it: `from .program import ...`"),
    "agent.program": ({"__init__.py": "", "program.py": "import board", "board.py": ""}, "No module named 'board': it lies inside the package agent"),
    "agent:Player": ({"__init__.py": "class Mine: pass\nclass Other: pass"}, "the package 'agent' has no class 'Player'; classes that are there: Mine, Other. Name one as agent:Mine"),
    "agent:Agent": ({"__init__.py": "", "program.py": "class Agent:\n    pass"}, "classes that are there: none. program.py has one: write `from .program import Agent` in __init__.py"),
    "agent:Nobody": ({"__init__.py": "from referee.game import Board"}, "classes that are there: none"),
}  # fmt: skip


@needs_sandbox
def test_who_is_inside_the_package_is_told_to_go_one_folder_up(tmp_path):
    team(tmp_path / "agent", "legal")
    (tmp_path / "agent" / "__init__.py").write_text("")
    record = play_game(parse_entrant("agent", base=str(tmp_path / "agent")), parse_entrant("tetress:random"), SHORT)
    assert record.reason == outcome.LOAD and "go to the folder above it" in record.detail


@needs_sandbox
@pytest.mark.parametrize("spec", LOADS)
def test_what_cannot_be_loaded_is_told_in_a_sentence(tmp_path, spec):
    files, words = LOADS[spec]
    team(tmp_path / "team", "legal")
    (tmp_path / "team" / "agent").mkdir()
    for name, text in files.items():
        (tmp_path / "team" / "agent" / name).write_text(text + "\n")
    record = play_game(parse_entrant(spec, base=str(tmp_path / "team")), parse_entrant("tetress:random"), SHORT)
    assert (record.reason, record.blame) == (outcome.LOAD, "red")
    assert words in record.detail
    lines = record.players["red"].fault["lines"]
    assert words in lines[-1]
    assert not [line for line in lines if "importlib" in line or "worker.py" in line]
    assert ("from program import" in "".join(lines)) == (spec == "agent")


def test_a_missing_folder_is_told_of_in_a_sentence(tmp_path, capsys):
    assert check.main([str(tmp_path / "nowhere" / "agent")]) == 1
    text = capsys.readouterr().out
    assert text == f"NO VERDICT: there is no folder {tmp_path}/nowhere: check the path.\n"
    with pytest.raises(SystemExit) as failure:
        referee_main([str(tmp_path / "nowhere" / "agent"), "tetress:random"])
    assert failure.value.code == 2 and f"there is no folder {tmp_path}/nowhere" in capsys.readouterr().err


@needs_sandbox
def test_check_warns_of_what_is_close_to_a_limit(tmp_path, capsys):
    entrant = team(tmp_path / "near", "legal")
    (tmp_path / "near" / "near.py").write_text(
        "import legal\n\nclass Agent(legal.Agent):\n    def __init__(self, color, **referee):\n"
        "        super().__init__(color, **referee)\n        self.kept = bytearray(200 << 20)\n"
    )
    assert check.main([os.path.join(entrant.root, "near"), "--games", "1", "--opponents", "random"]) == 0
    assert "of 250 MB: a longer game may be too much" in capsys.readouterr().out


def test_check_refuses_wrong_arguments():
    for arguments in ([], ["x", "--opponents", "nobody"], ["x", "--games", "0"], ["x", "--opponents", ""]):
        with pytest.raises(SystemExit) as failure:
            check.main(arguments)
        assert failure.value.code == 2
