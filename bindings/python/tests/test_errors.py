# SPDX-License-Identifier: MIT
import inspect
import os
import pickle
import types

import pytest
import tetress
import tetress.referee
from conftest import POSITION
from tetress import _abi, errors


def test_every_status_has_its_class():
    for row in _abi.STATUSES:
        if row.code == _abi.TETRESS_OK:
            continue
        kind = errors._classes[row.code]
        assert (kind.code, kind.name) == (row.code, row.name)
        assert issubclass(kind, tetress.TetressError)
        assert str(errors.failure_of(row.code)) == row.sentence


def test_an_unknown_status_is_still_an_exception():
    failure = errors.failure_of(-1000)
    assert type(failure) is tetress.TetressError and failure.code == -1000


def test_exceptions_are_also_pythons_own():
    assert issubclass(tetress.ArgumentError, ValueError)
    assert issubclass(tetress.TextError, ValueError)
    assert issubclass(tetress.OptionError, ValueError)
    assert issubclass(tetress.UnknownName, LookupError)
    assert issubclass(tetress.OutOfMemory, MemoryError)
    assert issubclass(tetress.GameOver, tetress.IllegalMove)


def test_the_message_is_the_librarys_sentence():
    with pytest.raises(tetress.IllegalMove, match="cell 3-1 is occupied"):
        tetress.Game.from_text(POSITION).play("3-1,4-1,5-1,6-1")


def test_exceptions_survive_a_pickle():
    with pytest.raises(tetress.IllegalMove) as refused:
        tetress.Game.from_text(POSITION).play("3-1,4-1,5-1,6-1")
    other = pickle.loads(pickle.dumps(refused.value))
    assert str(other) == str(refused.value)
    assert (other.rule, other.cell, other.cells) == (
        "occupied",
        (3, 1),
        ((3, 1), (4, 1), (5, 1), (6, 1)),
    )


@pytest.mark.skipif("san" in os.environ.get("LD_PRELOAD", ""), reason="needs much memory itself")
def test_memory_that_is_not_there_is_a_memory_error():
    engine = tetress.Engine("negamax", hash=1)
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm") as statm:
        used = int(statm.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + 512 * 2**20, before[1]))
    try:
        with pytest.raises(tetress.OutOfMemory):
            tetress.Engine("negamax", hash=4096)
        with pytest.raises(tetress.OutOfMemory):
            engine.set("hash", 4096)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
    assert engine.get("hash") == 1


# ---- The way out -------------------------------------------------------------------------------

HINTS = {
    "a player": (lambda: tetress.Engine("negmax"), 'did you mean "negamax"'),
    "the referee's prefix": (
        lambda: tetress.Engine("tetress:level-4"), '"tetress:" is only for the referee and tournaments; leave it out$'),
    "an option of a spec": (lambda: tetress.Engine("negamax:hsah=1"), 'did you mean "hash"'),
    "an option as an argument": (lambda: tetress.Engine("negamax", hsah=1), 'did you mean "hash"'),
    "an option that is set": (lambda: tetress.Engine("negamax").set("hsah", 1), 'did you mean "hash"'),
    "an option that is read": (lambda: tetress.Engine("negamax").get("hsah"), 'did you mean "hash"'),
    "an evaluator": (lambda: tetress.Engine("negamax", evaluator="regoin"), 'did you mean "region"'),
    "an evaluator of the single-player game": (lambda: tetress.tetris.Agent("tetres"), 'did you mean "tetress"'),
    "a source of pieces": (lambda: tetress.tetris.Game(source="unifrom"), 'did you mean "uniform"'),
    "a keyword of a search": (
        lambda: tetress.Engine("negamax").search(tetress.Game(), node=10), r"Engine.search\(\) has no argument 'node'; did you mean \"nodes\""),
    "a keyword of a match": (lambda: tetress.play_match("random", "random", game=2), r"play_match\(\) .*did you mean \"games\""),
    "a keyword of an agent": (lambda: tetress.tetris.Agent(row=10), r"Agent\(\) has no argument 'row'; did you mean \"rows\""),
    "no keyword": (lambda: tetress.tetris.Game(colour=1), r"Game\(\) has no argument 'colour'; known are seed, rows, source, sequence$"),
    "no player": (lambda: tetress.Engine("deepblue"), r"is not the name of a player; see tetress\.players\(\)$"),
    "no option of a spec": (lambda: tetress.Engine("negamax:speed=1"), r"; see Engine\.options$"),
    "no option": (lambda: tetress.Engine("negamax").set("speed", 1), r"; see Engine\.options$"),
    "no option that is read": (lambda: tetress.Engine("negamax").get("speed"), "; see Engine.options"),
    "no evaluator": (lambda: tetress.Engine("negamax", evaluator="nnue"), "is not one of: region reach"),
    "no evaluator of the single-player game": (lambda: tetress.tetris.Agent("deepblue"), "; known are tetress, "),
    "a preview without look-ahead": (lambda: tetress.tetris.Agent(preview=True), "^preview needs a lookahead of 1 or more$"),
    "splitting in a low well": (
        lambda: tetress.tetris.fitness("s2", [[1.0] * 11], rows=10), "^splitting needs a well of 14 rows or more; the objective lines does not$"),
    "no source of pieces": (lambda: tetress.tetris.Game(source="deepblue"), "uniform"),
    "a search without limit": (lambda: tetress.Engine("mcts").search(tetress.Game()), "nodes=.*wall_ms=.*cpu_ms="),
    "a limit of another algorithm": (
        lambda: tetress.Engine("mcts").search(tetress.Game(), depth=3), "nodes=.*wall_ms=.*cpu_ms="),
    "a match without openings": (
        lambda: tetress.play_match("random", "random", openings=[]),
        "^openings has no position; leave it out to begin with random actions$"),
    "cells as a move": (lambda: tetress.Game().play([(3, 4), (4, 3), (4, 4), (4, 5)]), "play_cells"),
    "cells asked for": (lambda: tetress.Game().is_legal([(3, 4), (4, 3), (4, 4), (4, 5)]), "from_cells"),
}


@pytest.mark.parametrize("what", HINTS)
def test_an_error_says_the_way_out(what):
    call, words = HINTS[what]
    with pytest.raises((tetress.TetressError, TypeError), match=words):
        call()


def test_no_sentence_sends_a_user_to_a_function_of_c():
    lists = {text for name, text in vars(_abi).items() if name.startswith("TETRESS_SEE_")}
    assert len(lists) >= 2 and lists == set(errors._LISTS)


def functions_with_options():
    """Every public function and method that has arguments which can only be given by name."""
    for module in (tetress, tetress.referee, tetress.tetris):
        for name, thing in list(vars(module).items()):
            if name[0] == "_" or not str(getattr(thing, "__module__", "")).startswith("tetress"):
                continue
            members = vars(thing).items() if isinstance(thing, type) else [(name, thing)]
            for name, member in members:
                member = getattr(member, "__func__", member)
                if isinstance(member, types.FunctionType) and (name == "__init__" or name[0] != "_"):
                    kinds = {one.name: one.kind for one in inspect.signature(member).parameters.values()}
                    named = [one for one, kind in kinds.items() if kind == inspect.Parameter.KEYWORD_ONLY]
                    if named:
                        yield pytest.param(member, named, id=f"{module.__name__}.{member.__qualname__}")


@pytest.mark.parametrize("function, names", list(functions_with_options()))
def test_every_function_knows_which_of_its_keywords_was_meant(function, names):
    for name in names:
        with pytest.raises(TypeError, match=f'has no argument .{name}z.; did you mean "{name}"'):
            function(**{name + "z": 1})


def test_what_is_like_nothing_gets_no_hint():
    for call in (lambda: tetress.Engine("deepblue"), lambda: tetress.tetris.Agent("deepblue")):
        with pytest.raises(tetress.UnknownName) as refused:
            call()
        assert "did you mean" not in str(refused.value)
