# SPDX-License-Identifier: MIT
"""Matches by the program `tetress`. Each match keeps its games in a file, so that it can continue."""
from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tqdm import tqdm

POLL_SECONDS = 0.5

Record = dict[str, Any]  # a game as docs/reference/formats.md describes it


class Failure(Exception):
    """An error that the user can do something about."""


@dataclass(frozen=True)
class Setting:
    """What all matches of an experiment have in common."""

    program: str
    out: pathlib.Path
    games: int
    budget: str
    seed: int = 1
    opening: int = 4
    concurrency: int = 1
    play: bool = True  # False: use only the games that exist


@dataclass(frozen=True)
class Match:
    first: str
    second: str
    games: Sequence[Record]

    @property
    def pairs(self) -> list[int]:
        """How many pairs gave the first player 0, 1/2, 1, 3/2 and 2 points. It is red in even games."""
        counts = [0] * 5
        for number in range(0, len(self.games) - 1, 2):
            counts[half_points(self.games[number], "red") + half_points(self.games[number + 1], "blue")] += 1
        return counts

    def colour(self, number: int, player: str) -> str:
        """The colour of a player in a game."""
        return ("red", "blue")[number % 2 ^ (player != self.first)]


def half_points(game: Record, colour: str) -> int:
    return 1 if game["result"] == "draw" else 2 * (game["result"] == colour)


# ---- Asking the program ------------------------------------------------------------------------


def ask(program: str, *arguments: str) -> str:
    try:
        done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    except OSError as error:
        raise Failure(f"cannot run {program}: {error.strerror}; --tetress names the program") from None
    if done.returncode != 0:
        raise Failure(done.stderr.strip() or f"{program} failed with exit code {done.returncode}")
    return done.stdout


def player_names(program: str) -> list[str]:
    return [player["name"] for player in json.loads(ask(program, "players", "--json"))["players"]]


def check_specs(program: str, specs: Sequence[str]) -> None:
    """Refuse unknown players before the first game."""
    names = player_names(program)
    for spec in specs:
        name = re.split("[:@]", spec)[0]
        if name not in names:
            raise Failure(f"there is no player {name!r}; `tetress players` lists {', '.join(names)}")
    if len(set(specs)) != len(specs):
        raise Failure("a player is named twice")


@contextlib.contextmanager
def sole_run(out: pathlib.Path) -> Iterator[None]:
    """Hold the folder for one run, because two would spoil each other's files."""
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Failure(f"another run is at work in {out}") from None
        yield


# ---- Games -------------------------------------------------------------------------------------


def game_file(setting: Setting, first: str, second: str) -> pathlib.Path:
    """The file of a match. Different settings have different files, so that games never mix."""
    names = "-".join(re.sub(r"[^A-Za-z0-9]+", "-", spec)[:40] for spec in (first, second))
    whole = json.dumps([first, second, setting.budget, setting.seed, setting.opening])
    return setting.out / "games" / f"{names}-{hashlib.sha256(whole.encode()).hexdigest()[:8]}.jsonl"


def complete_lines(path: pathlib.Path) -> list[str]:
    """The lines of a file that end with a newline."""
    text = path.read_text() if path.exists() else ""
    return text[: text.rfind("\n") + 1].splitlines()


def wait_with_bar(process: subprocess.Popen[str], path: pathlib.Path, most: int, bar: tqdm[Any]) -> str:
    """Wait for the program while the bar follows its file, and return what it wrote to stderr."""
    start = bar.n
    while True:
        try:
            return process.communicate(timeout=POLL_SECONDS)[1]
        except subprocess.TimeoutExpired:
            bar.update(start + min(len(complete_lines(path)), most) - bar.n)


def run_match(setting: Setting, first: str, second: str, path: pathlib.Path, bar: tqdm[Any]) -> None:
    command = [setting.program, "match", first, second, "--games", str(setting.games), "--budget", setting.budget,
               "--seed", str(setting.seed), "--opening", str(setting.opening),
               "--concurrency", str(setting.concurrency), "--out", str(path), "--resume", "--json", "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        complaint = wait_with_bar(process, path, setting.games, bar)
    except BaseException:  # also Ctrl-C: nothing else would stop the program
        process.terminate()
        process.wait()
        raise
    if process.returncode != 0:
        raise Failure(complaint.strip() or f"{' '.join(command)} ended with {process.returncode}")


def match(setting: Setting, first: str, second: str, bar: tqdm[Any]) -> Match:
    """Play the missing games of a match and read all of them, without half a pair at the end."""
    path = game_file(setting, first, second)
    path.parent.mkdir(parents=True, exist_ok=True)
    start = bar.n
    if setting.play:
        run_match(setting, first, second, path, bar)
    lines = complete_lines(path)[: setting.games]
    bar.update(start + setting.games - bar.n)
    return Match(first, second, [json.loads(line) for line in lines[: len(lines) // 2 * 2]])


def matches(setting: Setting, pairings: Sequence[tuple[str, str]]) -> Iterator[Match]:
    """Play one match after another under one progress bar. Matches without games are left out."""
    if not setting.play and not any(complete_lines(game_file(setting, *pairing)) for pairing in pairings):
        raise Failure(f"{setting.out} has no games of this experiment at these settings")
    with tqdm(total=setting.games * len(pairings), unit="game", disable=None) as bar:
        for first, second in pairings:
            bar.set_description(f"{first} - {second}"[:40])
            played = match(setting, first, second, bar)
            if played.games:
                tqdm.write(f"{first} - {second}: {len(played.games)} games", file=sys.stderr)
                yield played
