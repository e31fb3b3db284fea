# SPDX-License-Identifier: MIT
"""Says whether a JSON value has the types that its readers rely on. A shape is a function of a value and of its place,
which raises ShapeError if the value does not fit."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from typing import Any, Callable

Shape = Callable[[Any, str], None]


class ShapeError(ValueError):
    """A value is not what it should be; the text names its place."""


def _refuse(value: Any, place: str, wanted: str) -> None:
    text = repr(value)
    raise ShapeError(f"{place} must be {wanted}, not {text if len(text) <= 40 else text[:37] + '...'}")


def text(value: Any, place: str) -> None:
    """Any text."""
    if not isinstance(value, str):
        _refuse(value, place, "a text")


def boolean(value: Any, place: str) -> None:
    """True or false."""
    if not isinstance(value, bool):
        _refuse(value, place, "true or false")


def integer(value: Any, place: str) -> None:
    """A whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        _refuse(value, place, "a whole number")


def number(value: Any, place: str) -> None:
    """A finite number."""
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
        _refuse(value, place, "a number")


def at_least(least: int) -> Shape:
    """A whole number that is not smaller."""

    def check(value: Any, place: str) -> None:
        integer(value, place)
        if value < least:
            _refuse(value, place, f"at least {least}")

    return check


def one_of(choices: Collection[Any]) -> Shape:
    """One of these texts (or None)."""

    def check(value: Any, place: str) -> None:
        if not isinstance(value, (str, type(None))) or value not in choices:
            _refuse(value, place, "one of " + ", ".join(str(choice) for choice in choices))

    return check


def matching(pattern: str, wanted: str) -> Shape:
    """A text that is `wanted`: all of it matches the pattern."""
    compiled = re.compile(pattern, re.ASCII)

    def check(value: Any, place: str) -> None:
        if not isinstance(value, str) or not compiled.fullmatch(value):
            _refuse(value, place, wanted)

    return check


def maybe(shape: Shape) -> Shape:
    """None, or what the shape says."""

    def check(value: Any, place: str) -> None:
        if value is not None:
            shape(value, place)

    return check


def list_of(shape: Shape) -> Shape:
    """A list whose elements all have the shape."""

    def check(value: Any, place: str) -> None:
        if not isinstance(value, list):
            _refuse(value, place, "a list")
        for index, one in enumerate(value):
            shape(one, f"{place}[{index}]")

    return check


def mapping(needed: Mapping[str, Shape], others: Mapping[str, Shape] | None = None, rest: Shape | None = None) -> Shape:
    """An object with all keys of `needed`. It may have those of `others`, and further ones, which have the shape `rest`
    if that is given."""
    known = {**(others or {}), **needed}

    def check(value: Any, place: str) -> None:
        if not isinstance(value, dict):
            _refuse(value, place, "an object")
        for key in needed:
            if key not in value:
                raise ShapeError(f"{place} has no {key!r}")
        for key, one in value.items():
            shape = known.get(key, rest)
            if shape is not None:
                shape(one, f"{place}.{key}" if place else key)

    return check
