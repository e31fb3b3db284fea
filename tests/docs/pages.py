# SPDX-License-Identifier: MIT
"""The documents as lists of code blocks. tests/docs/README.md says how a page marks its blocks."""
import dataclasses
import pathlib
import re

from markdown_it import MarkdownIt

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

PROGRAMS = {"c", "python", "lua"}  # a page's blocks in one of these are one program
SHELLS = {"console", "sh"}
DATA = {"cmake", "csv", "ini", "json", "text", "toml", "yaml"}
# Directives of MyST that show code would hide it from this harness; fences show the same.
HIDING = {"code", "code-block", "code-cell", "sourcecode"}
WHOLE_PAGE = "no block of this page is run"
MARKERS = {"exit", "file", "not run", "output", "part of", "setup"}


@dataclasses.dataclass
class Block:
    """One fenced block, or the commands of a `setup` comment."""

    page: str
    line: int
    language: str
    text: str
    marker: str = ""
    argument: str = ""
    output: "Block | None" = None

    @property
    def place(self):
        return f"{self.page}:{self.line}"

    @property
    def fate(self):
        """What the harness does with it: run, part, not run, file, output, data."""
        if self.marker in ("not run", "file", "output"):
            return self.marker
        if self.marker == "part of":
            return "part"
        return "data" if self.language in DATA else "run"


class PageError(Exception):
    """A page that the harness cannot read: which line, and the way out."""


def read_comment(text):
    """Marker and argument of an HTML comment, or None if it is an ordinary one."""
    words, _, argument = re.sub(r"^<!--|-->\s*$", "", text).strip().partition("\n" if "\n" in text.strip() else ":")
    if words not in MARKERS | {WHOLE_PAGE}:
        return None
    return words, argument.strip()


def is_comment(token):
    return token.type == "html_block" and token.content.startswith("<!--")


def fenced(page, token, marker):
    language, line = token.info.strip(), token.map[0] + 1
    directive = re.fullmatch(r"\{([\w-]+)\}.*", language)
    if directive:
        if directive[1] in HIDING:
            raise PageError(f"{page}:{line}: write a plain fence in place of {{{directive[1]}}}, which hides code from the tests")
        if marker:
            raise PageError(f"{page}:{line}: the comment '{marker[0]}' stands before no block, but before {{{directive[1]}}}")
        return None
    if language not in PROGRAMS | SHELLS | DATA:
        known = " ".join(sorted(PROGRAMS | SHELLS | DATA))
        raise PageError(f"{page}:{line}: a block needs a language out of {known}, and has {language or 'none'}")
    return Block(page, line, language, token.content, *(marker or ("", "")))


def read_page(page, text):
    """The blocks of a page in their order, each with its marker and what it shall print."""
    blocks, marker, whole = [], None, None
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    for token, after in zip(tokens, [*tokens[1:], None]):
        line = token.map[0] + 1 if token.map else 0
        if token.type == "code_block":
            raise PageError(f"{page}:{line}: an indented block of code; fence it and name its language")
        if token.type == "html_block":
            found = read_comment(token.content)
            if found and found[0] == "setup":
                blocks.append(Block(page, line, "sh", found[1]))
            elif found and found[0] == WHOLE_PAGE:
                whole = ("not run", found[1])
            elif found and marker:
                raise PageError(f"{page}:{line}: '{marker[0]}' and '{found[0]}' stand before one block, which takes one comment")
            elif found:
                marker = found
            elif after and after.type == "fence" and is_comment(token):
                known = ", ".join(sorted(MARKERS))
                raise PageError(f"{page}:{line}: this comment before a block is none of {known}; move an ordinary one elsewhere")
        elif token.type == "fence":
            block = fenced(page, token, marker)
            marker = None
            if block:
                blocks.append(block)
        elif marker:
            raise PageError(f"{page}:{line}: the comment '{marker[0]}' stands before no block")
    if marker:
        raise PageError(f"{page}: the comment '{marker[0]}' stands before no block")
    if whole:
        for block in blocks:
            if block.fate == "run":
                block.marker, block.argument = whole
    return linked(blocks)


def linked(blocks):
    """Give each block that is run the output that stands after it, and refuse comments that nothing would obey."""
    for before, block in zip([None, *blocks], blocks):
        if block.marker == "output":
            if before is None or before.fate != "run":
                raise PageError(f"{block.place}: an output stands after the block that prints it, and that block runs")
            if before.language == "console":
                raise PageError(f"{block.place}: a console block shows itself what its commands print")
            before.output = block
        if block.marker == "exit":
            check_exit(block)
        if block.marker in ("not run", "file", "part of") and not block.argument:
            raise PageError(f"{block.place}: '{block.marker}' needs a reason or a name: <!-- {block.marker}: … -->")
    return blocks


def check_exit(block):
    if block.language not in SHELLS:
        raise PageError(f"{block.place}: only blocks of {' and '.join(sorted(SHELLS))} can have an exit status, not {block.language}")
    if not re.fullmatch(r"[0-9]+", block.argument):
        raise PageError(f"{block.place}: 'exit' needs a number: <!-- exit: 1 -->")


def all_pages():
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in PAGES}
