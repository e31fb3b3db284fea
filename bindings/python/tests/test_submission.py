# SPDX-License-Identifier: MIT
"""Whatever lies in a folder that a team has handed in: the game is played, or it is the team's `load`. Nobody waits, nothing
fills the disk, and nothing of the agent runs before its clock."""

import dataclasses
import errno
import hashlib
import os
import pathlib
import shutil
import socket
import stat
import subprocess
import sys
import time

import pytest
from sandbox_support import SHORT, left_behind, needs_sandbox, team
from tetress.referee import outcome, submission
from tetress.referee.course_game import play_game
from tetress.referee.entrant import locate, parse_entrant
from tetress.referee.store_mark import is_store
from tetress.tournament.job import make_job, play_elsewhere
from tetress.tournament.schedule import Pairing

RED = parse_entrant("tetress:random")
IS_ROOT = os.geteuid() == 0

# In place of the limit of files, so that tests make no more.
FEW = 2000


def pipe(folder):
    os.mkfifo(folder / "pipe")


def deep_pipe(folder):
    (folder / "a" / "b").mkdir(parents=True)
    os.mkfifo(folder / "a" / "b" / "p\x1bipe")


def unix_socket(folder):
    with socket.socket(socket.AF_UNIX) as one:
        here = os.getcwd()
        os.chdir(folder)  # its name may have 107 bytes
        try:
            one.bind("socket")
        finally:
            os.chdir(here)


def device(folder):
    try:
        os.mknod(folder / "zero", 0o666 | stat.S_IFCHR, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("devices cannot be made here")


def huge_sparse_file(folder):
    with open(folder / "huge.bin", "wb") as file:
        file.truncate(1 << 42)


def many_sparse_files(folder):
    for number in range(12):
        with open(folder / f"{number}.bin", "wb") as file:
            file.truncate(100 << 20)


def many_files(folder):
    for number in range(FEW):
        os.close(os.open(folder / f"{number}", os.O_CREAT))


def deep_folders(folder):
    (folder / "/".join("d" * (submission.DEEPEST + 1))).mkdir(parents=True)
    (folder / "/".join("d" * (submission.DEEPEST + 1)) / "file").touch()


def deeper_than_paths_go(folder):
    here = os.getcwd()
    try:
        os.chdir(folder)
        for _ in range(50):
            os.mkdir("d" * 200)
            os.chdir("d" * 200)
    finally:
        os.chdir(here)


def unreadable_file(folder):
    if IS_ROOT:
        pytest.skip("root can read everything")
    (folder / "secret").write_text("secret")
    (folder / "secret").chmod(0)


def unreadable_folder(folder):
    if IS_ROOT:
        pytest.skip("root can read everything")
    (folder / "closed").mkdir()
    (folder / "closed").chmod(0)


# What is handed in beside a good agent, and words of the sentence about it.
REFUSED = {
    pipe: "a pipe (FIFO), 'pipe'",
    deep_pipe: r"a pipe (FIFO), 'a/b/p\x1bipe'",
    unix_socket: "a socket, 'socket'",
    device: "a device, 'zero'",
    huge_sparse_file: "larger than 1,024 MB",
    many_sparse_files: "larger than 1,024 MB",
    many_files: "more than 2,000 files",
    deep_folders: "64 deep",
    deeper_than_paths_go: "2048 bytes",
    unreadable_file: "cannot read: 'secret'",
    unreadable_folder: "cannot read: 'closed'",
}


def link_loops(folder):
    (folder / "one").symlink_to("two")
    (folder / "two").symlink_to("one")
    (folder / "self").symlink_to(".")
    (folder / "up").symlink_to("..")


def links_out(folder):
    for name, target in (("zero", "/dev/zero"), ("system", "/"), ("nothing", "/nowhere"), ("memory", "/proc/self/mem")):
        (folder / name).symlink_to(target)


def names_that_are_no_text(folder):
    for name in (b"\xff", b"\xe3\x83", b"a\nb", b"\x1b[2J", b"x" * 255):
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(b"data")


def sparse_file(folder):
    with open(folder / "sparse.bin", "wb") as file:
        file.truncate(200 << 20)


def pretends_to_be_beside_a_store(folder):
    # Whether `data` is a store is asked because of this name.
    (folder / "data-wal").write_text("")
    (folder / "data").symlink_to("/dev/zero")


ALLOWED = (link_loops, links_out, names_that_are_no_text, sparse_file, pretends_to_be_beside_a_store)


@pytest.fixture
def handed_in(tmp_path):
    """A folder with a good agent. What tests leave in it can be removed."""
    yield team(tmp_path / "mine", "legal")
    for folder, _, _ in os.walk(tmp_path):
        os.chmod(folder, 0o700)
    deeper = tmp_path / "mine" / ("d" * 200)
    if deeper.exists():
        subprocess.run(["rm", "-rf", deeper], check=True)


def close_to_others(folder):
    """The user of an agent cannot read its files, if the referee is root."""
    for path in folder.iterdir():
        if stat.S_ISREG(path.lstat().st_mode):
            path.chmod(0o600)
    folder.chmod(0o700)


@pytest.fixture(params=[False, True], ids=["open", "closed"])
def leave(handed_in, request):
    """Calls a function that leaves something in the folder of handed_in, which is then open to all or closed."""

    def call(make):
        folder = pathlib.Path(handed_in.root)
        make(folder)
        if request.param:
            close_to_others(folder)

    return call


@needs_sandbox
@pytest.mark.parametrize("make", REFUSED, ids=lambda make: make.__name__)
def test_what_cannot_be_played_is_the_teams_load(handed_in, leave, monkeypatch, make):
    assert submission.MOST_FILES == 20_000
    monkeypatch.setattr(submission, "MOST_FILES", FEW)
    leave(make)
    before = time.monotonic()
    record = play_game(RED, handed_in, SHORT)
    assert (record.result, record.reason, record.blame) == ("red", "load", "blue"), record.detail
    assert REFUSED[make] in record.detail and record.detail.isprintable()
    assert record.players["blue"].fault["kind"] == "load"
    assert len(handed_in.fingerprint()) == 64
    assert time.monotonic() - before < 60 and not left_behind()


def test_what_the_referee_cannot_read_is_the_teams_load(handed_in, monkeypatch):
    """Root can read everything, so it is only made to seem so."""
    monkeypatch.setattr(os, "access", lambda path, mode: not path.endswith("legal.py"))
    assert "cannot read: 'legal.py'" in submission.problem(handed_in.root, True)
    for failure, is_teams in ((errno.EACCES, True), (errno.ENAMETOOLONG, True), (errno.ELOOP, True), (errno.EIO, False), (errno.ESTALE, False)):

        def refuse(path, failure=failure):
            raise OSError(failure, "no", path)

        monkeypatch.setattr(os, "scandir", refuse)
        if is_teams:
            assert "cannot read: '.'" in submission.problem(handed_in.root, True)
        else:
            with pytest.raises(OSError):
                submission.problem(handed_in.root, True)


@needs_sandbox
@pytest.mark.parametrize("make", ALLOWED, ids=lambda make: make.__name__)
def test_what_harms_nobody_is_played(handed_in, leave, make):
    leave(make)
    first = handed_in.fingerprint()
    record = play_game(RED, handed_in, SHORT)
    assert record.reason in outcome.BY_RULES, record.detail
    assert handed_in.fingerprint() == first
    assert not left_behind()


@needs_sandbox
@pytest.mark.parametrize("target", ["legal.py", "/proc/self/fd/0", "/dev/zero", "/nowhere", "package"])
def test_a_package_that_is_a_link_to_nowhere_is_the_teams_load(handed_in, target):
    (pathlib.Path(handed_in.root) / "package").symlink_to(target)
    record = play_game(dataclasses.replace(handed_in, module="package"), RED, SHORT)
    assert (record.reason, record.blame) == ("load", "red"), record.detail


def test_a_folder_that_is_missing_is_nobodys_fault(tmp_path):
    gone = dataclasses.replace(team(tmp_path / "mine", "legal"), root=str(tmp_path / "gone"))
    record = play_game(RED, gone, SHORT)
    assert (record.reason, record.blame) == ("infrastructure", None)


@needs_sandbox
def test_both_can_have_handed_in_what_cannot_be_played(tmp_path):
    one, two = team(tmp_path / "one", "legal"), team(tmp_path / "two", "legal")
    pipe(tmp_path / "one")
    pipe(tmp_path / "two")
    record = play_game(one, two, SHORT)
    assert (record.result, record.reason, record.blame) == ("draw", "both_failed", "both")


# ---- Copies --------------------------------------------------------------------------------------


def test_a_copy_has_what_can_be_read_and_no_more(tmp_path):
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir(mode=0o700)
    (source / "file").write_text("text")
    (source / "file").chmod(0o600)
    (source / "program").write_text("#!/bin/sh")
    (source / "program").chmod(0o700)
    (source / "folder" / "empty").mkdir(parents=True, mode=0o700)
    (source / "folder" / "large").write_bytes(bytes(range(256)) * 10000)
    (source / "link").symlink_to("/dev/zero")
    (source / "__pycache__").mkdir()
    (source / ".git").mkdir()
    submission.copy(str(source), str(target))
    assert {path.relative_to(target).as_posix() for path in target.rglob("*")} == {
        "file", "program", "folder", "folder/empty", "folder/large", "link"
    }  # fmt: skip
    assert (target / "file").read_text() == "text" and (target / "folder" / "large").read_bytes() == bytes(range(256)) * 10000
    assert os.readlink(target / "link") == "/dev/zero"
    modes = {name: (target / name).stat().st_mode & 0o777 for name in ("file", "program", "folder", "folder/empty")}
    assert modes == {"file": 0o644, "program": 0o755, "folder": 0o755, "folder/empty": 0o755}
    assert target.stat().st_mode & 0o777 == 0o755


@pytest.mark.skipif(not IS_ROOT, reason="only root makes copies")
def test_copies_have_a_limit(handed_in):
    folder = pathlib.Path(handed_in.root)
    with open(folder / "large.bin", "wb") as file:
        file.truncate((submission.MOST_COPIED_MB << 20) + 1)
    assert submission.problem(handed_in.root, True) is None
    close_to_others(folder)
    assert "not everyone may read" in submission.problem(handed_in.root, True)
    assert submission.problem(handed_in.root, False) is None


@pytest.mark.skipif(not IS_ROOT, reason="only root makes copies")
@pytest.mark.parametrize("mode, expected", [(0o755, False), (0o754, True), (0o751, True)])
def test_a_folder_that_others_cannot_enter_needs_a_copy(handed_in, mode, expected):
    folder = pathlib.Path(handed_in.root)
    folder.chmod(0o755)
    (folder / "data").mkdir()
    (folder / "data").chmod(mode)
    assert submission.needs_copy(handed_in.root, True) == expected
    assert not submission.needs_copy(handed_in.root, False)


# ---- Fingerprints --------------------------------------------------------------------------------


def test_the_fingerprint_covers_all_that_can_run(handed_in):
    folder = pathlib.Path(handed_in.root)
    seen = {handed_in.fingerprint()}

    def is_new():
        found = handed_in.fingerprint()
        fresh = found not in seen and found == handed_in.fingerprint()
        seen.add(found)
        return fresh

    names = (
        "venv/lib/python3.11/site-packages/a.py", ".venv/x.py", "__pycache__/legal.cpython-311.pyc", "legal.pyc", "deep/er/b.pyc",
        "fast.so", "weights.bin", ".git/hooks/x", ".hg/x", ".mypy_cache/x", "node_modules/x.js", "no ending", ".hidden",
    )  # fmt: skip
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"one")
        assert is_new(), name
        (folder / name).write_bytes(b"two")
        assert is_new(), name
    (folder / "fast.so").chmod(0o755)
    assert is_new()
    (folder / "namespace").mkdir()
    assert is_new()
    (folder / "link").symlink_to("fast.so")
    assert is_new()
    (folder / "link").unlink()
    (folder / "link").symlink_to("legal.py")
    assert is_new()
    (folder / "fast.so").rename(folder / "slow.so")
    assert is_new()


def test_names_and_contents_do_not_run_together(tmp_path):
    def digest(**files):
        folder = tmp_path / hashlib.sha256(repr(files).encode()).hexdigest()
        folder.mkdir()
        for name, content in files.items():
            (folder / name).write_text(content)
        found = hashlib.sha256()
        submission.add_to_digest(found, str(folder))
        return found.hexdigest()

    assert len({digest(a="b", c=""), digest(a="", c="b"), digest(ac="b"), digest(a="bfile\0c\0"), digest(a="b")}) == 5


def test_whoever_cannot_be_played_cannot_choose_nobodys_fault(tmp_path):
    entrants = {"one": team(tmp_path / "one", "legal"), "two": RED}
    for number in range(20):
        os.mkfifo(tmp_path / "one" / f"pipe {number}")
    huge_sparse_file(tmp_path / "one")
    job = make_job(Pairing("one", "two", 1, "pair"), entrants, SHORT)
    # Another machine may list the folder in another order.
    shutil.move(tmp_path / "one", tmp_path / "before")
    shutil.copytree(tmp_path / "before", tmp_path / "one", copy_function=lambda *_: None)
    for number in reversed(range(20)):
        os.mkfifo(tmp_path / "one" / f"pipe {number}")
    assert play_elsewhere(job)["reason"] == "load"


def test_a_store_counts_unless_it_lies_directly_in_the_folder(handed_in):
    folder = pathlib.Path(handed_in.root)
    header = b"SQLite format 3\0" + bytes(52) + b"TtrS"
    first = handed_in.fingerprint()
    (folder / "s.db").write_bytes(header)
    assert handed_in.fingerprint() == first
    (folder / "data").mkdir()
    second = handed_in.fingerprint()
    (folder / "data" / "s.db").write_bytes(header)
    assert handed_in.fingerprint() != second


def test_nobody_waits_for_what_only_looks_like_a_store(tmp_path):
    pipe(tmp_path)
    (tmp_path / "pipe-wal").touch()
    (tmp_path / "link").symlink_to("/dev/zero")
    for name in ("pipe", "pipe-wal", "link", "link-wal"):
        assert not is_store(tmp_path / name)


def test_a_package_is_not_looked_for_without_end(tmp_path):
    for number in range(1500):
        (tmp_path / f"{number:04}" / "agent").mkdir(parents=True)
    entrant = parse_entrant("agent", base=str(tmp_path))
    assert locate(entrant) == entrant


# ---- Before the clock ----------------------------------------------------------------------------

HOSTILE_IMPORT = """
import os, sys
os.write(2, b"ran {name}\\n")
{deed}
"""
DEEDS = {
    "raise": "raise ValueError('at import')",
    "exit": "os._exit(3)",
    "leave": "sys.exit()",
    "segfault": "os.kill(os.getpid(), 11)",
    "sleep": "import time; time.sleep(1000)",
    "compute": "while True: pass",
    "close": "os.closerange(3, 300)",
    "write": "[os.write(number, b'{\"ready\": true}') for number in map(int, os.listdir('/proc/self/fd')) if number > 2]",
}
FAULTS = {"sleep": ("time",), "compute": ("time",), "close": ("load", "protocol"), "write": ("load", "protocol")}
BRIEF = dataclasses.replace(SHORT, cpu_s=2.0, call_s=10.0)


@needs_sandbox
@pytest.mark.parametrize("deed", DEEDS)
def test_what_a_package_does_at_import_is_the_teams_fault(handed_in, deed):
    (pathlib.Path(handed_in.root) / "package.py").write_text(HOSTILE_IMPORT.format(name="package", deed=DEEDS[deed]))
    record = play_game(dataclasses.replace(handed_in, module="package"), RED, BRIEF)
    assert record.reason in FAULTS.get(deed, ("load",)) and record.blame == "red", record.detail
    assert not left_behind()


@needs_sandbox
@pytest.mark.parametrize("without_numpy", [False, True], ids=["as it is", "without numpy"])
@pytest.mark.parametrize("deed", ["raise", "exit", "sleep"])
def test_modules_of_the_same_name_as_pythons_run_only_for_the_agent(handed_in, tmp_path, monkeypatch, deed, without_numpy):
    folder = pathlib.Path(handed_in.root)
    names = {*getattr(sys, "stdlib_module_names", sys.builtin_module_names), "numpy", "referee", "tetress", "sitecustomize", "usercustomize", "worker_walls"}
    for name in names - {"sys", "os", "builtins"}:
        (folder / f"{name}.py").write_text(HOSTILE_IMPORT.format(name=name, deed=DEEDS[deed]))
    (folder / "hostile.pth").write_text("import os; os._exit(4)\n")
    (folder / "pyvenv.cfg").write_text("home = /nowhere\n")
    entrant = handed_in
    if without_numpy:
        python = tmp_path / "python"
        # Without site-packages there is no numpy.
        python.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
        python.chmod(0o755)
        entrant = dataclasses.replace(entrant, python=str(python))
    record = play_game(RED, entrant, BRIEF)
    assert record.reason in outcome.BY_RULES, record.detail
    assert "ran " not in record.players["blue"].log
