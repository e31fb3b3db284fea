# SPDX-License-Identifier: MIT
"""Takes a lease on a file, for which others who open it would have to wait, and asks for news of a folder. Says what it
got, and plays on."""
import errno
import fcntl
import os

import legal

F_SETLEASE, F_NOTIFY = 1024, 1026
DN_MODIFY = 2


def ask(what, file, command, argument):
    try:
        fcntl.fcntl(file, command, argument)
        print("allowed", what)
    except OSError as refusal:
        print("refused" if refusal.errno == errno.EPERM else "failed", what, refusal)


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        # It owns this file, so the kernel itself has nothing against a lease.
        file = os.open("mine", os.O_RDWR | os.O_CREAT, 0o600)
        ask("a lease", file, F_SETLEASE, fcntl.F_WRLCK)
        ask("news", os.open(".", os.O_RDONLY), F_NOTIFY, DN_MODIFY)
        # A lock delays only those who ask for one.
        fcntl.lockf(file, fcntl.LOCK_EX)
        fcntl.flock(file, fcntl.LOCK_EX)
        print("done")
