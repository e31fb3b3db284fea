# SPDX-License-Identifier: MIT
"""Names the namespace in which this process has its number. Two containers, or two hosts, have processes of the same
number. What bears a referee's number therefore bears this name, too. Linux."""

from __future__ import annotations

import functools
import os
import pathlib


@functools.cache
def name() -> str:
    """A word of letters, digits and full stops. Containers of one host have different ones at the same time, and so have
    hosts."""
    return f"{_inode()}.{_boot()}"


def _inode() -> int:
    try:
        return os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        return 0  # this kernel has one namespace


def _boot() -> str:
    """Hosts have the same inodes. This number is a host's own, and all its containers see it."""
    try:
        return pathlib.Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip().replace("-", "")[:12]
    except OSError:
        return "0"
