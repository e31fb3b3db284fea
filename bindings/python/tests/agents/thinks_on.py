# SPDX-License-Identifier: MIT
"""A thread of it computes whenever it may, and each of its calls gives it a tenth of a second."""
import threading
import time

import legal


def compute():
    while True:
        pass


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        threading.Thread(target=compute, daemon=True).start()

    def action(self, **referee):
        time.sleep(0.1)
        return super().action(**referee)
