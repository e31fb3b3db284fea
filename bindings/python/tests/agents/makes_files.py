# SPDX-License-Identifier: MIT
"""Makes empty files without end: they have no size, and each costs the kernel memory."""
import os
import tempfile

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        folder = tempfile.mkdtemp()
        for number in range(1_000_000):
            os.close(os.open(f"{folder}/{number}", os.O_CREAT | os.O_WRONLY))
