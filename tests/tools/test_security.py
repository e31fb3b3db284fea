# SPDX-License-Identifier: MIT
"""SECURITY.md names tests that there are."""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
ROWS = [line for line in TEXT.splitlines() if line.startswith("| ") and "::" in line]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_each_threat_names_a_test_that_there_is(row):
    file, name = re.search(r"`(\w+\.py)::(\w+)`", row).groups()
    text = (ROOT / "bindings" / "python" / "tests" / file).read_text(encoding="utf-8")
    assert f"def {name}(" in text


def test_every_threat_has_a_test():
    table = TEXT.partition("| an agent tries to |")[2].partition("\n\n")[0].splitlines()[2:]
    assert table == ROWS and len(ROWS) > 20


def test_files_that_are_named_are_there():
    for path in re.findall(r"`((?:bindings|tests|docs)/[\w/.]+)`", TEXT):
        assert (ROOT / path).exists(), path
