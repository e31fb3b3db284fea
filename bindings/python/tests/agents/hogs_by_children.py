# SPDX-License-Identifier: MIT
"""Each of its processes is below the limit of memory, all together are not."""
import os
import time

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        for _ in range(4):
            if os.fork() == 0:
                kept = bytearray(100 << 20)
                time.sleep(1e6)
                os._exit(len(kept) % 2)
        time.sleep(1e6)
