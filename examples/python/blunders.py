#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Where a game was lost: the moves after which the mover's chance of winning fell most.

    blunders.py [FILE [NODES]]

FILE has one move a line. Without it, two weak players play a game first. docs/guide/python.md explains the program.
"""

import sys

import tetress


def weak_game() -> "list[tetress.Move]":
    game = tetress.Game()
    players = {"red": tetress.Engine("level-1"), "blue": tetress.Engine("level-2")}
    while not game.over:
        game.play(players[game.turn].search(game).move)
    return game.history


def losses(moves, engine, nodes):
    """For each move: how much of the mover's winning chance it cost, and the move that the engine prefers."""
    game = tetress.Game()
    for move in moves:
        best = engine.search(game, nodes=nodes)
        mover = game.turn
        game.play(move)
        if game.over:
            after = {mover: 1.0, None: 0.5}.get(game.winner, 0.0)
        else:
            after = 1 - engine.search(game, nodes=nodes).win
        yield game.ply, mover, move, best.win - after, best.move


def main() -> None:
    nodes = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as file:
            moves = [tetress.Move(line.strip()) for line in file]
    else:
        moves = weak_game()
    with tetress.Engine("negamax", hash=4) as engine:
        worst = sorted(losses(moves, engine, nodes), key=lambda row: row[3], reverse=True)[:5]
    for ply, mover, move, loss, better in worst:
        print(f"action {ply:2}, {mover:4}: {move.piece_text} costs {100 * loss:.0f} %, better is {better.piece_text}")


if __name__ == "__main__":
    main()
