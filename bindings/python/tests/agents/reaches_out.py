# SPDX-License-Identifier: MIT
"""Reaches for what is not its own: the processes and files that targets.json names, those that it finds, and the
machine. Says what it got, and plays on."""
import ctypes
import json
import os
import pathlib
import resource
import signal
import socket

import legal

TARGETS = json.loads((pathlib.Path(__file__).parent / "targets.json").read_text())


def attempt(what, call, *arguments):
    try:
        answer = call(*arguments)
    except (OSError, ValueError) as refusal:
        print("closed", what, *arguments[:1], type(refusal).__name__)
    else:
        print("OPEN", what, *arguments, repr(answer)[:100])


def read(path):
    with open(path, "rb") as file:
        return file.read(100)


def write(path, how):
    with open(path, how) as file:
        file.write("10 of 10")


def chmod(path):
    os.chmod(path, 0o750)
    if os.stat(path).st_mode & 0o777 != 0o750:
        raise ValueError("nothing happened")


def utime(path):
    os.utime(path, (0, 0))
    if os.stat(path).st_mtime != 0:
        raise ValueError("nothing happened")


def move(pid):
    before = os.sched_getaffinity(pid)
    os.sched_setaffinity(pid, {min(before)})
    if os.sched_getaffinity(pid) == before:
        raise ValueError("nothing happened")


def watch(path):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.inotify_add_watch(libc.inotify_init(), path.encode(), 0x100) < 0:
        raise OSError(ctypes.get_errno(), "refused")


def connect(path):
    with socket.socket(socket.AF_UNIX) as made:
        made.connect(path)


def of_host(path):
    text = open(path, "rb").read().decode(errors="replace")
    if TARGETS["host"] not in text:
        raise ValueError("nothing of the host")
    return text


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        for path in TARGETS["read"]:
            attempt("read", read, path)
            attempt("list", os.listdir, path)
        for path in TARGETS["write"]:
            attempt("write", write, path, "w")
            attempt("append", write, path, "a")
            attempt("cut", os.truncate, path, 0)
            attempt("open and cut", os.open, path, os.O_RDONLY | os.O_TRUNC)
            attempt("chmod", chmod, path)
            attempt("utime", utime, path)
            attempt("mark", os.setxattr, path, "user.mine", b"x")
            attempt("replace", os.replace, "targets.json", path)
            attempt("link", os.link, path, "mine")
            attempt("remove", os.unlink, path)
            attempt("beside", os.mkdir, path + ".mine")
        for path in TARGETS["sockets"]:
            attempt("connect", connect, path)
        for pid in ("self", 1, TARGETS["pid"], os.getppid()):
            for name in ("mountinfo", "mounts", "environ", "cgroup", "mem"):
                attempt("read", read, f"/proc/{pid}/{name}")
            attempt("find the host in", of_host, f"/proc/{pid}/cmdline")
        if not TARGETS["system"]:
            attempt("watch", watch, "/tmp")
            for pid in (TARGETS["pid"], os.getppid()):
                attempt("kill", os.kill, pid, signal.SIGURG)
                attempt("limit", resource.prlimit, pid, resource.RLIMIT_CPU, (9999, 9999))
                attempt("slow", os.setpriority, os.PRIO_PROCESS, pid, 19)
            if not TARGETS["own_user"]:
                attempt("slow all", os.setpriority, os.PRIO_USER, os.getuid(), 19)
                for pid in (TARGETS["pid"], os.getppid()):
                    attempt("move", move, pid)
                    attempt("schedule", os.sched_setscheduler, pid, os.SCHED_BATCH, os.sched_param(0))
