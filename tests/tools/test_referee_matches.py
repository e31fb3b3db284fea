# SPDX-License-Identifier: MIT
"""Games under a referee, here one of a few lines that prints as the course's does."""
import argparse
import ast
import json
import pathlib
import re
import subprocess
import sys
import textwrap

import pytest
from conftest import HANG_S

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "lab"))
import arguments  # noqa: E402
import referee_matches  # noqa: E402

REFEREE = textwrap.dedent("""
    import importlib, os, sys
    red, blue = sys.argv[1:3]
    log = open(sys.argv[sys.argv.index("-l") + 1], "w")
    log.write("T0000.000\\treferee\\tgame_begin\\n")
    other = blue if red.startswith("tetress") else red
    how = importlib.import_module(other).HOW  # from the opponent's folder
    ours = 1 if red.startswith("tetress") else 2
    for turn in range(how["actions"]):
        log.write(f"T0000.100\\tRED\\tturn_end\\t{turn}\\tPLACE\\n")
    for player in (1, 2):
        for peak, used in ((40.5, 0.25), (17.25, 0.75 if player == ours else 9.5)):
            print(f"* player{player} ~   time:  + 0.001s  (just elapsed)       {used:.3f}s  (game total)")
            print(f"* player{player} ~   space:   1.000MB (current usage)     {peak:.3f}MB (peak usage)")
    if how.get("error"):
        log.write(f"T0000.200\\treferee\\tplayer_error\\t{how['error']}\\n")
    log.write("T0000.300\\treferee\\tgame_end\\twinner\\n")
    if how["winner"] == "draw":
        print("* referee @ result: draw")
    elif how["winner"]:
        print(f"* referee @ result: player {ours if how['winner'] == 'us' else 3 - ours} [x:Agent]")
    with open(os.path.join(os.path.dirname(os.path.realpath(__file__)), "played"), "a") as file:
        file.write(f"{red} {blue} {os.environ['TETRESS_AGENT']}\\n")
""")

AGENTS = {
    "loser": {"winner": "us", "actions": 41},
    "winner": {"winner": "them", "actions": 150},
    "equal": {"winner": "draw", "actions": 150},
    "breaker": {"winner": "us", "actions": 3, "error": "illegal action\nby | BLUE"},
    "silent": {"winner": None, "actions": 7},
}


@pytest.fixture
def place(tmp_path):
    (tmp_path / "course" / "referee").mkdir(parents=True)
    (tmp_path / "course" / "referee" / "__main__.py").write_text(REFEREE)
    for name, how in AGENTS.items():
        package = tmp_path / "peers" / name / "agent"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(f"HOW = {how!r}\n")
        # a referee of their own, which is not to be used
        (tmp_path / "peers" / name / "referee").mkdir()
        (tmp_path / "peers" / name / "referee" / "__main__.py").write_text("raise SystemExit(5)\n")
    (tmp_path / "agents").write_text("# name directory package\n" + "".join(f"{n} {n} agent\n" for n in AGENTS))
    return tmp_path


def run(place, *options):
    return subprocess.run(
        [sys.executable, ROOT / "lab" / "referee_matches.py", "--referee", place / "course", "--root", place / "peers",
         "--agents", place / "agents", "--out", place / "games", *map(str, options)],
        capture_output=True, text=True, timeout=HANG_S, check=False,
    )


def played(place):
    return (place / "course" / "referee" / "played").read_text().splitlines()


def test_both_colours_are_played_and_added_up(place):
    done = run(place, "--games", 2, "--jobs", 2, "--spec", "greedy")
    assert done.returncode == 0, done.stderr
    assert len(played(place)) == 10 and all(line.endswith(" greedy") for line in played(place))
    assert sum(line.startswith("tetress.agent agent ") for line in played(place)) == 5
    rows = {line.split(":")[0][2:]: line.split(" | ") for line in done.stdout.splitlines()[2:]}
    assert rows["loser"][1:6] == ["2", "0", "0", "2 no moves", "41"]
    assert rows["winner"][1:5] == ["0", "0", "2", "2 turn limit"]
    assert rows["equal"][1:5] == ["0", "2", "0", "2 turn limit"]
    assert rows["breaker"][1:5] == ["2", "0", "0", "2 illegal action by / BLUE"]
    assert rows["silent"][1:5] == ["0", "0", "0", "2 no result"]
    # what a player used at the end, and at most; ours first whatever its colour
    assert rows["loser"][6:8] == ["0.75", "9.50"] and rows["loser"][8] == "40"


def test_games_that_are_there_are_not_played_again(place):
    run(place, "--games", 1)
    games = (place / "games").read_text()
    assert len(played(place)) == 5
    (place / "games").write_text(games + games.splitlines()[0][:50])
    run(place, "--games", 2, "--table", place / "table")
    assert len(played(place)) == 10
    assert (place / "games").read_text().startswith(games)
    assert len({json.dumps(referee_matches.identity(json.loads(line)))
                for line in (place / "games").read_text().splitlines()}) == 10
    run(place, "--games", 2)
    assert len(played(place)) == 10
    run(place, "--games", 2, "--spec", "random")
    assert len(played(place)) == 20
    assert (place / "table").read_text().count("\n") == 7


def test_a_line_that_is_none_is_said(place):
    (place / "agents").write_text("loser agent\n")
    done = run(place)
    assert done.returncode != 0 and "agents:1" in done.stderr


@pytest.mark.parametrize("path", sorted((ROOT / "lab").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_program_of_the_lab_takes_a_number_without_a_range(path):
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    options = [call for call in calls if ast.unparse(call.func).endswith("add_argument")]
    types = {ast.unparse(word.value) for call in options for word in call.keywords if word.arg == "type"}
    assert not {one for one in types if one in ("int", "float") or one.startswith("lambda")}


def test_a_span_is_two_numbers_of_which_the_first_is_smaller():
    span = arguments.Span(arguments.NODES)
    assert span("1000-3000") == (1000, 3000)
    for text in ("x", "1000", "5-5", "7-5", "0-5", "-1-5", "1-2-3", ""):
        with pytest.raises(argparse.ArgumentTypeError):
            span(text)


@pytest.mark.parametrize("option", ["--games=0", "--games=1_000", "--jobs=-1", "--time=nan", "--time=0", "--space=inf", "--space=1e999"])
def test_a_number_out_of_range_is_refused_with_the_range(option, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["referee_matches.py", "--referee", ".", "--agents", "a", "--out", "o", option])
    with pytest.raises(SystemExit) as ended:
        referee_matches.main()
    assert ended.value.code == 2 and re.search(r"must be a (whole )?number (from|above) \d+", capsys.readouterr().err)
