# SPDX-License-Identifier: MIT
"""The board game Tetress: rules, players, search.

    import tetress

    game = tetress.Game()
    game.play("3-4,4-3,4-4,4-5")
    with tetress.Engine("negamax", hash=64) as engine:
        print(engine.search(game, nodes=10_000).move)

A thin layer over the C library libtetress.

Threads: different objects are independent. Several threads may use one Game, call by call. One thread at a time may use
an Engine, but for stop() and resume(). Searches, perft and matches let other threads run.
"""

# This comes first, before any module of Python's own, `__future__` included.
from . import _guard

_guard.keep_out()

from . import _abi, tetris
from ._library import decode as _decode
from ._library import library_path
from ._library import quick as _quick
from .catalogue import Evaluator, Player, evaluators, players
from .engine import Engine
from .errors import (
    ArgumentError,
    ClosedError,
    EngineBusy,
    GameOver,
    IllegalMove,
    NothingToUndo,
    OptionError,
    OutOfMemory,
    SizeError,
    TetressError,
    TextError,
    UnknownName,
    VersionError,
)
from .game import Game, Playouts, Position, perft
from .match import Comparison, MatchGame, MatchResult, SequentialTest, compare_pairs, play_match
from .moves import Move
from .option import Option
from .result import Line, Result

# The version of the package. That of the library is `version`.
__version__ = (
    f"{_abi.TETRESS_VERSION_MAJOR}.{_abi.TETRESS_VERSION_MINOR}.{_abi.TETRESS_VERSION_PATCH}"
)
version: str = _decode(_quick.tetress_version())
abi_version: int = _quick.tetress_abi_version()


def kernel() -> str:
    """The kernel that generates moves on this processor: "portable", "avx2" or "avx512".

    No result depends on it. The environment variable TETRESS_KERNEL chooses another, if it is set before the first
    game.
    """
    return _decode(_quick.tetress_kernel_name())

__all__ = [
    "ArgumentError",
    "ClosedError",
    "Comparison",
    "Engine",
    "EngineBusy",
    "Evaluator",
    "Game",
    "GameOver",
    "IllegalMove",
    "Line",
    "MatchGame",
    "MatchResult",
    "Move",
    "NothingToUndo",
    "Option",
    "OptionError",
    "OutOfMemory",
    "Player",
    "Playouts",
    "Position",
    "Result",
    "SequentialTest",
    "SizeError",
    "TetressError",
    "TextError",
    "UnknownName",
    "VersionError",
    "abi_version",
    "compare_pairs",
    "evaluators",
    "kernel",
    "library_path",
    "perft",
    "play_match",
    "players",
    "tetris",
    "version",
]
