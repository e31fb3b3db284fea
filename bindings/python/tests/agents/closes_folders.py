# SPDX-License-Identifier: MIT
"""Keeps files in a folder that nobody may list, itself included."""
import os
import tempfile

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        folder = f"{tempfile.mkdtemp()}/closed"
        os.mkdir(folder, 0o300)
        for number in range(60):
            with open(f"{folder}/{number}", "wb") as file:
                file.write(bytes(1 << 20))
        return super().action(**referee)
