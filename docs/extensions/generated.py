# SPDX-License-Identifier: MIT
"""A Sphinx extension: parts of pages that are made from the sources when the site is built.

A page asks for such a part by a block of its own, ```{generated} KIND ARGUMENT```, and has its own words around it. KINDS are
functions (argument, name of the page) -> (MyST, the files that it was made from).
"""

import os
import pathlib
import re

import c_header
import c_pages
import lua_pages
import python_pages
import tool_pages
from sphinx.errors import ExtensionError

DOCS = pathlib.Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```\{generated\} ([\w-]+) ?(.*)\n```$", re.MULTILINE)


def header(argument, page):
    return c_pages.page(argument, page), [c_header.INCLUDE / argument]


def header_names(_, page):
    return c_pages.index(page), [c_header.INCLUDE / name for name in c_header.names()]


def lua(_, page):
    return lua_pages.page(page), [lua_pages.ANNOTATIONS]


def python(argument, page):
    return python_pages.page(argument, page), python_pages.sources()


def from_tool(made):
    return lambda argument, page: (made(argument, page), [tool_pages.TOOL])


def from_programs(made):
    return lambda argument, page: (made(argument, page), [tool_pages.PROGRAM_PAGES, *python_pages.sources()])


KINDS = {
    "header": header, "header-names": header_names, "lua": lua, "python": python,
    "program": from_tool(tool_pages.program), "commands": from_tool(tool_pages.commands),
    "options": from_tool(tool_pages.options),
    "python-programs": from_programs(tool_pages.python),
}


def filled(text, page, note=lambda path: None):
    """A page's text with its generated parts."""

    def part(match):
        made, sources = KINDS[match[1]](match[2], page)
        for source in sources:
            note(source)
        return made

    return BLOCK.sub(part, text)


def on_source_read(app, docname, source):
    def note(path):
        app.env.note_dependency(os.fspath(path))

    for module in pathlib.Path(__file__).parent.glob("*.py"):
        if BLOCK.search(source[0]):
            note(module)
    try:
        source[0] = filled(source[0], docname + ".md", note)
    except (KeyError, ValueError, OSError) as failure:
        raise ExtensionError(f"{docname}: {failure}") from failure


def setup(app):
    app.connect("source-read", on_source_read)
    return {"version": "1", "parallel_read_safe": True}
