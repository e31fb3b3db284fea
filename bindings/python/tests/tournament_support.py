# SPDX-License-Identifier: MIT
"""Made-up results of tournaments, of games that really follow the rules."""

import json
import random

import tetress
from tetress.referee import outcome
from tetress.referee.limits import Limits
from tetress.referee.outcome import Fault
from tetress.referee.record import GameRecord, PlayerReport
from tetress.tournament.ratings import standings
from tetress.tournament.results import Entry, Played, Results

HOSTILE = '</script><script>alert("x")</script>\u2028<!-- & \' "'


def record(red, blue, result, reason, actions=12, seed=1, log="", detail="as it was"):
    """A record with that many random actions."""
    game, chance, moves = tetress.Game(), random.Random(seed), []
    while len(moves) < actions and not game.over:
        moves.append(chance.choice(game.legal_moves()))
        game.play(moves[-1])
    blame = outcome.other(result) if reason in outcome.FORFEITS else "both" if reason == outcome.BOTH_FAILED else None
    players = {colour: PlayerReport(spec=name, cpu_s=1.5, wall_s=2.0, slowest_ms=30.0, log=log, log_bytes=len(log), layers=("bwrap",)) for colour, name in (("red", red), ("blue", blue))}
    for colour in outcome.COLOURS:
        if blame in (colour, "both"):
            kind = reason if reason in outcome.FORFEITS else outcome.LOAD
            players[colour].fault = Fault(kind, detail, lines=("Traceback", HOSTILE)).to_json()
    players["blue"].peak_mb = 12.5
    made = GameRecord(
        red=red, blue=blue, seed=seed, limits=Limits(cpu_s=180.0, memory_mb=250.0).to_json(), library=tetress.version,
        start=tetress.Game().text, moves=[str(move) for move in moves], scores=[0] * len(moves), nodes=[0] * len(moves),
        times_ms=list(range(len(moves))), result=result, reason=reason, blame=blame, detail=detail, players=players,
        host={"system": "Linux", "machine": "x86_64", "isa": "avx2"}, started="2026-01-01T00:00:00+00:00", wall_s=3.0,
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
