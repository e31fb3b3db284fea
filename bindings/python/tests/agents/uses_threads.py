# SPDX-License-Identifier: MIT
"""Works in threads, as few as it may have, at each of its calls."""
import threading

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        found = []
        threads = [threading.Thread(target=lambda: found.append(1)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return super().action(**referee)

    def update(self, color, action, **referee):
        thread = threading.Thread(target=super().update, args=(color, action), kwargs=referee)
        thread.start()
        thread.join()
