# SPDX-License-Identifier: MIT
"""Who reads a store gets the games that the last run played, whatever has become of the players' files since."""

import shutil
import sqlite3
import sys

import pytest
from tetress.referee.entrant import interpreter
from tetress.referee.limits import Limits
from tetress.tournament import __main__ as command
from tetress.tournament.job import Seen, forget_fingerprints
from tetress.tournament.results import Entry
from tetress.tournament.store import SEEN, SETTINGS, Store
from tetress.tournament.tournament import Settings, Tournament, run
from tournament_support import record

AGENT = "class Agent:\n    pass\n"


class Made:
    """An executor that plays nothing: red wins."""

    def run(self, jobs):
        for job in jobs:
            yield job, {**record(*job["names"], "red", "no_moves"), "seed": str(job["seed"])}


@pytest.fixture
def class_(tmp_path, monkeypatch):
    """The store of a gauntlet of two teams that has been played, as `run` leaves it."""
    monkeypatch.setattr(command, "_have_numpy", lambda: False)
    forget_fingerprints()
    for name in ("alpha", "beta"):
        (tmp_path / "teams" / name).mkdir(parents=True)
        (tmp_path / "teams" / name / "agent.py").write_text(AGENT)
    teams = [Entry(name, "agent", str(tmp_path / "teams" / name)) for name in ("alpha", "beta")]
    settings = Settings("class", (*teams, Entry("boss", "tetress:random", staff=True)), Limits(), "gauntlet", python=interpreter())
    with Store(tmp_path / "class.db") as store:
        tournament = Tournament(settings, store)
        store.set_meta(SETTINGS, settings.to_json())
        store.set_meta(SEEN, tournament.players_now().to_json())
        run(tournament, Made(), lambda *_: None)
    yield tmp_path
    forget_fingerprints()


def read(folder, capsys):
    """What the table, the export and the mark of alpha say, and the errors of the table."""
    forget_fingerprints()
    texts = []
    for arguments in (["table"], ["export"], ["gradescope", "alpha", "--out", str(folder / "r.json")]):
        assert command.main([arguments[0], str(folder / "class.db"), *arguments[1:]]) == 0
        said = capsys.readouterr()
        texts.append(said.out)
        errors = said.err
    return [*texts, (folder / "r.json").read_text()], errors


def removed(folder):
    shutil.rmtree(folder / "teams")


def edited(folder):
    (folder / "teams" / "alpha" / "agent.py").write_text(AGENT + "# a comment\n")


def unreadable(folder):
    shutil.rmtree(folder / "teams" / "alpha")
    (folder / "teams" / "alpha").write_text("a file")


@pytest.mark.parametrize("change, named", [(removed, "alpha, beta"), (edited, "alpha"), (unreadable, "alpha")])
def test_files_that_have_changed_take_no_game_from_the_table(class_, capsys, change, named):
    before, errors = read(class_, capsys)
    assert "4 of 4 games" in before[0] and errors == ""
    change(class_)
    after, errors = read(class_, capsys)
    assert after == before
    assert f"last `run` saw: {named}. " in errors and errors.count("\n") == 1


def test_another_interpreter_reads_the_same(class_, capsys, monkeypatch):
    before, _ = read(class_, capsys)
    monkeypatch.setattr(sys, "executable", "/elsewhere/python")
    assert read(class_, capsys) == (before, "")


def test_a_run_plays_changed_files_again(class_):
    edited(class_)
    forget_fingerprints()
    with Store(class_ / "class.db") as store:
        settings = Settings.from_json(store.meta(SETTINGS))
        assert Tournament(settings, store).to_play() == (4, 2)
        assert Tournament(settings, store, seen=Seen.from_json(store.meta(SEEN))).to_play() == (4, 0)


def test_a_run_keeps_the_interpreter_that_the_store_has(tmp_path, capsys, monkeypatch):
    store, who = str(tmp_path / "s.db"), ["--player", "a=tetress:random", "--player", "b=tetress:random"]
    assert command.main(["run", store, *who, "--quiet"]) == 0
    first = interpreter()
    monkeypatch.setattr(sys, "executable", "/elsewhere/python")
    assert command.main(["run", store, "--quiet"]) == 0
    with Store(tmp_path / "s.db") as opened:
        assert opened.meta(SETTINGS)["python"] == first
        assert opened.meta(SEEN)["files"].keys() == {"a", "b"}


def test_an_interpreter_that_is_gone_is_asked_for(class_, capsys):
    with Store(class_ / "class.db") as store:
        store.set_meta(SETTINGS, {**store.meta(SETTINGS), "python": "/elsewhere/python"})
    with pytest.raises(SystemExit):
        command.main(["run", str(class_ / "class.db")])
    assert "'/elsewhere/python', is not there: repeat the command with all its options" in capsys.readouterr().err


def test_a_store_of_an_earlier_program_says_why_games_do_not_count(class_, capsys, monkeypatch):
    with sqlite3.connect(class_ / "class.db") as database:
        database.execute("DELETE FROM meta WHERE name = ?", (SEEN,))
    with Store(class_ / "class.db") as store:
        store.set_meta(SETTINGS, {**store.meta(SETTINGS), "python": None})
    before, errors = read(class_, capsys)
    assert "4 of 4 games" in before[0] and errors == ""
    forget_fingerprints()
    monkeypatch.setattr(sys, "executable", "/elsewhere/python")
    assert command.main(["table", str(class_ / "class.db")]) == 0
    said = capsys.readouterr()
    assert "0 of 4 games" in said.out
    assert "4 games in the store do not count" in said.err and "/elsewhere/python" in said.err and "--python" in said.err


@pytest.mark.parametrize("value", [5, {}, {"library": "1", "files": []}, {"library": 1, "files": {}}, {"library": "1", "files": {"alpha": 5}}])
def test_what_the_last_run_saw_must_have_its_shape(class_, capsys, value):
    with Store(class_ / "class.db") as store:
        store.set_meta(SEEN, value)
    assert command.main(["table", str(class_ / "class.db")]) == 1
    assert "is damaged" in capsys.readouterr().err


def test_rescue_keeps_what_the_last_run_saw(class_, capsys):
    assert command.main(["rescue", str(class_ / "class.db"), str(class_ / "new.db")]) == 0
    with Store(class_ / "class.db") as old, Store(class_ / "new.db") as new:
        assert new.meta(SEEN) == old.meta(SEEN) is not None
