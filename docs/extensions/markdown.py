# SPDX-License-Identifier: MIT
"""Plain text as MyST Markdown: what has a meaning there is escaped, code stays code."""

import re


def escaped(text, link=lambda word: word):
    """One paragraph. What stands in backticks stays as it is; `link` may turn any other word into a link."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if i % 2 else plain(part, link) for i, part in enumerate(parts))


def plain(text, link):
    words = re.split(r"([A-Za-z]\w*(?:[./]\w+)*(?:\(\))?)", text)
    linked = [link(word) if i % 2 else word for i, word in enumerate(words)]
    return "".join(new if new != old else special(old) for old, new in zip(words, linked))


def special(text):
    return re.sub(r"([\\*_<>\[\]{}|#~$])", r"\\\1", text)


def directive(name, argument, body, depth=1):
    """A directive with colons as its fence; `depth` is how many lie within it, and one."""
    fence = ":" * (2 + depth)
    return f"{fence}{{{name}}} {argument}\n\n{body}\n{fence}\n" if body else f"{fence}{{{name}}} {argument}\n{fence}\n"


def code(text, language=""):
    return f"```{language}\n{text}\n```\n"


def cell(text):
    """Text for a cell of a table, where a bar would end it."""
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(row) + " |\n" for row in lines)
