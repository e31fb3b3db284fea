# SPDX-License-Identifier: MIT
"""Small things about text that is printed."""

from __future__ import annotations

import sys


def sentence(text: str) -> str:
    """The text with a full stop, if it does not end as a sentence does."""
    return text if text.endswith((".", "!", "?")) else text + "."


def counted(number: int, noun: str) -> str:
    """The number and the noun, such as "1 game" and "2 games"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def forgive_output() -> None:
    """For a program: print characters that its terminal or file cannot encode, such as in names of folders, as
    escapes."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
