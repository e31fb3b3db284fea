#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws architecture.svg: the layers of the library and what stands on it, stacked like bricks.

A brick may use what it rests on. The places of the bricks are written below; what each may use is read from CMake, and the
drawing is refused where the two differ. `--check` compares the drawing with the file instead of writing it.
"""
from __future__ import annotations

import dataclasses
import html
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PICTURE = HERE / "architecture.svg"

COLUMN, ROW, GAP, MARGIN = 74, 40, 4, 8
LIBRARY, HOST, HEADER = "#dbe9f6", "#e8f2dc", "#fbe9c6"


@dataclasses.dataclass(frozen=True)
class Brick:
    """A rectangle of the grid, whose row 0 is at the bottom."""

    name: str
    left: int
    right: int
    bottom: int
    top: int
    fill: str = LIBRARY
    note: str = ""

    def rests_on(self, other: Brick) -> bool:
        """Does its lower edge touch the upper edge of the other?"""
        return self.bottom == other.top and self.left < other.right and other.left < self.right


BRICKS = (
    Brick("base", 0, 12, 0, 1, note="memory, threads, clocks, random numbers, text"),
    Brick("core", 0, 9, 1, 2, note="board, placements, kernels, rules, notation"),
    Brick("eval", 0, 6, 2, 3, note="evaluators"),
    Brick("search/common", 0, 6, 3, 4, note="budget, time plan, lines"),
    Brick("search/solver", 0, 3, 4, 5),
    Brick("search/negamax", 0, 3, 5, 6),
    Brick("search/mcts", 3, 6, 4, 6),
    Brick("search/simple", 0, 6, 6, 7, note="greedy, beam, hybrid"),
    Brick("players", 0, 6, 7, 8, note="options, the table of players"),
    Brick("match", 6, 9, 2, 8, note="pairs, Elo, referee"),
    Brick("tetris", 9, 12, 1, 8, note="single player"),
    Brick("api", 0, 12, 8, 9, note="handles, argument checks, errors"),
    Brick("include/tetress", 0, 12, 9, 10, HEADER, "the public header: all that a host sees"),
    Brick("tools/terminal", 0, 6, 10, 11, HOST),
    Brick("tools/records", 0, 6, 11, 12, HOST),
    Brick("tools/matches", 0, 2, 12, 13, HOST),
    Brick("tools/analysis", 2, 4, 12, 13, HOST),
    Brick("tools/tetris", 4, 6, 12, 13, HOST),
    Brick("tools/commands", 0, 6, 13, 14, HOST, "the command line"),
    Brick("bindings/python", 6, 8, 10, 13, HOST),
    Brick("lab", 6, 8, 13, 14, HOST),
    Brick("bindings/lua", 8, 10, 10, 14, HOST),
    Brick("examples", 10, 12, 10, 14, HOST),
)


def below_in_cmake() -> dict[str, set[str]]:
    """What each layer of lib/ and each folder of tools/ names in CMake as below it."""
    below = {}
    for file, command, prefix in (("lib/CMakeLists.txt", "tetress_layer", ""), ("tools/CMakeLists.txt", "tetress_tools_folder", "tools/")):
        text = re.sub(r"#.*", "", (ROOT / file).read_text(encoding="utf-8"))
        for name, rest in re.findall(rf"^{command}\(\s*([\w/]+)([^)]*)\)", text, re.MULTILINE):
            _, _, names = rest.partition(" BELOW")
            below[prefix + name] = {prefix + one for one in names.split()}
    return below


def differences() -> list[str]:
    """Where the drawing does not say what CMake says."""
    drawn = {one.name: {other.name for other in BRICKS if one.rests_on(other)} for one in BRICKS}
    found = []
    for name, below in below_in_cmake().items():
        if name == "tools/terminal":
            below = below | {"include/tetress"}
        if drawn.get(name) != below:
            found.append(f"{name}: rests on {sorted(drawn.get(name, ()))}, and CMake says {sorted(below)}")
    return found


def rectangle(brick: Brick, height: int) -> str:
    """A brick with its name, and a note below or beside it."""
    x, y = MARGIN + brick.left * COLUMN, height - MARGIN - brick.top * ROW
    width, tall = (brick.right - brick.left) * COLUMN - GAP, (brick.top - brick.bottom) * ROW - GAP
    middle, centre = x + width / 2, y + tall / 2
    beside = bool(brick.note) and tall < 2 * ROW - GAP
    text = f'<tspan font-weight="bold">{brick.name}</tspan>' + (f"  {html.escape(brick.note)}" if beside else "")
    lines = [
        f'<rect x="{x}" y="{y}" width="{width}" height="{tall}" rx="4" fill="{brick.fill}" stroke="#5b6b7a"/>',
        f'<text x="{middle:g}" y="{centre + 5:g}" text-anchor="middle" xml:space="preserve">{text}</text>',
    ]
    if brick.note and not beside:
        lines.append(f'<text x="{middle:g}" y="{centre + 23:g}" text-anchor="middle">{html.escape(brick.note)}</text>')
    return "\n".join(lines)


def picture() -> str:
    """The whole drawing."""
    width = 2 * MARGIN + max(brick.right for brick in BRICKS) * COLUMN - GAP
    height = 2 * MARGIN + max(brick.top for brick in BRICKS) * ROW - GAP
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' role="img" aria-labelledby="title about" font-family="sans-serif" font-size="14" fill="#1b2733">',
        '<title id="title">The layers of libtetress</title>',
        '<desc id="about">A stack of bricks. Each layer may use those that it rests on, and what these rest on.</desc>',
        *(rectangle(brick, height) for brick in BRICKS),
        "</svg>\n",
    ])


def main() -> int:
    wrong = differences()
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 1
    if sys.argv[1:] != ["--check"]:
        PICTURE.write_text(picture(), encoding="utf-8")
        return 0
    if PICTURE.read_text(encoding="utf-8") == picture():
        return 0
    print(f"{PICTURE.name} is not what this program draws: run it again", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
