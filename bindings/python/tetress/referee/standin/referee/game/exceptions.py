# SPDX-License-Identifier: MIT
"""What a player can do wrong. `args` are a sentence and the PlayerColor of who did it."""


class PlayerException(Exception):
    """A player's fault."""


class IllegalActionException(PlayerException):
    """An action that the rules forbid."""
