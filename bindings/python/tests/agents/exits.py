# SPDX-License-Identifier: MIT
"""Ends its process without a word."""
import os

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        print("about to leave", flush=True)
        os._exit(7)
