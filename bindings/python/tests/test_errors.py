# SPDX-License-Identifier: MIT
import os
import pickle

import pytest
import tetress
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
