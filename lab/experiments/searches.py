# SPDX-License-Identifier: MIT
"""Single searches. Each is measured once and kept in a CSV file, so that an interrupted run can continue."""
from __future__ import annotations

import csv
import pathlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, fields

from tqdm import tqdm

from library import tetress
from matches import Failure, Record, complete_lines


@dataclass(frozen=True)
class Task:
    """A search to be measured."""

    spec: str
    cpu_ms: int  # a limit beside the player's own; 0: none
    position: str


@dataclass(frozen=True)
class Measured:
    """The result of a task."""

    spec: str
    cpu_ms: int
    position: str
    tokens: int
    depth: int
    nodes: int
    playouts: int
    used_ms: float  # CPU time of the call
    cache_lookups: int
    cache_hits: int

    @property
    def task(self) -> Task:
        return Task(self.spec, self.cpu_ms, self.position)


def search(task: Task) -> Measured:
    """One search by a new engine."""
    game = tetress.Game.from_text(task.position)
    with tetress.Engine(task.spec) as engine:
        start = time.process_time()
        if task.cpu_ms:
            result = engine.search(game, cpu_ms=task.cpu_ms)
        else:
            result = engine.search(game, nodes=10**9)  # so large that the player's own limits end the search
        used = 1000 * (time.process_time() - start)
    return Measured(task.spec, task.cpu_ms, task.position, sum(game.tokens.values()),
                    result.depth, result.nodes, result.playouts, round(used, 4), result.cache_lookups, result.cache_hits)


def read(path: pathlib.Path) -> dict[Task, Measured]:
    types = {"int": int, "float": float, "str": str}
    names = [field.name for field in fields(Measured)]
    found = {}
    lines = complete_lines(path)
    for row in csv.DictReader(lines):
        if list(row) != names:
            raise Failure(f"{path} has other columns; move it away")
        one = Measured(**{field.name: types[str(field.type)](row[field.name]) for field in fields(Measured)})
        found[one.task] = one
    return found


def measure(path: pathlib.Path, tasks: Sequence[Task], run: bool = True) -> list[Measured]:
    """Results of the tasks, in order. Tasks whose results are in the file are not searched again."""
    known = read(path)
    missing = [task for task in tasks if task not in known] if run else []
    path.parent.mkdir(parents=True, exist_ok=True)
    if missing:
        path.write_text("".join(line + "\n" for line in complete_lines(path)))  # without an incomplete last line
    for task in tqdm(missing, desc="searches", unit="search", disable=None):
        known[task] = search(task)
        with open(path, "a", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            if file.tell() == 0:
                out.writerow([field.name for field in fields(Measured)])
            out.writerow([getattr(known[task], field.name) for field in fields(Measured)])
    return [known[task] for task in tasks if task in known]


# ---- Positions ---------------------------------------------------------------------------------


def positions(games: Sequence[Record]) -> list[str]:
    """The positions before each move, game after game."""
    found = []
    for record in games:
        game = tetress.Game.from_text(record["start"])
        for move in record["moves"]:
            found.append(game.text)
            game.play(move)
    return found


def spread(items: Sequence[str], count: int) -> list[str]:
    """At most `count` different items at even distances."""
    different = list(dict.fromkeys(items))
    if len(different) <= count:
        return different
    return [different[i * len(different) // count] for i in range(count)]


def tokens_on(position: str) -> int:
    board = position.split()[0]
    return board.count("r") + board.count("b")


def final_tokens(record: Record) -> dict[str, int]:
    """Tokens of each colour when the game was over."""
    game = tetress.Game.from_text(record["start"])
    for move in record["moves"]:
        game.play(move)
    return game.tokens
