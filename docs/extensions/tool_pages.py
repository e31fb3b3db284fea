# SPDX-License-Identifier: MIT
"""Pages that the programs themselves know: their commands and options, the players and theirs."""

import functools
import json
import os
import pathlib
import re
import subprocess
import sys

import markdown

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = pathlib.Path(os.environ.get("TETRESS_TOOL", ROOT / "build" / "release" / "tools" / "tetress")).absolute()
LIBRARY = os.environ.get("TETRESS_LIBRARY", str(ROOT / "build" / "release" / "lib" / "libtetress.so"))
HOW_TO_BUILD = "build it with `cmake --preset release && cmake --build --preset release`"
PROGRAM_PAGES = ROOT / "bindings" / "python" / "program_pages.py"


class NotBuilt(ValueError):
    """The program that knows what a page says is not there."""


def output_of(command, **variables):
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **variables})
    if done.returncode != 0:
        raise NotBuilt(f"{' '.join(map(str, command))} failed: {done.stderr}")
    return json.loads(done.stdout)


@functools.cache
def asked(*arguments):
    """What `tetress` prints as JSON."""
    if not TOOL.exists():
        raise NotBuilt(f"{TOOL} is not there; {HOW_TO_BUILD}, or name another in TETRESS_TOOL")
    return output_of([TOOL, *arguments])


@functools.cache
def python_programs():
    if not pathlib.Path(LIBRARY).exists():
        raise NotBuilt(f"{LIBRARY} is not there; {HOW_TO_BUILD}, or name another in TETRESS_LIBRARY")
    return output_of([sys.executable, PROGRAM_PAGES, "--json"], PYTHONPATH=str(PROGRAM_PAGES.parent), TETRESS_LIBRARY=LIBRARY)


# ---- Text ----------------------------------------------------------------------------------------


def same(word):
    return word


def as_code(text):
    """Options and quoted commands in backticks, before what means something in Markdown is escaped."""
    text = re.sub(r"'(tetress\b[^']*)'", r"`\1`", text)
    return "".join(part if part.startswith("`") else re.sub(r"(?<![\w-])(--?[a-z][\w-]*)", r"`\1`", part) for part in re.split(r"(`[^`]*`)", text))


def prose(text, page):
    lines = [line if line.startswith(" ") else as_code(line) for line in text.split("\n")]
    return markdown.prose("\n".join(lines), same, page)


def sentence(text, page):
    """A text without lists, on one line."""
    return markdown.with_pages(markdown.escaped(as_code(" ".join(text.split()))), page)


def option(invocation, text, page):
    return markdown.directive("option", invocation, sentence(text, page))


# ---- The command line ----------------------------------------------------------------------------


def command(one, page):
    name = f"tetress {one['name']}"
    usage = " ".join(part for part in (name, one["operands"], "[OPTION...]") if part)
    parts = [f"## {name}\n", markdown.code(usage, "text"), prose(one["description"], page) + "\n", f"```{{program}} {name}\n```\n"]
    for each in one["options"]:
        parts.append(option(" ".join(part for part in ("--" + each["name"], each["value"]) if part), each["help"], page))
    return "\n".join(parts)


def command_list(commands, target):
    return "".join(f"- [`tetress {one['name']}`]({target}#tetress-{one['name'].replace(' ', '-')}): {markdown.escaped(one['summary'])}\n" for one in commands)


def program(_, page):
    """The program itself: first steps, its commands, what holds for all of them."""
    whole = asked("help", "--json")
    groups = [one for one in whole["commands"] if one["commands"]]
    parts = ["## First steps\n", markdown.table(["command", "what it does"], [[f"`{each['text']}`", sentence(each["what"], page)] for each in whole["examples"]])]
    parts += ["\n## Commands\n", command_list([one for one in whole["commands"] if not one["commands"]], "commands.md")]
    parts += [command_list(group["commands"], f"{group['name']}.md") for group in groups]
    parts += ["\n## All commands\n", prose(whole["notes"], page), "\n## Environment\n"]
    rows = [[f"`{each['text']}`", sentence(each["what"], page)] for each in whole["environment"]]
    return "\n".join([*parts, markdown.table(["variable", "what it does"], rows)])


def commands(group, page):
    """The commands of a group, or those of none."""
    whole = asked("help", "--json")["commands"]
    found = [one for one in whole if not one["commands"]]
    if group:
        found = next(one for one in whole if one["name"] == group)["commands"]
    return "\n".join(command(one, page) for one in found)


def python_command(one, page, level):
    parts = [f"{'#' * level} {one['name']}\n", markdown.code(one["usage"], "text"), prose(one["text"] or one["summary"], page) + "\n",
             f"```{{program}} {one['name']}\n```\n"]
    for group in one["groups"]:
        parts.append(sentence(group["text"], page) + "\n" if group["text"] else "")
        parts += [option(row["name"], row["help"], page) for row in group["rows"]]
    parts += [python_command(each, page, level + 1) for each in one["commands"]]
    parts.append(prose(one["notes"], page) + "\n" if one["notes"] and level == 2 else "")
    return "\n".join(part for part in parts if part)


def python(wanted, page):
    """The programs of the Python package, or one of them."""
    return "\n".join(python_command(one, page, 2) for one in python_programs() if not wanted or one["name"] == wanted)


# ---- Players -------------------------------------------------------------------------------------


def bounds(one):
    if one["choices"]:
        return " ".join(f"`{choice}`" for choice in one["choices"].split())
    return f"{one['minimum']} to {one['maximum']}"


def kind(one):
    if one["choices"]:
        return "choice"
    return "real" if "." in one["minimum"] + one["maximum"] + one["default"] else "integer"


def reports_that_set(name, players):
    """The seed reports whose players have another value of an option than its algorithm."""
    return sorted({player["name"][:2].upper() for player in players
                   if re.match(r"s\d-", player["name"]) and re.search(rf"(?:^|,){name}=", player["preset"])})


def option_row(one, players):
    reports = ", ".join(reports_that_set(one["name"], players))
    told = markdown.cell(markdown.escaped(one["summary"]))
    return [f"`{one['name']}`", kind(one), markdown.cell(bounds(one)), f"`{one['default']}`", told, reports]


def preset(player):
    given = " ".join(f"`{part}`" for part in player["preset"].split(",") if part)
    return f"- `{player['name']}`" + (f": {given}" if given else "") + "\n"


def algorithm_options(algorithm, players):
    family = [player for player in players if player["algorithm"] == algorithm]
    plain = next((player for player in family if player["name"] == algorithm), family[0])
    rows = [option_row(one, family) for one in plain["options"]]
    return "\n".join([
        f"## {algorithm}\n", f"The defaults are those of the player `{plain['name']}`.\n",
        markdown.table(["option", "type", "values", "default", "what it does", "set by the players of"], rows),
        "\nPlayers of this algorithm, with the values that make them:\n", "".join(map(preset, family))])


def options(_, page):
    """The options of every algorithm, and the values that make each player."""
    players = asked("players", "--json")["players"]
    return "\n".join(algorithm_options(algorithm, players) for algorithm in sorted({player["algorithm"] for player in players}))
