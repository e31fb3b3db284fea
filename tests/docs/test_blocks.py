# SPDX-License-Identifier: MIT
"""Every code block of the README and of docs/ runs, and prints what its page shows."""
import collections
import re

import pytest
from conftest import COUNTS, NOT_RUN
from pages import ROOT, all_pages, read_page
from run_page import PageRun

PAGES = all_pages()


def names_in_the_checkout():
    """But hidden ones: other suites make their caches at the same time."""
    return sorted(path.name for path in ROOT.iterdir() if not path.name.startswith("."))


@pytest.mark.parametrize("page", PAGES)
def test_the_blocks_of_a_page_run(page, environment, tmp_path):
    before = names_in_the_checkout()
    PageRun(tmp_path, environment).run(read_page(page, PAGES[page]))
    assert names_in_the_checkout() == before, "a page writes into its own folder"


def test_every_block_is_accounted_for():
    """Those that are not run say why; the summary prints them."""
    blocks = [block for page, text in PAGES.items() for block in read_page(page, text)]
    counts = collections.Counter(block.fate for block in blocks)
    COUNTS.update(counts)
    NOT_RUN.extend(block for block in blocks if block.fate == "not run")
    assert all(len(block.argument.split()) > 2 for block in NOT_RUN), "a reason is a sentence"
    assert counts["run"] + counts["part"] > 50 and sum(counts.values()) == len(blocks)


def test_parts_belong_to_examples_that_are_tested():
    """What a page shows as part of a file is in an example that a test builds and runs."""
    tested = set(re.findall(r"^add_example\((\S+)|\b((?:c|lua|python|referee)/\w+)\b",
                            (ROOT / "examples" / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE))
    names = {name for pair in tested for name in pair if name}
    parts = {block.argument for page, text in PAGES.items() for block in read_page(page, text) if block.fate == "part"}
    missing = {part for part in parts if part.endswith(".c") and part.removeprefix("examples/").removesuffix(".c") not in names}
    assert not missing
