# SPDX-License-Identifier: MIT
"""Fails when it is made."""
import legal


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        raise ValueError("not today")
