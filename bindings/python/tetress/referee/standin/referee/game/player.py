# SPDX-License-Identifier: MIT
"""The two sides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum

from .actions import Action

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class PlayerColor(Enum):
    """A side. As an index red is 0 and blue 1, by int() they are 1 and -1."""

    RED = 0
    BLUE = 1

    def __str__(self) -> str:
        return self.name

    def __index__(self) -> int:
        number: int = self.value
        return number

    def __int__(self) -> int:
        return 1 if self is PlayerColor.RED else -1

    @property
    def opponent(self) -> PlayerColor:
        """The other side."""
        return PlayerColor.BLUE if self is PlayerColor.RED else PlayerColor.RED


class Player(ABC):
    """Who plays a side, for students' own harnesses: an asynchronous context of a game."""

    def __init__(self, color: PlayerColor) -> None:
        self._color = color

    @property
    def color(self) -> PlayerColor:
        """The side."""
        return self._color

    def __str__(self) -> str:
        return str(self._color)

    @abstractmethod
    async def action(self) -> Action:
        """What to play next."""

    @abstractmethod
    async def update(self, color: PlayerColor, action: Action) -> None:
        """`color` has played `action`."""

    async def __aenter__(self) -> Player:
        return self

    async def __aexit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:  # noqa: B027 players may leave it out
        pass
