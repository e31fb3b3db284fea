# SPDX-License-Identifier: MIT
"""Whatever happens to a store, a command over it gives right results, or ends with one sentence that names the file."""

import contextlib
import functools
import hashlib
import json
import os
import pathlib
import random
import resource
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile

import pytest
from conftest import HANG_S
from sandbox_support import needs_sandbox, team
from tetress.referee.limits import Limits
from tetress.referee.store_mark import APPLICATION_ID
from tetress.tournament import __main__ as command
from tetress.tournament import store_file, store_rows
from tetress.tournament.executors import slurm
from tetress.tournament.json_shape import ShapeError
from tetress.tournament.record_shape import check_record
from tetress.tournament.results import Entry
from tetress.tournament.roster import named, printable, read_roster
from tetress.tournament.store import Store, StoreError
from tetress.tournament.tournament import Settings, Tournament, run
from test_tournament import ENVIRONMENT, Here, command_line, players, silent
from tournament_support import all_outcomes, played

NAMES = ("random", "s4-greedy", "greedy")
SETTINGS = Settings("test", tuple(Entry(name, f"tetress:{name}", None, name == "random") for name in NAMES), Limits(), pairs=2)

PAGE = 4096


def made(path):
    """A store with a tournament that is finished, and a failure of another time."""
    with Store(path) as store:
        store.set_meta("settings", SETTINGS.to_json())
        store.set_meta("seen", Tournament(SETTINGS, store).players_now().to_json())
        run(Tournament(SETTINGS, store), Here(), silent)
        store.add_failure("0" * 64, played("a", "b", "unfinished", "infrastructure", actions=0).record)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "class.db"
    made(path)
    return path


@pytest.fixture
def store(whole, tmp_path):
    return pathlib.Path(shutil.copy(whole, tmp_path / "class.db"))


@pytest.fixture(autouse=True)
def _fast(monkeypatch):
    monkeypatch.setattr(command, "_have_numpy", lambda: False)
    monkeypatch.setattr(store_file, "PATIENCE_S", 0.3)


def commands(store):
    """Each command that reads a store, with the files that it writes."""
    out = store.parent / "out"
    return {
        "table": (["table", store], []),
        "export": (["export", store], []),
        "summary": (["summary", store, "--out", out], [out / name for name in ("standings.csv", "games.csv", "crosstable.csv", "games.jsonl")]),
        "gradescope": (["gradescope", store, "greedy", "--out", out / "r.json"], [out / "r.json"]),
        "slurm": (["slurm", store, "--out", out / "jobs"], []),
    }  # fmt: skip


def writers(store):
    jobs = store.parent / "jobs"
    jobs.mkdir(exist_ok=True)
    (jobs / "jobs.jsonl").write_text("")
    return {"run": (["run", store, "--quiet", "--concurrency", "1"], []), "collect": (["collect", store, jobs], [])}


def outcome_of(arguments, files, capsys):
    """What a command does: its code, output without the store's folder, what it says, and the files that it writes."""
    for file in files:
        file.unlink(missing_ok=True)
    code = command.main([str(one) for one in arguments])
    said = capsys.readouterr()
    folder = str(pathlib.Path(arguments[1]).parent)
    return code, said.out.replace(folder, "."), said.err, [file.read_bytes() if file.exists() else None for file in files]


EXPECTED = {}


def judge(store, whole, capsys, uses=commands):
    """Use every command. Returns the number of those that refused."""
    refused = 0
    for name, (arguments, files) in uses(store).items():
        if name not in EXPECTED:
            EXPECTED[name] = outcome_of(*uses(pathlib.Path(whole))[name], capsys)
        code, text, errors, contents = outcome_of(arguments, files, capsys)
        if code == 0:
            assert (text, contents) == (EXPECTED[name][1], EXPECTED[name][3]), name
            continue
        assert code == 1 and text == "" and not any(contents), (name, text)
        lines = errors.splitlines()
        # `run` may have told what there is to play.
        assert len(lines) == 1 or name == "run", (name, errors)
        assert str(store) in lines[-1] and ": " in lines[-1].partition(str(store))[2], (name, errors)
        assert "Traceback" not in errors and "Error:" not in errors, errors
        refused += 1
    return refused


# ---- Bytes ---------------------------------------------------------------------------------------


def flipped(data, chance):
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def pages(data):
    return [data[at : at + PAGE] for at in range(0, len(data), PAGE)]


def with_two_pages_swapped(data, chance):
    parts = pages(data)
    one, other = chance.sample(range(len(parts)), 2)
    parts[one], parts[other] = parts[other], parts[one]
    return b"".join(parts)


def with_a_page_of(fill):
    def damage(data, chance):
        parts = pages(data)
        parts[chance.randrange(len(parts))] = fill(chance)
        return b"".join(parts)

    return damage


def with_a_run_overwritten(data, chance):
    at, length = chance.randrange(len(data)), chance.randrange(2, 600)
    return data[:at] + chance.randbytes(length) + data[at + length :]


def with_a_part_moved(data, chance):
    at, to, length = chance.randrange(len(data)), chance.randrange(len(data)), chance.randrange(16, 3000)
    return data[:to] + data[at : at + length] + data[to + length :]


BYTES = {
    "a bit": flipped,
    "four bits": lambda data, chance: [data := flipped(data, chance) for _ in range(4)][-1],
    "two pages swapped": with_two_pages_swapped,
    "a page of zeros": with_a_page_of(lambda _: b"\0" * PAGE),
    "a page of ones": with_a_page_of(lambda _: b"\xff" * PAGE),
    "a page of anything": with_a_page_of(lambda chance: chance.randbytes(PAGE)),
    "a run of anything": with_a_run_overwritten,
    "a part of it elsewhere": with_a_part_moved,
    "cut anywhere": lambda data, chance: data[: chance.randrange(1, len(data))],
    "more at its end": lambda data, chance: data + chance.randbytes(chance.randrange(1, 9000)),
    "a hole": lambda data, chance: data[: (at := chance.randrange(len(data)))] + data[at + chance.randrange(1, 99) :],
}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("kind", BYTES)
def test_damaged_bytes_are_told_of_or_do_not_matter(kind, seed, store, whole, capsys):
    data = BYTES[kind](store.read_bytes(), random.Random(f"{kind} {seed}"))
    store.write_bytes(data)
    judge(store, whole, capsys)
    assert store.read_bytes() == data
    assert {one.name for one in store.parent.iterdir()} <= {"class.db", "out"}
    judge(store, whole, capsys, writers)


@pytest.mark.parametrize("part", ("at every page", "within every page"))
def test_a_store_that_was_cut_off_is_told_of(part, store, whole, capsys):
    data = store.read_bytes()
    ends = range(PAGE, len(data), PAGE) if part == "at every page" else range(PAGE // 2, len(data), PAGE)
    for end in ends:
        store.write_bytes(data[:end])
        # What is cut off of the last page may have held nothing.
        assert judge(store, whole, capsys) == len(commands(store)) or end > len(data) - PAGE, end
        assert store.read_bytes() == data[:end]


def test_every_byte_of_the_header_may_be_damaged(store, whole, capsys):
    data = store.read_bytes()
    for at in range(100):
        for value in (data[at] ^ 0xFF, data[at] ^ 1, 0, 0xFF):
            store.write_bytes(data[:at] + bytes([value]) + data[at + 1 :])
            with contextlib.suppress(StoreError), Store(store, read_only=True) as opened:
                assert len(opened.games()) == 12
    judge(store, whole, capsys)


def test_checksums_are_as_the_documents_say(store):
    with contextlib.closing(sqlite3.connect(store)) as database:
        for table in ("meta", "games", "failures"):
            for *values, kept in database.execute(f"SELECT * FROM {table}"):
                texts = [(type(value).__name__, str(value).encode()) for value in values]
                data = table.encode() + b"".join(b"\0%s %d\0%s" % (kind.encode(), len(text), text) for kind, text in texts)
                assert kept == hashlib.sha256(data).hexdigest()
                assert {kind for kind, _ in texts} <= {"str", "int"}


# ---- Tables and fields ---------------------------------------------------------------------------


def edited(statement, *values):
    def damage(path):
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute(statement, values)

    return damage


def rewritten(change, table="games", column="record", sums=True):
    """Change a value of the first row, or of the settings, as a program would that writes checksums: their shapes must
    tell."""

    def damage(path):
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
            names = store_rows.COLUMNS[table]
            where = "name = 'settings'" if table == "meta" else f"{names[0]} = (SELECT min({names[0]}) FROM {table})"
            values = list(database.execute(f"SELECT {', '.join(names)} FROM {table} WHERE {where}").fetchone())
            old, at = values[0], names.index(column)
            values[at] = change(values[at])
            row = store_rows.with_sum(table, values) if sums else values
            setting = ", ".join(f"{name} = ?" for name in (*names, "sum")[: len(row)])
            database.execute(f"UPDATE {table} SET {setting} WHERE {names[0]} = ?", (*row, old))

    return damage


def in_record(*path, value):
    """The record with another value at that place; `del` for none."""

    def change(text):
        record = json.loads(text)
        inner = record
        for key in path[:-1]:
            inner = inner[key]
        if value is del_:
            del inner[path[-1]]
        else:
            inner[path[-1]] = value
        return json.dumps(record)

    return change


class del_:
    """No value at all."""


def swapped(column):
    def damage(path):
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
            (one, first), (other, second) = database.execute(f"SELECT key, {column} FROM games ORDER BY key LIMIT 2").fetchall()
            database.execute(f"UPDATE games SET {column} = ? WHERE key = ?", (second, one))
            database.execute(f"UPDATE games SET {column} = ? WHERE key = ?", (first, other))

    return damage


def keys_swapped(path):
    """Two games under each other's keys, with sums that are right."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        names = ", ".join(store_rows.COLUMNS["games"])
        rows = database.execute(f"SELECT {names} FROM games").fetchall()
        one = rows[0]
        other = next(row for row in rows if {row[2], row[3]} != {one[2], one[3]})
        for row, key in ((one, other[0]), (other, one[0])):
            values = store_rows.with_sum("games", (key, *row[1:]))
            database.execute("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)


FIELDS = {
    "the records of two games swapped": swapped("record"),
    "the reds of two games swapped": swapped("red"),
    "two games under each other's keys": keys_swapped,
    "a record of bytes": edited("UPDATE games SET record = ?", b"\xff\x00"),
    "a record of a number": edited("UPDATE games SET record = 5"),
    "a seed of a number": edited("UPDATE games SET seed = 1.5"),
    "a key of bytes": edited("UPDATE games SET key = ? WHERE key = (SELECT min(key) FROM games)", b"\x00"),
    "another sum": edited("UPDATE games SET sum = ?", "0" * 64),
    "a sum of bytes": edited("UPDATE meta SET sum = ?", b""),
    "a text that is no UTF-8": edited("UPDATE games SET red = CAST(? AS TEXT)", b"\xff\xfe"),
    "attempts of text": edited("UPDATE failures SET attempts = 'many'"),
    "settings of a number": edited("UPDATE meta SET value = 7"),
    "no settings": edited("DELETE FROM meta"),
    "no table of games": edited("DROP TABLE games"),
    "no table of settings": edited("DROP TABLE meta"),
    "one more table": edited("CREATE TABLE more (name TEXT)"),
    "a trigger": edited("CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM meta; END"),
    "one more column": edited("ALTER TABLE games ADD COLUMN more TEXT"),
    "a view": edited("CREATE VIEW v AS SELECT * FROM games"),
    "a version to come": edited("PRAGMA user_version=99"),
    "the version before": edited("PRAGMA user_version=2"),
    "version 0": edited("PRAGMA user_version=0"),
    "the mark of another program": edited("PRAGMA application_id=77"),
    "a record that is no JSON": rewritten(lambda text: text[:-40]),
    "a record of nothing": rewritten(lambda _: ""),
    "a record that is deep": rewritten(lambda _: "[" * 100_000),
    "a record that is a list": rewritten(lambda _: "[]"),
    "another result than its record's": rewritten(lambda _: "nobody", column="result"),
    "another seed than its record's": rewritten(lambda _: "x", column="seed"),
    "another name than its record's": rewritten(lambda _: "random ", column="red"),
    **{f"a record without {name}": rewritten(in_record(name, value=del_)) for name in ("library", "moves", "result", "reason", "referee", "start")},
    **{f"a record with {name} of null": rewritten(in_record(name, value=None)) for name in ("seed", "times_ms", "scores", "red", "referee")},
    "a move that is none": rewritten(in_record("moves", 0, value="9-9")),
    "a move off the board": rewritten(in_record("moves", 0, value="0-0,0-1,0-2,0-11")),
    "fewer times than moves": rewritten(in_record("times_ms", value=[])),
    "a result that is none": rewritten(in_record("result", value=["red"])),
    "a reason that is none": rewritten(in_record("reason", value="luck")),
    "players of a list": rewritten(in_record("referee", "players", value=[])),
    "a player without a log": rewritten(in_record("referee", "players", "red", "log", value=del_)),
    "CPU time of text": rewritten(in_record("referee", "players", "red", "cpu_s", value="much")),
    "a limit of text": rewritten(in_record("referee", "limits", "cpu_s", value="much")),
    "blame of a number": rewritten(in_record("referee", "blame", value=3)),
    "a fault of text": rewritten(in_record("referee", "players", "blue", "fault", value="bad")),
    "settings without entries": rewritten(in_record("entries", value=del_), "meta", "value"),
    "settings with more": rewritten(in_record("more", value=1), "meta", "value"),
    "a limit that is unknown": rewritten(in_record("limits", "more", value=1), "meta", "value"),
    "an entry that is none": rewritten(in_record("entries", 0, value="random"), "meta", "value"),
    "pairs of text": rewritten(in_record("pairs", value="2"), "meta", "value"),
    "a schedule that is none": rewritten(in_record("schedule", value=[]), "meta", "value"),
    "settings of a list": rewritten(lambda _: "[1]", "meta", "value"),
    "attempts that are none": rewritten(lambda _: "3", "failures", "attempts"),
    "a failure that is no record": rewritten(lambda _: "{}", "failures"),
}  # fmt: skip


@pytest.mark.parametrize("kind", FIELDS)
def test_damaged_fields_are_told_of(kind, store, whole, capsys):
    FIELDS[kind](store)
    data = store.read_bytes()
    refused = judge(store, whole, capsys)
    # `slurm` reads no records, but what it needs of the others it checks as they do.
    assert refused >= len(commands(store)) - 1, kind
    assert store.read_bytes() == data
    if kind != "no settings":
        assert judge(store, whole, capsys, writers) >= 1


def test_the_settings_of_a_store_that_has_lost_them_are_asked_for(store, capsys):
    FIELDS["no settings"](store)
    assert command.main(["table", str(store)]) == 1
    assert "begin with" in capsys.readouterr().err


# ---- What is no store ----------------------------------------------------------------------------


def no_store(kind, path):
    if kind == "folder":
        path.mkdir()
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "text":
        path.write_text("name,player\n" * 1000)
    elif kind == "short":
        path.write_bytes(b"SQLite format 3\0")
    elif kind == "mark alone":
        path.write_bytes(b"SQLite format 3\0".ljust(68, b"\0") + APPLICATION_ID.to_bytes(4, "big"))
    elif kind == "foreign":
        edited("CREATE TABLE things (name TEXT)")(path)
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "null":
        path.symlink_to(os.devnull)
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "dangling":
        path.symlink_to(path.parent / "nothing")
    elif kind == "socket":
        socket.socket(socket.AF_UNIX).bind(str(path))
    else:
        assert kind == "missing"


NO_STORES = ("folder", "empty", "text", "short", "mark alone", "foreign", "fifo", "device", "null", "loop", "dangling", "socket", "missing")


def state(path):
    if not path.is_file():
        return None
    found = os.stat(path)
    return path.read_bytes() if path.resolve().is_file() else None, found.st_mtime_ns, found.st_size


@pytest.mark.parametrize("kind", NO_STORES)
def test_what_is_no_store_is_refused_and_not_changed(kind, whole, capsys):
    with tempfile.TemporaryDirectory() as folder:  # a short path, for the socket
        path = pathlib.Path(folder, "class.db")
        no_store(kind, path)
        before = state(path)
        assert judge(path, whole, capsys) == len(commands(path))
        assert command.main(["rescue", str(path), str(path.parent / "new.db")]) == 1
        assert str(path) in capsys.readouterr().err
        # Nobody plays: run would make a store of a file that is empty or missing.
        if kind not in ("empty", "missing", "dangling"):
            assert command.main(["run", str(path), *players("random", "greedy")]) == 1
            assert capsys.readouterr().err.count("\n") == 1
        assert state(path) == before
        assert {one.name for one in path.parent.iterdir()} <= {"class.db"}


def test_a_store_must_have_a_folder(tmp_path):
    for path in (tmp_path / "none" / "s.db", tmp_path / ("n" * 300), tmp_path / "a\0b"):
        for read_only in (True, False):
            with pytest.raises(StoreError):
                Store(path, read_only)


# ---- In use, full, not permitted -----------------------------------------------------------------


def test_a_store_that_is_in_use_is_waited_for_and_then_told_of(store, whole, capsys):
    with contextlib.closing(sqlite3.connect(store, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert judge(store, whole, capsys) == len(commands(store))
        assert command.main(["table", str(store)]) == 1
        assert "in use by another program" in capsys.readouterr().err
        other.execute("ROLLBACK")
    with contextlib.closing(sqlite3.connect(store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # who prepares to write keeps nobody from reading
        assert judge(store, whole, capsys) == 0
        with pytest.raises(StoreError, match="in use"), Store(store) as opened:
            opened.set_meta("a", 1)


def test_a_disk_that_is_full_is_told_of_and_loses_nothing(tmp_path):
    path = tmp_path / "class.db"

    def limited():
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    arguments = ["run", path, *players(*NAMES), "--pairs", "8", "--concurrency", "1"]
    done = subprocess.run(
        command_line(*arguments), env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=HANG_S, preexec_fn=limited
    )
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    assert str(path) in last and "make room" in last and "Go on with" in last, last
    told = len(done.stdout.splitlines())
    assert told > 0
    with Store(path) as store:
        assert len(store.keys()) >= told


def test_a_new_store_on_a_full_disk_is_told_of(tmp_path):
    for limit in (0, 100, 4096, 9000):
        arguments = command_line("run", tmp_path / f"{limit}.db", *players("random", "greedy"), "--quiet", "--concurrency", "1")
        done = subprocess.run(
            arguments, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=HANG_S,
            preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        )  # fmt: skip
        assert done.returncode == 1 and "Traceback" not in done.stderr
        assert f"{limit}.db" in done.stderr and "make room" in done.stderr, done.stderr


NOBODY = 65534


@pytest.fixture
def open_folder():
    """A folder that every user may enter."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield pathlib.Path(folder)


def as_nobody(*arguments, cwd="/"):
    """A command of a user who may write nothing here."""
    return subprocess.run(
        [readable_by_all(), *command_line(*arguments)[1:]], env={**ENVIRONMENT, "PYTHONDONTWRITEBYTECODE": "1"}, user=NOBODY, group=NOBODY, extra_groups=[], cwd=cwd,
        capture_output=True, text=True, check=False, timeout=HANG_S,
    )  # fmt: skip


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as another user")


@functools.cache
def readable_by_all():
    """An interpreter with which another user can import the package under test."""
    for path in (sys.executable, "/usr/bin/python3"):
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            subprocess.run([path, "-c", "import tetress"], env=ENVIRONMENT, user=NOBODY, group=NOBODY, extra_groups=[], cwd="/", check=True)
            return path
    pytest.skip("other users cannot read the package or its interpreter")


@needs_root
def test_a_store_can_be_read_where_nothing_can_be_written(whole, open_folder):
    path = pathlib.Path(shutil.copy(whole, open_folder / "class.db"))
    os.chmod(path, 0o444)
    expected = subprocess.run([readable_by_all(), *command_line("table", whole)[1:]], env=ENVIRONMENT, capture_output=True, text=True, check=True).stdout
    done = as_nobody("table", path)
    assert (done.returncode, done.stdout, done.stderr) == (0, expected, "")
    assert len(as_nobody("export", path).stdout.splitlines()) == 12
    assert [one.name for one in open_folder.iterdir()] == ["class.db"]
    done = as_nobody("run", path, "--retry")
    assert done.returncode == 1 and str(path) in done.stderr and "change its permissions" in done.stderr
    os.chmod(path, 0o400)
    done = as_nobody("table", path)
    assert (done.returncode, done.stdout) == (1, "") and "change its permissions" in done.stderr


# ---- Stores of version 2 -------------------------------------------------------------------------


def to_version_2(path):
    """Make it as the version before wrote it, with its log beside it while it was open."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        rows = {table: database.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall() for table, names in store_rows.COLUMNS.items()}
        for table, names in store_rows.COLUMNS.items():
            database.execute(f"DROP TABLE {table}")
            database.execute(store_rows.create(table, 2))
            database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(names))})", rows[table])
        database.execute("PRAGMA user_version=2")
        database.execute("PRAGMA journal_mode=WAL")


def test_a_store_of_version_2_is_read_as_it_is_and_written_with_sums(store, whole, capsys):
    to_version_2(store)
    before = store.read_bytes()
    assert judge(store, whole, capsys) == 0
    assert store.read_bytes() == before
    assert {one.name for one in store.parent.iterdir()} == {"class.db", "out"}
    with Store(store) as opened, Store(whole) as other:
        assert opened.games() == other.games() and opened.failures() == other.failures()
    with contextlib.closing(sqlite3.connect(store)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (3,)
        assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert judge(store, whole, capsys) == 0


def test_a_store_of_version_2_in_use_is_read_with_its_log(store, whole, capsys):
    to_version_2(store)
    with contextlib.closing(sqlite3.connect(store, isolation_level=None)) as writer:
        writer.execute("DELETE FROM failures")
        assert os.path.getsize(f"{store}-wal") > 0
        with Store(store, read_only=True) as opened:
            assert opened.failures() == {} and len(opened.games()) == 12


WITHOUT_SUMS = [kind for kind in FIELDS if kind.startswith(("a record", "a move", "a seed", "the records", "the reds", "fewer"))]


@pytest.mark.parametrize("kind", WITHOUT_SUMS)
def test_damaged_fields_of_version_2_are_told_of(kind, store, capsys):
    FIELDS[kind](store)
    to_version_2(store)
    before = store.read_bytes()
    for read_only in (True, False):
        with pytest.raises(StoreError, match="damaged"), Store(store, read_only) as opened:
            opened.games()
    with contextlib.closing(sqlite3.connect(store)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (2,)
    assert len(store.read_bytes()) == len(before)


# ---- Killed while it writes ----------------------------------------------------------------------


KILLED = """
import os, sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA cache_size=1")
database.execute("BEGIN")
database.execute("DELETE FROM games")
database.execute("INSERT INTO meta VALUES ('more', hex(randomblob(100000)), '')")
os._exit(0)
"""


def test_a_transaction_that_was_cut_off_is_taken_back_by_whoever_reads(store, whole, capsys):
    subprocess.run([sys.executable, "-c", KILLED, store], check=True)
    assert os.path.getsize(f"{store}-journal") > 0 and store.read_bytes() != whole.read_bytes()
    assert judge(store, whole, capsys) == 0
    assert not os.path.exists(f"{store}-journal")


@needs_root
def test_a_transaction_that_was_cut_off_is_told_of_where_nothing_can_be_written(whole, open_folder):
    path = pathlib.Path(shutil.copy(whole, open_folder / "class.db"))
    subprocess.run([sys.executable, "-c", KILLED, path], check=True)
    os.chmod(path, 0o644)
    os.chmod(f"{path}-journal", 0o644)
    before = path.read_bytes()
    done = as_nobody("table", path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert str(path) in done.stderr and "copy it" in done.stderr, done.stderr
    assert path.read_bytes() == before


# ---- Rescue --------------------------------------------------------------------------------------


def test_what_is_whole_can_be_rescued(store, whole, tmp_path, capsys):
    FIELDS["the records of two games swapped"](store)
    before = store.read_bytes()
    assert command.main(["rescue", str(store), str(tmp_path / "new.db")]) == 0
    said = capsys.readouterr().out
    assert "10 games saved" in said and "2 more were damaged" in said and "run" in said
    assert store.read_bytes() == before
    # What is missing is played again, and the tournament is as before.
    assert command.main(["run", str(tmp_path / "new.db"), "--quiet", "--concurrency", "1"]) == 0
    capsys.readouterr()
    with Store(tmp_path / "new.db") as new, Store(whole) as old:
        assert [game.record["moves"] for game in new.games()] == [game.record["moves"] for game in old.games()]
    assert command.main(["rescue", str(store), str(tmp_path / "new.db")]) == 1
    assert "exists already" in capsys.readouterr().err


def page_of(store, table):
    """Where the first page of a table begins."""
    with sqlite3.connect(store) as database:
        return PAGE * (database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0] - 1)


def test_of_a_store_that_is_cut_off_the_rest_is_rescued(store, whole, tmp_path, capsys):
    data, counts = store.read_bytes(), []
    with Store(whole) as old:
        games, settings = {game.key: game for game in old.games()}, old.meta("settings")
    for size in range(PAGE, len(data), PAGE):
        store.write_bytes(data[:size])
        new = tmp_path / f"{size}.db"
        code = command.main(["rescue", str(store), str(new)])
        said = capsys.readouterr()
        assert code == 0 or "how many games were in it cannot be told" in said.err, (size, said)
        assert store.read_bytes() == data[:size] and "rescue" not in said.err
        assert new.exists() or code == 1
        if new.exists():
            with Store(new) as saved:
                assert {game.key: game for game in saved.games()}.items() <= games.items()
                assert saved.meta("settings") in (None, settings)
                counts.append(len(saved.keys()))
                assert (code == 0) == (counts[-1] > 0) and ("cannot be told" in said.out + said.err or f"{len(games) - counts[-1]} more were damaged" in said.out)
    assert counts == sorted(counts) and any(0 < count < len(games) for count in counts)


@pytest.mark.parametrize("size", [100, 2000])
def test_where_nothing_can_be_rescued_that_is_the_answer(size, store, tmp_path, capsys):
    data = store.read_bytes()
    store.write_bytes(data[:size])
    assert command.main(["rescue", str(store), str(tmp_path / "new.db")]) == 1
    said = capsys.readouterr()
    assert f"{size} of {len(data)} bytes" in said.err and "take a copy that is whole" in said.err
    assert "`" not in said.err and said.err.count("\n") == 1 and said.out == ""
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize("settings_too", [False, True])
def test_rescue_does_not_say_that_nothing_is_lost(settings_too, store, tmp_path, capsys):
    data = bytearray(store.read_bytes())
    for table in ("games", "meta") if settings_too else ("games",):
        data[page_of(store, table) : page_of(store, table) + PAGE] = b"\xff" * PAGE
    store.write_bytes(data)
    new = tmp_path / "new.db"
    assert command.main(["rescue", str(store), str(new)]) == 1
    said = capsys.readouterr()
    assert "no game of" in said.err and "cannot be told" in said.err and said.out == ""
    assert new.exists() != settings_too and ("tournament run" in said.err) != settings_too


@pytest.mark.parametrize("seed", range(12))
def test_rescue_survives_all_that_can_be_damaged(seed, store, whole, tmp_path, capsys):
    chance = random.Random(seed)
    data = store.read_bytes()
    for _ in range(chance.randrange(1, 4)):
        data = data[:PAGE] + BYTES[chance.choice(list(BYTES))](data[PAGE:], chance)
    store.write_bytes(data)
    code = command.main(["rescue", str(store), str(tmp_path / "new.db")])
    said = capsys.readouterr()
    assert store.read_bytes() == data
    if code:
        assert said.err.count("\n") == 1 and str(store) in said.err
        return
    with Store(whole) as old, Store(tmp_path / "new.db") as new:
        assert {game.key: game for game in new.games()}.items() <= {game.key: game for game in old.games()}.items()


# ---- Files of Slurm ------------------------------------------------------------------------------


def test_records_that_are_none_are_missing(tmp_path):
    good = all_outcomes()[0].record
    lines = [json.dumps({"key": "a", "record": good})]
    lines += [json.dumps({"key": key, "record": value}) for key in ("b", 5) for value in ({}, [], None, "x", {**good, "reason": 5}, {**good, "moves": [1]})]
    lines += ["{", "[]", "null", "5", "[" * 100_000, '{"key": "c"}', json.dumps({"key": 3, "record": good})]
    path = tmp_path / "shard-0.jsonl"
    path.write_text("\n".join(lines))
    assert list(slurm.read_records(path)) == [("a", good)]


@pytest.mark.parametrize(
    "wrong", ["{", "[]", "null", "5", '"x"', "[" * 100_000, "key", "names", "red", "limits", "seed", "one name", "unknown limit", "\xff"]
)
def test_a_file_of_jobs_that_is_none_is_told_of(wrong, store, tmp_path, capsys):
    with Store(store) as opened:
        job = next(iter(Tournament(SETTINGS, opened).rounds()))[0]
    damaged = dict(job)
    if wrong in job:
        damaged[wrong] = [5]
    damaged = {"one name": {**job, "names": ["a"]}, "unknown limit": {**job, "limits": {"x": 1}}}.get(wrong, damaged)
    line = json.dumps(damaged) if damaged != job else wrong
    (tmp_path / "jobs.jsonl").write_text(json.dumps(job) + "\n" + line + "\n", encoding="utf-8")
    for arguments in (["collect", store, tmp_path], ["work", "--jobs", tmp_path / "jobs.jsonl", "--shard", "0/1", "--out", tmp_path]):
        assert command.main([str(one) for one in arguments]) == 1
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and str(tmp_path) in said and (wrong == "\xff" or "line 2" in said), said


def test_every_record_of_ours_has_the_shape(whole):
    for game in all_outcomes():
        check_record(game.record)
    with pytest.raises(ShapeError, match="moves"):
        check_record({**all_outcomes()[0].record, "moves": None})


# ---- Names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [b"a\x1b[31m", "caf\u00e9\u202e".encode(), b"\xff\xfe", "\u00a0".encode(), b"a\nb", b"back\\slash\x07"])
def test_a_name_that_cannot_be_printed_costs_nobody_else(name, tmp_path, capsys):
    teams = tmp_path / "teams"
    for folder in (b"alpha", b"beta", name):
        os.makedirs(os.path.join(os.fsencode(teams), folder))
    store = tmp_path / "s.db"
    code = command.main(["run", str(store), "--teams", str(teams), "--concurrency", "1"])
    said = capsys.readouterr()
    assert code == 0, said.err
    assert (said.out + said.err).replace("\n", "").isprintable()
    assert "6/6" in said.out
    for arguments in (["table", store], ["table", store, "--markdown"], ["summary", store, "--out", tmp_path / "out"]):
        assert command.main([str(one) for one in arguments]) == 0
        assert capsys.readouterr().out.replace("\n", "").isprintable()
    with Store(store, read_only=True) as opened:
        names = {game.red for game in opened.games()}
    assert {"alpha", "beta"} < names and all(one.isprintable() for one in names)
    for page in (tmp_path / "out").iterdir():
        page.read_text(encoding="utf-8")


@needs_sandbox
def test_a_team_in_a_folder_of_any_name_plays(tmp_path, capsys):
    folder = os.fsdecode(os.path.join(os.fsencode(tmp_path), b"teams/\xff\x1b\n"))
    team(pathlib.Path(folder), "legal")
    os.rename(os.path.join(folder, "legal.py"), os.path.join(folder, "agent.py"))
    store = tmp_path / "s.db"
    arguments = ["run", store, "--teams", tmp_path / "teams", "--staff", "boss=tetress:s4-final", "--schedule", "gauntlet", "--concurrency", "1"]
    assert command.main([str(one) for one in arguments]) == 0, capsys.readouterr().err
    with Store(store, read_only=True) as opened:
        games = opened.games()
    assert {game.red for game in games} == {"boss", "\\udcff\\x1b\\n"}
    assert {game.record["reason"] for game in games} <= {"no_moves", "turn_limit"}, [game.record["referee"]["detail"] for game in games]
    assert command.main(["summary", str(store), "--out", str(tmp_path / "out")]) == 0
    for file in (tmp_path / "out").iterdir():
        file.read_text(encoding="utf-8")


def test_names_are_made_printable_wherever_they_come_from(tmp_path):
    (tmp_path / "class.csv").write_text("name,player\na\x1bb,tetress:random\n", encoding="utf-8")
    assert read_roster(tmp_path / "class.csv")[0].name == named("a\x1bb=tetress:random").name == "a\\x1bb"
    assert printable("caf\u00e9 1") == "caf\u00e9 1" and printable("back\\slash") == "back\\slash"
    assert printable("\u00e9\\\u202e") == "\u00e9\\\\\\u202e"
