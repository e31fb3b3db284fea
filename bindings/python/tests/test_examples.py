# SPDX-License-Identifier: MIT
"""Every example runs, quickly and without anyone at the keyboard."""

import os
import pathlib
import subprocess
import sys

import pytest
import tetress
from conftest import HANG_S, ROOT

EXAMPLES = sorted((ROOT / "examples" / "python").glob("*.py"))


def test_there_are_examples():
    assert {
        "hello.py", "custom_evaluator.py", "analyse_position.py", "tetris_watch.py", "tetris_train.py",
    } <= {path.name for path in EXAMPLES}  # fmt: skip


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_runs(path, tmp_path):
    package = pathlib.Path(tetress.__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-W", "error", str(path)],
        capture_output=True,
        text=True,
        timeout=HANG_S,
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


def test_the_program_in_the_readme_runs(capsys):
    """The README's Python, here and now: it prints a move, a score and a chance."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    program = text.split("```python\n")[1].split("```")[0]
    exec(compile(program, "README.md", "exec"), {})
    move, score, win = capsys.readouterr().out.split()
    assert tetress.Move(move).cells and int(score) == float(score) and 0 <= float(win) <= 1
