# SPDX-License-Identifier: MIT
import contextvars
import gc
import traceback

import pytest
import tetress
from conftest import DATA, POSITION
from tetress import Engine, Game


def count_tokens(position):
    other = {"red": "blue", "blue": "red"}[position.turn]
    tokens = position.tokens
    return 100 * (tokens[position.turn] - tokens[other])


class Mistake(Exception):
    pass


def fail(*_):
    raise Mistake("made in a callback")


# ---- info ----


def test_info_is_told_each_iteration_and_changes_nothing(engine, game):
    told = []
    quiet = engine.search(game, nodes=20000)
    engine.reset()
    result = engine.search(game, nodes=20000, info=lambda so_far, line: told.append((so_far, line)))
    assert result.move is quiet.move and result.score == quiet.score
    assert [so_far.depth for so_far, _ in told] == sorted(so_far.depth for so_far, _ in told)
    assert len(told) > 1
    for so_far, line in told:
        assert so_far.nodes <= 20000 and so_far.lines == (line,)
        assert line.rank == 1 and line.move is line.pv[0]


def test_info_can_end_the_search(engine, game):
    result = engine.search(game, infinite=True, info=lambda so_far, line: so_far.depth >= 1)
    assert result.stop_reason == "callback" and result.move in game.legal_moves()


def test_what_info_raises_is_raised_with_its_traceback(engine, game):
    with pytest.raises(Mistake) as raised:
        engine.search(game, infinite=True, info=fail)
    assert "fail" in [frame.name for frame in traceback.extract_tb(raised.value.__traceback__)]
    assert engine.search(game, nodes=500).nodes == 500


def test_info_is_forgotten_after_its_search(engine, game):
    calls = []
    engine.search(game, nodes=5000, info=lambda *told: calls.append(told))
    before = len(calls)
    engine.search(game, nodes=5000)
    assert len(calls) == before > 0


@pytest.mark.parametrize("junk", [5, "info", []])
def test_info_has_to_be_callable(engine, game, junk):
    with pytest.raises(TypeError, match="info"):
        engine.search(game, nodes=10, info=junk)


# ---- Evaluators ----


def test_a_python_evaluator_finds_what_the_same_one_in_c_finds(game):
    with Engine("negamax", hash=1, evaluator="tokens") as engine:
        expected = engine.search(game, nodes=3000)
        engine.evaluator = count_tokens
        assert engine.evaluator is count_tokens
        assert engine.evaluate(game) == 100
        found = engine.search(game, nodes=3000)
        assert (found.move, found.score, found.nodes) == (
            expected.move,
            expected.score,
            expected.nodes,
        )
        engine.set_evaluator(None)
        assert engine.evaluator is None
        assert engine.search(game, nodes=3000).score == expected.score


def test_values_beyond_the_limit_are_cut(game):
    with Engine("greedy") as engine:
        engine.evaluator = lambda position: 10**30
        assert engine.evaluate(game) == 1_000_000
        engine.evaluator = lambda position: -(10**30)
        assert engine.evaluate(game) == -1_000_000


@pytest.mark.parametrize("value", [None, 1.5, "1", []])
def test_an_evaluator_that_returns_no_int_is_a_type_error(engine, game, value):
    engine.evaluator = lambda position: value
    with pytest.raises(TypeError, match="int"):
        engine.search(game, nodes=1000)
    with pytest.raises(TypeError, match="int"):
        engine.evaluate(game)


def test_what_an_evaluator_raises_ends_the_search_and_leaves_nothing_behind(engine, game):
    expected = engine.search(game, nodes=3000)
    engine.evaluator = fail
    with pytest.raises(Mistake) as raised:
        engine.search(game, infinite=True)
    assert "fail" in [frame.name for frame in traceback.extract_tb(raised.value.__traceback__)]
    with pytest.raises(Mistake):
        engine.evaluate(game)
    engine.evaluator = None
    again = engine.search(game, nodes=3000)
    assert (again.move, again.score, again.stop_reason) == (expected.move, expected.score, "nodes")


def test_an_evaluator_that_fails_late_poisons_no_table(game):
    def fails_at(limit):
        calls = []

        def evaluate(position):
            calls.append(1)
            if len(calls) == limit:
                raise Mistake
            return count_tokens(position)

        return evaluate

    with Engine("negamax", hash=1) as engine, Engine("negamax", hash=1) as fresh:
        fresh.evaluator = count_tokens
        engine.evaluator = fails_at(500)
        with pytest.raises(Mistake):
            engine.search(game, nodes=3000)
        again = engine.search(game, nodes=3000)
        expected = fresh.search(game, nodes=3000)
    assert (again.move, again.score) == (expected.move, expected.score)


def test_base_exceptions_come_through(engine, game):
    def leave(position):
        raise SystemExit(3)

    engine.evaluator = leave
    with pytest.raises(SystemExit):
        engine.search(game, nodes=1000)


def test_a_position_is_lent_for_the_call_only(game):
    kept = []

    def keep(position):
        kept.append((position, position.copy()))
        return 0

    with Engine("greedy") as engine:
        engine.evaluator = keep
        engine.search(game)
    assert len(kept) > 10
    for position, copy in kept:
        with pytest.raises(tetress.ClosedError, match="lent"):
            _ = position.text
        assert not isinstance(position, Game)
        assert copy.ply == 11 and copy.history == []


def test_a_lent_position_answers_every_question(game):
    seen = []

    def ask(position):
        with position.copy() as copy:
            for question in ("turn", "ply", "over", "winner", "reason", "board", "hash", "text"):
                assert getattr(position, question) == getattr(copy, question)
            assert position == copy and position.perft(1) == len(copy.legal_moves())
            assert position.legal_moves() == copy.legal_moves()
            assert position.mobility("red") == copy.mobility("red")
            assert position.random_move(1) is copy.random_move(1)
        for word in ("play", "undo", "rewind", "close", "history"):
            assert not hasattr(position, word)
        seen.append(1)
        return 0

    with Engine("negamax", hash=1) as engine:
        engine.evaluator = ask
        engine.search(game, nodes=20)
    assert seen


def test_an_evaluator_may_use_other_engines(engine, game):
    with Engine("greedy", evaluator="tokens") as other:
        engine.evaluator = other.evaluate
        assert engine.search(game, nodes=300).nodes == 300
        engine.evaluator = lambda position: other.search(position).score
        assert engine.search(game, nodes=300).nodes == 300


@pytest.mark.parametrize(
    "call",
    [
        lambda engine, game: engine.search(game, nodes=1),
        lambda engine, game: engine.evaluate(game),
        lambda engine, game: engine.set("hash", 1),
        lambda engine, game: engine.get("hash"),
        lambda engine, game: engine.options,
        lambda engine, game: engine.spec,
        lambda engine, game: engine.reset(),
        lambda engine, game: engine.set_evaluator(None),
        lambda engine, game: engine.close(),
    ],
)
def test_callbacks_must_not_use_their_own_engine(engine, game, call):
    with pytest.raises(tetress.EngineBusy):
        engine.search(game, infinite=True, info=lambda *_: call(engine, game))
    engine.evaluator = lambda position: call(engine, game)
    with pytest.raises(tetress.EngineBusy):
        engine.search(game, infinite=True)
    with pytest.raises(tetress.EngineBusy):
        engine.evaluate(game)


def test_callbacks_may_stop_their_engine(engine, game):
    result = engine.search(game, infinite=True, info=lambda *_: engine.stop())
    assert result.stop_reason == "requested"
    assert repr(engine).startswith("<Engine negamax")


def test_a_callback_may_close_the_game_that_is_searched(engine, game):
    result = engine.search(game, nodes=5000, info=lambda *_: game.close())
    assert game.closed and result.nodes == 5000


def test_callbacks_see_the_callers_context(engine, game):
    variable = contextvars.ContextVar("variable", default="theirs")
    variable.set("ours")
    seen = set()
    engine.search(game, nodes=5000, info=lambda *_: seen.add(variable.get()))
    assert seen == {"ours"}


def test_the_engine_keeps_its_evaluator_alive(game):
    with Engine("negamax", hash=1) as engine:
        engine.set_evaluator(lambda position: position.mobility("red"))
        for _ in range(3):
            gc.collect()
            junk = [object() for _ in range(10000)]
            assert engine.search(game, nodes=500).nodes == 500
            del junk


def test_callables_that_are_false_are_called_all_the_same(engine, game):
    class Calls(list):
        def __call__(self, *told):
            self.extend(told)
            return 0

    told, asked = Calls(), Calls()
    assert not told
    engine.evaluator = asked
    engine.search(game, nodes=3000, info=told)
    assert told and asked


@pytest.mark.parametrize("junk", [5, "s1", []])
def test_an_evaluator_has_to_be_callable(engine, junk):
    with pytest.raises(TypeError, match="evaluator"):
        engine.evaluator = junk


def test_random_players_accept_and_ignore_an_evaluator(game):
    with Engine("random") as engine:
        expected = engine.search(game).move
        engine.reset()
        engine.evaluator = fail
        assert engine.search(game).move is expected
    assert game.text == POSITION


# ---- weights ----


def test_weights_take_the_place_of_those_built_in(game):
    weights = (DATA / "region.weights").read_bytes()
    engine = Engine("negamax:hash=1")
    built_in = engine.evaluate(game)
    engine.set_weights(weights)
    loaded = engine.evaluate(game)
    assert loaded != built_in
    for wrong in (b"", b"weights", weights[:-1], weights[:-1] + bytes([weights[-1] ^ 1])):
        with pytest.raises(ValueError):
            engine.set_weights(wrong)
    assert engine.evaluate(game) == loaded
    engine.set_evaluator(count_tokens)
    engine.set_weights(weights)
    assert engine.evaluator is None and engine.evaluate(game) == loaded
    engine.set_weights(None)
    assert engine.evaluate(game) == built_in
