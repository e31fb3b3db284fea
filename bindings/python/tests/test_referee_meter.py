# SPDX-License-Identifier: MIT
"""What the referee measures is what an agent has used, however it hides it, and while it is not asked it stands still."""

import dataclasses
import errno
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

import pytest
from conftest import HANG_S, raises
from sandbox_support import RED, SHORT, agent, left_behind, needs_sandbox, team
from tetress.referee import cgroup, layer_plan, meter, outcome, pid_namespace
from tetress.referee.course_game import play_game
from tetress.referee.meter import descendants, process_cpu_s
from tetress.referee.outcome import Infrastructure
from tetress.referee.process import AgentProcess, Stopped

pytestmark = needs_sandbox

PART = 0.2

# How the time is used, and whether a walk through the processes finds it where no control group counts.
WAYS = {
    "none": True,
    "child_that_is_waited_for": True,
    "children_nobody_waits_for": False,
    "collection": True,
    "double_fork": True,
    "grandchildren": True,
    "many_that_are_short": True,
    "many_that_nobody_sees": False,
    "own_session": True,
    "pondering_thread": True,
    "reparented": True,
    "shells": True,
    "shells_of_vfork": True,
    "short_bits": True,
    "threads": True,
    "time_of_the_other": True,
}

# These start no process.
ALONE = ("collection", "none", "pondering_thread", "threads")

# Control groups of one version; without any, one process, or a walk where staff accept that.
COUNTED_BY = ("version 2", "version 1", "one process", "a walk")
ACCEPTED = {"a walk": ("cpu", "memory", "processes", "still")}


@pytest.fixture
def counted_by(request, monkeypatch):
    if request.param in ("one process", "a walk"):
        monkeypatch.setattr(cgroup.ControlGroup, "try_make", lambda *_: None)
        return request.param
    if request.param == "version 1":
        monkeypatch.setattr(cgroup, "_v2_mount", lambda: None)
    group = cgroup.ControlGroup.try_make(None, 10)
    layers = group.layers if group is not None else ()
    if group is not None:
        is_v2 = "cpu" in group._folders and not (group._folders["cpu"] / "cpuacct.usage").exists()
        group.remove()
    if "cgroup-cpu" not in layers or is_v2 != (request.param == "version 2"):
        pytest.skip(f"no control group of {request.param} here")
    return request.param


def playing(entrant, **options):
    """An agent that has been constructed. A call of it that hangs is stopped."""
    process = AgentProcess(entrant, "red", SHORT, may_go_on=lambda spent: spent.wall_us <= SHORT.call_s * 1e6, **options)
    process.start()
    process.wait_ready()
    process.call("init")
    return process


# Of both sides in turn.
MOVES = [[[row, column] for column in range(4)] for row in (0, 5, 1, 6)]


@pytest.mark.parametrize("counted_by", COUNTED_BY, indirect=True)
@pytest.mark.parametrize("way", sorted(WAYS))
def test_cpu_time_is_counted_however_it_is_hidden(tmp_path, way, counted_by):
    if (counted_by == "a walk" and not WAYS[way]) or (counted_by == "one process" and way not in ALONE):
        pytest.skip("it is not found, or cannot be done")
    entrant = team(tmp_path / "team", "hides_cpu")
    (tmp_path / "team" / "way.py").write_text(f"WAY, PART = {way!r}, {PART}\n")
    process, charged = playing(entrant, accept_weak=ACCEPTED.get(counted_by, ())), []
    try:
        for move in MOVES[: 4 if way == "time_of_the_other" else 3]:
            process.call("action")
            charged.append(process.cpu_s)
            process.call("update", colour="red", action=move)
            time.sleep(0.05)
        figures = re.findall(r"left (\S+) used (\S+)", process.log.text())
    finally:
        process.close()
    used = float(figures[-1][1])
    assert used > 2.0 * PART
    assert abs(process.cpu_s - used) <= max(0.1, 0.01 * used), (process.cpu_s, used)
    # The agent is told the same: what had been charged before that call.
    assert [float(left) for left, _ in figures] == pytest.approx([SHORT.cpu_s - one for one in charged])
    assert not left_behind()


# ---- It stands still ------------------------------------------------------------------------------

SPINS = """
import os, threading, legal

class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        threading.Thread(target=self.spin, daemon=True).start()
        for _ in range(5):
            os.posix_spawn("/bin/sh", ["sh", "-c", "while :; do :; done"], {}, setsid=True)

    def spin(self):
        while True:
            pass
"""


def written(folder, text):
    """The entrant of a team whose agent has this text."""
    entrant = team(folder, "legal")
    (folder / "written.py").write_text(text)
    return dataclasses.replace(entrant, module="written")


def clocks(process):
    """CPU time of each of its processes, by the processes' own clocks."""
    return {pid: process_cpu_s(pid) for pid in (process._main, *descendants(process._main))}


@pytest.mark.parametrize("counted_by", COUNTED_BY, indirect=True)
def test_who_is_not_asked_stands_still(tmp_path, counted_by):
    text = SPINS.replace("range(5)", "range(0)") if counted_by == "one process" else SPINS
    process = playing(written(tmp_path / "team", text), accept_weak=ACCEPTED.get(counted_by, ()))
    try:
        for move in MOVES:
            process.call("update", colour="red", action=move)
            deadline = time.monotonic() + HANG_S
            # What has been in the kernel when it was stopped gets to the end of that.
            while (before := clocks(process)) and (time.sleep(0.05) or clocks(process)) != before:
                assert time.monotonic() < deadline
            assert len(before) == (1 if counted_by == "one process" else 6)
            charged = process.cpu_s
            time.sleep(0.2)
            assert clocks(process) == before
            process._meter.sample()
            assert process.cpu_s == pytest.approx(charged, abs=0.05)
    finally:
        process.close()
    assert not left_behind()


@pytest.mark.skipif("one-process" in layer_plan.layers_here(), reason="an agent cannot start processes here")
def test_the_other_side_plays_the_same_game_under_attack():
    """With 28 processes of the other side that do nothing but take time."""
    records = [play_game(agent("legal"), agent(name), SHORT) for name in ("legal", "starves")]
    honest, attacked = records
    assert attacked.reason in outcome.BY_RULES
    assert (attacked.moves, attacked.result, attacked.reason) == (honest.moves, honest.result, honest.reason)


KILLED = """
import os, sys, time
from sandbox_support import SHORT, agent
from tetress.referee import cgroup
from tetress.referee.process import AgentProcess
if sys.argv[1] == "version 1":
    cgroup._v2_mount = lambda: None
elif sys.argv[1] != "version 2":
    cgroup.ControlGroup.try_make = lambda *_: None
process = AgentProcess(agent("legal"), "red", SHORT, may_go_on=lambda spent: True, sandboxed=sys.argv[2] == "True", accept_weak=tuple(sys.argv[3:]))
process.start()
process.wait_ready()
process.call("init")
print(process._main, flush=True)
time.sleep(1e6)
"""


@pytest.mark.parametrize("sandboxed", [True, False])
@pytest.mark.parametrize("counted_by", COUNTED_BY, indirect=True)
def test_a_killed_referee_leaves_nobody_standing(tmp_path, counted_by, sandboxed):
    paths = os.pathsep.join(os.path.abspath(path) for path in [os.path.dirname(__file__), *sys.path] if path)
    command = [sys.executable, "-c", KILLED, counted_by, str(sandboxed), *ACCEPTED.get(counted_by, ())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths}) as running:
        main = int(running.stdout.readline())
        running.kill()
    if counted_by == "version 1":
        # What stands still there cannot be killed; the next referee does it.
        cgroup._sweep_groups.cache_clear()
        cgroup._sweep_groups()
    deadline = time.monotonic() + HANG_S
    while os.path.exists(f"/proc/{main}") and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not os.path.exists(f"/proc/{main}")
    cgroup._sweep_groups.cache_clear()
    cgroup._sweep_groups()
    assert not [path for path in pathlib.Path("/sys/fs/cgroup").rglob(f"tetress-{running.pid}-*")]


# ---- Elapsed time ---------------------------------------------------------------------------------

BUSY = """
import time, legal

class Agent(legal.Agent):
    def update(self, color, action, **referee):
        end = time.process_time() + 0.5
        while time.process_time() < end:
            pass
"""

CROWDS = """
import os, legal

class Agent(legal.Agent):
    def update(self, color, action, **referee):
        for _ in range(4 * len(os.sched_getaffinity(0))):
            os.posix_spawn("/bin/sh", ["sh", "-c", "while :; do :; done"], {})
        os.nice(10)
        while True:
            pass
"""

needs_waiting_times = pytest.mark.skipif(not os.path.exists("/proc/self/schedstat"), reason="this kernel does not count how long a process waits")


@needs_waiting_times
def test_a_call_that_waits_for_a_processor_gets_that_time_back(tmp_path):
    """0.5 s of work in a call of at most 1.5 s, while others take most of the machine."""
    spin = ["/bin/sh", "-c", "while :; do :; done"]
    spinners = [subprocess.Popen(spin, start_new_session=True) for _ in range(4 * len(os.sched_getaffinity(0)))]
    limits = dataclasses.replace(SHORT, call_s=1.5)
    process = AgentProcess(written(tmp_path / "team", BUSY), "red", limits, may_go_on=lambda spent: spent.wall_us <= 1_500_000)
    try:
        process.start()
        process.wait_ready()
        process.call("init")
        process.charge()
        process.call("update", colour="red", action=MOVES[0])
        assert process.spent.cpu_us >= 500_000
        assert process.spent.wall_us <= 1_500_000
        # The record keeps what has passed on the clock.
        assert process.wall_s >= process.spent.wall_us / 1e6
    finally:
        process.close()
        for spinner in spinners:
            spinner.kill()
            spinner.wait()


def with_a_second(entrant):
    """An agent that is ready. A call of it is stopped after a second of its own elapsed time."""
    limits = dataclasses.replace(SHORT, call_s=1.0, cpu_s=None)
    process = AgentProcess(entrant, "red", limits, may_go_on=lambda spent: spent.wall_us <= 1_000_000)
    process.start()
    process.wait_ready()
    return process


@needs_waiting_times
@pytest.mark.skipif("one-process" in layer_plan.layers_here(), reason="an agent cannot start processes here")
def test_who_takes_all_processors_himself_gets_no_time_back(tmp_path):
    process = with_a_second(written(tmp_path / "team", CROWDS))
    try:
        process.call("init")
        with pytest.raises(Stopped):
            process.call("update", colour="red", action=MOVES[0])
        assert process.wall_s < 1.0 * 10 + HANG_S
    finally:
        process.close()


PINS = """
import os, time, legal

class Agent(legal.Agent):
    def update(self, color, action, **referee):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        for _ in range(8):
            os.posix_spawn("/bin/sh", ["sh", "-c", "while :; do :; done"], {})
        while True:
            pass
"""


@needs_waiting_times
@pytest.mark.skipif("one-process" in layer_plan.layers_here(), reason="an agent cannot start processes here")
@pytest.mark.skipif(sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2, reason="there is one processor")
def test_who_waits_on_a_processor_of_its_own_choice_gets_no_time_back(tmp_path):
    """Nine that compute on one processor use as much of it as passes, and as an agent may use no other, that is its elapsed
    time at least."""
    process = with_a_second(written(tmp_path / "team", PINS))
    try:
        process.call("init")
        process.charge()
        with pytest.raises(Stopped):
            process.call("update", colour="red", action=MOVES[0])
        # It computed for a moment before it chose the processor, and some may have run after the last look at the clock.
        assert process.spent.wall_us >= 0.75 * process.spent.cpu_us
    finally:
        process.close()


def test_who_is_gone_has_the_processors_of_all(monkeypatch):
    gone = meter.Meter(2**22 - 3, os.getpid())
    assert gone.processors() == len(os.sched_getaffinity(0))
    monkeypatch.setattr(meter.os, "sched_getaffinity", raises(OSError(errno.EMFILE, "Too many open files")))
    with pytest.raises(Infrastructure):
        gone.processors()


# ---- A meter that cannot read ----------------------------------------------------------------------

READERS = {
    "children": lambda: meter.children(os.getpid()),
    "processes below": lambda: meter.descendants(os.getpid()),
    "times of children": lambda: meter._inherited(os.getpid()),
    "memory": lambda: meter.sizes(os.getpid()),
    "processor": lambda: meter.Meter(os.getpid(), os.getpid()).waited_s(),
}


@pytest.mark.parametrize("what", sorted(READERS))
def test_what_cannot_be_read_is_never_taken_for_zero(monkeypatch, what):
    refuse = raises(OSError(errno.EMFILE, "Too many open files"))
    gone = raises(ProcessLookupError(errno.ESRCH, "No such process"))
    READERS[what]()
    monkeypatch.setattr(meter.os, "listdir", refuse)
    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(Infrastructure, match="Too many open files"):
        READERS[what]()
    monkeypatch.setattr(meter.os, "listdir", gone)
    monkeypatch.setattr("builtins.open", gone)
    assert not READERS[what]() or READERS[what]() == (0.0, 0.0, 0)


def test_a_kernel_that_does_not_tell_of_children_is_said(monkeypatch):
    assert meter._TELLS_CHILDREN and isinstance(meter.children(os.getpid()), list)
    monkeypatch.setattr(meter, "_TELLS_CHILDREN", False)
    monkeypatch.setattr(meter.threads_of_process, "read", lambda path: None)
    with pytest.raises(Infrastructure, match="CONFIG_PROC_CHILDREN"):
        meter.children(os.getpid())


def test_only_who_is_still_there_takes_a_place():
    child = os.posix_spawn("/bin/true", ["true"], {})
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    alone = meter.Meter(os.getpid(), os.getpid())
    alone._processes = lambda: [child]
    alone.sample()
    assert alone.tasks == 1  # it has ended, and nobody has waited for it
    os.waitpid(child, 0)
    alone.sample()
    assert alone.tasks == 0


def test_a_cpu_clock_that_cannot_be_read(monkeypatch):
    assert process_cpu_s(os.getpid()) > 0
    assert process_cpu_s(2**22 - 3) is None
    monkeypatch.setattr(meter.time, "clock_gettime", raises(OSError(errno.EMFILE, "Too many open files")))
    with pytest.raises(Infrastructure):
        process_cpu_s(os.getpid())


@pytest.mark.parametrize("counted_by", COUNTED_BY, indirect=True)
def test_a_referee_without_descriptors_measures_or_says_so(counted_by):
    """It charges what is used, or nobody is to blame. It never charges nothing."""
    process = playing(agent("legal"), accept_weak=ACCEPTED.get(counted_by, ()))
    before, filled = resource.getrlimit(resource.RLIMIT_NOFILE), []
    try:
        charged = process.cpu_s
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(before[0], 512), before[1]))
        with pytest.raises(OSError, match="Too many open files"):
            while True:
                filled.append(os.dup(0))
        with pytest.raises(Infrastructure, match="Too many open files"):
            process.call("action")
        os.close(filled.pop())
        process.call("update", colour="red", action=MOVES[0])
        assert process.cpu_s > charged
    finally:
        for descriptor in filled:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        process.close()
    assert not left_behind()


def test_descriptors_that_are_passed_are_never_opened():
    before = os.listdir("/proc/self/fd")
    for _ in range(3):
        record = play_game(agent("passes_descriptors"), RED, SHORT)
        assert record.reason in ("protocol", "crash") and record.blame == "red"
    assert len(os.listdir("/proc/self/fd")) <= len(before)


# ---- Control groups where the controllers of version 2 are handed down --------------------------------


@pytest.fixture
def unified(tmp_path, monkeypatch):
    """A tree like that of version 2, of plain files. The kernel makes them with each folder; here mkdir() does."""
    made = {
        "cgroup.procs": "", "cgroup.subtree_control": "", "cgroup.freeze": "0", "cpu.stat": "usage_usec 1500000\nuser_usec 1\n",
        "memory.max": "max", "memory.swap.max": "max", "memory.current": "5000000", "memory.stat": "anon 3\ninactive_file 1000000\n",
        "memory.events": "low 0\noom_kill 1\n", "pids.max": "max",
    }  # fmt: skip
    mkdir = pathlib.Path.mkdir

    def make(path, *arguments, **options):
        mkdir(path, *arguments, **options)
        for name, text in made.items():
            if not (path / name).exists():
                (path / name).write_text(text)

    def remove(path):
        assert not [one for one in path.iterdir() if one.is_dir()], "a group with a group inside cannot be removed"
        for one in path.iterdir():
            one.unlink()
        os.rmdir(path)

    monkeypatch.setattr(pathlib.Path, "mkdir", make)
    monkeypatch.setattr(pathlib.Path, "rmdir", remove)
    monkeypatch.setattr(cgroup, "_ROOT", tmp_path / "cgroup")
    for folder in ("cgroup", "cgroup/slice", "cgroup/slice/own"):
        (tmp_path / folder).mkdir()
    (tmp_path / "cgroup" / "cgroup.controllers").write_text("cpu memory pids")
    for folder in ("cgroup", "cgroup/slice"):
        (tmp_path / folder / "cgroup.subtree_control").write_text("memory pids")
    monkeypatch.setattr(cgroup, "_own_v2", lambda mount: mount / "slice" / "own")
    cgroup._sweep_groups.cache_clear()
    yield tmp_path / "cgroup" / "slice"
    cgroup._sweep_groups.cache_clear()


def test_a_group_inside_a_group_tells_the_agent_from_the_sandbox(unified):
    group = cgroup.ControlGroup.try_make(300 << 20, 34)
    assert group.layers == ("cgroup-memory", "cgroup-pids", "cgroup-cpu", "cgroup-freezer")
    (outer,) = unified.glob("tetress-*")
    assert group.member_files == (f"{outer}/cgroup.procs",)
    assert [(outer / name).read_text() for name in ("memory.max", "memory.swap.max", "pids.max")] == [str(300 << 20), "0", "34"]
    group.enter(4321)
    assert (outer / "agent" / "cgroup.procs").read_text() == "4321"
    assert group.members() == [4321] and (outer / "cgroup.procs").read_text() == ""
    group.freeze()
    assert [(one / "cgroup.freeze").read_text() for one in (outer / "agent", outer)] == ["1", "0"]
    group.thaw()
    assert (outer / "agent" / "cgroup.freeze").read_text() == "0"
    assert (group.cpu_s(), group.usage_bytes(), group.held_bytes(), group.out_of_memory()) == (1.5, 5000000, 4000000, True)
    (outer / "agent" / "cgroup.procs").write_text("")
    assert group.kill() == [] and group.remove()
    assert not outer.exists()


def test_what_a_killed_referee_left_in_a_group_inside_a_group(unified):
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True, check=True)
    mine = f"tetress-{int(gone.stdout)}-{pid_namespace.name()}-abc"
    other = f"tetress-{int(gone.stdout)}-7-abc"
    for name in (mine, f"{mine}/agent", other):
        (unified / name).mkdir()
    cgroup._sweep_groups()
    # In another namespace that number may be that of a living referee.
    assert [path.name for path in unified.glob("tetress-*")] == [other]


def test_version_1_serves_where_version_2_lacks_something(unified):
    """Linux before 5.2 has no freezer there."""
    freezer = unified.parent / "freezer"
    freezer.mkdir()
    make = pathlib.Path.mkdir

    def old(path, *arguments, **options):
        make(path, *arguments, **options)
        (path / "cgroup.freeze").unlink()
        if freezer in path.parents:
            (path / "freezer.state").write_text("THAWED")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pathlib.Path, "mkdir", old)
        group = cgroup.ControlGroup.try_make(None, 5)
    assert group.layers == ("cgroup-memory", "cgroup-pids", "cgroup-cpu", "cgroup-freezer")
    group.freeze()
    assert [path.read_text() for path in freezer.glob("*/freezer.state")] == ["FROZEN"]
    assert group.remove() and not list(unified.parent.rglob("tetress-*"))


def test_no_group_that_can_do_nothing(unified):
    (unified.parent / "cgroup.controllers").unlink()
    assert cgroup.ControlGroup.try_make(None, 5) is None
