# SPDX-License-Identifier: MIT
"""One game between two entrants, as the course's referee plays it: the order of calls, the limits, the end."""

from __future__ import annotations

import contextlib
import datetime
import os
import platform
import time
from typing import Any, Callable, Optional

import tetress

from . import outcome
from .entrant import Entrant
from .limits import Limits
from .outcome import Fault
from .process import AgentFault, AgentProcess, Infrastructure
from .record import GameRecord, PlayerReport

# CPU time of an engine's move if there is no limit, milliseconds; what it must not see of its clock.
_UNLIMITED_MS = 1000
_RESERVE_MS = 500

# observer(event, **what); see play_game().
Observer = Callable[..., None]


def _ignore(event: str, **what: Any) -> None:
    """No observer."""


class _ObserverFailed(Exception):
    """Carries what an observer has raised past the handling of our own failures."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(str(cause))
        self.cause = cause


class _Program:
    """A package in its sandbox."""

    def __init__(self, process: AgentProcess, report: PlayerReport) -> None:
        self._process = process
        self._report = report
        self.action_text = ""

    def ready(self) -> None:
        self._process.wait_ready()
        self._report.layers = self._process.layers

    def init(self) -> None:
        self._process.call("init")

    def action(self) -> list[list[int]]:
        """Its four cells in its own order, whole numbers. Raises AgentFault."""
        answer = self._process.call("action")
        cells = answer.get("action")
        if isinstance(cells, list) and len(cells) == 4 and all(_is_cell(cell) for cell in cells):
            self.action_text = f"PLACE({', '.join(f'{r}-{c}' for r, c in cells)})"
            return cells
        self.action_text = str(answer.get("not_an_action"))[:2000]
        why = f" ({str(answer['why'])[:500]})" if answer.get("why") else ""
        text = f"action() returned what is not a PlaceAction of four Coord: {self.action_text}{why}"
        raise AgentFault(Fault(outcome.PROTOCOL, text, lines=self._process.log.last_lines()))

    def update(self, colour: str, cells: list[list[int]]) -> None:
        self._process.call("update", colour=colour, action=cells)

    def report(self) -> None:
        report, process = self._report, self._process
        report.cpu_s, report.wall_s = round(process.cpu_s, 6), round(process.wall_s, 6)
        peak = process.peak_mb
        report.peak_mb = None if peak is None else round(peak, 3)
        report.log, report.log_bytes = process.log.text(), process.log.total

    def last_search(self) -> tuple[int, int]:
        return 0, 0

    def close(self) -> None:
        self._process.close()


class _EnginePlayer:
    """An engine of ours, inside the referee's own process."""

    def __init__(self, entrant: Entrant, limits: Limits, seed: int, report: PlayerReport) -> None:
        assert entrant.engine is not None
        self._engine = tetress.Engine(entrant.engine)
        with contextlib.suppress(tetress.UnknownName):
            self._engine.set("seed", str(seed))
        self._limits = limits
        self._report = report
        self._game = tetress.Game()
        self._found: Optional[tetress.Result] = None
        self.action_text = ""

    def ready(self) -> None:
        """It always is."""

    def init(self) -> None:
        """Nothing to do."""

    def action(self) -> list[list[int]]:
        cpu, wall = time.process_time(), time.monotonic()
        limit = self._limits.cpu_s
        if limit is None:
            self._found = self._engine.search(self._game, cpu_ms=_UNLIMITED_MS)
        else:
            left = max(1, int((limit - self._report.cpu_s) * 1000) - _RESERVE_MS)
            self._found = self._engine.search(self._game, clock_ms=left, cpu_clock=True)
        self._report.cpu_s += time.process_time() - cpu
        self._report.wall_s += time.monotonic() - wall
        if limit is not None and self._report.cpu_s > limit:
            raise AgentFault(Fault(outcome.TIME, f"used {self._report.cpu_s:.3f} s of CPU time, the limit is {limit:g} s"))
        move = self._found.move
        self.action_text = f"PLACE({', '.join(f'{r}-{c}' for r, c in move.cells)})"
        return [list(cell) for cell in move.cells]

    def update(self, colour: str, cells: list[list[int]]) -> None:
        self._game.play_cells(cells)

    def report(self) -> None:
        self._report.cpu_s, self._report.wall_s = round(self._report.cpu_s, 6), round(self._report.wall_s, 6)

    def last_search(self) -> tuple[int, int]:
        """Score in centi-tokens and nodes of its last search."""
        found = self._found
        return (found.score or 0, found.nodes) if found is not None else (0, 0)

    def close(self) -> None:
        self._engine.close()


def _is_cell(cell: Any) -> bool:
    return isinstance(cell, list) and len(cell) == 2 and all(
        type(number) is int and abs(number) < 2**31 for number in cell
    )


def host() -> dict[str, Any]:
    """Where a game was played, for the record."""
    return {
        "system": platform.platform(terse=True),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "isa": tetress.isa(),
    }


def play_game(
    red: Entrant,
    blue: Entrant,
    limits: Limits,
    *,
    seed: int = 0,
    observer: Optional[Observer] = None,
    sandboxed: bool = True,
    names: Optional[tuple[str, str]] = None,
) -> GameRecord:
    """Play one game. Returns its record whatever the players do; a fault of ours is outcome INFRASTRUCTURE.

    The order of calls is the course's: both are constructed, red first; then action() of the side to move, and unless
    that ended the game update() of both, red first. CPU time counts from before a package is imported, all of its
    processes and threads together, whenever they run. A package's `random`, numpy.random and hashes of strings
    follow `seed`; so do engines that have an option for it.

    observer(event, **what) is told: "initialising" colour; "begin"; "turn_begin" turn, colour; "turn_end" turn, colour,
    text; "board" game; "output" colour, data (bytes an agent wrote); "called" colour, name, cpu_s (of the game), now_mb,
    peak_mb; "fault" colour, fault; "end" record. What it raises ends the game and is passed on, when all is taken down.

    names: of the players in the record, in place of their specs. sandboxed: False runs packages with nothing but rlimits:
    for those one trusts. The calling thread plays; several games may be played by several processes.
    """
    return _Match(red, blue, limits, seed, observer or _ignore, sandboxed, names).play()


class _Match:
    """The state of play_game()."""

    def __init__(
        self,
        red: Entrant,
        blue: Entrant,
        limits: Limits,
        seed: int,
        observer: Observer,
        sandboxed: bool,
        names: Optional[tuple[str, str]],
    ) -> None:
        self._entrants = {outcome.RED: red, outcome.BLUE: blue}
        self._limits = limits
        self._seed = seed
        self._observer = observer
        self._sandboxed = sandboxed
        self._game = tetress.Game()
        names = names or (red.spec, blue.spec)
        self._record = GameRecord(
            red=names[0],
            blue=names[1],
            seed=seed,
            limits=limits.to_json(),
            library=tetress.version,
            start=self._game.text,
            players={colour: PlayerReport(spec=entrant.spec) for colour, entrant in self._entrants.items()},
            host=host(),
            started=datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        )
        self._players: dict[str, Any] = {}

    def _tell(self, event: str, **what: Any) -> None:
        try:
            self._observer(event, **what)
        except Exception as failure:
            raise _ObserverFailed(failure) from failure

    def play(self) -> GameRecord:
        """All of it."""
        try:
            return self._play()
        except _ObserverFailed as failure:
            raise failure.cause from None

    def _play(self) -> GameRecord:
        started = time.monotonic()
        with contextlib.ExitStack() as closing:
            try:
                self._set_up(closing)
                if self._initialise():
                    self._turns()
            except Infrastructure as failure:
                self._end(outcome.UNFINISHED, outcome.INFRASTRUCTURE, None, str(failure))
            except (tetress.TetressError, OSError) as failure:
                # An engine of ours or the machine failed: nobody who plays is to blame.
                self._end(outcome.UNFINISHED, outcome.INFRASTRUCTURE, None, f"{type(failure).__name__}: {failure}")
            for player in self._players.values():
                player.report()
        self._record.wall_s = round(time.monotonic() - started, 3)
        self._tell("end", record=self._record)
        return self._record

    def _set_up(self, closing: contextlib.ExitStack) -> None:
        """Both processes start before either is waited for."""
        self._tell("begin")
        for colour in outcome.COLOURS:
            player = self._make(colour)
            closing.callback(player.close)
            self._players[colour] = player
        for player in self._players.values():
            player.ready()

    def _make(self, colour: str) -> Any:
        entrant, report = self._entrants[colour], self._record.players[colour]
        seed = self._seed * 2 + (colour == outcome.BLUE)
        if entrant.engine is not None:
            return _EnginePlayer(entrant, self._limits, seed % 2**64, report)
        process = AgentProcess(
            entrant,
            colour,
            self._limits,
            seed=seed,
            sandboxed=self._sandboxed,
            on_output=lambda data: self._tell("output", colour=colour, data=data),
        )
        process.start()
        return _Program(process, report)

    def _initialise(self) -> bool:
        """Construct both; False if that ended the game. One that fails does not spare the other."""
        faults: dict[str, Fault] = {}
        for colour in outcome.COLOURS:
            self._tell("initialising", colour=colour)
            try:
                self._players[colour].init()
            except AgentFault as failure:
                faults[colour] = failure.fault
                self._note(colour, failure.fault)
            self._called(colour, "__init__")
        if len(faults) == 2:
            texts = "; ".join(f"{colour} {fault.text}" for colour, fault in faults.items())
            self._end(outcome.DRAW, outcome.BOTH_FAILED, "both", texts)
        elif faults:
            colour, fault = faults.popitem()
            self._forfeit(colour, fault)
            return False
        return not faults

    def _turns(self) -> None:
        while True:
            colour = self._game.turn
            turn = self._game.ply + 1
            player = self._players[colour]
            self._tell("turn_begin", turn=turn, colour=colour)
            started = time.monotonic()
            try:
                cells = player.action()
            except AgentFault as failure:
                if failure.fault.kind == outcome.PROTOCOL and player.action_text:
                    self._tell("turn_end", turn=turn, colour=colour, text=player.action_text)
                self._lose(colour, failure.fault)
                return
            elapsed = (time.monotonic() - started) * 1000
            self._called(colour, "action")
            self._tell("turn_end", turn=turn, colour=colour, text=player.action_text)
            if not self._apply(colour, cells, elapsed):
                return
            self._tell("board", game=self._game)
            if self._game.over:
                self._finish()
                return
            for one in outcome.COLOURS:
                try:
                    self._players[one].update(colour, cells)
                except AgentFault as failure:
                    self._lose(one, failure.fault)
                    return
                self._called(one, "update")

    def _apply(self, colour: str, cells: list[list[int]], elapsed_ms: float) -> bool:
        """Play the action, or end the game because it is illegal."""
        player = self._players[colour]
        try:
            move = self._game.play_cells(cells)
        except tetress.IllegalMove as failure:
            cell = failure.cell
            fault = Fault(
                outcome.ILLEGAL,
                f"illegal action {player.action_text}: {failure}",
                rule=failure.rule,
                cell=None if cell is None else (cell[0], cell[1]),
            )
            self._lose(colour, fault)
            return False
        record, report = self._record, self._record.players[colour]
        score, nodes = player.last_search()
        record.moves.append(str(move))
        record.times_ms.append(round(elapsed_ms))
        record.scores.append(score)
        record.nodes.append(nodes)
        report.slowest_ms = max(report.slowest_ms, round(elapsed_ms, 3))
        return True

    def _called(self, colour: str, name: str) -> None:
        player = self._players[colour]
        if isinstance(player, _Program):
            process = player._process
            self._tell(
                "called",
                colour=colour,
                name=name,
                cpu_s=process.cpu_s,
                now_mb=process.now_mb,
                peak_mb=process.peak_mb,
            )

    def _note(self, colour: str, fault: Fault) -> None:
        self._record.players[colour].fault = fault.to_json()
        self._tell("fault", colour=colour, fault=fault)

    def _lose(self, colour: str, fault: Fault) -> None:
        self._note(colour, fault)
        self._forfeit(colour, fault)

    def _forfeit(self, colour: str, fault: Fault) -> None:
        self._end(outcome.other(colour), fault.kind, colour, f"{colour} {fault.text}")

    def _finish(self) -> None:
        game = self._game
        if game.reason == outcome.NO_MOVES:
            text = f"{game.turn} has no move"
        else:
            tokens = game.tokens
            text = f"after {game.ply} actions red has {tokens['red']} tokens and blue {tokens['blue']}"
        assert game.reason is not None
        self._end(game.winner or outcome.DRAW, game.reason, None, text)

    def _end(self, result: str, reason: str, blame: Optional[str], detail: str) -> None:
        record = self._record
        record.result, record.reason, record.blame, record.detail = result, reason, blame, detail
