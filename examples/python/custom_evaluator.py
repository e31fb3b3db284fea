#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An evaluator written in Python, and whether it is any good: a match against the library's own.

An evaluator judges a position for the side to move, in centi-tokens. In Python it costs a few
microseconds a position where C costs a fraction of one, so the match gives both players the same
number of positions, not the same time.
"""

import tetress

OTHER = {"red": "blue", "blue": "red"}


def tokens_and_freedom(position: tetress.Position) -> int:
    """A token counts 100, a possible move 5."""
    own, other = position.turn, OTHER[position.turn]
    tokens = position.tokens
    freedom = position.mobility(own) - position.mobility(other)
    return 100 * (tokens[own] - tokens[other]) + 5 * freedom


with tetress.Engine("negamax", hash=1) as ours:
    ours.evaluator = tokens_and_freedom
    print("first position:", ours.evaluate(tetress.Game()))
    result = tetress.play_match(
        ours,
        "negamax:evaluator=tokens,hash=1",
        games=6,
        nodes=300,
        on_game=lambda game: print(
            f"pair {game.pair}, ours {game.first_colour}: {game.result} "
            f"after {len(game.moves)} actions"
        ),
    )

low, high = result.interval
print(f"+{result.wins} ={result.draws} -{result.losses}, score {result.score:.2f}")
print(f"Elo {result.elo:+.0f}, 95 % interval {low:+.0f} to {high:+.0f}")
