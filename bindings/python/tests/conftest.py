# SPDX-License-Identifier: MIT
"""Fixtures. The package under test is the one that `import tetress` finds."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import time

import pytest
import tetress
from hypothesis import HealthCheck, settings

# Every run draws the same examples, however slow the machine; --hypothesis-profile thorough draws
# others each time, and many more; brief draws a quarter, for a library that is slow to run.
_SLOW_IS_FINE = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("tetress", max_examples=60, derandomize=True, **_SLOW_IS_FINE)
settings.register_profile("brief", max_examples=15, derandomize=True, **_SLOW_IS_FINE)
settings.register_profile("thorough", max_examples=1500, **_SLOW_IS_FINE)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "tetress"))

# A shell's background jobs ignore Ctrl-C, those of nohup a lost terminal, and so would every process that the tests start and
# interrupt.
for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL), (signal.SIGTERM, signal.SIG_DFL)):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, handler)

# Seconds after which a test counts as hung. No test comes near it, however busy the machine is.
HANG_S = 3600


def raises(failure):
    """A function that raises `failure`, whatever it is called with."""

    def function(*_, **__):
        raise failure

    return function


def wait_until(condition):
    """Wait for what another thread or process does."""
    end = time.monotonic() + HANG_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)


ROOT = pathlib.Path(__file__).resolve().parents[3]
DATA = ROOT / "tests" / "data" / "tetress"

# Red holds a column of four and blue three cells beside it; red to move.
POSITION = (
    "/".join(["r..........", "r..........", "r..........", "rbbb......."] + ["..........."] * 7)
    + " r 10"
)

# Red has more tokens, and 150 actions were played.
FINISHED = "/".join(["rrr........", "b.........."] + ["..........."] * 9) + " r 150"


def read_golden(name):
    """The records of a file of golden data."""
    text = (DATA / name).read_text(encoding="ascii")
    return [json.loads(line) for line in text.splitlines()]


def position_text(record):
    return f"{'/'.join(record['board'])} {record['side'][0]} {record['ply']}"


def run_python(code, **environment):
    """Run code in another interpreter; its standard output. Fails if it exits with an error."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def game():
    return tetress.Game.from_text(POSITION)


@pytest.fixture
def engine():
    with tetress.Engine("negamax", hash=1) as made:
        yield made
