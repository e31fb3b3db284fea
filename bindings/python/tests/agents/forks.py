# SPDX-License-Identifier: MIT
"""Starts processes in every way that Python has. Says which ways are open, and plays on."""
import multiprocessing
import os
import subprocess
import threading

import legal


def forked():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def spawned():
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)


def shell():
    subprocess.run(["/bin/true"], check=True)


def pool():
    child = multiprocessing.get_context("fork").Process(target=print)
    child.start()
    child.join()
    if child.exitcode:
        raise OSError(child.exitcode, "it failed")


def thread():
    made = threading.Thread(target=list)
    made.start()
    made.join()


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        for way in (forked, spawned, shell, pool, thread):
            try:
                way()
                print(way.__name__, "works")
            except OSError as refusal:
                print(way.__name__, "refused", refusal.errno)
