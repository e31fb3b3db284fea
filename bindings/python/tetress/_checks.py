# SPDX-License-Identifier: MIT
"""Checks of numbers, which ctypes itself would silently cut to their width."""

from __future__ import annotations

import operator
from typing import SupportsIndex

from .errors import ArgumentError

UINT32_MAX = 2**32 - 1
UINT64_MAX = 2**64 - 1


def shown(value: object) -> str:
    """repr(value), if it is not too long to be shown at all."""
    try:
        text = repr(value)
    except ValueError:  # an int of thousands of digits
        text = "a huge number"
    return text if len(text) <= 60 else text[:57] + "..."


def check_integer(what: str, number: SupportsIndex, least: int, most: int) -> int:
    """`number` as an int from `least` to `most`. Else ArgumentError, which says `what` is wrong."""
    try:
        value = operator.index(number)
    except TypeError:
        raise ArgumentError(f"{what} must be an integer, not {shown(number)}") from None
    if isinstance(number, bool) or not least <= value <= most:
        raise ArgumentError(
            f"{what} must be an integer from {least} to {most}, not {shown(number)}"
        )
    return value
