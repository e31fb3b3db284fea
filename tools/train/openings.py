#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write lib/search/opening_table.c: moves of the opening, found by long searches.

    PYTHONPATH=bindings/python TETRESS_LIBRARY=build/release/lib/libtetress.so \\
        tools/train/openings.py --spec negamax:hash=64 --nodes 20000000 --plies 2

The empty board has one row: its move is the one of the five first moves, up to the 968 symmetries of
the torus, that leaves Blue the least. Each of those five has a row with Blue's best reply. With
--plies 3 every reply to the table's own first move has one too: a few hundred to two thousand.

Searches are cut by nodes and start from an engine as new, so the table depends on the library, the
spec and the numbers of nodes alone. --cache keeps what was searched, so that a long run can be cut off
and go on.
"""
import argparse
import json
import multiprocessing
import pathlib
import sys

import tetress

SIZE = 11
TABLE = pathlib.Path(__file__).resolve().parent.parent.parent / "lib" / "search" / "opening_table.c"


# ---- Symmetries: as lib/core/symmetry.h has them ------------------------------------------------


def symmetry_bits(number):
    """The bit that each cell goes to under a symmetry."""
    down, right = divmod(number // 8, SIZE)
    bits = []
    for cell in range(SIZE * SIZE):
        row, column = (cell // SIZE + down) % SIZE, (cell % SIZE + right) % SIZE
        if number & 1:
            row = -row % SIZE
        if number & 2:
            column = -column % SIZE
        if number & 4:
            row, column = column, row
        bits.append(1 << (row * SIZE + column))
    return bits


SYMMETRIES = [symmetry_bits(number) for number in range(8 * SIZE * SIZE)]


def cells_of(bits):
    return [cell for cell in range(SIZE * SIZE) if bits >> cell & 1]


def canonical(game):
    """The position that stands for all images of a game's, as text."""
    red, blue = cells_of(game.bits("red")), cells_of(game.bits("blue"))
    least = min((sum(bits[c] for c in red), sum(bits[c] for c in blue)) for bits in SYMMETRIES)
    marks = ["r" if least[0] >> c & 1 else "b" if least[1] >> c & 1 else "." for c in range(SIZE * SIZE)]
    rows = ["".join(marks[k : k + SIZE]) for k in range(0, SIZE * SIZE, SIZE)]
    return "/".join(rows) + f" {'rb'[game.ply % 2]} {game.ply}"


def successors(text):
    """The canonical positions after one action, each once, with a move that leads to it."""
    game, found = tetress.Game.from_text(text), {}
    for move in game.legal_moves():
        game.play(move)
        found.setdefault(canonical(game), move)
        game.undo()
    return found


# ---- Searches ----------------------------------------------------------------------------------

engine = None


def open_engine(spec):
    global engine  # one in each process
    engine = tetress.Engine(spec)
    if "book" in [option.name for option in engine.options]:  # what is in the table must not come from the table
        engine.set("book", "off")


def search(job):
    text, nodes = job
    engine.reset()
    result = engine.search(tetress.Game.from_text(text), nodes=nodes)
    return {
        "position": text, "nodes": nodes, "move": result.move.index, "score": result.score,
        "win": round(result.win * 1000), "depth": result.depth,
    }


class Searcher:
    """Searches positions in several processes; what the cache has is not searched again."""

    def __init__(self, options):
        self.spec, self.cache = options.spec, options.cache
        self.pool = multiprocessing.Pool(options.jobs, open_engine, (options.spec,))
        self.known = {}
        if self.cache and self.cache.exists():
            for line in self.cache.read_text().splitlines():
                found = json.loads(line)
                if found["spec"] == self.spec and found["library"] == tetress.__version__:
                    self.known[found["position"], found["nodes"]] = found

    def __call__(self, positions, nodes):
        jobs = [(text, nodes) for text in positions if (text, nodes) not in self.known]
        for number, found in enumerate(self.pool.imap_unordered(search, jobs), 1):
            self.known[found["position"], nodes] = found
            print(f"\r{number}/{len(jobs)} of {nodes} nodes ", end="", file=sys.stderr, flush=True)
            if self.cache:
                with self.cache.open("a") as file:
                    file.write(json.dumps({**found, "spec": self.spec, "library": tetress.__version__}) + "\n")
        if jobs:
            print(file=sys.stderr)
        return {text: self.known[text, nodes] for text in positions}


def build(options):
    """Rows {position: move, score, win, depth} of the table."""
    searcher = Searcher(options)
    empty = canonical(tetress.Game())
    firsts = successors(empty)
    replies = searcher(sorted(firsts), options.nodes)
    first = min(sorted(replies), key=lambda text: replies[text]["score"])
    best = replies[first]
    rows = {empty: {
        "move": firsts[first].index, "score": -best["score"], "win": 1000 - best["win"], "depth": best["depth"] + 1,
    }}
    if options.plies >= 2:
        rows.update(replies)
    if options.plies >= 3:
        rows.update(searcher(sorted(successors(first)), options.reply_nodes))
    return rows


# ---- The file ----------------------------------------------------------------------------------


def checksum(rows):
    total = 0xCBF29CE484222325
    for key, row in rows:
        for word in (key, row["move"], row["score"] & 0xFFFFFFFF, row["win"], row["depth"]):
            total = (total ^ word) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return total


def write(path, rows, options):
    rows = sorted((tetress.Game.from_text(text).hash, row) for text, row in rows.items())
    lines = [
        f"    {{0x{key:016x}, {{{row['move']}, {row['score']}, {row['win']}, {row['depth']}}}}},\n" for key, row in rows
    ]
    replies = f", {options.reply_nodes} for replies to the first move" if options.plies >= 3 else ""
    path.write_text(
        "/* SPDX-License-Identifier: MIT */\n"
        "/* Generated by tools/train/openings.py; do not edit.\n"
        f" * {options.spec}, {options.nodes} nodes a position{replies}. */\n"
        '#include "opening.h"\n\n/* clang-format off */\n'
        "const ttr_opening_row ttr_opening_table[] = {\n" + "".join(lines) + "};\n"
        "/* clang-format on */\n\n"
        f"const uint32_t ttr_opening_count = {len(rows)};\n"
        f"const uint64_t ttr_opening_checksum = UINT64_C(0x{checksum(rows):016x});\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--spec", default="negamax:hash=64", help="the player that searches")
    parser.add_argument("--nodes", type=int, default=2_000_000, help="for each first move")
    parser.add_argument("--reply-nodes", type=int, default=200_000, help="for each reply, with --plies 3")
    parser.add_argument("--plies", type=int, default=2, choices=(1, 2, 3), help="actions that the table knows")
    parser.add_argument("--jobs", type=int, default=1, help="searches at the same time")
    parser.add_argument("--cache", type=pathlib.Path, help="file that keeps what was searched")
    parser.add_argument("--out", type=pathlib.Path, default=TABLE)
    options = parser.parse_args()
    rows = build(options)
    write(options.out, rows, options)
    print(f"{options.out}: {len(rows)} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main())
