# SPDX-License-Identifier: MIT
"""Arguments of one kind are checked alike by every function that takes them, at the call."""

import math

import pytest
import tetress
from tetress import Engine, Game, play_match, tetris
from tetress.referee.course_game import play_game
from tetress.referee.entrant import parse_entrant
from tetress.referee.limits import Limits

HUGE = 10**400


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
