# SPDX-License-Identifier: MIT
"""The players and evaluators that the library offers by name."""

from __future__ import annotations

from ctypes import byref, sizeof
from dataclasses import dataclass

from . import _abi
from ._library import decode, quick


@dataclass(frozen=True)
class Player:
    """A player that Engine() makes by its name."""

    name: str
    description: str  # one sentence
    source: str  # the seed report or paper that it comes from
    algorithm: str  # random, greedy, beam, negamax, mcts, hybrid or solver
    options: str  # the options that make it, "key=value,…"; may be empty


@dataclass(frozen=True)
class Evaluator:
    """A value of the option `evaluator`."""

    name: str
    summary: str  # what it adds up
    source: str  # the seed report or measurement that it comes from


def _text(given: bytes | None) -> str:
    return decode(given or b"")


def _player(index: int) -> Player:
    row = _abi.tetress_player(size=sizeof(_abi.tetress_player))
    quick.tetress_player_at(index, byref(row))
    return Player(
        name=_text(row.name),
        description=_text(row.description),
        source=_text(row.source),
        algorithm=_text(row.algorithm),
        options=_text(row.options),
    )


def _evaluator(index: int) -> Evaluator:
    row = _abi.tetress_evaluator(size=sizeof(_abi.tetress_evaluator))
    quick.tetress_evaluator_at(index, byref(row))
    return Evaluator(name=_text(row.name), summary=_text(row.summary), source=_text(row.source))


def players() -> list[Player]:
    """All players, the strongest first."""
    return [_player(index) for index in range(quick.tetress_player_count())]


def evaluators() -> list[Evaluator]:
    """All evaluators."""
    return [_evaluator(index) for index in range(quick.tetress_evaluator_count())]
