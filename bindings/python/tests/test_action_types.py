# SPDX-License-Identifier: MIT
"""What an agent may return as an action, by the type of what is in it: the answers of the course's own board, which was asked
for each of these."""

import dataclasses
import json
import os
import pathlib

import pytest
import tetress
from conftest import run_python
from sandbox_support import SHORT, agent, needs_sandbox, team
from tetress.referee import check, outcome
from tetress.referee.course_game import play_game

STANDIN = pathlib.Path(tetress.__file__).resolve().parent / "referee" / "standin"

# Three places for the first piece of a game: inside, at the upper left corner, around it. By type of the coordinates: does the
# course's board take the piece there? "1" if only the first of its cells is of that type.
ANSWERS = {
    "int": ("yes", "yes", "yes"),
    "bool": ("yes", "no", "yes"),
    "own subclass of int": ("yes", "yes", "yes"),
    "IntEnum that prints its name": ("yes", "no", "yes"),
    "float": ("no", "no", "no"),
    "float 1": ("no", "no", "no"),
    "float and a half": ("no", "no", "no"),
    "not a number": ("no", "no", "no"),
    "Decimal": ("no", "no", "no"),
    "Decimal 1": ("no", "no", "no"),
    "Fraction": ("no", "no", "no"),
    "complex": ("no", "no", "no"),
    "str": ("no", "no", "no"),
    "bytes": ("no", "no", "no"),
    "None": ("no", "no", "no"),
    "list": ("no", "no", "no"),
    "negative": ("no", "no", "no"),
    "one board further": ("no", "no", "no"),
}
NUMPY = {
    **{f"np.{name}": ("yes", "yes", "yes") for name in ("int8", "int16", "int32", "int64", "longlong")},
    **{f"np.{name}": ("no", "no", "no") for name in ("float16", "float32", "float64", "array 0", "array 1")},
    "np.bool_ 1": ("yes", "no", "yes"),
}
SHAPES = (
    "subclass of PlaceAction", "subclass of Coord", "tuples", "lists", "Vector2", "named tuple with c1 to c4", "no cells", "None",
    "list of Coord", "set of Coord", "dict", "str", "PlaceAction itself", "sets for Coord", "numbers for Coord",
)  # fmt: skip

ASK = r'''
import collections, decimal, enum, fractions, importlib.util, json, sys
sys.path.insert(0, {standin!r})
import referee.game as game
from referee.game import Coord, PlaceAction
from referee.game.coord import Vector2
import tetress.referee.worker as worker

class Own(int):
    pass

class Named(int, enum.Enum):
    ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN = range(11)
    __format__ = lambda self, spec: self.name

class SubAction(PlaceAction):
    pass

class SubCoord(Coord):
    pass

def coord(row, column):
    """A Coord that its constructor has not seen, as one that was unpickled."""
    made = Coord.__new__(Coord)
    object.__setattr__(made, "r", row)
    object.__setattr__(made, "c", column)
    return made

kinds = {
    "int": int,
    "bool": lambda n: bool(n) if n < 2 else n,
    "own subclass of int": Own,
    "IntEnum that prints its name": lambda n: list(Named)[n],
    "float": float,
    "float and a half": lambda n: n + 0.5,
    "not a number": lambda n: float("nan"),
    "Decimal": decimal.Decimal,
    "Fraction": fractions.Fraction,
    "complex": complex,
    "str": str,
    "bytes": lambda n: bytes([n]),
    "None": lambda n: None,
    "list": lambda n: [n],
    "negative": lambda n: -n - 1,
    "one board further": lambda n: n + 11,
}
if importlib.util.find_spec("numpy"):
    import numpy as np

    for name in "int8 int16 int32 int64 longlong uint8 uint64 float16 float32 float64".split():
        kinds["np." + name] = getattr(np, name)
    kinds["np.bool_"] = lambda n: np.bool_(n) if n < 2 else n
    kinds["np.array 0"] = np.array
    kinds["np.array 1"] = lambda n: np.array([n])

PLACES = ([(3, 3), (3, 4), (4, 3), (4, 4)], [(0, 0), (0, 1), (1, 0), (1, 1)], [(10, 10), (0, 10), (10, 0), (0, 0)])

def answer(action, wanted=None):
    try:
        cells = worker._CourseJudge(game).cells(action)
    except ValueError as refusal:
        return "no" if str(refusal) else "no reason"
    if not all(type(number) is int for cell in cells for number in cell):
        return "no plain numbers"
    return "yes" if wanted is None or sorted(cells) == sorted(map(list, wanted)) else "elsewhere"

def answer_of_board(action):
    try:
        game.Board().apply_action(action)
    except game.IllegalActionException:
        return "no"
    except Exception as error:  # the course's board falls over these, too, and so its game
        return "no"
    return "yes"

found = {"worker": {}, "board": {}}
for name, kind in kinds.items():
    for suffix, first in (("", False), (" 1", True)):
        for cells in PLACES:
            made = [coord(kind(r), kind(c)) if i == 0 or not first else Coord(r, c) for i, (r, c) in enumerate(cells)]
            action = PlaceAction(*made)
            found["worker"].setdefault(name + suffix, []).append(answer(action, cells))
            found["board"].setdefault(name + suffix, []).append(answer_of_board(action))

square = [Coord(*cell) for cell in PLACES[0]]
shapes = {
    "subclass of PlaceAction": SubAction(*square),
    "subclass of Coord": PlaceAction(*(SubCoord(c.r, c.c) for c in square)),
    "tuples": PlaceAction(*((c.r, c.c) for c in square)),
    "lists": PlaceAction(*([c.r, c.c] for c in square)),
    "Vector2": PlaceAction(*(Vector2(c.r, c.c) for c in square)),
    "named tuple with c1 to c4": collections.namedtuple("Place", "c1 c2 c3 c4")(*square),
    "no cells": object.__new__(PlaceAction),
    "None": None,
    "list of Coord": square,
    "set of Coord": set(square),
    "dict": dict(zip(("c1", "c2", "c3", "c4"), square)),
    "str": "PLACE(3-3, 3-4, 4-3, 4-4)",
    "PlaceAction itself": PlaceAction,
    "sets for Coord": PlaceAction(*[frozenset(square)] * 4),
    "numbers for Coord": PlaceAction(1, 2, 3, 4),
}
found["shapes"] = {name: [answer(action), answer_of_board(action)] for name, action in shapes.items()}
print(json.dumps(found))
'''


@pytest.fixture(scope="module")
def answers():
    return json.loads(run_python(ASK.replace("{standin!r}", repr(str(STANDIN)))))


@pytest.mark.parametrize("who", ["worker", "board"])
@pytest.mark.parametrize("kind", [*ANSWERS, *NUMPY])
def test_numbers_are_judged_as_in_the_course(answers, who, kind):
    if kind in NUMPY and "np.int64" not in answers[who]:
        pytest.skip("numpy is not there")
    assert tuple(answers[who][kind]) == {**ANSWERS, **NUMPY}[kind]


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_no_action_to_the_course_is_none_here(answers, shape):
    assert answers["shapes"][shape] == ["no", "no"]


def test_every_type_and_shape_is_in_the_table(answers):
    assert set(answers["shapes"]) == set(SHAPES)
    assert set(ANSWERS) <= set(answers["worker"])


# What agents return as their first action, whether that is an action, and words of the fault.
RETURNED = {
    "Coord(3.9, 3), Coord(3, 4.0), Coord(4, 3), Coord(4, 4)": "c1.r is 3.9, a float: coordinates must be int",
    "Coord(3, 3), Coord(3, 4.0), Coord(4, 3), Coord(4, 4)": "c2.c is 4.0, a float: coordinates must be int",
    "Coord(0, False), Coord(0, 1), Coord(1, 0), Coord(1, 1)": "c1.c is False, a bool: coordinates must be int",
    "(3, 3), (3, 4), (4, 3), (4, 4)": "c1 is a tuple, not a Coord",
    "Coord(4, 4), Coord(4, 5), Coord(5, 4), Coord(5, Own(5))": None,
}
PLAYER = """
from referee.game import Coord, PlaceAction
import legal

class Own(int):
    pass

class Agent(legal.Agent):
    def action(self, **referee):
        super().action(**referee)
        return PlaceAction({returned})
"""


@needs_sandbox
@pytest.mark.parametrize("returned", RETURNED)
def test_the_referee_judges_as_the_course_does(tmp_path, returned):
    entrant = team(tmp_path / "odd", "legal")
    (tmp_path / "odd" / "odd.py").write_text(PLAYER.format(returned=returned))
    record = play_game(dataclasses.replace(entrant, module="odd"), agent("exits"), SHORT)
    if RETURNED[returned] is None:
        assert (record.blame, record.moves) == ("blue", ["4-4,4-5,5-4,5-5"])
        return
    assert (record.reason, record.blame, record.moves) == (outcome.PROTOCOL, "red", [])
    assert RETURNED[returned] in record.detail


@needs_sandbox
def test_odd_numbers_on_an_occupied_cell_break_the_rule_first(tmp_path):
    entrant = team(tmp_path / "odd", "legal")
    text = PLAYER.format(returned="Coord(4, 4), Coord(4, 5), Coord(5, 4), Coord(5, Own(5))")
    (tmp_path / "odd" / "odd.py").write_text(text)
    record = play_game(dataclasses.replace(entrant, module="odd"), agent("legal"), SHORT)
    assert (record.reason, record.blame, len(record.moves)) == (outcome.ILLEGAL, "red", 2)
    assert record.players["red"].fault["rule"] == "occupied"


@needs_sandbox
def test_check_does_not_call_such_an_agent_ready(tmp_path, capsys):
    entrant = team(tmp_path / "odd", "legal")
    (tmp_path / "odd" / "odd.py").write_text(PLAYER.format(returned=next(iter(RETURNED))))
    assert check.main([os.path.join(entrant.root, "odd"), "--games", "1", "--opponents", "random"]) == 1
    assert "NOT READY" in capsys.readouterr().out
