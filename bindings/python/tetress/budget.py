# SPDX-License-Identifier: MIT
"""The limits of one search, as a structure of the library."""

from __future__ import annotations

from ctypes import sizeof

from . import _abi
from ._checks import UINT32_MAX, UINT64_MAX, check_flag, check_integer
from .errors import ArgumentError


def clock_of(milliseconds: float) -> int:
    """What clock_ms is told of the time that is left. The clock has to move even when hardly anything is left, and ends at
    49 days."""
    return int(min(max(milliseconds, 1), UINT32_MAX))


def _limit(what: str, number: int | None, most: int, least: int = 1) -> int:
    """A limit for the library, where 0 means none. So None becomes 0, and 0 is refused."""
    return 0 if number is None else check_integer(what, number, least, most)


def make_budget(
    nodes: int | None = None,
    playouts: int | None = None,
    depth: int | None = None,
    wall_ms: int | None = None,
    cpu_ms: int | None = None,
    clock_ms: int | None = None,
    increment_ms: int | None = None,
    cpu_clock: bool = False,
    infinite: bool = False,
) -> _abi.tetress_budget:
    """The library's structure. Raises ArgumentError (a ValueError), which names the argument that is wrong."""
    if increment_ms is not None and clock_ms is None:
        raise ArgumentError("increment_ms needs clock_ms")
    if check_flag("cpu_clock", cpu_clock) and clock_ms is None:
        raise ArgumentError("cpu_clock needs clock_ms")
    return _abi.tetress_budget(
        size=sizeof(_abi.tetress_budget),
        flags=(_abi.TETRESS_BUDGET_CPU_CLOCK if cpu_clock else 0)
        | (_abi.TETRESS_BUDGET_INFINITE if check_flag("infinite", infinite) else 0),
        nodes=_limit("nodes", nodes, UINT64_MAX),
        playouts=_limit("playouts", playouts, UINT64_MAX),
        depth=_limit("depth", depth, UINT32_MAX),
        wall_ms=_limit("wall_ms", wall_ms, UINT32_MAX),
        cpu_ms=_limit("cpu_ms", cpu_ms, UINT32_MAX),
        clock_ms=_limit("clock_ms", clock_ms, UINT32_MAX),
        increment_ms=_limit("increment_ms", increment_ms, UINT32_MAX, least=0),
    )


def limits_of(budget: _abi.tetress_budget) -> dict[str, int]:
    """The limits that a structure of the library sets for one search, as arguments of make_budget()."""
    limits = dict(
        nodes=budget.nodes,
        playouts=budget.playouts,
        depth=budget.depth,
        wall_ms=budget.wall_ms,
        cpu_ms=budget.cpu_ms,
    )
    return {name: int(limit) for name, limit in limits.items() if limit}
