#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A short game: an engine against random moves, and what an illegal move says."""

import tetress

game = tetress.Game()
game.play("3-4,4-3,4-4,4-5")  # red, as text; cells are row-column
game.play_cells([(7, 7), (7, 8), (8, 7), (8, 8)])  # blue, as cells

try:
    game.play("4-4,4-5,4-6,4-7")
except tetress.IllegalMove as refused:
    print(f"refused, {refused.rule}: {refused}")

with tetress.Engine("negamax", hash=1) as engine:
    while not game.over and game.ply < 20:
        if game.turn == "red":
            result = engine.search(game, nodes=2000)
            move = result.move
            print(f"{game.ply:3} red  {move}  score {result.score / 100:+.2f} depth {result.depth}")
        else:
            move = game.random_move(seed=game.ply)
            print(f"{game.ply:3} blue {move}  {move.piece}")
        game.play(move)

print(game)
print("tokens:", game.tokens, "winner:", game.winner or "nobody yet")
