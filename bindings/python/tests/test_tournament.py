# SPDX-License-Identifier: MIT
"""Tournaments: nothing is lost, nothing is played twice, whatever is killed."""

import concurrent.futures
import contextlib
import dataclasses
import io
import json
import multiprocessing
import os
import random
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import time
import types

import pytest
from conftest import HANG_S, wait_until
from sandbox_support import AGENTS, needs_sandbox, team
from tetress.referee.entrant import parse_entrant
from tetress.referee.limits import Limits
from tetress.referee.store_mark import is_store
from tetress.tournament import __main__ as command
from tetress.tournament import live
from tetress.tournament.executors import slurm
from tetress.tournament.executors.executor import ExecutorLost
from tetress.tournament.executors.local import LocalExecutor
from tetress.tournament.job import failed, forget_fingerprints, play, play_elsewhere
from tetress.tournament.ratings import standings
from tetress.tournament.results import Entry
from tetress.tournament.roster import RosterError, named, read_folder, read_roster, resolve
from tetress.tournament.store import Store, StoreError
from tetress.tournament.tournament import Settings, Tournament, run
from tournament_support import played

QUICK = tuple(Entry(name, f"tetress:{name}") for name in ("random", "s4-greedy", "s3-alphabeta", "s1-restrict", "greedy"))
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(path) for path in sys.path if path)}


def command_line(*arguments):
    return [sys.executable, "-m", "tetress.tournament", *(str(one) for one in arguments)]


def run_command(*arguments, **options):
    return subprocess.run(
        command_line(*arguments), capture_output=True, text=True, timeout=HANG_S, check=False, env=ENVIRONMENT, **options
    )


def settings(entries=QUICK, **options):
    return Settings("test", tuple(entries), Limits(), **options)


class Here:
    """An executor that plays in this process, and counts."""

    def __init__(self, fails=()):
        self.played = []
        self.fails = dict(fails)

    def run(self, jobs):
        for job in jobs:
            self.played.append(job["key"])
            if self.fails.get(job["names"][0], 0):
                self.fails[job["names"][0]] -= 1
                yield job, failed(job, "the machine burns")
            else:
                yield job, play(job)


def silent(*_):
    pass


# ---- Rosters -----------------------------------------------------------------------------------


def test_roster_is_read(tmp_path):
    (tmp_path / "one").mkdir()
    path = tmp_path / "class.csv"
    path.write_text("name,player,folder,staff,anchor\nTeam 1,agent,one,,\n\nbest,tetress:greedy,,yes,1500\n", encoding="utf-8")
    entries = read_roster(path)
    assert entries == [Entry("Team 1", "agent", str(tmp_path / "one")), Entry("best", "tetress:greedy", None, True, 1500.0)]
    assert resolve(entries)["Team 1"].root == str(tmp_path / "one")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_roster_is_read_in_every_form_of_text(tmp_path, encoding):
    path = tmp_path / "class.csv"
    path.write_bytes("name,player\r\nTe\u00e4m,tetress:random\r\n".encode(encoding))
    assert read_roster(path) == [Entry("Te\u00e4m", "tetress:random", None)]
    path.write_bytes(b"\xff\xfe\x00\xdc")
    with pytest.raises(RosterError, match="not text"):
        read_roster(path)


@pytest.mark.parametrize(
    "text, words",
    [
        ("name,package\na,b\n", ":1: the columns are"),
        ("", ":1: the columns are"),
        ("name,player\na,\n", ":2: name and player"),
        ("name,player,staff\na,b,perhaps\n", ":2: staff must be yes or no"),
        ("name,player,anchor\na,b,high\n", ":2: anchor must be a number"),
        ("name,player,anchor\na,b,nan\n", ":2: anchor must be a number"),
        ("name,player\na,b,c\n", ":2: there are more fields"),
    ],
)
def test_roster_says_what_is_wrong_and_where(tmp_path, text, words):
    path = tmp_path / "class.csv"
    path.write_text(text)
    with pytest.raises(RosterError, match=words):
        read_roster(path)


def test_entries_must_make_sense(tmp_path):
    for entries in (
        [Entry("a", "x"), Entry("a", "y")],
        [Entry("a", "tetress:nobody")],
        [Entry("a", "agent", str(tmp_path / "nowhere"))],
        [Entry("a\n", "x")],
    ):
        with pytest.raises(RosterError):
            resolve(entries)
    (tmp_path / "teams" / "b").mkdir(parents=True)
    (tmp_path / "teams" / "a").mkdir()
    assert [entry.name for entry in read_folder(tmp_path / "teams", "agent")] == ["a", "b"]
    with pytest.raises(RosterError):
        read_folder(tmp_path / "teams" / "a", "agent")
    assert named("tetress:negamax:hash=1") == Entry("tetress:negamax:hash=1", "tetress:negamax:hash=1")
    assert named("best=tetress:negamax:hash=1", True) == Entry("best", "tetress:negamax:hash=1", None, True)
    for nobody in ("=tetress:random", " =agent", "", "="):
        with pytest.raises(RosterError, match="names nobody"):
            named(nobody)


LITTER = (
    "__pycache__", "__MACOSX", ".git", ".idea", ".venv", "venv", "env", "node_modules", "agent.egg-info", "tetress-1.0.dist-info", "lost+found",
)  # fmt: skip


def test_folders_that_tools_leave_are_no_teams(tmp_path):
    for name in ("a", *LITTER):
        (tmp_path / name).mkdir()
    (tmp_path / "roster.csv").write_text("")
    assert [entry.name for entry in read_folder(tmp_path, "agent")] == ["a"]
    (tmp_path / "a").rmdir()
    with pytest.raises(RosterError, match="no folders of teams"):
        read_folder(tmp_path, "agent")


def test_a_team_may_have_a_folder_around_its_package(tmp_path):
    for folder in ("a/agent", "b/project/agent", "b/__MACOSX/agent", "c/one/agent", "c/two/agent", "d"):
        (tmp_path / folder).mkdir(parents=True)
    entries = read_folder(tmp_path, "agent")
    found = resolve(entries)
    roots = {name: os.path.relpath(entrant.root, tmp_path) for name, entrant in found.items()}
    assert roots == {"a": "a", "b": "b/project", "c": "c", "d": "d"}
    with Store(tmp_path / "s.db") as store:
        assert Tournament(settings((*entries, *QUICK[:1])), store).without_package() == ["c", "d"]


# ---- The store ---------------------------------------------------------------------------------


def test_store_keeps_each_game_once(tmp_path):
    with Store(tmp_path / "s.db") as store, Store(tmp_path / "s.db") as other:
        one, two = played("a", "b", "red"), played("b", "a", "blue", "crash")
        assert store.add(one) and not other.add(one) and other.add(two)
        assert store.keys() == {one.key, two.key}
        assert store.games([two.key, "nothing", one.key]) == [two, one]
        store.set_meta("settings", {"a": [1]})
        assert other.meta("settings") == {"a": [1]} and other.meta("none") is None
        assert [other.add_failure("k", one.record) for _ in range(3)] == [1, 2, 3]
        assert store.failures() == {"k": (3, one.record)}
        store.forget_failures()
        assert other.failures() == {}


def test_store_refuses_other_files(tmp_path):
    (tmp_path / "text").write_text("not a database at all, but long enough to be read as one" * 100)
    database = sqlite3.connect(tmp_path / "other.db")
    database.execute("CREATE TABLE things (name TEXT)")
    database.commit()
    newer = sqlite3.connect(tmp_path / "newer.db")
    newer.execute("PRAGMA user_version=99")
    newer.commit()
    same_version = sqlite3.connect(tmp_path / "same.db")  # as many programs number theirs
    same_version.execute("PRAGMA user_version=2")
    same_version.commit()
    Store(tmp_path / "later.db").close()
    later = sqlite3.connect(tmp_path / "later.db")
    later.execute("PRAGMA user_version=99")
    later.commit()
    later.close()
    words = {"text": "another kind", "other.db": "another program", "newer.db": "another program", "same.db": "another program",
             "later.db": "version 99"}  # fmt: skip
    for name, why in words.items():
        before = (tmp_path / name).read_bytes()
        with pytest.raises(StoreError, match=f"{name}.* {why}"):
            Store(tmp_path / name)
        assert (tmp_path / name).read_bytes() == before


def test_a_store_is_known_also_while_it_is_in_use(tmp_path):
    path = tmp_path / "s.db"
    with Store(path) as store:
        store.set_meta("settings", {})
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("DELETE FROM meta")
            kept = {one.name for one in tmp_path.iterdir()}
            assert kept == {"s.db", "s.db-journal"} and all(is_store(tmp_path / name) for name in kept)
    for name in ("missing", "text", "text-wal"):
        assert not is_store(tmp_path / name)
    (tmp_path / "text").write_text("text")
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE things (name TEXT)")
    assert not is_store(tmp_path / "text") and not is_store(tmp_path / "other.db")


def test_a_store_inside_an_agents_folder_does_not_change_the_agent(tmp_path):
    (tmp_path / "agent.py").write_text("class Agent:\n    def __init__(self, color, **referee):\n        raise ValueError\n")
    entries = (Entry("one", str(tmp_path / "agent")), Entry("two", "tetress:random"))
    before = parse_entrant(str(tmp_path / "agent")).fingerprint()
    with Store(tmp_path / "s.db") as store:
        here = Here()
        run(Tournament(settings(entries), store), here, silent)
        forget_fingerprints()
        assert parse_entrant(str(tmp_path / "agent")).fingerprint() == before
        again = Here()
        run(Tournament(settings(entries), store), again, silent)
        assert len(here.played) == 2 and again.played == []
    (tmp_path / "data.db").write_text("the agent's own")
    assert parse_entrant(str(tmp_path / "agent")).fingerprint() != before


# ---- Runs --------------------------------------------------------------------------------------


def test_a_run_plays_what_is_missing_and_no_more(tmp_path):
    with Store(tmp_path / "s.db") as store:
        tournament, here = Tournament(settings(), store), Here()
        assert run(tournament, here, silent) == 0
        assert len(here.played) == len(set(here.played)) == 20
        assert run(tournament, here, silent) == 0
        assert len(here.played) == 20
        results = tournament.results(20)
        assert (len(results.games), results.wanted) == (20, 20)
        assert sum(row.points for row in results.standings) == 20
        assert all(game.record["reason"] in ("no_moves", "turn_limit") for game in results.games)
        # One more: only its games are played; one less: nothing is, and the table shrinks.
        more = Tournament(settings((*QUICK, Entry("s0-greedy", "tetress:s0-greedy"))), store)
        run(more, here, silent)
        assert len(here.played) == 20 + 10
        fewer = Tournament(settings(QUICK[:3]), store)
        run(fewer, here, silent)
        assert len(here.played) == 30 and len(fewer.results(0).games) == 6


@needs_sandbox
def test_only_games_of_a_changed_agent_are_played_again(tmp_path):
    team(tmp_path / "one", "exits")
    entries = [Entry("one", "exits", str(tmp_path / "one")), *QUICK[:3]]
    with Store(tmp_path / "s.db") as store:
        here = Here()
        run(Tournament(settings(entries), store), here, silent)
        assert len(here.played) == 12
        (tmp_path / "one" / "exits.py").write_text((AGENTS / "raises_in_init.py").read_text())
        forget_fingerprints()
        tournament = Tournament(settings(entries), store)
        run(tournament, here, silent)
        assert len(here.played) == 12 + 6
        reasons = {game.record["reason"] for game in tournament.results(0).games if "one" in (game.red, game.blue)}
        assert reasons == {"load"}
        assert len(store.keys()) == 18  # what was is kept


def test_failures_that_are_nobodys_are_tried_again(tmp_path):
    with Store(tmp_path / "s.db") as store:
        tournament = Tournament(settings(QUICK[:2], attempts=3), store)
        here = Here({"random": 2})
        assert run(tournament, here, silent) == 0
        assert len(here.played) == 4 and len(store.keys()) == 2
    with Store(tmp_path / "t.db") as store:
        tournament = Tournament(settings(QUICK[:2], attempts=3), store)
        here, told = Here({"random": 99}), []
        assert run(tournament, here, lambda *what: told.append(what[3]["reason"])) == 1
        assert len(here.played) == 4 and sorted(told) == ["infrastructure", "no_moves"]
        assert run(tournament, here, silent) == 1
        assert len(here.played) == 4  # it is left alone, the others are played
        results = tournament.results(0)
        assert sorted(game.record["reason"] for game in results.games) == ["infrastructure", "no_moves"]
        assert sum(row.games for row in results.standings) == 2
        store.forget_failures()
        assert run(tournament, Here(), silent) == 0
        assert [game.record["reason"] for game in tournament.results(0).games] == ["no_moves"] * 2


def test_swiss_goes_on_where_it_was(tmp_path):
    five = settings(schedule="swiss", rounds=3, seed=4)
    with Store(tmp_path / "s.db") as store, Store(tmp_path / "t.db") as other:
        run(Tournament(five, store), Here(), silent)
        whole = Tournament(five, store).results(0)
        assert len(whole.games) == whole.wanted == 3 * 2 * 2
        assert sum(row.points for row in whole.standings) == 12 + 3 * 2  # a bye is worth a pair

        class Broken(Here):
            def run(self, jobs):
                for done in super().run(jobs):
                    if len(self.played) == 7:
                        raise KeyboardInterrupt
                    yield done

        with pytest.raises(KeyboardInterrupt):
            run(Tournament(five, other), Broken(), silent)
        assert len(other.keys()) == 6
        run(Tournament(five, other), Here(), silent)
        assert Tournament(five, other).results(0).standings == whole.standings


def test_swiss_rematches_are_games_of_their_own(tmp_path):
    three = settings(QUICK[:3], schedule="swiss", rounds=5, pairs=2)
    with Store(tmp_path / "s.db") as store:
        here = Here()
        assert run(Tournament(three, store), here, silent) == 0
        results = Tournament(three, store).results(0)
        # In each round one meeting of two pairs, and a bye that is worth as much as winning it.
        assert len(set(here.played)) == len(results.games) == results.wanted == 5 * 4
        assert len({game.seed for game in results.games}) == 5 * 2
        assert sum(row.points for row in results.standings) == 5 * 4 + 5 * 4


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_live_table_counts_what_counts(tmp_path, monkeypatch):
    pytest.importorskip("rich")
    shown = []
    monkeypatch.setattr(live, "standings", lambda *what: shown.append(standings(*what)) or shown[-1])
    # Names that rich would take for markup; and the store has games of one who takes part no more.
    odd = (Entry("[/x]", "tetress:random"), Entry("[red]y", "tetress:greedy"), QUICK[1])
    with Store(tmp_path / "s.db") as store:
        run(Tournament(settings(odd), store), Here(), silent)
        now = settings((*odd[:2], QUICK[4]))
        tournament, terminal = Tournament(now, store), Terminal()
        monkeypatch.setattr(sys, "stdout", terminal)
        with live.listener(now.entries, lambda: tournament.results(-1).games, False) as told:
            run(tournament, Here(), told)
        monkeypatch.undo()
        assert shown[0] != shown[-1]
        assert sum(row.games for row in shown[0]) == 2 * 2
        assert tuple(shown[-1]) == Tournament(now, store).results(-1).standings
    assert "[/x]" in terminal.getvalue() and "[red]y" in terminal.getvalue()


def test_an_unfinished_table_is_ranked_by_share(tmp_path, capsys):
    with Store(tmp_path / "s.db") as store:
        tournament = Tournament(settings(QUICK[:3]), store)
        names = [entry.name for entry in QUICK[:3]]
        (jobs,) = tournament.rounds()

        def win(winner, loser):
            for job in jobs:
                if set(job["names"]) == {winner, loser}:
                    result = "red" if job["names"][0] == winner else "blue"
                    yield dataclasses.replace(played(*job["names"], result), key=job["key"])

        # The first has two points of three games; the second has won its only one.
        games = [*win(names[0], names[2]), next(win(names[1], names[0]))]
        assert all(store.add(game) for game in games)
        results = tournament.results(-1)
        assert not results.is_finished and [row.name for row in results.standings] == [names[1], names[0], names[2]]
        store.set_meta("settings", tournament.settings.to_json())
        assert command.main(["table", str(tmp_path / "s.db")]) == 0
        assert "ranked by their share of the points" in capsys.readouterr().out
        for game in (*win(names[1], names[0]), *win(names[2], names[1])):
            store.add(game)
        results = tournament.results(-1)
        assert results.is_finished and [row.points for row in results.standings] == [2.0, 2.0, 2.0]
        assert command.main(["table", str(tmp_path / "s.db")]) == 0
        assert "ranked by the share" not in capsys.readouterr().out


def test_a_run_says_beforehand_how_long_it_may_take_and_what_is_missing(tmp_path):
    (tmp_path / "teams" / "empty").mkdir(parents=True)
    who = ("--teams", tmp_path / "teams", "--staff", "tetress:random", "--schedule", "gauntlet", "--quiet")
    done = run_command("run", tmp_path / "s.db", *who, "-t", "-s", "--call-time", "60", "--concurrency", "1")
    assert done.returncode == 0, done.stderr
    assert "2 of 2 games to play, 1 at a time." in done.stderr
    assert "At most 12 min if everyone computes to the limit (180 s of CPU time)" in done.stderr
    assert "single game last 7 h 32 min (--call-time 60 s a call)" in done.stderr
    assert "these have no package where it should be: empty." in done.stderr
    again = run_command("run", tmp_path / "s.db")
    assert "0 of 2 games to play" in again.stderr and "At most" not in again.stderr
    limitless = run_command("run", tmp_path / "t.db", *who)
    assert "no limit of CPU time (-t): one game can take 22 h 36 min" in limitless.stderr


@pytest.mark.parametrize(
    "seconds, words", [(0, "1 min"), (61, "2 min"), (3600, "1 h"), (3661, "1 h 2 min"), (86400 * 2 + 7200, "2 d 2 h")]
)
def test_durations_are_rounded_up(seconds, words):
    assert command._duration(seconds) == words


def test_gauntlet_needs_both_kinds(tmp_path):
    with Store(tmp_path / "s.db") as store:
        with pytest.raises(RosterError):
            Tournament(settings(schedule="gauntlet"), store)
        with pytest.raises(RosterError):
            Tournament(settings(QUICK[:1]), store)
        staff = (QUICK[0], Entry("boss", "tetress:greedy", staff=True))
        tournament = Tournament(settings(staff, schedule="gauntlet", pairs=2), store)
        run(tournament, Here(), silent)
        assert len(tournament.results(0).games) == 4


# ---- Executors ---------------------------------------------------------------------------------


def jobs_of(store, **options):
    return next(Tournament(settings(**options), store).rounds())


def test_local_workers_that_die_are_replaced(tmp_path):
    with Store(tmp_path / "s.db") as store:
        jobs = jobs_of(store)
        executor = LocalExecutor(2)
        outcomes = {}
        try:
            for job, record in executor.run(jobs):
                outcomes[job["key"]] = record["reason"]
                if len(outcomes) in (3, 9):
                    os.kill(executor._workers[0].process.pid, signal.SIGKILL)
        finally:
            executor.close()
        assert len(outcomes) == len(jobs)
        assert list(outcomes.values()).count("infrastructure") <= 2
        assert not executor._workers
        # And through a run nothing is missing.
        tournament = Tournament(settings(), store)
        executor = LocalExecutor(2)
        done = []

        def told(*_):
            done.append(1)
            if len(done) in (2, 5, 11):
                os.kill(executor._workers[1].process.pid, signal.SIGKILL)

        assert run(tournament, executor, told) == 0
        executor.close()
        assert len(store.keys()) == 20


class HalfWorker:
    """One that is killed while it sends its record."""

    def __init__(self):
        self.channel, self.theirs = multiprocessing.get_context("spawn").Pipe()
        self.process = types.SimpleNamespace(returncode=-9)

    def give(self, job):
        self.job = job
        os.write(self.theirs.fileno(), struct.pack("!i", 1000) + b"x" * 10)
        self.theirs.close()
        return True

    def end(self):
        self.channel.close()

    job = None


def test_a_worker_that_dies_in_the_middle_of_its_record(tmp_path):
    with Store(tmp_path / "s.db") as store:
        executor = LocalExecutor(1)
        executor._workers = [HalfWorker()]
        reasons = [record["reason"] for _, record in executor.run(jobs_of(store, entries=QUICK[:2]))]
        executor.close()
    assert reasons == ["infrastructure", "no_moves"]


@needs_sandbox
def test_elsewhere_only_the_files_that_were_meant_play(tmp_path, monkeypatch):
    team(tmp_path / "one", "exits")
    entries = [Entry("one", "exits", str(tmp_path / "one")), QUICK[0]]
    with Store(tmp_path / "s.db") as store:
        job = jobs_of(store, entries=entries)[0]
    assert play_elsewhere(json.loads(json.dumps(job)))["reason"] == "crash"
    shutil.move(tmp_path / "one", tmp_path / "elsewhere")  # a machine that does not see the folder
    record = play_elsewhere(job)
    assert (record["reason"], record["result"]) == ("infrastructure", "unfinished")
    assert "the files of" in record["referee"]["detail"]
    shutil.move(tmp_path / "elsewhere", tmp_path / "one")
    monkeypatch.setattr("tetress.version", "0.0.0")
    assert play_elsewhere(job)["reason"] == "infrastructure"


def local_cluster(workers):
    import distributed

    options = {"n_workers": workers, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    return distributed.LocalCluster(**options, silence_logs=50)


def test_dask_workers_that_die_cost_nothing(tmp_path):
    pytest.importorskip("distributed")
    from tetress.tournament.executors.dask_executor import DaskExecutor

    with local_cluster(2) as cluster, Store(tmp_path / "s.db") as store:
        tournament, executor = Tournament(settings(), store), DaskExecutor(cluster.scheduler_address, 30.0)
        done = []

        def told(*_):
            done.append(1)
            if len(done) == 3:
                os.kill(cluster.workers[0].process.pid, signal.SIGKILL)

        assert run(tournament, executor, told) == 0
        executor.close()
        assert len(store.keys()) == len(done) == 20
        plain = Store(tmp_path / "plain.db")
        run(Tournament(settings(), plain), Here(), silent)
        assert Tournament(settings(), plain).results(0).standings == tournament.results(0).standings


@contextlib.contextmanager
def started(*arguments):
    """A process of a module of this interpreter's, killed at the end whatever happens."""
    arguments = [sys.executable, "-m", *(str(one) for one in arguments)]
    with subprocess.Popen(arguments, env=ENVIRONMENT, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def test_dask_results_that_die_with_their_worker_are_played_again(tmp_path):
    """A game may end long before we fetch its record. Until then the record is in the memory of a worker alone."""
    pytest.importorskip("distributed")
    from tetress.tournament.executors.dask_executor import DaskExecutor

    with local_cluster(0) as cluster, Store(tmp_path / "s.db") as store, contextlib.ExitStack() as workers:
        executor, done = DaskExecutor(cluster.scheduler_address, 30.0), []

        def worker():
            arguments = ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
            return workers.enter_context(started("distributed.cli.dask_worker", cluster.scheduler_address, *arguments))

        def seen_by_the_client():
            return {state.status for state in list(executor._client.futures.values())}

        def told(*_):
            done.append(1)
            if len(done) == 1:
                wait_until(lambda: seen_by_the_client() == {"finished"})
                first.kill()
                wait_until(lambda: "lost" in seen_by_the_client())
                worker()

        first = worker()
        assert run(Tournament(settings(), store), executor, told) == 0
        executor.close()
        assert len(store.keys()) == len(done) == 20
        assert store.failures() == {}


def test_a_dask_scheduler_that_dies_fails_no_game(tmp_path):
    pytest.importorskip("distributed")
    from tetress.tournament.executors.dask_executor import DaskExecutor

    at, quiet, done = tmp_path / "address.json", ["--no-dashboard", "--scheduler-file", tmp_path / "address.json"], []
    with started("distributed.cli.dask_scheduler", "--port", "0", "--host", "127.0.0.1", *quiet) as scheduler:
        while not (at.exists() and at.read_text().endswith("}")):
            assert scheduler.poll() is None
            time.sleep(0.05)
        with started("distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", *quiet):
            executor = DaskExecutor(json.loads(at.read_text())["address"], 5.0)

            def told(*_):
                done.append(1)
                if len(done) == 3:
                    scheduler.kill()

            with Store(tmp_path / "s.db") as store:
                with pytest.raises(ExecutorLost):
                    run(Tournament(settings(pairs=20), store), executor, told)
                executor.close()
                assert 3 <= len(store.keys()) < 400
                assert store.failures() == {}


def test_slurm_script_plays_its_shards(tmp_path):
    store = tmp_path / "s.db"
    with Store(store) as opened:
        opened.set_meta("settings", settings(QUICK[:3]).to_json())
    out = tmp_path / "my class"
    done = run_command("slurm", store, "--out", out, "--shards", "2", "--minutes", "5")
    assert done.returncode == 0, done.stderr
    assert "6 games" in done.stdout
    script = out / "tournament.sbatch"
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    text = script.read_text()
    assert "--signal" not in text  # it would only end a task early
    assert "#SBATCH --array=0-1\n" in text and "#SBATCH --time=5\n" in text
    assert run_command("collect", store, out).returncode == 1  # nothing is there yet
    for shard in range(2):
        task = subprocess.run(
            ["sh", script], env={**ENVIRONMENT, "SLURM_ARRAY_TASK_ID": str(shard)}, capture_output=True, text=True, check=False
        )
        assert (task.returncode, task.stdout) == (0, "3 games played\n"), task.stderr
    # A task that is started again plays nothing twice, nor after its file was cut off.
    path = out / "shard-1.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    again = subprocess.run(
        ["sh", script], env={**ENVIRONMENT, "SLURM_ARRAY_TASK_ID": "1"}, capture_output=True, text=True, check=False
    )
    assert again.stdout == "1 game played\n", again.stderr
    done = run_command("collect", store, out)
    assert (done.returncode, done.stdout) == (0, "6 games taken in, 0 failures that are nobody's, 0 of 6 missing\n")
    with Store(store) as opened:
        assert len(Tournament(settings(QUICK[:3]), opened).results(0).games) == 6
    # Nothing is left to play: no folder, and a sentence that says so.
    done = run_command("slurm", store, "--out", tmp_path / "more")
    assert done.returncode == 0 and done.stdout.startswith("Nothing is left to play") and "table" in done.stdout
    assert not (tmp_path / "more").exists()
    # What failed before it was played is no failure any more.
    with path.open("a") as file:
        job = json.loads((out / "jobs.jsonl").read_text().splitlines()[1])
        file.write(json.dumps({"key": job["key"], "record": failed(job, "the machine burns")}) + "\n")
    done = run_command("collect", store, out)
    assert (done.returncode, done.stdout) == (0, "0 games taken in, 0 failures that are nobody's, 0 of 6 missing\n")


def slurm_folder(tmp_path):
    """A store, and a folder of `slurm` whose games are played, of a class with one package."""
    store, out, package = tmp_path / "s.db", tmp_path / "jobs", tmp_path / "team"
    team(package, "legal")
    entries = [*QUICK[:2], Entry("team", f"{package}/legal")]
    with Store(store) as opened:
        opened.set_meta("settings", settings(entries).to_json())
    assert run_command("slurm", store, "--out", out, "--shards", "1").returncode == 0
    done = run_command("work", "--jobs", out / "jobs.jsonl", "--shard", "0/1", "--out", out)
    assert done.stdout == "6 games played\n", done.stderr
    return store, out, package


@pytest.mark.parametrize("change", [lambda package: (package / "more.py").write_text("new = 1\n"), shutil.rmtree])
def test_games_of_slurm_count_whatever_has_become_of_the_files(tmp_path, change):
    store, out, package = slurm_folder(tmp_path)
    change(package)
    done = run_command("collect", store, out)
    assert (done.returncode, done.stdout) == (0, "6 games taken in, 0 failures that are nobody's, 0 of 6 missing\n"), done.stderr
    table = run_command("table", store)
    assert re.search(r"^.*\bteam\b.* 4 ", table.stdout, re.MULTILINE), table.stdout
    assert "team" in table.stderr  # that its files are others now


def test_a_folder_of_slurm_without_what_was_seen_is_collected_and_a_damaged_one_is_refused(tmp_path):
    store, out, _ = slurm_folder(tmp_path)
    (out / "seen.json").write_text("{")
    done = run_command("collect", store, out)
    assert done.returncode == 1 and "seen.json is damaged, so write the folder again with `slurm`" in done.stderr
    (out / "seen.json").unlink()
    assert run_command("collect", store, out).stdout.startswith("6 games taken in, ")


def test_work_ends_between_two_lines(tmp_path):
    with Store(tmp_path / "s.db") as store:
        jobs = jobs_of(store, pairs=20)
    (tmp_path / "jobs.jsonl").write_text("".join(json.dumps(job) + "\n" for job in jobs))
    with subprocess.Popen(
        command_line("work", "--jobs", tmp_path / "jobs.jsonl", "--shard", "0/1", "--out", tmp_path), env=ENVIRONMENT
    ) as worker:
        path = tmp_path / "shard-0.jsonl"
        while not path.exists() or path.stat().st_size < 5000:
            time.sleep(0.01)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait() == 128 + signal.SIGTERM
    assert path.read_bytes().endswith(b"\n")
    keys = [key for key, _ in slurm.read_records(path)]
    assert 1 <= len(keys) < len(jobs) and len(set(keys)) == len(keys)


def test_text_in_records_of_other_machines_is_cleaned(tmp_path):
    path = tmp_path / "shard-0.jsonl"
    record = played("a", "b", "red", "crash", log="one\ntwo\r", detail="\x1b[2J\u202e\ud800").record
    path.write_text(json.dumps({"key": "k", "record": record}) + "\n", encoding="ascii")
    ((key, found),) = slurm.read_records(path)
    assert key == "k" and found["referee"]["detail"] == r"\x1b[2J\u202e\ud800"
    assert found["referee"]["players"]["red"]["log"] == "one\ntwo\\r" and found["moves"] == record["moves"]


# ---- The command -------------------------------------------------------------------------------


def players(*names):
    return [word for name in names for word in ("--player", f"{name}=tetress:{name}")]


NAMES = [entry.name for entry in QUICK]


def test_a_killed_run_is_gone_on_with(tmp_path):
    whole = tmp_path / "whole.db"
    assert run_command("run", whole, *players(*NAMES), "--pairs", "3", "--quiet", "--concurrency", "2", "--force").returncode == 0
    expected = run_command("table", whole).stdout
    assert "60 of 60 games" in expected
    store, chance, kills = tmp_path / "killed.db", random.Random(3), 0
    arguments = ["run", store, *players(*NAMES), "--pairs", "3", "--concurrency", "2", "--force"]
    for _ in range(5):
        with subprocess.Popen(command_line(*arguments), env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as runner:
            for _ in range(chance.randint(1, 8)):
                if not runner.stdout.readline():
                    break
            kills += runner.poll() is None
            runner.kill()
        arguments = ["run", store, "--concurrency", "2", "--force"]
    assert kills == 5
    assert run_command(*arguments, "--quiet").returncode == 0
    assert run_command("table", store).stdout == expected
    moves = [[json.loads(line)["moves"] for line in run_command("export", one).stdout.splitlines()] for one in (whole, store)]
    assert len(moves[0]) == 60 and moves[0] == moves[1]


def test_opening_waits_for_whoever_writes(tmp_path):
    """It waits for a writer, and for whoever uses a store of version 2: SQLite refuses a change of journal mode while
    another process reads or writes, whatever the timeout."""
    path = tmp_path / "s.db"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            opened = pool.submit(lambda: Store(path).close())
            time.sleep(0.3)
            assert not opened.done()
            other.execute("ROLLBACK")
            opened.result()


def test_two_runners_share_a_store(tmp_path):
    store = tmp_path / "s.db"
    arguments = ["run", store, *players(*NAMES), "--pairs", "2", "--quiet", "--concurrency", "1"]
    both = [subprocess.Popen(command_line(*arguments), env=ENVIRONMENT, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    with Store(store) as opened:
        assert len(opened.keys()) == 40
    assert "40 of 40 games" in run_command("table", store).stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_says_how_to_go_on(tmp_path, number):
    store = tmp_path / "s.db"
    with subprocess.Popen(
        command_line("run", store, *players(*NAMES), "--pairs", "20", "--concurrency", "1"),
        env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as runner:  # fmt: skip
        runner.stdout.readline()
        runner.send_signal(number)
        _, errors = runner.communicate(timeout=HANG_S)
    assert runner.returncode == 1
    assert f"tetress.tournament run {store}" in errors
    with Store(store) as opened:
        assert opened.keys()


@needs_sandbox
def test_teams_of_a_folder_meet_the_staff(tmp_path):
    for name, agent in (("good", "legal"), ("bad", "raises_in_action")):
        team(tmp_path / "teams" / name, agent)
        (tmp_path / "teams" / name / f"{agent}.py").rename(tmp_path / "teams" / name / "agent.py")
    (tmp_path / "teams" / "empty").mkdir()
    store, out = tmp_path / "s.db", tmp_path / "summary"
    done = run_command(
        "run", store, "--teams", tmp_path / "teams", "--staff", "boss=tetress:s4-final", "--schedule", "gauntlet", "-t", "20", "-s"
    )
    assert done.returncode == 0, done.stderr
    assert "6/6 " in done.stdout
    with Store(store) as opened:
        reasons = {(game.red, game.blue): game.record["reason"] for game in opened.games()}
    assert reasons["bad", "boss"] == "crash" and reasons["empty", "boss"] == "load"
    assert reasons["boss", "good"] == "no_moves"
    assert run_command("summary", store, "--out", out).returncode == 0
    assert (out / "index.html").exists()
    assert run_command("gradescope", store, "good", "--out", tmp_path / "r.json").returncode == 0
    assert json.loads((tmp_path / "r.json").read_text())["tests"][0]["name"] == "against boss"
    assert run_command("gradescope", store, "nobody", "--out", tmp_path / "r.json").returncode == 1


def test_wrong_arguments_are_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(command, "_SCHEDULER_S", 1.0)
    folder = tmp_path / "new"
    store = str(folder / "s.db")
    for arguments in (
        [], ["run"], ["run", store], ["run", store, "--player", "tetress:random"],
        ["run", store, *players("random", "greedy"), "--schedule", "gauntlet"],
        ["run", store, *players("random", "greedy"), "--pairs", "0"],
        ["run", store, *players("random", "greedy"), "--concurrency", "1000"],
        ["run", store, "--player", "a=tetress:nobody", "--player", "b=tetress:random"],
        ["work", "--jobs", "x", "--shard", "2/2", "--out", "y"],
    ):  # fmt: skip
        with pytest.raises(SystemExit) as failure:
            command.main(arguments)
        assert failure.value.code == 2, arguments
        assert not folder.exists(), arguments
    for arguments in (["table", str(tmp_path / "none.db")], ["work", "--jobs", "/nowhere", "--shard", "0/1", "--out", store]):
        assert command.main(arguments) == 1
    assert command.main(["run", store, *players("random", "greedy"), "--scheduler", "tcp://127.0.0.1:9"]) == 1
    assert "--scheduler" in capsys.readouterr().err
    # The store has a tournament now: other games than its own need others who play, too.
    with pytest.raises(SystemExit) as failure:
        command.main(["run", store, "--pairs", "2", "--call-time", "3"])
    assert failure.value.code == 2
    assert "--pairs, --call-time: " in capsys.readouterr().err
    with Store(folder / "s.db") as opened:
        assert opened.meta("settings")["pairs"] == 1


def test_mistakes_are_answered_with_the_way_out(tmp_path, capsys):
    store = tmp_path / "s.db"
    for arguments, words in (
        (["run", str(store)], "--teams, --roster, --player or --staff"),
        (["run", str(store), "--teams", str(tmp_path / "none")], f"there is no folder {tmp_path / 'none'}"),
        (["run", str(store), "--roster", str(tmp_path / "none.csv")], f"{tmp_path / 'none.csv'}: No such file or directory"),
    ):
        with contextlib.suppress(SystemExit):
            assert command.main(arguments) == 1
        assert words in capsys.readouterr().err
        assert not store.exists()
    with Store(store) as opened:
        opened.set_meta("settings", settings(QUICK[:2]).to_json())
    assert command.main(["gradescope", str(store), "nobody", "--out", str(tmp_path / "r.json")]) == 1
    assert QUICK[0].name in capsys.readouterr().err


def test_a_damaged_store_is_told_of_in_a_sentence(tmp_path, capsys):
    store = tmp_path / "s.db"
    with Store(store) as opened:
        opened.set_meta("settings", settings(QUICK[:2]).to_json())
    whole = store.read_bytes()
    store.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    assert command.main(["table", str(store)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
