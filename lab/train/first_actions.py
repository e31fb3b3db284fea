#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measure red's score after its first piece, between equal players: the figures of lib/eval/first_actions.c.

    PYTHONPATH=bindings/python TETRESS_LIBRARY=build/release/lib/libtetress.so \\
        lab/train/first_actions.py --games 2400 --random 1 --nodes 3000-7000 --seed 21

The first actions (--random of them) are drawn at random. Then negamax plays both sides with the same number of nodes,
which is drawn for each game.
"""
import argparse
import math
import pathlib
import random
import sys
from collections import defaultdict

import tetress

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from arguments import COUNT, NODES, SEED, Span, Whole


def play(engines, rng, drawn, nodes):
    """Red's points in one game and the kind of its first piece."""
    game = tetress.Game()
    for _ in range(drawn):
        game.play(rng.choice(game.legal_moves()))
    for engine in engines:
        engine.reset()
    while not game.over:
        game.play(engines[game.ply % 2].search(game, nodes=nodes).move)
    points = {"red": 1.0, "blue": 0.0, None: 0.5}[game.winner]
    return points, game.history[0].piece[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=COUNT, default=1000, help="number of games (default: %(default)s)")
    parser.add_argument("--random", type=Whole(0, 30), default=1, help="actions drawn at random before the players begin (default: %(default)s)")
    parser.add_argument("--nodes", type=Span(NODES), default="1000-3000", help="nodes for each move, drawn from FROM to below TO (default: %(default)s)")
    parser.add_argument("--seed", type=SEED, default=1, help="seed of all random numbers (default: %(default)s)")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    engines = [tetress.Engine("negamax:hash=4,book=off") for _ in range(2)]
    results = defaultdict(list)
    for _ in range(options.games):
        points, piece = play(engines, rng, options.random, rng.randrange(*options.nodes))
        for key in ("all", {"L": "J", "Z": "S"}.get(piece, piece)):
            results[key].append(points)
    for key, points in sorted(results.items()):
        mean = sum(points) / len(points)
        print(f"{key:3} {len(points):5} games  {mean:.3f} +- {1.96 * math.sqrt(mean * (1 - mean) / len(points)):.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
