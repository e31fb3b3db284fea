# SPDX-License-Identifier: MIT
"""A store against a model: a dictionary of games, one of failures, one of settings. And a store whose bytes are changed."""

import contextlib
import functools
import os
import pathlib
import sqlite3
import tempfile

from fuzz_support import examples
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tetress.tournament.results import Played
from tetress.tournament.store import Store, StoreError
from tetress.tournament.store_rescue import rescue
from tournament_support import all_outcomes

# Where there is memory for files, a transaction costs no disk.
FOLDER = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

RECORDS = [game.record for game in all_outcomes()]

names = st.text(max_size=8)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)
keys = st.integers(0, 30).map(lambda number: f"{number * 37 % 256:02x}" * 32)


@st.composite
def games(draw):
    record = dict(draw(st.sampled_from(RECORDS)))
    seed = draw(st.integers(0, 2**62 - 1))
    record.update(red=draw(names), blue=draw(names), seed=str(seed))
    record["referee"] = {**record["referee"], "detail": draw(st.text(max_size=20))}
    return Played(draw(keys), draw(names), record["red"], record["blue"], seed, record)


class StoreMachine(RuleBasedStateMachine):
    """Two handles of one file, either of which does the next operation, against the model."""

    @initialize()
    def begin(self):
        self.folder = tempfile.TemporaryDirectory(dir=FOLDER)
        self.path = pathlib.Path(self.folder.name, "s.db")
        self.stores = [Store(self.path), Store(self.path)]
        self.games, self.failures, self.meta = {}, {}, {}

    def teardown(self):
        for store in self.stores:
            store.close()
        self.folder.cleanup()

    @rule(which=st.booleans(), game=games())
    def add(self, which, game):
        assert self.stores[which].add(game) == (game.key not in self.games)
        self.games.setdefault(game.key, game)

    @rule(which=st.booleans(), wanted=st.lists(keys, max_size=6))
    def some(self, which, wanted):
        assert self.stores[which].games(wanted) == [self.games[key] for key in wanted if key in self.games]

    @rule(which=st.booleans(), name=names, value=json_values)
    def set_meta(self, which, name, value):
        self.stores[which].set_meta(name, value)
        self.meta[name] = value

    @rule(which=st.booleans(), name=names)
    def get_meta(self, which, name):
        assert self.stores[which].meta(name) == self.meta.get(name)

    @rule(which=st.booleans(), game=games())
    def fail(self, which, game):
        attempts = self.failures.get(game.key, (0, None))[0] + 1
        assert self.stores[which].add_failure(game.key, game.record) == attempts
        self.failures[game.key] = (attempts, game.record)

    @rule(which=st.booleans())
    def forget(self, which):
        self.stores[which].forget_failures()
        self.failures = {}

    @rule(which=st.booleans())
    def open_again(self, which):
        self.stores[which].close()
        self.stores[which] = Store(self.path)

    @rule()
    def rescued(self):
        new = self.path.with_name("new.db")
        saved = rescue(self.path, new)
        assert (saved.games, saved.damaged) == (len(self.games), 0)
        with Store(new, read_only=True) as store:
            assert store.games() == [self.games[key] for key in sorted(self.games)]
        new.unlink()

    @precondition(lambda self: self.games)
    @rule(which=st.booleans())
    def what_is_taken_back_changes_nothing(self, which):
        with contextlib.closing(sqlite3.connect(self.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("DELETE FROM games")
            other.execute("ROLLBACK")

    @invariant()
    def as_the_model(self):
        with Store(self.path, read_only=True) as store:
            assert store.keys() == self.games.keys()
            assert store.games() == [self.games[key] for key in sorted(self.games)]
            assert store.failures() == self.failures
        assert {one.name for one in self.path.parent.iterdir()} == {"s.db"}


TestStore = StoreMachine.TestCase
TestStore.settings = examples(0.3, stateful_step_count=12)


@functools.cache
def whole():
    """The bytes of a store with all kinds of games, and what it holds."""
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        path = pathlib.Path(folder, "s.db")
        with Store(path) as store:
            for number, record in enumerate(RECORDS):
                store.add(Played(f"{number * 16:02x}" * 32, str(number // 2), record["red"], record["blue"], int(record["seed"]), record))
            store.set_meta("settings", {"a": [1, None, "x"]})
            store.add_failure("ff" * 32, RECORDS[-1])
        with Store(path, read_only=True) as store:
            return path.read_bytes(), content(store)


def content(store):
    return store.games(), store.failures(), store.meta("settings"), store.keys()


@st.composite
def changed(draw, data):
    """The bytes with some of them changed, left out, moved or put in."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data) - 1) | st.integers(0, 200) | st.integers(0, len(data) // 4096 - 1).map(lambda page: page * 4096))
        piece = draw(st.binary(min_size=1, max_size=40))
        way = draw(st.sampled_from(["over", "over", "over", "in", "out", "cut", "copy"]))
        if way == "over":
            data = data[:at] + piece + data[at + len(piece) :]
        elif way == "in":
            data = data[:at] + piece + data[at:]
        elif way == "out":
            data = data[:at] + data[at + len(piece) :]
        elif way == "cut":
            data = data[: max(at, 1)]
        else:
            start = draw(st.integers(0, len(data) - 1))
            data = data[:at] + data[start : start + 4096] + data[at + 4096 :]
        if len(data) < 5000:
            break
    return data


@given(st.data())
@examples(4.0)
def test_a_store_with_other_bytes_is_refused_or_as_it_was(data):
    old, expected = whole()
    new = data.draw(changed(old), label="bytes")
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        path = pathlib.Path(folder, "s.db")
        path.write_bytes(new)
        try:
            with Store(path, read_only=True) as store:
                assert content(store) == expected
        except StoreError as failure:
            assert str(path) in str(failure)
        assert path.read_bytes() == new and len(os.listdir(folder)) == 1
        try:
            saved = rescue(path, path.with_name("new.db"))
            with Store(path.with_name("new.db"), read_only=True) as store:
                assert len(store.games()) == saved.games
                assert all(game in expected[0] for game in store.games())
        except StoreError as failure:
            assert str(path) in str(failure)
        assert path.read_bytes() == new
        with contextlib.suppress(StoreError), Store(path) as store:
            assert content(store) == expected
