# SPDX-License-Identifier: MIT
"""Writes files to /tmp until there is no room, and plays on."""
import legal


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        written = 0
        try:
            for number in range(1000):
                with open(f"/tmp/{number}", "wb", buffering=0) as file:
                    written += file.write(bytes(1 << 20))
        except OSError as full:
            print("wrote", written >> 20, "MiB:", full.strerror)
