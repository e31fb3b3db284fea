# SPDX-License-Identifier: MIT
"""What all objects with a handle of the library have in common: closing, copying, collection, threads, the end of Python."""

import contextlib
import copy
import dataclasses
import functools
import gc
import inspect
import pickle
import re
import sys
import threading
import traceback
import weakref

import pytest
import tetress
from conftest import HANG_S, POSITION, run_python
from tetress import Engine, Game, tetris
from tetress._handle import _Handle, _OwnedHandle
from tetress.match import _Match
from tetress.referee import Referee

MOVE = "0-1,0-2,0-3,0-4"
CELLS = [(0, 1), (0, 2), (0, 3), (0, 4)]

# Not calls of the library: they work, or mean nothing, whether the object is open or closed.
ALWAYS = {"close", "closed"}


@dataclasses.dataclass(frozen=True)
class Kind:
    """A class of handles, and every public thing that its objects can be asked."""

    make: object
    noun: str
    shown: str  # by repr(), a pattern
    uses: dict
    copies: bool = False
    always: frozenset = frozenset()  # what a closed one still answers


KINDS = {
    Game: Kind(
        lambda: Game.from_text(POSITION),
        "game",
        r"<Game '[rb./]+ r 10'>",
        {
            "turn": lambda game: game.turn,
            "ply": lambda game: game.ply,
            "start_ply": lambda game: game.start_ply,
            "over": lambda game: game.over,
            "winner": lambda game: game.winner,
            "reason": lambda game: game.reason,
            "tokens": lambda game: game.tokens,
            "board": lambda game: game.board,
            "text": lambda game: game.text,
            "hash": lambda game: game.hash,
            "history": lambda game: game.history,
            "cell": lambda game: game.cell(0, 0),
            "bits": lambda game: game.bits("red"),
            "legal_moves": lambda game: game.legal_moves(),
            "legal_mask": lambda game: game.legal_mask(),
            "is_legal": lambda game: game.is_legal(0),
            "mobility": lambda game: game.mobility("red"),
            "random_move": lambda game: game.random_move(0),
            "perft": lambda game: game.perft(1),
            "playouts": lambda game: game.playouts(1, 1),
            "play": lambda game: (game.play(0) if game.is_legal(0) else game.play(MOVE), game.undo()),
            "play_cells": lambda game: (game.play_cells(CELLS), game.undo()),
            "check_cells": lambda game: game.check_cells(CELLS),
            "undo": lambda game: (game.play(MOVE), game.undo()),
            "rewind": lambda game: game.rewind(),
            "copy": lambda game: game.copy(),
            "==": lambda game: game == Game(),
            "str": str,
            "pickle": pickle.dumps,
        },
        copies=True,
        always=frozenset({"from_text"}),
    ),
    Engine: Kind(
        lambda: Engine("negamax:hash=1"),
        "engine",
        "<Engine negamax:hash=1>",
        {
            "search": lambda engine: engine.search(Game(), nodes=1),
            "evaluate": lambda engine: engine.evaluate(Game()),
            "options": lambda engine: engine.options,
            "own_limits": lambda engine: engine.own_limits,
            "spec": lambda engine: engine.spec,
            "get": lambda engine: engine.get("hash"),
            "set": lambda engine: engine.set("hash", 1),
            "evaluator": lambda engine: engine.evaluator,
            "set_evaluator": lambda engine: engine.set_evaluator(None),
            "set_weights": lambda engine: engine.set_weights(None),
            "stop": lambda engine: (engine.stop(), engine.resume()),
            "resume": lambda engine: engine.resume(),
            "reset": lambda engine: engine.reset(),
            "reseed": lambda engine: engine.reseed(1),
        },
    ),
    Referee: Kind(
        Referee,
        "referee",
        "<Referee after 0 actions, red to move>",
        {
            "play": lambda referee: referee.play(2000 if referee.game.ply else 0),
            "play_cells": lambda referee: referee.play_cells(CELLS),
            "charge": lambda referee: referee.charge("red", cpu_us=1),
            "check": lambda referee: referee.check("red", cpu_us=1),
            "end": lambda referee: referee.end("crash", "red"),
            "verdict": lambda referee: referee.verdict,
            "turn": lambda referee: referee.turn,
            "game": lambda referee: referee.game,
            "spent": lambda referee: referee.spent("red"),
            "left": lambda referee: referee.left("red"),
        },
    ),
    _Match: Kind(
        lambda: _Match(games=1000000, seed=1, opening=4),
        "match",
        "<_Match of 1000000 games, 0 in pairs that count>",
        {
            "add_opening": lambda match: _Match(games=2, seed=1).add_opening(POSITION) or match.add_opening(POSITION),
            "next": lambda match: match.next(),
            "start": lambda match: match.start(0),
            "add_result": lambda match: match.add_result(match.next().number, "red"),
            "test": lambda match: match.test(),
        },
    ),
    tetris.Game: Kind(
        lambda: tetris.Game(1),
        "game",
        r"<tetris\.Game '[./]+ [OILJTSZ] .*'>",
        {
            "text": lambda game: game.text,
            "hash": lambda game: game.hash,
            "rows": lambda game: game.rows,
            "next": lambda game: game.next,
            "piece": lambda game: setattr(game, "piece", game.piece),
            "insert": lambda game: game.insert("O"),
            "moves": lambda game: game.moves,
            "play": lambda game: game.copy().play(0) or game.text,
            "features": lambda game: game.features(0),
            "over": lambda game: game.over,
            "lines": lambda game: game.lines,
            "turns": lambda game: game.turns,
            "columns": lambda game: game.columns,
            "copy": lambda game: game.copy(),
            "str": str,
            "pickle": pickle.dumps,
            "chosen for": lambda game: tetris.Agent("dellacherie").choose(game),
            "valued": lambda game: tetris.Agent("dellacherie").values(game),
            "played": lambda game: tetris.Agent("dellacherie").play(game, 1),
        },
        copies=True,
        always=frozenset({"from_text"}),
    ),
    tetris.Agent: Kind(
        lambda: tetris.Agent("dellacherie"),
        "agent",
        r"<tetris\.Agent dellacherie for 20 rows>",
        {
            "weights": lambda agent: agent.weights,
            "set_weights": lambda agent: agent.set_weights("dt", [-1.0] * 9),
            "choose": lambda agent: agent.choose(tetris.Game(1)),
            "values": lambda agent: agent.values(tetris.Game(1)),
            "play": lambda agent: agent.play(tetris.Game(1), 10),
            "games": lambda agent: agent.games(1, 2, pieces=10),
            "split": lambda agent: agent.split(1, 10),
        },
        always=frozenset({"rows"}),
    ),
}

every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=[f"{one.__module__}.{one.__name__}" for one in KINDS])

# Some uses end a game or a match: others then complain, as they should.
COMPLAINTS = (tetress.GameOver, tetress.IllegalMove)


def handle_classes():
    """Every class of the package whose objects own a handle of the library."""
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == "tetress"]
    classes = {value for module in modules for value in vars(module).values() if isinstance(value, type)}
    return {one for one in classes if issubclass(one, _OwnedHandle) and "_free" in vars(one)}


def test_every_class_with_a_handle_is_tried():
    assert handle_classes() == set(KINDS)


@pytest.mark.parametrize("owner", KINDS, ids=lambda owner: f"{owner.__module__}.{owner.__name__}")
def test_everything_that_a_handle_can_be_asked_is_tried(owner):
    public = {name for name in dir(owner) if not name.startswith("_")} - ALWAYS - KINDS[owner].always
    assert public <= KINDS[owner].uses.keys()


@every_kind
def test_no_class_frees_locks_or_closes_in_its_own_way(kind):
    made = kind.make()
    for name in ("__new__", "__enter__", "__exit__", "__repr__", "closed", "_live", "_own", "_owning", "_check"):
        owner = next(one for one in type(made).__mro__ if name in vars(one))
        assert owner.__module__ == "tetress._handle", name


@every_kind
def test_a_handle_closes_twice_and_then_refuses_everything(kind):
    made = kind.make()
    assert not made.closed
    made.close()
    made.close()
    assert made.closed
    for name, use in kind.uses.items():
        with pytest.raises(tetress.ClosedError, match=f"the {kind.noun} is closed"):
            use(made)
            pytest.fail(f"{name} works after close()")


@every_kind
def test_a_handle_that_is_open_refuses_nothing(kind):
    for use in kind.uses.values():
        use(kind.make())


@every_kind
def test_with_closes_also_after_an_exception(kind):
    with kind.make() as made:
        assert not made.closed
    assert made.closed
    with pytest.raises(KeyError), kind.make() as made:
        raise KeyError
    assert made.closed


@every_kind
def test_repr_tells_what_it_is_before_and_after_closing(kind):
    made = kind.make()
    assert re.fullmatch(kind.shown, repr(made))
    made.close()
    name = kind.shown.partition(" ")[0].replace("\\", "").lstrip("<")
    assert repr(made) == f"<closed {name}>"


@pytest.mark.parametrize("owner", [*KINDS, tetress.Position], ids=lambda owner: f"{owner.__module__}.{owner.__name__}")
def test_an_object_whose_constructor_failed_is_a_closed_one(owner):
    failed = owner.__new__(owner)  # as __init__() is given it
    assert re.fullmatch(r"<closed [\w.]+>", repr(failed))
    if issubclass(owner, _OwnedHandle):
        failed.close()
        with failed:
            assert failed.closed


@pytest.mark.parametrize(
    "make",
    [
        lambda: Engine("negamaxx"),
        lambda: Referee(cpu_us=-1),
        lambda: tetris.Game(rows=99),
        lambda: tetris.Agent("dellachery"),
        lambda: _Match(games=3, seed=1),
        tetress.Position,
    ],
    ids=["Engine", "Referee", "tetris.Game", "tetris.Agent", "_Match", "Position"],
)
def test_a_traceback_that_shows_locals_shows_the_failed_object(make):
    try:
        make()
    except (tetress.TetressError, TypeError) as failure:
        frames = [frame for frame, _ in traceback.walk_tb(failure.__traceback__)]
    shown = [repr(one) for frame in frames for name, one in frame.f_locals.items() if name == "self" and isinstance(one, _Handle)]
    assert shown and all(text.startswith("<closed ") for text in shown)


@every_kind
@pytest.mark.parametrize("make_copy", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_a_copy_has_a_handle_of_its_own_or_is_refused(kind, make_copy):
    original = kind.make()
    if not kind.copies:
        with pytest.raises(TypeError, match=f"the {kind.noun} cannot be copied or pickled; make another"):
            make_copy(original)
        return
    copied = make_copy(original)
    text = original.text
    original.close()
    del original
    gc.collect()
    assert copied.text == text and type(copied) in KINDS
    copied.play(0 if type(copied) is tetris.Game else copied.legal_moves()[0])
    assert copied.text != text


@every_kind
def test_collection_frees_what_is_open_once(kind, monkeypatch):
    freed = []
    owner = type(kind.make())
    free = owner._free
    monkeypatch.setattr(owner, "_free", lambda pointer: freed.append(pointer) or free(pointer))
    gc.disable()  # without cycles objects go at once
    try:
        made, closed = kind.make(), kind.make()
        pointers = [made._pointer, closed._pointer]
        closed.close()
        ref = weakref.ref(made)
        del made, closed
        assert ref() is None and sorted(freed) == sorted(pointers)
    finally:
        gc.enable()


# Arguments with which each is made.
ARGUMENTS = {Game: {}, Engine: {"spec": "random"}, Referee: {}, _Match: {"games": 2, "seed": 1}, tetris.Game: {"seed": 5}, tetris.Agent: {"rows": 20}}


every_class = pytest.mark.parametrize("owner", KINDS, ids=lambda owner: f"{owner.__module__}.{owner.__name__}")


class Forgets:
    """A base class beside ours that does not call super().__init__()."""

    def __init__(self, mine=None):
        self.mine = mine


@every_class
def test_an_object_that_no_constructor_has_made_says_so(owner):
    class Forgetful(owner):
        __init__ = Forgets.__init__

    class Mixed(Forgets, owner):
        pass

    for unmade in (Forgetful(1), Mixed(1), owner.__new__(owner)):
        for name, use in KINDS[owner].uses.items():
            if name not in ("chosen for", "valued", "played"):
                with pytest.raises(TypeError, match=rf"the {owner._noun} is not made yet: call its __init__\(\) first, in a subclass by super\(\)"):
                    use(unmade)
                    pytest.fail(name)
        assert unmade.closed


@pytest.mark.parametrize("use", ["chosen for", "valued", "played"])
def test_an_agent_looks_at_no_game_that_is_not_made(use):
    agent, unmade = tetris.Agent("dellacherie"), tetris.Game.__new__(tetris.Game)
    for pieces in (1, 10**9):
        with pytest.raises(TypeError, match="the game is not made yet"):
            agent.play(unmade, pieces)
    with pytest.raises(TypeError, match="the game is not made yet"):
        KINDS[tetris.Game].uses[use](unmade)
    with pytest.raises(TypeError, match="the agent is not made yet"):
        _ = tetris.Agent.__new__(tetris.Agent).rows


@every_class
def test_an_object_may_be_made_late(owner):
    class Late(owner):
        def __init__(self, mine):
            self.mine = mine

        def open(self):
            super().__init__(**ARGUMENTS[owner])

    late = Late("mine")
    late.open()
    assert not late.closed and late.mine == "mine" and repr(late).startswith("<")
    late.close()


class Tagged:
    """A base class that takes keywords of a class, and arguments of __new__()."""

    def __init_subclass__(cls, tag=0, **keywords):
        super().__init_subclass__(**keywords)
        cls.tag = tag

    def __new__(cls, *arguments, **keywords):
        made = super().__new__(cls)
        made.given = arguments, keywords
        return made


@every_class
def test_a_class_may_have_other_base_classes_and_odd_constructors(owner):
    class First(owner, Tagged, tag=1):
        pass

    class Last(Tagged, owner, tag=2):
        pass

    class Homeless(owner):
        __module__ = None

    class Partial(owner):
        def build(self, tag, **arguments):
            self.tag = tag
            owner.__init__(self, **arguments)

        __init__ = functools.partialmethod(build, 3)

    class Dispatching(owner):
        @functools.singledispatchmethod
        def __init__(self, tag):
            raise NotImplementedError

        @__init__.register
        def _(self, tag: int):
            self.tag = tag
            owner.__init__(self, **ARGUMENTS[owner])

    made = [one(**ARGUMENTS[owner]) for one in (First, Last, Homeless, Partial)] + [Dispatching(4)]
    assert [one.closed for one in made] == [False] * 5
    assert [getattr(one, "tag", None) for one in made] == [1, 2, None, 3, 4]
    assert [one.given[1] for one in made[:2]] == [ARGUMENTS[owner]] * 2
    for one in made:
        one.close()


@every_class
def test_the_arguments_of_a_constructor_are_known_to_tools(owner):
    assert str(inspect.signature(owner)) == str(inspect.signature(owner.__init__)).replace("self, ", "").replace("(self)", "()")


@every_class
def test_a_subclass_may_have_a_constructor_of_its_own(owner):
    class Mine(owner):
        def __init__(self, mine, **arguments):
            """Mine."""
            self.mine = mine
            super().__init__(**arguments)

    class Heir(Mine):
        def __init__(self):
            super().__init__("theirs", **ARGUMENTS[owner])

    for made in (Mine("mine", **ARGUMENTS[owner]), Heir()):
        assert not made.closed and made.mine in ("mine", "theirs")
        made.close()
    assert Mine.__init__.__doc__ == "Mine."


@pytest.mark.parametrize("owner", KINDS, ids=lambda owner: f"{owner.__module__}.{owner.__name__}")
def test_an_object_is_made_once_until_it_is_closed(owner, monkeypatch):
    freed = []
    free = owner._free
    monkeypatch.setattr(owner, "_free", lambda pointer: freed.append(pointer) or free(pointer))
    made = owner(**ARGUMENTS[owner])
    pointer, shown = made._pointer, repr(made)
    with pytest.raises(tetress.ArgumentError, match=f"the {made._noun} is made already; make another"):
        made.__init__(**ARGUMENTS[owner])
    assert (made._pointer, repr(made)) == (pointer, shown) and len(freed) == 1 and freed != [pointer]
    made.close()
    made.__init__(**ARGUMENTS[owner])
    assert not made.closed
    made.close()
    assert len(freed) == 3


def test_an_engine_that_searches_is_not_made_again():
    engine, started = Engine("mcts"), threading.Event()

    def search():
        assert engine.search(Game(), infinite=True, info=lambda *_: started.set()).move is not None

    def again():
        assert started.wait(HANG_S)
        with pytest.raises(tetress.ArgumentError, match="made already"):
            engine.__init__("mcts")
        assert engine._calls == 1
        engine.stop()

    assert in_threads(search, again) == []
    engine.close()


def in_threads(*works):
    """Run all at the same time, until each has returned; what they raised."""
    raised = []

    def run(work):
        try:
            work()
        except BaseException as failure:
            raised.append(failure)

    threads = [threading.Thread(target=run, args=[work], daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(HANG_S)
        assert not thread.is_alive()
    return raised


@pytest.fixture
def busy_switching():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@every_kind
def test_two_threads_and_one_that_closes_break_nothing(kind, busy_switching):
    for _ in range(3):
        made = kind.make()

        def use_all(made=made):
            for _ in range(10):
                for use in kind.uses.values():
                    try:
                        use(made)
                    except (*COMPLAINTS, tetress.EngineBusy, tetress.NothingToUndo, tetress.ArgumentError) as failure:
                        if isinstance(failure, tetress.ClosedError):
                            return

        def close(made=made):
            while not made.closed:
                try:
                    made.close()
                except tetress.EngineBusy:
                    pass

        started = threading.Event()

        def use_some(use_all=use_all, started=started):
            started.set()
            use_all()

        assert in_threads(use_some, use_all, lambda started=started, close=close: started.wait(HANG_S) and close()) == []
        assert made.closed


class Freed:
    """What was freed. The memory goes only when forget() is called: meanwhile no other object has such a pointer."""

    def __init__(self):
        self.pointers, self._frees = [], []

    def instead_of(self, free):
        return lambda pointer: (self.pointers.append(pointer), self._frees.append(free))

    def forget(self):
        for free, pointer in zip(self._frees, self.pointers):
            free(pointer)
        self.pointers.clear()
        self._frees.clear()

    def refused_by(self, library):
        """The library, where no function takes a pointer that was freed."""

        class Refusing:
            def __getattr__(_, name):
                def call(*arguments):
                    assert not set(self.pointers).intersection(one for one in arguments if type(one) is int), name
                    return getattr(library, name)(*arguments)

                return call

        return Refusing()


@pytest.fixture
def freed(monkeypatch):
    freed = Freed()
    for owner in KINDS:
        monkeypatch.setattr(owner, "_free", freed.instead_of(owner._free))
    for name, module in list(sys.modules.items()):
        if name.startswith("tetress.") and name != "tetress._library":
            for library in {"quick", "native"} & vars(module).keys():
                monkeypatch.setattr(module, library, freed.refused_by(getattr(module, library)))
    yield freed
    gc.collect()
    freed.forget()


class Interruption:
    """Closes an object at one moment of a call on it, as a signal handler may. The moments are the returns of its own
    functions, and of byref(), which comes just before a call of the library."""

    def __init__(self, made, moment):
        self._made, self._left = made, moment

    def _look(self, frame, event, argument):
        ours = frame.f_globals.get("__name__", "").startswith("tetress.")
        if ours and (event == "return" or (event == "c_return" and argument.__name__ == "byref")):
            self._left -= 1
            if self._left < 0:
                sys.setprofile(None)
                with contextlib.suppress(tetress.EngineBusy):
                    self._made.close()

    def during(self, use):
        """False if the call returned before the moment."""
        sys.setprofile(self._look)
        try:
            use(self._made)
        except tetress.TetressError:
            pass
        finally:
            sys.setprofile(None)
        return self._left < 0


@every_kind
def test_a_signal_handler_may_close_what_the_interrupted_call_uses(kind, freed):
    for name, use in kind.uses.items():
        moment, came = 0, True
        while came:
            made = kind.make()
            pointer = made._pointer
            came = Interruption(made, moment).during(use)
            made.close()
            del made
            assert freed.pointers.count(pointer) == 1, name
            freed.forget()
            moment += 1 + moment // 8  # all the first moments, then ever fewer
        assert moment > 1, name


def test_an_agent_in_use_is_neither_changed_nor_closed():
    agent = tetris.Agent("s2")
    pointer = agent._begin()  # as a long call in another thread does
    assert agent.choose(tetris.Game(1)).move is not None
    for change in (agent.close, lambda: agent.set_weights("dt", [-1.0] * 9)):
        with pytest.raises(tetress.EngineBusy, match="uses the agent"):
            change()
    agent._end()
    assert pointer == agent._pointer and agent.weights[0] == "s2"
    agent.set_weights("dt", [-1.0] * 9)
    assert repr(agent) == "<tetris.Agent weights 'dt' for 20 rows>"
    agent.close()


@pytest.mark.parametrize("stranger", [Game(), None, 0, "text"], ids=repr)
@pytest.mark.parametrize("method", ["choose", "values", "play"])
def test_an_agent_takes_no_other_game(stranger, method):
    with pytest.raises(TypeError, match=r"expected a tetress\.tetris\.Game"):
        getattr(tetris.Agent("dellacherie"), method)(stranger)


@pytest.mark.parametrize("use", [lambda game: Engine("random").search(game, nodes=1), Referee])
def test_a_single_player_game_is_no_game_of_two(use):
    with pytest.raises((TypeError, tetress.ArgumentError), match="game|Game"):
        use(tetris.Game(1))


def test_handles_that_live_at_the_end_of_the_interpreter_do_no_harm():
    """Among them one that a thread still uses when the interpreter ends."""
    output = run_python(
        f"""
        import threading
        import tetress
        from tetress import match, tetris
        from tetress.referee import Referee

        tetress.keep = [
            tetress.Game.from_text({POSITION!r}), tetress.Engine("negamax", hash=1), Referee(),
            match._Match(games=2, seed=1, opening=4), tetris.Game(1), tetris.Agent("tetress"),
        ]
        tetress.keep[1].evaluator = lambda position: 0
        tetress.keep[1].search(tetress.keep[0], nodes=100)
        agent, game = tetress.keep[5], tetress.keep[4]
        threading.Thread(target=lambda: agent.games(1, 1000), daemon=True).start()
        threading.Thread(target=lambda: agent.play(game), daemon=True).start()
        while agent._calls < 2:
            pass
        print("end")
        """
    )
    assert output == "end\n"
