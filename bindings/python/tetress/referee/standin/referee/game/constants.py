# SPDX-License-Identifier: MIT
"""Numbers of the game."""

GAME_NAME = "Tetress"
NUM_PLAYERS = 2
BOARD_N = 11  # rows, and columns
MAX_TURNS = 150  # actions of both players together
