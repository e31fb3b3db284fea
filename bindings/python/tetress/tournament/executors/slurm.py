# SPDX-License-Identifier: MIT
"""Plays games on a Slurm cluster: a file of jobs, an array script, a worker that plays a shard, and files of records.

The script asks for no early signal. A worker that gets a signal leaves its game at once, and Slurm sends one at the
time limit.

No program of ours runs between submitting and collecting. A task that is cut off or requeued goes on where it was.
"""

from __future__ import annotations

import json
import os
import pathlib
import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from ...referee import isolation, outcome
from ...referee.ending import Ending
from ...referee.entrant import Entrant
from ...referee.limits import Limits
from ...referee.untrusted_text import shown_json
from ..job import Job, Seen, failed, play_elsewhere
from ..json_shape import integer, list_of, mapping, text
from ..record_shape import check_record

SCRIPT = """#!/bin/sh
#SBATCH --job-name={name}
#SBATCH --array=0-{last}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem={memory_mb}M
#SBATCH --time={minutes}
#SBATCH --requeue
#SBATCH --output={folder}/slurm-%A_%a.log
# Plays shard $SLURM_ARRAY_TASK_ID of {shards}. Submit with `sbatch`; when all is done: tetress.tournament collect.
exec {command} work --jobs {jobs} --shard "$SLURM_ARRAY_TASK_ID/{shards}" --out {folder}
"""


# Tasks start in the folder from which they are submitted, which may hold anything.
_WORK = "from tetress.tournament.__main__ import main; sys.exit(main())"


def write_script(
    folder: pathlib.Path, jobs: Sequence[Job], seen: Seen, shards: int, minutes: int, memory_mb: int, name: str
) -> pathlib.Path:
    """Write jobs.jsonl, seen.json and tournament.sbatch into `folder`, which is made. The jobs are for the files that were
    `seen`. Returns the path of the script."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "jobs.jsonl"
    path.write_text("".join(json.dumps(job) + "\n" for job in jobs), encoding="ascii")
    (folder / "seen.json").write_text(json.dumps(seen.to_json()), encoding="ascii")
    script = folder / "tournament.sbatch"
    shards = max(1, min(shards, len(jobs)))
    values = {
        "name": shlex.quote(name),
        "last": shards - 1,
        "shards": shards,
        "memory_mb": memory_mb,
        "minutes": minutes,
        "folder": shlex.quote(str(folder)),
        "jobs": shlex.quote(str(path)),
        "command": shlex.join(isolation.command(_WORK)),
    }
    script.write_text(SCRIPT.format(**values), encoding="utf-8")
    return script


_ENTRANT = mapping({"spec": text})

_JOB = mapping(
    {
        "key": text, "pair": text, "names": list_of(text), "red": _ENTRANT, "blue": _ENTRANT, "seed": integer, "limits": mapping({}),
    },
    {"accept_weak": list_of(text)},
)  # fmt: skip


def read_jobs(path: pathlib.Path) -> list[Job]:
    """The jobs of a file of write_script(). Raises OSError, and ValueError for any other file."""
    jobs = []
    for number, line in enumerate(path.read_text(encoding="ascii").splitlines(), 1):
        try:
            job = json.loads(line)
            _JOB(job, "the job")
            if len(job["names"]) != 2:
                raise ValueError("two players make a game")
            Entrant.from_json(job["red"]), Entrant.from_json(job["blue"]), Limits.from_json(job["limits"])
        except (ValueError, TypeError, RecursionError) as failure:
            raise ValueError(f"line {number} is no job, so write the file again with `slurm`: {failure}") from None
        jobs.append(job)
    return jobs


def read_seen(folder: pathlib.Path) -> Seen | None:
    """What write_script() saw; None if an earlier program wrote the folder, which did not keep that. Raises OSError, and
    ValueError if the file is damaged."""
    path = folder / "seen.json"
    if not path.exists():
        return None
    try:
        return Seen.from_json(json.loads(path.read_text(encoding="ascii")))
    except (ValueError, RecursionError) as failure:
        raise ValueError(f"seen.json is damaged, so write the folder again with `slurm`: {failure}") from None


def read_records(path: pathlib.Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The key and record of each game in a shard's file. A line that was cut off or is no record is skipped, so its game
    is missing."""
    if not path.exists():
        return
    for line in path.read_text(encoding="ascii", errors="replace").splitlines():
        try:
            value = json.loads(line)
            text(value["key"], "key")
            yield value["key"], check_record(shown_json(value["record"]))
        except (ValueError, KeyError, TypeError, RecursionError):
            continue


def work(jobs: Sequence[Job], shard: int, shards: int, out: pathlib.Path) -> int:
    """Play every `shards`-th job from `shard` on, and write a line for each game into shard-N.jsonl below `out`. Games
    that are there are not played again. Returns the number of games played.

    SIGTERM ends it wherever it is, also within a line. read_records() skips a line that was cut off, so that game is
    played again.
    """
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"shard-{shard}.jsonl"
    done = {key for key, record in read_records(path) if record["reason"] != outcome.INFRASTRUCTURE}
    played = 0
    with Ending(), open(path, "ab") as file:
        if file.tell() and not _ends_with_newline(path):
            file.write(b"\n")
        for job in jobs[shard::shards]:
            if job["key"] in done:
                continue
            line = json.dumps({"key": job["key"], "record": _played(job)}) + "\n"
            file.write(line.encode("ascii"))
            file.flush()
            os.fsync(file.fileno())
            played += 1
    return played


def _ends_with_newline(path: pathlib.Path) -> bool:
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def _played(job: Job) -> dict[str, Any]:
    try:
        return play_elsewhere(job)
    except Exception as failure:
        return failed(job, f"{type(failure).__name__}: {failure}")
