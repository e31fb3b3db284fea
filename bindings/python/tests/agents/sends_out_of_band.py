# SPDX-License-Identifier: MIT
"""Sends a byte out of band over its connection, which looks readable and is not, and computes."""
import os
import socket
import stat
import time

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        for number in map(int, os.listdir("/proc/self/fd")):
            try:
                if not stat.S_ISSOCK(os.fstat(number).st_mode):
                    continue
            except OSError:
                continue
            with socket.socket(fileno=os.dup(number)) as copy:
                copy.send(b"x", socket.MSG_OOB)
        end = time.process_time() + 60
        while time.process_time() < end:
            pass
        return super().action(**referee)
