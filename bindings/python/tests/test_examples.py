# SPDX-License-Identifier: MIT
"""Every example runs, quickly and without anyone at the keyboard."""

import os
import pathlib
import subprocess
import sys

import pytest
import tetress
from conftest import ROOT

EXAMPLES = sorted((ROOT / "examples" / "python").glob("*.py"))


def test_there_are_examples():
    assert {"hello.py", "custom_evaluator.py", "analyse_position.py"} <= {
        path.name for path in EXAMPLES
    }


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_runs(path, tmp_path):
    package = pathlib.Path(tetress.__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-W", "error", str(path)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        stdin=subprocess.DEVNULL,
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(package),
            "TETRESS_LIBRARY": os.path.abspath(tetress.library_path),
        },
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout and not done.stderr
