# SPDX-License-Identifier: MIT
"""Starts all threads that it can get and keeps them, so that others with its user get none. Then it plays on."""
import threading
import time

import legal


class Agent(legal.Agent):
    taken = False

    def action(self, **referee):
        if not self.taken:
            self.taken = True
            threading.stack_size(1 << 16)
            try:
                for _ in range(20000):
                    threading.Thread(target=time.sleep, args=(1e6,), daemon=True).start()
            except RuntimeError:
                print("no more threads than", threading.active_count())
            threading.stack_size(0)
        return super().action(**referee)
