# SPDX-License-Identifier: MIT
"""docs/reference/words.md against the tree: its names exist, and what it gave up is gone."""

import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "reference" / "words.md").read_text(encoding="utf-8")
# UGI has its own words, so a file about it may say them; the page itself names them all.
MAY_SAY = {"movetime": "ugi"}
EXEMPT = {"CHANGELOG.md", "docs/reference/words.md", "tests/tools/test_words.py"}


def retired():
    rows = PAGE.split("## Given up")[1].split("|---|---|")[1]
    for row in rows.strip().splitlines():
        yield from re.findall(r"`([^`]+)`", row.split("|")[1])


def texts():
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    names = listing.stdout.split() if listing.returncode == 0 else [
        path.relative_to(ROOT).as_posix() for folder in ("include", "lib", "tools", "bindings", "docs", "lab", "tests")
        for path in (ROOT / folder).rglob("*") if path.is_file()]
    for name in names:
        path = ROOT / name
        if name in EXEMPT or not path.is_file() or path.suffix in {".svg", ".png"} or "corpus" in path.parts:
            continue
        try:
            yield name, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


TEXTS = list(texts())


def pattern_of(word):
    """Matches the word by itself and as a part of a name, between underscores."""
    return re.compile(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])")


@pytest.mark.parametrize("text, says", [
    ("of an isa.", True), ("isa_is_as_wished()", True), ("test_an_isa_is_said", True), ("disabled", False)])
def test_a_word_is_found_by_itself_and_between_underscores(text, says):
    assert bool(pattern_of("isa").search(text)) == says


@pytest.mark.parametrize("word", sorted(set(retired())))
def test_a_word_that_was_given_up_is_gone(word):
    pattern = pattern_of(word)
    found = [name for name, text in TEXTS if pattern.search(text) and MAY_SAY.get(word, "\0") not in name]
    assert not found


def test_every_name_of_the_library_on_the_page_is_there():
    header = "".join(text for name, text in TEXTS if name.startswith("include/"))
    kept = PAGE.split("## Given up")[0]
    names = set(re.findall(r"\b(?:tetress|TETRESS)_\w+", kept))
    assert len(names) >= 7
    assert not [name for name in names if not re.search(rf"\b{name}\b", header)]


def test_every_handle_of_the_library_is_on_the_page():
    header = "".join(text for name, text in TEXTS if name.startswith("include/"))
    handles = set(re.findall(r"^typedef struct (\w+) \1;", header, re.MULTILINE))
    assert len(handles) >= 5
    assert not [name for name in handles if not name.startswith("tetress_tetris") and f"`{name}`" not in PAGE]
