# SPDX-License-Identifier: MIT
"""Manual pages and the pages of the site about the command line: they say what --help says, and nothing is left out."""
import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import HANG_S, ROOT, TOOL, run

sys.path.insert(0, str(ROOT / "docs" / "extensions"))

import tool_pages

COMMAND_LINE = ROOT / "docs" / "reference" / "command-line"


@pytest.fixture(scope="module", autouse=True)
def library():
    """The package beside program_pages.py has no library of its own: it takes the one that was built with the tool."""
    with pytest.MonkeyPatch.context() as patch:
        if "TETRESS_LIBRARY" not in os.environ:
            patch.setenv("TETRESS_LIBRARY", str(TOOL.parent.parent / "lib" / "libtetress.so"))
        yield


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("man1")
    done = run("help", "--man", folder)
    assert done.returncode == 0, done.stderr
    return {path.stem: path.read_text(encoding="utf-8") for path in folder.iterdir()}


@pytest.fixture(scope="module")
def programs():
    """What bindings/python/program_pages.py knows of the programs, whose package lies beside it without a library."""
    script = ROOT / "bindings" / "python" / "program_pages.py"
    done = subprocess.run([sys.executable, script, "--json"], capture_output=True, text=True, timeout=HANG_S, check=True)
    return json.loads(done.stdout)


def plain(page):
    """A page as it is read: without troff's signs."""
    for sign, text in ((r"\(aq", "'"), (r"\(ha", "^"), (r"\(ti", "~"), (r"\-", "-"), (r"\&", ""), (r"\e", "\\")):
        page = page.replace(sign, text)
    return re.sub(r"\\f[BIR]", "", page)


def commands():
    """The words of every command that has options of its own, from the lists in the helps."""
    for name in re.findall(r"^  ([a-z]+) ", run("--help").stdout.partition("Commands:")[2], re.MULTILINE):
        if name == "tetris":
            yield from (("tetris", one) for one in re.findall(r"^  ([a-z]+) ", run("tetris", "--help").stdout.partition("Commands:")[2]
                                                               .partition("Evaluators:")[0], re.MULTILINE) if one != "train")
        else:
            yield (name,)


def test_every_command_has_a_page_with_every_option_of_its_help(pages):
    seen = 0
    for words in commands():
        told = plain(pages["tetress-" + "-".join(words)])
        options = re.findall(r"^  (--[a-z-]+(?: [^ ]+)?)  ", run(*words, "--help").stdout, re.MULTILINE)
        assert options
        for option in options:
            seen += 1
            assert f"\n.TP\n{option}\n" in told, (words, option)
    assert seen > 150
    assert {"tetress", "tetress-tetris", "tetress-tetris-train"} <= set(pages)
    assert len(pages) == len(list(commands())) + 3


def test_every_variable_that_the_tools_read_is_told(pages):
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tools").rglob("*.c"))
    variables = set(re.findall(r'getenv\("(\w+)"\)', sources)) - {"TERM"}
    assert variables and variables <= set(re.findall(r"^([A-Z_]+)$", plain(pages["tetress"]), re.MULTILINE))


def test_the_page_of_the_program_lists_all_others(pages):
    listed = set(re.findall(r"^\.BR (\S+) \(1\)$", plain(pages["tetress"] + pages["tetress-tetris"]), re.MULTILINE)) - {"tetress"}
    assert listed == set(pages) - {"tetress"}


def test_troff_warns_of_nothing(pages, programs):
    assert shutil.which("groff"), "install groff-base, as scripts/test does"
    sys.path.insert(0, str(ROOT / "bindings" / "python"))
    import program_pages

    texts = {**pages, **{one["name"]: program_pages.page(one) for one in programs if " " not in one["name"]}}
    assert len(texts) > 20
    for name, text in texts.items():
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=text, capture_output=True, text=True, timeout=HANG_S, check=False)
        assert (done.returncode, done.stderr) == (0, ""), name


def test_a_folder_that_is_not_there_is_named(tmp_path):
    done = run("help", "--man", tmp_path / "none")
    assert done.returncode == 1 and "none/tetress.1: No such file" in done.stderr


@pytest.mark.parametrize("program", ["tetress-referee", "tetress-check", "tetress-tournament", "tetress-autograder"])
def test_programs_of_python_have_pages_with_every_option(program, programs):
    sys.path.insert(0, str(ROOT / "bindings" / "python"))
    import program_pages

    one, = (one for one in programs if one["name"] == program)
    told = plain(program_pages.page(one))
    site = tool_pages.python_command(one, "reference/command-line/python.md", 2)
    for words in [(), *((command["name"].split()[-1],) for command in one["commands"])]:
        module = program_pages.PROGRAMS[program].removesuffix(".__main__")
        help_text = subprocess.run([sys.executable, "-m", module, *words, "--help"], capture_output=True, text=True, timeout=HANG_S,
                                   check=True, env={**os.environ, "COLUMNS": "200"}).stdout
        options = re.findall(r"^  (?:-\w(?: \S+)?, )?(--[a-z-]+)", help_text, re.MULTILINE)
        assert options
        for option in options:
            assert re.search(rf"(?<![\w-]){option}(?![\w-])", told), (words, option)
            assert re.search(rf"^:::\{{option\}} .*{option}(?![\w-])", site, re.MULTILINE), (words, option)


def test_the_site_has_every_command_and_option(pages):
    texts = [tool_pages.commands(group, "reference/command-line/commands.md") for group in ("", "tetris")]
    site = "\n".join(texts)
    for words in commands():
        assert f"\n## tetress {' '.join(words)}\n" in "\n" + site
    whole = tool_pages.asked("help", "--json")
    assert site.count(":::{option} ") == sum(page.count("\n.TP\n\\fB") for page in pages.values()) - len(whole["examples"]) - len(whole["environment"])
    for page, block in (("commands", "commands"), ("tetris", "commands tetris"), ("index", "program")):
        assert f"```{{generated}} {block}\n```\n" in (COMMAND_LINE / f"{page}.md").read_text(encoding="utf-8")


def test_the_site_has_every_option_of_every_player():
    page = tool_pages.options("", "reference/options.md")
    for player in json.loads(run("players", "--json").stdout)["players"]:
        section = page.partition(f"## {player['algorithm']}\n")[2].partition("\n## ")[0]
        assert f"\n- `{player['name']}`" in section
        for option in player["options"]:
            assert re.search(rf"^\| `{option['name']}` \| (?:integer|real|choice) \|", section, re.MULTILINE), (player["name"], option["name"])
    assert re.search(r"^\| `timing` \|.*\| S1 \|$", page, re.MULTILINE)


def test_a_program_that_is_not_built_is_named(monkeypatch, tmp_path):
    tool_pages.asked.cache_clear()
    monkeypatch.setattr(tool_pages, "TOOL", tmp_path / "tetress")
    with pytest.raises(tool_pages.NotBuilt, match="TETRESS_TOOL"):
        tool_pages.asked("players", "--json")


def test_a_library_that_is_not_built_is_named(monkeypatch, tmp_path):
    tool_pages.python_programs.cache_clear()
    monkeypatch.setattr(tool_pages, "LIBRARY", str(tmp_path / "libtetress.so"))
    with pytest.raises(tool_pages.NotBuilt, match="TETRESS_LIBRARY"):
        tool_pages.python_programs()


def test_tests_and_pages_ask_the_same_program():
    assert tool_pages.TOOL == TOOL.absolute()
