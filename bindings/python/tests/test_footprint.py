# SPDX-License-Identifier: MIT
"""The files that an agent keeps are counted however it lays them out, and whatever it changes meanwhile."""

import contextlib
import errno
import os

import pytest
from conftest import raises
from sandbox_support import needs_sandbox
from tetress.referee import footprint, traces

pytestmark = needs_sandbox


@pytest.fixture
def own(tmp_path):
    """An agent's folder. It may hold paths that are too long to be removed by name."""
    folder = tmp_path / "own"
    folder.mkdir()
    yield folder
    assert traces.remove_tree(folder)


def watched(folder, most_mb=1):
    found = footprint.FolderFootprint([str(folder)], lambda: (), most_mb)
    assert found.complaint() is None
    found._next = 0.0
    return found


@contextlib.contextmanager
def nested(folder, name, depth):
    """Make `depth` folders of this name, each in the one before, and work in the innermost."""
    before = os.getcwd()
    os.chdir(folder)
    for _ in range(depth):
        os.mkdir(name)
        os.chdir(name)
    yield
    os.chdir(before)


def test_files_below_a_path_that_is_too_long_count(own):
    found = watched(own)
    with nested(own, "n" * 250, 20):
        for number in range(3):
            with open(str(number), "wb") as file:
                file.write(bytes(1 << 20))
    assert found.complaint() == "keeps 3 MB in files, the limit is 1 MB"


def test_folders_deeper_than_are_looked_into_are_a_fault(own):
    found = watched(own)
    with nested(own, "n", footprint._DEEPEST):
        assert found.complaint() is None
        found._next = 0.0
        os.mkdir("n")
        assert found.complaint() == f"made folders more than {footprint._DEEPEST} deep"


def test_a_link_in_place_of_a_folder_leads_nowhere(own, tmp_path, monkeypatch):
    """The agent puts it there after the referee has seen a folder, and before it looks into that."""
    (tmp_path / "others").mkdir()
    for number in range(footprint.MOST_FILES + 1):
        (tmp_path / "others" / str(number)).touch()
    found = watched(own)
    (own / "folder").mkdir()
    really = os.scandir

    @contextlib.contextmanager
    def swapped(folder):
        with really(folder) as entries:
            listed = list(entries)
        if (own / "folder").is_dir() and not (own / "folder").is_symlink():
            (own / "folder").rmdir()
            (own / "folder").symlink_to(tmp_path / "others")
        yield listed

    monkeypatch.setattr(footprint.os, "scandir", swapped)
    assert found.complaint() is None
    assert (own / "folder").is_symlink()


def test_no_more_are_looked_for_than_it_may_make(own, monkeypatch):
    monkeypatch.setattr(footprint, "MOST_FILES", 10)
    (own / "before").touch()
    found = watched(own)
    for name in "abcdefgh":
        (own / name).mkdir()
        for number in range(11):
            (own / name / str(number)).touch()
    looked = []
    really = os.scandir
    monkeypatch.setattr(footprint.os, "scandir", lambda folder: looked.append(folder) or really(folder))
    assert "files, the limit is 10" in found.complaint()
    assert len(looked) == 2


def test_what_cannot_be_looked_into_does_not_count_as_nothing(own, monkeypatch):
    found = watched(own)
    monkeypatch.setattr(footprint.os, "open", raises(OSError(errno.EMFILE, os.strerror(errno.EMFILE))))
    with pytest.raises(OSError, match="Too many open files"):
        found.complaint()
