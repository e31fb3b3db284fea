# SPDX-License-Identifier: MIT
"""The sum of a tree's CPU times, over a kernel of our own in which processes come and go while it is read."""

import dataclasses
import itertools
import random

import pytest
from tetress.referee import meter

ROOT = 1


@dataclasses.dataclass
class Process:
    start: int
    parent: int
    own_s: float = 0.0
    inherited_s: float = 0.0


class Kernel:
    """Processes that are all waited for when they end. `happens` is called before each answer."""

    def __init__(self, monkeypatch):
        self.starts = itertools.count(1)
        self.processes = {ROOT: Process(next(self.starts), 0)}
        self.used_s = 0.0
        self.happens = lambda: None
        monkeypatch.setattr(meter, "children", self.children)
        monkeypatch.setattr(meter, "process_cpu_s", self.process_cpu_s)
        monkeypatch.setattr(meter, "_inherited", self.inherited)

    def children(self, pid):
        self.happens()
        return [child for child, one in self.processes.items() if one.parent == pid]

    def process_cpu_s(self, pid):
        self.happens()
        return self.processes[pid].own_s if pid in self.processes else None

    def inherited(self, pid):
        self.happens()
        one = self.processes.get(pid)
        return one and meter._Inherited(one.start, one.inherited_s)

    def burn(self, pid, seconds):
        self.processes[pid].own_s += seconds
        self.used_s += seconds

    def fork(self, parent, pid):
        self.processes[pid] = Process(next(self.starts), parent)

    def end(self, pid):
        one = self.processes.pop(pid)
        self.processes[one.parent].inherited_s += one.own_s + one.inherited_s
        for child in self.processes.values():
            if child.parent == pid:
                child.parent = ROOT


@pytest.fixture
def kernel(monkeypatch):
    return Kernel(monkeypatch)


def once(question, event):
    """Before that question, counted from 1, the event happens."""
    asked = itertools.count(1)
    return lambda: event() if next(asked) == question else None


def clock_of_three(kernel):
    """The clock of a process with a child and a grandchild. The grandchild has used 5 s."""
    kernel.fork(ROOT, 2)
    kernel.fork(2, 3)
    kernel.burn(3, 5.0)
    return meter._TreeClock(ROOT)


@pytest.mark.parametrize("question", range(1, 16))
def test_who_gets_another_parent_during_a_walk_counts_once(kernel, question):
    clock = clock_of_three(kernel)
    assert clock.read() == pytest.approx(5.0)
    kernel.happens = once(question, lambda: kernel.end(2))
    assert clock.read() == pytest.approx(5.0)
    assert clock.read() == pytest.approx(5.0)


@pytest.mark.parametrize("question", range(1, 16))
def test_who_is_waited_for_during_a_walk_counts_once(kernel, question):
    clock = clock_of_three(kernel)
    clock.read()
    kernel.burn(3, 1.0)
    kernel.happens = once(question, lambda: kernel.end(3))
    assert clock.read() == pytest.approx(6.0)
    assert clock.read() == pytest.approx(6.0)


@pytest.mark.parametrize("question", range(1, 60))
def test_who_is_waited_for_counts_once_if_no_walk_is_quiet(kernel, question):
    """Short processes end without pause, and a long one between any two answers."""
    kernel.fork(ROOT, 2)
    kernel.burn(2, 5.0)
    clock = meter._TreeClock(ROOT)
    assert clock.read() == pytest.approx(5.0)
    asked = itertools.count(1)

    def always_something():
        if next(asked) == question:
            kernel.end(2)
        kernel.fork(ROOT, 3)
        kernel.burn(3, 0.02)
        kernel.end(3)

    kernel.happens = always_something
    for _ in range(3):
        assert clock.read() <= kernel.used_s + 1e-9
    kernel.happens = lambda: None
    assert clock.read() == pytest.approx(kernel.used_s, abs=0.05)


def test_a_stranger_with_the_number_of_one_that_has_ended_does_not_count(kernel):
    kernel.fork(ROOT, 2)
    kernel.burn(2, 1.0)
    clock = meter._TreeClock(ROOT)
    clock.read()
    kernel.end(2)
    kernel.processes[2] = Process(next(kernel.starts), 0, own_s=100.0)
    assert clock.read() == pytest.approx(1.0)


@pytest.mark.parametrize("seed", range(10))
def test_whatever_happens_while_it_reads_the_sum_is_right(kernel, seed):
    dice = random.Random(seed)

    def something():
        if dice.random() >= 0.01:
            return
        pid = dice.choice(list(kernel.processes))
        event = dice.choice(("burn", "fork", "fork", "end"))
        if event == "burn":
            kernel.burn(pid, dice.randrange(1, 500) / 100)
        elif event == "fork" and len(kernel.processes) < 8:
            kernel.fork(pid, next(number for number in itertools.count(2) if number not in kernel.processes))
        elif event == "end" and pid != ROOT:
            kernel.end(pid)

    clock = meter._TreeClock(ROOT)
    kernel.happens = something
    for _ in range(300):
        clock.read()
    kernel.happens = lambda: None
    assert kernel.used_s > 20.0
    assert clock.read() == pytest.approx(kernel.used_s, abs=0.1)
