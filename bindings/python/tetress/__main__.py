# SPDX-License-Identifier: MIT
"""The command line. `python -m tetress`, and the program `tetress` that pip installs, run the C program that lies beside
this file."""

from __future__ import annotations

import os
import sys


def _program() -> str:
    name = "tetress-command-line.exe" if sys.platform == "win32" else "tetress-command-line"
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


def main() -> int:
    """Run the command line with this process's arguments. On POSIX systems it replaces this process, so this returns only
    if it cannot run: 1, with the reason on stderr. On Windows it returns the command line's exit status."""
    program = _program()
    words = ["tetress", *sys.argv[1:]]
    if not os.path.exists(program):
        print(
            f"tetress: this package was built without the command line: there is no {program}. It is in the wheels of a "
            "release and in Debian's package tetress. Where the package is built, it needs jansson (Debian: apt install "
            "libjansson-dev pkg-config).",
            file=sys.stderr,
        )
        return 1
    try:
        if sys.platform == "win32":
            import subprocess

            return subprocess.call(words, executable=program)
        os.execv(program, words)
    except OSError as failure:
        print(
            f"tetress: {program} cannot run: {failure.strerror}. If the package was unpacked by hand, it may be for another "
            "machine, or may have lost the right to be executed: install it with pip.",
            file=sys.stderr,
        )
        return 1


if __name__ == "__main__":
    sys.exit(main())
