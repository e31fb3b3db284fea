# SPDX-License-Identifier: MIT
"""The single-player game from Python: the original's games, agents, errors."""

import concurrent.futures
import ctypes
import json
import os
import signal

import pytest
import tetress
from conftest import ROOT, run_python
from tetress import tetris

DATA = ROOT / "tests" / "data" / "tetris"


def records(name):
    return [json.loads(line) for line in (DATA / name).read_text(encoding="ascii").splitlines()]


def test_games_are_those_of_the_original():
    for record in records("games.jsonl"):
        game = tetris.Game()
        for piece, orientation, slot, index, cleared, lost, _, columns in record["moves"]:
            game.piece = tetris.PIECES[piece]
            assert game.moves[index] == (orientation, slot)
            before = game.lines
            game.play(index)
            assert (game.lines - before, game.over, game.columns) == (cleared, bool(lost), columns)
        assert (game.lines, game.turns, game.over) == (record["cleared"], record["turn"], record["lost"])


def test_moves_are_numbered_as_in_the_original():
    game = tetris.Game()
    for piece, moves in json.loads((DATA / "legal_moves.json").read_text()).items():
        game.piece = tetris.PIECES[int(piece)]
        assert game.moves == [tuple(move) for move in moves]


@pytest.mark.parametrize("record", records("decisions.jsonl"), ids=lambda r: f"{r['lookahead']}-{r['beam']}")
def test_values_are_those_of_the_original(record):
    agent = tetris.Agent("s2", lookahead=record["lookahead"], width=record["beam"])
    game = tetris.Game()
    equal = total = 0
    for piece, _, (orientation, slot, value), columns in record["steps"]:
        game.piece = tetris.PIECES[piece]
        move = game.moves.index((orientation, slot))
        choice = agent.choose(game)
        total += 1
        if choice.move == move:
            equal += 1
            # Weights are whole 1024ths.
            assert choice.value == pytest.approx(value, abs=0.5, rel=1e-3)
        game.play(move)
        if not game.over:
            assert game.columns == columns
    assert equal >= 0.9 * total  # the rest are ties


def test_an_agent_plays_on_and_repeats():
    agent = tetris.Agent("dt20")
    one, two = tetris.Game(3), tetris.Game(3)
    agent.play(one, 500)
    for _ in range(500):
        two.play(agent.choose(two).move)
    assert (one.columns, one.lines, one.piece) == (two.columns, two.lines, two.piece)
    copy = one.copy()
    agent.play(copy, 100)
    agent.play(one, 100)
    assert copy.columns == one.columns and copy.turns == one.turns == 600
    assert str(one).count("\n") == 19 and set(str(one)) <= set(".#\n")


def test_threads_change_no_game():
    agent = tetris.Agent("s2", rows=10)
    alone = agent.games(seed=2, count=12)
    assert agent.games(seed=2, count=12, threads=3) == alone
    assert agent.games(seed=2, count=4, first=8) == alone[8:]
    assert agent.games(seed=2, count=2, pieces=10) == [min(lines, 4) for lines in agent.games(seed=2, count=2, pieces=10)]


def test_estimates_repeat_and_tell_how_good_they_are():
    agent = tetris.Agent("s2")
    found = agent.split(seed=1, trials=300, count=4)
    assert found == agent.split(seed=1, trials=300, count=4, threads=3)
    assert found[2:3] == agent.split(seed=3, trials=300) and len(set(found)) == 4
    mean = tetris.interval(found)
    assert mean.count == 4 and mean.mean == pytest.approx(sum(found) / 4) and mean.low < mean.mean < mean.high
    assert 1e5 < mean.mean < 1.5e6
    assert tetris.interval([3]) == tetris.Mean(1, 3.0, 0.0, 3.0, 3.0)


def test_features_are_those_of_the_program():
    for record in records("features.jsonl"):
        rows = ["".join(".#"[column >> row & 1] for column in record["cols"]) for row in reversed(range(20))]
        game = tetris.Game.from_text("/".join(rows) + " " + tetris.PIECES[record["piece"]])
        move = game.moves.index((record["orient"], record["slot"]))
        if record["lost"]:
            with pytest.raises(tetress.GameOver):
                game.features(move)
        else:
            assert game.features(move) == pytest.approx(record["features"])


def test_a_game_goes_on_from_its_text():
    agent = tetris.Agent("s2", rows=12)
    for source in ("uniform", "bag"):
        game = tetris.Game(3, rows=12, source=source, sequence="TTOO")
        assert game.piece == "T" and game.next == "T" and game.rows == 12
        agent.play(game, 20)
        again = tetris.Game.from_text(game.text)
        assert (again.text, again.hash, again.rows) == (game.text, game.hash, 12)
        agent.play(game)
        agent.play(again)
        assert game.over and again.over and again.text == game.text
    with pytest.raises(tetress.TextError, match="offset 3"):
        tetris.Game.from_text("...x")


def test_pieces_are_inserted():
    game, plain = tetris.Game(4), tetris.Game(4)
    game.insert("OIZ")
    for letter in "OIZ":
        assert game.piece == letter
        game.play(0)
    plain.play(0)
    assert (game.piece, game.next) == (plain.piece, plain.next)
    with pytest.raises(tetress.ArgumentError):
        game.insert("OX")


def test_values_and_preview():
    game = tetris.Game(8)
    greedy, seer = tetris.Agent("s2"), tetris.Agent("s2", lookahead=1, width=34, preview=True)
    for _ in range(10):
        values = seer.values(game)
        assert len(values) == len(game.moves)
        choice = seer.choose(game)
        assert values[choice.move] == max(values) == choice.value
        game.play(choice.move)
        assert greedy.choose(game).value == choice.value
    assert tetris.Agent("bcts", lookahead=2, threads=2).values(game) == tetris.Agent("bcts", lookahead=2).values(game)


def test_fitness_is_of_the_same_games_for_all():
    sets = [[-1, 1, -1, -1, -4, -1, 0, 0, 0], [0] * 9, [1, -1, 1, 1, 4, 1, 0, 0, 0]]
    found = tetris.fitness("dt", sets, objective="lines", seed=3, games=2, pieces=200)
    agent = tetris.Agent("dellacherie")
    agent.set_weights("dt", sets[0])
    assert found[0] == sum(agent.games(3, 2, pieces=200)) / 2 and found[1] == -1 and found[2] < 10
    assert found == tetris.fitness("dt", sets, objective="lines", seed=3, games=2, pieces=200, threads=2)
    assert tetris.fitness("dt", sets[:1], seed=3, trials=50) == agent.split(3, 50)
    assert tetris.fitness("dt", sets[:1], objective="space", pieces=1)[0] in (194, 195, 196)
    assert tetris.fitness("dt", []) == []


def test_own_weights_are_played_by():
    agent, other = tetris.Agent("dellacherie"), tetris.Agent("bcts")
    game = tetris.Game(5)
    other.play(game, 300)
    agent.set_weights("dt", [-12.629, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087, 0])
    assert agent.choose(game).move == other.choose(game).move
    assert agent.weights[0] == "dt" and agent.weights[1][7] == -24
    other.set_weights(*agent.weights)
    assert other.weights == agent.weights
    for kind, weights in (("dt", [1.0] * 8), ("s2", [0.0] * 11), ("s2", [float("nan")] * 11), ("x", [1.0])):
        with pytest.raises(tetress.ArgumentError):
            agent.set_weights(kind, weights)
    assert agent.choose(game).move == other.choose(game).move


NAN = float("nan")

# What is refused, and words of the sentence: the argument, what it may be, and what was given.
WRONG = {
    "a low well": (lambda: tetris.Game(rows=3), "rows must be an integer from 4 to 20, not 3"),
    "a seed": (lambda: tetris.Game(-1), "seed must be an integer from 0 to .*, not -1"),
    "a source": (lambda: tetris.Game(source="x"), "'x' is not a source; known are uniform, bag"),
    "no sequence": (lambda: tetris.Game(sequence=0), "sequence must be letters of OILJTSZ, not 0"),
    "sequence None": (lambda: tetris.Game(sequence=None), "sequence must be letters of OILJTSZ, not None"),
    "a sequence": (lambda: tetris.Game(sequence="OX"), "sequence must be letters of OILJTSZ, not 'OX'"),
    "letters": (lambda: tetris.Game().insert(""), "letters must be letters of OILJTSZ, not ''"),
    "a piece": (lambda: setattr(tetris.Game(), "piece", "X"), "a piece is one of OILJTSZ, not 'X'"),
    "play, any": (lambda: tetris.Game(sequence="L").play(34), "move must be an integer from 0 to 33, not 34"),
    "play, O": (lambda: tetris.Game(sequence="O").play(33), "move must be an integer from 0 to 8 for the piece O, not 33"),
    "features, S": (lambda: tetris.Game(sequence="S").features(17), "move must be an integer from 0 to 16 for the piece S, not 17"),
    "features, kind": (lambda: tetris.Game().features(0, "x"), "'x' is not a kind of features; known are s2, dt"),
    "lookahead": (lambda: tetris.Agent(lookahead=5), "lookahead must be an integer from 0 to 4, not 5"),
    "width": (lambda: tetris.Agent(width=0), "width must be an integer from 1 to 34, not 0"),
    "threads": (lambda: tetris.Agent(threads=0), "threads must be an integer from 1 to 256, not 0"),
    "preview": (lambda: tetris.Agent(preview=True), "preview needs a lookahead of 1 or more"),
    "a wrong preview": (lambda: tetris.Agent(preview="no", lookahead=1), "preview must be True or False, not 'no'"),
    "other rows": (lambda: tetris.Agent().choose(tetris.Game(rows=10)), "the game has 10 rows and the agent plays 20; make one with rows=10"),
    "other rows, values": (lambda: tetris.Agent(rows=4).values(tetris.Game()), "the game has 20 rows and the agent plays 4"),
    "other rows, play": (lambda: tetris.Agent(rows=4).play(tetris.Game()), "the game has 20 rows and the agent plays 4"),
    "split": (lambda: tetris.Agent(rows=10).split(), "splitting needs an agent for at least 14 rows, not 10"),
    "trials": (lambda: tetris.Agent().split(trials=0), "trials must be an integer from 1 to 1000000, not 0"),
    "zeros": (lambda: tetris.Agent().set_weights("dt", [0] * 9), "the weights must not all be 0"),
    "nan": (lambda: tetris.Agent().set_weights("dt", [NAN] * 9), "each of the weights must be a finite number, not nan"),
    "inf": (lambda: tetris.Agent().set_weights("dt", [-float("inf")] * 9), "each of the weights must be a finite number, not -inf"),
    "too few weights": (lambda: tetris.Agent().set_weights("dt", [1] * 8), "'dt' has 9 weights, not 8"),
    "no weights": (lambda: tetris.Agent().set_weights("dt", 10), "the weights must be a list, not 10"),
    "a kind": (lambda: tetris.Agent().set_weights("x", [1]), "'x' is not a kind of weights; known are s2, dt"),
    "fitness, weights": (lambda: tetris.fitness("dt", [[1] * 8]), "'dt' has 9 weights, not 8"),
    "fitness, kind": (lambda: tetris.fitness("x", []), "'x' is not a kind of weights"),
    "fitness, objective": (lambda: tetris.fitness("dt", [], objective="x"), "'x' is not an objective; known are split, lines, space"),
    "fitness, rows": (lambda: tetris.fitness("dt", [[1] * 9], rows=10), "splitting needs a well of 14 rows or more; the objective lines does not"),
    "interval, none": (lambda: tetris.interval([]), "the measurements must be at least one number"),
    "interval, large": (lambda: tetris.interval([1, 1e308]), r"each of the measurements must be between -1e\+150 and 1e\+150, not 1e\+308"),
    "interval, inf": (lambda: tetris.interval([float("inf")]), "each of the measurements must be a finite number, not inf"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_told_with_the_argument_and_what_it_may_be(wrong):
    use, words = WRONG[wrong]
    with pytest.raises(tetress.ArgumentError, match=words):
        use()


def test_a_game_that_is_over_is_not_played_on():
    game = tetris.Game(rows=4)
    with pytest.raises(tetress.UnknownName):
        tetris.Agent("nobody")
    tetris.Agent("s2", rows=4).play(game)
    assert game.over
    for use in (game.play, game.features):
        with pytest.raises(tetress.GameOver):
            use(0)
    with pytest.raises(tetress.GameOver):
        tetris.Agent("s2", rows=4).choose(game)


def test_a_sequence_may_be_empty_and_a_flag_a_number():
    assert tetris.Game(1, sequence="").text == tetris.Game(1).text
    assert tetris.Agent(preview=1, lookahead=1).choose(tetris.Game(1)) == tetris.Agent(preview=True, lookahead=1).choose(tetris.Game(1))


def test_evaluators_are_listed():
    assert {"s2", "dellacherie", "el-tetris", "bcts", "dt10", "dt20"} <= set(tetris.evaluators())
    assert all(tetris.evaluators().values())


# ---- Long calls ----------------------------------------------------------------------------------

SETS = [[-1.0, 1, -1, -1, -4, -1, 0, 0, 0]] * 3

# Each would take hours, and tells where it is: what it works on, and how.
LONG = {
    "choose": "tetris.Agent(lookahead=4, width=34).choose(game)",
    "values": "tetris.Agent(lookahead=4, width=34, threads=2).values(game)",
    "play": "tetris.Agent('tetress').play(game)",
    "play, one piece": "tetris.Agent(lookahead=4, width=34).play(game, 1)",
    "games": "tetris.Agent('tetress').games()",
    "many games": "tetris.Agent('tetress').games(count=2**24, threads=2)",
    "split": "tetris.Agent('tetress', lookahead=2, width=34).split(trials=1_000_000, count=2**20, threads=2)",
    "fitness": "tetris.fitness('dt', SETS, trials=1_000_000, games=2**32 - 1, threads=2)",
    "fitness, lines": "tetris.fitness('dt', SETS, objective='lines', pieces=2**63)",
    "fitness, space": "tetris.fitness('dt', SETS, objective='space', pieces=2**63, games=1000)",
}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that sends signals")
@pytest.mark.parametrize("long", LONG.values(), ids=LONG)
def test_ctrl_c_ends_a_long_call(long):
    """Without a limit on the time that it takes: no call here would return within the limit for hangs."""
    words = run_python(
        f"""
        import signal
        from tetress import tetris

        SETS = {SETS}
        game = tetris.Game(1)
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        try:
            {long}
        except KeyboardInterrupt:
            assert tetris.Game.from_text(game.text).text == game.text
            tetris.Agent("tetress").play(game, 10)
            print(game.turns >= 10 and not game.over)
        """
    )
    assert words == "True\n"


def test_a_long_call_tells_the_same_in_every_thread():
    """In the main thread an agent like the one that was asked makes it."""
    def measured(agent):
        game = tetris.Game(7)
        agent.play(game, 150_000)
        return game.text, agent.games(3, 2, pieces=60_000), agent.split(3, 50, count=2), agent.choose(tetris.Game(2))

    agents = [tetris.Agent("dt20"), tetris.Agent("s2", lookahead=3, width=9), tetris.Agent("bcts")]
    agents[2].set_weights("dt", SETS[0])
    for agent in (agents[0], agents[2]):
        with concurrent.futures.ThreadPoolExecutor() as pool:
            assert measured(agent) == pool.submit(measured, agent).result()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        choose = lambda: [agents[1].choose(tetris.Game(number)) for number in range(3)]  # noqa: E731
        assert choose() == pool.submit(choose).result()


def test_a_call_that_ctrl_c_ends_ends_no_other():
    words = run_python(
        """
        import signal, threading
        from tetress import tetris

        agent, found = tetris.Agent("tetress"), []
        other = threading.Thread(target=lambda: found.extend(agent.games(count=1, pieces=1_000_000)))
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        other.start()
        try:
            agent.play(tetris.Game(1))
        except KeyboardInterrupt:
            other.join()
            print(found[0] > 390_000)
        """
    )
    assert words == "True\n"


def test_an_agent_for_a_long_call_has_the_weights_or_is_not_made():
    recipe = tetris.Agent()._recipe
    values = (ctypes.c_double * 9)(*[float("nan")] * 9)
    with pytest.raises(tetress.ArgumentError):
        recipe._replace(weights=(tetris._KINDS["dt"], values, 9)).make()


@pytest.mark.skipif("san" in os.environ.get("LD_PRELOAD", ""), reason="needs much memory itself")
@pytest.mark.parametrize("call, what", [("games(count=2**32 - 1)", "games"), ("split(count=2**32 - 1)", "estimates")])
def test_results_that_no_memory_holds_are_told(call, what):
    pytest.importorskip("resource")
    said = run_python(
        f"""
        import resource, tetress
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        try:
            tetress.tetris.Agent().{call}
        except MemoryError as failure:
            print(type(failure) is tetress.OutOfMemory, failure)
        """
    )
    assert said == f"True there is no memory for 4294967295 {what}, 32.0 GiB; ask for fewer at a time\n"
