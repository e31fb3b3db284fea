# SPDX-License-Identifier: MIT
"""Files of lines of the referee: what a full disk or a slow reader does to them."""

import errno
import os
import threading

import pytest
from tetress.referee.line_file import LineFile


def written(path, mode, *lines):
    file = LineFile("record", str(path), mode)
    for line in lines:
        file.write(line)
    file.close()
    return file.complaint()


@pytest.mark.parametrize("before, after", [(None, "one\ntwo\n"), ("", "one\ntwo\n"), ("whole\n", "whole\none\ntwo\n"), ("cut o", "cut o\none\ntwo\n")])
def test_no_line_is_glued_to_one_that_was_cut_off(tmp_path, before, after):
    path = tmp_path / "games.jsonl"
    if before is not None:
        path.write_text(before)
    assert written(path, "a") is None
    assert not path.exists() or path.read_text() == (before or "")  # without a line nothing changes
    assert written(path, "a", "one", "two") is None
    assert path.read_text() == after
    assert written(path, "w", "anew") is None and path.read_text() == "anew\n"


def test_a_file_that_cannot_be_read_is_added_to(tmp_path, monkeypatch):
    path = tmp_path / "games.jsonl"
    path.write_text("cut o")
    real = open

    def no_reader(name, mode="r", *arguments, **options):
        if mode == "rb":
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(name, mode, *arguments, **options)

    monkeypatch.setattr("builtins.open", no_reader)
    assert written(path, "a", "one") is None
    monkeypatch.undo()
    assert path.read_text() == "cut oone\n"


def test_a_pipe_that_does_not_wait_gets_every_line(tmp_path):
    """The reader begins when the pipe has long been full."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    file = LineFile("log", str(path), "w")
    os.set_blocking(file._file.fileno(), False)
    lines = ["x" * 1000] * 200
    got = []

    def read():
        while part := os.read(reader, 1 << 16):
            got.append(part)

    thread = threading.Timer(0.2, read)
    thread.start()
    for line in lines:
        file.write(line)
    file.close()
    thread.join()
    os.close(reader)
    assert file.complaint() is None
    assert b"".join(got).decode().splitlines() == lines


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_is_told_once():
    assert written("/dev/full", "a", "one", "two") == "the record /dev/full cannot be written: No space left on device"
