# SPDX-License-Identifier: MIT
"""Shows a caller's value in a sentence."""

from __future__ import annotations

_MOST = 60


def shown(value: object) -> str:
    """repr(value) on one line, cut if it is long. Values that have none are named: ints of thousands of digits, which Python does
    not print, and objects whose repr() fails."""
    try:
        text = repr(value)
    except Exception:
        text = "a huge number" if isinstance(value, int) else f"a {type(value).__name__} that cannot be shown"
    text = "".join(map(_printable, text[: _MOST + 1]))
    return text if len(text) <= _MOST else text[: _MOST - 3] + "..."


def _printable(character: str) -> str:
    """A repr() may have characters that end the line or move the cursor of a terminal."""
    return character if character.isprintable() else character.encode("unicode_escape").decode()
