# SPDX-License-Identifier: MIT
"""Checks of numbers, which ctypes itself would silently cut to their width."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping, Set
from typing import Any, Callable, SupportsIndex, TypeVar

from .errors import ArgumentError

_C = TypeVar("_C", bound="Callable[..., Any] | None")

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


def check_number(what: str, number: Any, finite: bool = True) -> float:
    """`number` as a float. Else ArgumentError, which says `what` is wrong."""
    value = None
    if not isinstance(number, (bool, str, bytes, bytearray)):
        try:
            value = float(number)
        except (TypeError, ValueError, OverflowError):  # OverflowError: an int beyond every float
            pass
    if value is None or (finite and not math.isfinite(value)):
        raise ArgumentError(f"{what} must be a {'finite ' if finite else ''}number, not {shown(number)}")
    return value


def check_row(what: str, values: Iterable[Any]) -> list[Any]:
    """`values` as a list. ArgumentError for what has no order, and for a text, whose characters are none of the values."""
    if isinstance(values, (str, bytes, bytearray, Set, Mapping)) or not hasattr(values, "__iter__"):
        raise ArgumentError(f"{what} must be a list, not {shown(values)}")
    return list(values)


def check_numbers(what: str, numbers: Iterable[Any], finite: bool = True) -> list[float]:
    """`numbers` as a list of floats. Else ArgumentError."""
    return [check_number(f"each of {what}", number, finite) for number in check_row(what, numbers)]


def check_callable(what: str, function: _C) -> _C:
    """`function`, which can be called or is None. Else TypeError, which says `what` is wrong."""
    if function is not None and not callable(function):
        raise TypeError(f"{what} must be callable, not {type(function).__name__}")
    return function
