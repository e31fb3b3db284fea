# SPDX-License-Identifier: MIT
"""The game as the course's referee gives it to agents."""

from __future__ import annotations

from dataclasses import dataclass as dataclass

from . import actions as actions
from . import board as board
from . import constants as constants
from . import coord as coord
from . import exceptions as exceptions
from . import pieces as pieces
from . import player as player
from .actions import Action as Action
from .actions import PlaceAction as PlaceAction
from .board import Board as Board
from .constants import BOARD_N as BOARD_N
from .constants import GAME_NAME as GAME_NAME
from .constants import MAX_TURNS as MAX_TURNS
from .constants import NUM_PLAYERS as NUM_PLAYERS
from .coord import Coord as Coord
from .coord import Direction as Direction
from .coord import Vector2 as Vector2
from .exceptions import IllegalActionException as IllegalActionException
from .exceptions import PlayerException as PlayerException
from .player import Player as Player
from .player import PlayerColor as PlayerColor

_EVENTS = {
    "BoardUpdate",
    "GameBegin",
    "GameEnd",
    "GameUpdate",
    "PlayerError",
    "PlayerInitialising",
    "TurnBegin",
    "TurnEnd",
    "UnhandledError",
}

__all__ = [
    "BOARD_N",
    "GAME_NAME",
    "MAX_TURNS",
    "NUM_PLAYERS",
    "Action",
    "Board",
    "Coord",
    "Direction",
    "IllegalActionException",
    "PlaceAction",
    "Player",
    "PlayerColor",
    "PlayerException",
    "actions",
    "board",
    "constants",
    "coord",
    "dataclass",
    "exceptions",
    "pieces",
    "player",
    *sorted(_EVENTS),
]


def __getattr__(name: str) -> object:
    """The events are made when somebody asks for one: that costs as much as all the rest."""
    if name in _EVENTS:
        from . import _events

        return getattr(_events, name)
    raise AttributeError(
        f"{__name__} has no '{name}': the stand-in for the course's referee serves what agents use"
    )
