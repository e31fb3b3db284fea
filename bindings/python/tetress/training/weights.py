# SPDX-License-Identifier: MIT
"""Weights of the single-player game: their files, and arithmetic for weights of which only the proportions matter."""

from __future__ import annotations

import json
import math
import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

from .._text import read_text
from ..tetris import KINDS

# The greatest weight of a file: the library scales to the same.
_GREATEST = 24.0


class WeightsError(ValueError):
    """A file holds no weights, or not those that were asked for. The text names the file and says why."""


def scaled(weights: Sequence[float]) -> list[float]:
    """The weights of the same player, of length 1. Zeros stay as they are."""
    greatest = max((abs(float(weight)) for weight in weights), default=0.0)
    # Only where squares would leave the range of numbers: elsewhere it would change last digits.
    unit = greatest if greatest > 1e150 or 0 < greatest < 1e-150 else 1.0
    parts = [float(weight) / unit for weight in weights]
    length = math.sqrt(sum(part**2 for part in parts))
    return [part / length if length else 0.0 for part in parts]


def rounded(weights: Sequence[float]) -> list[float]:
    """Weights as a file has them: the greatest is 24 or -24, with six decimals. The library rounds them on to
    1024ths."""
    greatest = max(abs(weight) for weight in weights)
    return [round(weight / greatest * _GREATEST, 6) for weight in weights]


def read_file(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The content of a weights file, with its kind and weights checked. Raises WeightsError, OSError."""
    try:
        found: Any = json.loads(read_text(path))
    except ValueError as failure:
        raise WeightsError(f"{path}: not JSON: {failure}") from None
    if not isinstance(found, dict):
        raise WeightsError(f"{path}: not a JSON object")
    kind = found.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise WeightsError(f"{path}: \"kind\" is not one of {', '.join(KINDS)}")
    weights = found.get("weights")
    if not isinstance(weights, list) or len(weights) != KINDS[kind]:
        raise WeightsError(f"{path}: \"weights\" is not a list of {KINDS[kind]} numbers, as {kind!r} has")
    for number, weight in enumerate(weights):
        if type(weight) not in (int, float) or not _is_finite(weight):
            raise WeightsError(f"{path}: weight {number} is not a finite number")
    if not any(weights):
        raise WeightsError(f"{path}: all weights are 0")
    return found


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # an int that no float is as large as
        return False


def read_weights(path: str | os.PathLike[str]) -> tuple[str, list[float]]:
    """The kind and weights of a file of `python -m tetress.training`, for `tetress.tetris.Agent.set_weights()`. Raises
    WeightsError, OSError."""
    found = read_file(path)
    return found["kind"], [float(weight) for weight in found["weights"]]


def write_text(path: pathlib.Path, text: str | bytes) -> None:
    """Replace a file at once: a reader finds the old one or the new one, also after a crash."""
    data = text.encode("utf-8") if isinstance(text, str) else text
    temporary = path.with_name(path.name + ".new")
    with open(temporary, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def write_weights(path: pathlib.Path, found: Mapping[str, Any]) -> None:
    """Write a weights file: "kind", "weights" and whatever else is to be known of them."""
    write_text(path, json.dumps(found, indent=1) + "\n")
