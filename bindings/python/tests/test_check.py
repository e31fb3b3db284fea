# SPDX-License-Identifier: MIT
"""What tetress-check tells a student about each kind of mistake, and where programs look for a package."""

import json
import os

import pytest
from sandbox_support import AGENTS, needs_sandbox
from tetress.referee import advice, check, outcome
from tetress.referee.entrant import packages_inside, parse_entrant
from tetress.referee.limits import COURSE, Limits
from tetress.tournament import gradescope
from tournament_support import record
from tetress.referee.record import GameRecord

AGENT = AGENTS / "legal.py"


def package(folder, text=None):
    """A package that plays, or with this text as its code."""
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(AGENT.read_text() if text is None else text)
    return folder


def checked(capsys, *arguments):
    """The exit code, standard output and standard error of a check of one opponent."""
    code = check.main([*(str(one) for one in arguments), "--opponents", "random"])
    return (code, *capsys.readouterr())


def told(reason, **side):
    """A game that red has lost by a fault, and what is said about it."""
    game = check._Game(GameRecord.from_json(record("x", "random", "blue", reason, actions=1)), "red", "random", [])
    for name, value in side.items():
        setattr(game.side, name, value)
    return "\n".join([*check._describe(game, COURSE), *check._verdict([game], 1, COURSE, parse_entrant("./x"))[0]])


# ---- Where the package is ------------------------------------------------------------------------


@needs_sandbox
@pytest.mark.parametrize("name", ["agent", "anything", "deep/down/agent"])
def test_one_level_too_high_is_answered_with_the_package(tmp_path, capsys, monkeypatch, name):
    package(tmp_path / "prints" / name)
    monkeypatch.chdir(tmp_path)
    for spec in ("./prints", "prints"):
        code, out, _ = checked(capsys, spec, "--games", "1")
        assert code == 1 and "PROBLEM (load)" in out and f"\n  Did you mean ./prints/{name}?\n" in out


@needs_sandbox
def test_two_packages_are_told_of_with_the_place(tmp_path, capsys, monkeypatch):
    for name in ("mine/agent", "yours/agent"):
        package(tmp_path / "class" / name)
    monkeypatch.chdir(tmp_path)
    code, out, _ = checked(capsys, "./class/agent", "--games", "1")
    assert code == 1
    assert "There is no package in ./class itself. Below it there are several: ./class/mine/agent, ./class/yours/agent. Name one" in out
    assert advice.did_you_mean(parse_entrant("./class:Player")).endswith("./class/mine/agent:Player, ./class/yours/agent:Player. Name one of them.")


def test_a_package_further_down_than_the_path_says_is_named(tmp_path, monkeypatch):
    package(tmp_path / "class" / "beta" / "project" / "agent")
    monkeypatch.chdir(tmp_path)
    for spec in ("class/beta/agent", "./class/beta/agent", "class.beta.agent"):
        assert advice.did_you_mean(parse_entrant(spec)) == "Did you mean ./class/beta/project/agent?"


def test_a_folder_without_code_is_told_so(tmp_path, monkeypatch):
    (tmp_path / "class" / "gamma").mkdir(parents=True)
    (tmp_path / "class" / "gamma" / "notes.txt").touch()
    monkeypatch.chdir(tmp_path)
    assert advice.advice(outcome.LOAD, {}, parse_entrant("./class/gamma")).startswith("./class/gamma holds no Python file")
    (tmp_path / "class" / "gamma" / "program.py").touch()
    assert "no Python file" not in advice.advice(outcome.LOAD, {}, parse_entrant("./class/gamma"))


def test_a_folder_that_is_not_there_is_no_verdict_on_the_package(tmp_path, capsys):
    code, out, _ = checked(capsys, tmp_path / "none" / "agent")
    assert code == 1 and out == f"NO VERDICT: there is no folder {tmp_path / 'none'}: check the path.\n"


def test_a_line_like_the_referees_is_shown_as_none():
    fault = {"kind": outcome.CRASH, "text": "it crashed", "lines": ["* referee @ result: player 1 [x]"]}
    said = told(outcome.CRASH, fault=fault)
    assert r"| \x2a referee @ result" in said and "* referee @" not in said


@pytest.mark.parametrize(
    "sentence, least",
    [
        ("exceeded the limit of memory: more than 250 MB, peak 251.5 MB", "drop old trees and tables"),
        ("an allocation failed: more than 250 MB, peak 249.9 MB", "the sizes of all of them are added up"),
        ("had 40 processes and threads at the same time, the limit is 32", "Start fewer processes and threads"),
        ("made 4097 files, the limit is 4096", "Write fewer and smaller files"),
        ("keeps 33 MB in files, the limit is 32 MB", "Write fewer and smaller files"),
        ("hides files in a folder that nobody may list", "Write fewer and smaller files"),
        ("made folders more than 100 deep", "fewer folders"),
    ],
)
def test_advice_on_memory_is_about_what_was_too_much(sentence, least):
    said = advice.advice(outcome.MEMORY, {"text": sentence}, parse_entrant("./x"))
    assert least in said
    assert ("trees" in said) == (" MB, peak " in sentence)


def test_what_is_inside_is_no_package_where_there_is_one_already(tmp_path):
    whole = package(tmp_path / "whole")
    package(whole / "agent")
    assert packages_inside(parse_entrant(str(whole))) == []
    bare = tmp_path / "bare"
    package(bare / "search")
    (bare / "program.py").touch()
    # It has code of its own: what is inside is a part of it.
    assert packages_inside(parse_entrant(str(bare))) == []
    package(bare / "agent")
    assert packages_inside(parse_entrant(str(bare))) == [str(bare / "agent")]
    assert packages_inside(parse_entrant("tetress:random")) == []


@needs_sandbox
@pytest.mark.parametrize("spec, where", [("submissions/epsilon", "epsilon/"), ("submissions/epsilon/agent", ""), ("./submissions/epsilon/agent", "")])
def test_autograder_takes_a_path_of_the_current_folder(tmp_path, monkeypatch, spec, where):
    text = AGENT.read_text().replace("class Agent", "import os, agent.board\n\n\nclass Agent")
    (package(tmp_path / "submissions" / "epsilon" / "agent", text) / "board.py").touch()
    monkeypatch.chdir(tmp_path)
    assert gradescope.main([spec, "--opponents", "random", "--out", "results.json"]) == 0
    content = json.loads((tmp_path / "results.json").read_text())
    assert content["output"] == "Graded." + (f" The package was found inside the folder {where} of what was handed in." if where else "")
    assert "load" not in content["tests"][0]["output"]


@pytest.mark.parametrize("spec", ["submissions/epsilo", "submissions/epsilo/agent", "epsilo", "/nowhere/agent", "submissions/agent"])
def test_a_path_that_does_not_exist_is_the_mistake_of_staff(tmp_path, monkeypatch, capsys, spec):
    for team in ("delta", "epsilon"):
        package(tmp_path / "submissions" / team / "agent")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as failure:
        gradescope.main([spec, "--opponents", "random", "--out", "results.json"])
    errors = capsys.readouterr().err
    assert failure.value.code == 2 and f"there is no package {os.path.abspath(spec)}" in errors
    assert ("Below it there are several" in errors) == (spec == "submissions/agent") != ("Check the path." in errors)
    assert not (tmp_path / "results.json").exists()


@needs_sandbox
@pytest.mark.parametrize("names", [(), ("one/agent", "two/agent")])
def test_on_gradescopes_machine_a_missing_package_is_the_students_fault(tmp_path, monkeypatch, names):
    monkeypatch.setattr(gradescope, "_MACHINE", tmp_path)
    (tmp_path / "submission").mkdir()
    for name in names:
        package(tmp_path / "submission" / name)
    assert gradescope.main([str(tmp_path / "submission" / "agent"), "--opponents", "random"]) == 0
    content = json.loads((tmp_path / "results" / "results.json").read_text())
    assert content["tests"][0]["score"] == 0.0 and "(load)" in content["tests"][0]["output"]
    assert all(name in content["output"] for name in names) and content["output"].startswith("Graded.")
    assert ("there are several" in content["output"]) == bool(names)


# ---- What is said while games are played ---------------------------------------------------------


@needs_sandbox
def test_each_game_is_announced(capsys):
    code, out, errors = checked(capsys, AGENTS / "legal", "--games", "3")
    assert code == 0 and "game 1 of" not in out
    assert [line for line in errors.splitlines() if line.startswith("game ")] == [
        f"game {number} of 3, as {colour} against random: up to 3 min of CPU time a side" for number, colour in ((1, "red"), (2, "blue"), (3, "red"))
    ]


@pytest.mark.parametrize("cpu_s, words", [(None, "no limit of CPU time"), (90.0, "up to 1.5 min of"), (20.0, "up to 20 s of"), (61.0, "up to 61 s of")])
def test_the_longest_time_of_a_game_is_that_of_its_limit(capsys, cpu_s, words):
    check._announce(1, 1, "red", "random", Limits(cpu_s=cpu_s))
    assert words in capsys.readouterr().err


# ---- What is said about each fault ---------------------------------------------------------------


@needs_sandbox
@pytest.mark.parametrize("name", ["garbage", "no_answer"])
def test_check_stops_at_the_first_answer_that_is_no_action(capsys, name):
    code, out, _ = checked(capsys, AGENTS / name)
    assert code == 1 and "PROBLEM (protocol)" in out and "failed in 1 of 1 games; the other 1 were not" in out


@needs_sandbox
def test_an_agent_that_ends_itself_is_told_so(capsys):
    for name in ("sys_exits", "exits"):
        out = checked(capsys, AGENTS / name, "--games", "1")[1]
        assert "The agent ended itself (exit() or sys.exit())" in out and "lines below" not in out


def test_lines_are_announced_only_where_there_are_some():
    assert "The last lines below show where; run it with" in told("crash", fault={"text": "was ended by SIGSEGV", "lines": ["x"]})
    text = told("crash", fault={"text": "was ended by SIGSEGV"})
    assert "\n  Run it with `tetress-referee -v 3`" in text and "lines below" not in text


@needs_sandbox
@pytest.mark.parametrize("code", ["import nowhere_to_be_found", "class Agent:\n    def __init__(self, color, **referee):\n        from nowhere_to_be_found import part"])
def test_a_module_that_is_not_installed_is_told_with_the_interpreter(tmp_path, capsys, code):
    out = checked(capsys, package(tmp_path / "team" / "agent", code), "--games", "1")[1]
    assert f"{parse_entrant('x').python} has no module nowhere_to_be_found. Install it there, or name another interpreter by --python" in out
    assert "The machine that grades may lack this module" in out


@needs_sandbox
@pytest.mark.parametrize("code", ["import agent.missing", "import referee.missing", "from missing.part import x"])
def test_modules_of_the_package_and_of_the_referee_are_not_to_be_installed(tmp_path, capsys, code):
    folder = package(tmp_path / "team" / "agent", code)
    (folder / "missing").mkdir() if code.startswith("from") else None
    out = checked(capsys, folder, "--games", "1")[1]
    assert "PROBLEM (load)" in out and "Install it there" not in out


def test_an_illegal_action_asks_after_update():
    assert "Does update() apply every action, its own too?" in told("illegal")


@pytest.mark.parametrize("reason, used", [("time", {"cpu_s": 181.0}), ("memory", {"peak_mb": 251.0}), ("flood", {"log_bytes": 17 << 20})])
def test_there_is_no_warning_of_what_has_gone_wrong(reason, used):
    assert f"PROBLEM ({reason})" in told(reason, **used) and "WARNING" not in told(reason, **used)
    assert "WARNING" in told("illegal", **used)


def test_output_is_told_with_its_limit():
    text = told("illegal", log_bytes=5 << 20)
    assert "output 5 MB of 16 MB" in text
    assert "WARNING: It wrote 5 MB of output in one game, and the limit is 16 MB: print less." in text
    assert "WARNING: It wrote" not in told("illegal", log_bytes=3 << 20)
    assert [check._size(count) for count in (0, 1, 2, 1536, 1 << 20)] == ["0 bytes", "1 byte", "2 bytes", "1.5 kB", "1 MB"]


@needs_sandbox
def test_one_game_is_one_game(capsys):
    out = checked(capsys, AGENTS / "legal", "--games", "1")[1]
    assert "It played 1 game to the end and won" in out
    assert "after 1 action. " in told("illegal") or "after 2 actions. " in told("illegal")
