# SPDX-License-Identifier: MIT
"""What a player can do: place a piece."""

from __future__ import annotations

from dataclasses import dataclass

from .coord import _SLOTS, Coord


@dataclass(frozen=True, **_SLOTS)
class PlaceAction:
    """A piece put on four cells. Nothing is checked here; Board.apply_action() does."""

    c1: Coord
    c2: Coord
    c3: Coord
    c4: Coord

    @property
    def coords(self) -> set[Coord]:
        """The cells, as a new set."""
        return {self.c1, self.c2, self.c3, self.c4}

    def __str__(self) -> str:
        try:
            return f"PLACE({self.c1}, {self.c2}, {self.c3}, {self.c4})"
        except Exception:  # as the course's, which prints what it refuses
            return "PLACE(<invalid coords>)"


Action = PlaceAction
