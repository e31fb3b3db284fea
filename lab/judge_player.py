#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judge a player by single positions, where a match would say less.

    judge_player.py depths SPEC --positions docs/lab/strength-positions.txt --cpu 1000
    judge_player.py blunders SPEC --game games.jsonl --cpu 10 --proof 2000

`depths` says how deep a player looks in a time. `blunders` takes the positions near the end of recorded
games (`tetress match --out`) that the end solver proves to be won for the side to move, or of which it
proves nothing, lets the player move, and asks the solver who wins then. A version of the library is judged by TETRESS_LIBRARY.
"""
import argparse
import json
import pathlib
import statistics
import sys

try:
    import tetress
except ImportError:  # not installed: that of this tree
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bindings" / "python"))
    import tetress

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
    """Who wins, for the side to move; OPEN if the solver cannot say in time."""
    if game.over:
        return LOST if game.winner is not None and game.winner != game.turn else OPEN
    solver.reset()
    mate = solver.search(game, cpu_ms=cpu).mate
    return OPEN if mate is None else WON if mate > 0 else LOST


def endings(path, distances):
    """Positions a given number of actions before the end of games that ended because a side had no move."""
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
        raise ValueError(f"{options.game} has no position but those that are proven to be lost")
    print(f"{options.spec}, {options.cpu} ms: of {won} won positions out of {len(positions)}"
          f" {after[WON][LOST]} are won after its move, {after[WON][WON]} lost, {after[WON][OPEN]} not proven"
          f" in {options.proof} ms ({share(won - after[WON][LOST], won)} not kept)")
    print(f"of {open_ones} positions in which nothing was proven"
          f" {after[OPEN][WON]} are lost after its move ({share(after[OPEN][WON], open_ones)})")


def share(part, whole):
    return f"{part / whole:.1%}" if whole else "none"


def main():
    parser = argparse.ArgumentParser(description="Judge a player by single positions.")
    commands = parser.add_subparsers(required=True)
    depths = commands.add_parser("depths", help="how deep it looks in a time")
    depths.set_defaults(judge=judge_depths)
    depths.add_argument("spec")
    depths.add_argument("--positions", type=pathlib.Path, required=True, help="a position a line")
    depths.add_argument("--cpu", type=int, default=1000, help="ms a search (default: %(default)s)")
    blunders = commands.add_parser("blunders", help="how often it gives away a win, or moves into a loss")
    blunders.set_defaults(judge=judge_blunders)
    blunders.add_argument("spec")
    blunders.add_argument("--game", type=pathlib.Path, required=True, help="records of games")
    blunders.add_argument("--ends", type=lambda text: [int(part) for part in text.split(",")],
                          default=[3, 5, 7, 9, 11], help="actions before the end (default: 3,5,7,9,11)")
    blunders.add_argument("--every", type=int, default=1, help="take each Nth position")
    blunders.add_argument("--cpu", type=int, default=10, help="ms a search (default: %(default)s)")
    blunders.add_argument("--proof", type=int, default=2000, help="ms a proof (default: %(default)s)")
    options = parser.parse_args()
    try:
        options.judge(options)
    except (OSError, ValueError, KeyError) as error:
        parser.exit(2, f"judge_player.py: {error}\n")


if __name__ == "__main__":
    main()
