# SPDX-License-Identifier: MIT
"""Never answers, and uses no CPU time."""
import time

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        time.sleep(1e6)
