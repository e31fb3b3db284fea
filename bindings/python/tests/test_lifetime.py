# SPDX-License-Identifier: MIT
"""Closing, collection, and that nothing wrong crashes."""

import gc
import os
import sys
import weakref

import pytest
import tetress
from conftest import POSITION, run_python
from tetress import Engine, Game


def test_a_closed_game_is_not_searched(engine, game):
    game.close()
    for use in (lambda: engine.search(game, nodes=1), lambda: engine.evaluate(game)):
        with pytest.raises(tetress.ClosedError):
            use()
    assert engine.search(Game(), nodes=10).nodes == 10


def test_without_cycles_objects_go_at_once(game):
    gc.disable()
    try:
        objects = [Game(), Engine("negamax", hash=1)]
        objects[1].search(objects[0], nodes=500, info=lambda *_: None)
        objects[1].evaluator = lambda position: 0
        objects[1].search(objects[0], nodes=500)
        with pytest.raises(tetress.ArgumentError):
            objects[1].search(objects[0], nodes=0)
        with pytest.raises(tetress.ArgumentError):
            objects[1].search(objects[0])
        refs = [weakref.ref(each) for each in objects]
        del objects
        assert [ref() for ref in refs] == [None, None]
    finally:
        gc.enable()


def test_an_evaluator_that_holds_its_engine_is_collected():
    engine = Engine("negamax", hash=1)
    engine.evaluator = lambda position, engine=engine: 0
    engine.search(Game(), nodes=100)
    ref = weakref.ref(engine)
    del engine
    gc.collect()
    assert ref() is None


# Reads /proc. Sanitizers keep what is freed, to see its use.
measures_memory = pytest.mark.skipif(
    sys.platform != "linux" or "san" in os.environ.get("LD_PRELOAD", ""),
    reason="memory cannot be measured",
)


def resident_bytes():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@measures_memory
def test_collected_engines_give_their_memory_back():
    before = resident_bytes()
    for _ in range(20):
        Engine("negamax", hash=32).search(Game(), nodes=10)
    assert resident_bytes() - before < 160 * 2**20


@measures_memory
def test_collected_games_give_their_memory_back():
    before = resident_bytes()
    for _ in range(20000):
        Game().copy()
    assert resident_bytes() - before < 50 * 2**20


# What may take long, and so may be run by another thread: from a destructor, and from an exit handler.
LONG_CALLS = {
    "search": "tetress.Engine('negamax', hash=1).search(tetress.Game(), nodes=50)",
    "search with a callback": "tetress.Engine('negamax', hash=1).search(tetress.Game(), nodes=500, info=lambda *_: None)",
    "search by an evaluator": "host.search(tetress.Game(), nodes=50)",
    "search by many threads": "tetress.Engine('negamax', hash=1, threads=2).search(tetress.Game(), nodes=50)",
    "search by a tree": "tetress.Engine('mcts').search(tetress.Game(), playouts=20)",
    "match": "tetress.play_match('random', 'greedy', games=2, nodes=10)",
    "perft": "tetress.Game().perft(2)",
    "playouts": "tetress.Game().playouts(1, 50)",
    "single-player games": "tetress.tetris.Agent('dellacherie').games(1, 2, pieces=50, threads=2)",
}

AT_EXIT = """
import tetress
from tetress import tetris

host = tetress.Engine("negamax", hash=1)
host.evaluator = lambda position: 0

class Player:
    calls = {calls}

    def __del__(self, print=print):
        for name, call in self.calls.items():
            call()
            print(name)

"""


@pytest.mark.parametrize(
    "last",
    [
        "player = Player()",
        "tetress.keep = Player()",
        "player = Player(); player.itself = player",
        "import atexit; atexit.register(Player().__del__); Player.__del__ = lambda self: None",
    ],
    ids=["destructor", "destructor of a module", "cycle", "exit handler"],
)
def test_long_calls_end_when_the_interpreter_does(last):
    calls = ", ".join(f"{name!r}: lambda: {call}" for name, call in LONG_CALLS.items())
    output = run_python(AT_EXIT.replace("{calls}", f"{{{calls}}}") + last)
    assert output.splitlines() == list(LONG_CALLS)


def test_daemon_threads_that_search_let_the_interpreter_end():
    output = run_python(
        """
        import threading
        import tetress

        started = threading.Event()

        def search():
            engine = tetress.Engine("negamax", hash=1)
            engine.evaluator = lambda position: started.set() or 0
            engine.search(tetress.Game(), infinite=True)

        class Player:
            engine, game = tetress.Engine("negamax", hash=1), tetress.Game()

            def __del__(self, print=print):
                print(self.engine.search(self.game, nodes=50).nodes)

        tetress.keep = Player()
        threading.Thread(target=search, daemon=True).start()
        started.wait()
        """
    )
    assert output == "50\n"


JUNK = [
    None,
    True,
    -1,
    2**16,
    2**31,
    2**64,
    -(2**63),
    1.5,
    float("nan"),
    "",
    "\0",
    "\ud800",
    "3-4,4-3,4-4,4-5\0",
    b"bytes",
    [],
    [None],
    [(0, 0)] * 1000,
    {},
    object(),
    int,
    len,
]


@pytest.mark.parametrize(
    "use",
    [
        lambda junk: tetress.Move(junk),
        lambda junk: tetress.Move.from_cells(junk),
        lambda junk: Game.from_text(junk),
        lambda junk: Game.from_text(POSITION).play(junk),
        lambda junk: Game.from_text(POSITION).play_cells(junk),
        lambda junk: Game.from_text(POSITION).check_cells(junk),
        lambda junk: Game.from_text(POSITION).is_legal(junk),
        lambda junk: Game.from_text(POSITION).cell(junk, junk),
        lambda junk: Game.from_text(POSITION).bits(junk),
        lambda junk: Game.from_text(POSITION).mobility(junk),
        lambda junk: tetress.perft(junk, 1),
        lambda junk: Engine(junk),
        lambda junk: Engine("greedy", multipv=junk),
        lambda junk: Engine("random").set(junk, junk),
        lambda junk: Engine("random").get(junk),
        lambda junk: Engine("random").search(junk),
        lambda junk: Engine("random").search(Game(), depth=junk and str(junk)),
        lambda junk: tetress.play_match(junk, "random", games=2),
        lambda junk: tetress.play_match("random", "random", games=2, opening=junk),
    ],
)
def test_junk_raises_and_never_crashes(use):
    harmless = 0
    for junk in JUNK:
        try:
            use(junk)
            harmless += 1
        except (TypeError, ValueError, LookupError, AttributeError, tetress.TetressError):
            pass
    assert harmless <= 3  # some junk is a move, say, or no limit
