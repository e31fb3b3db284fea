# SPDX-License-Identifier: MIT
"""Checks of arguments. ctypes would cut a number to its width without a word."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping, Set
from typing import Any, Callable, SupportsIndex, TypeVar

from ._shown import shown
from .errors import ArgumentError

_C = TypeVar("_C", bound="Callable[..., Any] | None")

UINT32_MAX = 2**32 - 1
UINT64_MAX = 2**64 - 1


def check_integer(what: str, number: SupportsIndex, least: int, most: int) -> int:
    """Return `number` as an int from `least` to `most`. Raises ArgumentError, which names `what` is wrong."""
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
    """Return `number` as a float. Raises ArgumentError, which names `what` is wrong."""
    value = None
    # float() reads texts, too, and whatever holds bytes.
    if not isinstance(number, bool) and (hasattr(number, "__float__") or hasattr(number, "__index__")):
        try:
            value = float(number)
        except (TypeError, ValueError, OverflowError):  # OverflowError: an int beyond every float
            pass
    if value is None or (finite and not math.isfinite(value)):
        raise ArgumentError(f"{what} must be a {'finite ' if finite else ''}number, not {shown(number)}")
    return value


def check_row(what: str, values: Iterable[Any]) -> list[Any]:
    """Return `values` as a list. Raises ArgumentError for a text, a set, a mapping, and anything that cannot be
    iterated."""
    if not isinstance(values, (str, bytes, bytearray, Set, Mapping)):
        try:
            found = iter(values)
        except TypeError:
            pass
        else:
            return list(found)
    raise ArgumentError(f"{what} must be a list, not {shown(values)}")


def check_numbers(what: str, numbers: Iterable[Any], finite: bool = True) -> list[float]:
    """Return `numbers` as a list of floats. Raises ArgumentError."""
    return [check_number(f"each of {what}", number, finite) for number in check_row(what, numbers)]


def check_flag(what: str, value: Any) -> bool:
    """Return `value` if it is True or False; 1 and 0 will do, and numpy's. Raises ArgumentError: any other value would
    mean True or False by accident, and "no" would mean True."""
    if isinstance(value, (bool, int)) or type(value).__name__ in ("bool_", "bool"):
        if value in (0, 1):
            return bool(value)
    raise ArgumentError(f"{what} must be True or False, not {shown(value)}")


def check_bytes(what: str, data: Any) -> bytes:
    """Return `data` as bytes. Raises ArgumentError: bytes() would make zeros of an int."""
    try:
        return memoryview(data).tobytes()
    except TypeError:
        raise ArgumentError(f"{what} must be bytes, not {shown(data)}") from None


def check_callable(what: str, function: _C) -> _C:
    """Return `function` if it is callable or None. Otherwise raises TypeError, whose text names the argument `what`."""
    if function is not None and not callable(function):
        raise TypeError(f"{what} must be callable, not {type(function).__name__}")
    return function
