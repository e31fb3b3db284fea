# SPDX-License-Identifier: MIT
"""Prints and logs a game from the events of play_game(), as the course's referee does."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any, TextIO

import tetress

from . import outcome
from .entrant import Entrant
from .outcome import Fault
from .record import GameRecord
from .untrusted_text import LiveOutput, UntrustedText, unlike_own_lines

COURSE_VERSION = "2024.0.0"

# Verbosity of the command line.
RESULT_ONLY, COMMENTARY, BOARDS, DEBUG = range(4)

_WIDTH = 79
_BOARD_WIDTH = 66
_RESET = "\033[0m"
_ANSI = {"referee": "\033[37m", "player1": "\033[31m", "player2": "\033[34m", "game": "\033[33m"}
_TOKENS = {"r": "\033[31mr\033[0m", "b": "\033[34mb\033[0m"}
_NUMBERS = {outcome.RED: 1, outcome.BLUE: 2}

WELCOME = "\n".join(
    (
        "*" * _WIDTH,
        f"Welcome to Tetress referee version {COURSE_VERSION}.",
        "",
        "Conduct a game of Tetress between 2 Agent classes.",
        "",
        "Run `tetress-referee --help` for additional usage information.",
        "*" * _WIDTH,
    )
)


def player_name(colour: str, entrant: Entrant) -> str:
    """`player 1 [pkg:Agent]`, as the course's referee names a player."""
    what = entrant.spec if entrant.engine is not None else f"{entrant.module}:{entrant.cls}"
    return f"player {_NUMBERS[colour]} [{UntrustedText(what)}]"


def course_message(colour: str, name: str, fault: Fault, action: str) -> str:
    """The course referee's sentence for a fault, or ours if it has none."""
    if fault.kind == outcome.ILLEGAL:
        sentences = {
            "occupied": f"Coord {_cell(fault)} is already occupied.",
            "not_adjacent": f"No coords in {action} neighbour a {colour.upper()} piece.",
        }
        return f"ILLEGAL ACTION: {sentences.get(fault.rule or '', 'Coords do not match any known piece type.')}"
    if fault.kind == outcome.PROTOCOL and action:
        return f"ILLEGAL ACTION: Unknown action {action}"
    if fault.kind == outcome.TIME:
        return f"ERROR: exceeded available time in {name} agent: {fault.text}"
    if fault.kind == outcome.MEMORY:
        return f"ERROR: exceeded space limit in {name} agent: {fault.text}"
    if fault.kind in (outcome.LOAD, outcome.CRASH) and fault.exit_code is None and fault.signal is None:
        last = fault.lines[-1] if fault.lines else fault.text
        return f"ERROR: error in {name} agent\n-> {last}"
    return f"ERROR: {name}: {fault.text}"


def _cell(fault: Fault) -> str:
    return "?" if fault.cell is None else f"{fault.cell[0]}-{fault.cell[1]}"


def _is_same_place(one: TextIO, other: TextIO) -> bool:
    """Does what is written to both come to the same terminal or file?"""
    if one is other:
        return True
    try:
        return os.path.sameopenfile(one.fileno(), other.fileno())
    except (OSError, ValueError):
        return False


class AgentsOutput:
    """What both agents write, as LiveOutput shows it. `out` may be the terminal on which the referee writes."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._live = {side: LiveOutput() for side in outcome.COLOURS}

    def show(self, colour: str, data: bytes) -> None:
        """Print more of one agent's output, on a line of its own."""
        self._print(self._live[outcome.other(colour)].break_line() + self._live[colour].show(data))

    def make_room(self, out: TextIO) -> None:
        """End the line that an agent has begun, if the next one is written to `out` and would continue it."""
        if _is_same_place(self._out, out):
            self._print("".join(live.break_line() for live in self._live.values()))

    def end(self) -> None:
        """Print what is left. There will be no more output."""
        self._print("".join(live.end() for live in self._live.values()))

    def _print(self, text: str) -> None:
        if text:
            self._out.write(text)
            self._out.flush()


class Stream:
    """Lines with the name of the speaker, as the course's referee writes them. Each begins on a line of its own, even if an
    agent has not ended its line."""

    def __init__(self, out: TextIO, verbosity: int, colour: bool, unicode: bool, agents: AgentsOutput | None = None) -> None:
        self._out = out
        self._verbosity = verbosity
        self._colour = colour
        self._unicode = unicode
        self._agents = agents

    def say(self, who: str, level: str, text: str, least: int) -> None:
        """Print each line of `text`, if the verbosity is at least `least`."""
        if self._verbosity < least:
            return
        if self._agents is not None:
            self._agents.make_room(self._out)
        if not self._unicode:
            # Where characters were left out, their neighbours could become a line of the referee's.
            text = text.encode("ascii", "backslashreplace").decode("ascii")
        # Readers of what is printed look for the referee's lines also behind what an agent has written.
        for line in unlike_own_lines(text).split("\n"):
            head = f"* {who:<7} {level} "
            if self._colour:
                head = f"{_ANSI[who]}{head}{_RESET}"
            self._out.write(f"{head}{line}\n")
        self._out.flush()


class Commentator:
    """Prints a game's events. Call it as an observer of play_game()."""

    def __init__(self, stream: Stream, entrants: dict[str, Entrant], agents: AgentsOutput, colour: bool) -> None:
        self._stream = stream
        self._names = {side: player_name(side, entrant) for side, entrant in entrants.items()}
        self._agents = agents
        self._colour = colour
        self._action = ""
        self._used = {side: 0.0 for side in outcome.COLOURS}

    def introduce(self, log_file: str | None) -> None:
        """Print what comes before a game."""
        self._info("all messages printed by referee/wrapper modules begin with *")
        self._info("(any other lines of output must be from your Agent class).")
        self._info("")
        if log_file is not None:
            self._stream.say("referee", "~", f"logging game output to '{log_file}'", DEBUG)
        for side, name in self._names.items():
            self._info(f"wrapping {name} as {side.upper()}...")

    def __call__(self, event: str, **what: Any) -> None:
        handler = getattr(self, f"_on_{event}", None)
        if handler is not None:
            handler(**what)

    def _info(self, text: str) -> None:
        self._stream.say("referee", ":", text, COMMENTARY)

    def _on_begin(self) -> None:
        self._info("let the game begin!")

    def _on_initialising(self, colour: str) -> None:
        self._info(f"player {colour.upper()} is initialising")

    def _on_turn_begin(self, turn: int, colour: str) -> None:
        self._action = ""
        self._info(f"{colour.upper()} to play (turn {turn}) ...")

    def _on_turn_end(self, turn: int, colour: str, text: str) -> None:
        self._action = text
        self._info(f"{colour.upper()} plays action {text}")

    def _on_board(self, game: tetress.Game) -> None:
        rows = []
        for row in game.board:
            cells = [_TOKENS.get(cell, cell) if self._colour else cell for cell in row]
            rows.append(" " * 22 + "".join(f"{cell} " for cell in cells))
        board = "\n".join(rows)
        title = " game board ".center(_BOARD_WIDTH, "=")
        self._stream.say("referee", ":", f"\n{title}\n\n{board}\n\n{'=' * _BOARD_WIDTH}\n", BOARDS)

    def _on_output(self, colour: str, data: bytes) -> None:
        self._agents.show(colour, data)

    def _on_called(self, colour: str, name: str, cpu_s: float, now_mb: float, peak_mb: float) -> None:
        spent = cpu_s - self._used[colour]
        self._used[colour] = cpu_s
        text = (
            f"called {name}\nresources usage status:\n"
            f"  time:  +{spent:6.3f}s  (just elapsed)     {cpu_s:7.3f}s  (game total)\n"
            f"  space: {now_mb:7.3f}MB (current usage)    {peak_mb:7.3f}MB (peak usage)"
        )
        self._stream.say(f"player{_NUMBERS[colour]}", "~", text, DEBUG)

    def _on_fault(self, colour: str, fault: Fault) -> None:
        who = f"player{_NUMBERS[colour]}"
        if fault.kind != outcome.ILLEGAL:
            evidence = "".join(f"\n>> {line}" for line in fault.lines)
            self._stream.say(who, "!", f"{fault.kind}: {fault.text}{evidence}", COMMENTARY)
        message = course_message(colour, self._names[colour], fault, self._action)
        self._stream.say("referee", "!", f"player error: {message}", COMMENTARY)

    def _on_end(self, record: GameRecord) -> None:
        self._agents.end()
        if record.reason == outcome.INFRASTRUCTURE:
            self._stream.say("referee", "!", f"fatal error: {record.detail}", RESULT_ONLY)
            self._result("<error>")
        elif record.result == outcome.DRAW:
            self._info("game ended in a draw")
            self._result("draw")
        else:
            self._info(f"game over, winner is {record.result.upper()}")
            self._result(self._names[record.result])

    def _result(self, text: str) -> None:
        self._stream.say("referee", "@", f"result: {text}", RESULT_ONLY)

    def interrupted(self) -> None:
        """Print that the game was broken off from the keyboard."""
        self._info("")
        self._info("KeyboardInterrupt: bye!")
        self._result("<interrupt>")


class EventLog:
    """The course referee's log of events: lines of fields with tabs between them. It is an observer of play_game()."""

    def __init__(self, write: Callable[[str], None], entrants: dict[str, Entrant]) -> None:
        """write() takes a line without its end."""
        self._write = write
        self._names = {side: player_name(side, entrant) for side, entrant in entrants.items()}
        self._start = time.time()
        self._action = ""

    def __call__(self, event: str, **what: Any) -> None:
        colour = str(what.get("colour", "")).upper()
        if event == "begin":
            self._log("referee", "game_begin")
        elif event == "initialising":
            self._log(colour, "initialising")
        elif event == "turn_begin":
            self._action = ""
            self._log(colour, "turn_begin", str(what["turn"]))
        elif event == "turn_end":
            self._action = what["text"]
            self._log(colour, "turn_end", str(what["turn"]), self._action)
        elif event == "board":
            self._log("referee", "board_update")
        elif event == "fault":
            side = what["colour"]
            message = course_message(side, self._names[side], what["fault"], self._action)
            # The course's message may have two lines. An event has one, so that no line can be taken for another event.
            self._log("referee", "player_error", message.replace("\n", " "))
        elif event == "end":
            self._end(what["record"])

    def _end(self, record: GameRecord) -> None:
        if record.reason == outcome.INFRASTRUCTURE:
            self._log("referee", "unhandled_error", record.detail)
            return
        winner = None if record.result == outcome.DRAW else record.result.upper()
        self._log("referee", "game_end", f"winner:{winner}")

    def _log(self, *fields: str) -> None:
        self._write(f"T{time.time() - self._start:08.3f}\t" + "\t".join(fields))
