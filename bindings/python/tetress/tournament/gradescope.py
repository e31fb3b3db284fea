# SPDX-License-Identifier: MIT
"""Gradescope's results.json, with one test for each opponent and a leaderboard; and the autograder that writes it.

`tetress-autograder PACKAGE` plays a package against fixed opponents. A valid file is there before the first game and
after each, put in place at once: whatever kills the run, Gradescope finds the last one.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import math
import os
import pathlib
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

from .._arguments import COUNT, RATING, SEED, read_number
from .._program import program
from .._shown import shown
from ..referee import isolation, layer_plan, outcome, promises
from ..referee.__main__ import add_limit_options, limits_of
from ..referee.course_game import play_game
from ..referee.ending import Ending
from ..referee.advice import did_you_mean
from ..referee.entrant import Entrant, EntrantError, packages_inside, parse_entrant
from ..referee.limits import COURSE
from ..referee.plain_text import counted, forgive_output, sentence
from ..referee.record import GameRecord
from ..referee.untrusted_text import UntrustedText
from .ratings import rate, standings
from .results import Entry, Played, Results
from .roster import resolve
from .schedule import Pairing, games_of

# The folder that every machine of Gradescope has, and the file in it that Gradescope reads.
_MACHINE = pathlib.Path("/autograder")
_RESULTS = pathlib.PurePath("results/results.json")

# Points of a test: a pair of games that were both won.
MAX_SCORE = 10.0

# Gradescope shows output as it is; longer text is cut.
_OUTPUT = 20_000

# How often the autograder tries a game that fails by nobody's fault.
_ATTEMPTS = 3

_STUDENT = "you"

_NOT_GRADED = (
    "THE GRADER HAS FAILED, which is not your fault: no game could be played, so that your submission has not been graded and has no "
    "score. Please tell the staff."
)


def _sentences(game: Played, name: str) -> str:
    """A game as its player is told of it."""
    record, extra = game.record, game.record["referee"]
    colour = outcome.RED if game.red == name else outcome.BLUE
    side = extra["players"].get(colour, {})
    if record["result"] == outcome.UNFINISHED:
        result = "could not be played; that is not your fault"
    elif record["result"] == outcome.DRAW:
        result = "draw"
    else:
        result = "won" if record["result"] == colour else "lost"
    lines = [f"As {colour}: {result} after {counted(len(record['moves']), 'action')} ({record['reason']}). {sentence(extra['detail'])}"]
    memory = side.get("peak_mb")
    used = f"  CPU time {side.get('cpu_s', 0.0):.2f} s"
    lines.append(used if memory is None else f"{used}, peak memory {memory:.1f} MB")
    fault = side.get("fault") or {}
    lines += [f"  | {line}" for line in fault.get("lines", [])]
    return "\n".join(lines)


def _test(games: Sequence[Played], name: str, opponent: str, wanted: int) -> dict[str, Any]:
    """The test against one opponent. Games to come count as lost until they are played. Games that failed by nobody's
    fault do not count, and a test without any other has no score."""
    finished = [game for game in games if game.record["result"] != outcome.UNFINISHED]
    counted = max(wanted, len(games)) - (len(games) - len(finished))
    points = sum(game.points(name) for game in finished)
    text = "\n".join(_sentences(game, name) for game in games)
    if len(games) < wanted:
        text += f"\n{wanted - len(games)} of {wanted} games have not been played."
    if counted == 0:
        text += "\nNo game could be played, which is not your fault: this test has no score."
    scores = {"score": round(MAX_SCORE * points / counted, 2), "max_score": MAX_SCORE} if counted else {}
    return {
        "name": UntrustedText(f"against {opponent}").shown(),
        **scores,
        "output": UntrustedText(text.strip()).block()[:_OUTPUT],
        "output_format": "text",
        "visibility": "visible",
        "extra_data": {"games": [_evidence(game, name) for game in games]},
    }


def _evidence(game: Played, name: str) -> dict[str, Any]:
    """What staff may want to look up later. Gradescope keeps it and shows it to nobody."""
    colour = outcome.RED if game.red == name else outcome.BLUE
    layers = game.record["referee"]["players"].get(colour, {}).get("layers", [])
    kept = {key: game.record[key] for key in ("seed", "result", "reason", "library")}
    return {"colour": colour, **kept, "layers": list(layers)}


def results_json(
    results: Results,
    name: str,
    *,
    opponents: Iterable[str] | None = None,
    games_each: int | None = None,
    seconds: float | None = None,
    message: str = "",
) -> dict[str, Any]:
    """The content of the file for `name`, a participant of `results`.

    opponents   those with a test of their own; by default the staff, or everyone if there is none
    games_each  how many games there will be against each; by default those that there are
    seconds     time that grading took
    message     shown on top

    If no game at all could be played, the file has no score and says that the grader has failed. Gradescope then shows
    the run as failed. was_graded() tells.
    """
    staff = [entry.name for entry in results.entries if entry.staff and entry.name != name]
    everyone = [entry.name for entry in results.entries if entry.name != name]
    own = [game for game in results.games if name in (game.red, game.blue)]
    tests = []
    for opponent in opponents if opponents is not None else staff or everyone:
        games = [game for game in own if opponent in (game.red, game.blue)]
        tests.append(_test(games, name, opponent, len(games) if games_each is None else games_each))
    content: dict[str, Any] = {
        "output": UntrustedText(message or f"{results.title}: {counted(len(own), 'game')}.").shown(),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "leaderboard": _leaderboard(results, name, own),
    }
    if not tests:
        content["score"] = 0.0  # one of the two must be there
    elif not was_graded(content):
        why = own[-1].record["referee"]["detail"] if own else "there were none"
        content["output"] = UntrustedText(f"{_NOT_GRADED} The reason, for staff: {sentence(why)}").shown()
    if seconds is not None:
        content["execution_time"] = max(0, int(seconds))
    return content


def _ungraded(why: str) -> dict[str, Any]:
    """The content of the file if grading cannot begin: it has no score."""
    return {
        "output": UntrustedText(f"{_NOT_GRADED} The reason, for staff: {why}").shown(),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [],
        "leaderboard": [],
    }


def was_graded(content: dict[str, Any]) -> bool:
    """Does a content of results_json() have a score?"""
    return "score" in content or any("score" in test for test in content["tests"])


def _leaderboard(results: Results, name: str, own: Sequence[Played]) -> list[dict[str, Any]]:
    counted = [game for game in own if game.record["result"] != outcome.UNFINISHED]
    if not counted:
        return []
    share = 100 * sum(game.points(name) for game in counted) / len(counted)
    board: list[dict[str, Any]] = [{"name": "points (%)", "value": round(share, 1)}]
    elo = next((row.elo for row in results.standings if row.name == name), None)
    if elo is not None and math.isfinite(elo):
        board.insert(0, {"name": "Elo", "value": round(elo)})
    return board


def write(content: dict[str, Any], path: pathlib.Path) -> None:
    """Put the file in place at once: there is never half a file. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with temporary.open("w", encoding="ascii") as file:
            json.dump(content, file, allow_nan=False)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def add_out_option(parser: argparse.ArgumentParser) -> None:
    """Add --out, for out_path()."""
    parser.add_argument(
        "--out",
        type=pathlib.Path,
        metavar="FILE",
        help=f"where to write the results (default on Gradescope's machine: {_MACHINE / _RESULTS}; elsewhere it must be given)",
    )


def out_path(given: pathlib.Path | None, parser: argparse.ArgumentParser) -> pathlib.Path:
    """The path to write to: that of --out, or Gradescope's file. Without --out it is a mistake on any other machine
    than Gradescope's."""
    if given is not None:
        return given
    if not _MACHINE.is_dir():
        parser.error(f"this is not Gradescope's machine, since there is no folder {_MACHINE}: give --out FILE to say where to write the results")
    return _MACHINE / _RESULTS


# ---- The autograder ----------------------------------------------------------------------------


def _opponent(text: str) -> Entry:
    """The entry of `SPEC` or `SPEC@RATING`. Raises ValueError."""
    spec, at, rating = text.partition("@")
    try:
        anchor = read_number(rating, RATING) if at else None
    except ValueError as refusal:
        raise ValueError(f"{shown(text)}: the rating {refusal}") from None
    return Entry(spec, f"tetress:{spec}", None, True, anchor)


def _as_path(package: str) -> str:
    """The package as a path that is not imported from the current folder, if it has a slash: the folder that it lies in is
    what was handed in."""
    path = package.partition(":")[0]
    return f"./{package}" if "/" in path and not package.startswith(("/", "./", "../", "~")) else package


def _found(student: Entrant) -> Entrant:
    """The entrant, or the only package inside it if it is a folder around one. Raises EntrantError if there is none and
    this is not Gradescope's machine, where only the student can be to blame for that."""
    inside = packages_inside(student)
    if len(inside) == 1:
        root, module = os.path.split(inside[0])
        return dataclasses.replace(student, root=root, module=module)
    if not student.has_package() and not _was_handed_in(str(student.root)):
        path = os.path.join(str(student.root), *str(student.module).split("."))
        raise EntrantError(
            f"there is no package {path}. {did_you_mean(student) or 'Check the path.'} (On Gradescope's machine, below {_MACHINE}, "
            "a student who hands in no package loses by `load`.)"
        )
    return student


def _was_handed_in(root: str) -> bool:
    return _MACHINE.resolve() in (pathlib.Path(root) / "agent").resolve().parents


class _Grading:
    """The games of one package against fixed opponents, and the file after each. Raises ValueError for an opponent that
    does not exist."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._path: pathlib.Path = options.out
        self._pairs: int = options.pairs
        self._seed: int = options.seed
        self._limits = limits_of(options)
        self._accept_weak: tuple[str, ...] = options.accept_weak
        self._started = time.monotonic()
        self._games: list[Played] = []
        opponents = [_opponent(text) for text in options.opponents.split()]
        self._opponents = [entry.name for entry in opponents]
        self._is_rated = any(entry.anchor is not None for entry in opponents)
        if self._is_rated:
            import numpy  # noqa: F401  (to fail now, not after the first game)
        self._entries = (Entry(_STUDENT, _as_path(options.package)), *opponents)
        self._entrants = resolve(self._entries, options.python)
        self._entrants[_STUDENT] = _found(self._entrants[_STUDENT])

    def where(self) -> str:
        """A sentence about the package, if it was not where it should be; else an empty text."""
        asked, student = parse_entrant(self._entries[0].spec).root, self._entrants[_STUDENT]
        found = student.root
        if asked is None or found is None or asked == found:
            return f" {did_you_mean(student)}".rstrip()
        return f" The package was found inside the folder {os.path.relpath(found, asked)}/ of what was handed in."

    def save(self, message: str) -> bool:
        """Write the file as of now. True if it has a score."""
        ratings = rate(self._entries, self._games, samples=0) if self._is_rated else None
        table = standings(self._entries, self._games, ratings)
        results = Results("Grading", self._entries, tuple(self._games), tuple(table))
        content = results_json(
            results,
            _STUDENT,
            opponents=self._opponents,
            games_each=2 * self._pairs,
            seconds=time.monotonic() - self._started,
            message=message,
        )
        write(content, self._path)
        return was_graded(content)

    def play(self) -> None:
        """Play all games."""
        for opponent in self._opponents:
            for number in range(self._pairs):
                for pairing in games_of(_STUDENT, opponent, self._seed, number):
                    record = self._game(pairing)
                    key = f"{pairing.pair}-{pairing.red}"
                    played = Played(key, pairing.pair, pairing.red, pairing.blue, pairing.seed, record.to_json())
                    self._games.append(played)
                    self.save("Grading is under way, or was cut off here.")

    def _game(self, pairing: Pairing) -> GameRecord:
        red, blue = self._entrants[pairing.red], self._entrants[pairing.blue]
        for _ in range(_ATTEMPTS):
            names = (pairing.red, pairing.blue)
            record = play_game(red, blue, self._limits, seed=pairing.seed, names=names, accept_weak=self._accept_weak)
            if record.reason != outcome.INFRASTRUCTURE:
                break
        return record


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=isolation.program("tetress-autograder", "tetress.tournament.gradescope"),
        description="Grade PACKAGE by games against fixed opponents and write Gradescope's results.json.",
        epilog="Exit code: 0 graded, whatever the result; 1 if grading failed (the file says so); 2 wrong arguments, such as a path without a package (on Gradescope's machine that is a game lost by `load`).",
    )
    parser.add_argument("package", metavar="PACKAGE", help="package to grade, a name or a path, e.g. /autograder/submission/agent; it may lie one folder deeper")
    parser.add_argument(
        "--opponents",
        metavar="SPECS",
        default="random s4-final level-5",
        help="the opponents, players of ours with blanks between them, each SPEC or SPEC@RATING; with ratings, which need numpy, "
        "the leaderboard shows the package's rating (default: %(default)s)",
    )
    parser.add_argument("--pairs", type=COUNT, default=1, help="pairs of games against each opponent (default: %(default)d)")
    parser.add_argument("--seed", type=SEED, default=0, help="seed of all random numbers (default: %(default)d)")
    parser.add_argument("--python", metavar="PATH", help="interpreter for the package (default: this one)")
    add_out_option(parser)
    add_limit_options(parser, COURSE)
    promises.add_option(parser)
    return parser


@program("tetress-autograder")
def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns its exit code."""
    forgive_output()
    parser = _parser()
    options = parser.parse_args(arguments)
    options.out = out_path(options.out, parser)
    if not options.opponents.split():
        parser.error("--opponents must name one")
    try:
        grading = _Grading(options)
    except (ValueError, ImportError) as mistake:
        parser.error(str(mistake))
    refused = layer_plan.refusal_here(options.accept_weak)
    with Ending():
        try:
            if refused:
                write(_ungraded(refused), options.out)
            else:
                grading.save("Grading has begun; if this is all that you see, it was cut off.")
        except OSError as failure:
            parser.error(f"--out {options.out} cannot be written: {failure}")
        if refused:
            print(f"{parser.prog}: {refused}", file=sys.stderr)
            return 1
        print("\n".join(layer_plan.notice(True, options.accept_weak)), file=sys.stderr)
        try:
            return _grade(grading, parser.prog)
        except OSError as failure:
            print(f"{parser.prog}: --out {options.out} cannot be written: {failure}", file=sys.stderr)
            return 1


def _grade(grading: _Grading, program_name: str) -> int:
    """Play and write the file. Returns the exit code. Raises OSError if the file cannot be written."""
    try:
        grading.play()
    except Exception as failure:
        grading.save(f"Grading failed, which is not your fault: {type(failure).__name__}: {failure}")
        return 1
    if not grading.save("Graded." + grading.where()):
        print(f"{program_name}: no game could be played", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
