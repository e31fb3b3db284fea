# SPDX-License-Identifier: MIT
"""Plain text as MyST Markdown: what has a meaning there is escaped, code stays code."""

import posixpath
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


def with_pages(text, page):
    """Paths of pages of these documents, docs/…, as links from `page`."""

    def link(match):
        target = posixpath.relpath(match[1], posixpath.dirname(page))
        return f"[{match[0]}]({target})"

    return re.sub(r"docs/([\w/]+\.md)", link, text)


# A row of a list: a name, then what it is, as `name: what it is` or in columns. One such line alone is a sentence.
ITEM = re.compile(r"(\w+)(?:: | {2,})(\S.*)")


def blocks_of(text):
    """What blank lines part, but for those within code: every line of it is indented."""
    blocks = []
    for block in re.split(r"\n\n+", text.strip("\n")):
        both = [blocks[-1], block] if blocks else []
        if both and all(kind == "code" for one in both for kind, *_ in parts_of(one)):
            blocks[-1] += "\n\n" + block
        else:
            blocks.append(block)
    return blocks


def parts_of(block):
    """(kind, text) of the parts of a block of lines: prose, items of lists, or code. A block of items may have two columns; with
    more it is shown as it is, like code."""
    lines = block.split("\n")
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    lines = [line[indent:] for line in lines]
    items = [item for item in map(ITEM.match, lines) if item]
    listed = len(items) > 1
    if indent and (not listed or not ITEM.match(lines[0]) or any(re.search(r"\S {2,}\S", item[2]) for item in items)):
        return [["code", "\n".join(lines)]]
    parts = []
    bullets = lines[0].startswith("- ")
    for line in lines:
        item = listed and not bullets and ITEM.match(line)
        if bullets and line.startswith("- "):
            parts.append(["item", "", line[2:]])
        elif item:
            parts.append(["item", f"`{item[1]}`: ", item[2]])
        elif parts and (line.startswith(" ") or parts[-1][0] == "prose"):
            parts[-1][-1] += " " + line.strip()
        else:
            parts.append(["prose", line])
    return parts


def prose(text, link, page):
    """A comment or a docstring as MyST: paragraphs, lists of names, and code where lines are indented."""
    made = []
    for block in blocks_of(text):
        for kind, *words in parts_of(block) if block.strip() else []:
            if kind == "code" and made and made[-1].startswith("```"):
                made[-1] = made[-1].removesuffix("\n```\n") + f"\n\n{words[0]}\n```\n"
            elif kind == "code":
                made.append(code(words[0], "c" if ";" in words[0] else "text"))
            else:
                told = with_pages(escaped(words[-1], link), page)
                made.append(f"- {words[0]}{told}" if kind == "item" else f"\n{told}\n")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(made)).strip("\n")


def directive(name, argument, body, depth=1, options=()):
    """A directive with colons as its fence; `depth` is one more than how many lie within it."""
    fence = ":" * (2 + depth)
    head = "".join(f"\n:{option}:{' ' + value if value else ''}" for option, value in options)
    return f"{fence}{{{name}}} {argument}{head}\n" + (f"\n{body}\n" if body else "") + f"{fence}\n"


def code(text, language=""):
    return f"```{language}\n{text}\n```\n"


def cell(text):
    """Text for a cell of a table, where a bar would end it."""
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(row) + " |\n" for row in lines)
