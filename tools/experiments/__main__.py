# SPDX-License-Identifier: MIT
"""Run the experiments of the five reports again, and rate players.

    pip install ".[tools]"
    python3 tools/experiments s0 --out runs/s0 --tetress build/release/tools/tetress
    python3 tools/experiments ladder --out runs/ladder --budget cpu=20 --games 40

Each command leaves its games, CSV of the figures and a plot in --out, and prints a table in Markdown (docs/experiments.md
has those of ours). A run that was cut off goes on when it is started again: what is there is not played or measured again.
Games of other settings stay apart in the same folder, but those of another version of the library do not: take a new one.
"""
from __future__ import annotations

import argparse
import contextlib
import pathlib
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any

try:
    import ladder
    import report_s0
    import report_s1
    import report_s3_s4
    from matches import Failure, Setting, sole_run
except ImportError as missing:
    sys.exit(f"experiments: {missing}; pip install \".[tools]\" brings what is needed")

Run = Callable[[argparse.Namespace, Setting], str]

OWN_LIMITS = "nodes=1000000000"  # so that the players' own limits end their searches


def integer(least: int, most: int = 2**63) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text} is not from {least} to {most}")
        return number

    return read


def even(text: str) -> int:
    number = integer(2)(text)
    if number % 2:
        raise argparse.ArgumentTypeError(f"{text} is not even: games come in pairs")
    return number


def positive(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return number


def integers(text: str) -> list[int]:
    return [integer(1)(part) for part in text.split(",")]


for reader, name in ((even, "integer"), (positive, "number"), (integers, "list of integers")):
    reader.__name__ = name  # argparse says "invalid integer value"


def add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of games, figures and plots")
    parser.add_argument("--seed", type=integer(0), default=1, help="start of all random numbers (default: %(default)s)")
    parser.add_argument("--format", choices=("svg", "png"), default="svg", help="of the plot (default: %(default)s)")


def add_games(parser: argparse.ArgumentParser, games: int, budget: str) -> None:
    parser.add_argument("--tetress", default="tetress", help="the program (default: %(default)s)")
    parser.add_argument("--games", type=even, default=games, help="of each match (default: %(default)s)")
    parser.add_argument("--budget", default=budget, help="of each search, as for `tetress match` (default: %(default)s)")
    parser.add_argument("--opening", type=integer(0, 20), default=4,
                        help="random actions before the players begin (default: %(default)s)")
    parser.add_argument("--concurrency", type=integer(1), default=1, help="games at the same time (default: %(default)s)")
    parser.add_argument("--no-play", action="store_true", help="figures of the games that are there; play none")


def add(commands: Any, name: str, run: Run, summary: str) -> argparse.ArgumentParser:
    description = summary[0].upper() + summary[1:] + "."
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary, description=description)
    parser.set_defaults(run=run)
    add_common(parser)
    return parser


def add_matches(commands: Any, name: str, run: Run, summary: str, games: int = 200,
                budget: str = OWN_LIMITS) -> argparse.ArgumentParser:
    parser = add(commands, name, run, summary)
    add_games(parser, games, budget)
    return parser


def add_players(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("players", nargs="*", metavar="SPEC", help=f"a player (default: {default})")


def add_positions(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--positions", type=integer(1), default=40,
                        help="to measure searches in, taken from the games (default: %(default)s)")


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="experiments", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    table = add_matches(commands, "s0", report_s0.run_table,
                        "S0's table: alpha-beta and MCTS against greedy, random and each other")
    table.add_argument("--mcts", default=f"s0-mcts:playouts={report_s0.REPORTED_SIMULATIONS}",
                       help="the report's MCTS (default: %(default)s)")

    depth = add_matches(commands, "s0-depth", report_s0.run_depth, "S0's figures 3 and 7: depth against time and strength")
    depth.add_argument("--depths", type=integers, default=[1, 2, 3], help="list with commas (default: 1,2,3)")
    add_positions(depth)

    simulations = add_matches(commands, "s0-simulations", report_s0.run_simulations,
                      "S0's figure 8: simulations against time and strength")
    simulations.add_argument("--simulations", type=integers, default=[8, 32, 131, 512, 2048],
                             help="list with commas (default: 8,32,131,512,2048)")
    add_positions(simulations)

    boards = add(commands, "s0-boards", report_s0.run_boards, "seconds a piece of an object board and of our bitboards")
    boards.set_defaults(tetress="", games=0, budget="", opening=0, concurrency=1, no_play=False)  # there is no match
    boards.add_argument("--seconds", type=positive, default=5.0, help="of CPU time for each board (default: %(default)s)")

    depths = add_matches(commands, "s1", report_s1.run, "S1's depth in each phase, and its score against restrict and MCTS",
                 budget="cpu=200")
    depths.add_argument("--mcts", default="mcts", help="the other opponent (default: %(default)s)")
    depths.add_argument("--time-scale", type=positive, default=1.0, metavar="X",
                        help="X times the report's 1.5, 2 and 3 s for the depths; 0.1 is a tenth (default: %(default)s)")
    add_positions(depths)

    features = add_matches(commands, "s1-features", report_s1.run_features,
                           "S1's story: iterative deepening, table, principal variation and extension, one after the other")
    features.add_argument("--nodes", type=integer(1), default=report_s1.NODES,
                          help="of each search; the report's program looks at so many in 2 s (default: %(default)s)")
    add_positions(features)

    cells = add_matches(commands, "s3", report_s3_s4.run_s3,
                        "S3's round robin: score, share of cells at the end, length of games won", games=100)
    add_players(cells, ", ".join(report_s3_s4.S3_PLAYERS))

    generation = add(commands, "s3-generation", report_s3_s4.run_generation,
                     "share of the time that S3's search spends in generating moves, on an object board")
    generation.set_defaults(tetress="", games=0, budget="", opening=0, concurrency=1, no_play=False)  # there is no match
    generation.add_argument("--iterations", type=integer(1), default=8, help="of each search (default: %(default)s)")

    utility = add_matches(commands, "s4", report_s3_s4.run_s4, "S4's players against random: score, colours, how they lose, time", games=100)
    add_players(utility, "all whose name begins with s4-, and what the report leaves open against them")
    add_positions(utility)

    for name, run, summary, default in (
        ("ladder", ladder.run_ladder, "ratings of players that all meet each other", "all of `tetress players`"),
        ("levels", ladder.run_levels, "ratings of players, weakest first, that meet the next two", "level-1 to level-10"),
    ):
        rated = add_matches(commands, name, run, summary, games=40, budget="cpu=20" if name == "ladder" else OWN_LIMITS)
        add_players(rated, default)
        rated.add_argument("--anchor", metavar="SPEC", help="the player at 0 (default: random, or the first)")
        rated.add_argument("--samples", type=integer(100), default=1000,
                           help="resampled sets of games for the intervals (default: %(default)s)")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    options = make_parser().parse_args(arguments)
    setting = Setting(options.tetress, options.out, options.games, options.budget, options.seed, options.opening,
                      options.concurrency, not options.no_play)
    try:
        with sole_run(setting.out) if setting.play else contextlib.nullcontext():
            print(options.run(options, setting), end="")
    except (Failure, OSError, ValueError) as error:
        print(f"experiments: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("experiments: cut off; the same command goes on", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that a match is ended with us
    sys.exit(main())
