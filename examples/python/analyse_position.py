#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The best moves of a position, with progress while the search runs.

    analyse_position.py [POSITION [NODES]]

POSITION is eleven rows joined by "/", the side to move and the number of actions played, as
Game.text gives it. Ctrl-C ends the search.
"""

import sys

import tetress

SAMPLE = (
    "...r......./..rrr....../...bb....../...bb....../..bb......./...bb....../"
    ".rrrr....../....r....../....rrr..../.........../........... r 12"
)


def show_progress(so_far: tetress.Result, line: tetress.Line) -> None:
    print(f"depth {so_far.depth:2}  nodes {so_far.nodes:8}  {line.rank}. {line.move.piece_text}")


def describe(line: tetress.Line) -> str:
    if line.mate is not None:
        verdict = f"{'wins' if line.mate > 0 else 'loses'} within {abs(line.mate)} actions"
    else:
        verdict = f"{line.score / 100:+7.2f} tokens, wins {line.win_text}"
    return f"{line.rank}. {verdict}: {', '.join(move.piece_text for move in line.pv[:4])}"


def main() -> None:
    game = tetress.Game.from_text(sys.argv[1] if len(sys.argv) > 1 else SAMPLE)
    nodes = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    print(game)
    print(f"{len(game.legal_moves())} legal moves")
    with tetress.Engine("negamax", multipv=3) as engine:
        result = engine.search(game, nodes=nodes, info=show_progress)
    print(f"\n{result.nodes} positions in {result.wall_ms} ms, ended by: {result.stop_reason}")
    for line in result.lines:
        print(describe(line))


if __name__ == "__main__":
    main()
