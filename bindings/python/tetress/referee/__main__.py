# SPDX-License-Identifier: MIT
"""`tetress-referee RED BLUE`: the course referee's command line, results and exit codes."""

from __future__ import annotations

import argparse
import contextlib
import os
import pathlib
import signal
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

import tetress

from .._arguments import SECONDS, SEED, Decimal, Whole
from .._program import program
from . import isolation, layer_plan, outcome, promises
from .advice import did_you_mean
from .commentary import BOARDS, COMMENTARY, COURSE_VERSION, DEBUG, WELCOME, AgentsOutput, Commentator, EventLog, Stream
from .course_game import play_game
from .ending import Ending
from .entrant import Entrant, EntrantError, parse_entrant
from .limits import CALL_SECONDS, COURSE, Limits
from .line_file import LineFile
from .plain_text import forgive_output

_PROG = isolation.program("tetress-referee", "tetress.referee")

# What -l names if it means no file.
_STDOUT = "stdout"

# Limits of which 0 means none.
_LIMIT = Decimal(0, 1e9)

_PLAYERS_HELP = """
RED and BLUE are packages written for the course's referee, given as PACKAGE[:CLASS]: a module name or a path below
the current folder. An absolute path, or one that starts with ./ or ../ or ~, may lie anywhere; it is imported from the
folder that it lies in. A package sees a copy of that folder and no other: give each team a folder of its own. Engines
of ours are named tetress:SPEC, e.g. tetress:s4-final or tetress:level-3.
"""


def add_limit_options(group: Any, defaults: Limits = Limits()) -> None:  # noqa: B008 frozen
    """Add the options for limits that all commands of the referee share, with the defaults of this one. limits_of()
    reads them."""
    space, cpu = defaults.memory_mb or 0.0, defaults.cpu_s or 0.0
    group.add_argument(
        "-s", "--space", metavar="MB", type=_LIMIT, nargs="?", default=space, const=COURSE.memory_mb,
        help=f"limit of each player's memory (growth of peak virtual memory); 0: no limit (without a value: %(const)g; default: {_or_none(space)})",
    )
    group.add_argument(
        "-t", "--time", metavar="S", type=_LIMIT, nargs="?", default=cpu, const=COURSE.cpu_s,
        help=f"limit of each player's CPU time in a game, in seconds; 0: no limit (without a value: %(const)g; default: {_or_none(cpu)})",
    )
    group.add_argument(
        "--call-time", metavar="S", type=SECONDS, default=CALL_SECONDS,
        help="limit of the elapsed time of any one call, in seconds (default: %(default)g)",
    )
    group.add_argument(
        "--output-limit", metavar="BYTES", type=Whole(0, 2**40), default=Limits.output_bytes,
        help="limit of the output of a player in a game (default: %(default)d)",
    )
    group.add_argument(
        "--processes", metavar="N", type=Whole(1, 2**20), default=Limits.processes,
        help="limit of a player's processes and threads (default: %(default)d)",
    )


def _or_none(limit: float) -> str:
    return f"{limit:g}" if limit else "none"


def limits_of(options: argparse.Namespace) -> Limits:
    """The limits that the options of add_limit_options() set; 0 is no limit."""
    return Limits(
        cpu_s=options.time or None,
        memory_mb=options.space or None,
        call_s=options.call_time,
        output_bytes=options.output_limit,
        processes=options.processes,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=_PROG,
        description="Conduct a game of Tetress between 2 players.",
        epilog="Exit code: 0 for every game that was decided or drawn, forfeits included; 1 if the referee failed, or "
        "the log or the record could not be written; 2 for wrong arguments, and if the sandbox cannot keep its promises here.",
        add_help=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    players = parser.add_argument_group("Basic usage", _PLAYERS_HELP)
    players.add_argument("red", metavar="RED", help="red's player")
    players.add_argument("blue", metavar="BLUE", help="blue's player")
    group = parser.add_argument_group("Optional arguments")
    group.add_argument("-h", "--help", action="help", help="show this message.")
    group.add_argument("-V", "--version", action="version", version=f"{COURSE_VERSION} (tetress {tetress.version})")
    group.add_argument(
        "-w", "--wait", metavar="S", type=Decimal(-1e6, 1e6), nargs="?", default=0.0, const=0.5,
        help="seconds to wait after each turn; negative: wait for the return key",
    )
    add_limit_options(group)
    verbosity = group.add_mutually_exclusive_group()
    verbosity.add_argument("-d", "--debug", action="store_true", help="the same as -v 3")
    verbosity.add_argument(
        "-v", "--verbosity", metavar="N", type=Whole(0, 3), nargs="?", default=BOARDS, const=DEBUG,
        help="0: the result alone; 1: commentary; 2: (default) boards, too; 3: what each call uses",
    )
    group.add_argument(
        "-l", "--logfile", metavar="FILE", nargs="?", const="game.log",
        help="log the game's events to FILE (without a value: %(const)s), or to `stdout`",
    )
    colour = group.add_mutually_exclusive_group()
    colour.add_argument("-c", "--colour", action="store_true", help="print colours even without a terminal")
    colour.add_argument("-C", "--colourless", action="store_true", help="print no colours")
    letters = group.add_mutually_exclusive_group()
    letters.add_argument("-u", "--unicode", action="store_true", help="print Unicode")
    letters.add_argument("-a", "--ascii", action="store_true", help="print only ASCII")
    ours = parser.add_argument_group("Beyond the course's referee")
    ours.add_argument("--seed", type=SEED, default=0, help="seed of the players' random numbers (default: %(default)d)")
    ours.add_argument("--record", metavar="FILE", help="append the record of the game to FILE as a JSON line")
    ours.add_argument("--python", metavar="PATH", help="interpreter for packages (default: this one)")
    ours.add_argument(
        "--no-sandbox", action="store_true", help="run packages with the limits of the system only; use it only for packages that you trust"
    )
    promises.add_option(ours)
    return parser


def _speaks_unicode() -> bool:
    try:
        "\u263a".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _pause(seconds: float) -> Callable[..., None]:
    def observe(event: str, **what: Any) -> None:
        if event == "board" and seconds > 0:
            time.sleep(seconds)
        elif event == "board" and seconds < 0:
            input()

    return observe


def _open_file(stack: contextlib.ExitStack, what: str, name: str | None, mode: str) -> LineFile | None:
    """The file, which the stack closes; None without a name. Raises OSError."""
    if name is None:
        return None
    file = LineFile(what, name, mode)
    stack.callback(file.close)
    return file


def _open_log(stack: contextlib.ExitStack, name: str | None) -> LineFile | None:
    if name is None or name == _STDOUT:
        return None
    pathlib.Path(name).parent.mkdir(parents=True, exist_ok=True)
    return _open_file(stack, "log", name, "w")


def _writer(log: LineFile | None, name: str | None, stream: Stream) -> Callable[[str], None] | None:
    if name == _STDOUT:
        return lambda line: stream.say("game", ":", line, COMMENTARY)
    return None if log is None else log.write


def _keeper(file: LineFile) -> Callable[..., None]:
    """An observer that writes the record. The game is decided by then, whether or not its result can be printed."""

    def observe(event: str, **what: Any) -> None:
        if event == "end":
            file.write(what["record"].to_line())

    return observe


def _tell_losses(files: Iterable[LineFile | None]) -> bool:
    """Say what could not be written. Returns whether that is anything. The files are closed."""
    complaints = [complaint for file in files if file is not None and (complaint := file.complaint())]
    for complaint in complaints:
        print(f"{_PROG}: {complaint}", file=sys.stderr)
    return bool(complaints)


def _say_where_packages_are(entrants: Iterable[Entrant]) -> None:
    """On standard error, for those who did not load: a folder that was named has no package but holds some below it."""
    for entrant in entrants:
        meant = did_you_mean(entrant)
        if meant:
            print(f"{_PROG}: {entrant.spec!r}: {meant}", file=sys.stderr)


@program(_PROG)
def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns its exit code."""
    forgive_output()
    parser = _parser()
    options = parser.parse_args(arguments)
    verbosity = DEBUG if options.debug else options.verbosity
    try:
        entrants = {
            outcome.RED: parse_entrant(options.red, python=options.python),
            outcome.BLUE: parse_entrant(options.blue, python=options.python),
        }
        for entrant in entrants.values():
            if entrant.root is not None and not os.path.isdir(entrant.root):
                raise EntrantError(f"{entrant.spec!r}: there is no folder {entrant.root}")
        isolation.check_path(entrants.values())
    except EntrantError as mistake:
        parser.error(str(mistake))
    has_packages = any(entrant.engine is None for entrant in entrants.values())
    if has_packages and not options.no_sandbox:
        refused = layer_plan.refusal_here(options.accept_weak, may_trust=True)
        if refused:
            print(f"{_PROG}: {refused}", file=sys.stderr)
            return 2
    colour = options.colour or (not options.colourless and sys.stdout.isatty() and sys.platform != "win32")
    agents = AgentsOutput(sys.stderr)
    stream = Stream(sys.stdout, verbosity, colour, options.unicode or (not options.ascii and _speaks_unicode()), agents)
    if verbosity > 0:
        print(WELCOME)
    if has_packages:
        print("\n".join(layer_plan.notice(not options.no_sandbox, options.accept_weak)), file=sys.stderr, flush=True)
    commentator = Commentator(stream, entrants, agents, colour)
    commentator.introduce(options.logfile)
    with Ending(), contextlib.ExitStack() as stack:
        try:
            log = _open_log(stack, options.logfile)
            record_file = _open_file(stack, "record", options.record, "a")
        except OSError as failure:
            print(f"{_PROG}: {failure}", file=sys.stderr)
            return 1
        write = _writer(log, options.logfile, stream)
        observers: list[Callable[..., None]] = [] if record_file is None else [_keeper(record_file)]
        observers += [] if write is None else [EventLog(write, entrants)]
        observers += [commentator, _pause(options.wait)]

        def observe(event: str, **what: Any) -> None:
            for one in observers:
                one(event, **what)

        try:
            record = play_game(
                entrants[outcome.RED],
                entrants[outcome.BLUE],
                limits_of(options),
                seed=options.seed,
                observer=observe,
                sandboxed=not options.no_sandbox,
                accept_weak=options.accept_weak,
            )
        except KeyboardInterrupt:
            commentator.interrupted()
            sys.stdout.flush()
            os.kill(os.getpid(), signal.SIGKILL)  # as the course's referee does; the players are gone by now
        if record.reason in (outcome.LOAD, outcome.BOTH_FAILED):
            _say_where_packages_are(entrant for side, entrant in entrants.items() if record.blame in (side, "both"))
    is_lost = _tell_losses((log, record_file))
    return 1 if is_lost or record.reason == outcome.INFRASTRUCTURE else 0


if __name__ == "__main__":
    sys.exit(main())
