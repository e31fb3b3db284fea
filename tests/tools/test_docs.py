# SPDX-License-Identifier: MIT
"""What documents say and the programs can be asked: names, options, files, counts. tests/docs runs their blocks of code."""
import json
import re
import shlex

import pytest
from conftest import ROOT, run

FOLDERS = ("bindings", "cmake", "docs", "examples", "lab", "lib", "scripts", "tests", "tools", "web")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))])
CURRENT = [path for path in DOCUMENTS if path.name != "CHANGELOG.md" and path.parent.name != "adr"]  # those tell of the past, too
TEXTS = {path: path.read_text(encoding="utf-8") for path in DOCUMENTS}


def name(path):
    return str(path.relative_to(ROOT))


def found_in(pattern, documents=CURRENT, flags=0):
    return [(name(path), *match.groups()) for path in documents for match in re.finditer(pattern, TEXTS[path], flags)]


# ---- Names -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def players():
    return json.loads(run("players", "--json").stdout)["players"]


def test_the_page_of_players_has_each_of_them(players):
    table = TEXTS[ROOT / "docs" / "reference" / "players.md"].split("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
    told = set()
    for row in rows:
        names = re.findall(r"`([^`]+)`", row)
        if " to " in row:
            first, last = (int(one.rsplit("-", 1)[1]) for one in names)
            names = [f"{names[0].rsplit('-', 1)[0]}-{number}" for number in range(first, last + 1)]
        told.update(names)
    assert told == {player["name"] for player in players}


def test_specs_in_the_documents_are_those_of_players(players):
    """Those of other versions, which the notes on strength have, too: their options are still there."""
    names = "|".join(re.escape(player["name"]) for player in players)
    specs = found_in(rf"`(?:tetress match )?((?:{names}):[a-z]+=[^`\s…]+)[` ]")
    assert len(specs) > 10
    wrong = []
    for document, spec in sorted(set(specs)):
        if re.search("[A-Z]", spec):
            continue  # OPTION, E, ...: to be filled in
        done = run("best", "--player", spec.split("@")[0], "--nodes", 1, "--playouts", 1)
        if done.returncode != 0:
            wrong.append((document, spec, done.stderr))
    assert not wrong


# ---- Commands ----------------------------------------------------------------------------------


def commands_in_documents():
    """Words of each call of `tetress` at the start of a line, as in a block of code, or in backticks."""
    lines = found_in(r"^ *(?:\$ )?(?:build/\S+/)?tetress ([a-z].*)$", flags=re.MULTILINE) + found_in(r"`tetress ([a-z][^`]*)`")
    for document, line in lines:
        line = re.split(r"\s#|[|>]", line.replace("\n", " "))[0]
        try:
            yield document, shlex.split(line)
        except ValueError:
            continue  # a quotation that ends elsewhere


def test_commands_and_options_in_the_documents_are_there():
    helps, wrong, seen = {}, [], 0
    for document, words in commands_in_documents():
        if words[0] == "tetris" and len(words) > 1 and words[1] != "train" and re.fullmatch("[a-z]+", words[1]):
            command = ("tetris", words[1])
        elif words[:2] == ["tetris", "train"] or words[0] == "tetris":
            continue
        else:
            command = (words[0],)
        if command not in helps:
            done = run(*command, "--help")
            helps[command] = done.stdout if done.returncode == 0 else ""
        if not helps[command]:
            wrong.append((document, "tetress " + " ".join(command)))
            continue
        for option in (word.split("=")[0] for word in words if word.startswith("--")):
            seen += 1
            if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", helps[command]):
                wrong.append((document, f"tetress {' '.join(command)} {option}"))
    assert seen > 20 and not wrong


def test_the_readme_and_the_help_have_the_same_commands():
    told = set(re.findall(r"^(?:\$ )?tetress ([a-z]+)", TEXTS[ROOT / "README.md"], re.MULTILINE))
    there = set(re.findall(r"^  ([a-z]+) ", run("--help").stdout, re.MULTILINE))
    assert told <= there and len(told) > 8


def test_the_page_of_experiments_has_each_command():
    page = TEXTS[ROOT / "docs" / "lab" / "experiments.md"].split("\n## ")[0]
    source = (ROOT / "lab" / "experiments" / "__main__.py").read_text(encoding="utf-8")
    there = set(re.findall(r'(?:add_matches|add_alone)\(commands, "([\w-]+)"', source)) | {"ladder", "levels", "check"}
    assert set(re.findall(r"^\| `([\w-]+)` \|", page, re.MULTILINE)) == there


# ---- Files and counts --------------------------------------------------------------------------


def test_links_lead_to_files():
    wrong = []
    for path in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", TEXTS[path]):
            if "://" not in target and not (path.parent / target).exists():
                wrong.append((name(path), target))
    assert not wrong


def test_files_that_are_named_are_there():
    folders = "lib|tools|tests|scripts|docs|bindings|examples|include|cmake"
    wrong = [(document, path) for document, path in found_in(rf"`((?:{folders})/[\w./-]*(?:\.\w+|/))`")
             if "NAME" not in path and not (ROOT / path).exists() and not ((ROOT / document).parent / path).exists()]
    assert not wrong


LAYERS = sorted(path.name for path in (ROOT / "lib").iterdir() if path.is_dir())
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def test_layers_are_counted_and_named():
    counts = found_in(r"\b([a-z]+) layers\b")
    assert {count for _, count in counts if count in WORDS} == {WORDS[len(LAYERS)]}
    (_, listed), = found_in(r"`(base [a-z ]+)`", [ROOT / "README.md"])
    assert sorted(listed.split()) == LAYERS
    # search has a row for each of its folders
    assert sorted({layer for _, layer in found_in(r"^\| `(\w+)(?:/\w+)?` \|", [ROOT / "lib" / "README.md"], re.MULTILINE)}) == LAYERS


def test_presets_of_cmake_are_those_that_are_told():
    presets = {one["name"] for one in json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"] if not one.get("hidden")}
    table = TEXTS[ROOT / "CONTRIBUTING.md"].split("| preset | for |")[1].split("\n\n")[0]
    assert set(re.findall(r"`([a-z-]+)`", "".join(re.findall(r"^\| ([^|]*) \|", table, re.MULTILINE)))) <= presets
    assert len(presets) >= 7


def test_players_with_threads_are_those_that_the_page_on_embedding_names(players):
    there = {player["algorithm"] for player in players if any(option["name"] == "threads" for option in player["options"])}
    sentence = re.search(r"option `threads` of ([^.]*?)asks", TEXTS[ROOT / "docs" / "guide" / "embedding.md"], re.DOTALL)
    assert sentence and set(re.findall(r"`(\w+)`", sentence[1])) == there


def test_figures_lie_in_their_intervals():
    """+12 (-5, +30), 60.0 % (50.1 to 69.9), 12 million (10 to 14): a figure and its interval are of the same thing."""
    number = r"[+-]?\d[\d,]*(?:\.\d+)?"
    found = found_in(rf"(?<![\w.,])({number})(?: %| million)? \(({number})(?:,| to) ({number})\)")
    assert len(found) > 100
    wrong = [one for one in found if not float(one[2].replace(",", "")) <= float(one[1].replace(",", "")) <= float(one[3].replace(",", ""))]
    assert not wrong
