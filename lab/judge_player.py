#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judge a player by single positions.

    judge_player.py depths SPEC --positions docs/lab/strength-positions.txt --cpu 1000
    judge_player.py blunders SPEC --game games.jsonl --cpu 10 --proof 2000

`depths` measures how deep a player searches in a given time.

`blunders` takes positions near the end of recorded games (`tetress match --out`). It keeps those that the end solver
proves to be won for the side to move, and those of which it proves nothing. The player moves, and the solver is asked
who wins then.

TETRESS_LIBRARY names the library, so that another version can be judged.
"""
import argparse
import json
import pathlib
import statistics
import sys

try:
    import tetress
except ImportError:  # not installed: use the package of this tree
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bindings" / "python"))
    import tetress

from tetress._arguments import COUNT, Whole
from tetress._text import read_text


# ---- Depths ------------------------------------------------------------------------------------

def read_positions(path):
    lines = read_text(path).splitlines()
    return [tetress.Game.from_text(line) for line in lines if line.strip() and not line.startswith("#")]


def judge_depths(options):
    player = tetress.Engine(options.spec)
    results = []
    for game in read_positions(options.positions):
        player.reset()
        result = player.search(game, cpu_ms=options.cpu)
        results.append(result)
        print(f"{game.text}  depth {result.depth}  nodes {result.nodes}")
    if not results:
        raise ValueError(f"{options.positions} has no positions")
    depths = [result.depth for result in results]
    spent = sum(result.cpu_ms for result in results)
    print(f"{len(results)} positions, {options.cpu} ms each: depth {statistics.mean(depths):.2f} on average,"
          f" {min(depths)} to {max(depths)};"
          f" {sum(result.nodes for result in results) / max(spent, 1) / 1000:.2f} million nodes a second")


# ---- Blunders ----------------------------------------------------------------------------------

WON, LOST, OPEN = "won", "lost", "open"


def prove(solver, game, cpu):
    """The result for the side to move; OPEN if the solver does not prove it in time."""
    if game.over:
        return LOST if game.winner is not None and game.winner != game.turn else OPEN
    solver.reset()
    mate = solver.search(game, cpu_ms=cpu).mate
    return OPEN if mate is None else WON if mate > 0 else LOST


def endings(path, distances):
    """Positions near the end of the games that ended because a side had no move."""
    for line in read_text(path).splitlines():
        record = json.loads(line)
        if record["reason"] != "no_moves":
            continue
        for distance in distances:
            if distance > len(record["moves"]):
                continue
            game = tetress.Game.from_text(record["start"])
            for move in record["moves"][:len(record["moves"]) - distance]:
                game.play(move)
            yield game


def judge_blunders(options):
    player, solver = tetress.Engine(options.spec), tetress.Engine("solver:hash=64")
    after = {before: dict.fromkeys((WON, LOST, OPEN), 0) for before in (WON, LOST, OPEN)}  # for the opponent
    positions = list(endings(options.game, options.ends))[::options.every]
    for number, game in enumerate(positions):
        if sys.stderr.isatty():
            print(f"\r{number} of {len(positions)}", end="", file=sys.stderr, flush=True)
        before = prove(solver, game, options.proof)
        if before == LOST:
            continue
        player.reset()
        game.play(player.search(game, cpu_ms=options.cpu).move)
        after[before][prove(solver, game, options.proof)] += 1
    won, open_ones = sum(after[WON].values()), sum(after[OPEN].values())
    if won + open_ones == 0:
        raise ValueError(f"{options.game} has only positions that are proven to be lost")
    print(f"{options.spec}, {options.cpu} ms: of {won} won positions out of {len(positions)}"
          f" {after[WON][LOST]} are won after its move, {after[WON][WON]} lost, {after[WON][OPEN]} not proven"
          f" in {options.proof} ms ({share(won - after[WON][LOST], won)} not kept)")
    print(f"of {open_ones} positions in which nothing was proven"
          f" {after[OPEN][WON]} are lost after its move ({share(after[OPEN][WON], open_ones)})")


def share(part, whole):
    return f"{part / whole:.1%}" if whole else "none"


def plies(text):
    return [Whole(0, 150)(part) for part in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description="Judge a player by single positions.")
    commands = parser.add_subparsers(required=True)
    depths = commands.add_parser("depths", help="how deep the player searches in a given time")
    depths.set_defaults(judge=judge_depths)
    depths.add_argument("spec", help="the player, such as negamax:hash=64")
    depths.add_argument("--positions", type=pathlib.Path, required=True, help="file with one position on each line")
    depths.add_argument("--cpu", type=COUNT, default=1000, help="CPU ms for each search (default: %(default)s)")
    blunders = commands.add_parser("blunders", help="how often the player gives away a win or moves into a loss")
    blunders.set_defaults(judge=judge_blunders)
    blunders.add_argument("spec", help="the player, such as negamax:hash=64")
    blunders.add_argument("--game", type=pathlib.Path, required=True, help="file of game records")
    blunders.add_argument("--ends", type=plies,
                          default=[3, 5, 7, 9, 11], help="distances from the end of a game, in actions (default: 3,5,7,9,11)")
    blunders.add_argument("--every", type=COUNT, default=1, help="take every Nth position (default: %(default)s)")
    blunders.add_argument("--cpu", type=COUNT, default=10, help="CPU ms for each search (default: %(default)s)")
    blunders.add_argument("--proof", type=COUNT, default=2000, help="CPU ms for each proof (default: %(default)s)")
    options = parser.parse_args()
    try:
        options.judge(options)
    except (OSError, ValueError, KeyError) as error:
        parser.exit(2, f"judge_player.py: {error}\n")


if __name__ == "__main__":
    main()
