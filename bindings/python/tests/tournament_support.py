# SPDX-License-Identifier: MIT
"""Made-up results of tournaments, of games that really follow the rules."""

import functools
import json

import tetress
from tetress.referee import outcome
from tetress.referee.limits import Limits
from tetress.referee.outcome import Fault
from tetress.referee.record import GameRecord, PlayerRecord
from tetress.tournament.ratings import standings
from tetress.tournament.results import Entry, Played, Results

HOSTILE = '</script><script>alert("x")</script>\u2028<!-- & \' "'


# Random games that go on for 150 actions are rare: seeds of one with each result.
LONG = {outcome.RED: 1078, outcome.BLUE: 56, outcome.DRAW: 6885}


def random_game(seed, actions=150):
    """The game of that seed, and its moves, to the end or for so many actions."""
    game, moves = tetress.Game(), []
    while len(moves) < actions and not game.over:
        moves.append(game.play(game.random_move(1000 * seed + game.ply)))
    return game, moves


@functools.cache
def moves_to(result, reason, seed):
    """Moves of a random game that ends so by the rules."""
    for tried in [LONG[result]] if reason == outcome.TURN_LIMIT else range(seed, seed + 100):
        game, moves = random_game(tried)
        if (game.winner or outcome.DRAW, game.reason) == (result, reason):
            return moves
    raise AssertionError(f"no game ends by {reason} with {result}")


def record(red, blue, result, reason, actions=12, seed=1, log="", detail="as it was"):
    """A record of random actions: so many of them if it does not end by the rules."""
    if reason == outcome.ILLEGAL and (result == outcome.RED) != (actions % 2 == 1):
        actions += 1  # the mover is the one who loses
    moves = moves_to(result, reason, seed) if reason in outcome.BY_RULES else random_game(seed, actions)[1]
    blame = outcome.other(result) if reason in outcome.FORFEITS else "both" if reason == outcome.BOTH_FAILED else None
    players = {colour: PlayerRecord(spec=name, cpu_s=1.5, wall_s=2.0, slowest_ms=30.0, log=log, log_bytes=len(log), layers=("bwrap",)) for colour, name in (("red", red), ("blue", blue))}
    for colour in outcome.COLOURS:
        if blame in (colour, "both"):
            kind = reason if reason in outcome.FORFEITS else outcome.LOAD
            players[colour].fault = Fault(kind, detail, lines=("Traceback", HOSTILE)).to_json()
    players["blue"].peak_mb = 12.5
    made = GameRecord(
        red=red, blue=blue, seed=seed, limits=Limits(cpu_s=180.0, memory_mb=250.0).to_json(), library=tetress.version,
        start=tetress.Game().text, moves=[str(move) for move in moves], scores=[0] * len(moves), nodes=[0] * len(moves),
        times_ms=list(range(len(moves))), result=result, reason=reason, blame=blame, detail=detail, players=players,
        host={"system": "Linux", "machine": "x86_64", "kernel": "avx2"}, started="2026-01-01T00:00:00+00:00", wall_s=3.0,
    )  # fmt: skip
    return json.loads(made.to_line())


def played(red, blue, result, reason="no_moves", number=0, **options):
    return Played(f"{red}-{blue}-{number}", f"{min(red, blue)}-{max(red, blue)}-{number}", red, blue, number, record(red, blue, result, reason, seed=number, **options))


def results_of(games, entries=None, ratings=None, title="A class"):
    names = list(dict.fromkeys(name for game in games for name in (game.red, game.blue)))
    entries = tuple(entries or (Entry(name, name) for name in names))
    return Results(title, entries, tuple(games), tuple(standings(entries, games, ratings)), len(games))


def all_outcomes():
    """A game for each way to end, between `a` and `b`, of either result."""
    games = [played("a", "b", "red"), played("a", "b", "blue", number=1), played("b", "a", "draw", "turn_limit", number=2)]
    for number, reason in enumerate(outcome.FORFEITS, 3):
        games.append(played("a", "b", "red" if number % 2 else "blue", reason, number=number, actions=number % 3))
    games.append(played("a", "b", "draw", "both_failed", number=20, actions=0))
    games.append(played("a", "b", "unfinished", "infrastructure", number=21, actions=0))
    return games
