# SPDX-License-Identifier: MIT
"""Reads a public header: its declarations in their order, each with the comment that says what it promises.

The headers keep a few forms, which is what makes them readable without a C parser: a comment stands right above what it is
about, or behind it on the same line; declarations without a blank line between them share the comment above the first of
them; `/* ---- Title ---- */` starts a section. What has none of these forms is an error, so nothing is left out in silence.
"""

import pathlib
import re
from typing import NamedTuple

INCLUDE = pathlib.Path(__file__).resolve().parents[2] / "include" / "tetress"

# Names that a program has no use for: the marks of exported functions, and the guards.
MARKS = {"TETRESS_API", "TETRESS_EXPERIMENTAL_API"}


class Field(NamedTuple):
    """A member of a structure."""

    declaration: str
    text: str


class Entry(NamedTuple):
    """A declaration. `kind` is one of: section, text, macro, list, type, struct, callback, function."""

    kind: str
    name: str
    declaration: str = ""
    value: str = ""  # of a macro
    text: str = ""  # the comment above it, or behind it
    fields: tuple = ()  # of a structure
    first: bool = True  # of declarations that share a comment


class HeaderError(ValueError):
    """A form that this reader does not know."""


def names(folder=INCLUDE):
    """The headers by the names with which a program would include them, those of other folders last."""
    found = [path.relative_to(folder).as_posix() for path in folder.rglob("*.h")]
    return sorted(found, key=lambda name: ("/" in name, name))


def comment_text(comment):
    """What a comment says, without its stars; lines keep their indentation."""
    inner = re.sub(r"^/\*|\*/$", "", comment.strip())
    lines = [re.sub(r"^[ \t]*\*(?: |$)", "", line) if i else line.strip() for i, line in enumerate(inner.split("\n"))]
    return "\n".join(line.rstrip() for line in lines).strip("\n").rstrip()


def one_line(code):
    return re.sub(r"\s+", " ", code).strip()


def without_comments(code):
    return re.sub(r"/\*.*?\*/", " ", code, flags=re.DOTALL)


def trailing_comment(comments):
    """The text of comments that stand behind code; lines that only continue are joined."""
    return " ".join(one_line(comment_text(one)) for one in comments)


# What a header consists of, one piece after the other. A comment of several lines is one piece, and so is a macro with all the
# lines that it goes on for.
PIECE = re.compile(
    r"""
      (?P<blank>\n[ \t]*(?=\n))
    | (?P<format>/\*[ ]clang-format[ ](?:on|off)[ ]\*/)
    | (?P<section>/\*[ ]----[ ](?P<title>[^\n]*?)[ ]-+[ ]\*/)
    | (?P<comment>/\*.*?\*/)
    | (?P<directive>\#(?:[^\n/\\]|/(?!\*)|\\\n|\\.|/\*.*?\*/)*)
    | (?P<extern>extern[ ]"C"[ ]\{|\}(?=\n))
    | (?P<struct>typedef[ ]struct[ ](?P<tag>\w+)[ ]\{(?P<body>.*?)\n\}[ ](?P=tag);)
    | (?P<code>(?:typedef|TETRESS_\w*API)\b[^;]*;)
    | (?P<space>\s+)
    """,
    re.VERBOSE | re.DOTALL,
)


def fields_of(body):
    """The members of a structure; a comment above some of them, or behind the last of a line, is theirs."""
    found = []
    above = ""
    # a declaration with the comment behind it, or a comment of its own
    pattern = r"\s*(?:(?P<alone>/\*.*?\*/)|(?P<code>[^;/]+);[ ]*(?P<behind>/\*.*?\*/)?)"
    at = 0
    while body[at:].strip():
        match = re.compile(pattern, re.DOTALL).match(body, at)
        if not match:
            raise HeaderError(f"no member of a structure: {body[at:at + 60]!r}")
        at = match.end()
        if match["alone"]:
            above = comment_text(match["alone"])
            continue
        text = trailing_comment([match["behind"]]) if match["behind"] else ""
        for declaration in single_declarations(one_line(match["code"])):
            found.append(Field(declaration, " ".join(part for part in (above, text) if part)))
        above = ""
    return tuple(found)


def single_declarations(code):
    """`double low, high` as two declarations; `void *(*alloc)(void *ctx, size_t size)` stays one."""
    if "(" in code:
        return [code]
    first, *others = code.split(", ")
    kind = re.fullmatch(r"(.*?)\w+(?:\[\w+\])?", first)[1]
    return [first, *(kind + other for other in others)]


def macro(directive, above, first):
    """The entry of a #define; None for a guard and for the marks."""
    code = one_line(without_comments(directive).replace("\\\n", " "))
    match = re.fullmatch(r"#define (?P<name>\w+)(?P<arguments>\(\w+\))?(?P<value>.*)", code)
    if match["name"] in MARKS or not match["value"]:
        return None
    text = above or trailing_comment(re.findall(r"/\*.*?\*/", directive, re.DOTALL))
    if match["arguments"]:
        rows = re.sub(r"[ \t]*\\\n", "\n", directive).partition("\n")[2]
        return Entry("list", match["name"], match["name"] + match["arguments"], rows, above, first=first)
    if above and "/*" in directive:
        text = above + "\n\n" + trailing_comment(re.findall(r"/\*.*?\*/", directive, re.DOTALL))
    return Entry("macro", match["name"], match["name"], match["value"].strip(), text, first=first)


def declaration(code, above, first):
    """The entry of a typedef without a body or of a function."""
    flat = one_line(code).rstrip(";")
    if not flat.startswith("typedef"):
        flat = flat.partition(" ")[2]
        return Entry("function", re.search(r"(\w+)\(", flat)[1], flat, "", above, first=first)
    flat = flat.removeprefix("typedef ")
    handle = re.fullmatch(r"struct (\w+) \1", flat)
    if handle:
        return Entry("type", handle[1], handle[1], "", above, first=first)
    callback = re.search(r"\(\*(\w+)\)\(", flat)
    if callback:
        return Entry("callback", callback[1], flat, "", above, first=first)
    return Entry("type", flat.split()[-1], flat, "", above, first=first)


def entries(text):
    """The declarations of a header, in their order."""
    found = []
    above, shared = "", False  # the comment before what comes next; whether something has used it
    at = text.index("*/") + 2  # behind the SPDX line

    def orphan():
        if above and not shared:
            found.append(Entry("text", "", text=above))

    while at < len(text):
        piece = PIECE.match(text, at)
        if not piece:
            raise HeaderError(f"no form of a header: {text[at:at + 60]!r}")
        at = piece.end()
        if piece["section"]:
            orphan()
            above, shared = "", False
            found.append(Entry("section", piece["title"]))
        elif piece["comment"]:
            orphan()
            above, shared = comment_text(piece["comment"]), False
        elif piece["blank"] is not None:
            orphan()
            above, shared = "", False
        elif piece["directive"]:
            if not piece["directive"].startswith("#define"):
                continue
            entry = macro(piece["directive"], "" if shared else above, not shared)
            if entry:
                found.append(entry)
                shared = shared or bool(above)
        elif piece["struct"]:
            found.append(Entry("struct", piece["tag"], piece["tag"], "", "" if shared else above,
                               fields_of(piece["body"]), not shared))
            shared = shared or bool(above)
        elif piece["code"]:
            found.append(declaration(piece["code"], "" if shared else above, not shared))
            shared = shared or bool(above)
    orphan()
    return with_list_sentences(found)


def with_list_sentences(found):
    """Constants that a list X(NAME, value, text…) also has get the row's sentence if they have none of their own."""
    rows = {}
    for entry in found:
        if entry.kind == "list":
            prefix = "TETRESS_" if entry.name == "TETRESS_STATUS_MAP" else entry.name.removesuffix("_MAP") + "_"
            for row in re.finditer(r"X\((\w+),([^)]*)\)[ ]*(?:/\*(.*?)\*/)?", entry.value):
                said = re.findall(r'"([^"]*)"', row[2])
                rows[prefix + row[1]] = (row[3] or said[0]).strip()
    return [one._replace(text=rows[one.name]) if one.kind == "macro" and not one.text and one.name in rows else one
            for one in found]


def read(name, folder=INCLUDE):
    return entries((folder / name).read_text(encoding="utf-8"))


def public_names(folder=INCLUDE):
    """Every name that the headers declare, with its entry and its header."""
    return {entry.name: (header, entry) for header in names(folder) for entry in read(header, folder)
            if entry.kind not in {"section", "text"}}
