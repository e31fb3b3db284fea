# SPDX-License-Identifier: MIT
"""What a run of a store that has a tournament already says, and how a table of unequal numbers of games is ranked."""

import dataclasses
import json

import pytest
from tetress.referee.entrant import interpreter
from tetress.referee.limits import Limits
from tetress.tournament import __main__ as command
from tetress.tournament import live, summary_page
from tetress.tournament.changes import left_out, other_tournament, within_reach
from tetress.tournament.results import Entry
from tetress.tournament.store import Store
from tetress.tournament.tournament import Settings, Tournament
from tournament_support import played, results_of

TEAMS = (Entry("a", "tetress:random", "/one"), Entry("b", "tetress:random", "/one"))
STAFF = (Entry("weak", "tetress:random", staff=True), Entry("strong", "tetress:greedy", staff=True))
GAUNTLET = Settings("marks", (*TEAMS, *STAFF), Limits(), "gauntlet", pairs=3)
LATE = Entry("late", "tetress:random", "/one")


def changed(**options):
    return dataclasses.replace(GAUNTLET, **options)


@pytest.mark.parametrize(
    "now",
    [
        GAUNTLET,
        changed(title="Marks", attempts=9),
        changed(pairs=4),
        changed(entries=(*GAUNTLET.entries, LATE)),
        changed(entries=tuple(dataclasses.replace(entry, root="/two", anchor=3.0) for entry in GAUNTLET.entries)),
    ],
)
def test_a_tournament_that_grows_is_not_another(now):
    assert other_tournament(None, now) == "" and other_tournament(GAUNTLET, now) == ""


@pytest.mark.parametrize(
    "now, words",
    [
        (changed(schedule="round-robin"), "(round-robin, 36 games)"),
        (changed(pairs=1), "(gauntlet, 8 games)"),
        (changed(seed=5), "(gauntlet, 24 games)"),
        (changed(limits=Limits(cpu_s=1.0)), "(gauntlet, 24 games)"),
        (changed(entries=GAUNTLET.entries[1:]), "(gauntlet, 12 games)"),
        (changed(entries=(dataclasses.replace(TEAMS[0], staff=True), *GAUNTLET.entries[1:])), "(gauntlet, 18 games)"),
        (changed(schedule="swiss", rounds=1, pairs=1, entries=GAUNTLET.entries[:2]), "(swiss, 2 games)"),
    ],
)
def test_another_tournament_is_told_of(now, words):
    note = other_tournament(GAUNTLET, now)
    assert note.startswith("NOTE: the store held another tournament (gauntlet, 24 games). Its games are kept; repeat the command")
    assert words in note


def test_another_interpreter_is_told_of_by_its_path():
    was, now = changed(python="/usr/bin/python8"), changed(python="/usr/bin/python9")
    note = other_tournament(was, now)
    assert "was /usr/bin/python8 and is now /usr/bin/python9" in note and "--python /usr/bin/python8" in note
    assert other_tournament(GAUNTLET, changed(python=interpreter())) == ""  # None meant this one


def test_the_rounds_of_a_swiss_tournament_depend_on_all_before():
    swiss = changed(schedule="swiss", rounds=3)
    assert not other_tournament(swiss, dataclasses.replace(swiss, rounds=4))
    for options in ({"rounds": 2}, {"pairs": 4}, {"entries": (*swiss.entries, LATE)}):
        assert other_tournament(swiss, dataclasses.replace(swiss, **options))


def test_the_number_of_games_in_the_note_is_that_of_the_tournament(tmp_path):
    for schedule in ("gauntlet", "round-robin", "swiss"):
        settings = changed(schedule=schedule, rounds=2)
        with Store(tmp_path / f"{schedule}.db") as store:
            wanted, _ = Tournament(changed(schedule=schedule, rounds=2, entries=tuple(dataclasses.replace(e, root=None) for e in settings.entries)), store).to_play()
        assert f"({schedule}, {wanted} games)" in other_tournament(settings, changed(seed=9))


def test_a_second_tournament_in_a_store_is_loud_and_can_be_gone_back_from(tmp_path, capsys):
    store = str(tmp_path / "s.db")
    who = ["--player", "a=tetress:random", "--staff", "boss=tetress:random", "--staff", "cook=tetress:random"]
    marks, others = ["run", store, *who, "--schedule", "gauntlet", "--quiet"], ["run", store, *who, "--quiet"]
    assert command.main(marks) == 0
    assert "NOTE" not in capsys.readouterr().err
    assert command.main(others) == 0
    assert "held another tournament (gauntlet, 4 games)" in capsys.readouterr().err
    assert command.main(["table", store]) == 0
    assert "6 of 6 games (round-robin)" in capsys.readouterr().out
    assert command.main(marks) == 0
    errors = capsys.readouterr().err
    assert "held another tournament (round-robin, 6 games)" in errors and "0 of 4 games to play" in errors
    assert command.main(["run", store, "--quiet"]) == 0
    assert "NOTE" not in capsys.readouterr().err


# ---- Teams that come late ------------------------------------------------------------------------


def test_teams_that_the_store_does_not_know_are_told_of(tmp_path, capsys):
    teams, store = tmp_path / "teams", str(tmp_path / "s.db")
    for name in ("early", "late", "empty", "__MACOSX", "wrapped/around"):
        (teams / name).mkdir(parents=True)
    for name in ("early", "late", "__MACOSX", "wrapped/around"):
        (teams / name / "agent.py").write_text("raise ValueError")
    who = ("--teams", str(teams), "--staff", "tetress:random", "--schedule", "gauntlet", "-t", "-s", "--quiet")
    (teams / "late").rename(tmp_path / "late")
    (teams / "wrapped").rename(tmp_path / "wrapped")
    assert command.main(["run", store, *who]) == 0
    assert "NOTE" not in capsys.readouterr().err
    (tmp_path / "late").rename(teams / "late")
    (tmp_path / "wrapped").rename(teams / "wrapped")
    assert command.main(["run", store, "--quiet"]) == 0
    errors = capsys.readouterr().err
    assert f"take no part, since the tournament was begun without them: {teams}/late, {teams}/wrapped. To take them in" in errors
    assert command.main(["run", store, *who]) == 0
    errors = capsys.readouterr().err
    assert "NOTE" not in errors and "4 of 8 games to play" in errors


@pytest.mark.parametrize("where, warned", [("teams/alpha/class.db", True), ("teams/alpha/deep/class.db", True), ("teams/class.db", False), ("class.db", False)])
def test_a_store_that_an_agent_can_read_is_warned_of(tmp_path, capsys, where, warned):
    for name in ("alpha", "beta"):
        (tmp_path / "teams" / name).mkdir(parents=True)
    store = tmp_path / where
    store.parent.mkdir(exist_ok=True)
    settings = changed(entries=(*(Entry(name, "agent", str(tmp_path / "teams" / name)) for name in ("alpha", "beta")), *STAFF))
    warning = within_reach(store, settings)
    assert ("lies in the folder of alpha, and" in warning and "beta" not in warning) if warned else warning == ""
    # What an engine is called with is no folder that it reads.
    assert within_reach(store, changed(entries=(Entry("a", "tetress:random", str(store.parent)), *STAFF))) == ""
    with Store(store) as made:
        made.set_meta("settings", settings.to_json())
    if warned:
        for agent in ("alpha", "beta"):
            (tmp_path / "teams" / agent / "agent.py").write_text("raise ValueError")
        command.main(["run", str(store), "--quiet"])
        assert "WARNING: the store lies in the folder of alpha" in capsys.readouterr().err


def test_staff_are_told_that_they_get_no_mark(tmp_path, capsys):
    store = tmp_path / "s.db"
    with Store(store) as made:
        made.set_meta("settings", changed(entries=(Entry("a", "tetress:random"), *STAFF)).to_json())
    assert command.main(["gradescope", str(store), "weak", "--out", str(tmp_path / "r.json")]) == 1
    assert "weak is staff, and staff get no mark" in capsys.readouterr().err


def test_the_table_says_why_it_has_no_ratings_and_rates_nobody_without_games(tmp_path, capsys, monkeypatch):
    store = tmp_path / "s.db"
    with Store(store) as made:
        made.set_meta("settings", changed(entries=(Entry("a", "tetress:random"), *STAFF)).to_json())
    assert command.main(["table", str(store)]) == 0
    said = capsys.readouterr().out
    assert "numpy" not in said and "+0 (" not in said
    monkeypatch.setattr(command, "_have_numpy", lambda: False)
    assert command.main(["table", str(store)]) == 0
    assert "numpy is not installed, so there are no ratings" in capsys.readouterr().out


def test_folders_beside_players_of_other_kinds_are_no_teams(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "agent.py").touch()
    entries = (Entry("mine", "agent", str(tmp_path / "one")), Entry("one", "tetress:random", str(tmp_path / "one")))
    assert left_out(changed(entries=entries)) == ""
    assert str(tmp_path / "two") in left_out(changed(entries=(Entry("one", "agent", str(tmp_path / "one")),)))
    assert left_out(changed(entries=(Entry("gone", "agent", "/nowhere/gone"),))) == ""


# ---- Marks and ranks -----------------------------------------------------------------------------


@pytest.mark.parametrize("staff", [(), ("--staff", "a=tetress:random")])
def test_there_is_no_mark_without_staff(tmp_path, capsys, staff):
    store, out = str(tmp_path / "s.db"), tmp_path / "results.json"
    names = ["a", "b", "c"] if not staff else ["b", "c"]
    who = [word for name in names for word in ("--player", f"{name}=tetress:random")]
    assert command.main(["run", store, *who, *staff, "--quiet"]) == 0
    assert command.main(["gradescope", store, "a", "--out", str(out)]) == 1
    errors = capsys.readouterr().err
    assert "there is no staff that a meets" in errors and "--staff" in errors and "are kept" in errors
    assert not out.exists()
    assert command.main(["gradescope", store, "b", "--out", str(out)]) == (0 if staff else 1)
    if staff:
        assert [test["name"] for test in json.loads(out.read_text())["tests"]] == ["against a"]


def test_who_plays_more_games_is_ranked_by_share():
    # A gauntlet: the staff has four games and wins one, `a` and `b` have two.
    games = [played("a", "boss", "red"), played("boss", "a", "blue", number=1), played("b", "boss", "red", number=2), played("boss", "b", "red", number=3)]
    games += [played("c", "boss", "blue", number=4), played("boss", "c", "red", number=5)]
    entries = [Entry("boss", "x", staff=True), Entry("a", "x"), Entry("b", "x"), Entry("c", "x")]
    results = results_of(games, entries)
    assert [(row.name, row.points) for row in results.standings] == [("a", 2.0), ("boss", 3.0), ("b", 1.0), ("c", 0.0)]
    assert results.ranking_note.startswith("Not all play equally many games")
    assert "ranked by their share of the points. Written by" in summary_page.page(results)
    assert "| 2 | boss (staff) | 3 | 50.0% |" in live.markdown_lines(results)[3]
    assert results_of(games[:2]).ranking_note == ""
