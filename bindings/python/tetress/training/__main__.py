# SPDX-License-Identifier: MIT
"""`python -m tetress.training`: train weights of the single-player game, and measure them."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pathlib
import shlex
import signal
import sys
from collections.abc import Iterator
from typing import Any

from .. import _abi
from .._arguments import Decimal, Whole
from .._program import program
from ..errors import TetressError
from ..tetris import KINDS
from .cluster import processes_of
from .fitness import LocalMeasurer, Measurer, options_of
from .rows import row_tasks, splittable, summary
from .settings import BOUNDS, MOST_SIGMA, OBJECTIVES, OPTIMISERS, Settings, SettingsError, TrainingError, make_settings
from .weights import WeightsError, read_file, write_weights

# As the shell calls it; a program that stands before this one names itself.
_PROG = os.environ.get("TETRESS_PROG", "python -m tetress.training")

# A shell's code for a program that SIGINT ended.
_STOPPED = 130

_EPILOG = "Exit code: 0 done; 1 failed, with the reason; 2 wrong arguments; 130 stopped by Ctrl-C, with everything saved."

_WEIGHTS = "weights.json"


# ---- Options -----------------------------------------------------------------------------------

# Each option with its help. One that is not given has the default of Settings, or of the run that goes on.
_NUMBERS = {
    "population": "candidates in each generation (default: cma 16, pso 100, ga 1000)",
    "generations": "number of generations (default: cma 60, pso 30, ga 20)",
    "trials": "trials of splitting on each level, for a candidate of the last generation (default: 1000)",
    "games": "games for each candidate, with the objectives lines and space (default: 1)",
    "pieces": "pieces after which those games end (default: 10000)",
    "seed": "seed of all random numbers (default: 1)",
    "sigma": "first step size of cma (default: 1, or 0.3 with --start; weights have a mean square of 1)",
    "budget": "trials or games of the finals (default: 150 times those of a candidate)",
    "replicates": "number of closing measurements (default: 8)",
}
_PLAY = {
    "rows": "rows of the well, 4 to 20 (default: 20)",
    "lookahead": "pieces to look ahead beyond the current one (default: 0)",
    "width": "moves that the look-ahead follows for each piece (default: 2)",
    "shallow": "look ahead only if the well is at least this high (default: 0, always)",
}


def _add_numbers(parser: argparse.ArgumentParser, rows: dict[str, str]) -> None:
    for name, words in rows.items():
        kind = Decimal(0, MOST_SIGMA) if name == "sigma" else Whole(*BOUNDS[name])
        parser.add_argument(f"--{name}", type=kind, metavar="N", default=argparse.SUPPRESS, help=words)


def _add_common(parser: argparse.ArgumentParser) -> None:
    _add_numbers(parser, _PLAY)
    parser.add_argument("--threads", type=Whole(1, _abi.TETRESS_TETRIS_MOST_THREADS), default=1, metavar="N", help="threads that share the work (default: 1)")
    parser.add_argument(
        "--dask", metavar="ADDRESS", type=_address,
        help="share the work with a Dask cluster: its scheduler, or local:N for N processes here",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def _address(text: str) -> str:
    try:
        processes_of(text)
    except SettingsError as mistake:
        raise argparse.ArgumentTypeError(str(mistake)) from None
    return text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=_PROG, description="Train and measure weights for the single-player game.", epilog=_EPILOG
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="train weights, or continue a run that was stopped", epilog=_EPILOG)
    run.add_argument("folder", type=pathlib.Path, help="folder for state.pickle, log.csv, fitness.svg and weights.json")
    run.add_argument(
        "--optimiser", choices=OPTIMISERS, default=argparse.SUPPRESS,
        help="cma: CMA-ES; pso: particle swarm; ga: genetic algorithm (default: cma)",
    )
    run.add_argument(
        "--kind", choices=sorted(KINDS), default=argparse.SUPPRESS, help="kind of the weights, see docs/guide/tetris.md (default: dt)"
    )
    run.add_argument(
        "--objective", choices=OBJECTIVES, default=argparse.SUPPRESS,
        help="split: mean rows of a game; lines: rows of a game of limited length; space: free cells in such a game, summed over "
        "the moves (default: cma split, pso and ga space)",
    )
    run.add_argument(
        "--start", nargs="+", default=argparse.SUPPRESS, metavar="WHAT",
        help="begin at a shipped evaluator, a weights file, or the best of another run's folder",
    )
    _add_numbers(run, _NUMBERS)
    _add_common(run)
    run.add_argument("--quiet", action="store_true", help="show no progress")
    test = commands.add_parser("test", help="measure weights with fresh seeds", epilog=_EPILOG)
    test.add_argument("weights", type=pathlib.Path, help="a weights file that run wrote")
    _add_numbers(
        test,
        {
            "trials": "trials of splitting on each level (default: 20000)",
            "games": "games for each measurement, in wells of fewer than 14 rows (default: 100)",
            "pieces": "pieces after which those games end (default: 10000000)",
            "seed": "seed of the measurements (default: 1)",
            "replicates": "number of measurements (default: 8)",
        },
    )
    _add_common(test)
    return parser


def _given(options: argparse.Namespace, apart: tuple[str, ...]) -> dict[str, Any]:
    """The settings that were given."""
    found = {name: value for name, value in vars(options).items() if name not in apart}
    if "start" in found:
        found["start"] = tuple(found["start"])
    return found


def _measurer(settings: Settings, options: argparse.Namespace) -> Measurer:
    if options.dask is None:
        return LocalMeasurer(options_of(settings), options.threads)
    from .cluster import DaskMeasurer

    return DaskMeasurer(options_of(settings), options.dask)


# ---- Commands ----------------------------------------------------------------------------------


class _Stop:
    """True once Ctrl-C was pressed. The second time Ctrl-C has its usual effect, at once."""

    def __init__(self) -> None:
        self.asked = False

    def _ask(self, number: int, frame: object) -> None:
        self.asked = True
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        print("\nStopping after this generation; once more to stop at once.", file=sys.stderr)

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        before = signal.signal(signal.SIGINT, self._ask)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


def _sentence(rows: dict[str, Any]) -> str:
    """A measurement in words."""
    unit = "trials a level" if rows["objective"] == "split" else "games"
    return (
        f"{rows['mean']:,.0f} rows +- {rows['error']:,.0f}, 95 % interval {rows['low']:,.0f} to {rows['high']:,.0f}, "
        f"{rows['count']} measurements of {rows['effort']} {unit}"
    )


def _tell(found: dict[str, Any], as_json: bool) -> None:
    print(json.dumps(found) if as_json else _sentence(found["rows"]))


def _run(options: argparse.Namespace) -> int:
    try:
        from . import output, progress, run as runs, start  # they need numpy
        from .finals import finish
    except ImportError as missing:
        raise TrainingError(f"{missing}; in a checkout of libtetress, pip install '.[training]'") from missing
    folder, stop = options.folder, _Stop()
    given = _given(options, ("command", "folder", "threads", "dask", "json", "quiet"))
    run = runs.open_run(folder, given, start.start_points)
    path = folder / _WEIGHTS
    if run.done and path.exists():
        _tell(read_file(path), options.json)
        return 0
    with contextlib.closing(_measurer(run.settings, options)) as measurer:
        with stop.listening(), progress.shower(run, options.quiet) as show:

            def told(now: runs.Run) -> bool:
                output.write_log(folder, now)
                show(now)
                return not stop.asked

            if not runs.train(run, folder, measurer, told):
                print(f"Stopped; nothing is lost. Go on with: {_PROG} run {shlex.quote(str(folder))}", file=sys.stderr)
                return _STOPPED
        output.write_log(folder, run)
        if not output.plot(folder, run):
            print(f"{_PROG}: no matplotlib, so no fitness.svg", file=sys.stderr)
        found = finish(run, measurer)
    found["command"] = shlex.join([*_PROG.split(), *sys.argv[1:]])
    write_weights(path, found)
    _tell(found, options.json)
    return 0


def _test(options: argparse.Namespace) -> int:
    found = read_file(options.weights)
    trained = found.get("settings")
    played = {name: trained[name] for name in _PLAY if name in trained} if isinstance(trained, dict) else {}
    given = _given(options, ("command", "weights", "threads", "dask", "json"))
    # Splitting or not follows from the rows.
    defaults = {"trials": 20_000, "games": 100, "pieces": 10_000_000, "objective": "lines"}
    settings = make_settings({**defaults, **played, **given, "kind": found["kind"]})
    effort = settings.trials if splittable(settings) else settings.games
    tasks = row_tasks(found["weights"], settings, "test", settings.replicates, effort)
    with contextlib.closing(_measurer(settings, options)) as measurer:
        measured = measurer.measure(tasks)
    _tell({"kind": found["kind"], "weights": found["weights"], "rows": summary(tasks, measured)}, options.json)
    return 0


@program(_PROG)
def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns its exit code."""
    options = _parser().parse_args(arguments)
    try:
        return (_run if options.command == "run" else _test)(options)
    except SettingsError as mistake:
        print(f"{_PROG}: {mistake}", file=sys.stderr)
        return 2
    except (TrainingError, WeightsError, TetressError, OSError) as failure:
        print(f"{_PROG}: {failure}", file=sys.stderr)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return _STOPPED
    return 1


if __name__ == "__main__":
    sys.exit(main())
