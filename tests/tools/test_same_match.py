# SPDX-License-Identifier: MIT
"""`tetress match`, `play_match` in Python and `play_match` in Lua play the same match: games, score, Elo, interval, sequential test."""
import json
import math
import shutil
import subprocess

import pytest
import tetress as library
from conftest import TOOL

LUA = [name for name in ("lua5.4", "luajit", "lua5.3", "lua5.2", "lua5.1")
       if shutil.which(name) and (TOOL.parent.parent / "bindings" / "lua" / name).exists()]

OPENINGS = [
    ".........../.........../......bbb../......b..../.....bb..../....bb...../.........../.........rr/.......r.rr/.......rrr./........... r 4",
    ".......b.../.......bbb./.........../.........../.........../.....rr..../...rrrr..../....rr...../.........../.....b...../.....bbb... r 4",
    ".........../.........../.........../.........../.........../.........../.........../.........../.........../.........../rrrr....... b 1",
]

MATCHES = {
    "random openings": ("random", "greedy", dict(games=10, seed=7)),
    "long openings": ("greedy", "random", dict(games=10, seed=2**64 - 1, opening=30)),
    "searches": ("negamax:hash=1", "mcts:memory=4", dict(games=10, nodes=150, seed=3, opening=6)),
    "own limits": ("mcts:memory=4,playouts=20", "negamax:hash=1,nodes=30", dict(games=10)),
    "no limits": ("negamax:hash=1", "greedy", dict(games=10)),
    "seeds of their own": ("random:seed=5", "random", dict(games=10, opening=0)),
    "the default seed as their own": ("random:seed=1", "random", dict(games=10, opening=0)),
    "given openings": ("random", "greedy", dict(games=10, openings=OPENINGS)),
    "a test that decides": ("greedy", "random", dict(games=200, sprt=(0, 100))),
    "a test that does not": ("random", "random", dict(games=10, sprt=(-2.5, 2.5), sprt_error=0.1)),
}

LUA_SCRIPT = """
local tetress = require "tetress"
local function number(x) return x == math.huge and '"inf"' or x == -math.huge and '"-inf"' or ("%%.17g"):format(x) end
local match = tetress.play_match(%s, %s, %s)
for _, game in ipairs(match.games) do
  print(('{"moves": [%%s], "opening": %%d, "start": "%%s", "first_colour": "%%s", "result": "%%s", "reason": "%%s"}'):format(
    table.concat(game.moves, ","), game.opening, game.start or "", game.first_colour, game.result, game.reason))
end
print(('{"first": "%%s", "second": "%%s", "wins": %%d, "draws": %%d, "losses": %%d, "score": %%s, "elo": %%s, "interval": [%%s, %%s], "los": %%s, "sprt": %%s}'):format(
  match.first, match.second, match.wins, match.draws, match.losses, number(match.score), number(match.elo), number(match.interval[1]),
  number(match.interval[2]), number(match.los), match.sprt and ('["%%s", %%s, %%s]'):format(match.sprt.verdict or "undecided",
  number(match.sprt.llr), number(match.sprt.bounds[2])) or "null"))
"""


def approx(numbers):
    """Numbers that the command line prints with nine digits."""
    return [pytest.approx(float(number), rel=1e-8) for number in numbers]


def start_of(moves, opening, start):
    """Where the players take over, and what they play."""
    with library.Game.from_text(start) if start else library.Game() as game:
        for move in moves[:opening]:
            game.play(move)
        return game.text, list(moves[opening:])


def by_command_line(tetress, tmp_path, first, second, options):
    arguments, out = [], tmp_path / "games"
    for key, value in options.items():
        if key == "openings":
            (tmp_path / "openings").write_text("\n".join(value) + "\n")
            value = tmp_path / "openings"
        elif key == "sprt":
            value = ",".join(map(str, value))
        arguments.append(f"--{key.replace('_', '-')}={value}")
    done = tetress("match", first, second, *arguments, "--out", out, "--json", "--quiet", "--concurrency", 3)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    games = []
    for line in out.read_text().splitlines():
        record = json.loads(line)
        games.append((record["start"], [library.Move(move) for move in record["moves"]], record["result"], record["reason"]))
    infinite = math.inf if found["score"] == 1 else -math.inf
    numbers = [found["score"], found["elo"], *found["interval"], found["los"]]
    test = found.get("sprt")
    return dict(games=games, counts=[found["wins"], found["draws"], found["losses"]],
                numbers=[infinite if number is None else number for number in numbers],
                verdict=test and test["verdict"], test=[test["llr"], test["bound"]] if test else [])


def by_python(first, second, options):
    found = library.play_match(first, second, **options)
    test = found.sprt
    return dict(games=[(*start_of(game.moves, game.opening, game.start), game.result, game.reason) for game in found.games],
                counts=[found.wins, found.draws, found.losses],
                numbers=[found.score, found.elo, *found.interval, found.los],
                verdict=test and (test.verdict or "undecided"), test=[test.llr, test.bounds[1]] if test else [])


def lua_value(value):
    if isinstance(value, (list, tuple)):
        return "{" + ", ".join(map(lua_value, value)) + "}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {lua_value(one)}" for key, one in value.items()) + "}"
    return json.dumps(str(value) if isinstance(value, int) and value > 2**53 else value)


def by_lua(interpreter, first, second, options):
    script = LUA_SCRIPT % tuple(map(lua_value, (first, second, options)))
    folder = TOOL.parent.parent / "bindings" / "lua" / interpreter
    done = subprocess.run([interpreter, "-e", f"package.cpath = '{folder}/?.so'", "-"], input=script, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    *games, found = map(json.loads, done.stdout.splitlines())
    verdict, *test = found["sprt"] or [None]
    return dict(games=[(*start_of([library.Move(move) for move in game["moves"]], game["opening"], game["start"]), game["result"],
                        game["reason"]) for game in games],
                counts=[found["wins"], found["draws"], found["losses"]],
                numbers=[float(number) for number in (found["score"], found["elo"], *found["interval"], found["los"])],
                verdict=verdict, test=test)


def expect_same(one, other):
    assert one["games"] == other["games"] and one["counts"] == other["counts"] and one["verdict"] == other["verdict"]
    assert one["numbers"] == approx(other["numbers"]) and one["test"] == approx(other["test"])


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_is_the_same_by_command_line_and_in_python(tetress, tmp_path, name):
    first, second, options = MATCHES[name]
    found = by_command_line(tetress, tmp_path, first, second, options)
    assert len(found["games"]) == sum(found["counts"]) >= 10
    expect_same(by_python(first, second, options), found)


@pytest.mark.skipif(not LUA, reason="no Lua module was built beside the command line")
@pytest.mark.parametrize("name", MATCHES)
def test_a_match_is_the_same_in_lua_and_in_python(name):
    expect_same(by_lua(LUA[0], *MATCHES[name]), by_python(*MATCHES[name]))


def test_the_matches_differ_where_they_should():
    """Else the others would compare one match with itself."""
    played = {name: by_python(*MATCHES[name]) for name in ("random openings", "given openings", "a test that decides", "a test that does not")}
    assert played["random openings"]["games"] != played["given openings"]["games"]
    # A seed that was set is kept, though it is the default: the first player opens all its games with red alike.
    own = by_python(*MATCHES["the default seed as their own"])["games"][::2]
    assert len({moves[0] for _, moves, _, _ in own}) == 1
    assert len({moves[0] for _, moves, _, _ in by_python("random", "random", dict(games=10, opening=0))["games"][::2]}) > 1
    assert [played[name]["verdict"] for name in played] == [None, None, "H1", "undecided"]
    assert [game[0] for game in played["given openings"]["games"][::2]] == [*OPENINGS, *OPENINGS[:2]]
