# SPDX-License-Identifier: MIT
"""Repeat the experiments of the seed reports, and rate players.

The seed reports, S0 to S4, are five students' reports about programs that play Tetress (S2: Tetris). A command
such as s0 repeats what one of them measured and prints a table that compares the report's figures with ours.
The commands ladder and levels rate any players.

    pip install ".[lab]"
    python3 lab/experiments s0 --out runs/s0 --tetress build/release/tools/tetress
    python3 lab/experiments ladder --out runs/ladder --budget cpu_ms=20 --games 40
    python3 lab/experiments check --tetress build/release/tools/tetress           # the figures in the documents

Each command prints a table in Markdown and leaves its games, a CSV file and a plot in --out. An interrupted run
continues when it is started again. Games of other settings get files of their own in that folder; for another
version of the library take a new folder. Our tables are in docs/lab/experiments.md.
"""
from __future__ import annotations

import argparse
import contextlib
import os
import pathlib
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from typing import Any

try:
    import figures
    import ladder
    import s0
    import s0_boards
    import s1
    import s2
    import s3_s4
    import seed_table
    from matches import Failure, Setting, sole_run
    from tetress._arguments import SECONDS, Decimal, Whole
except ImportError as missing:
    sys.exit(f"experiments: {missing}; pip install \".[lab]\" brings what is needed")

Run = Callable[[argparse.Namespace, Setting], str]

OWN_LIMITS = "nodes=1000000000"  # so large that the players' own limits end their searches

FACTOR = Decimal(0, 1e6, above=True)


def integer(least: int, most: int = 2**63) -> Whole:
    return Whole(least, most)


def even(text: str) -> int:
    number = integer(2)(text)
    if number % 2:
        raise argparse.ArgumentTypeError(f"{text} is not even: games come in pairs")
    return number


def integers(text: str) -> list[int]:
    return [integer(1)(part) for part in text.split(",")]


def add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for games, figures and plots")
    parser.add_argument("--seed", type=integer(0), default=1, help="seed of all random numbers (default: %(default)s)")
    parser.add_argument("--format", choices=("svg", "png"), default="svg", help="format of the plot (default: %(default)s)")


def add_games(parser: argparse.ArgumentParser, games: int, budget: str) -> None:
    parser.add_argument("--tetress", default="tetress", help="the command line program (default: %(default)s)")
    parser.add_argument("--games", type=even, default=games, help="games of each match (default: %(default)s)")
    parser.add_argument("--budget", default=budget, help="limits of each search, as for `tetress match` (default: %(default)s)")
    parser.add_argument("--opening", type=integer(0, 20), default=4,
                        help="random actions before the players begin (default: %(default)s)")
    parser.add_argument("--concurrency", type=integer(1), default=1, help="games at the same time (default: %(default)s)")
    parser.add_argument("--no-play", action="store_true", help="play nothing; print the figures of the games that exist")


def add(commands: Any, name: str, run: Run, summary: str) -> argparse.ArgumentParser:
    description = summary[0].upper() + summary[1:] + "."
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary, description=description)
    parser.set_defaults(run=run)
    add_common(parser)
    return parser


def add_alone(commands: Any, name: str, run: Run, summary: str) -> argparse.ArgumentParser:
    """An experiment without matches."""
    parser = add(commands, name, run, summary)
    parser.set_defaults(tetress="", games=0, budget="", opening=0, concurrency=1, no_play=False)
    return parser


def add_matches(commands: Any, name: str, run: Run, summary: str, games: int = 200,
                budget: str = OWN_LIMITS) -> argparse.ArgumentParser:
    parser = add(commands, name, run, summary)
    add_games(parser, games, budget)
    return parser


def add_players(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("players", nargs="*", metavar="SPEC", help=f"a player (default: {default})")


def add_positions(parser: argparse.ArgumentParser, default: int = 40) -> None:
    parser.add_argument("--positions", type=integer(1), default=default,
                        help="number of positions to measure searches in, taken from games (default: %(default)s)")


def add_s2(commands: Any) -> None:
    scored = add_alone(commands, "s2", s2.run_scores, "S2: histograms of scores without and with look-ahead, and means")
    scored.add_argument("--games", type=integer(2), default=200, help="games of each histogram (default: %(default)s)")
    scored.add_argument("--rows", type=integer(4, 20), default=12,
                        help="rows of the well in games with look-ahead; with 20 a game takes minutes (default: %(default)s)")
    add_trials(scored, 4000)
    scored.add_argument("--estimates", type=integer(2), default=8, help="estimates by splitting for each mean of 20 rows (default: %(default)s)")

    memory = add_alone(commands, "s2-memory", s2.run_memory, "S2: memory of a search by width and look-ahead")
    memory.add_argument("--widths", type=integers, default=[1, 2, 4], help="comma-separated list (default: 1,2,4)")
    memory.add_argument("--lookahead", type=integer(1, 3), default=2, help="most pieces of look-ahead (default: %(default)s)")

    cores = add_alone(commands, "s2-cores", s2.run_cores, "S2: speed-up by threads")
    cores.add_argument("--threads", type=integers, default=[1, 2], help="comma-separated list (default: 1,2)")
    cores.add_argument("--games", type=integer(2), default=200, help="whole games in a well of 12 rows (default: %(default)s)")
    cores.add_argument("--pieces", type=integer(1), default=2000, help="pieces of the game whose decisions are shared (default: %(default)s)")
    cores.add_argument("--repeat", type=integer(1), default=3, help="repetitions, of which the shortest time counts (default: %(default)s)")

    told = add_alone(commands, "s2-fitness", s2.run_fitness, "S2: what rows and free space of capped games tell about weights")
    told.add_argument("--candidates", type=integer(4), default=100, help="sets of weights (default: %(default)s)")
    told.add_argument("--games", type=integer(1), default=2, help="capped games of each (default: %(default)s)")
    add_trials(told, 2000)


def add_trials(parser: argparse.ArgumentParser, default: int) -> None:
    parser.add_argument("--trials", type=integer(1), default=default, help="trials for each level of splitting (default: %(default)s)")


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="experiments", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    table = add_matches(commands, "s0", s0.run_table,
                        "S0, table: alpha-beta and MCTS against greedy, random and each other")
    table.add_argument("--mcts", default=f"s0-mcts:playouts={s0.REPORTED_SIMULATIONS}",
                       help="the player that stands for the report's MCTS (default: %(default)s)")

    depth = add_matches(commands, "s0-depth", s0.run_depth, "S0, figures 3 and 7: depth against time and strength")
    depth.add_argument("--depths", type=integers, default=[1, 2, 3], help="comma-separated list (default: 1,2,3)")
    add_positions(depth)

    simulations = add_matches(commands, "s0-simulations", s0.run_simulations,
                      "S0, figure 8: simulations against time and strength")
    simulations.add_argument("--simulations", type=integers, default=[8, 32, 131, 512, 2048],
                             help="comma-separated list (default: 8,32,131,512,2048)")
    add_positions(simulations)

    boards = add_alone(commands, "s0-boards", s0_boards.run_boards,
                       "S0: seconds for each piece, on an object board and on bitboards")
    boards.add_argument("--seconds", type=SECONDS, default=5.0, help="CPU seconds for each board (default: %(default)s)")

    add_alone(commands, "s0-memory", s0_boards.run_memory, "S0, figure 4: bytes of an object board and of bitboards")

    search = add_alone(commands, "s0-search", s0_boards.run_search,
                       "S0, figures 7 and 8: nodes and simulations in the report's time, on an object board and on bitboards")
    search.add_argument("--seconds", type=SECONDS, default=2.4, help="CPU seconds for each search (default: %(default)s)")
    add_positions(search, 6)

    depths = add_matches(commands, "s1", s1.run, "S1: depth in each phase, and score against s1-restrict and MCTS",
                 budget="cpu_ms=200")
    depths.add_argument("--mcts", default="mcts", help="the other opponent (default: %(default)s)")
    depths.add_argument("--time-scale", type=FACTOR, default=1.0, metavar="X",
                        help="measure depths in X times the report's 1.5, 2 and 3 s (default: %(default)s)")
    add_positions(depths)

    features = add_matches(commands, "s1-features", s1.run_features,
                           "S1: what iterative deepening, table, principal variation and extension add, one after the other")
    features.add_argument("--nodes", type=integer(1), default=s1.NODES,
                          help="nodes of each search; the default is what the report's program visits in 2 s (default: %(default)s)")
    add_positions(features)

    add_s2(commands)

    cells = add_matches(commands, "s3", s3_s4.run_s3,
                        "S3: round robin with score, share of cells at the end and length of games won", games=100)
    add_players(cells, ", ".join(s3_s4.S3_PLAYERS))

    generation = add_alone(commands, "s3-generation", s3_s4.run_generation,
                           "S3: share of time spent in move generation, on an object board")
    generation.add_argument("--iterations", type=integer(1), default=8, help="iterations of each search (default: %(default)s)")

    utility = add_matches(commands, "s4", s3_s4.run_s4, "S4: its players against random, with score by colour, reasons of losses and time", games=100)
    add_players(utility, "every s4- player, and variants that decide what the report leaves open")
    add_positions(utility)

    add_matches(commands, "reports", seed_table.run, "all reports: every match that they mention, with Elo")

    for name, run, summary, default in (
        ("ladder", ladder.run_ladder, "ratings: every player meets every other", "all of `tetress players`"),
        ("levels", ladder.run_levels, "ratings: players from weak to strong, each meets the next two", "level-1 to level-10"),
    ):
        rated = add_matches(commands, name, run, summary, games=40, budget="cpu_ms=20" if name == "ladder" else OWN_LIMITS)
        add_players(rated, default)
        rated.add_argument("--anchor", metavar="SPEC", help="the player whose rating is 0 (default: random, or the first)")
        rated.add_argument("--samples", type=integer(100), default=1000,
                           help="sets of games that are resampled for the intervals (default: %(default)s)")

    add_check(commands)
    return parser


def add_check(commands: Any) -> None:
    check = commands.add_parser("check", help="repeat the experiments that the documents show, and compare the figures",
                                description="Repeat the experiments that the documents show, and compare the figures. Exit code 1 if one differs.")
    check.add_argument("words", nargs="*", metavar="WORD",
                       help="check only the figures of this document or command, such as ratings.md or s4 (default: all)")
    check.add_argument("--tetress", default="tetress", help="the command line program (default: %(default)s)")
    check.add_argument("--write", action="store_true", 
                       help="write new figures where they differ. Figures that may be older are written only if WORD names them")
    check.add_argument("--all", action="store_true", help="with --write: measure everything again, also figures that are still true")
    check.add_argument("--out", type=pathlib.Path,
                       help="folder that keeps the games, so that an interrupted check can continue; take a new one for another version "
                            "of the library (default: a temporary one)")
    check.add_argument("--concurrency", type=integer(1), default=os.cpu_count() or 1,
                       help="games at the same time (default: %(default)s)")
    check.set_defaults(run=None)


# ---- Running -----------------------------------------------------------------------------------


def run_experiment(options: argparse.Namespace) -> str:
    setting = Setting(options.tetress, options.out, options.games, options.budget, options.seed, options.opening,
                      options.concurrency, not options.no_play)
    with sole_run(setting.out) if setting.play else contextlib.nullcontext():
        text: str = options.run(options, setting)
        return text


def runner(program: str, concurrency: int) -> figures.Runner:
    """Runs an experiment by the words that a document has for it."""
    def run(words: Sequence[str], folder: pathlib.Path) -> str:
        options = make_parser().parse_args([*words, "--out", str(folder)])
        options.tetress, options.concurrency = program, concurrency
        return run_experiment(options)

    return run


def chosen_blocks(words: Sequence[str]) -> list[figures.Block]:
    found = [block for document in figures.documents() for block in figures.blocks(document)
             if not words or block.document.name in words or block.command.split()[0] in words]
    if not found:
        raise Failure(f"no document has figures of {' or '.join(words) or 'lab/experiments'}")
    return found


def run_check(options: argparse.Namespace) -> int:
    """The number of figures that differ and may not be of an older version."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.out or pathlib.Path(temporary)
        checker = figures.Checker(runner(options.tetress, options.concurrency), options.tetress, folder)
        stale = 0
        for block in chosen_blocks(options.words):
            finding = None if options.write and options.all else checker.check(block)
            if finding:
                print(f"{block.name}: {'note: ' if finding.note else ''}{finding.words}")
                stale += not finding.note and not options.write
            if options.write and (options.all or finding and (options.words or not finding.note)):
                figures.write(block, checker.measured(block))
                print(f"{block.name}: written")
        return stale


def main(arguments: Sequence[str] | None = None) -> int:
    options = make_parser().parse_args(arguments)
    try:
        if options.run is None:
            return 1 if run_check(options) else 0
        print(run_experiment(options), end="")
    except (Failure, OSError, ValueError) as error:
        print(f"experiments: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("experiments: interrupted; the same command continues", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that a match ends with this program
    sys.exit(main())
