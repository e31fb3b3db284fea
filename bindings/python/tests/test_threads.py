# SPDX-License-Identifier: MIT
import os
import sys
import threading
import time

import pytest
import tetress
from conftest import HANG_S, POSITION, run_python
from tetress import Engine, Game
from tetress.budget import make_budget

# Whatever should end soon has ended after this many seconds, on the slowest machine.


class Counter(threading.Thread):
    """Counts, which only works while it has the GIL."""

    def __init__(self):
        super().__init__(daemon=True)
        self.count = 0
        self.going = True

    def run(self):
        while self.going:
            self.count += 1

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.going = False
        self.join()


def progress_during(work):
    with Counter() as counter:
        before = counter.count
        work()
        return counter.count - before


@pytest.mark.parametrize("helper", [True, False])
def test_other_threads_run_during_a_search(engine, helper):
    budget = make_budget(wall_ms=200)
    assert progress_during(lambda: engine._search(Game(), budget, helper=helper)) > 1000


def test_other_threads_run_during_perft():
    # Long enough that a single core is shared, too.
    assert progress_during(lambda: Game().perft(3)) > 1000


def in_thread(work):
    """Run work in another thread; what it returns, or raises."""
    outcome = []

    def run():
        try:
            outcome.append(work())
        except BaseException as failure:
            outcome.append(failure)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, outcome


def wait_until(condition):
    end = time.monotonic() + HANG_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_stop_from_another_thread_ends_a_search(engine, game):
    started = threading.Event()
    thread, outcome = in_thread(
        lambda: engine.search(game, infinite=True, info=lambda *_: started.set())
    )
    assert started.wait(HANG_S)
    engine.stop()
    thread.join(HANG_S)
    assert outcome[0].stop_reason == "requested" and outcome[0].move in game.legal_moves()


def test_the_main_thread_can_be_stopped_too(engine, game):
    started = threading.Event()
    thread, _ = in_thread(lambda: (started.wait(HANG_S), engine.stop()))
    result = engine.search(game, infinite=True, info=lambda *_: started.set())
    thread.join(HANG_S)
    assert result.stop_reason == "requested"


def test_an_engine_that_searches_is_busy_for_others(engine, game):
    thread, outcome = in_thread(lambda: engine.search(game, infinite=True))
    wait_until(lambda: repr(engine) == "<Engine that is searching>")
    for call in (
        lambda: engine.search(game, nodes=10),
        lambda: engine.set("hash", 2),
        lambda: engine.close(),
        lambda: engine.reset(),
    ):
        with pytest.raises(tetress.EngineBusy):
            call()
    engine.stop()
    thread.join(HANG_S)
    assert outcome[0].move in game.legal_moves()
    assert engine.search(game, nodes=10).nodes == 10


def test_a_game_can_change_and_close_while_it_is_searched(engine, game):
    legal = game.legal_moves()
    thread, outcome = in_thread(lambda: engine.search(game, infinite=True))
    wait_until(lambda: repr(engine) == "<Engine that is searching>")
    for seed in range(20):
        game.play(game.random_move(seed))
    game.rewind()
    game.close()
    engine.stop()
    thread.join(HANG_S)
    assert outcome[0].move in legal


def test_engines_search_one_game_at_the_same_time(game):
    engines = [Engine("negamax", hash=1) for _ in range(4)]
    runs = [in_thread(lambda e=e: e.search(game, nodes=20000)) for e in engines]
    for thread, _ in runs:
        thread.join(HANG_S)
    found = {(outcome[0].move, outcome[0].score, outcome[0].nodes) for _, outcome in runs}
    assert len(found) == 1


def test_threads_that_share_a_game_break_nothing(game):
    def hammer():
        for seed in range(3000):
            try:
                game.play(game.random_move(seed))
                if seed % 3 == 0:
                    game.undo()
                assert game.copy().text.count("/") == 10
            except tetress.TetressError:
                game.rewind()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        runs = [in_thread(hammer) for _ in range(4)]
        for thread, _ in runs:
            thread.join(HANG_S)
    finally:
        sys.setswitchinterval(interval)
    assert [outcome for _, outcome in runs] == [[None]] * 4
    game.rewind()
    assert game.text == POSITION


def test_a_game_that_another_thread_closes_raises():
    def use(game):
        try:
            while True:
                game.legal_moves()
                _ = game.text
        except tetress.ClosedError:
            return "closed"

    for _ in range(50):
        game = Game()
        thread, outcome = in_thread(lambda game=game: use(game))
        time.sleep(0.001)
        game.close()
        thread.join(HANG_S)
        assert outcome == ["closed"]


# ---- Ctrl-C ----

posix = pytest.mark.skipif(os.name != "posix", reason="sends SIGINT to itself")

INTERRUPT = """
    import os, signal, sys, threading, time
    import tetress

    signal.signal(signal.SIGINT, signal.default_int_handler)  # children of background jobs ignore it

    def interrupt_after(seconds):
        threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()

    game = tetress.Game.from_text({position!r})
    engine = tetress.Engine("negamax", hash=1)
"""


def interrupted(code):
    return run_python(INTERRUPT.format(position=POSITION) + code)


@posix
def test_ctrl_c_ends_a_search_and_keeps_game_and_engine():
    output = interrupted(
        """
    try:
        interrupt_after(0.3)
        engine.search(game, infinite=True)
    except KeyboardInterrupt:
        print("interrupted")
    result = engine.search(game, nodes=5000)
    engine.reset()
    print(result.stop_reason, result.nodes, result.move in game.legal_moves(), game.ply)
    with tetress.Engine("negamax", hash=1) as other:
        print(engine.search(game, nodes=5000).score == other.search(game, nodes=5000).score)
    """
    )
    assert output.split() == ["interrupted", "nodes", "5000", "True", "10", "True"]


@posix
def test_ctrl_c_ends_a_search_by_a_python_evaluator():
    output = interrupted(
        """
    engine.evaluator = lambda position: position.mobility("red")
    try:
        interrupt_after(0.3)
        engine.search(game, infinite=True)
    except KeyboardInterrupt:
        print("interrupted", engine.search(game, nodes=500).nodes)
    """
    )
    assert output.split() == ["interrupted", "500"]


@posix
def test_ctrl_c_ends_perft_and_a_match():
    output = interrupted(
        """
    for work in (
        lambda: tetress.Game().perft(4),
        lambda: tetress.play_match("negamax:hash=1", "negamax:hash=1", games=1000, nodes=100000),
    ):
        try:
            interrupt_after(0.3)
            work()
        except KeyboardInterrupt:
            print("interrupted")
    """
    )
    assert output.split() == ["interrupted", "interrupted"]


@posix
def test_ctrl_c_may_come_at_any_moment_of_short_searches():
    output = interrupted(
        """
    import random
    random.seed(1)
    ends = 0
    for _ in range(200):
        try:
            interrupt_after(0.002 + random.random() * 0.004)
            while True:
                engine.search(game, nodes=10)
        except KeyboardInterrupt:
            ends += 1
    print(ends, engine.search(game, nodes=500).nodes)
    """
    )
    assert output.split() == ["200", "500"]


@posix
def test_a_second_ctrl_c_leaves_an_evaluator_that_hangs():
    output = interrupted(
        """
    release = threading.Event()
    engine.evaluator = lambda position: release.wait() and 0
    try:
        interrupt_after(0.3)
        interrupt_after(0.9)
        engine.search(game, nodes=1000)
    except KeyboardInterrupt:
        print("interrupted")
    try:
        engine.search(game, nodes=1000)
    except tetress.EngineBusy:
        print("busy")
    release.set()
    while "searching" in repr(engine):
        time.sleep(0.01)
    engine.evaluator = None
    print(engine.search(game, nodes=500).nodes)
    """
    )
    assert output.split() == ["interrupted", "busy", "500"]


@posix
def test_a_handler_that_raises_something_else_ends_a_search_too():
    output = interrupted(
        """
    class Late(Exception):
        pass

    def handler(number, frame):
        raise Late(game.ply)

    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        engine.search(game, infinite=True)
    except Late as late:
        print("late", late)
    print(engine.search(game, nodes=500).nodes)
    """
    )
    assert output.split() == ["late", "10", "500"]


@posix
def test_a_handler_that_returns_changes_nothing():
    output = interrupted(
        """
    calls = []
    signal.signal(signal.SIGALRM, lambda number, frame: calls.append(game.ply))
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
    result = engine.search(game, wall_ms=500)
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(result.stop_reason, len(calls) > 0)
    """
    )
    assert output.split() == ["time", "True"]


@posix
def test_an_interpreter_that_ends_during_a_search_ends():
    output = interrupted(
        """
    threading.Thread(target=lambda: engine.search(game, infinite=True), daemon=True).start()
    time.sleep(0.2)
    print("end")
    """
    )
    assert output.split() == ["end"]


@pytest.mark.skipif(sys.platform != "linux", reason="limits the address space")
def test_without_a_thread_to_be_had_the_search_runs_in_its_own(engine, game, monkeypatch):
    def refuse(*_):
        raise RuntimeError("can't start new thread")

    expected = engine.search(game, nodes=1000)
    engine.reset()
    monkeypatch.setattr("_thread.start_new_thread", refuse)
    assert engine.search(game, nodes=1000).score == expected.score
