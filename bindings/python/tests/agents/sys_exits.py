# SPDX-License-Identifier: MIT
"""Ends its process as programs do."""
import sys

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        sys.exit(0)
