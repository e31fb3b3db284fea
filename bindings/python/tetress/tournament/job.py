# SPDX-License-Identifier: MIT
"""A game that can be played anywhere: a JSON value that holds all of it, and the function that plays it."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
from collections.abc import Sequence
from typing import Any

import tetress

from ..referee import outcome
from ..referee.course_game import play_game
from ..referee.entrant import Entrant
from ..referee.limits import Limits
from ..referee.record import GameRecord, PlayerRecord
from ..referee.untrusted_text import UntrustedText
from .json_shape import mapping, text
from .schedule import Pairing

Job = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Seen:
    """What the last run saw of the players: the version of the library, and the fingerprint of each by name."""

    library: str
    files: dict[str, str]

    def to_json(self) -> dict[str, Any]:
        """For the store."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, values: Any) -> Seen:
        """The inverse. Raises ValueError."""
        _SEEN(values, "what the last run saw")
        return cls(values["library"], values["files"])


_SEEN = mapping({"library": text, "files": mapping({}, rest=text)})


@functools.lru_cache(maxsize=4096)
def fingerprint(entrant: Entrant) -> str:
    """Files are read once a run, since agents do not change while they play."""
    return entrant.fingerprint()


def game_key(names: Sequence[str], files: Sequence[str], seed: int, limits: Limits, library: str = tetress.version) -> str:
    """The hash of everything that decides the game, and of the names: two teams may have handed in the same files.
    `names` and `files` are those of red and blue; `files` are their fingerprints."""
    parts = [*names, list(files), str(seed), limits.to_json(), library]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def make_job(
    pairing: Pairing, entrants: dict[str, Entrant], limits: Limits, accept_weak: Sequence[str] = (), *, seen: Seen | None = None
) -> Job:
    """The job of a game. `accept_weak` is as for play_game(); it changes no result and is no part of the key. The key is of
    the files that were `seen`, or for None of those that are there now."""
    red, blue = entrants[pairing.red], entrants[pairing.blue]
    names = [pairing.red, pairing.blue]
    if seen is None:
        key = game_key(names, [fingerprint(red), fingerprint(blue)], pairing.seed, limits)
    else:
        key = game_key(names, [seen.files[name] for name in names], pairing.seed, limits, seen.library)
    return {
        "key": key,
        "pair": pairing.pair,
        "names": names,
        "red": red.to_json(),
        "blue": blue.to_json(),
        "seed": pairing.seed,
        "limits": limits.to_json(),
        "accept_weak": list(accept_weak),
    }


def forget_fingerprints() -> None:
    """Read the agents' files again at the next job."""
    fingerprint.cache_clear()


def play(job: Job) -> dict[str, Any]:
    """Play it. Returns the record as JSON. Never raises for what players do; what fails here has outcome
    INFRASTRUCTURE."""
    red, blue = Entrant.from_json(job["red"]), Entrant.from_json(job["blue"])
    names = (job["names"][0], job["names"][1])
    limits, weak = Limits.from_json(job["limits"]), tuple(job.get("accept_weak", ()))
    record = play_game(red, blue, limits, seed=job["seed"], names=names, accept_weak=weak)
    return record.to_json()


def play_elsewhere(job: Job) -> dict[str, Any]:
    """play() on another machine or at a later time. If the files of a player or the library are not those of the
    key, the outcome is INFRASTRUCTURE and nobody loses. Else a folder that a machine does not see would be the
    fault of the team."""
    red, blue = Entrant.from_json(job["red"]), Entrant.from_json(job["blue"])
    try:
        files = [red.fingerprint(), blue.fingerprint()]
    except OSError as failure:
        files = [str(failure)]  # a folder is not there, for example
    if game_key(job["names"], files, job["seed"], Limits.from_json(job["limits"])) != job["key"]:
        names = " or ".join(job["names"])
        return failed(job, f"the files of {names}, or the library ({tetress.version}), are not those that were to play")
    return play(job)


def failed(job: Job, why: str) -> dict[str, Any]:
    """The record of a game that could not be played, by nobody's fault."""
    record = GameRecord(
        red=job["names"][0],
        blue=job["names"][1],
        seed=job["seed"],
        limits=job["limits"],
        library=tetress.version,
        start=tetress.Game().text,
        detail=UntrustedText(why).shown(),
        players={colour: PlayerRecord(spec=job[colour]["spec"]) for colour in outcome.COLOURS},
    )
    return record.to_json()
