#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make the opening table, lib/search/negamax/opening_table.c, by long searches and by games.

    PYTHONPATH=bindings/python TETRESS_LIBRARY=build/release/lib/libtetress.so \\
        lab/train/openings.py --spec negamax:hash=64 --nodes 20000000 --plies 2

Up to the 968 symmetries of the torus there are five first moves. Each has a row in the table with Blue's best reply.
The empty board has one row, with the best first move. A search cannot choose that move, because it judges first moves
by measured scores (lib/eval/first_actions.c). So games between equal players choose it; they begin after Blue's best
replies to each first move. With --plies 3 every reply to the chosen first move has a row too: a few hundred to two
thousand rows.

Searches are limited by nodes and begin with a new engine, so the table depends only on the library and the options.
--cache keeps all results, so that an interrupted run can continue. It needs numpy.
"""
import argparse
import json
import math
import multiprocessing
import pathlib
import random
import sys

import numpy as np
import tetress

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from arguments import COUNT, JOBS, NODES, Whole

SIZE = 11
TABLE = pathlib.Path(__file__).resolve().parent.parent.parent / "lib" / "search" / "negamax" / "opening_table.c"


# ---- Symmetries, numbered as in lib/core/symmetry.h ------------------------------------------------


def images_under(number):
    """The cell to which a symmetry moves each cell."""
    down, right = divmod(number // 8, SIZE)
    images = []
    for cell in range(SIZE * SIZE):
        row, column = (cell // SIZE + down) % SIZE, (cell % SIZE + right) % SIZE
        if number & 1:
            row = -row % SIZE
        if number & 2:
            column = -column % SIZE
        if number & 4:
            row, column = column, row
        images.append(row * SIZE + column)
    return images


# A row for each symmetry, a column for each cell.
IMAGES = np.array([images_under(number) for number in range(8 * SIZE * SIZE)])


def cells_of(bits):
    return [cell for cell in range(SIZE * SIZE) if bits >> cell & 1]


def least(images, cells):
    """The least set among the images of `cells`, as its cells, and the rows of `images` that lead to it. The set whose
    greatest cell is less is less; where those are equal, the next one decides, and so on."""
    sets = np.sort(images[:, cells], axis=1)[:, ::-1]
    for place in range(len(cells)):
        keep = sets[:, place] == sets[:, place].min()
        sets, images = sets[keep], images[keep]
    return sets[0].tolist(), images


def canonical(game):
    """The canonical form of a game's position under all symmetries, as text: the least red, and with it the least blue."""
    red, images = least(IMAGES, cells_of(game.bits("red")))
    blue, _ = least(images, cells_of(game.bits("blue")))
    marks = ["."] * (SIZE * SIZE)
    for cells, mark in ((red, "r"), (blue, "b")):
        for cell in cells:
            marks[cell] = mark
    rows = ["".join(marks[k : k + SIZE]) for k in range(0, SIZE * SIZE, SIZE)]
    return "/".join(rows) + f" {'rb'[game.ply % 2]} {game.ply}"


def successors(text):
    """The canonical positions after one action, each with a move that leads to it."""
    game, found = tetress.Game.from_text(text), {}
    for move in game.legal_moves():
        game.play(move)
        found.setdefault(canonical(game), move)
        game.undo()
    return found


# ---- Searches ----------------------------------------------------------------------------------

MOST_LINES = 32  # of one search

engine = sides = None


def open_engines(spec, game_spec):
    global engine, sides  # three in each process
    engine, *sides = tetress.Engine(spec), tetress.Engine(game_spec), tetress.Engine(game_spec)
    for one in (engine, *sides):
        if "book" in [option.name for option in one.options]:  # the table must not be made from itself
            one.set("book", "off")


def search(text, nodes):
    """The best move of a position."""
    engine.reset()
    result = engine.search(tetress.Game.from_text(text), nodes=nodes)
    return {
        "position": text, "move": result.move.index, "score": result.score, "win": round(result.win * 1000),
        "depth": result.depth,
    }


def replies(text, nodes):
    """The different positions after the best moves of a position, the best first."""
    game, found = tetress.Game.from_text(text), {}
    engine.reset()
    engine.set("multipv", MOST_LINES)
    lines = engine.search(game, nodes=nodes).lines
    engine.set("multipv", 1)
    for line in lines:
        game.play(line.move)
        found.setdefault(canonical(game))
        game.undo()
    return list(found)


def play(text, nodes, number):
    """Red's points in one game from a position. Both sides have the same number of nodes, which depends on `number`."""
    game = tetress.Game.from_text(text)
    drawn = random.Random(f"{text} {number}").randrange(nodes, nodes * 5 // 4)
    for side in sides:
        side.reset()
    while not game.over:
        game.play(sides[game.ply % 2].search(game, nodes=drawn).move)
    return {"red": 1.0, "blue": 0.0, None: 0.5}[game.winner]


WORK = {"search": search, "replies": replies, "play": play}


def do(job):
    return job, WORK[job[0]](*job[1:])


class Workers:
    """Do jobs in several processes, but not those whose results are in the cache."""

    def __init__(self, options):
        self.made_by = {"spec": options.spec, "game_spec": options.game_spec, "library": tetress.__version__}
        self.cache = options.cache
        self.pool = multiprocessing.Pool(options.jobs, open_engines, (options.spec, options.game_spec))
        self.known = {}
        if self.cache and self.cache.exists():
            for line in self.cache.read_text().splitlines():
                found = json.loads(line)
                if found["made_by"] == self.made_by:
                    self.known[tuple(found["job"])] = found["found"]

    def __call__(self, jobs):
        missing = [job for job in jobs if job not in self.known]
        for number, (job, found) in enumerate(self.pool.imap_unordered(do, missing), 1):
            self.known[job] = found
            print(f"\r{number}/{len(missing)} ({job[0]}) ", end="", file=sys.stderr, flush=True)
            if self.cache:
                with self.cache.open("a") as file:
                    file.write(json.dumps({"job": job, "found": found, "made_by": self.made_by}) + "\n")
        if missing:
            print(file=sys.stderr)
        return [self.known[job] for job in jobs]


# ---- The table ---------------------------------------------------------------------------------


def score_text(points):
    """Mean and 95 % interval in %."""
    mean = sum(points) / len(points)
    error = 1.96 * math.sqrt(sum((p - mean) ** 2 for p in points)) / len(points)
    return f"{100 * mean:.1f} (+-{100 * error:.1f})"


def replies_to(workers, first, best, options):
    """The positions after Blue's best replies to a first move; the table's reply comes first."""
    game = tetress.Game.from_text(first)
    game.play(tetress.Move(best["move"]))
    others = workers([("replies", first, options.nodes // 10)])[0]
    return list(dict.fromkeys([canonical(game), *others]))[: options.replies]


def scores_by_games(workers, firsts, found, options):
    """Red's score after each first move, in games that begin after Blue's best replies."""
    begun = {
        first: replies_to(workers, first, best, options)
        for first, best in found.items()
        if firsts[first].piece[0] in options.pieces
    }
    jobs = {
        (first, reply): [("play", reply, options.game_nodes, number) for number in range(options.games)]
        for first, replies in begun.items()
        for reply in replies
    }
    workers([job for turn in zip(*jobs.values(), strict=True) for job in turn])
    scores = {}
    for first, replies in begun.items():
        by_reply = [workers(jobs[first, reply]) for reply in replies]
        points = [p for some in by_reply for p in some]
        scores[first] = sum(points) / len(points)
        print(f"{firsts[first].piece[0]}: {score_text(points)} %, by reply", *map(score_text, by_reply))
    return scores


def build(options):
    """The rows of the table: {position: move, score, win, depth}."""
    workers = Workers(options)
    empty = canonical(tetress.Game())
    firsts = successors(empty)
    texts = sorted(firsts)
    found = dict(zip(texts, workers([("search", text, options.nodes) for text in texts]), strict=True))
    scores = scores_by_games(workers, firsts, found, options)
    first = max(scores, key=lambda text: scores[text])
    best = found[first]
    rows = {empty: {
        "move": firsts[first].index, "score": -best["score"], "win": 1000 - best["win"], "depth": best["depth"] + 1,
    }}
    if options.plies >= 2:
        rows.update(found)
    if options.plies >= 3:
        texts = sorted(successors(first))
        rows.update(zip(texts, workers([("search", text, options.reply_nodes) for text in texts]), strict=True))
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
        "/* Generated by lab/train/openings.py; do not edit.\n"
        f" * {options.spec}, {options.nodes} nodes a position{replies}.\n"
        f" * First move: {options.game_spec}, {options.game_nodes} nodes a move, {options.games} games after each of\n"
        f" * {options.replies} replies to {', '.join(options.pieces)}. */\n"
        '#include "opening.h"\n\n/* clang-format off */\n'
        "const ttr_opening_row ttr_opening_table[] = {\n" + "".join(lines) + "};\n"
        "/* clang-format on */\n\n"
        f"const uint32_t ttr_opening_count = {len(rows)};\n"
        f"const uint64_t ttr_opening_checksum = UINT64_C(0x{checksum(rows):016x});\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--spec", default="negamax:hash=64", help="the player that searches (default: %(default)s)")
    parser.add_argument("--nodes", type=NODES, default=2_000_000, help="nodes of the search after each first move (default: %(default)s)")
    parser.add_argument("--games", type=COUNT, default=60, help="games from each reply, to choose the first move (default: %(default)s)")
    parser.add_argument("--game-nodes", type=NODES, default=20_000, help="nodes for each move of a game; up to a quarter more is drawn (default: %(default)s)")
    parser.add_argument("--game-spec", default="negamax:hash=4", help="the player of both sides of a game (default: %(default)s)")
    parser.add_argument("--pieces", default="IOTLS", help="first pieces to choose from by games; L includes J, S includes Z (default: %(default)s)")
    parser.add_argument("--replies", type=COUNT, default=4, help="replies to each first move from which games begin (default: %(default)s)")
    parser.add_argument("--reply-nodes", type=NODES, default=200_000, help="nodes of the search after each reply, with --plies 3 (default: %(default)s)")
    parser.add_argument("--plies", type=Whole(1, 3), default=2, help="actions that the table covers (default: %(default)s)")
    parser.add_argument("--jobs", type=JOBS, default=1, help="searches at the same time (default: %(default)s)")
    parser.add_argument("--cache", type=pathlib.Path, help="file that keeps results, so that an interrupted run can continue")
    parser.add_argument("--out", type=pathlib.Path, default=TABLE, help="file to write (default: %(default)s)")
    options = parser.parse_args()
    if not set(options.pieces) & set("IOTLS"):
        parser.error("--pieces: needs at least one of I, O, T, L, S")
    rows = build(options)
    write(options.out, rows, options)
    print(f"{options.out}: {len(rows)} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main())
