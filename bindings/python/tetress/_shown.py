# SPDX-License-Identifier: MIT
"""Shows a caller's value in a sentence."""

from __future__ import annotations

_MOST = 60


def shown(value: object) -> str:
    """repr(value), cut if it is long. Values that have none are named: ints of thousands of digits, which Python does
    not print, and objects whose repr() fails."""
    try:
        text = repr(value)
    except Exception:
        text = "a huge number" if isinstance(value, int) else f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= _MOST else text[: _MOST - 3] + "..."
