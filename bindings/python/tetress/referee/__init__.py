# SPDX-License-Identifier: MIT
"""Refereeing: who has won a game, and by whose fault.

`Referee` decides a game between players that the caller runs. `python -m tetress.referee` and
`tetress-referee` play games between packages written for the course's referee, which they do not
trust, and engines of ours.
"""
from .referee import Referee, Spent, Verdict

__all__ = ["Referee", "Spent", "Verdict"]
