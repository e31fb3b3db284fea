# SPDX-License-Identifier: MIT
"""Starts threads without end."""
import threading
import time

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        while True:
            threading.Thread(target=time.sleep, args=(1e6,), daemon=True).start()
