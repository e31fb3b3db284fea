# SPDX-License-Identifier: MIT
"""Programs that are the first process of a container: dead processes of others do not pile up, and signals reach them."""

import os
import shutil
import signal
import subprocess
import sys

import pytest
from sandbox_support import AGENTS, needs_sandbox
from tetress.referee.meter import descendants

NAMESPACE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", *([] if os.name == "posix" and os.geteuid() == 0 else ["--user", "--map-root-user"])]


def works():
    if shutil.which("unshare") is None:
        return False
    return subprocess.run([*NAMESPACE, "true"], capture_output=True, check=False).returncode == 0


pytestmark = [needs_sandbox, pytest.mark.skipif(not works(), reason="there are no namespaces of processes here")]

BEGIN = """
import os, pathlib, signal, sys, time
from conftest import HANG_S
from tetress._program import program

def dead():
    "The zombies that nobody but the first process can wait for."
    found = []
    for path in pathlib.Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                fields = (path / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[:2] == ["Z", "1"]:
                found.append(path.name)
    return found

def none_dead():
    deadline = time.monotonic() + HANG_S
    while dead() and time.monotonic() < deadline:
        time.sleep(0.02)
    return not dead()

@program("test")
def main(arguments):
"""
END = """
sys.exit(main())
"""


def first_process(code, end=END):
    """The command line of a program that is the first process of a namespace. This is the body of its main function."""
    lines = "".join(f"    {line}\n" for line in code.strip().split("\n"))
    return [*NAMESPACE, sys.executable, "-c", BEGIN + lines + end]


ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([os.path.dirname(__file__), *(os.path.abspath(path) for path in sys.path if path)])}

ORPHANS = """
for _ in range(5):
    child = os.fork()
    if child == 0:
        os.fork()
        os._exit(0)
    os.waitpid(child, 0)
own = os.fork()
if own == 0:
    os._exit(7)
print(none_dead(), os.getpid() > 1)
print("own", os.waitstatus_to_exitcode(os.waitpid(own, 0)[1]))
return 3
"""


def test_dead_processes_do_not_pile_up_and_own_ones_are_not_taken():
    done = subprocess.run(first_process(ORPHANS), env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "True True\nown 7\n"), done.stderr


@pytest.mark.parametrize("namespace", [NAMESPACE, []])
def test_who_starts_it_may_ignore_that_children_end(namespace):
    ignoring = "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"
    command = [*namespace, sys.executable, "-c", ignoring, *first_process(ORPHANS)[len(NAMESPACE) :]]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (3, "own 7"), done.stderr


GAMES = """
from sandbox_support import RED, SHORT, agent
from tetress.referee.course_game import play_game
for _ in range(2):
    record = play_game(RED, agent("leaves_daemon"), SHORT)
    print(record.reason, record.detail, file=sys.stderr)
print(record.reason != "infrastructure", none_dead())
return 0
"""


@pytest.mark.parametrize("with_bwrap", [True, False])
def test_games_leave_no_dead_processes(tmp_path, with_bwrap):
    environment = ENVIRONMENT
    if not with_bwrap:
        environment = {**ENVIRONMENT, "PATH": str(tmp_path)}
    command = first_process(GAMES)
    done = subprocess.run([shutil.which("unshare"), *command[1:]], env=environment, capture_output=True, text=True, check=False, cwd=AGENTS)
    assert (done.returncode, done.stdout) == (0, "True True\n"), done.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGUSR1])
def test_signals_reach_the_program(number):
    code = """
signal.signal(signal.SIGINT, signal.SIG_DFL)
print("ready", flush=True)
time.sleep(1e6)
"""
    with subprocess.Popen(first_process(code), env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline() == "ready\n"
        os.kill(descendants(running.pid)[0], number)
        assert running.wait() == 128 + number


def test_it_may_end_itself_by_a_signal():
    done = subprocess.run(first_process("os.kill(os.getpid(), signal.SIGKILL)"), env=ENVIRONMENT, check=False)
    assert done.returncode == 128 + signal.SIGKILL


@pytest.mark.parametrize("call, threads", [("main(['x'])", 1), ("main([])", 2), ("main()", 2)])
def test_who_calls_a_program_as_a_function_keeps_its_process_and_threads(call, threads):
    end = f"""
import threading
ended = threading.Event()
if {threads} > 1:
    threading.Thread(target=ended.wait).start()
print({call}, os.getpid(), len(os.listdir("/proc/self/task")))
ended.set()
"""
    done = subprocess.run(first_process("return 5", end), env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.stdout == f"5 1 {threads}\n", done.stdout + done.stderr


@pytest.mark.parametrize("output, code, said", [(">&-", 3, ""), (">/dev/full", 1, "test: cannot write to standard output: No space left on device\n")])
def test_output_that_cannot_be_written_is_no_traceback(output, code, said):
    command = first_process("return 3", "\nprint('begun')\n" + END)
    environment = {**ENVIRONMENT, "PYTHONUNBUFFERED": ""}  # what is printed before main() is not written yet
    done = subprocess.run(["sh", "-c", f'exec "$@" {output}', "sh", *command], env=environment, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, said)
