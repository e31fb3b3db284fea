# SPDX-License-Identifier: MIT
"""Agents that misbehave: each ends with the right outcome and the right one to blame, and leaves nothing behind."""

import dataclasses
import json
import os
import pathlib
import subprocess
import sys

import pytest
from sandbox_support import AGENTS, SHORT, agent, left_behind, needs_sandbox, team
from tetress.referee import cgroup, layer_plan, outcome, pid_namespace, sandbox
from tetress.referee.course_game import play_game
from tetress.referee.entrant import parse_entrant
from tetress.referee.record import GameRecord

pytestmark = needs_sandbox

RED = parse_entrant("tetress:random")
HASTY = dataclasses.replace(SHORT, cpu_s=0.5)
# Of elapsed time: the opponent must answer within it on a busy machine, too.
QUICK_CLOCK = dataclasses.replace(SHORT, call_s=15.0)

# Agent: outcome, words of the evidence, limits.
FAULTS = {
    "broken_syntax": ("load", "SyntaxError", SHORT),
    "closes_all": ("protocol", "closed its connection", SHORT),
    "computes_in_children": ("time", "CPU time", HASTY),
    "ends_its_first_thread": ("memory", "250 MB", SHORT),
    "exits": ("crash", "code 7", SHORT),
    "floods": ("flood", "bytes of output", SHORT),
    "forges_log": ("crash", "game_end", SHORT),
    "forges": ("protocol", "without being asked", SHORT),
    "garbage": ("protocol", "not a PlaceAction", SHORT),
    "halves": ("protocol", "action", SHORT),
    "hogs_at_once": ("memory", "250 MB", SHORT),
    "hogs_by_children": ("memory", "250 MB", SHORT),
    "hogs_memory": ("memory", "250 MB", SHORT),
    "hogs_quietly": ("memory", "250 MB", SHORT),
    "imports_never": ("time", "no answer within 15 s", QUICK_CLOCK),
    "imports_slowly": ("time", "CPU time", HASTY),
    "loops": ("time", "CPU time", HASTY),
    "no_answer": ("protocol", "None", SHORT),
    "no_class": ("load", "AttributeError", SHORT),
    "occupied": ("illegal", "occupied", SHORT),
    "odd_text": ("protocol", "not a PlaceAction", SHORT),
    "passes_descriptors": ("protocol", "passed descriptors", SHORT),
    "sends_out_of_band": ("protocol", "out of band", SHORT),
    "patches": ("illegal", "no tetromino", SHORT),
    "paints": ("crash", "ValueError", SHORT),
    "raises_in_action": ("crash", "ValueError: lost my way", SHORT),
    "raises_in_init": ("load", "ValueError: not today", SHORT),
    "raises_in_update": ("crash", "in update(): IndexError", SHORT),
    "reads_stdin": ("crash", "stdin usage is not allowed", SHORT),
    "segfaults": ("crash", "SIGSEGV", SHORT),
    "sends_pickle": ("protocol", "not an answer", SHORT),
    "sleeps": ("time", "no answer within 15 s", QUICK_CLOCK),
    "sys_exits": ("crash", "code 0", SHORT),
    "talks_much": ("protocol", "more than 65536 bytes", SHORT),
    "thinks_on": ("time", "CPU time", HASTY),
    "trickles": ("time", "CPU time", HASTY),
    "unprintable": ("crash", "Odd", SHORT),
    "uses_real_stdout": ("crash", "stdout usage is not allowed", SHORT),
    "there_is_no_such_agent": ("load", "ModuleNotFoundError", SHORT),
}

# Where an agent is held to one process these cannot begin what they mean to do.
ONE_PROCESS = "one-process" in layer_plan.layers_here()
FORKING = {"computes_in_children": "crash", "hogs_by_children": "crash", "leaves_daemon": "load", "leaves_traces": "load", "starves": "crash"}

# What these do is allowed, or is made harmless: they play on.
HARMLESS = (
    "fills_disk", "hides_cpu", "keeps_files", "leaves_daemon", "leaves_traces", "legal", "opens_socket", "peeks", "prints", "rolls",
    "starves", "uses_threads",
)  # fmt: skip

# They hold memory that is in no process's address space. With bubblewrap and a control group they get it, and it counts.
# Elsewhere it is refused, as a segment at the address -1.
HOLDERS = ("holds_memfd", "holds_shm", "makes_inodes")

# How many processes it takes for which limit to be passed first depends on the machine.
SWARMS = {"fork_bomb": ("memory", "time"), "thread_swarm": ("memory", "crash", "time"), "kills": ("crash",)}


def check_loser(record, colour, kinds):
    assert record.reason in kinds, record.detail
    assert record.blame == colour
    assert record.result == outcome.other(colour)
    fault = record.players[colour].fault
    assert fault["kind"] == record.reason
    assert record.players[outcome.other(colour)].fault is None
    assert GameRecord.from_json(json.loads(record.to_line())) == record


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_fault_has_its_outcome_and_evidence(name):
    kind, words, limits = FAULTS[name]
    if ONE_PROCESS and name in FORKING:
        kind, words = FORKING[name], "PermissionError"
    if name == "passes_descriptors" and sandbox.bwrap_path() is None:
        kind, words = "crash", "PermissionError"  # the filter refuses it
    record = play_game(RED, agent(name), limits)
    check_loser(record, "blue", (kind,))
    assert words in record.detail
    assert "\n" not in record.detail
    assert not left_behind()


# Nothing but a namespace or a control group holds these.
@pytest.mark.skipif(bool({"bwrap", "cgroup-pids"} <= set(layer_plan.missing_layers())), reason="nothing would stop them here")
@pytest.mark.parametrize("name", sorted(SWARMS))
def test_swarms_are_stopped(name):
    record = play_game(RED, agent(name), HASTY)
    check_loser(record, "blue", SWARMS[name])
    assert not left_behind()


# For test_walls.py.
WALLS = {
    "asks_kernel", "calls_as_another_processor", "closes_folders", "forks", "gives_children_away", "hides_memory", "keeps_nameless_files",
    "makes_files", "reaches_out", "sets_alarm_clocks", "stands_in_the_way", "takes_all_threads", "works",
}


@pytest.mark.parametrize("name", HOLDERS)
def test_memory_outside_of_processes_counts(name):
    record = play_game(RED, agent(name), SHORT)
    counted = not {"bwrap", "cgroup-memory"} & set(layer_plan.missing_layers())
    check_loser(record, "blue", ("memory",) if counted else ("memory", "load", "crash"))
    # Names of files are counted by themselves, too.
    assert record.players["blue"].peak_mb > 250 or not counted or name == "makes_inodes"
    assert not left_behind()


def test_every_agent_here_is_tested():
    assert {path.stem for path in AGENTS.glob("*.py")} == set(FAULTS) - {"there_is_no_such_agent"} | {*HARMLESS, *HOLDERS, *SWARMS, *WALLS}


@pytest.mark.parametrize("name", HARMLESS)
def test_harmless_ones_play_to_the_end(name):
    record = play_game(RED, agent(name), SHORT)
    if ONE_PROCESS and name in FORKING:
        check_loser(record, "blue", (FORKING[name],))
        return
    assert record.reason in outcome.BY_RULES, record.detail
    assert record.blame is None
    assert not left_behind()


@pytest.mark.parametrize("name", ["exits", "floods", "loops", "raises_in_init", "segfaults"])
def test_red_is_to_blame_as_blue_is(name):
    record = play_game(agent(name), agent("legal"), HASTY)
    check_loser(record, "red", (FAULTS[name][0],))


def test_evidence_is_kept():
    exits = play_game(RED, agent("exits"), SHORT).players["blue"]
    assert exits.fault["exit_code"] == 7
    assert exits.fault["lines"] == ["about to leave"]
    assert play_game(RED, agent("segfaults"), SHORT).players["blue"].fault["signal"] == "SIGSEGV"
    occupied = play_game(RED, agent("occupied"), SHORT)
    # Its second action is where its first one lies, if nobody else's is.
    assert occupied.players["blue"].fault["rule"] == "occupied"
    assert occupied.players["blue"].fault["cell"][0] == 5
    trace = play_game(RED, agent("raises_in_action"), SHORT).players["blue"].fault["lines"]
    assert trace[-2:] == ["ValueError: lost", "my way"]
    assert not any("worker.py" in line for line in trace)


def test_output_is_kept_up_to_a_cap():
    prints = play_game(RED, agent("prints"), SHORT).players["blue"]
    for words in ("to stdout\n", "written \ufffd\n", "to stderr\n", "to descriptor 1 \ufffd\n"):
        assert words in prints.log
    floods = play_game(RED, agent("floods"), SHORT).players["blue"]
    assert len(floods.log) < SHORT.log_bytes + 100
    assert floods.log_bytes > SHORT.output_bytes
    assert "bytes left out" in floods.log


def test_both_failed_is_nobodys_win():
    record = play_game(agent("raises_in_init"), agent("no_class"), SHORT)
    assert (record.result, record.reason, record.blame) == ("draw", "both_failed", "both")
    assert record.players["red"].fault["kind"] == record.players["blue"].fault["kind"] == "load"


def test_a_sandbox_that_fails_is_nobodys_fault():
    gone = dataclasses.replace(agent("legal"), python="/nowhere/python3")
    record = play_game(gone, agent("raises_in_init"), SHORT)
    assert (record.result, record.reason, record.blame) == ("unfinished", "infrastructure", None)
    assert "/nowhere/python3" in record.detail
    nowhere = dataclasses.replace(agent("legal"), root="/nowhere/at/all")
    assert play_game(RED, nowhere, SHORT).reason == "infrastructure"
    assert not left_behind()


@pytest.mark.skipif(sandbox.bwrap_path() is None, reason="bubblewrap does not work here")
def test_agents_see_only_their_own_files(tmp_path):
    (tmp_path / "secret.txt").write_text("of the class")
    other = team(tmp_path / "other", "legal")
    (tmp_path / "other" / "secret.txt").write_text("of the others")
    mine = team(tmp_path / "mine", "peeks")
    (tmp_path / "mine" / "secret.txt").write_text("of my own")
    record = play_game(other, mine, SHORT)
    log = record.players["blue"].log
    assert "of my own" in log
    assert "of the class" not in log and "of the others" not in log
    assert "wrote" not in log
    assert not list(tmp_path.rglob("left_behind"))


@pytest.mark.skipif(sandbox.bwrap_path() is None, reason="bubblewrap does not work here")
def test_there_is_no_network_and_little_room():
    log = play_game(RED, agent("opens_socket"), SHORT).players["blue"].log
    assert "interfaces ['lo']" in log or "no interfaces" in log
    assert "connected" not in log
    assert log.count("refused") == 2
    log = play_game(RED, agent("fills_disk"), SHORT).players["blue"].log
    assert f"wrote {SHORT.scratch_mb} MiB" in log


@pytest.mark.parametrize("sandboxed", [True, False])
def test_agents_may_write_to_their_files_and_nothing_survives(tmp_path, sandboxed):
    entrant = team(tmp_path / "mine", "keeps_files")
    (tmp_path / "mine" / "large.bin").write_bytes(bytes(2 << 20))
    (tmp_path / "mine" / "link").symlink_to("legal.py")
    (tmp_path / "mine" / "gone").symlink_to("nowhere")
    before = {path: path.lstat().st_mtime_ns for path in (tmp_path / "mine").iterdir()}
    for _ in range(2):
        record = play_game(RED, entrant, SHORT, sandboxed=sandboxed)
        assert record.reason in outcome.BY_RULES, record.detail
        assert "user" in record.players["blue"].log and "True" in record.players["blue"].log
        assert not left_behind()
    assert {path: path.lstat().st_mtime_ns for path in (tmp_path / "mine").iterdir()} == before


READS_ALL = """
import os, legal

class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        for name in ("large.bin", "link", "data/small.txt"):
            path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
            print(name, len(open(path, "rb").read()), os.access(path, os.W_OK))
        os.unlink("data/small.txt")
"""


def test_large_files_are_read_but_not_copied(tmp_path):
    entrant = team(tmp_path / "mine", "legal")
    (tmp_path / "mine" / "reads.py").write_text(READS_ALL)
    (tmp_path / "mine" / "large.bin").write_bytes(bytes(40 << 20))
    (tmp_path / "mine" / "data").mkdir()
    (tmp_path / "mine" / "data" / "small.txt").write_text("small")
    (tmp_path / "mine" / "link").symlink_to("data/small.txt")
    record = play_game(RED, dataclasses.replace(entrant, module="reads"), SHORT)
    assert record.reason in outcome.BY_RULES, record.detail
    lines = record.players["blue"].log.splitlines()
    assert lines[:3] == [f"large.bin {40 << 20} {lines[0].split()[-1]}", "link 5 True", "data/small.txt 5 True"]
    assert (tmp_path / "mine" / "data" / "small.txt").read_text() == "small"


def test_nothing_is_unpickled():
    mark = pathlib.Path("/tmp/tetress_was_here")
    mark.unlink(missing_ok=True)
    play_game(RED, agent("sends_pickle"), SHORT)
    assert not mark.exists()


def test_files_that_others_cannot_read_are_copied(tmp_path):
    entrant = team(tmp_path / "closed", "legal")
    for path in (tmp_path / "closed").iterdir():
        path.chmod(0o600)
    (tmp_path / "closed").chmod(0o700)
    assert play_game(RED, entrant, SHORT).reason in outcome.BY_RULES
    assert not left_behind()


def test_what_killed_referees_left_is_swept_away(tmp_path):
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True, check=True)
    here, dead = pid_namespace.name(), int(gone.stdout)
    # In another namespace, or on another host, that number may be a living referee's.
    kept = {f"thing-{os.getpid()}-{here}-abc", "thing-else", f"thing-{dead}-abc", f"other-{dead}-{here}-abc", f"thing-{dead}-7.{here}-abc"}
    for name in (*kept, f"thing-{dead}-{here}-abc"):
        (tmp_path / name).mkdir()
    cgroup.sweep(tmp_path, "thing", pathlib.Path.rmdir)
    assert {path.name for path in tmp_path.iterdir()} == kept


def test_without_a_sandbox_limits_still_hold():
    for name in ("computes_in_children", "exits", "floods", "hogs_memory", "leaves_daemon", "loops", "sleeps"):
        limits = FAULTS[name][2] if name in FAULTS else SHORT
        record = play_game(RED, agent(name), limits, sandboxed=False)
        if name == "leaves_daemon":
            assert record.reason in outcome.BY_RULES
        else:
            check_loser(record, "blue", (FAULTS[name][0],))
        assert set(record.players["blue"].layers) <= {"rlimits", "cgroup-memory", "cgroup-pids", "cgroup-cpu", "cgroup-freezer"}
        assert not left_behind()
