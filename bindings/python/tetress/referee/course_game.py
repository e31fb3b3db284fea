# SPDX-License-Identifier: MIT
"""One game between two entrants, as the course's referee plays it: the order of calls, the limits, the end."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import functools
import os
import platform
import time
from collections.abc import Collection
from typing import Any, Callable

import tetress

from .._checks import check_callable, check_flag
from ..budget import clock_of
from . import outcome, promises, submission
from .entrant import Entrant
from .limits import Limits
from .outcome import Fault, Infrastructure
from .process import AgentFault, AgentProcess, Stopped
from .record import GameRecord, PlayerRecord
from .referee import Spent, Verdict
from .untrusted_text import Json, UntrustedText, text_of

# CPU time of an engine's move if there is no limit, milliseconds; what it must not see of its clock.
_UNLIMITED_MS = 1000
_RESERVE_MS = 500

# observer(event, **what); see play_game().
Observer = Callable[..., None]


def _ignore(event: str, **what: Any) -> None:
    """This observer does nothing."""


class _ObserverFailed(Exception):
    """Carries the exception of an observer past the handling of our own failures."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(str(cause))
        self.cause = cause


class _Program:
    """A package in its sandbox."""

    def __init__(self, process: AgentProcess, side: PlayerRecord) -> None:
        self._process = process
        self._side = side
        self.action_text = ""

    def ready(self) -> None:
        self._process.wait_ready()
        self._side.layers = self._process.layers

    def init(self) -> None:
        try:
            self._process.call("init")
        except AgentFault as failure:
            raise AgentFault(_while_loaded(failure.fault)) from None

    def action(self) -> list[list[int]]:
        """The four cells of its action in its own order, as whole numbers. Raises AgentFault."""
        answer = self._process.call("action")
        cells = answer.get("action")
        found = [] if not isinstance(cells, list) else [cell for cell in map(_cell, cells) if cell is not None]
        if isinstance(cells, list) and len(found) == len(cells) == 4:
            self.action_text = f"PLACE({', '.join(f'{r}-{c}' for r, c in found)})"
            return found
        self.action_text = text_of(answer.get("not_an_action")).cut(2000).shown()
        why = f" ({text_of(answer['why']).cut(500)})" if answer.get("why") else ""
        text = f"action() returned what is not a PlaceAction of four Coord: {self.action_text}{why}"
        raise AgentFault(Fault(outcome.PROTOCOL, text, lines=self._process.log.last_lines()))

    def update(self, colour: str, cells: list[list[int]]) -> None:
        self._process.call("update", colour=colour, action=cells)

    def settle(self) -> None:
        side, process = self._side, self._process
        side.cpu_s, side.wall_s = round(process.cpu_s, 6), round(process.wall_s, 6)
        peak = process.peak_mb
        side.peak_mb = None if peak is None else round(peak, 3)
        side.log, side.log_bytes = process.log.text(), process.log.total

    def last_search(self) -> tuple[int, int]:
        return 0, 0

    def last_lines(self) -> tuple[str, ...]:
        """The last lines that it wrote."""
        return self._process.log.last_lines()

    @property
    def spent(self) -> Spent:
        """What it has used since the last charge()."""
        return self._process.spent

    def charge(self) -> Spent:
        """The same, and begin to count anew."""
        return self._process.charge()

    def close(self) -> None:
        self._process.close()


def _while_loaded(fault: Fault) -> Fault:
    """A process that ends while its package is loaded has not been loaded."""
    if fault.kind != outcome.CRASH:
        return fault
    return dataclasses.replace(fault, kind=outcome.LOAD, text=f"{fault.text} while it was loaded")


class _Unplayable:
    """A package that is lost before it could be started, because of the folder that was handed in."""

    def __init__(self, why: str) -> None:
        self._fault = Fault(outcome.LOAD, why)
        self.spent = Spent()
        self.action_text = ""

    def ready(self) -> None:
        """It always is."""

    def init(self) -> None:
        raise AgentFault(self._fault)

    def settle(self) -> None:
        """It has used nothing."""

    def last_lines(self) -> tuple[str, ...]:
        """It has written nothing."""
        return ()

    def charge(self) -> Spent:
        """What it has used: nothing."""
        return Spent()

    def close(self) -> None:
        """Nothing was started."""


class _EnginePlayer:
    """An engine of ours, inside the referee's own process."""

    def __init__(
        self, entrant: Entrant, seed: int, side: PlayerRecord, cpu_left_us: Callable[[], int | None]
    ) -> None:
        assert entrant.engine is not None
        self._engine = tetress.Engine(entrant.engine)
        with contextlib.suppress(tetress.UnknownName):
            self._engine.set("seed", str(seed))
        self._side = side
        self._cpu_left_us = cpu_left_us
        self._game = tetress.Game()
        # Without elapsed time: that is the referee's own, and a busy machine makes it long.
        self.spent = Spent()
        self._found: tetress.Result | None = None
        self.action_text = ""

    def ready(self) -> None:
        """It always is."""

    def init(self) -> None:
        """There is nothing to do."""

    def action(self) -> list[list[int]]:
        cpu, wall = time.process_time(), time.monotonic()
        left = self._cpu_left_us()
        if left is None:
            self._found = self._engine.search(self._game, cpu_ms=_UNLIMITED_MS)
        else:
            self._found = self._engine.search(self._game, clock_ms=clock_of(left // 1000 - _RESERVE_MS), cpu_clock=True)
        used = time.process_time() - cpu
        self.spent = Spent(cpu_us=round(used * 1e6))
        self._side.cpu_s += used
        self._side.wall_s += time.monotonic() - wall
        move = self._found.move
        self.action_text = f"PLACE({', '.join(f'{r}-{c}' for r, c in move.cells)})"
        return [list(cell) for cell in move.cells]

    def update(self, colour: str, cells: list[list[int]]) -> None:
        self._game.play_cells(cells)

    def settle(self) -> None:
        self._side.cpu_s, self._side.wall_s = round(self._side.cpu_s, 6), round(self._side.wall_s, 6)

    def last_search(self) -> tuple[int, int]:
        """The score in centi-tokens and the nodes of its last search."""
        found = self._found
        return (found.score or 0, found.nodes) if found is not None else (0, 0)

    def last_lines(self) -> tuple[str, ...]:
        """It writes nothing."""
        return ()

    def charge(self) -> Spent:
        """What it has used since the last charge()."""
        spent, self.spent = self.spent, Spent()
        return spent

    def close(self) -> None:
        self._engine.close()


def _cell(answer: Json) -> list[int] | None:
    """The row and column of an answer's cell, if it is one."""
    if not isinstance(answer, list) or len(answer) != 2:
        return None
    numbers = [number for number in answer if type(number) is int and abs(number) < 2**31]
    return numbers if len(numbers) == 2 else None


def host() -> dict[str, Any]:
    """The machine on which a game was played, for the record."""
    return {
        "system": platform.platform(terse=True),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "kernel": tetress.kernel(),
    }


def play_game(
    red: Entrant,
    blue: Entrant,
    limits: Limits,
    *,
    seed: int = 0,
    observer: Observer | None = None,
    sandboxed: bool = True,
    accept_weak: Collection[str] = (),
    names: tuple[str, str] | None = None,
) -> GameRecord:
    """Play one game. Returns its record whatever the players do. A failure of ours has outcome INFRASTRUCTURE.

    The order of calls is that of the course: both players are constructed, red first. Then comes action() of the side
    to move and, unless that ended the game, update() of both, red first. CPU time counts from before a package is
    imported, for all of its processes and threads together, whenever they run. A package's `random`, numpy.random and
    hashes of strings follow `seed`; so do engines that have an option for it.

    observer(event, **what) is told: "initialising" colour; "begin"; "turn_begin" turn, colour; "turn_end" turn, colour,
    text; "board" game; "output" colour, data (bytes an agent wrote); "called" colour, name, cpu_s (of the game),
    now_mb, peak_mb; "fault" colour, fault; "end" record. If it raises, the game ends, and the exception goes on when
    all is taken down.

    `names` are those of the players in the record, in place of their specs. With sandboxed=False packages run with
    rlimits alone: for those one trusts. Otherwise the game is not played unless the sandbox keeps all its promises here,
    but for those in `accept_weak` (promises.NAMES). The calling thread plays. Several games may be played by several processes.
    """
    told, flag = check_callable("observer", observer) or _ignore, check_flag("sandboxed", sandboxed)
    return _CourseGame(red, blue, limits, seed, told, flag, promises.check_names(accept_weak), names).play()


class _CourseGame:
    """The state of play_game(). It runs the players and measures them; a Referee decides."""

    def __init__(
        self,
        red: Entrant,
        blue: Entrant,
        limits: Limits,
        seed: int,
        observer: Observer,
        sandboxed: bool,
        accept_weak: Collection[str],
        names: tuple[str, str] | None,
    ) -> None:
        self._entrants = {outcome.RED: red, outcome.BLUE: blue}
        self._limits = limits
        self._seed = seed
        self._observer = observer
        self._sandboxed = sandboxed
        self._accept_weak = accept_weak
        self._referee = limits.new_referee()
        names = names or (red.spec, blue.spec)
        self._record = GameRecord(
            red=names[0],
            blue=names[1],
            seed=seed,
            limits=limits.to_json(),
            library=tetress.version,
            start=self._referee.game.text,
            players={colour: PlayerRecord(spec=entrant.spec) for colour, entrant in self._entrants.items()},
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
        """Play the whole game. Returns its record."""
        try:
            return self._play()
        except _ObserverFailed as failure:
            raise failure.cause from None

    def _play(self) -> GameRecord:
        started = time.monotonic()
        with contextlib.ExitStack() as closing:
            closing.enter_context(self._referee)
            try:
                self._set_up(closing)
                if self._initialise():
                    self._turns()
            except Infrastructure as failure:
                self._end(outcome.INFRASTRUCTURE, None, UntrustedText(str(failure)).shown())
            except (tetress.TetressError, OSError) as failure:
                # An engine of ours or the machine failed: nobody who plays is to blame.
                self._end(outcome.INFRASTRUCTURE, None, f"{type(failure).__name__}: {UntrustedText(str(failure))}")
            for player in self._players.values():
                player.settle()
        self._record.wall_s = round(time.monotonic() - started, 3)
        self._tell("end", record=self._record)
        return self._record

    def _set_up(self, closing: contextlib.ExitStack) -> None:
        """Start both processes before waiting for either."""
        self._tell("begin")
        for colour in outcome.COLOURS:
            player = self._make(colour)
            closing.callback(player.close)
            self._players[colour] = player
        for player in self._players.values():
            player.ready()

    def _make(self, colour: str) -> Any:
        entrant, side = self._entrants[colour], self._record.players[colour]
        seed = self._seed * 2 + (colour == outcome.BLUE)
        if entrant.engine is not None:
            return _EnginePlayer(entrant, seed % 2**64, side, lambda: self._referee.left(colour)[0])
        assert entrant.root is not None
        problem = submission.problem(entrant.root, self._sandboxed)
        if problem is not None:
            return _Unplayable(problem)
        process = AgentProcess(
            entrant,
            colour,
            self._limits,
            may_go_on=lambda spent: self._referee.check(colour, **vars(spent)) is None,
            seed=seed,
            sandboxed=self._sandboxed,
            accept_weak=self._accept_weak,
            on_output=lambda data: self._tell("output", colour=colour, data=data),
        )
        process.start()
        return _Program(process, side)

    def _initialise(self) -> bool:
        """Construct both; False if that ended the game. The other one is constructed even if the first fails."""
        faults: dict[str, Fault] = {}
        for colour in outcome.COLOURS:
            self._tell("initialising", colour=colour)
            fault = self._fault_of(colour, self._players[colour].init)
            if fault is None:
                self._referee.charge(colour, **vars(self._players[colour].charge()))
            else:
                faults[colour] = fault
                self._note(colour, fault)
            self._called(colour, "__init__")
        if len(faults) == 2:
            self._end(outcome.BOTH_FAILED, "both", "; ".join(f"{colour} {fault.text}" for colour, fault in faults.items()))
        elif faults:
            self._forfeit(*next(iter(faults.items())))
        return not faults

    def _fault_of(self, colour: str, call: Callable[[], Any]) -> Fault | None:
        """Make a call of a player. Returns what is wrong, or None. If it is over a limit already, that decides, as
        in the course."""
        player, fault = self._players[colour], None
        try:
            call()
        except AgentFault as failure:
            fault = failure.fault
        except Stopped:
            pass
        over = self._referee.check(colour, **vars(player.spent))
        return fault if over is None else Fault(over.outcome, over.text, lines=player.last_lines())

    def _turns(self) -> None:
        while True:
            colour = self._referee.turn
            cells = self._turn(colour)
            if cells is None:
                return
            for one in outcome.COLOURS:
                fault = self._fault_of(one, functools.partial(self._players[one].update, colour, cells))
                if fault is not None:
                    self._lose(one, fault)
                    return
                self._referee.charge(one, **vars(self._players[one].charge()))
                self._called(one, "update")

    def _turn(self, colour: str) -> list[list[int]] | None:
        """Ask `colour` for an action. Returns its cells, or None if the game is over."""
        player = self._players[colour]
        turn = len(self._record.moves) + 1
        self._tell("turn_begin", turn=turn, colour=colour)
        cells: list[list[int]] = []
        started = time.monotonic()
        fault = self._fault_of(colour, lambda: cells.extend(player.action()))
        elapsed = (time.monotonic() - started) * 1000
        if fault is not None:
            if fault.kind == outcome.PROTOCOL and player.action_text:
                self._tell("turn_end", turn=turn, colour=colour, text=player.action_text)
            self._lose(colour, fault)
            return None
        self._called(colour, "action")
        self._tell("turn_end", turn=turn, colour=colour, text=player.action_text)
        verdict = self._referee.play_cells(cells, **vars(player.charge()))
        if verdict is not None and verdict.blame is not None:
            text = verdict.text if verdict.rule is None else f"illegal action {player.action_text}: {verdict.text}"
            fault = Fault(verdict.outcome, text, rule=verdict.rule, cell=verdict.cell)
            self._note(colour, fault)
            self._record_end(verdict, f"{colour} {text}")
            return None
        self._played(colour, cells, elapsed)
        if verdict is not None:
            self._record_end(verdict, verdict.text)
        return cells if verdict is None else None

    def _played(self, colour: str, cells: list[list[int]], elapsed_ms: float) -> None:
        """Record the action that the referee has taken."""
        record, side = self._record, self._record.players[colour]
        score, nodes = self._players[colour].last_search()
        record.moves.append(str(tetress.Move.from_cells(cells)))
        record.times_ms.append(round(elapsed_ms))
        record.scores.append(score)
        record.nodes.append(nodes)
        side.slowest_ms = max(side.slowest_ms, round(elapsed_ms, 3))
        self._tell("board", game=self._referee.game)

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
        """Charge what led to the fault. If that does not end the game, end it with the fault."""
        verdict = self._referee.charge(colour, **vars(self._players[colour].charge()))
        verdict = verdict or self._referee.end(fault.kind, colour, fault.text)
        self._record_end(verdict, f"{colour} {fault.text}")

    def _end(self, reason: str, blame: str | None, detail: str) -> None:
        self._record_end(self._referee.end(reason, blame, detail), detail)

    def _record_end(self, verdict: Verdict, detail: str) -> None:
        record = self._record
        nobody = outcome.UNFINISHED if verdict.outcome == outcome.INFRASTRUCTURE else outcome.DRAW
        record.result, record.reason = verdict.winner or nobody, verdict.outcome
        record.blame, record.detail = verdict.blame, detail
