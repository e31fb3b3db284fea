# SPDX-License-Identifier: MIT
"""Whatever an agent leaves on the machine is found and removed after its game; what resists stops the next one."""

import ctypes
import os
import pathlib
import platform
import threading
import time

import pytest
from conftest import HANG_S
from sandbox_support import RED, SHORT, agent, left_behind, needs_sandbox
from tetress.referee import outcome, traces
from tetress.referee.course_game import play_game
from tetress.referee.outcome import Infrastructure

pytestmark = needs_sandbox

needs_root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give others a user of their own")

# Nobody else's.
UID = 2_147_000_000 + os.getpid() % 100_000 if os.name == "posix" else 0

LIBC = ctypes.CDLL(None, use_errno=True)
KEYCTL = {"x86_64": (248, 250), "aarch64": (217, 219)}.get(platform.machine())


def daemon():
    """A process in a session of its own, without a parent, a mark or descriptors."""
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 64)
        os.execve("/bin/sh", ["sh", "-c", "while :; do /bin/sleep 1; done"], {})


def daemon_without_its_first_thread():
    """The kernel calls it a zombie, and it runs."""
    os.setsid()
    if os.fork() == 0:
        threading.Thread(target=time.sleep, args=(1e6,)).start()
        LIBC.syscall({"x86_64": 60}.get(platform.machine(), 93), 0)


def segment():
    assert LIBC.shmget(0, 4096, 0o1600) >= 0


def queue():
    assert LIBC.msgget(0, 0o1600) >= 0


def semaphores():
    assert LIBC.semget(0, 3, 0o1600) >= 0


def segment_given_away():
    """IPC_SET can name another owner; the maker stays."""
    number = LIBC.shmget(0, 4096, 0o1666)
    data = bytearray(112)
    buffer = (ctypes.c_char * len(data)).from_buffer(data)
    assert LIBC.shmctl(number, 2, buffer) == 0
    data[4:8] = (65534).to_bytes(4, "little")
    assert LIBC.shmctl(number, 1, buffer) == 0


def keys():
    add, _ = KEYCTL
    for keyring in (-4, -5):
        assert LIBC.syscall(add, b"user", b"tetress_left", b"secret", 6, keyring) >= 0


def file_in_tmp():
    pathlib.Path(f"/tmp/tetress_left-{os.getuid()}").write_text("left")


def folder_in_shared_memory():
    """Deep, and closed."""
    os.chdir("/dev/shm")
    os.mkdir(f"tetress_left-{os.getuid()}")
    os.chdir(f"tetress_left-{os.getuid()}")
    for _ in range(1200):
        os.mkdir("d")
        os.chdir("d")
    os.mkdir("closed", 0)


KINDS = (daemon, daemon_without_its_first_thread, segment, segment_given_away, queue, semaphores, keys, file_in_tmp, folder_in_shared_memory)


def run_as(uid, work):
    """Do some work in a process of another user, which ends."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.setgroups([])
            os.setgid(uid)
            os.setuid(uid)
            work()
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(pid, 0)[1] == 0


def things_of(uid):
    """What the kernel and the file system know of a user. This looks for itself."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                text = (entry / "status").read_text()
            except OSError:
                continue
            if f"Uid:\t{uid}\t" in text and ("State:\tZ" not in text or len(list((entry / "task").iterdir())) > 1):
                found.append(f"process {entry.name}")
    for name in ("shm", "msg", "sem"):
        found += [line for line in pathlib.Path("/proc/sysvipc", name).read_text().splitlines() if str(uid) in line.split()]
    found += [line for line in pathlib.Path("/proc/key-users").read_text().splitlines() if line.strip().startswith(f"{uid}:")]
    for folder in ("/tmp", "/var/tmp", "/dev/shm"):
        found += [str(path) for path in pathlib.Path(folder).iterdir() if path.lstat().st_uid == uid]
    return found


@needs_root
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_each_kind_is_found_and_removed(kind):
    if kind is keys and (KEYCTL is None or not pathlib.Path("/proc/key-users").exists()):
        pytest.skip("no keys here")
    run_as(UID, kind)
    deadline = time.monotonic() + HANG_S
    while not things_of(UID) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert things_of(UID)
    left = traces.Traces()
    left.uid = UID
    assert left.clean() == []
    assert things_of(UID) == []
    assert left.clean() == []


def test_folders_of_any_depth_and_mode_are_removed(tmp_path):
    top = tmp_path / "top"
    here = os.getcwd()
    top.mkdir()
    os.chdir(top)
    for _ in range(1100):
        os.mkdir("d")
        os.chdir("d")
    pathlib.Path("file").write_text("")
    os.chdir(here)
    (top / "d" / "wide" / "inside").mkdir(parents=True)
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").write_text("kept")
    (top / "link").symlink_to(tmp_path / "kept")
    (top / "closed").mkdir()
    (top / "closed" / "file").write_text("")
    (top / "closed").chmod(0)
    assert traces.remove_tree(top)
    assert (tmp_path / "kept" / "file").read_text() == "kept"
    assert traces.remove_tree(tmp_path / "kept" / "file") and traces.remove_tree(tmp_path / "never")


def test_what_cannot_be_removed_stops_the_next_game_until_it_can(tmp_path, monkeypatch):
    (tmp_path / "left").mkdir()
    machine, left = traces.Machine(), traces.Traces()
    left.folders.append(str(tmp_path / "left"))
    machine.check()
    with monkeypatch.context() as patched:
        patched.setattr(traces, "remove_tree", lambda path: False)
        machine.clean(left)
        for _ in range(2):
            with pytest.raises(Infrastructure, match=f"cannot be removed: the folder {tmp_path}/left"):
                machine.check()
    machine.check()
    assert not (tmp_path / "left").exists()


def test_a_look_that_fails_is_not_taken_for_a_clean_machine(monkeypatch):
    def full(*_):
        raise OSError(24, "Too many open files")

    left = traces.Traces()
    left.uid = UID
    monkeypatch.setattr(traces, "_sysv_of", full)
    assert "Too many open files" in left.clean()[0]


@pytest.mark.parametrize("sandboxed", [True, False])
def test_a_game_with_an_agent_that_leaves_all_of_it(sandboxed):
    if not sandboxed and os.geteuid() == 0:
        pytest.skip("without a sandbox it would be root, and what root leaves is nobody's")
    for _ in range(2):
        record = play_game(RED, agent("leaves_traces"), SHORT, sandboxed=sandboxed)
        assert record.reason in outcome.BY_RULES, record.detail
        assert not left_behind()
    assert "keys" in record.players["blue"].log
