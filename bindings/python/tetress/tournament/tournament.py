# SPDX-License-Identifier: MIT
"""A tournament: its players, schedule and limits, the games that are missing, and its results."""

from __future__ import annotations

import collections
import dataclasses
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import tetress

from ..referee import outcome
from ..referee.entrant import Entrant
from ..referee.limits import Limits
from . import roster, schedule
from .executors.executor import Executor
from .job import Job, Seen, fingerprint, make_job
from .json_shape import at_least, boolean, integer, list_of, mapping, maybe, number, one_of, text
from .ratings import rate, standings
from .results import Entry, Played, Results
from .store import Store

ROUND_ROBIN, GAUNTLET, SWISS = "round-robin", "gauntlet", "swiss"
SCHEDULES = (ROUND_ROBIN, GAUNTLET, SWISS)


@dataclasses.dataclass(frozen=True)
class Settings:
    """Everything that says which games are to be played.

    pairs     pairs of games for any two who meet
    rounds    rounds of a Swiss schedule
    python    the interpreter for packages, None for this one
    attempts  how often to try a game that fails because a sandbox or a machine is missing
    """

    title: str
    entries: tuple[Entry, ...]
    limits: Limits
    schedule: str = ROUND_ROBIN
    pairs: int = 1
    rounds: int = 5
    seed: int = 0
    python: str | None = None
    attempts: int = 3

    def to_json(self) -> dict[str, Any]:
        """For the store."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Settings:
        """The inverse. Raises ValueError for values that are no settings."""
        _SETTINGS(values, "the settings")
        try:
            entries = tuple(Entry(**entry) for entry in values["entries"])
            return cls(**{**values, "entries": entries, "limits": Limits.from_json(values["limits"])})
        except TypeError as unknown:
            raise ValueError(f"the settings are of another version: {unknown}") from None


_ENTRY = mapping({"name": text, "spec": text, "root": maybe(text), "staff": boolean, "anchor": maybe(number)})

_SETTINGS = mapping(
    {
        "title": text,
        "entries": list_of(_ENTRY),
        "limits": mapping({}, {"cpu_s": maybe(number), "memory_mb": maybe(number)}, number),
        "schedule": one_of(SCHEDULES),
        "pairs": at_least(1),
        "rounds": at_least(1),
        "seed": integer,
        "python": maybe(text),
        "attempts": at_least(1),
    }
)


def check(settings: Settings, to_play: bool = True) -> dict[str, Entrant]:
    """The entrants by name, who need their folders only to play. Raises RosterError for entries that make no sense."""
    entrants = roster.resolve(settings.entries, settings.python, to_play=to_play)
    if settings.schedule == GAUNTLET and len({entry.staff for entry in settings.entries}) < 2:
        raise roster.RosterError("a gauntlet needs at least one player of the staff and one other")
    if len(entrants) < 2:
        raise roster.RosterError(
            "a tournament needs at least two players: name them by --teams, --roster, --player or --staff"
        )
    return entrants


class Tournament:
    """A tournament over an open store. `accept_weak` is as for play_game(). With what a run has `seen`, its results are
    those of that run, wherever the players' files are now; it is not to be played. Raises RosterError for entries that
    make no sense."""

    def __init__(self, settings: Settings, store: Store, accept_weak: Sequence[str] = (), *, seen: Seen | None = None) -> None:
        self.settings = settings
        self.store = store
        self._accept_weak = accept_weak
        self._seen = seen
        self._entrants = check(settings, to_play=seen is None)
        self._staff = [entry.name for entry in settings.entries if entry.staff]
        self._others = [entry.name for entry in settings.entries if not entry.staff]

    def to_play(self) -> tuple[int, int]:
        """The number of games of the whole tournament, and of those that are not in the store yet. For a Swiss schedule
        all games that are not in the rounds so far count as missing."""
        keys = {job["key"] for jobs in self.rounds() for job in jobs}
        there = len(keys & self.store.keys())
        wanted = self._wanted(len(keys))
        return wanted, wanted - there

    def players_now(self) -> Seen:
        """What there is of the players now. Raises OSError."""
        return Seen(tetress.version, {name: fingerprint(entrant) for name, entrant in self._entrants.items()})

    def differing(self) -> list[str]:
        """The names of players whose files or interpreter are not those that the run saw, or cannot be read."""
        seen = self._seen
        return [] if seen is None else [name for name, entrant in self._entrants.items() if not _is_as_seen(entrant, seen.files[name])]

    def without_package(self) -> list[str]:
        """The names of players whose package is not where it should be."""
        return [name for name, entrant in self._entrants.items() if not entrant.has_package()]

    def _wanted(self, known: int) -> int:
        if self.settings.schedule != SWISS:
            return known
        per_round = 2 * self.settings.pairs * (len(self._entrants) // 2)
        return per_round * self.settings.rounds

    def rounds(self) -> Iterator[list[Job]]:
        """The jobs, round by round. A Swiss round depends on the games before it, so ask for it when those have been
        played. It ends early if games of the last round are missing."""
        settings = self.settings
        names = list(self._entrants)
        if settings.schedule == SWISS:
            yield from self._swiss_rounds()
        elif settings.schedule == GAUNTLET:
            yield self._jobs(schedule.gauntlet(self._others, self._staff, settings.seed, settings.pairs))
        else:
            yield self._jobs(schedule.round_robin(names, settings.seed, settings.pairs))

    def _jobs(self, pairings: list[schedule.Pairing]) -> list[Job]:
        return [make_job(pairing, self._entrants, self.settings.limits, self._accept_weak, seen=self._seen) for pairing in pairings]

    def _swiss_rounds(self) -> Iterator[list[Job]]:
        pairs = self.settings.pairs
        byes: dict[str, float] = {}
        keys: list[str] = []
        met: list[tuple[str, str]] = []
        self.byes = byes
        for _ in range(self.settings.rounds):
            games = self.store.games(keys)
            if len(games) < len(keys):
                return
            points = dict(byes)
            for game in games:
                for name in (game.red, game.blue):
                    points[name] = points.get(name, 0.0) + game.points(name)
            found = schedule.swiss_round(list(self._entrants), points, met, byes, self.settings.seed)
            if found.bye is not None:
                # As much as all games of a meeting won.
                byes[found.bye] = byes.get(found.bye, 0.0) + 2.0 * pairs
            # Who meets again plays other games than before.
            before = collections.Counter(frozenset(meeting) for meeting in met)
            met += found.meetings
            pairings = [
                game
                for one, two in found.meetings
                for number in range(pairs)
                for game in schedule.games_of(one, two, self.settings.seed, pairs * before[frozenset((one, two))] + number)
            ]
            jobs = self._jobs(pairings)
            keys += [job["key"] for job in jobs]
            yield jobs

    def results(self, samples: int = 300) -> Results:
        """The results so far. `samples` is for the intervals of the ratings; -1 means no ratings, which need numpy."""
        found: list[Job] = []
        for jobs in self.rounds():
            found += jobs
        keys = [job["key"] for job in found]
        wanted = self._wanted(len(keys))
        games = self.store.games(keys)
        failures = self.store.failures()
        self._compare(found, games, failures)
        played_keys = {game.key for game in games}
        lost = [key for key in keys if key in failures and key not in played_keys]
        games += [_failure(key, failures[key][1]) for key in lost]
        byes = getattr(self, "byes", {})
        entries = self.settings.entries
        ratings = rate(entries, games, samples) if samples >= 0 else None
        results = Results(self.settings.title, entries, tuple(games), (), wanted, self.settings.to_json())
        table = standings(entries, games, ratings, byes)
        return dataclasses.replace(results, standings=tuple(table))

    def _compare(self, jobs: list[Job], games: list[Played], failures: dict[str, tuple[int, dict[str, Any]]]) -> None:
        """Raise StoreError if a game or failure was not played by those whom its key stands for."""
        players = {job["key"]: tuple(job["names"]) for job in jobs}
        there = [(game.key, (game.red, game.blue)) for game in games]
        there += [(key, (record["red"], record["blue"])) for key, (_, record) in failures.items()]
        for key, names in there:
            if players.get(key, names) != names:
                raise self.store.damaged(f"game {key[:16]} is not of those who should have played it")


def _is_as_seen(entrant: Entrant, seen: str) -> bool:
    if entrant.root is not None and not os.path.isdir(entrant.root):
        return False
    try:
        return fingerprint(entrant) == seen
    except OSError:
        return False


def _failure(key: str, record: dict[str, Any]) -> Played:
    return Played(key, "", record["red"], record["blue"], int(record["seed"]), record)


# told(done, wanted, job, record) after each game.
Listener = Callable[[int, int, Job, dict[str, Any]], None]


def run(tournament: Tournament, executor: Executor, told: Listener) -> int:
    """Play all games that are missing. Each game is in the store before it is told of, so a run may end at any
    moment and another one goes on. Returns the number of games that could not be played, though tried often
    enough; they are listed as failures. Raises ExecutorLost."""
    store, given_up = tournament.store, 0
    for jobs in tournament.rounds():
        unique = {job["key"]: job for job in jobs}
        there = store.keys()
        missing = {key: job for key, job in unique.items() if key not in there}
        tried = {key: attempts for key, (attempts, _) in store.failures().items()}
        missing = {key: job for key, job in missing.items() if tried.get(key, 0) < tournament.settings.attempts}
        done = len(unique) - len(missing)
        while missing:
            again: dict[str, Job] = {}
            for job, record in executor.run(list(missing.values())):
                if record["reason"] == outcome.INFRASTRUCTURE:
                    if store.add_failure(job["key"], record) < tournament.settings.attempts:
                        again[job["key"]] = job
                        continue
                else:
                    store.add(played(job, record))
                done += 1
                told(done, len(unique), job, record)
            missing = again
        kept = store.keys()
        given_up += sum(key not in kept for key in unique)
    return given_up


def played(job: Job, record: dict[str, Any]) -> Played:
    """A job and its record as the store keeps it."""
    return Played(job["key"], job["pair"], job["names"][0], job["names"][1], job["seed"], record)
