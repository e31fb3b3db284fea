# SPDX-License-Identifier: MIT
"""Who meets whom. Two always meet in pairs of games: the same seed, colours swapped."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
from collections.abc import Iterable, Sequence


@dataclasses.dataclass(frozen=True)
class Pairing:
    """A game to be played. pair: names its pair of games."""

    red: str
    blue: str
    seed: int
    pair: str


def pair_seed(seed: int, first: str, second: str, number: int) -> int:
    """The seed of a pair of games, from 0 to 2**62 - 1. It follows from the two names and the tournament's seed
    alone: who else takes part, and in what order, changes nothing."""
    low, high = sorted((first, second))
    text = "\0".join((str(seed), low, high, str(number)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 2


def games_of(first: str, second: str, seed: int, number: int) -> list[Pairing]:
    """The two games of pair `number` of these two."""
    low, high = sorted((first, second))
    own = pair_seed(seed, low, high, number)
    pair = hashlib.sha256(f"{own}\0{low}\0{high}".encode()).hexdigest()[:16]
    return [Pairing(low, high, own, pair), Pairing(high, low, own, pair)]


def round_robin(names: Sequence[str], seed: int, pairs: int) -> list[Pairing]:
    """Everyone meets everyone in `pairs` pairs of games. All first pairs come first."""
    meetings = list(itertools.combinations(names, 2))
    return [game for number in range(pairs) for one, two in meetings for game in games_of(one, two, seed, number)]


def gauntlet(names: Sequence[str], staff: Sequence[str], seed: int, pairs: int) -> list[Pairing]:
    """Each of `names` meets each of `staff`."""
    return [
        game
        for number in range(pairs)
        for name in names
        for opponent in staff
        for game in games_of(name, opponent, seed, number)
    ]


@dataclasses.dataclass(frozen=True)
class SwissRound:
    """The meetings of a round. `bye` meets nobody, if the number of players is odd."""

    meetings: tuple[tuple[str, str], ...]
    bye: str | None


# Steps of the search for a round without rematches, after which rematches are allowed.
_STEPS = 200_000


def swiss_round(
    names: Sequence[str], points: dict[str, float], met: Iterable[tuple[str, str]], byes: Iterable[str], seed: int
) -> SwissRound:
    """The next round. Players with like points meet, and nobody twice as long as that is possible. The bye goes to the
    last one who had none. The seed orders equal points. The round depends on nothing else."""
    before = {frozenset(pair) for pair in met}
    had = set(byes)
    order = sorted(names, key=lambda name: (-points.get(name, 0.0), pair_seed(seed, name, "", 0), name))
    bye = None
    if len(order) % 2:
        bye = next((name for name in reversed(order) if name not in had), order[-1])
        order.remove(bye)
    meetings = _pair_off(order, before)
    if meetings is None:
        meetings = list(zip(order[::2], order[1::2]))
    return SwissRound(tuple(meetings), bye)


def _pair_off(order: list[str], before: set[frozenset[str]]) -> list[tuple[str, str]] | None:
    """Pair off from the top down, each with the nearest possible, and go back where that leads nowhere. None if
    there is no way, or none is found in time."""
    steps = 0
    chosen: list[tuple[str, str]] = []
    # For each depth: who is left, and how far down its first one has looked.
    stack: list[tuple[list[str], int]] = [(order, 1)]
    while stack:
        left, at = stack.pop()
        if not left:
            return chosen
        del chosen[len(stack) :]
        while at < len(left) and frozenset((left[0], left[at])) in before:
            at += 1
        steps += 1
        if steps > _STEPS:
            return None
        if at < len(left):
            stack.append((left, at + 1))
            chosen.append((left[0], left[at]))
            stack.append((left[1:at] + left[at + 1 :], 1))
    return None
