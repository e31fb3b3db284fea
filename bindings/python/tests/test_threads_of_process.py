# SPDX-License-Identifier: MIT
"""A process whose first thread has ended is seen by all that reads of processes: it lives, and what it has counts."""

import contextlib
import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import HANG_S
from sandbox_support import SHORT, agent, needs_sandbox
from tetress.referee import footprint, meter, process, threads_of_process, traces
from tetress.referee.course_game import play_game

pytestmark = needs_sandbox

# It has a file without a name, a child and 300 MB.
GOES_ON = """
import ctypes, mmap, os, platform, subprocess, tempfile, threading, time

def go_on():
    while "State:\\tZ" not in open("/proc/self/status").read():
        time.sleep(0.001)
    kept = tempfile.TemporaryFile(), mmap.mmap(-1, 300 << 20), subprocess.Popen(["/bin/sleep", "1000"])
    kept[0].write(bytes(1 << 16))
    kept[0].flush()
    # A new program has no environment for a moment.
    while not open(f"/proc/{kept[2].pid}/environ").read():
        time.sleep(0.001)
    print(kept[2].pid, flush=True)
    time.sleep(1e6)

threading.Thread(target=go_on).start()
ctypes.CDLL(None).syscall({"x86_64": 60}.get(platform.machine(), 93), 0)
"""

MARK = f"TETRESS_TEST_OF_THREADS={os.getpid()}"


@pytest.fixture(scope="module")
def headless():
    """The number of a process whose first thread has ended, and that of its child."""
    name, _, value = MARK.partition("=")
    command = [sys.executable, "-c", GOES_ON]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True, env={**os.environ, name: value},
    ) as running:  # fmt: skip
        child = int(running.stdout.readline())
        yield running.pid, child
        os.killpg(running.pid, signal.SIGKILL)


READERS = {
    "that it lives": lambda pid, child: threads_of_process.lives(pid),
    "its memory": lambda pid, child: meter.sizes(pid).threads == 2 and min(meter.sizes(pid)[:2]) > 300,
    "its CPU time": lambda pid, child: meter.process_cpu_s(pid) > 0,
    "its children": lambda pid, child: meter.descendants(pid) == [child],
    "its environment": lambda pid, child: process._marked(MARK.encode()) == {pid, child},
    "files without a name": lambda pid, child: len(footprint._unlinked(pid)) == 1,
    "whose it is": lambda pid, child: {pid, child} <= set(traces._processes_of(os.getuid())),
}


@pytest.mark.parametrize("what", READERS)
def test_a_process_without_its_first_thread_is_seen(headless, what):
    assert READERS[what](*headless)


def test_what_is_dead_does_not_live():
    running = subprocess.Popen([sys.executable, "-c", ""])
    deadline = time.monotonic() + HANG_S
    while threads_of_process.lives(running.pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    # It was not waited for.
    assert not threads_of_process.lives(running.pid) and threads_of_process.threads(running.pid) == [running.pid]
    assert meter.sizes(running.pid) == (0.0, 0.0, 0) and footprint._unlinked(running.pid) == []
    running.wait()
    assert not threads_of_process.lives(running.pid) and threads_of_process.threads(running.pid) == []


NOBODY = 65534


@contextlib.contextmanager
def anybody():
    """In the block this process has no privileges, as most referees. What it starts has none either."""
    if os.geteuid() != 0:
        yield
        return
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


def start_as_anybody(code):
    """Such a process of the same user."""

    def lose_privileges():
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)

    # One that anybody can start.
    python = next(path for path in ("/usr/bin/python3", "/usr/local/bin/python3", sys.executable) if os.path.exists(path))
    return subprocess.Popen(
        [python, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd="/", preexec_fn=lose_privileges,
        env=dict([MARK.split("=")]),
    )  # fmt: skip


def until(condition):
    deadline = time.monotonic() + HANG_S
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert condition()


HIDES = "import ctypes, time; ctypes.CDLL(None).prctl(4, 0, 0, 0, 0); print('hidden', flush=True); time.sleep(1e6)"


def test_without_privileges_a_dead_first_thread_is_no_secret():
    """The kernel gives root what a thread without memory has in /proc."""
    with start_as_anybody(GOES_ON) as running:
        child = int(running.stdout.readline())
        try:
            with anybody():
                assert len(footprint._unlinked(running.pid)) == 1
                assert process._marked(MARK.encode()) == {running.pid, child}
        finally:
            for pid in (running.pid, child):
                os.kill(pid, signal.SIGKILL)


def test_without_privileges_what_is_dead_has_nothing_to_hide():
    with start_as_anybody("") as running:
        until(lambda: not threads_of_process.lives(running.pid))
        with anybody():
            assert footprint._unlinked(running.pid) == []
            assert process._marked(MARK.encode()) == set()


def test_without_privileges_what_is_hidden_is_told():
    with start_as_anybody(HIDES) as running:
        running.stdout.readline()
        try:
            with anybody(), pytest.raises(PermissionError):
                footprint._unlinked(running.pid)
        finally:
            running.kill()


def test_threads_that_end_before_they_are_asked_are_not_taken_for_nothing(monkeypatch):
    numbers = iter(range(10, 10**6))
    monkeypatch.setattr(threads_of_process, "threads", lambda pid: [pid, next(numbers)])
    with pytest.raises(threads_of_process.Elusive):
        threads_of_process.ask(5, lambda folder: None)
    assert threads_of_process.ask(5, lambda folder: folder if folder.endswith("/task/70") else None) == "/proc/5/task/70"
    monkeypatch.setattr(threads_of_process, "threads", lambda pid: [pid, 7, 8])
    assert threads_of_process.ask(5, lambda folder: None) is None


def test_an_agent_that_hides_its_memory_loses(monkeypatch):
    real, seen = meter.sizes, []

    def elusive(pid):
        seen.append(pid)
        if len(seen) > 20:
            raise threads_of_process.Elusive("its threads are too quick")
        return real(pid)

    monkeypatch.setattr(meter, "sizes", elusive)
    record = play_game(agent("legal"), agent("legal"), SHORT)
    assert record.reason == "memory" and "hides its memory" in record.detail, record.detail
    assert not threads_of_process.lives(seen[0])
