# SPDX-License-Identifier: MIT
"""Never answers, and uses all the CPU time there is."""
import legal


class Agent(legal.Agent):
    def action(self, **referee):
        while True:
            pass
