# SPDX-License-Identifier: MIT
import dataclasses
import pickle

import pytest
import tetress
from conftest import FINISHED, POSITION
from tetress import Engine, Game

TIMES = ("wall_ms", "cpu_ms")


def without_times(result):
    return {name: value for name, value in dataclasses.asdict(result).items() if name not in TIMES}


# ---- Options ----


def test_every_player_can_be_made_by_name():
    for player in tetress.players():
        assert player.description and player.source and player.algorithm
        with Engine(player.name) as engine:
            assert engine.spec == player.name


def test_every_evaluator_can_be_chosen(engine):
    names = {evaluator.name for evaluator in tetress.evaluators()}
    option = next(option for option in engine.options if option.name == "evaluator")
    assert names == set(option.choices)
    for evaluator in tetress.evaluators():
        assert evaluator.summary and evaluator.source
        engine.set("evaluator", evaluator.name)
        assert engine.get("evaluator") == evaluator.name


def test_options_are_described_with_their_types():
    with Engine("mcts", exploration=0.25, memory=1) as engine:
        options = {option.name: option for option in engine.options}
    memory, exploration = options["memory"], options["exploration"]
    assert (memory.type, memory.value, memory.minimum, memory.choices) == ("integer", 1, 1, ())
    assert memory.default == 64 and type(memory.default) is int
    assert (exploration.type, exploration.value) == ("real", 0.25)
    assert type(exploration.default) is float
    assert all(option.summary for option in options.values())


def test_a_choice_has_choices_and_no_bounds(engine):
    option = next(option for option in engine.options if option.type == "choice")
    assert option.value in option.choices and option.default in option.choices
    assert option.minimum is None and option.maximum is None


def test_spec_and_keywords_make_the_same_engine():
    by_spec = Engine("negamax:evaluator=s1,hash=2")
    by_keywords = Engine("negamax", hash=2, evaluator="s1")
    mixed = Engine("negamax:hash=1,evaluator=s1", hash=2)
    assert by_spec.spec == by_keywords.spec == mixed.spec == "negamax:evaluator=s1,hash=2"
    assert Engine(by_spec.spec).spec == by_spec.spec
    assert repr(by_spec) == "<Engine negamax:evaluator=s1,hash=2>"


@pytest.mark.parametrize(
    "value, text", [(1e-05, "0.00001"), (0.5, "0.5"), (3, "3"), (12.0, "12.0")]
)
def test_reals_are_written_without_exponent(value, text):
    with Engine("mcts", memory=1) as engine:
        engine.set("exploration", value)
        assert engine.get("exploration") == float(text)


def test_the_largest_seed_is_exact():
    with Engine("random", seed=2**64 - 1) as engine:
        assert engine.get("seed") == 2**64 - 1


@pytest.mark.parametrize(
    "spec, options, error",
    [
        ("nobody", {}, tetress.UnknownName),
        ("", {}, tetress.UnknownName),
        ("negamax:", {}, tetress.TextError),
        ("negamax:hash", {}, tetress.TextError),
        ("negamax:speed=1", {}, tetress.UnknownName),
        ("negamax", {"speed": 1}, tetress.OptionError),
        ("negamax", {"hash": 0}, tetress.OptionError),
        ("negamax", {"hash": -1}, tetress.OptionError),
        ("negamax", {"hash": 2**70}, tetress.OptionError),
        ("negamax", {"hash": 1.5}, tetress.OptionError),
        ("negamax", {"hash": True}, tetress.OptionError),
        ("negamax", {"hash": None}, tetress.OptionError),
        ("negamax", {"hash": "1,depth=2"}, tetress.OptionError),
        ("negamax", {"evaluator": "guess"}, tetress.OptionError),
        ("negamax", {"evaluator": "s1\0"}, tetress.OptionError),
        ("negamax\0", {}, tetress.UnknownName),
        ("negamax\ud800", {}, tetress.UnknownName),
        ("n\N{LATIN SMALL LETTER E WITH ACUTE}gamax", {}, tetress.UnknownName),
        ("mcts", {"exploration": float("nan")}, tetress.OptionError),
        ("mcts", {"exploration": float("inf")}, tetress.OptionError),
        (None, {}, TypeError),
        (b"negamax", {"hash": 1}, TypeError),
        (5, {}, TypeError),
    ],
)
def test_a_bad_spec_is_refused(spec, options, error):
    with pytest.raises(error):
        Engine(spec, **options)


def test_a_bad_spec_says_where():
    with pytest.raises(tetress.OptionError, match='"none" is not an integer from') as refused:
        Engine("negamax:hash=none")
    assert refused.value.offset == 13


@pytest.mark.parametrize("value", [0, "one", "1\0", 2**65, 1.0])
def test_a_refused_value_leaves_the_option(engine, value):
    with pytest.raises(tetress.OptionError, match="hash"):
        engine.set("hash", value)
    assert engine.get("hash") == 1


def test_unknown_options_are_refused(engine):
    for call in (lambda: engine.get("speed"), lambda: engine.set("speed", 1)):
        with pytest.raises(tetress.UnknownName, match="speed"):
            call()
    with pytest.raises(TypeError):
        engine.get(1)


# ---- Searching ----


def test_a_search_finds_a_legal_move_within_its_nodes(engine, game):
    result = engine.search(game, nodes=5000)
    assert result.nodes == 5000 and result.stop_reason == "nodes"
    assert result.move in game.legal_moves()
    assert result.pv[0] is result.move and result.lines[0].pv == result.pv
    assert 0 <= result.win <= 1 and result.mate is None
    assert result.depth >= 1 and result.selective_depth >= result.depth
    assert game.text == POSITION


def test_a_pv_can_be_played(engine, game):
    for move in engine.search(game, nodes=20000).pv:
        game.play(move)


def test_the_same_search_gives_the_same_result(engine, game):
    first = engine.search(game, nodes=5000)
    engine.reset()
    second = engine.search(game, nodes=5000)
    other = Engine("negamax", hash=1).search(game, nodes=5000)
    assert without_times(first) == without_times(second) == without_times(other)


def test_a_helper_thread_changes_nothing_in_what_is_found(engine, game):
    from tetress.budget import make_budget

    budget = make_budget(nodes=5000)
    direct = engine._search(game, budget, helper=False)
    engine.reset()
    helped = engine._search(game, budget, helper=True)
    assert without_times(direct) == without_times(helped)


def test_multipv_gives_lines_best_first(game):
    with Engine("negamax", hash=1, multipv=4) as engine:
        result = engine.search(game, nodes=20000)
    assert [line.rank for line in result.lines] == [1, 2, 3, 4]
    assert len({line.move for line in result.lines}) == 4
    scores = [line.score for line in result.lines]
    assert scores == sorted(scores, reverse=True)
    assert result.move is result.lines[0].move and result.score == scores[0]


def test_mcts_tells_visits_and_priors_of_each_move():
    game = Game.from_text(POSITION)
    with Engine("mcts", memory=8, multipv=32) as engine:
        result = engine.search(game, playouts=200)
    assert all(0 <= line.prior <= 1 for line in result.lines)
    assert 0 < sum(line.prior for line in result.lines) <= 1 + 1e-6
    assert sum(line.visits for line in result.lines) <= result.playouts == 200
    assert [line.visits for line in result.lines] == sorted(
        (line.visits for line in result.lines), reverse=True
    )


def test_mcts_judges_by_an_evaluator_of_the_host():
    """One that likes a certain move above all gets it played."""
    game = Game.from_text(POSITION)
    wanted = game.legal_moves()[17]
    after = game.copy()
    after.play(wanted)
    liked = after.text
    with Engine("mcts", memory=8) as engine:
        engine.evaluator = lambda position: -100000 if position.text == liked else 0
        assert engine.search(game, playouts=50).move == wanted


def test_depth_and_playouts_are_limits(engine, game):
    result = engine.search(game, depth=2)
    assert (result.depth, result.stop_reason) == (2, "depth")
    with Engine("mcts", memory=1) as mcts:
        result = mcts.search(game, playouts=50)
        assert (result.playouts, result.stop_reason) == (50, "playouts")


@pytest.mark.parametrize(
    "limit",
    [
        {"wall_ms": 30},
        {"cpu_ms": 30},
        {"clock_ms": 600},
        {"clock_ms": 600, "cpu_clock": True},
        {"clock_ms": 300, "increment_ms": 10},
    ],
)
def test_times_end_a_search(limit):
    with Engine("negamax", hash=1, book="off") as engine:
        assert engine.search(Game(), **limit).stop_reason == "time"


def test_on_a_clock_the_first_move_comes_from_a_table(engine):
    result = engine.search(Game(), clock_ms=180_000, cpu_clock=True)
    assert (result.nodes, result.stop_reason, len(result.pv)) == (0, "book", 1)
    assert engine.search(Game(), clock_ms=180_000, nodes=50).nodes == 50


def test_cpu_time_is_that_of_the_searching_thread(engine):
    result = engine.search(Game(), cpu_ms=200)
    assert 200 <= result.cpu_ms < 1000


def test_a_won_position_has_a_mate():
    rows = ["b.........."] + ["..........."] * 9 + ["rrrrrrrrr.."]
    game = Game.from_text("/".join(rows) + " r 148")
    with Engine("negamax", hash=1) as engine:
        result = engine.search(game, nodes=200000, depth=3)
    assert result.mate is not None and result.mate > 0
    assert result.win == 1.0 and result.score > 1_000_000


def test_players_that_need_no_limit_take_none(game):
    for name in ("random", "greedy"):
        with Engine(name) as engine:
            assert engine.search(game).move in game.legal_moves()


def test_limits_may_be_options(game):
    with Engine("negamax", hash=1, nodes=1000) as engine:
        assert engine.search(game).nodes == 1000


def test_a_search_without_end_is_refused(engine, game):
    with pytest.raises(tetress.ArgumentError, match="no limit"):
        engine.search(game)


BUDGETS = ["nodes", "playouts", "depth", "wall_ms", "cpu_ms", "clock_ms"]


@pytest.mark.parametrize("name", BUDGETS)
@pytest.mark.parametrize("value", [0, -1, 1.5, 1e6, "10", True, 2**64, -(2**64), [], object()])
def test_a_bad_limit_is_a_value_error_that_names_it(engine, game, name, value):
    with pytest.raises(ValueError, match=name):
        engine.search(game, **{name: value})


@pytest.mark.parametrize("name", BUDGETS)
def test_a_limit_too_long_to_print_is_refused_too(engine, game, name):
    with pytest.raises(tetress.ArgumentError, match=name):
        engine.search(game, **{name: 10**5000})


@pytest.mark.parametrize("name", ["depth", "wall_ms", "cpu_ms", "clock_ms"])
def test_a_limit_beyond_its_width_is_refused_and_never_cut(engine, game, name):
    with pytest.raises(ValueError, match=name):
        engine.search(game, **{name: 2**32 + 1})


@pytest.mark.parametrize(
    "limits",
    [
        {"increment_ms": 5},
        {"clock_ms": 10, "increment_ms": -1},
        {"clock_ms": 10, "increment_ms": 1.5},
        {"clock_ms": "10"},
    ],
)
def test_a_bad_clock_is_refused(engine, game, limits):
    with pytest.raises(tetress.ArgumentError):
        engine.search(game, nodes=10, **limits)


def test_an_increment_of_zero_is_none(engine, game):
    assert engine.search(game, clock_ms=60000, increment_ms=0, nodes=100).nodes == 100


def test_nothing_is_searched_when_the_game_is_over(engine):
    with pytest.raises(tetress.GameOver, match="150 actions"):
        engine.search(Game.from_text(FINISHED), nodes=100)
    assert engine.search(Game(), nodes=100).nodes == 100


@pytest.mark.parametrize("junk", [None, "a game", POSITION, 5])
def test_only_games_are_searched(engine, junk):
    for call in (lambda: engine.search(junk, nodes=10), lambda: engine.evaluate(junk)):
        with pytest.raises(TypeError):
            call()


def test_results_cannot_be_changed_and_survive_a_pickle(engine, game):
    result = engine.search(game, nodes=1000)
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.move = None
    assert pickle.loads(pickle.dumps(result)) == result


# ---- Evaluation ----


def test_evaluate_asks_the_evaluator(game):
    with Engine("negamax", hash=1, evaluator="tokens") as engine:
        assert engine.evaluate(game) == 100
    with Engine("random") as engine, pytest.raises(tetress.UnknownName):
        engine.evaluate(game)
    with Engine("greedy") as engine, pytest.raises(tetress.GameOver):
        engine.evaluate(Game.from_text(FINISHED))


# ---- Stop, resume, reset ----


def test_a_stop_before_a_search_ends_it_at_once(engine):
    engine.stop()
    result = engine.search(Game(), infinite=True)
    assert result.stop_reason == "requested" and result.move in Game().legal_moves()


@pytest.mark.parametrize("drop", [Engine.resume, Engine.reset])
def test_a_stop_can_be_dropped(engine, game, drop):
    engine.stop()
    drop(engine)
    assert engine.search(game, nodes=500).stop_reason == "nodes"


@pytest.mark.parametrize(
    "spec, limits",
    [
        ("negamax", None),
        ("level-4", {"nodes": 500}),
        ("negamax:depth=3,wall_ms=70,cpu_ms=8", {"depth": 3, "wall_ms": 70, "cpu_ms": 8}),
        ("mcts:playouts=40", {"playouts": 40}),
        ("greedy", {}),
    ],
)
def test_own_limits_are_those_that_a_search_without_a_budget_has(spec, limits):
    engine = tetress.Engine(spec)
    assert engine.own_limits == limits
    if limits is None:
        with pytest.raises(tetress.ArgumentError, match="no limit"):
            engine.search(tetress.Game())
    else:
        assert engine.search(tetress.Game()).move in tetress.Game().legal_moves()


@pytest.mark.parametrize(
    "share, unproven, proven",
    [(0.5, "50 %", "50 %"), (1.0, "> 99 %", "100 %"), (0.996, "> 99 %", "100 %"), (0.987, "99 %", "99 %"),
     (0.0, "< 1 %", "0 %"), (0.004, "< 1 %", "0 %"), (0.006, "1 %", "1 %")],
)
def test_only_what_is_proven_is_0_or_100_percent(share, unproven, proven):
    line = tetress.Engine("greedy").search(tetress.Game()).lines[0]
    assert dataclasses.replace(line, win=share, mate=None).win_text == unproven
    assert dataclasses.replace(line, win=share, mate=1).win_text == proven
    result = tetress.Engine("greedy").search(tetress.Game())
    assert dataclasses.replace(result, win=share, mate=None).win_text == unproven
