# SPDX-License-Identifier: MIT
"""Regular expressions see text of strangers, as long as they like. Each takes time in proportion to the text."""

import ast
import importlib
import re
import time

import pytest
import tetress
from conftest import ROOT

FOLDERS = ("bindings/python/tetress", "lab")

# Where the flags stand among the arguments.
FLAGS = {"compile": 1, "match": 2, "fullmatch": 2, "search": 2, "findall": 2, "finditer": 2, "split": 3, "sub": 4, "subn": 4}

# Texts of one of these, again and again. Between them they have all that the patterns look for.
PARTS = ["1", "-", " ", "\t", "\n", "a", "`", "1-", "- ", "1 ", "1\t", "a\n", "\ta", "* player1 a time: 1", "T1\n", "a\treferee\n", "<!--"]

# Texts of N characters and of GROWTH times as many. A quadratic search takes GROWTH ** 2 times the time.
N, GROWTH = 2_000, 16

# What a short text may take on a slow machine, under sanitizers too. A quadratic search of a long one takes seconds.
FLOOR_S = 0.002


def flags_of(call):
    """The expression of the flags in a call of re, or None."""
    given = [keyword.value for keyword in call.keywords if keyword.arg == "flags"]
    return next(iter(given + call.args[FLAGS[call.func.attr] :][:1]), None)


def built(path, line):
    """The pattern that a module of the package builds at this line from parts, and keeps; None if a function does."""
    names = [target.id for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.Assign) and node.lineno == line
             for target in node.targets]  # fmt: skip
    name = ".".join(path.relative_to(ROOT / "bindings/python").with_suffix("").parts)
    return getattr(importlib.import_module(name), names[0]) if names else None


def patterns():
    """Every pattern that the sources give to re, with the place where it stands."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "re" and node.func.attr in FLAGS:
                    flags = flags_of(node)
                    flag = 0 if flags is None else eval(ast.unparse(flags), {"re": re})
                    literal = isinstance(node.args[0], ast.Constant)
                    found = re.compile(node.args[0].value, flag) if literal else built(path, node.lineno)
                    if found is not None:
                        yield pytest.param(found, id=f"{path.relative_to(ROOT)}:{node.lineno}")


def seconds(work):
    """CPU time, the least of three. (The clock of a process moves by whole ticks where its CPU time is limited.)"""
    found = []
    for _ in range(3):
        before = time.thread_time()
        work()
        found.append(time.thread_time() - before)
    return min(found)


def grows_evenly(work):
    """Does `work` take time in proportion to the length of a text? It gets one of every kind."""
    for part in PARTS:
        short, long = part * (N // len(part)), part * (GROWTH * N // len(part))
        base = max(seconds(lambda text=short: work(text)), FLOOR_S)
        assert seconds(lambda text=long: work(text)) < base * GROWTH * GROWTH / 3, part


@pytest.mark.parametrize("pattern", list(patterns()))
def test_a_pattern_takes_time_in_proportion_to_the_text(pattern):
    grows_evenly(pattern.findall)


def test_patterns_are_found():
    assert len(list(patterns())) > 10


def refused(use):
    def tried(text):
        with pytest.raises(tetress.TetressError) as complaint:
            use(text)
        assert len(str(complaint.value)) < 300

    return tried


@pytest.mark.parametrize("use", [
    tetress.Move,
    lambda text: tetress.Game().play(text),
    lambda text: tetress.Game().is_legal(text),
    tetress.Game.from_text,
    tetress.tetris.Game.from_text,
    lambda text: tetress.tetris.Game(sequence="x" + text),
    tetress.Engine,
    lambda text: tetress.Engine("negamax:hash=" + text),
    lambda text: tetress.Engine("random").set("seed", "x" + text),
], ids=["Move", "play", "is_legal", "Game.from_text", "tetris.Game.from_text", "sequence", "Engine", "option", "set"])  # fmt: skip
def test_a_long_text_is_refused_in_time_in_proportion_and_few_words(use):
    grows_evenly(refused(use))


@pytest.mark.parametrize("before", ["", "PLACE(", "T ", "0-0,"])
@pytest.mark.parametrize("length", [7, 5_000])
def test_a_coordinate_of_many_digits_is_refused_where_they_are_too_many(before, length):
    with pytest.raises(tetress.TextError, match="a number of at most six digits") as refusal:
        tetress.Move(before + "1" * length + "-0")
    assert refusal.value.offset == len(before) + 6


def test_cells_of_a_text_are_those_that_the_library_read():
    for text, cells in (("0-0,0-1,0-2,0-999999", (0, 999999)), ("0 -\t0,0-1,0-2,-999999 -3", (-999999, 3))):
        with pytest.raises(tetress.IllegalMove) as illegal:
            tetress.Move(text)
        assert illegal.value.cells[-1] == cells and len(illegal.value.cells) == 4
