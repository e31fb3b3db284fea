# SPDX-License-Identifier: MIT
"""Reads memory that is not there."""
import ctypes

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        ctypes.string_at(0)
