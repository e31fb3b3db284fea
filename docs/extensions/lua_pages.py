# SPDX-License-Identifier: MIT
"""The Lua reference, from the annotations that language servers read."""

import pathlib
import re
from typing import NamedTuple

import markdown

ANNOTATIONS = pathlib.Path(__file__).resolve().parents[2] / "bindings" / "lua" / "tetress.d.lua"


class Entry(NamedTuple):
    """A section, or what one block of comments is about: kind is section, function, class or alias."""

    kind: str
    name: str  # of a function with its arguments, as a script would call it
    text: str = ""
    fields: tuple = ()  # (name, type, what it is): of a class, of a function's parameters, of the values of an alias
    returns: tuple = ()  # (type, name and what it is)


class AnnotationError(ValueError):
    """An annotation that this reader does not know."""


def type_and_rest(text):
    """`fun(a: b): c? what it is` as the type and the rest."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter in "({<[") - (letter in ")}>]")
        if letter == " " and depth == 0 and text[at - 1] != ":":
            return text[:at], text[at + 1:].strip()
    return text, ""


def field(words):
    name, _, rest = words.partition(" ")
    return (name, *type_and_rest(rest))


def callable_name(name, arguments):
    """`Game:play` is called as `game:play`, the table `tetris` is a field of the module."""
    table, mark, function = re.fullmatch(r"(\w+)([.:])(\w+)", name).groups()
    owner = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", table).lower() if mark == ":" else {"tetris": "tetress.tetris"}.get(table, table)
    return f"{owner}{mark}{function}({arguments})"


def entry(comments, code):
    """The entry of a block of comments and the line of code below it, or None."""
    text, fields, returns, kind, name = [], [], [], "", ""
    for line in comments:
        tag, _, words = line.partition(" ")
        if tag in {"@field", "@param"}:
            fields.append(field(words))
        elif tag == "@return":
            returns.append(type_and_rest(words))
        elif tag in {"@class", "@alias"}:
            name, rest = type_and_rest(words)
            kind = tag[1:]
            if kind == "alias" and rest:
                text.append(f"`{rest}`" if not text else f"\n\n`{rest}`")
        elif tag.startswith("|"):
            value, _, what = line[1:].partition("#")
            fields.append((value.strip(), "", what.strip()))
        elif tag in {"@meta", "@operator"}:
            continue
        elif tag.startswith("@"):
            raise AnnotationError(f"no annotation that is known: {line}")
        else:
            text.append(line)
    function = re.fullmatch(r"function ([\w.:]+)\((.*)\) end", code)
    if function:
        kind, name = "function", callable_name(*function.groups())
    return Entry(kind, name, "\n".join(text).strip(), tuple(fields), tuple(returns)) if kind else None


def entries(text):
    """What the file tells, in its order."""
    comments = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("---"):
            comments.append(line[3:])
            continue
        section = re.fullmatch(r"-- ---- (.*?) -+", line)
        if section:
            yield Entry("section", section[1])
        # an alias needs no line of code; each starts a block of its own
        elif comments:
            found = entry(comments, line)
            if found:
                yield found
        comments = []


def typed(kind):
    return f"`{kind}`"


def same(word):
    return word


def item(name, kind, what):
    optional = name.endswith("?")
    told = ", ".join(part for part in (typed(kind) if kind else "", "may be left out" if optional else "") if part)
    return f"- `{name.rstrip('?')}`" + (f" ({told})" if told else "") + (f": {markdown.escaped(what)}" if what else "") + "\n"


def entry_text(one, page):
    title = one.name if one.kind == "function" else one.name.partition(":")[0]
    parts = [f"### `{title}`\n"]
    base = one.name.partition(": ")[2]
    if one.kind == "class" and base:
        parts.append(f"Has the fields of `{base}`, too.\n")
    if one.text:
        parts.append(markdown.prose(one.text, same, page) + "\n")
    parts.append("".join(item(*each) for each in one.fields))
    parts.append("".join(f"- returns {typed(kind)}" + (f": {markdown.escaped(what)}" if what else "") + "\n" for kind, what in one.returns))
    return "\n".join(part for part in parts if part)


def page(name):
    parts = []
    for one in entries(ANNOTATIONS.read_text(encoding="utf-8")):
        parts.append(f"## {one.name}\n" if one.kind == "section" else entry_text(one, name))
    return "\n".join(parts)
