# SPDX-License-Identifier: MIT
"""`tetress-tournament`: play a tournament, go on with it, look at it, and summarise it."""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import os
import pathlib
import shlex
import sys

from .._arguments import COUNT, JOBS, SEED, Whole
from .._program import program
from .._shown import shown
from ..referee import isolation, layer_plan, outcome, promises
from ..referee.__main__ import add_limit_options, limits_of
from ..referee.ending import Ending
from ..referee.entrant import ENGINE_PREFIX, check_prefix, interpreter
from ..referee.limits import MOST_CALLS, Limits
from ..referee.plain_text import counted, forgive_output
from . import gradescope, live, summary
from .changes import differing, left_out, not_counted, other_tournament, within_reach
from .executors import slurm
from .executors.executor import Executor, ExecutorLost
from .executors.local import LocalExecutor
from .job import Seen
from .results import Entry, Results
from .roster import RosterError, named, read_folder, read_roster
from .store import SEEN, SETTINGS, Store, StoreError
from .store_file import refuse_what_is_no_store
from .store_rescue import rescue
from .tournament import SCHEDULES, Settings, Tournament, check, played, run

_PROG = isolation.program("tetress-tournament", "tetress.tournament")

# Options of `run` that may be given with a store that has its tournament already.
_OF_A_RUN = ("command", "store", "concurrency", "force", "scheduler", "quiet", "retry", "accept_weak")

_SHARD = Whole(0, COUNT.most - 1)

_NO_RATINGS = "numpy is not installed, so there are no ratings: pip install numpy"

# Seconds that a cluster's scheduler has to answer.
_SCHEDULER_S = 30.0


class _Failure(Exception):
    """Ends the command with exit code 1 and this sentence."""


def _have_numpy() -> bool:
    try:
        import numpy  # noqa: F401
    except ImportError:
        return False
    return True


# ---- Options -----------------------------------------------------------------------------------


def _shard(text: str) -> tuple[int, int]:
    """I and N of "I/N"."""
    shard, _, shards = text.partition("/")
    try:
        number, count = _SHARD(shard), COUNT(shards)
    except argparse.ArgumentTypeError:
        number, count = 0, 0
    if number >= count:
        raise argparse.ArgumentTypeError(f"must be I/N, with N from 1 to {COUNT.most} and I from 0 to N - 1, not {shown(text)}")
    return number, count


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=_PROG,
        description="Play tournaments between packages of students and engines of ours.",
        epilog="Exit code: 0 done; 1 failed, with the reason and how to continue; 2 wrong arguments.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_run(commands)
    for name, about in (
        ("table", "print the table of what has been played"),
        ("export", "print the records of all games that count, a line of JSON each"),
    ):
        command = commands.add_parser(name, help=about)
        command.add_argument("store", type=pathlib.Path, help="file that keeps the games")
        if name == "table":
            command.add_argument("--markdown", action="store_true", help="print it in Markdown, for a README")
    command = commands.add_parser("summary", help="write the HTML page, CSV files and records into a folder")
    command.add_argument("store", type=pathlib.Path, help="file that keeps the games")
    command.add_argument("--out", type=pathlib.Path, required=True, metavar="FOLDER", help="where to write them")
    command = commands.add_parser("gradescope", help="write Gradescope's results.json for one participant")
    command.add_argument("store", type=pathlib.Path, help="file that keeps the games")
    command.add_argument("name", help="name of the participant")
    gradescope.add_out_option(command)
    command = commands.add_parser("slurm", help="write jobs and an array script for Slurm")
    command.add_argument("store", type=pathlib.Path, help="file that keeps the games")
    command.add_argument("--out", type=pathlib.Path, required=True, metavar="FOLDER", help="where to write them")
    command.add_argument("--shards", type=COUNT, default=50, help="number of tasks of the array (default: %(default)d)")
    command.add_argument("--minutes", type=COUNT, default=120, help="time limit of a task, in minutes (default: %(default)d)")
    command.add_argument("--memory", type=Whole(1, 2**30), default=2048, metavar="MB", help="memory of a task (default: %(default)d)")
    promises.add_option(command)
    command = commands.add_parser("work", help="play one shard of a file of jobs (what the Slurm script runs)")
    command.add_argument("--jobs", type=pathlib.Path, required=True, metavar="FILE", help="file of jobs that `slurm` wrote")
    command.add_argument("--shard", type=_shard, required=True, metavar="I/N", help="every N-th job, from number I on (0 to N - 1)")
    command.add_argument("--out", type=pathlib.Path, required=True, metavar="FOLDER", help="where to write the records")
    command = commands.add_parser("collect", help="take the games of a Slurm folder into the store")
    command.add_argument("store", type=pathlib.Path, help="file that keeps the games")
    command.add_argument("folder", type=pathlib.Path, help="folder that `slurm` wrote")
    command = commands.add_parser("rescue", help="save what is whole of a damaged store into a new one")
    command.add_argument("store", type=pathlib.Path, help="file that keeps the games; it is only read")
    command.add_argument("new", type=pathlib.Path, help="file to make")
    return parser


def _add_run(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "run",
        help="play all games that are not in the store yet",
        description="Play all games that are not in the store yet. With the store alone it continues the tournament in it. "
        "Games whose settings have not changed are not played again.",
    )
    command.add_argument("store", type=pathlib.Path, help="file that keeps the games; created if it does not exist")
    who = command.add_argument_group("who plays")
    who.add_argument("--roster", type=pathlib.Path, metavar="FILE", help="CSV with the columns name, player, folder, staff, anchor")
    who.add_argument("--teams", type=pathlib.Path, metavar="FOLDER", help="each folder in it is a team; its package is --package, which may lie in a folder of its own")
    who.add_argument("--package", default="agent", help="package of each of the --teams (default: %(default)s)")
    who.add_argument("--player", action="append", default=[], metavar="[NAME=]PLAYER", help="one more player; may be repeated")
    who.add_argument("--staff", action="append", default=[], metavar="[NAME=]PLAYER", help="a fixed opponent; may be repeated")
    how = command.add_argument_group("what is played")
    how.add_argument("--schedule", choices=SCHEDULES, default=SCHEDULES[0], help="default: %(default)s")
    how.add_argument("--pairs", type=COUNT, default=1, help="pairs of games for each meeting of two players (default: %(default)d)")
    how.add_argument("--rounds", type=COUNT, default=5, help="rounds of a Swiss schedule (default: %(default)d)")
    how.add_argument("--seed", type=SEED, default=0, help="seed of the tournament (default: %(default)d)")
    how.add_argument("--title", default="Tetress tournament")
    how.add_argument("--python", metavar="PATH", help="interpreter for packages (default: this one)")
    how.add_argument("--attempts", type=COUNT, default=3, help="attempts at a game that fails by nobody's fault (default: %(default)d)")
    add_limit_options(how)
    where = command.add_argument_group("where")
    where.add_argument("--concurrency", type=JOBS, metavar="N", help="games at a time on this machine (default: its cores)")
    where.add_argument("--force", action="store_true", help="allow more games than cores, which makes clocks unreliable")
    where.add_argument("--scheduler", metavar="ADDRESS", help="play on the Dask cluster of this scheduler instead")
    promises.add_option(where)
    command.add_argument("--quiet", action="store_true", help="print only the final table")
    command.add_argument("--retry", action="store_true", help="try again the games that were given up")


def _settings_of(options: argparse.Namespace, kept: Settings | None) -> Settings:
    """The settings of the command line, or those of the store if it names nobody. Raises RosterError, ValueError,
    OSError."""
    entries: list[Entry] = []
    if options.roster is not None:
        entries += read_roster(options.roster)
    if options.teams is not None:
        entries += read_folder(options.teams, options.package)
    entries += [named(text) for text in options.player]
    entries += [named(text, staff=True) for text in options.staff]
    for entry in entries:
        if entry.root is None:
            check_prefix(entry.spec)
    if not entries and kept is not None:
        changed = _changed(options)
        if changed:
            raise ValueError(
                f"{', '.join(changed)}: to go on with the tournament of the store, give the store alone; for another tournament, "
                "name who plays, too"
            )
        return _with_interpreter(kept)
    entries = [_absolute(entry) for entry in entries]
    return Settings(
        title=options.title,
        entries=tuple(entries),
        limits=limits_of(options),
        schedule=options.schedule,
        pairs=options.pairs,
        rounds=options.rounds,
        seed=options.seed,
        python=interpreter(options.python),
        attempts=options.attempts,
    )


def _has_packages(settings: Settings) -> bool:
    return any(not entry.spec.startswith(ENGINE_PREFIX) for entry in settings.entries)


def _with_interpreter(kept: Settings) -> Settings:
    """The settings of a store with its interpreter, or with this one if they are of an earlier program. Raises ValueError."""
    python = kept.python or interpreter()
    if _has_packages(kept) and not os.path.exists(python):
        raise ValueError(f"the interpreter of the tournament, {shown(python)}, is not there: repeat the command with all its options, and give --python")
    return dataclasses.replace(kept, python=python)


def _changed(options: argparse.Namespace) -> list[str]:
    """The options that say what is played and do not have their defaults."""
    bare = vars(_parser().parse_args(["run", str(options.store)]))
    return [
        "--" + name.replace("_", "-")
        for name, value in vars(options).items()
        if name not in _OF_A_RUN and value != bare[name]
    ]


def _absolute(entry: Entry) -> Entry:
    """The entry with an absolute root, so that the store can be gone on with from any folder."""
    root = os.path.abspath(entry.root) if entry.root is not None else os.getcwd()
    return Entry(entry.name, entry.spec, root, entry.staff, entry.anchor)


def _concurrency(options: argparse.Namespace) -> int:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    wanted = cores if options.concurrency is None else int(options.concurrency)
    if wanted > cores and not options.force:
        raise ValueError(f"--concurrency {wanted} is more than the {cores} cores, which makes clocks less exact; --force allows it")
    return wanted


# ---- Commands ----------------------------------------------------------------------------------


def _kept(store: Store) -> Settings | None:
    values = store.meta(SETTINGS)
    try:
        return None if values is None else Settings.from_json(values)
    except ValueError as failure:
        raise store.damaged(failure) from None


def _opened(path: pathlib.Path, read_only: bool = True) -> tuple[Store, Settings]:
    """A store with the settings of its tournament."""
    refuse_what_is_no_store(path, read_only=True)
    store = Store(path, read_only)
    settings = _kept(store)
    if settings is None:
        raise _Failure(f"{path} holds no tournament yet: begin with `{_PROG} run`")
    return store, settings


def _open(path: pathlib.Path, accept_weak: tuple[str, ...]) -> tuple[Store, Tournament]:
    """A tournament that is in a store, to be played."""
    store, settings = _opened(path)
    return store, Tournament(settings, store, accept_weak)


def _seen(store: Store, settings: Settings) -> Seen | None:
    """What the last run saw of the players; None in stores of earlier programs."""
    values = store.meta(SEEN)
    try:
        seen = None if values is None else Seen.from_json(values)
    except ValueError as failure:
        raise store.damaged(failure) from None
    return seen if seen is not None and {entry.name for entry in settings.entries} <= seen.files.keys() else None


def _played(path: pathlib.Path, *, ratings: bool = True) -> Results:
    """The results in a store. They are those of the last run, whatever has become of the files and whoever reads."""
    store, settings = _opened(path)
    seen = _seen(store, settings)
    tournament = Tournament(settings, store, seen=seen)
    results = _results(tournament) if ratings else tournament.results(-1)
    note = not_counted(results, len(store.keys())) if seen is None else differing(tournament)
    if note:
        print(note, file=sys.stderr)
    return results


def _results(tournament: Tournament) -> Results:
    return tournament.results(300 if _have_numpy() else -1)


def _run(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    try:
        # A store is made only when nothing is wrong with the arguments.
        store = Store(options.store) if options.store.exists() else None
        kept = None if store is None else _kept(store)
        settings = _settings_of(options, kept)
        check(settings)
        concurrency = _concurrency(options)
        has_packages = _has_packages(settings)
        refused = layer_plan.refusal_here(options.accept_weak) if has_packages and options.scheduler is None else ""
        if refused:
            print(f"{_PROG}: {refused}", file=sys.stderr)
            return 2
        if store is None:
            options.store.parent.mkdir(parents=True, exist_ok=True)
            store = Store(options.store)
        tournament = Tournament(settings, store, options.accept_weak)
    except (RosterError, ValueError) as mistake:
        parser.error(str(mistake))
    except OSError as failure:
        raise _Failure(f"{failure.filename}: {failure.strerror}" if failure.filename else str(failure)) from None
    store.set_meta(SETTINGS, settings.to_json())
    store.set_meta(SEEN, tournament.players_now().to_json())
    if options.retry:
        store.forget_failures()
    for note in (other_tournament(kept, settings), left_out(settings), within_reach(options.store, settings)):
        if note:
            print(note, file=sys.stderr)
    if has_packages and options.scheduler is None:
        print("\n".join(layer_plan.notice(True, options.accept_weak)), file=sys.stderr)
    _tell_beforehand(tournament, concurrency, options.scheduler is not None)
    with Ending(lambda number: KeyboardInterrupt()):
        executor: Executor | None = None
        try:
            executor = _executor(options, concurrency)
            with live.listener(settings.entries, lambda: tournament.results(-1).games, options.quiet) as told:
                given_up = run(tournament, executor, told)
        except KeyboardInterrupt:
            print(f"\nStopped; nothing is lost. Go on with: {_again(options)}", file=sys.stderr)
            return 1
        except (ExecutorLost, StoreError) as failure:
            raise _Failure(f"{failure}; nothing that was told of is lost. Go on with: {_again(options)}") from None
        finally:
            if executor is not None:
                executor.close()
    print("\n".join(live.table_lines(_results(tournament).standings)))
    if given_up:
        print(f"{counted(given_up, 'game')} could not be played, by nobody's fault. Try again: {_again(options)} --retry", file=sys.stderr)
    return 1 if given_up else 0


def _tell_beforehand(tournament: Tournament, concurrency: int, elsewhere: bool) -> None:
    """Print before the first game what is to be played, how long that can take, and what is missing."""
    settings = tournament.settings
    wanted, missing = tournament.to_play()
    where = "on the cluster" if elsewhere else f"{concurrency} at a time"
    lines = [f"{missing} of {wanted} games to play, {where}."]
    if missing:
        lines.append(_worst_case(settings.limits, missing, 1 if elsewhere else concurrency, elsewhere))
    absent = tournament.without_package()
    if absent:
        lines.append(f"WARNING: these have no package where it should be: {', '.join(absent)}. They take part, and lose by `load`.")
    if not _have_numpy():
        lines.append(_NO_RATINGS)
    print("\n".join(lines), file=sys.stderr)


def _worst_case(limits: Limits, games: int, concurrency: int, elsewhere: bool) -> str:
    """A sentence on the longest time that this many games can take."""
    share = " divided by the number of workers" if elsewhere else ""
    each = MOST_CALLS * limits.call_s
    if limits.cpu_s is None:
        game = _duration(each)
        return f"There is no limit of CPU time (-t): one game can take {game}, if each call takes --call-time {limits.call_s:g} s."
    busy = _duration(games * 2 * limits.cpu_s / concurrency)
    return (
        f"At most {busy}{share} if everyone computes to the limit ({limits.cpu_s:g} s of CPU time); players that sleep or wait can make a "
        f"single game last {_duration(each)} (--call-time {limits.call_s:g} s a call)."
    )


def _duration(seconds: float) -> str:
    minutes = max(1, math.ceil(seconds / 60))
    days, hours = divmod(minutes // 60, 24)
    parts = ((days, "d"), (hours, "h"), (minutes % 60, "min"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count)


def _again(options: argparse.Namespace) -> str:
    """The command that goes on."""
    return f"{_PROG} run {shlex.quote(str(options.store))}"


def _executor(options: argparse.Namespace, concurrency: int) -> Executor:
    if options.scheduler is None:
        return LocalExecutor(concurrency)
    from .executors.dask_executor import DaskExecutor

    try:
        return DaskExecutor(options.scheduler, _SCHEDULER_S)
    except (ImportError, OSError) as failure:
        raise _Failure(f"--scheduler {options.scheduler}: {failure}") from None


def _table(options: argparse.Namespace) -> int:
    results = _played(options.store)
    lines = live.markdown_lines(results) if options.markdown else live.table_lines(results.standings)
    print("\n".join([*lines, "", f"{len(results.games)} of {results.wanted} games ({results.settings['schedule']})"]))
    for note in (results.ranking_note, "" if _have_numpy() else _NO_RATINGS):
        if note:
            print(note)
    return 0


def _export(options: argparse.Namespace) -> int:
    for game in _played(options.store, ratings=False).games:
        print(json.dumps(game.record, separators=(",", ":")))
    return 0


def _summary(options: argparse.Namespace) -> int:
    for path in summary.write_all(_played(options.store), options.out):
        print(path)
    return 0


def _gradescope(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    out = gradescope.out_path(options.out, parser)
    results = _played(options.store)
    names = [entry.name for entry in results.entries]
    if options.name not in names:
        raise _Failure(f"no participant is named {options.name!r}; the names are {', '.join(names)}")
    if not any(entry.staff and entry.name != options.name for entry in results.entries):
        raise _Failure(
            f"there is no staff that {options.name} meets, and the mark is a test for each opponent of the staff: play a tournament "
            f"with --staff, such as `{_again(options)} --teams FOLDER --staff tetress:level-1 --schedule gauntlet -t -s`; games of this one are kept"
        )
    if any(entry.staff and entry.name == options.name for entry in results.entries):
        raise _Failure(f"{options.name} is staff, and staff get no mark: name one of the others")
    content = gradescope.results_json(results, options.name)
    gradescope.write(content, out)
    if not gradescope.was_graded(content):
        raise _Failure(f"no game of {options.name} counts, so the file has no score")
    print(out)
    return 0


def _slurm(options: argparse.Namespace) -> int:
    store, tournament = _open(options.store, options.accept_weak)
    there = store.keys()
    jobs = {job["key"]: job for jobs in tournament.rounds() for job in jobs if job["key"] not in there}
    if not jobs:
        print(f"Nothing is left to play, so {options.out} is not written. See: {_PROG} table {shlex.quote(str(options.store))}")
        return 0
    script = slurm.write_script(
        options.out, list(jobs.values()), tournament.players_now(), options.shards, options.minutes, options.memory, "tetress"
    )
    print(f"{counted(len(jobs), 'game')}. Submit: sbatch {script}\nThen: {_PROG} collect {options.store} {options.out}")
    return 0


def _work(options: argparse.Namespace) -> int:
    shard, shards = options.shard
    try:
        jobs = slurm.read_jobs(options.jobs)
    except (OSError, ValueError) as failure:
        raise _Failure(f"{options.jobs}: {failure}") from None
    print(f"{counted(slurm.work(jobs, shard, shards, options.out), 'game')} played")
    return 0


def _collect(options: argparse.Namespace) -> int:
    store, settings = _opened(options.store, read_only=False)
    try:
        jobs = {job["key"]: job for job in slurm.read_jobs(options.folder / "jobs.jsonl")}
        seen = slurm.read_seen(options.folder) or Tournament(settings, store).players_now()
    except (OSError, ValueError) as failure:
        raise _Failure(f"{options.folder}: {failure}") from None
    # The shards played the files for which `slurm` wrote the jobs, whatever has become of these since.
    store.set_meta(SEEN, seen.to_json())
    added = 0
    failed: set[str] = set()
    for path in sorted(options.folder.glob("shard-*.jsonl")):
        for key, record in slurm.read_records(path):
            if key not in jobs:
                continue
            if record["reason"] == outcome.INFRASTRUCTURE:
                failed.add(key)
                continue
            added += store.add(played(jobs[key], record))
    missing = jobs.keys() - store.keys()
    print(
        f"{counted(added, 'game')} taken in, {len(failed & missing)} failures that are nobody's, {len(missing)} of {len(jobs)} missing"
    )
    return 1 if missing else 0


def _left_of(has_settings: bool, new: pathlib.Path) -> str:
    """What is left where no game was saved: a store with the settings alone, or none."""
    if has_settings:
        return f", or play all games once more with the settings, which were saved: {_PROG} run {shlex.quote(str(new))}"
    new.unlink()
    return ""


def _rescue(options: argparse.Namespace) -> int:
    saved = rescue(options.store, options.new)
    more = f"{saved.damaged} more were damaged"
    if not saved.is_all_read:
        more += ", and a part of the file cannot be read: how many games were in it cannot be told"
    if saved.games == 0 and (saved.damaged or not saved.is_all_read):
        raise _Failure(f"no game of {shown(str(options.store))} could be saved; {more}; take a copy that is whole{_left_of(saved.has_settings, options.new)}")
    print(f"{counted(saved.games, 'game')} saved into {options.new}; {more}")
    again = f"{_PROG} run {shlex.quote(str(options.new))}"
    if saved.has_settings:
        print(f"Play what is missing: {again}")
    else:
        print(f"The settings of the tournament are lost. Give those who play and the limits once more: {again} --teams ...")
    return 0


@program(_PROG)
def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns its exit code."""
    forgive_output()
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        if options.command == "run":
            return _run(options, parser)
        if options.command == "gradescope":
            return _gradescope(options, parser)
        commands = {
            "table": _table, "export": _export, "summary": _summary, "slurm": _slurm, "work": _work, "collect": _collect, "rescue": _rescue,
        }  # fmt: skip
        return commands[options.command](options)
    except (_Failure, StoreError, RosterError) as failure:
        print(f"{_PROG}: {failure}", file=sys.stderr)
    except (OSError, ArithmeticError) as failure:
        print(f"{_PROG}: {type(failure).__name__}: {failure}", file=sys.stderr)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
