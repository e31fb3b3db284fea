# SPDX-License-Identifier: MIT
"""Arguments of one kind are checked alike by every function that takes them, at the call."""

import array
import ast
import decimal
import fractions
import math
import pathlib

import pytest
import tetress
from tetress import Engine, Game, play_match, tetris
from tetress._shown import shown
from tetress.referee import Referee
from tetress.referee.course_game import play_game
from tetress.referee.entrant import EntrantError, parse_entrant
from tetress.referee.limits import Limits

HUGE = 10**400

PACKAGE = pathlib.Path(tetress.__file__).parent


def must_not_be_called(*_, **__):
    raise AssertionError("something was played before the argument was checked")


# What takes some numbers in an order: name, how many, whether they may be infinite.
NUMBERS = {
    "sprt": (lambda numbers: play_match("random", "random", games=2, sprt=numbers, on_game=must_not_be_called), 2, False),
    "set_weights": (lambda numbers: tetris.Agent("dellacherie").set_weights("dt", numbers), 9, False),
    "fitness": (lambda numbers: tetris.fitness("dt", [numbers], objective="lines", pieces=1), 9, True),
    "interval": (tetris.interval, 3, False),
    "compare_pairs": (tetress.compare_pairs, 5, False),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_are_a_list_of_numbers(name):
    use, count, may_be_infinite = NUMBERS[name]
    numbers = list(range(1, count + 1))
    wrong = [
        "1" * count, b"1" * count, set(numbers), frozenset(numbers), dict.fromkeys(numbers), 5, None if name != "sprt" else 5,
        [str(number) for number in numbers], [*numbers[1:], None], [*numbers[1:], "a"], [*numbers[1:], True], [*numbers[1:], HUGE],
        [*numbers[1:], -HUGE],
    ]  # fmt: skip
    if not may_be_infinite:
        wrong += [[*numbers[1:], bad] for bad in (math.inf, -math.inf, math.nan)]
    for one in wrong:
        with pytest.raises(tetress.ArgumentError) as refused:
            use(one)
        assert len(str(refused.value)) < 200


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_may_be_a_tuple_an_array_or_what_is_counted_out(name):
    numpy = pytest.importorskip("numpy")
    use, count, _ = NUMBERS[name]
    if name == "sprt":
        def use(numbers):
            return play_match("random", "random", games=2, sprt=numbers)
    numbers = list(range(1, count + 1))
    for same in (tuple(numbers), numpy.array(numbers), iter(numbers), range(1, count + 1)):
        use(same)
    if name != "compare_pairs":
        use(numpy.array(numbers, dtype=numpy.float32))


@pytest.mark.parametrize("wrong", ["3-4", b"3-4", set(), {"a"}, {}, 5])
def test_openings_are_a_list(wrong):
    with pytest.raises(tetress.ArgumentError, match="openings"):
        play_match("random", "random", games=2, openings=wrong, on_game=must_not_be_called)


@pytest.mark.parametrize("wrong", ["0.05", None, HUGE, math.nan, math.inf, True, 0, 0.5, -1, [0.05]])
def test_the_error_of_a_test_is_a_number(wrong):
    with pytest.raises(tetress.ArgumentError, match="sprt_error|alpha and beta must be above 0"):
        play_match("random", "random", games=2, sprt=(0, 5), sprt_error=wrong, on_game=must_not_be_called)


RANDOM = "tetress:random"

CALLBACKS = {
    "info": lambda callback: Engine("random").search(Game(), nodes=1, info=callback),
    "the evaluator": lambda callback: Engine("negamax:hash=1").set_evaluator(callback),
    "the evaluator, assigned": lambda callback: setattr(Engine("negamax:hash=1"), "evaluator", callback),
    "on_game": lambda callback: play_match("no-such-player", "random", games=2, on_game=callback),
    "observer": lambda callback: play_game(parse_entrant(RANDOM), parse_entrant(RANDOM), Limits(), observer=callback),
}


@pytest.mark.parametrize("wrong", [5, 0, "", "text", (), Game()], ids=repr)
@pytest.mark.parametrize("name", CALLBACKS)
def test_what_cannot_be_called_is_refused_at_the_call(name, wrong):
    with pytest.raises(TypeError, match=f"{name.partition(',')[0]} must be callable, not {type(wrong).__name__}"):
        CALLBACKS[name](wrong)


# ---- Flags and bytes ------------------------------------------------------------------------------

FLAGS = {
    "infinite": lambda value: Engine("random").search(Game(), nodes=1, infinite=value),
    "cpu_clock": lambda value: Engine("random").search(Game(), clock_ms=1, cpu_clock=value),
    "preview": lambda value: tetris.Agent(preview=value, lookahead=1),
    "sandboxed": lambda value: play_game(parse_entrant(RANDOM), parse_entrant(RANDOM), Limits(), sandboxed=value),
}


@pytest.mark.parametrize("wrong", ["no", "", None, 2, -1, 1.0, [], HUGE, b"1"], ids=shown)
@pytest.mark.parametrize("flag", FLAGS)
def test_a_flag_is_true_or_false(flag, wrong):
    with pytest.raises(tetress.ArgumentError, match=f"{flag} must be True or False, not "):
        FLAGS[flag](wrong)


@pytest.mark.parametrize("flag", ["infinite", "cpu_clock", "preview"])
def test_a_flag_may_be_a_number_of_numpy(flag):
    FLAGS[flag](1)
    numpy = pytest.importorskip("numpy")
    for truth in (numpy.bool_(True), numpy.True_, numpy.bool_(False)):
        FLAGS[flag](truth)


@pytest.mark.parametrize("wrong", [10, 0, "weights", [1, 2], 1.5, HUGE], ids=shown)
def test_weights_of_an_engine_are_bytes(wrong):
    with pytest.raises(tetress.ArgumentError, match="weights must be bytes, not "):
        Engine("negamax:hash=1").set_weights(wrong)


@pytest.mark.parametrize("wrong", [memoryview(b"12"), array.array("b", b"12"), bytearray(b"12"), b"12", "12", True, None, 1j], ids=shown)
def test_what_holds_bytes_is_no_number(wrong):
    with pytest.raises(tetress.ArgumentError, match="each of the measurements must be a finite number, not "):
        tetris.interval([wrong, 3])
    with pytest.raises(tetress.ArgumentError, match="each of the weights must be a finite number, not "):
        tetris.Agent().set_weights("dt", [wrong] * 9)


class Row:
    """A sequence of the old kind."""

    def __len__(self):
        return 3

    def __getitem__(self, index):
        return [1, fractions.Fraction(2), decimal.Decimal(3)][index]


@pytest.mark.parametrize("row", [Row(), array.array("d", [1, 2, 3]), memoryview(array.array("d", [1, 2, 3])), (1, 2.0, 3), iter([1, 2, 3])], ids=shown)
def test_numbers_come_in_a_sequence_of_any_kind(row):
    assert tetris.interval(row).mean == 2


# ---- What is shown of a value --------------------------------------------------------------------


class Unshown:
    """Has no text."""

    def __repr__(self):
        raise RuntimeError("no text")


class Told:
    """Has this text."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


class Wrong(int):
    __repr__ = __str__ = Unshown.__repr__


STRANGE = {
    "huge": 10**5000,
    "minus huge": -(10**5000),
    "long": "x" * 100_000,
    "a list of a huge one": [10**5000],
    "without a text": Unshown(),
    "of several lines": Told("first\nsecond\r\u2028third"),
    "with control characters": Told("\x1b[2J\x9b\0\x07\u202e"),
    "an int without a text": Wrong(-1),
}

# What takes an argument that none of these can be.
TAKERS = {
    "bits": lambda value: Game().bits(value),
    "mobility": lambda value: Game().mobility(value),
    "cell": lambda value: Game().cell(0, value),
    "seed": lambda value: Game().random_move(value),
    "playouts": lambda value: Game().playouts(value, 1),
    "perft": lambda value: Game().perft(value),
    "play": lambda value: Game().play(value),
    "play_cells": lambda value: Game().play_cells([(0, 0), (0, 1), (0, 2), (value, 3)]),
    "play_cells, a cell": lambda value: Game().play_cells([(0, 0), (0, 1), (0, 2), value]),
    "check_cells": lambda value: Game().check_cells([(0, 0), (0, 1), (0, 2), (0, value)]),
    "from_cells": lambda value: tetress.Move.from_cells([(0, 0), (0, 1), (0, 2), (value, value)]),
    "from_text": Game.from_text,
    "Move": tetress.Move,
    "Engine": Engine,
    "an option": lambda value: Engine("negamax", hash=value),
    "a choice": lambda value: Engine("negamax", evaluator=value),
    "set": lambda value: Engine("random").set("seed", value),
    "get": lambda value: Engine("random").get(value),
    "reseed": lambda value: Engine("random").reseed(value),
    "search": lambda value: Engine("random").search(value, nodes=1),
    "nodes": lambda value: Engine("random").search(Game(), nodes=value),
    "games": lambda value: play_match("random", "random", games=value),
    "sprt": lambda value: play_match("random", "random", games=2, sprt=(0, value if isinstance(value, str) else [value])),
    "compare_pairs": lambda value: tetress.compare_pairs([1, 2, 3, 4, value]),
    "charge": lambda value: Referee().charge(value),
    "cpu_us": lambda value: Referee().charge("red", cpu_us=value),
    "start": Referee,
    "outcome": lambda value: Referee().end(value, "red"),
    "blame": lambda value: Referee().end("crash", value),
    "piece": lambda value: setattr(tetris.Game(), "piece", value),
    "insert": lambda value: tetris.Game().insert(value),
    "source": lambda value: tetris.Game(source=value),
    "rows": lambda value: tetris.Game(rows=value),
    "evaluator": tetris.Agent,
    "lookahead": lambda value: tetris.Agent(lookahead=value),
    "tetris play": lambda value: tetris.Game().play(value),
    "pieces": lambda value: tetris.Agent().play(tetris.Game(), value),
    "kind": lambda value: tetris.Agent().set_weights(value, [1] * 9),
    "interval": lambda value: tetris.interval([value if value != STRANGE["an int without a text"] else "x"]),
    "objective": lambda value: tetris.fitness("dt", [], objective=value),
}


@pytest.mark.parametrize("value", STRANGE.values(), ids=STRANGE)
@pytest.mark.parametrize("taker", TAKERS)
def test_a_value_is_shown_in_few_words_whatever_it_is(taker, value):
    with pytest.raises((tetress.TetressError, TypeError, ValueError)) as refused:
        TAKERS[taker](value)
    said = str(refused.value)
    assert 0 < len(said) < 300 and "string conversion" not in said and "no text" not in said and said.isprintable()


@pytest.mark.parametrize("call", [play_match, tetris.fitness, tetris.Game, Engine("random").search, Referee])
def test_a_long_name_of_an_argument_is_cut(call):
    with pytest.raises(TypeError, match=r"has no argument 'nnnn") as refused:
        call(**{"n" * 100_000: 1})
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("number, words", [(2**31, "2147483648"), (-(2**40), "-1099511627776"), (10**30, "1" + "0" * 30), (10**5000, "a huge number")],
                         ids=["2**31", "-2**40", "10**30", "10**5000"])  # fmt: skip
def test_a_cell_is_told_as_it_was_given(number, words):
    cells = [(0, 0), (0, 1), (0, 2), (number, 3)]
    sentence = f"cell {words}-3 is not on the board; rows and columns are 0 to 10"
    for use in (tetress.Move.from_cells, Game().play_cells, Game().check_cells):
        with pytest.raises(tetress.IllegalMove) as refused:
            use(cells)
        assert (str(refused.value), refused.value.cells) == (sentence, tuple(cells))
    referee = Referee()
    verdict = referee.play_cells(cells)
    assert verdict.outcome == "illegal" and sentence in verdict.text
    assert referee.verdict == verdict
    with pytest.raises(tetress.GameOver):
        referee.play_cells([(1, 1)] * 4)
    assert referee.verdict == verdict


def refusals(path):
    """The exceptions for callers that a source raises."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name):
            if node.exc.func.id in ("ArgumentError", "OptionError", "UnknownName", "TypeError", "RosterError", "SettingsError"):
                yield node


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_refusals_show_values_by_one_function(path):
    for refusal in refusals(path):
        converted = [one for one in ast.walk(refusal) if isinstance(one, ast.FormattedValue) and one.conversion != -1]
        assert not converted, f"line {refusal.lineno}: use shown()"


@pytest.mark.parametrize("wrong", [5, None, "3-4", b"x", tetris.Game], ids=repr)
def test_what_is_no_game_or_no_text_is_refused_as_such(wrong):
    with pytest.raises(TypeError, match="expected a tetress.Game, not "):
        tetress.perft(wrong, 1)
    if not isinstance(wrong, str):
        with pytest.raises(EntrantError, match="named by a text, not by "):
            parse_entrant(wrong)


def test_an_agent_that_is_closed_takes_no_memory_for_results(monkeypatch):
    agent = tetris.Agent("dellacherie")
    agent.close()
    monkeypatch.setattr(tetris, "_room", must_not_be_called)
    for call in (agent.games, agent.split):
        with pytest.raises(tetress.ClosedError):
            call(count=2**31)
