# SPDX-License-Identifier: MIT
"""Stands in for the course's package `referee` within the process of a student's agent.

It serves `referee.game`, which is all that an agent needs. docs/guide/referee.md says what differs.
"""

from __future__ import annotations

from . import game as game
