# SPDX-License-Identifier: MIT
"""S0: an object board compared with bitboards, in time, memory and searches."""
from __future__ import annotations

import argparse
import ctypes
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

import object_search
from library import tetress
from matches import Setting
from object_board import ObjectBoard, random_game
from output import markdown, write_csv, write_plot
from searches import tokens_on

OBJECT_SECONDS, BITBOARD_SECONDS = 0.01183, 0.000162  # a piece generated and placed, in the report
OBJECT_BITS, BITBOARD_BITS = 138_560, 363             # figure 4
OBJECT_NODES = 34.9                                   # figure 7
OBJECT_SIMULATIONS, BITBOARD_SIMULATIONS = 1.8, 131   # figure 8

OBJECT, BITBOARDS = "object board, Python", "bitboards, this library"


def logarithmic_bars(names: Sequence[str], ours: Sequence[float], reports: Sequence[float | None], label: str) -> Figure:
    """Bars for our numbers on a logarithmic scale, and marks for those of the report."""
    figure, axes = plt.subplots(figsize=(7, 1.2 + 0.35 * len(names)))
    axes.barh(range(len(names)), ours, color="#4878a8", label="ours")
    known = [(number, y) for y, number in enumerate(reports) if number is not None]
    if known:
        axes.plot(*zip(*known), "D", color="#c44e52", label="report")
    axes.set_yticks(range(len(names)), names)
    axes.set_xscale("log")
    axes.invert_yaxis()
    axes.set_xlabel(label)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncol=2, frameon=False)
    return figure


# ---- Time --------------------------------------------------------------------------------------


def random_game_in_python(rng: random.Random) -> int:
    """A random game on our board with a Python call for each step; returns the number of pieces placed."""
    game = tetress.Game()
    while not game.over:
        game.play(rng.choice(game.legal_moves()))
    return game.ply


def seconds_a_piece(play: Callable[[random.Random], int], seed: int, seconds: float) -> tuple[float, int]:
    """Play random games for the given time. CPU seconds for each piece, and the number of pieces."""
    rng, pieces, start = random.Random(seed), 0, time.process_time()
    while True:
        pieces += play(rng)
        used = time.process_time() - start
        if used >= seconds:
            return used / pieces, pieces


def run_boards(options: argparse.Namespace, setting: Setting) -> str:
    """Random games to their ends: for each piece all legal pieces are generated and one is placed."""
    setting.out.mkdir(parents=True, exist_ok=True)
    ways = [(OBJECT, OBJECT_SECONDS, random_game),
            ("bitboards, called from Python", None, random_game_in_python),
            ("bitboards, `Game.playouts`", BITBOARD_SECONDS,
             lambda rng: tetress.Game().playouts(1000, rng.getrandbits(64)).actions)]
    found = [(name, report, *seconds_a_piece(play, setting.seed, options.seconds)) for name, report, play in ways]
    slowest = found[0][2]
    write_csv(setting.out / "s0-boards.csv", ["board", "report_seconds", "seconds", "pieces", "times_as_fast"],
              [[name, report or "", seconds, pieces, slowest / seconds] for name, report, seconds, pieces in found])
    write_plot(setting.out / f"s0-boards.{options.format}",
               logarithmic_bars([name for name, *_ in found], [seconds for _, _, seconds, _ in found],
                                [report for _, report, *_ in found], "CPU seconds a piece"))
    return markdown(["board", "report, s a piece", "ours, s a piece", "times as fast, report", "ours"],
                    [[name, f"{report:g}" if report else "", f"{seconds:.3g}",
                      f"{OBJECT_SECONDS / report:.3g}" if report else "", f"{slowest / seconds:.3g}"]
                     for name, report, seconds, _ in found])


# ---- Memory ------------------------------------------------------------------------------------


def deep_size(thing: object, seen: set[int] | None = None) -> int:
    """Bytes of an object and of everything that it refers to, each counted once."""
    seen = set() if seen is None else seen
    if id(thing) in seen or thing is None or isinstance(thing, type):
        return 0
    seen.add(id(thing))
    inside: list[object] = []
    if isinstance(thing, dict):
        inside = [*thing.keys(), *thing.values()]
    elif isinstance(thing, (list, tuple, set, frozenset)):
        inside = list(thing)
    elif hasattr(thing, "__dict__"):
        inside = [vars(thing)]
    return sys.getsizeof(thing) + sum(deep_size(part, seen) for part in inside)


class Allocator(ctypes.Structure):
    """`tetress_allocator` of the public header."""

    _fields_ = [("ctx", ctypes.c_void_p),
                ("alloc", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)),
                ("free", ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t))]


def game_bytes() -> int:
    """Bytes that a game of the library asks its allocator for."""
    library = ctypes.CDLL(tetress.library_path)
    blocks: dict[int, Any] = {}
    total = 0

    def alloc(_: object, size: int) -> int:
        nonlocal total
        total += size
        block = ctypes.create_string_buffer(size + 64)
        start = (ctypes.addressof(block) + 63) // 64 * 64
        blocks[start] = block
        return start

    def free(_: object, start: int, size: int) -> None:
        del blocks[start]

    types = {name: kind for name, kind in Allocator._fields_}
    allocator = Allocator(None, types["alloc"](alloc), types["free"](free))
    game = ctypes.c_void_p()
    if library.tetress_game_new(ctypes.byref(allocator), ctypes.byref(game)) != 0:
        raise MemoryError
    library.tetress_game_free.argtypes = [ctypes.c_void_p]
    library.tetress_game_free(game)
    return total


def bitboards_in_python(board: ObjectBoard) -> list[int]:
    """The report's three bitboards: red, blue, both."""
    red, blue = (sum(1 << number for number, token in enumerate(board.cells.values()) if token == colour)
                 for colour in ("red", "blue"))
    return [red, blue, red | blue]


def run_memory(options: argparse.Namespace, setting: Setting) -> str:
    """Bytes of a board in the middle of a game."""
    setting.out.mkdir(parents=True, exist_ok=True)
    board, rng = ObjectBoard(), random.Random(setting.seed)
    for _ in range(20):
        board.place(rng.choice(sorted(board.legal_pieces(), key=sorted)))
    rows = [("object board, a dictionary of cells", OBJECT_BITS / 8, deep_size(board)),
            ("three bitboards as integers of Python", None, deep_size(bitboards_in_python(board))),
            ("three bitboards, bits alone", BITBOARD_BITS / 8, 3 * 121 / 8),
            ("a whole game of this library, with all 150 actions", None, game_bytes())]
    write_csv(setting.out / "s0-memory.csv", ["board", "report_bytes", "bytes"],
              [[name, report or "", size] for name, report, size in rows])
    write_plot(setting.out / f"s0-memory.{options.format}",
               logarithmic_bars([name for name, *_ in rows], [size for *_, size in rows],
                                [report for _, report, _ in rows], "bytes"))
    return markdown(["board", "report, bytes", "ours, bytes"],
                    [[name, f"{report:,.0f}" if report else "", f"{size:,.0f}"] for name, report, size in rows])


# ---- Searches ----------------------------------------------------------------------------------


def random_positions(seed: int, count: int) -> list[str]:
    """Positions of random games, at even distances from the beginning to the end."""
    rng, found = random.Random(seed), []
    for number in range(count):
        game = tetress.Game()
        for _ in range(2 + number * 30 // count):
            if game.over:
                break
            game.play(rng.choice(game.legal_moves()))
        found.append(game.text)
    return [text for text in found if not tetress.Game.from_text(text).over]


def nodes_on_bitboards(position: str, seconds: float) -> int:
    with tetress.Engine("s0-alphabeta:depth=64,cpu_ms=0") as engine:
        return engine.search(tetress.Game.from_text(position), cpu_ms=round(1000 * seconds)).nodes


def simulations_on_bitboards(position: str, seconds: float) -> int:
    with tetress.Engine("s0-mcts:cpu_ms=0,playouts=0") as engine:
        return engine.search(tetress.Game.from_text(position), cpu_ms=round(1000 * seconds)).playouts


def run_search(options: argparse.Namespace, setting: Setting) -> str:
    """Nodes of alpha-beta and simulations of MCTS in the report's time, on either board."""
    setting.out.mkdir(parents=True, exist_ok=True)
    texts, seconds = random_positions(setting.seed, options.positions), options.seconds
    rows = []
    for text in texts:
        board = ObjectBoard.from_text(text)
        rows.append([text, tokens_on(text), object_search.nodes_within(board, seconds), nodes_on_bitboards(text, seconds),
                     object_search.simulations_within(board, seconds, random.Random(setting.seed)),
                     simulations_on_bitboards(text, seconds)])
    write_csv(setting.out / "s0-search.csv",
              ["position", "tokens", "object_nodes", "nodes", "object_simulations", "simulations"], rows)
    means = [statistics.mean(row[column] for row in rows) for column in range(2, 6)]
    table = [("nodes of alpha-beta", OBJECT, OBJECT_NODES, means[0]), ("nodes of alpha-beta", BITBOARDS, None, means[1]),
             ("simulations of MCTS", OBJECT, OBJECT_SIMULATIONS, means[2]),
             ("simulations of MCTS", BITBOARDS, BITBOARD_SIMULATIONS, means[3])]
    write_plot(setting.out / f"s0-search.{options.format}",
               logarithmic_bars([f"{what}, {board}" for what, board, *_ in table], [ours for *_, ours in table],
                                [report for _, _, report, _ in table], f"in {seconds:g} s"))
    return markdown(["what", "board", "report", f"ours in {seconds:g} s of CPU"],
                    [[what, board, report or "", f"{ours:,.1f}"] for what, board, report, ours in table])
