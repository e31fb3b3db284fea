# SPDX-License-Identifier: MIT
"""Referees in several namespaces of processes, as in several containers, do not disturb each other's agents."""

import os
import subprocess
import sys

import pytest
from sandbox_support import needs_sandbox
from test_first_process import NAMESPACE, works
from tetress.referee import pid_namespace, sandbox

pytestmark = needs_sandbox

needs_namespaces = pytest.mark.skipif(not works(), reason="there are no namespaces of processes here")

# The names are of copies of agents' files, one of a referee that lives and one that was there before.
TELL = """
import os, sys
from tetress.referee import process, sandbox
process.AgentProcess._private_folder(type("Agent", (), {"_traces": type("Traces", (), {"folders": []})}))
sandbox._range = lambda: sandbox._MANY_USERS
print(os.getpid(), sandbox.user(3), flush=True)
sys.stdin.read()
"""


def begin_in_a_container(folder):
    paths = os.pathsep.join(os.path.abspath(path) for path in sys.path if path)
    return subprocess.Popen(
        [*NAMESPACE, sys.executable, "-c", TELL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/",
        env={**os.environ, "PYTHONPATH": paths, "TMPDIR": str(folder)},
    )  # fmt: skip


@needs_namespaces
def test_two_containers_share_neither_users_nor_copies(tmp_path):
    """In both the referee is the first process."""
    with begin_in_a_container(tmp_path) as one:
        told = [one.stdout.readline().split()]
        first = set(tmp_path.iterdir())
        # Here lives no process of a number that is only a copy's.
        (tmp_path / next(iter(first)).name.replace("agent-1-", f"agent-{2**22 + 1}-")).mkdir()
        before = set(tmp_path.iterdir())
        with begin_in_a_container(tmp_path) as other:
            told.append(other.stdout.readline().split())
            assert before < set(tmp_path.iterdir())
            other.stdin.close()
        one.stdin.close()
    assert told[0][0] == told[1][0] == "1"
    assert told[0][1] != told[1][1]


def test_users_of_one_namespace_are_all_different(monkeypatch):
    """Also where they begin near the end of all."""
    first, count = sandbox._MANY_USERS
    monkeypatch.setattr(sandbox, "_range", lambda: (first, count))
    for begin in (0, count - 16):
        monkeypatch.setattr(sandbox, "_first_of_namespace", lambda begin=begin: begin)
        found = set()
        for pid in (1, 2, 2047, 2048, 4096, 32768, 2**22 - 1, 2**22):
            monkeypatch.setattr(os, "getpid", lambda pid=pid: pid)
            found.update(sandbox.user(slot) for slot in range(16))
        assert len(found) == 8 * 16 and first <= min(found) <= max(found) < first + count


def test_the_name_is_a_word_without_hyphens():
    assert pid_namespace.name().replace(".", "").isalnum() and pid_namespace.name() == pid_namespace.name()
