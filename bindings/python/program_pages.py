#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Manual pages of the package's programs, from the parsers that print their help: `--man FOLDER` writes a page for each,
`--json` prints all that the pages say. The package must be importable."""

import argparse
import importlib
import json
import os
import pathlib
import re
import sys

PROGRAMS = {
    "tetress-referee": "tetress.referee.__main__",
    "tetress-check": "tetress.referee.check",
    "tetress-tournament": "tetress.tournament.__main__",
    "tetress-autograder": "tetress.tournament.gradescope",
}
TRAINING = ("tetress tetris train", "tetress.training.__main__")


def parser_of(program, module):
    """The parser of a program, as it is when the program was started under its name."""
    sys.argv = [program]
    os.environ.update(TETRESS_PROG=program, COLUMNS="10000", NO_COLOR="1")
    return importlib.import_module(module)._parser()


def rows_of(group, formatter):
    """What help says of each argument of a group."""
    return [
        {"name": formatter._format_action_invocation(action), "help": formatter._expand_help(action) if action.help else ""}
        for action in group._group_actions
        if action.help is not argparse.SUPPRESS and not isinstance(action, argparse._SubParsersAction)
    ]


def described(parser, summary=""):
    """All that a parser's help says."""
    formatter = parser._get_formatter()
    groups = [{"title": group.title, "text": group.description or "", "rows": rows_of(group, formatter)} for group in parser._action_groups]
    commands = [
        described(action.choices[choice.dest], choice.help or "")
        for action in parser._actions if isinstance(action, argparse._SubParsersAction)
        for choice in action._choices_actions
    ]
    usage = re.sub(r"\s+", " ", parser.format_usage()).partition(": ")[2].strip()
    return {"name": parser.prog, "summary": summary or parser.description or "", "usage": usage, "text": parser.description or "",
            "groups": [group for group in groups if group["rows"]], "commands": commands, "notes": parser.epilog or ""}


# ---- Text for troff ------------------------------------------------------------------------------

SIGNS = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "^": r"\(ha", "~": r"\(ti", "`": r"\(ga"}


def quoted(text):
    """Text of a line, in which nothing is a command or a typographic sign."""
    flat = " ".join(text.split())
    safe = "".join(SIGNS.get(letter, letter) for letter in flat)
    return "\\&" + safe if flat.startswith((".", "'")) else safe


def body(one, level):
    """What stands between the head of a page, or of a command's section, and the next."""
    lines = []
    if one["text"] or one["summary"]:
        lines += [quoted(one["text"] or one["summary"])]
    for group in one["groups"]:
        lines += [f".{level} {quoted(group['title'].upper() if level == 'SH' else group['title'].capitalize())}"]
        lines += [quoted(group["text"])] if group["text"].strip() else []
        for row in group["rows"]:
            lines += [".TP", rf"\fB{quoted(row['name'])}\fR", quoted(row["help"]) or r"\&"]
    return lines


def page(one):
    """A manual page."""
    from tetress import __version__

    lines = [f'.TH "{one["name"]}" 1 "" "tetress {__version__}" "User Commands"', ".nh", ".ad l", ".SH NAME",
             rf"{quoted(one['name'])} \- {quoted(one['summary'].rstrip('.'))}", ".SH SYNOPSIS", quoted(one["usage"])]
    lines += [".SH DESCRIPTION", *body(one, "SH")]
    for command in one["commands"]:
        lines += [f".SH {quoted(command['name'].upper())}", quoted(command["usage"]), ".PP", quoted(command["summary"]), ".PP", *body(command, "SS")]
    lines += [".SH NOTES", quoted(one["notes"])] if one["notes"] else []
    return "\n".join([*lines, ".SH SEE ALSO", ".BR tetress (1)", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("--man", metavar="FOLDER", type=pathlib.Path, help="write the pages into this folder")
    wanted.add_argument("--json", action="store_true", help="print what they say")
    arguments = parser.parse_args()
    programs = [described(parser_of(name, module)) for name, module in PROGRAMS.items()]
    if arguments.json:
        print(json.dumps([*programs, described(parser_of(*TRAINING))]))
        return 0
    arguments.man.mkdir(parents=True, exist_ok=True)
    for one in programs:
        (arguments.man / f"{one['name']}.1").write_text(page(one), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
