# SPDX-License-Identifier: MIT
"""What tables, pages and files rely on in the record of a refereed game (docs/reference/formats.md). Records come back
from stores, clusters and files, where anything may have happened to them."""

from __future__ import annotations

from typing import Any

from ..referee import outcome
from .json_shape import ShapeError, integer, list_of, mapping, matching, maybe, number, one_of, text

_CELL = r"(?:[0-9]|10)-(?:[0-9]|10)"

_FAULT = mapping({}, {"lines": list_of(text)})

_PLAYER = mapping(
    {"spec": text, "log": text},
    {
        "cpu_s": number,
        "wall_s": number,
        "peak_mb": maybe(number),
        "slowest_ms": number,
        "log_bytes": integer,
        "layers": list_of(text),
        "fault": maybe(_FAULT),
    },
)

_LIMITS = mapping({}, {"cpu_s": maybe(number), "memory_mb": maybe(number), "call_s": number})

_REFEREE = mapping(
    {
        "limits": _LIMITS,
        "blame": one_of((*outcome.COLOURS, "both", None)),
        "detail": text,
        "players": mapping({}, {colour: _PLAYER for colour in outcome.COLOURS}, _PLAYER),
        "host": mapping({}),
        "started": text,
        "wall_s": number,
    }
)

_LISTS = ("moves", "scores", "nodes", "times_ms")

_RECORD = mapping(
    {
        "library": text,
        "red": text,
        "blue": text,
        "seed": matching("-?[0-9]{1,20}", "a whole number as a text"),
        "start": text,
        "moves": list_of(matching(f"{_CELL}(?:,{_CELL}){{3}}", "a move")),
        "scores": list_of(integer),
        "nodes": list_of(integer),
        "times_ms": list_of(number),
        "result": one_of((*outcome.COLOURS, outcome.DRAW, outcome.UNFINISHED)),
        "reason": one_of(outcome.REASONS),
        "referee": _REFEREE,
    }
)


def check_record(value: Any) -> dict[str, Any]:
    """Return the value, a record. Raises ShapeError, which names what of it is wrong."""
    _RECORD(value, "")
    lengths = {len(value[name]) for name in _LISTS}
    if len(lengths) > 1:
        raise ShapeError(f"{', '.join(_LISTS)} must have the same length")
    record: dict[str, Any] = value
    return record
