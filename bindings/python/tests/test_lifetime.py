# SPDX-License-Identifier: MIT
"""Closing, collection, and that nothing wrong crashes."""

import copy
import gc
import os
import pickle
import sys
import weakref

import pytest
import tetress
from conftest import POSITION, run_python
from tetress import Engine, Game
from tetress.referee import Referee


def test_a_game_closes_twice_and_then_refuses_everything(game):
    game.close()
    game.close()
    assert game.closed
    for use in (
        lambda: game.turn,
        lambda: game.ply,
        lambda: game.start_ply,
        lambda: game.over,
        lambda: game.winner,
        lambda: game.reason,
        lambda: game.tokens,
        lambda: game.board,
        lambda: game.text,
        lambda: game.hash,
        lambda: game.history,
        lambda: game.cell(0, 0),
        lambda: game.bits("red"),
        lambda: game.legal_moves(),
        lambda: game.legal_mask(),
        lambda: game.is_legal(0),
        lambda: game.mobility("red"),
        lambda: game.random_move(0),
        lambda: game.perft(1),
        lambda: game.play(0),
        lambda: game.play("0-1,0-2,0-3,0-4"),
        lambda: game.play_cells([(0, 1), (0, 2), (0, 3), (0, 4)]),
        lambda: game.check_cells([(0, 1), (0, 2), (0, 3), (0, 4)]),
        lambda: game.undo(),
        lambda: game.rewind(),
        lambda: game.copy(),
        lambda: game == Game(),
        lambda: str(game),
        lambda: game.__reduce__(),
    ):
        with pytest.raises(tetress.ClosedError, match="the game is closed"):
            use()


def test_an_engine_closes_twice_and_then_refuses_everything(engine, game):
    engine.close()
    engine.close()
    assert engine.closed and repr(engine) == "<closed Engine>"
    for use in (
        lambda: engine.search(game, nodes=1),
        lambda: engine.evaluate(game),
        lambda: engine.options,
        lambda: engine.spec,
        lambda: engine.get("hash"),
        lambda: engine.set("hash", 1),
        lambda: engine.evaluator,
        lambda: engine.set_evaluator(None),
        lambda: engine.set_evaluator(len),
        lambda: engine.stop(),
        lambda: engine.resume(),
        lambda: engine.reset(),
    ):
        with pytest.raises(tetress.ClosedError, match="the engine is closed"):
            use()


def test_a_closed_game_is_not_searched(engine, game):
    game.close()
    for use in (lambda: engine.search(game, nodes=1), lambda: engine.evaluate(game)):
        with pytest.raises(tetress.ClosedError):
            use()
    assert engine.search(Game(), nodes=10).nodes == 10


def test_with_closes():
    with Game() as game, Engine("random") as engine:
        assert not game.closed and not engine.closed
    assert game.closed and engine.closed


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


def test_objects_that_live_at_the_end_of_the_interpreter_do_no_harm():
    output = run_python(
        f"""
        import tetress
        game = tetress.Game.from_text({POSITION!r})
        engine = tetress.Engine("negamax", hash=1)
        engine.evaluator = lambda position: 0
        engine.search(game, nodes=100)
        tetress.keep = [game, engine]
        print("end")
        """
    )
    assert output == "end\n"


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


def handle_classes():
    """Every class whose objects own a handle of the library."""
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == "tetress"]
    return {
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and "_finalizer" in getattr(value, "__slots__", ())
    }


OWNERS = {
    Game: lambda: Game.from_text(POSITION),
    Engine: lambda: Engine("negamax:hash=1"),
    Referee: Referee,
    tetress.tetris.Game: lambda: tetress.tetris.Game(1),
    tetress.tetris.Agent: tetress.tetris.Agent,
}


def test_every_class_with_a_handle_is_tried():
    assert handle_classes() == set(OWNERS)


@pytest.mark.parametrize("make_copy", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
@pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: f"{owner.__module__}.{owner.__name__}")
def test_a_copy_has_a_handle_of_its_own_or_is_refused(owner, make_copy):
    original = OWNERS[owner]()
    if owner not in (Game, tetress.tetris.Game):
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            make_copy(original)
        return
    copied = make_copy(original)
    text = original.text
    del original
    gc.collect()
    assert copied.text == text
    copied.play(0 if owner is tetress.tetris.Game else copied.legal_moves()[0])
