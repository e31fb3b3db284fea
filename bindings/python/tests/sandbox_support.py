# SPDX-License-Identifier: MIT
"""What tests of the referee share: agents that lie beside them, and a look at what a game has left behind."""

import os
import pathlib
import shutil
import sys
import tempfile
import time

import pytest
from conftest import HANG_S
from tetress.referee.entrant import parse_entrant
from tetress.referee.limits import Limits

AGENTS = pathlib.Path(__file__).resolve().parent / "agents"

# A sanitizer's runtime would have to be preloaded in the sandbox, too, and takes terabytes of address space.
_SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")
needs_sandbox = pytest.mark.skipif(
    _SANITIZED or not sys.platform.startswith("linux"), reason="agents run under Linux and without a preloaded sanitizer"
)

# Enough for what the agents here do by right, on the busiest machine.
SHORT = Limits(cpu_s=60.0, memory_mb=250.0, call_s=120.0, output_bytes=1 << 20, log_bytes=4096)


# It always plays.
RED = parse_entrant("tetress:random")


def agent(name):
    """The entrant of one of the agents here."""
    return parse_entrant(str(AGENTS / name))


def team(folder, name, *extra):
    """A folder of one agent's own, with the file of another and more if wanted."""
    folder.mkdir(parents=True)
    for one in dict.fromkeys(("legal", name, *extra)):
        shutil.copy(AGENTS / f"{one}.py", folder)
    return parse_entrant(str(folder / name))


def left_behind():
    """Processes of workers, control groups and copies of agents' files that stay. Tests that run beside this one may have
    some for a while."""
    deadline = time.monotonic() + HANG_S
    while (found := _there_now()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


def _there_now():
    found = set()
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes()
                stat = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if b"referee/worker.py" in command and int(stat[1]) in (1, os.getpid()):
                found.add(f"process {entry.name} {command!r}")
    for pattern in ("*/tetress-*", "tetress-*"):
        own = f"tetress-{os.getpid()}-"
        found.update(str(path) for path in pathlib.Path("/sys/fs/cgroup").glob(pattern) if own in path.name)
    found.update(str(path) for path in pathlib.Path(tempfile.gettempdir()).glob(f"tetress_agent-{os.getpid()}-*"))
    return found
