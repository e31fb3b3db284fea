# SPDX-License-Identifier: MIT
"""The command line as a person or a script meets it: a process with text in and text out."""
import os
import pathlib
import signal
import subprocess

import pytest

# As in bindings/python/tests: a background job's tests interrupt processes, too.
for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL), (signal.SIGTERM, signal.SIG_DFL)):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, handler)

# Seconds after which a test counts as hung. No test comes near it, however busy the machine is.
HANG_S = 3600

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = pathlib.Path(os.environ.get("TETRESS_TOOL", ROOT / "build" / "release" / "tools" / "tetress"))


def run(*arguments, stdin=""):
    """The finished process of a command line."""
    return subprocess.run(
        [str(TOOL), *map(str, arguments)],
        input=stdin, capture_output=True, text=True, timeout=HANG_S, check=False,
    )


@pytest.fixture
def tetress():
    assert TOOL.exists(), f"{TOOL} is not built; TETRESS_TOOL names another"
    return run
