# SPDX-License-Identifier: MIT
import os
import sys
import threading
import time

import pytest
import tetress
from conftest import HANG_S, POSITION, run_python, wait_until
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


# ---- Signal handlers that use what the interrupted call uses ----


@posix
def test_ctrl_c_ends_the_wait_for_a_game_that_another_thread_plays():
    output = interrupted(
        """
    well, agent = tetress.tetris.Game(seed=1), tetress.tetris.Agent("tetress")
    threading.Thread(target=lambda: agent.play(well), daemon=True).start()
    while not agent._calls:
        time.sleep(0.01)
    for pieces in (1, 10**9):
        try:
            interrupt_after(0.3)
            agent.play(well, pieces)
        except KeyboardInterrupt:
            print("interrupted")
    sys.stdout.flush()
    os._exit(0)
    """
    )
    assert output.split() == ["interrupted"] * 2


# What a handler may do with a game that the interrupted call plays.
USES = [
    "well.lines",
    "well.turns",
    "well.text",
    "well.columns",
    "str(well)",
    "well.copy()",
    "well.play(0)",
    "well.close()",
    "agent.close()",
    "agent.choose(well)",
    "agent.play(well)",
    "agent.values(well)",
]


@posix
def test_a_handler_that_uses_the_game_being_played_is_told_at_once():
    output = interrupted(
        f"""
    well, agent = tetress.tetris.Game(seed=1), tetress.tetris.Agent("tetress")
    said, uses = [], {USES!r}

    def handler(number, frame):
        for use in uses:
            try:
                eval(use)
            except tetress.EngineBusy as busy:
                said.append(str(busy))
        print(len(said) == len(uses), said[0], well.closed, repr(well), agent.weights[0], sep="\\n")
        well.lines

    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        agent.play(well)
    except tetress.EngineBusy as busy:
        print(busy)
    print(well.turns > 0, agent.choose(well).move is not None)
    agent.play(well, 1)
    well.close()
    print(well.closed)
    """
    )
    busy = "an agent plays the game; it cannot be used before that call has returned"
    assert output.splitlines() == ["True", busy, "False", "<tetris.Game that an agent plays>", "dt", busy, "True True", "True"]


@posix
def test_a_handler_may_play_another_game_meanwhile():
    output = interrupted(
        """
    well, other, agent = tetress.tetris.Game(seed=1), tetress.tetris.Game(seed=2), tetress.tetris.Agent("tetress")
    signal.signal(signal.SIGALRM, lambda *_: agent.play(other, 200_000))
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    agent.play(well, 1_000_000)
    print(well.turns, other.turns)
    """
    )
    assert output.split() == ["1000000", "200000"]


@posix
def test_a_game_that_a_second_ctrl_c_left_is_busy_until_the_call_returns():
    output = interrupted(
        """
    well, agent = tetress.tetris.Game(seed=1), tetress.tetris.Agent("tetress")
    left, native = threading.Event(), tetress.tetris.native

    class Deaf:
        def tetress_tetris_agent_play(self, *arguments):
            left.wait()
            return native.tetress_tetris_agent_play(*arguments)

    tetress.tetris.native = Deaf()
    try:
        interrupt_after(0.3)
        interrupt_after(0.9)
        agent.play(well, 200_000)
    except KeyboardInterrupt:
        print("interrupted")
    try:
        well.lines
    except tetress.EngineBusy:
        print("busy")
    left.set()
    while "plays" in repr(well):
        time.sleep(0.01)
    print(well.turns <= 200_000)
    """
    )
    assert output.split() == ["interrupted", "busy", "True"]


@posix
def test_a_handler_searches_with_the_engine_of_an_interrupted_short_call():
    """The interrupted call has the lock, which a helper thread would wait for."""
    output = interrupted(
        """
    with engine._lock:  # as engine.set() has it
        print(engine.search(game, nodes=500).nodes)
    with game._lock:
        print(engine.search(game, nodes=500).nodes)
    well, agent = tetress.tetris.Game(seed=1), tetress.tetris.Agent("tetress")
    with well._lock, agent._lock:
        agent.play(well, 200_000)
        print(well.turns)
    """
    )
    assert output.split() == ["500", "500", "200000"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize(
    "call", ["agent.play(well, 3_000_000)", "agent.split(1, 2_000)", "engine.search(game, wall_ms=2000)"]
)
def test_a_child_that_a_handler_forks_during_a_call_ends(call):
    output = interrupted(
        f"""
    import gc
    well, agent = tetress.tetris.Game(seed=1), tetress.tetris.Agent("tetress")
    children = []
    signal.signal(signal.SIGALRM, lambda *_: children.append(os.fork()))
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        {call}
    except RuntimeError as failure:
        assert "goes on in the parent process" in str(failure) and children == [0]
        del well, agent, engine
        gc.collect()
        os._exit(7)
    print(os.waitpid(children[0], 0)[1] >> 8)
    """
    )
    assert output.split() == ["7"]


@pytest.mark.skipif(sys.platform != "linux", reason="limits the address space")
def test_without_a_thread_to_be_had_the_search_runs_in_its_own(engine, game, monkeypatch):
    def refuse(*_):
        raise RuntimeError("can't start new thread")

    expected = engine.search(game, nodes=1000)
    engine.reset()
    monkeypatch.setattr("_thread.start_new_thread", refuse)
    assert engine.search(game, nodes=1000).score == expected.score
