# SPDX-License-Identifier: MIT
"""Makes empty files, which take no room but that of the kernel, until there is no more."""
import os

import legal


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        os.mkdir("/tmp/many")
        try:
            for number in range(1000000):
                os.close(os.open(f"/tmp/many/{number}", os.O_CREAT | os.O_WRONLY))
        except OSError as refusal:
            print("refused after", number, refusal)
