# SPDX-License-Identifier: MIT
"""The sandbox's layers: no agent gets out of them, honest ones do not notice them, and what nothing keeps is refused. Each in
five ways: with bubblewrap and without, as root and as anybody, and as root in a container."""

import base64
import dataclasses
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import textwrap

import pytest
import tetress
from conftest import ROOT, raises
from sandbox_support import AGENTS, SHORT, agent, left_behind, needs_sandbox, team
from tetress.referee import check, layer_plan, meter, outcome, promises, sandbox, seccomp, worker_walls
from tetress.referee import __main__ as referee
from tetress.referee.course_game import play_game
from tetress.referee.entrant import parse_entrant
from tetress.referee.limits import Limits
from tetress.referee.record import GameRecord
from tetress.tournament import gradescope
from tetress.tournament import __main__ as tournament

pytestmark = needs_sandbox

NOBODY = 65534
RED = "tetress:random"

# Threads reserve much address space; the logs of some agents are long.
ROOMY = dataclasses.replace(SHORT, memory_mb=1000.0, log_bytes=1 << 17)

# Plays a game as somebody, and prints its record. The interpreter is one that anybody can read.
PLAY = """
import json, os, sys
from tetress.referee.course_game import play_game
from tetress.referee.entrant import parse_entrant
from tetress.referee.limits import Limits
told = json.loads(sys.argv[1])
if told["few"]:  # as root in a container
    import ctypes, struct
    from tetress.referee import cgroup
    cgroup.ControlGroup.try_make = classmethod(lambda cls, *arguments: None)
    few = sum(1 << one for one in (0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31))
    libc = ctypes.CDLL(None, use_errno=True)
    for one in range(41):
        assert few >> one & 1 or libc.prctl(24, ctypes.c_ulong(one), 0, 0, 0) == 0
    assert libc.capset(struct.pack("=Ii", 0x20080522, 0), struct.pack("=6I", few, few, 0, 0, 0, 0)) == 0
if told["uid"] is not None:
    os.setgroups([])
    os.setgid(told["uid"])
    os.setuid(told["uid"])
record = play_game(
    parse_entrant(told["red"]), parse_entrant(told["blue"]), Limits.from_json(told["limits"]), accept_weak=tuple(told["accept_weak"]),
)
print(record.to_line())
"""

# With bubblewrap? As root or as nobody? As root in a container, with few privileges and no control group?
MODES = {
    "bwrap root": (True, True), "root": (False, True), "container": (False, True), "bwrap nobody": (True, False), "nobody": (False, False),
}


def interpreter_for_all():
    """An interpreter that any user can start, or None."""
    for path in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        if os.path.exists(path) and sandbox.may_read(os.path.realpath(path), NOBODY):
            return path
    return None


def closed_places(interpreter=sys.executable):
    """What an agent of this checkout has to read and other users cannot, as in a home folder that is closed to them."""
    folders = (sys.prefix, sys.base_prefix) if interpreter == sys.executable else ()
    places = (interpreter, *folders, os.path.dirname(os.path.abspath(tetress.__file__)), tetress.library_path, str(AGENTS))
    return [place for place in places if place is None or not sandbox.may_read(place, NOBODY)]


class Mode:
    """One way to run the sandbox: play() plays a game in it."""

    def __init__(self, name, folder):
        self.name = name
        self.has_bwrap, self.as_root = MODES[name]
        self._folder = folder

    @property
    def own_user(self):
        return self.has_bwrap or self.as_root

    def play(self, blue, red=RED, limits=SHORT, accept_weak=()):
        told = {
            "uid": None if self.as_root or os.geteuid() != 0 else NOBODY, "red": str(red), "blue": str(blue), "limits": limits.to_json(),
            "accept_weak": list(accept_weak), "few": self.name == "container",
        }
        paths = [os.path.dirname(os.path.dirname(os.path.abspath(tetress.__file__)))]
        path = os.environ["PATH"] if self.has_bwrap else str(self._folder / "empty")
        values = {"PATH": path, "PYTHONPATH": os.pathsep.join(paths), "TETRESS_LIBRARY": tetress.library_path, "TMPDIR": str(self._folder / "tmp"), "LANG": "C.UTF-8"}
        python = sys.executable if self.as_root or os.geteuid() != 0 else interpreter_for_all()
        done = subprocess.run([python, "-c", PLAY, json.dumps(told)], cwd="/", env=values, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert not list((self._folder / "tmp").iterdir())
        record = GameRecord.from_json(json.loads(done.stdout.splitlines()[-1]))
        assert not left_behind()
        return record


@pytest.fixture(params=MODES)
def mode(request):
    has_bwrap, as_root = MODES[request.param]
    if has_bwrap and shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    if as_root and os.geteuid() != 0:
        pytest.skip("the tests do not run as root")
    if not as_root:
        closed = closed_places(interpreter_for_all()) if os.geteuid() == 0 else []
        if closed:
            pytest.skip(f"other users cannot read {closed[0]}")
    if not as_root and not has_bwrap and worker_walls.landlock_abi() < 6:
        pytest.skip("this kernel's Landlock cannot replace all other layers")
    with tempfile.TemporaryDirectory(prefix="tetress-walls-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        (folder / "empty").mkdir()
        (folder / "tmp").mkdir()
        (folder / "tmp").chmod(0o1777)
        yield Mode(request.param, folder)


def handed_in(mode, name, *extra, **files):
    """A folder of one agent that everybody can read, with more files of these names and texts."""
    folder = mode._folder / "team"
    team(folder, name, *extra)
    for stem, text in files.items():
        (folder / stem.replace("_json", ".json")).write_text(text)
    for path in (folder, *folder.iterdir()):
        path.chmod(0o755)
    return folder / name


def log_of(record):
    return record.players["blue"].log


# ---- Honest agents -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["legal", "works", "rolls", "keeps_files", "prints", "peeks", "opens_socket"])
def test_honest_agents_notice_nothing(mode, name):
    record = mode.play(AGENTS / name, limits=ROOMY)
    assert record.reason in outcome.BY_RULES, record.detail + log_of(record)
    layers = record.players["blue"].layers
    assert ("bwrap" in layers) == mode.has_bwrap
    assert {"rlimits", "no-new-privs", "seccomp"} <= set(layers)
    assert not promises.unkept(layers)
    if name == "works":
        log = log_of(record)
        assert "NoNewPrivs:\\t1" in log and "Seccomp:\\t2" in log
        # Without bubblewrap root lets an agent read past permissions where it has to: CAP_DAC_READ_SEARCH, or else CAP_DAC_OVERRIDE.
        kept = (1 << 2, 1 << 1) if mode.as_root and not mode.has_bwrap and closed_places() else (0,)
        assert any(f"CapEff:\\t{one:016x}" in log for one in kept)


def test_the_first_agent_plays(mode):
    folder = mode._folder / "team"
    shutil.copytree(ROOT / "examples" / "python" / "first_agent", folder)
    record = mode.play(folder / "agent")
    assert record.reason in outcome.BY_RULES, record.detail


def test_the_same_seed_is_the_same_game_everywhere(mode):
    first, second = mode.play(AGENTS / "rolls"), mode.play(AGENTS / "rolls")
    assert first.moves == second.moves
    assert first.moves == play_game(parse_entrant(RED), agent("rolls"), SHORT).moves


def test_files_that_others_cannot_read_are_still_the_agents(mode):
    package = handed_in(mode, "legal")
    owner = os.geteuid() if mode.as_root or os.geteuid() != 0 else NOBODY
    for path in (package.parent, *package.parent.iterdir()):
        os.chown(path, owner, -1)
        path.chmod(0o700 if path.is_dir() else 0o600)
    record = mode.play(package)
    assert record.reason in outcome.BY_RULES, record.detail


# ---- Hostile agents ----------------------------------------------------------------------------


@pytest.mark.parametrize("name, least", [("asks_kernel", 50), ("calls_as_another_processor", 1)])
def test_the_kernels_doors_are_closed(mode, name, least):
    record = mode.play(AGENTS / name)
    assert record.reason in outcome.BY_RULES, record.detail
    log = log_of(record)
    assert "OPEN" not in log, log
    assert log.count("closed") >= least or "no other calls here" in log


def test_nothing_of_others_can_be_reached(mode):
    """The grader's files and processes, another team's, a socket of the system; also if permissions would allow it."""
    grader = mode._folder / "grader"
    (grader / "other_team").mkdir(parents=True)
    for name in ("results.json", "answers.txt", "other_team/agent.py"):
        (grader / name).write_text("of the grader")
    owner = os.geteuid() if mode.as_root or os.geteuid() != 0 else NOBODY
    for path in (grader, *grader.rglob("*")):
        os.chown(path, owner, owner)
        path.chmod(0o777)
    paths = [str(path) for path in sorted(grader.rglob("*")) if path.is_file()]
    with socket.socket(socket.AF_UNIX) as service:
        service.bind(str(grader / "service"))
        service.listen()
        os.chmod(grader / "service", 0o777)
        targets = {
            "pid": os.getpid(), "read": [*paths, str(grader), str(grader / "other_team"), "/etc/shadow", "/var/log", "/sys/kernel", "/home"],
            "write": [*paths, "/usr/bin/env"], "sockets": [str(grader / "service")], "host": str(mode._folder),
            "system": mode.has_bwrap, "own_user": mode.own_user,
        }
        record = mode.play(handed_in(mode, "reaches_out", targets_json=json.dumps(targets)), limits=ROOMY)
    assert record.reason in outcome.BY_RULES, record.detail
    log = log_of(record)
    assert "OPEN" not in log, log
    assert log.count("closed") >= 60
    assert [pathlib.Path(path).read_text() for path in paths] == ["of the grader"] * 3
    assert sorted(path.name for path in grader.iterdir()) == ["answers.txt", "other_team", "results.json", "service"]
    assert {path.stat().st_mode & 0o7777 for path in grader.iterdir()} == {0o777}


def test_memory_cannot_be_hidden(mode):
    record = mode.play(AGENTS / "hides_memory")
    layers, log = record.players["blue"].layers, log_of(record)
    assert record.reason in outcome.BY_RULES or (record.reason, record.blame) == ("memory", "blue"), record.detail
    if "one-process" in layers:
        assert log.count("refused") == 5 and record.reason != "memory", log
    elif not mode.has_bwrap:
        assert "segments refused" in log and "queue refused" in log


def test_files_without_end_are_a_fault(mode):
    record = mode.play(AGENTS / "makes_files")
    assert (record.reason, record.blame) == ("memory", "blue"), record.detail
    assert "files, the limit is 4096" in record.detail


def test_files_without_a_name_are_found(mode):
    record = mode.play(AGENTS / "keeps_nameless_files")
    if mode.has_bwrap:
        assert record.reason in outcome.BY_RULES and "No space left" in log_of(record), record.detail
    elif mode.name == "container":
        # Root may not see them there.
        assert record.reason in outcome.BY_RULES and "File too large" in log_of(record), record.detail
    else:
        assert (record.reason, record.blame) == ("memory", "blue"), record.detail
        assert "MB in files, the limit is 32 MB" in record.detail


def test_files_in_closed_folders_are_a_fault(mode):
    record = mode.play(AGENTS / "closes_folders")
    if mode.has_bwrap:  # the size of its file system is the limit
        assert (record.reason, record.blame) == ("crash", "blue") and "No space left" in record.detail
    else:
        assert (record.reason, record.blame) == ("memory", "blue"), record.detail


def test_nobody_sets_an_alarm_clock_or_hides_files_in_threads(mode):
    record = mode.play(AGENTS / "sets_alarm_clocks")
    log, layers = log_of(record), record.players["blue"].layers
    assert record.reason in outcome.BY_RULES and "done" in log, record.detail
    assert log.count("refused files") == 2, log
    if "one-process" in layers:
        assert log.count("refused alarm") == 2 and "refused buffers" in log


def test_nobody_gives_children_to_the_referee(mode):
    record = mode.play(AGENTS / "gives_children_away")
    assert record.reason in outcome.BY_RULES, record.detail
    log = log_of(record)
    assert log.count("refused") == 4 and "allowed" not in log, log


@pytest.mark.parametrize("grouped", [True, False])
@pytest.mark.parametrize("sandboxed", [True, False])
def test_the_referee_ends_children_that_it_was_given(monkeypatch, grouped, sandboxed):
    """With a filter that allows it, and without a filter. The referee does not touch children of the program that calls it."""
    without(monkeypatch, "bwrap", *([] if grouped else ["cgroup"]))
    monkeypatch.setattr(seccomp, "_OF_THE_PARENT", seccomp._NAMESPACES[0])
    monkeypatch.setattr(seccomp, "compiled", seccomp.compiled.__wrapped__)
    dead = subprocess.Popen([sys.executable, "-c", "raise SystemExit(7)"], start_new_session=True)
    os.waitid(os.P_PID, dead.pid, os.WEXITED | os.WNOWAIT)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as living:
        before = set(meter.children(os.getpid()))
        accepted = promises.NAMES if sandboxed else ()
        record = play_game(parse_entrant(RED), agent("gives_children_away"), ROOMY, sandboxed=sandboxed, accept_weak=accepted)
        assert log_of(record).count("allowed") >= 2, record.detail + log_of(record)
        assert set(meter.children(os.getpid())) == before
        assert living.poll() is None and dead.wait() == 7
        living.communicate(b"\n")
    assert living.returncode == 0


def test_nobody_makes_others_wait_for_a_file(mode):
    record = mode.play(AGENTS / "stands_in_the_way")
    assert record.reason in outcome.BY_RULES, record.detail
    log = log_of(record)
    assert log.count("refused") == 2 and "allowed" not in log and "done" in log, log


def test_one_process_where_nothing_counts_more(mode):
    record = mode.play(AGENTS / "forks")
    assert record.reason in outcome.BY_RULES, record.detail
    log = log_of(record)
    if "one-process" in record.players["blue"].layers:
        assert log.count("refused 1\n") == 4 and "thread works" in log, log
    else:
        assert log.count("works") == 5, log


@pytest.mark.parametrize("name", ["fork_bomb", "thread_swarm", "kills", "leaves_daemon", "fills_disk", "hogs_memory", "hogs_at_once", "ends_its_first_thread"])
def test_swarms_and_hogs_cost_only_their_own_game(mode, name):
    record = mode.play(AGENTS / name, limits=Limits(cpu_s=2.0, memory_mb=250.0, call_s=30.0, log_bytes=4096))
    assert record.blame in ("blue", None), record.detail
    assert record.reason != "infrastructure", record.detail
    assert name in ("fills_disk", "leaves_daemon") or record.blame == "blue", record.detail


def test_who_takes_all_threads_costs_nobody_else_the_game(mode):
    """The kernel counts those of a user. Where both agents have one user, the referee counts those of each."""
    record = mode.play(AGENTS / "uses_threads", red=AGENTS / "takes_all_threads", limits=ROOMY)
    if mode.own_user:
        assert record.blame in ("red", None) and record.reason != "infrastructure", record.detail
    else:
        assert (record.reason, record.blame) == ("memory", "red"), record.detail
        assert "processes and threads at the same time, the limit is 32" in record.detail


# ---- Files of agents outside ---------------------------------------------------------------------


def test_the_command_line_tells_nothing_of_the_host(tmp_path):
    if sandbox.bwrap_path() is None:
        pytest.skip(sandbox.bwrap_advice())
    team(tmp_path / "mine", "legal")
    walls = sandbox.build(sys.executable, str(tmp_path / "mine"), str(tmp_path), 16, 0, 0, True)
    for descriptor in walls.descriptors:
        os.close(descriptor)
    # The interpreter is seen inside, under its own path.
    words = [word for word in walls.command if word != sys.executable]
    assert not [word for word in words if str(tmp_path) in word or "tetress" in word and not word.startswith("/opt/")]


def test_users_are_within_the_user_namespace(tmp_path, monkeypatch):
    first, count = sandbox._MANY_USERS
    assert first <= sandbox.user(5) < first + count
    monkeypatch.setattr("builtins.open", lambda path, **how: pathlib.Path(tmp_path / "map").open(**how))
    (tmp_path / "map").write_text("         0     100000      65536\n")
    assert {32768 <= sandbox.user(slot) < 65536 for slot in range(64)} == {True}
    (tmp_path / "map").write_text("         0       1000          1\n")
    assert sandbox.user(3) == 0


# ---- Promises ------------------------------------------------------------------------------------


def without(monkeypatch, *layers):
    """A machine without these layers."""
    if "bwrap" in layers:
        monkeypatch.setattr(sandbox, "_try_bwrap", lambda: sandbox._Bwrap(None, advice="bubblewrap is not installed"))
    if "landlock" in layers:
        monkeypatch.setattr(layer_plan, "_landlock", lambda has_permissions: ())
    if "seccomp" in layers:
        monkeypatch.setattr(seccomp, "advice", lambda: "libseccomp.so.2 is not installed")
    if "cgroup" in layers:
        monkeypatch.setattr(layer_plan.cgroup.ControlGroup, "try_make", classmethod(lambda cls, *_: None))


WEAK = [
    (("bwrap", "landlock", "cgroup"), "files"),
    (("seccomp", "cgroup"), "calls,cpu,memory,still"),
    (("bwrap", "landlock", "seccomp", "cgroup"), "files,network,calls,cpu,memory,still"),
]


def test_texts_of_promises():
    assert promises.parse("") == ()
    assert promises.parse("files, network,files") == ("files", "network")
    with pytest.raises(tetress.ArgumentError, match="there is no promise 'file'; the promises are files, network, "):
        promises.parse("file")
    for wrong in ("files", ["file"], [3]):
        with pytest.raises(tetress.ArgumentError, match="promise|collection"):
            play_game(parse_entrant(RED), parse_entrant(RED), SHORT, accept_weak=wrong)
    assert promises.refusal(layer_plan.LAYERS) == []
    lines = promises.refusal((), may_trust=True)
    assert len(lines) == 2 + len(promises.NAMES)
    assert lines[-1] == f"To do without, add --accept-weak={','.join(promises.NAMES)}. For packages that you trust: --no-sandbox."
    assert promises.refusal((), promises.NAMES) == []
    one = promises.PROMISES[2]
    assert not one.is_kept(("landlock-signals",)) and one.is_kept(("landlock-signals", "seccomp"))


@pytest.mark.skipif(os.geteuid() != 0, reason="what is missing depends on the user")
@pytest.mark.parametrize("missing, open_ones", WEAK)
def test_what_nothing_keeps_is_refused(tmp_path, monkeypatch, capsys, missing, open_ones):
    without(monkeypatch, *missing)
    mark = tmp_path / "ran"
    team(tmp_path / "mine", "legal")
    (tmp_path / "mine" / "marks.py").write_text(f"open({str(mark)!r}, 'w')\nfrom legal import Agent\n")
    record = play_game(parse_entrant(RED), parse_entrant(str(tmp_path / "mine" / "marks")), SHORT)
    assert (record.result, record.reason, record.blame) == ("unfinished", "infrastructure", None)
    assert "the sandbox cannot keep all its promises here" in record.detail and "\n" not in record.detail
    package = str(tmp_path / "mine" / "marks")
    calls = {
        "tetress-referee": (referee.main, [package, RED], 2),
        "tetress-check": (check.main, [package], 2),
        "tetress-tournament": (tournament.main, ["run", str(tmp_path / "s.db"), "--player", package, "--player", RED], 2),
        "tetress-autograder": (gradescope.main, [package, "--out", str(tmp_path / "results.json")], 1),
    }
    for name, (main, arguments, code) in calls.items():
        assert main(arguments) == code
        said = capsys.readouterr()
        assert "the sandbox cannot keep all its promises here, so no package is run." in said.err, name
        assert f"add --accept-weak={open_ones}." in said.err, (name, said.err)
        for promise in open_ones.split(","):
            assert f"  {promise}: that " in said.err
        assert ("--no-sandbox" in said.err) == (name in ("tetress-referee", "tetress-check"))
    assert not mark.exists() and not (tmp_path / "s.db").exists()
    results = json.loads((tmp_path / "results.json").read_text())
    assert "score" not in results and results["tests"] == [] and "THE GRADER HAS FAILED" in results["output"]
    assert not left_behind()


@pytest.mark.skipif(os.geteuid() != 0, reason="what is missing depends on the user")
@pytest.mark.parametrize("missing, open_ones", WEAK)
def test_what_is_weak_can_be_accepted(tmp_path, monkeypatch, capsys, missing, open_ones):
    if "landlock" in missing and closed_places():
        # Without Landlock nobody may pass over permissions.
        record = play_refused(monkeypatch, missing, open_ones)
        assert "who cannot read" in record.detail and "chmod o+x" in record.detail
        return
    without(monkeypatch, *missing)
    record_file = tmp_path / "games.jsonl"
    assert referee.main([str(AGENTS / "legal"), RED, "-v", "0", "--accept-weak", open_ones, "--record", str(record_file)]) == 0
    said = capsys.readouterr()
    assert "WARNING: PROMISES OF THE SANDBOX THAT ARE NOT KEPT: " in said.err
    for promise in open_ones.split(","):
        assert f"{promise} (" in said.err
    record = json.loads(record_file.read_text())
    assert record["reason"] in outcome.BY_RULES
    assert [one.name for one in promises.unkept(record["referee"]["players"]["red"]["layers"])] == open_ones.split(",")


def play_refused(monkeypatch, missing, open_ones):
    without(monkeypatch, *missing)
    return play_game(parse_entrant(RED), agent("legal"), SHORT, accept_weak=promises.parse(open_ones))


def test_jobs_carry_what_is_accepted(tmp_path, capsys):
    arguments = ["run", str(tmp_path / "s.db"), "--player", "A=tetress:random", "--player", "B=tetress:greedy", "--quiet"]
    assert tournament.main([*arguments, "--accept-weak", "files,cpu"]) == 0
    from tetress.tournament.store import Store
    from tetress.tournament.tournament import Tournament

    store = Store(tmp_path / "s.db")
    settings = tournament._kept(store)
    weak, strong = (next(iter(Tournament(settings, store, accepted).rounds()))[0] for accepted in (("files", "cpu"), ()))
    assert weak["accept_weak"] == ["files", "cpu"] and strong["accept_weak"] == []
    assert weak["key"] == strong["key"]


def test_a_promise_that_there_is_not_is_an_error(capsys):
    for main, arguments in ((referee.main, ["a", "b"]), (check.main, ["a"]), (gradescope.main, ["a"])):
        with pytest.raises(SystemExit) as ended:
            main([*arguments, "--accept-weak", "file"])
        assert ended.value.code == 2
        assert "there is no promise 'file'; the promises are files," in capsys.readouterr().err


# ---- The filter ----------------------------------------------------------------------------------


POLICIES = [seccomp.Policy(*(bool(number >> bit & 1) for bit in range(3))) for number in range(8)]


@pytest.mark.skipif(bool(seccomp.advice()), reason=seccomp.advice() or "there are filters")
@pytest.mark.parametrize("policy", POLICIES)
def test_filters_are_whole(policy):
    program = seccomp.compiled(policy)
    assert program and len(program) % 8 == 0
    assert len(program) // 8 < 4096  # the kernel's limit
    assert seccomp.compiled(policy) is program


# A process of its own user may name itself by 0 and by its number, and no other.
OWN_AND_OTHERS = """
import ctypes, os, resource, threading

def attempt(call, *arguments):
    try:
        return call(*arguments)
    except OSError as refusal:
        return type(refusal).__name__

def ionice(pid, number):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(ctypes.c_long(number), 1, pid, 2 << 13 | 7) < 0:
        raise OSError(ctypes.get_errno(), "refused")

first, before = min(os.sched_getaffinity(0)), os.sched_getaffinity(0)
number = 30 if os.uname().machine == "aarch64" else 251
for own in (0, os.getpid()):
    print(attempt(os.sched_setaffinity, own, {first}), os.sched_getaffinity(0) == {first}, attempt(os.sched_setaffinity, own, before))
    print(attempt(resource.prlimit, own, resource.RLIMIT_NOFILE, (99, 99)) is not None, os.sched_getaffinity(0) == before)
    print(attempt(os.sched_setscheduler, own, os.SCHED_BATCH, os.sched_param(0)), attempt(os.setpriority, os.PRIO_PROCESS, own, 7),
          attempt(ionice, own, number), os.getpriority(os.PRIO_PROCESS, 0))
other = os.getppid()
theirs = os.sched_getaffinity(other)
print(attempt(os.sched_setaffinity, other, {first}), os.sched_getaffinity(other) == theirs)
print(attempt(resource.prlimit, other, resource.RLIMIT_NOFILE), attempt(os.setpriority, os.PRIO_PROCESS, other, 19),
      attempt(os.sched_setscheduler, other, os.SCHED_BATCH, os.sched_param(0)), attempt(ionice, other, number))
print(attempt(os.setpriority, os.PRIO_PGRP, os.getpid(), 19), attempt(os.setpriority, os.PRIO_USER, os.getuid(), 19))
thread = threading.Thread(target=lambda: print(attempt(os.sched_setaffinity, threading.get_native_id(), {first})))
thread.start()
thread.join()
"""


@pytest.mark.skipif(bool(seccomp.advice()), reason=seccomp.advice() or "there are filters")
def test_an_agent_may_name_itself_by_number_and_nobody_else():
    policy = seccomp.Policy(own_system=False, own_user=False, one_process=True)
    done = run_confined(OWN_AND_OTHERS, seccomp=base64.b64encode(seccomp.compiled(policy)).decode())
    refused = " ".join(["PermissionError"] * 4)
    own = ["None True None", "True True", "None None None 7"]
    assert done.stdout.splitlines() == [*own, *own, "None True", refused, "PermissionError PermissionError", "None"], done.stdout + done.stderr


CHILD = """
import os, resource

if os.fork() == 0:
    for own in (0, os.getpid()):
        try:
            print(resource.prlimit(own, resource.RLIMIT_CORE) != (), flush=True)
        except PermissionError as refusal:
            print(type(refusal).__name__, flush=True)
    os._exit(0)
os.wait()
"""


@pytest.mark.skipif(bool(seccomp.advice()), reason=seccomp.advice() or "there are filters")
def test_a_child_names_itself_by_0_alone():
    policy = seccomp.Policy(own_system=False, own_user=False, one_process=False)
    done = run_confined(CHILD, seccomp=base64.b64encode(seccomp.compiled(policy)).decode())
    assert done.stdout.splitlines() == ["True", "PermissionError"], done.stdout + done.stderr


def test_without_the_library_the_way_out_is_named(monkeypatch):
    monkeypatch.setattr(seccomp.ctypes, "CDLL", raises(OSError("not there")))
    seccomp._library.cache_clear()
    seccomp.advice.cache_clear()
    try:
        assert seccomp.advice() == "libseccomp.so.2 is not installed: `apt install libseccomp2`"
    finally:
        monkeypatch.undo()
        seccomp._library.cache_clear()
        seccomp.advice.cache_clear()


# ---- The worker's own part -------------------------------------------------------------------------


def run_confined(code, **walls):
    """Run code in a process that has confined itself."""
    whole = {"limits": {}, "landlock": None, "seccomp": None, **walls}
    text = f"import sys\nsys.path.insert(0, {str(pathlib.Path(worker_walls.__file__).parent)!r})\nimport worker_walls\nworker_walls.confine({whole!r})\n"
    return subprocess.run([sys.executable, "-c", text + textwrap.dedent(code)], capture_output=True, text=True, check=False)


def test_a_wall_that_cannot_be_built_ends_the_worker():
    done = run_confined("print('went on')", seccomp="AAAA")
    assert done.returncode != 0 and "went on" not in done.stdout and "ConfineError" in done.stderr
    done = run_confined("print('went on')", limits={"NOFILE": 256, "NONSENSE": 3})
    assert done.stdout == "went on\n", done.stderr


@pytest.mark.skipif(worker_walls.landlock_abi() == 0, reason="this kernel has no Landlock")
def test_landlock_allows_what_is_listed_and_no_more(tmp_path):
    for name in ("read", "write", "list"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    places = {
        "listed": [str(tmp_path / "list")], "readable": [str(tmp_path / "read"), "/usr", "/lib", "/lib64", sys.prefix, sys.base_prefix, "/nowhere"],
        "devices": ["/dev/null"], "writable": [str(tmp_path / "write")],
    }
    code = f"""
        import os
        os.chdir({str(tmp_path)!r})
        def may(call):
            try:
                call()
            except PermissionError:
                return 0
            return 1
        for name in ("read", "write", "list"):
            print(name, may(lambda: os.listdir(name)), may(lambda: open(name + "/file").read()), may(lambda: open(name + "/file", "a")),
                  may(lambda: os.mkdir(name + "/new")))
        open("/dev/null", "w").write("x")
        """
    done = run_confined(code, landlock=places)
    assert done.stdout == "read 1 1 0 0\nwrite 1 1 1 1\nlist 1 0 0 0\n", done.stderr


def test_room_for_threads_is_left_to_the_other_side(tmp_path, monkeypatch):
    """Where the kernel counts the threads of both together; before Linux 5.14 it did so for all namespaces."""
    shared = sandbox.Walls((), "", "", "", {}, None, (), sandbox.Places((), (), (), ()), has_system=False)
    own, inside = dataclasses.replace(shared, uid=NOBODY), dataclasses.replace(shared, has_system=True)
    room = {}
    monkeypatch.setattr(layer_plan, "_threads_here", lambda: 0)
    monkeypatch.setattr(layer_plan, "_games_at_a_time", lambda: 3)
    for release in ("5.10.0-28-amd64", "5.14.0", "6.1", "what"):
        monkeypatch.setattr(layer_plan.platform, "release", lambda release=release: release)
        for name, walls in (("shared", shared), ("own", own), ("inside", inside)):
            room[release, name] = layer_plan._limits(SHORT, walls)["NPROC"]
            planned = layer_plan.plan(walls, SHORT, (), promises.NAMES, False)
            assert planned.referee_counts_tasks == (room[release, name] > SHORT.processes)
            assert not layer_plan.plan(walls, SHORT, ("cgroup-pids",), promises.NAMES, False).referee_counts_tasks
    alone = {*((one, "own") for one, _ in room), ("5.14.0", "inside"), ("6.1", "inside")}
    of_both = layer_plan._SPARE_THREADS + 2 * 3 * SHORT.processes
    assert room == {key: SHORT.processes if key in alone else of_both for key in room}


def test_room_for_threads_is_beside_those_that_there_are():
    """As many games as there are processors, and one that ends."""
    assert layer_plan._games_at_a_time() == len(os.sched_getaffinity(0)) + 1
    assert layer_plan._threads_here() >= len(os.listdir("/proc/self/task"))


def test_a_thread_waits_for_room_but_not_beyond_its_own_number():
    folder = pathlib.Path(worker_walls.__file__).parent
    code = f"""
        import sys
        sys.path.insert(0, {str(folder)!r})
        import resource, _thread, threading, worker
        worker._BETWEEN_S = 0.001
        fails = tries = 0
        def hard(start):
            def started(*arguments, **options):
                global tries
                tries += 1
                if tries <= fails:
                    raise RuntimeError("can't start new thread")
                return start(*arguments, **options)
            return started
        for name in ("_start_new_thread", "_start_joinable_thread"):
            if hasattr(threading, name):
                setattr(threading, name, hard(getattr(threading, name)))
        worker._wait_for_room(int(sys.argv[1]))
        resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[2]),) * 2)
        for fails in (3, 10 ** 6):
            tries = 0
            try:
                thread = threading.Thread(target=print, args=("ran",))
                thread.start()
                thread.join()
            except RuntimeError as refusal:
                trace = "".join(worker._failure(refusal, "/", "/")["trace"])
                print("refused", tries, '"<string>"' in trace, ", in start" in trace, "patient" in trace)
        """
    refused = ["refused 1 True True False"] * 2
    # Without descriptors it cannot count its threads.
    for most, descriptors, lines in ((32, 64, ["ran", "refused 101 True True False"]), (1, 64, refused), (32, 0, refused)):
        command = [sys.executable, "-c", textwrap.dedent(code), str(most), str(descriptors)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.stdout.splitlines() == lines, done.stderr


def test_it_has_one_thread_when_it_is_confined():
    code = "import threading, time, worker_walls; threading.Thread(target=time.sleep, args=(1,), daemon=True).start()\nworker_walls._one_thread()"
    done = run_confined(code)
    assert "has several threads" in done.stderr
