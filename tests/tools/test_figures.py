# SPDX-License-Identifier: MIT
"""The documents tell what the programs do today: figures, examples, counts."""
import sys
import warnings

import pytest
from conftest import ROOT, TOOL

for package in ("matplotlib", "numpy", "scipy", "tqdm", "tetress"):
    pytest.importorskip(package)
sys.path.insert(0, str(ROOT / "lab" / "experiments"))
import figures  # noqa: E402  its path has just been added
from test_experiments import PROGRAM_MODULE as experiments  # noqa: E402

BLOCKS = [block for document in figures.documents() for block in figures.blocks(document)]


@pytest.fixture(scope="module")
def checker(tmp_path_factory):
    """One for all blocks: matches that two of them have in common are played once."""
    return figures.Checker(experiments.runner(str(TOOL), 2), str(TOOL), tmp_path_factory.mktemp("figures"))


# ---- The documents' own ------------------------------------------------------------------------


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_figures_are_those_of_this_build(block, checker):
    finding = checker.check(block)
    if finding and finding.note:
        warnings.warn(f"{block.name}: {finding.words}", stacklevel=1)  # long to make: it may be of an older build
    elif finding:
        pytest.fail(f"{finding.words}\nIf that is meant: lab/experiments check --write --tetress {TOOL}", pytrace=False)


def test_the_reports_tables_are_checked():
    commands = {block.command.split()[0] for block in BLOCKS}
    assert {"s0", "s0-depth", "s0-simulations", "s2", "s2-fitness", "s3", "s4", "reports"} <= commands


# ---- The check itself --------------------------------------------------------------------------

DOCUMENT = """# Players

    lab/experiments s4 greedy --games 4 --budget nodes=30

<!-- figures{head} -->

{text}

<!-- end of figures -->
"""


@pytest.fixture
def document(tmp_path, monkeypatch):
    """Writes a document with one block, which is the only one that there is."""
    path = tmp_path / "page.md"
    monkeypatch.setattr(figures, "documents", lambda: [path])

    def make(text="| nothing |", head=""):
        path.write_text(DOCUMENT.format(head=head, text=text))
        return path

    return make


def check(*arguments):
    return experiments.main(["check", "--tetress", str(TOOL), "--concurrency", "1", *arguments])


def test_a_figure_that_is_no_longer_true_is_found_and_mended(document, capsys):
    page = document()
    assert check() == 1 and "| nothing |" in page.read_text()
    assert check("--write") == 0
    assert check() == 0 and "`greedy` - `random`" in page.read_text()
    right = page.read_text()
    page.write_text(right.replace("100.0 %", "99.0 %"))
    assert page.read_text() != right
    capsys.readouterr()
    assert check() == 1
    told = capsys.readouterr().out
    assert "99.0 %" in told and "100.0 %" in told and "page.md" in told


def test_a_sample_tells_other_games(document):
    page = document(head=", sample none: s4 greedy --games 2 --budget nodes=30")
    assert check() == 1
    assert check("--write") == 0 and check() == 0
    text = page.read_text()
    assert "sample none" not in text and "| 4 |" in text  # the whole experiment is what is shown
    page.write_text(text.replace(": s4 greedy", ": s4 s0-greedy"))
    assert check() == 1


def test_a_block_of_an_older_build_is_a_note(document, capsys, monkeypatch):
    monkeypatch.setattr(figures.Checker, "signature", lambda self: "new")
    page = document(head=" of old")
    assert check() == 0 and "note" in capsys.readouterr().out
    assert check("--write") == 0 and "of old" in page.read_text()  # too long to make by the way
    assert check("--write", "page.md") == 0 and "of new" in page.read_text()
    assert check() == 0 and not capsys.readouterr().out.count("note: it is of the build new")


def test_times_are_not_compared():
    before = "| depth | CPU ms a move | score |\n|---|---|---|\n| 1 | 3.2 | 50 % |\n"
    assert figures.difference(before, before.replace("3.2", "4.7")) == ""
    assert "50 %" in figures.difference(before, before.replace("50", "51"))
    assert figures.difference(before, before + "| 2 | 9 | 60 % |\n")


def test_every_move_counts_in_the_digest(tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    line = '{"red": "a", "blue": "b", "start": "s", "moves": ["x", "y"], "result": "red"}\n'
    seen = set()
    for text in (line, line.replace('"y"', '"z"'), line + line, line.replace('"result": "red"', '"result": "blue"')):
        (games / "one.jsonl").write_text(text)
        seen.add(figures.digest(tmp_path, "| a |\n| --- |\n| 1 |"))
    seen.add(figures.digest(tmp_path, "| a |\n| --- |\n| 2 |"))
    assert len(seen) == 5
    assert figures.digest(tmp_path, "| CPU ms |\n| --- |\n| 1 |") == figures.digest(tmp_path, "| CPU ms |\n| --- |\n| 2 |")


@pytest.mark.parametrize("text, words", [
    ("    lab/experiments s4\n<!-- figures -->\n", "can be read"),
    ("    lab/experiments s4\n<!-- figures of -->\n\n<!-- end of figures -->", "can be read"),
    ("<!-- figures -->\n\n<!-- end of figures -->", "no command"),
])
def test_a_block_that_cannot_be_read_is_said(tmp_path, text, words):
    page = tmp_path / "page.md"
    page.write_text(text)
    with pytest.raises(experiments.Failure, match=words):
        list(figures.blocks(page))


def test_a_word_that_names_no_figures_is_said(capsys):
    assert check("s9") == 1 and "s9" in capsys.readouterr().err
