#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Watch an agent of the single-player game; Ctrl-C ends it.

    tetris_watch.py [EVALUATOR [PIECES [SECONDS]]]

EVALUATOR is one of tetress.tetris.evaluators(). In a terminal the well is drawn after each piece, SECONDS apart; elsewhere
only the last one is.
"""

from __future__ import annotations

import sys
import time

from tetress import tetris

HOME_AND_CLEAR = "\x1b[H\x1b[2J"


def draw(game: tetris.Game) -> None:
    """The well between its walls, and the score."""
    rows = str(game).replace(".", "  ").replace("#", "[]").split("\n")
    print("\n".join(f"|{row}|" for row in rows))
    print(f"piece {game.piece}, {game.turns} pieces placed, {game.lines} rows removed")


def watch(agent: tetris.Agent, game: tetris.Game, pieces: int, pause: float) -> None:
    """Play, drawing each well."""
    while not game.over and game.turns < pieces:
        move = agent.choose(game).move
        game.play(0 if move is None else move)  # all lose: any ends it
        print(HOME_AND_CLEAR, end="")
        draw(game)
        time.sleep(pause)


def main() -> None:
    evaluator = sys.argv[1] if len(sys.argv) > 1 else "tetress"
    pieces = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    pause = float(sys.argv[3]) if len(sys.argv) > 3 else 0.1
    agent = tetris.Agent(evaluator, lookahead=1)
    game = tetris.Game(seed=1)
    if sys.stdout.isatty():
        watch(agent, game, pieces, pause)
    else:
        agent.play(game, pieces)
        draw(game)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print()
