# SPDX-License-Identifier: MIT
"""Uses CPU time where it may be overlooked, and tells truly how much. A file way.py beside it chooses the way."""
import gc
import os
import signal
import subprocess
import threading
import time

import legal

try:
    from way import PART, WAY
except ImportError:
    WAY, PART = "none", 0.01

TOLD = os.open("told", os.O_RDWR | os.O_CREAT | os.O_APPEND)


def burn(seconds, clock=time.process_time):
    end = clock() + seconds
    while clock() < end:
        pass


def tell():
    """A process tells what it has used itself, which is all that it will use."""
    os.write(TOLD, b"%f\n" % time.process_time())


def told():
    return [float(word) for word in os.pread(TOLD, 1 << 20, 0).split()]


def wait_for(count):
    while len(told()) < count:
        time.sleep(0.01)


def start(work):
    """A process that does some work, tells, and ends."""
    pid = os.fork()
    if pid == 0:
        work()
        tell()
        os._exit(0)
    return pid


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        self.calls = 0
        self.others = 0.0  # of processes whose time the kernel has told
        self.since = time.process_time()
        getattr(self, "begin_" + WAY, lambda: None)()

    def truth(self):
        return time.process_time() - self.since + self.others + sum(told())

    def action(self, **referee):
        self.calls += 1
        getattr(self, "use_" + WAY)()
        print("used", self.truth())
        return super().action(**referee)

    def update(self, color, action, **referee):
        super().update(color, action, **referee)
        print("left", referee["time_remaining"], "used", self.truth())
        getattr(self, "after_" + WAY, lambda: None)()

    def waited(self, pid):
        usage = os.wait4(pid, 0)[2]
        self.others += usage.ru_utime + usage.ru_stime

    def use_none(self):
        burn(PART)

    def use_child_that_is_waited_for(self):
        self.waited(os.fork() or (burn(PART), os._exit(0)))

    # A child of it stays; grandchildren do the work, one after the other, and only the child waits for them.
    def begin_grandchildren(self):
        self.ready, self.go = os.pipe()
        if os.fork() == 0:
            os.close(self.go)
            while os.read(self.ready, 1):
                os.waitpid(start(lambda: burn(PART)), 0)
            os._exit(0)

    def use_grandchildren(self):
        os.write(self.go, b"x")
        wait_for(self.calls)

    def begin_children_nobody_waits_for(self):
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)

    def use_children_nobody_waits_for(self):
        start(lambda: burn(PART))
        wait_for(self.calls)

    def use_double_fork(self):
        os.waitpid(start(lambda: start(lambda: burn(PART))), 0)
        wait_for(2 * self.calls)

    def use_own_session(self):
        start(lambda: (os.setsid(), burn(PART)))
        wait_for(self.calls)

    def begin_short_bits(self):
        def bits():
            os.nice(5)
            for _ in range(int(3 * PART / 0.02)):
                burn(0.02)
                time.sleep(0.01)

        start(bits)

    def use_short_bits(self):
        if self.calls == 3:
            wait_for(1)

    def use_threads(self):
        threads = [threading.Thread(target=burn, args=(PART / 4, time.thread_time)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def use_shells(self):
        loop = f"i=0; while [ $i -lt {int(PART * 2000000)} ]; do i=$((i+1)); done"
        self.waited(os.posix_spawn("/bin/sh", ["sh", "-c", loop], {}))

    def use_shells_of_vfork(self):
        loop = f"i=0; while [ $i -lt {int(PART * 2000000)} ]; do i=$((i+1)); done"
        with subprocess.Popen(["/bin/sh", "-c", loop], close_fds=False) as shell:
            self.waited(shell.pid)
            shell.returncode = 0

    # The work begins when the call has been answered.
    def begin_time_of_the_other(self):
        self.begin_grandchildren()

    def after_time_of_the_other(self):
        os.write(self.go, b"x")

    def use_time_of_the_other(self):
        wait_for(self.calls - 1)

    def begin_pondering_thread(self):
        self.over = False

        def ponder():
            while not self.over:
                pass

        self.thread = threading.Thread(target=ponder)
        self.thread.start()

    def use_pondering_thread(self):
        burn(PART)
        if self.calls == 3:
            self.over = True
            self.thread.join()

    def use_reparented(self):
        ready, begun = os.pipe()
        middle = os.fork()
        if middle == 0:
            start(lambda: (os.setsid(), os.write(begun, b"x"), burn(PART)))
            time.sleep(1e6)
        os.read(ready, 1)
        os.kill(middle, signal.SIGKILL)
        self.waited(middle)
        wait_for(self.calls)

    def use_many_that_are_short(self):
        for _ in range(int(PART / 0.005)):
            self.waited(os.fork() or (burn(0.005), os._exit(0)))

    def begin_many_that_nobody_sees(self):
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        self.started = 0

    def use_many_that_nobody_sees(self):
        # Each costs a few milliseconds more after it has told: a hundred of them would be more than the bound of the test.
        for _ in range(4):
            start(lambda: burn(PART / 4))
            self.started += 1
            wait_for(self.started)

    def begin_collection(self):
        gc.callbacks.append(lambda phase, info: burn(PART) if phase == "start" else None)

    def use_collection(self):
        pass
