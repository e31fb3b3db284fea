# SPDX-License-Identifier: MIT
"""Figures in the documents, and whether their commands still print them.

A document states the command of an experiment and, below it, what the command prints:

    ```sh
    python3 lab/experiments s4 --games 200
    ```

    <!-- figures -->

    | match | report | ours | games |
    ...

    <!-- end of figures -->

`check` runs the nearest command above such a block again and compares the two texts, without columns of times.

If that takes too long, the block begins with `<!-- figures, sample DIGEST: COMMAND -->`. Then this smaller experiment
of the same players runs again, and the digest of its games and of its output is compared.

A block that holds times, or took hours, may be of an older version. It begins with `<!-- figures of SIGNATURE -->` or
`<!-- figures of SIGNATURE, sample DIGEST: COMMAND -->`, where SIGNATURE is the last line of `tetress bench` then.
"""
from __future__ import annotations

import hashlib
import json
import pathlib
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from matches import Failure, ask

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# Runs an experiment, its words as in a document and a folder for its files; what it prints.
Runner = Callable[[Sequence[str], pathlib.Path], str]

BLOCK = re.compile(
    r"^<!-- figures(?: of (?P<signature>\w+))?(?:, sample (?P<digest>\w+): (?P<sample>[^\n]*?))? -->\n"
    r"(?P<text>.*?)^<!-- end of figures -->$", re.DOTALL | re.MULTILINE)
EDGE = re.compile(r"^<!-- (?:figures|end of figures)", re.MULTILINE)
COMMAND = re.compile(r"^(?: {4})?(?:python3 )?lab/experiments (?P<words>[^#\n]*)", re.MULTILINE)

# Columns that are different each time.
TIMES = re.compile(r"\bms\b|\bs a piece\b|times as fast|seconds|\bMB\b")


@dataclass(frozen=True)
class Block:
    """Figures in a document."""

    document: pathlib.Path
    command: str
    signature: str | None
    digest: str | None
    sample: str | None
    text: str

    @property
    def name(self) -> str:
        return f"{self.document.name}: {self.command}"


@dataclass(frozen=True)
class Finding:
    """What is wrong with a block; a note if that is allowed."""

    block: Block
    words: str
    note: bool = False


def documents() -> list[pathlib.Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(document: pathlib.Path) -> Iterator[Block]:
    """The blocks of a document, in order."""
    text = document.read_text(encoding="utf-8")
    found = list(BLOCK.finditer(text))
    if len(EDGE.findall(text)) != 2 * len(found):
        raise Failure(f"{document.name}: of the comments about figures only {len(found)} pairs can be read")
    for match in found:
        commands = COMMAND.findall(text, 0, match.start())
        if not commands:
            raise Failure(f"{document.name}: no command of lab/experiments stands above the figures")
        yield Block(document, commands[-1].strip(), match["signature"], match["digest"], match["sample"], match["text"])


# ---- Comparing ---------------------------------------------------------------------------------


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def without_times(text: str) -> list[list[str]]:
    """Lines of tables as their cells; those of columns with times are left out."""
    lines, keep = [], None
    for line in text.strip().splitlines():
        if not line.startswith("|"):
            lines.append([line])
            keep = None
            continue
        row = cells(line)
        if keep is None:
            keep = [number for number, title in enumerate(row) if not TIMES.search(title)]
        lines.append([row[number] for number in keep if number < len(row)])
    return lines


def difference(written: str, found: str) -> str:
    """The first line that differs, or nothing."""
    old, new = without_times(written), without_times(found)
    for a, b in zip(old, new):
        if a != b:
            return f"{' | '.join(a)}\n  is now  {' | '.join(b)}"
    return "" if len(old) == len(new) else f"{len(old)} lines are {len(new)} now"


def digest(folder: pathlib.Path, text: str) -> str:
    """Twelve digits that identify every move of the games in a folder, and what was printed without times."""
    total = hashlib.sha256(json.dumps(without_times(text)).encode())
    for file in sorted((folder / "games").glob("*.jsonl")):
        for line in file.read_text().splitlines():
            game = json.loads(line)
            total.update(json.dumps([game[key] for key in ("red", "blue", "start", "moves", "result")]).encode())
    return total.hexdigest()[:12]


class Checker:
    """Runs what blocks name, each command once."""

    def __init__(self, run: Runner, program: str, folder: pathlib.Path) -> None:
        self.run = run
        self.program = program
        self.folder = folder
        self._signature = ""

    def signature(self) -> str:
        if not self._signature:
            self._signature = ask(self.program, "bench").split()[-1]
        return self._signature

    def sampled(self, command: str) -> str:
        folder = self.folder / hashlib.sha256(command.encode()).hexdigest()[:8]
        return digest(folder, self.run(shlex.split(command), folder))

    def check(self, block: Block) -> Finding | None:
        if block.sample is not None:
            if self.sampled(block.sample) == block.digest:
                return None
            words = f"the results of `{block.sample}` are others now"
        elif block.signature is not None:
            if self.signature() == block.signature:
                return None
            words = f"it is of the build {block.signature}, and this is {self.signature()}"
        else:
            words = difference(block.text, self.run(shlex.split(block.command), self.folder / "whole"))
            if not words:
                return None
        return Finding(block, words, note=block.signature is not None)

    def measured(self, block: Block) -> str:
        """The block with new figures; its whole experiment runs."""
        text = self.run(shlex.split(block.command), self.folder / "whole").strip()
        signature = f" of {self.signature()}" if block.signature is not None else ""
        sample = f", sample {self.sampled(block.sample)}: {block.sample}" if block.sample is not None else ""
        return f"<!-- figures{signature}{sample} -->\n\n{text}\n\n<!-- end of figures -->"


def write(block: Block, text: str) -> None:
    """Replace a block in its document, unless the document has changed since it was read."""
    document = block.document.read_text(encoding="utf-8")
    there = [match for match, other in zip(BLOCK.finditer(document), blocks(block.document)) if other == block]
    if len(there) != 1:
        raise Failure(f"{block.name}: the document has changed since it was read")
    block.document.write_text(document[: there[0].start()] + text + document[there[0].end():], encoding="utf-8")
