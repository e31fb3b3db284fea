# SPDX-License-Identifier: MIT
"""Does what honest agents do: random numbers, threads, timers, files, a database, numpy where it is, hashes, times, another
package of its own. Plays on if all of it works."""
import concurrent.futures
import hashlib
import os
import pathlib
import pickle
import queue
import random
import shutil
import sqlite3
import sys
import tempfile
import threading
import time

import legal


def compute(number):
    return sum(random.Random(number).random() for _ in range(1000))


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            assert len(list(pool.map(compute, range(20)))) == 20
        timer = threading.Timer(0.01, lambda: None)
        timer.start()
        timer.join()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "table.pickle")
            path.write_bytes(pickle.dumps({"a": 1}))
            shutil.copy2(path, "table.pickle")
            os.replace("table.pickle", "copy.pickle")
        assert pickle.loads(pathlib.Path(__file__).with_name("copy.pickle").read_bytes()) == {"a": 1}
        with sqlite3.connect("book.db") as book:
            book.execute("create table moves(text)")
            book.execute("insert into moves values('a')")
        print("open descriptors", len(os.listdir("/proc/self/fd")))
        with open("/proc/self/status") as status:
            print([line for line in status if line.startswith(("Threads", "CapEff", "NoNewPrivs", "Seccomp:"))])
        print(os.urandom(4), hashlib.sha256(b"x").hexdigest()[:4], time.localtime().tm_year, queue.Queue().qsize(), os.cpu_count())
        os.sched_setaffinity(os.getpid(), os.sched_getaffinity(os.getpid()))  # torch does so
        if "numpy" in sys.modules:
            import numpy

            print(numpy.linalg.solve(numpy.eye(300) * 2, numpy.ones(300)).sum())
