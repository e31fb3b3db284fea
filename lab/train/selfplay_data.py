#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Read the training data that `tetress selfplay` writes (docs/reference/formats.md, "Training data").

As a program it prints a summary of each file. As a module:

    header, positions = selfplay_data.load("games.bin")
    positions["score"]                       # any column, memory-mapped
    selfplay_data.cells(positions, "red")    # (n, 121) of 0 and 1
"""
import argparse
import pathlib
import sys

import numpy as np

MAGIC = b"TTRSELF\n"
VERSION = 1

POSITION = np.dtype([
    ("red", "<u8", 2),     # cells 0..63, cells 64..120
    ("blue", "<u8", 2),
    ("game", "<u4"),       # number of the game in its file
    ("score", "<i4"),      # of the search's best move, in centi-tokens for the mover
    ("move", "<u2"),       # the move that was played
    ("ply", "u1"),         # actions played before this one; even: red to move
    ("flags", "u1"),
    ("result", "i1"),      # 1 the mover won the game, 0 draw, -1 lost
    ("reason", "u1"),      # 1 no moves, 2 turn limit
    ("depth", "u1"),       # plies that the search completed
    ("left", "u1"),        # actions to the end of the game, including this one
])
assert POSITION.itemsize == 48

FIRST, RANDOM, PROVEN, CLEARS = 1, 2, 4, 8  # flags


def read_header(path):
    """The header: its `key=value` lines as a dictionary, which say how the games were made, and its `size` in bytes."""
    with open(path, "rb") as file:
        fixed = file.read(24)
        version, size, position_size = np.frombuffer(fixed[8:20], "<u4") if len(fixed) == 24 else (0, 0, 0)
        if fixed[:8] != MAGIC or version != VERSION or position_size != POSITION.itemsize:
            raise ValueError(f"{path} is not training data of version {VERSION}")
        text = file.read(int(size) - 24).rstrip(b"\0").decode()
    header = dict(line.split("=", 1) for line in text.splitlines())
    header["size"] = int(size)
    return header


def load(path):
    """(header, positions) of a file. The positions of all complete games are memory-mapped."""
    header = read_header(path)
    count = (pathlib.Path(path).stat().st_size - header["size"]) // POSITION.itemsize
    if count <= 0:
        return header, np.zeros(0, POSITION)
    positions = np.memmap(path, POSITION, "r", header["size"], (count,))
    ends = np.flatnonzero(positions["left"][-256:] == 1)  # a game has at most 150 positions
    tail = len(positions[-256:])
    return header, positions[: count - tail + ends[-1] + 1] if len(ends) else positions[:0]


def game_starts(positions):
    """Where each game begins."""
    return np.flatnonzero(positions["flags"] & FIRST)


def cells(positions, colour):
    """The tokens of "red" or "blue" as (n, 121) of 0 and 1, cell 11 * row + column."""
    words = np.ascontiguousarray(positions[colour])
    return np.unpackbits(words.view("u1").reshape(len(words), 16), axis=1, bitorder="little")[:, :121]


def mover_cells(positions):
    """The tokens of the side to move and of the other side, as cells() gives them."""
    blue_moves = (positions["ply"] & 1).astype(bool)[:, None]
    red, blue = cells(positions, "red"), cells(positions, "blue")
    return np.where(blue_moves, blue, red), np.where(blue_moves, red, blue)


def main():
    parser = argparse.ArgumentParser(description="Print a summary of files of training data.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    for path in parser.parse_args().files:
        header, positions = load(path)
        for key, value in header.items():
            print(f"{key:10} {value}")
        starts = game_starts(positions)
        if len(starts) == 0:
            print("no games")
            continue
        red = positions["result"][starts] * (1 - 2 * (positions["ply"][starts] & 1).astype(int))
        print(f"games      {len(starts)}, of {positions['left'][starts].mean():.1f} actions")
        print(f"positions  {len(positions)}, {(positions['flags'] & RANDOM != 0).mean():.1%} random moves,"
              f" {(positions['flags'] & PROVEN != 0).mean():.1%} proven, depth {positions['depth'].mean():.1f}")
        print(f"red        won {(red > 0).mean():.1%}, drawn {(red == 0).mean():.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
