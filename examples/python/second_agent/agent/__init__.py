# SPDX-License-Identifier: MIT
"""The package that a team hands in: the referee looks for its class Agent here."""

from .program import Agent as Agent
