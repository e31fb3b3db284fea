# SPDX-License-Identifier: MIT
"""Options of an engine, and their values as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from . import _abi
from ._library import decode
from ._shown import shown
from .errors import OptionError

Value = Union[int, float, str]

_TYPES = {
    _abi.TETRESS_OPTION_INTEGER: "integer",
    _abi.TETRESS_OPTION_REAL: "real",
    _abi.TETRESS_OPTION_CHOICE: "choice",
}


@dataclass(frozen=True)
class Option:
    """One option of an engine, with its value at the moment it was asked for."""

    name: str
    type: str  # integer, real or choice: values are int, float or str
    default: Value  # unless it is set
    minimum: Value | None  # None for a choice
    maximum: Value | None  # None for a choice
    choices: tuple[str, ...]  # () but for a choice
    summary: str  # one sentence, with the unit
    value: Value  # now


def value_of(kind: str, text: str) -> Value:
    """A value from the text that the library writes."""
    if kind == "integer":
        return int(text)
    return float(text) if kind == "real" else text


def text_of(value: Value) -> str:
    """A value as text for the library, which takes reals without an exponent and judges the value. Raises OptionError
    for one that has no text."""
    if not isinstance(value, float):
        try:
            return str(value)
        except Exception:  # an int of thousands of digits
            raise OptionError(f"no option has the value {shown(value)}") from None
    from decimal import Decimal  # slow to import, and hardly ever needed

    return format(Decimal(repr(value)), "f")


def make_option(option: _abi.tetress_option, text: str) -> Option:
    """An Option from the structure of the library. `text` is its present value."""
    kind = _TYPES[option.type]

    def bound(given: bytes | None) -> Value | None:
        return None if given is None else value_of(kind, decode(given))

    return Option(
        name=decode(option.name or b""),
        type=kind,
        default=value_of(kind, decode(option.default_value or b"")),
        minimum=bound(option.minimum),
        maximum=bound(option.maximum),
        choices=tuple(decode(option.choices or b"").split()),
        summary=decode(option.summary or b""),
        value=value_of(kind, text),
    )
