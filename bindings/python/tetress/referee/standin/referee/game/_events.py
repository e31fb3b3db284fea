# SPDX-License-Identifier: MIT
"""What the course's referee tells of a game. Only students' own harnesses have a use for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from .actions import Action
from .board import Board
from .player import Player


@dataclass
class PlayerInitialising:
    """A player is about to be made."""

    player: Player


@dataclass
class GameBegin:
    """Both players are there."""

    board: Board


@dataclass
class TurnBegin:
    """A player is asked for its action, the `turn_id`th from 1."""

    turn_id: int
    player: Player


@dataclass
class TurnEnd:
    """It has answered."""

    turn_id: int
    player: Player
    action: Action


@dataclass
class BoardUpdate:
    """The action was played."""

    board: Board


@dataclass
class PlayerError:
    """A player has lost by its own fault."""

    message: str


@dataclass
class GameEnd:
    """The game is over; without a winner it is drawn."""

    winner: Player | None


@dataclass
class UnhandledError:
    """The referee itself has failed."""

    message: str


GameUpdate = Union[
    PlayerInitialising,
    GameBegin,
    TurnBegin,
    TurnEnd,
    BoardUpdate,
    PlayerError,
    UnhandledError,
    GameEnd,
]

for _event in (
    PlayerInitialising,
    GameBegin,
    TurnBegin,
    TurnEnd,
    BoardUpdate,
    PlayerError,
    GameEnd,
    UnhandledError,
):
    _event.__module__ = __package__  # where agents find them
