# SPDX-License-Identifier: MIT
"""`tetress-check PACKAGE`: would this package survive the grader? Same sandbox, limits and import path."""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
from collections.abc import Collection
from typing import Any

from .._arguments import COUNT, SEED
from .._program import program
from . import isolation, layer_plan, outcome, promises, sandbox
from .__main__ import add_limit_options, limits_of
from .advice import advice
from .course_game import play_game
from .entrant import Entrant, EntrantError, parse_entrant
from .limits import COURSE, Limits
from .plain_text import counted, forgive_output, sentence
from .record import GameRecord, PlayerRecord
from .untrusted_text import UntrustedText, unlike_own_lines

# Faults that every other game would show again: there is no point in playing on.
_ENOUGH = (outcome.LOAD, outcome.CRASH, outcome.TIME, outcome.PROTOCOL)

# A share of a limit above which a warning is due: graders' machines differ from this one.
_CLOSE = 0.7

# The same of the limit of output, which grows with a game more than all else.
_CHATTY = 0.25


@dataclasses.dataclass
class _Game:
    """One game of the package under test."""

    record: GameRecord
    colour: str
    opponent: str
    action_s: list[float]

    @property
    def side(self) -> PlayerRecord:
        return self.record.players[self.colour]

    @property
    def failed(self) -> bool:
        return self.record.blame in (self.colour, "both")


class _CpuOfActions:
    """Observer that keeps the CPU seconds of each action of one colour."""

    def __init__(self, colour: str) -> None:
        self._colour = colour
        self._before = 0.0
        self.seconds: list[float] = []

    def __call__(self, event: str, **what: Any) -> None:
        if event != "called" or what["colour"] != self._colour:
            return
        if what["name"] == "action":
            self.seconds.append(what["cpu_s"] - self._before)
        self._before = what["cpu_s"]


def _play(entrant: Entrant, opponent: str, colour: str, limits: Limits, seed: int, options: argparse.Namespace) -> _Game:
    sides = {colour: entrant, outcome.other(colour): parse_entrant(f"tetress:{opponent}")}
    observer = _CpuOfActions(colour)
    record = play_game(
        sides[outcome.RED],
        sides[outcome.BLUE],
        limits,
        seed=seed,
        observer=observer,
        sandboxed=not options.no_sandbox,
        accept_weak=options.accept_weak,
    )
    return _Game(record, colour, opponent, observer.seconds)


def _describe(game: _Game, limits: Limits) -> list[str]:
    """The lines about one game."""
    side, record = game.side, game.record
    if record.reason == outcome.INFRASTRUCTURE:
        result = "could not be played"
    elif game.failed:
        result = f"FAILED ({record.reason})"
    elif record.result == outcome.DRAW:
        result = "draw"
    else:
        result = "won" if record.result == game.colour else "lost"
    lines = [f"as {game.colour} against {game.opponent}: {result} after {counted(len(record.moves), 'action')}. {sentence(record.detail)}"]
    memory = "" if side.peak_mb is None else f", memory {side.peak_mb:.1f}{_of(limits.memory_mb)} MB at the peak"
    lines.append(f"  CPU time {side.cpu_s:.2f}{_of(limits.cpu_s)} s{memory}, output {_size(side.log_bytes)} of {_size(limits.output_bytes)}")
    if game.action_s:
        mean = sum(game.action_s) / len(game.action_s)
        lines.append(f"  an action took {mean:.3f} s of CPU on average, {max(game.action_s):.3f} s at most")
    return lines


def _of(limit: float | None) -> str:
    return "" if limit is None else f" of {limit:g}"


def _size(count: int) -> str:
    """A number of bytes as people read it."""
    if count < 1 << 10:
        return counted(count, "byte")
    unit, name = (1 << 20, "MB") if count >= 1 << 20 else (1 << 10, "kB")
    return f"{f'{count / unit:.1f}'.removesuffix('.0')} {name}"


def _announce(number: int, wanted: int, colour: str, opponent: str, limits: Limits) -> None:
    """Say on stderr which game is played now, and how long it can take: some take minutes."""
    longest = "no limit of CPU time" if limits.cpu_s is None else f"up to {_minutes(limits.cpu_s)} of CPU time a side"
    print(f"game {number} of {wanted}, as {colour} against {opponent}: {longest}", file=sys.stderr, flush=True)


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:g} min" if seconds >= 60 and seconds % 30 == 0 else f"{seconds:g} s"


def _warnings(games: list[_Game], limits: Limits) -> list[str]:
    """What would go wrong on a slower day."""
    found = []
    faults = {game.record.reason for game in games if game.failed}  # what has gone wrong needs no warning
    cpu = max((game.side.cpu_s for game in games), default=0.0)
    memory = max((game.side.peak_mb or 0.0 for game in games), default=0.0)
    if outcome.TIME not in faults and limits.cpu_s is not None and cpu > _CLOSE * limits.cpu_s:
        found.append(f"It used {cpu:.1f} of {limits.cpu_s:g} s in one game: a slower machine or a longer game is too much.")
    if outcome.MEMORY not in faults and limits.memory_mb is not None and memory > _CLOSE * limits.memory_mb:
        found.append(f"It used {memory:.0f} of {limits.memory_mb:g} MB: a longer game may be too much.")
    output = max((game.side.log_bytes for game in games), default=0)
    if outcome.FLOOD not in faults and output > _CHATTY * limits.output_bytes:
        found.append(f"It wrote {_size(output)} of output in one game, and the limit is {_size(limits.output_bytes)}: print less.")
    lost = [game for game in games if game.opponent == "random" and game.record.result == outcome.other(game.colour)]
    if lost and not any(game.failed for game in lost):
        found.append("It lost to an opponent that plays at random.")
    return found


def _left_out(played: int, wanted: int) -> str:
    return f"; the other {wanted - played} were not played" if played < wanted else ""


def _verdict(games: list[_Game], wanted: int, limits: Limits, entrant: Entrant) -> tuple[list[str], int]:
    """The closing lines and the exit code."""
    lines: list[str] = []
    failed = [game for game in games if game.failed]
    unplayed = [game for game in games if game.record.reason == outcome.INFRASTRUCTURE]
    for kind in dict.fromkeys(game.record.reason for game in failed):
        first = next(game for game in failed if game.record.reason == kind)
        fault = first.side.fault or {}
        lines += [f"PROBLEM ({kind}): {fault.get('text', first.record.detail)}", f"  {advice(kind, fault, entrant)}".rstrip()]
        lines += [f"  | {unlike_own_lines(line)}" for line in fault.get("lines", [])[-12:]]
    lines += [f"WARNING: {text}" for text in _warnings(games, limits)]
    if unplayed:
        lines.append(f"NO VERDICT: the referee itself failed: {unplayed[0].record.detail}")
        return lines, 1
    if failed:
        lines.append(f"VERDICT: NOT READY. It failed in {len(failed)} of {len(games)} games{_left_out(len(games), wanted)}.")
        return lines, 1
    won = sum(game.record.result == game.colour for game in games)
    lines.append(f"VERDICT: READY. It played {counted(len(games), 'game')} to the end and won {won}.")
    return lines, 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tetress-check",
        description="Play a few games with PACKAGE under the limits and in the sandbox of the grader, and say whether it is ready.",
        epilog="It stops after the first game in which the package cannot be loaded, crashes, runs out of time or gives no answer that is an action. Exit code: 0 ready, 1 not ready or no verdict, 2 wrong arguments, or a sandbox that cannot keep its promises here.",
    )
    parser.add_argument("package", metavar="PACKAGE", help="package to check: PACKAGE[:CLASS] or a path, as for tetress-referee")
    parser.add_argument(
        "--opponents", metavar="SPECS", default="random s4-final",
        help="players of ours, separated by blanks (default: %(default)s)",
    )
    parser.add_argument("--games", type=COUNT, default=2, help="games against each opponent, with alternating colours (default: %(default)d)")
    parser.add_argument("--seed", type=SEED, default=0, help="seed of the random numbers (default: %(default)d)")
    parser.add_argument("--python", metavar="PATH", help="interpreter for the package (default: this one)")
    parser.add_argument("--no-sandbox", action="store_true", help="apply only the limits, without the sandbox: for a package of your own")
    promises.add_option(parser)
    add_limit_options(parser, COURSE)
    return parser


@program("tetress-check")
def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns its exit code."""
    forgive_output()
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        limits = limits_of(options)
        entrant = parse_entrant(options.package, python=options.python)
        isolation.check_path([entrant])
        opponents = options.opponents.split()
        for opponent in opponents:
            parse_entrant(f"tetress:{opponent}")
        if not opponents:
            raise ValueError("--opponents must name one")
    except (EntrantError, ValueError) as mistake:
        parser.error(str(mistake))
    if entrant.root is not None and not os.path.isdir(entrant.root):
        print(f"NO VERDICT: there is no folder {UntrustedText(entrant.root).shown()}: check the path.")
        return 1
    refused = "" if options.no_sandbox else layer_plan.refusal_here(options.accept_weak, may_trust=True)
    if refused:
        print(f"{parser.prog}: {refused}", file=sys.stderr)
        return 2
    print("\n".join(_about_sandbox(not options.no_sandbox, options.accept_weak)), flush=True)
    games: list[_Game] = []
    wanted = len(opponents) * options.games
    for opponent in opponents:
        for number in range(options.games):
            colour = outcome.COLOURS[number % 2]
            _announce(len(games) + 1, wanted, colour, opponent, limits)
            game = _play(entrant, opponent, colour, limits, options.seed + number // 2, options)
            games.append(game)
            print("\n".join(_describe(game, limits)), flush=True)
            if game.failed and game.record.reason in _ENOUGH:
                break
        else:
            continue
        break
    lines, code = _verdict(games, wanted, limits, entrant)
    print("\n".join(lines))
    return code


def _about_sandbox(wanted: bool, accepted: Collection[str]) -> list[str]:
    """The layers that there are here, and what the grader may have beside them."""
    lines = layer_plan.notice(wanted, accepted)
    off = layer_plan.missing_layers(wanted)
    if wanted and off:
        how = f" {sandbox.bwrap_advice()}." if "bwrap" in off else ""
        lines.append(f"  OFF HERE, but perhaps not at the grader: {', '.join(off)}.{how}")
    if wanted and "one-process" in layer_plan.layers_here(True, accepted):
        lines.append("  Without control groups an agent is held to one process: fork() and subprocess fail, threads work.")
    return lines


if __name__ == "__main__":
    sys.exit(main())
