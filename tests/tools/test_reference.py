# SPDX-License-Identifier: MIT
"""The reference that the site is built with: what it reads from the sources, and that nothing is left out."""
import importlib.util
import re
import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "docs" / "extensions"))

import c_header
import c_pages
import lua_pages
import markdown
import python_pages

PAGES = ROOT / "docs" / "reference"


def abi_module():
    """The ctypes module that scripts/generate_abi.py writes with a C parser: another view of the same headers."""
    spec = importlib.util.spec_from_file_location("abi", ROOT / "bindings" / "python" / "tetress" / "_abi.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


# ---- C -----------------------------------------------------------------------------------------


def c_signatures():
    text = "\n".join(c_pages.page(header, f"reference/api/{header}") for header in c_header.names())
    return re.findall(r"^:+\{c:(\w+)\} (.*)$", text, re.MULTILINE)


def test_every_public_name_has_an_entry():
    abi = abi_module()
    structures = {name: [field for field, _ in value._fields_] for name, value in vars(abi).items() if hasattr(value, "_fields_") and name.startswith("tetress_")}
    names = {name for name, _, _ in abi.PROTOTYPES} | {name for name in vars(abi) if name.lower().startswith("tetress_")} | set(structures)
    fields = [field for fields in structures.values() for field in fields]
    assert len(names) > 200 and len(fields) > 80
    signatures = c_signatures()
    told = {re.search(r"(?i)\b(tetress_\w+)(?=\(|\)|\[|$)", signature)[1] for kind, signature in signatures if kind != "member"}
    assert names <= told
    members = [re.search(r"\(\*(\w+)\)|(\w+)(?:\[\w+\])?$", signature) for kind, signature in signatures if kind == "member"]
    assert sorted(found[1] or found[2] for found in members) == sorted(fields)


def test_every_header_has_a_page():
    listed = re.search(r"```\{toctree\}.*?\n\n(.*?)```", (PAGES / "api" / "index.md").read_text(encoding="utf-8"), re.DOTALL)[1].split()
    assert sorted(f"{name}.h" for name in listed) == sorted(c_header.names())
    for header in c_header.names():
        page = (PAGES / "api" / header).with_suffix(".md").read_text(encoding="utf-8")
        assert re.search(rf"^```\{{generated\}} header {header}$", page, re.MULTILINE)


HEADER = """/* SPDX-License-Identifier: MIT */
#ifndef A_H
#define A_H

/* Of the whole header. */

/* Ends of a thing. */
#define TETRESS_END_NONE 0 /* it has not ended */
#define TETRESS_END_SOON \\
    1u /* it ends
          soon */

/* A thing. */
typedef struct tetress_thing {
    /* Both of them. */
    double low, high; /* in metres */
    void (*free)(void *ctx, size_t size);
} tetress_thing;

/* ---- Making -------------- */

/*
 * Make one:
 *
 *     tetress_make(NULL);
 *
 * Returns TETRESS_END_NONE and sets tetress_thing.low; see docs/reference/abi.md.
 */
TETRESS_API int32_t tetress_make(const tetress_thing *thing,
                                 size_t count);

#endif
"""


def test_a_header_is_read_as_it_stands(tmp_path):
    (tmp_path / "a.h").write_text(HEADER)
    found = c_header.read("a.h", tmp_path)
    assert [(entry.kind, entry.name) for entry in found] == [
        ("text", ""), ("macro", "TETRESS_END_NONE"), ("macro", "TETRESS_END_SOON"), ("struct", "tetress_thing"),
        ("section", "Making"), ("function", "tetress_make")]
    assert found[2].value == "1u" and found[2].text == "it ends soon" and not found[2].first
    assert found[3].fields == (("double low", "Both of them. in metres"), ("double high", "Both of them. in metres"),
                               ("void (*free)(void *ctx, size_t size)", ""))
    assert found[5].declaration == "int32_t tetress_make(const tetress_thing *thing, size_t count)"
    page = c_pages.page("a.h", "reference/api/a.md", tmp_path)
    assert "```c\ntetress_make(NULL);\n```" in page
    assert "{c:macro}`TETRESS_END_NONE` and sets {c:member}`tetress_thing.low`; see [docs/reference/abi.md](../abi.md)." in page
    assert "\nEnds of a thing.\n" in page and "`0`: it has not ended" in page


@pytest.mark.parametrize("declaration", ["int tetress_unmarked(void);\n", "typedef struct tetress_thing {\n    int a; // of it\n} tetress_thing;\n"])
def test_a_form_that_is_not_known_is_refused(declaration):
    with pytest.raises(c_header.HeaderError):
        c_header.entries("/* SPDX-License-Identifier: MIT */\n" + declaration)


def test_what_means_something_in_markdown_is_escaped():
    assert markdown.escaped("*game is `a_b`, x_y <z>") == r"\*game is `a_b`, x\_y \<z\>"


@pytest.mark.parametrize("text, told", [
    ("Two of them:\n\n    one    the first\n    two    the second", "Two of them:\n\n- `one`: the first\n- `two`: the second"),
    # Three columns are no list of names.
    ("    one    1    odd\n    two    2    even", "```text\none    1    odd\ntwo    2    even\n```"),
    ("    one();\n\n    two();", "```c\none();\n\ntwo();\n```"),
    ("- The first,\n  which goes on.\n- The second.", "- The first, which goes on.\n- The second."),
])
def test_lists_and_code_of_comments_are_told_as_such(text, told):
    assert markdown.prose(text, str, "reference/api/a") == told


# ---- Python ------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", python_pages.PUBLIC)
def test_every_public_name_of_python_has_an_entry(module):
    page = PAGES / "python" / ("index.md" if module == "tetress" else module.partition(".")[2] + ".md")
    blocks = re.findall(rf"^```\{{generated\}} python ({re.escape(module)}(?: .*)?)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    made = "\n".join(python_pages.page(block, f"reference/python/{page.name}") for block in blocks)
    told = re.findall(r"^:+\{py:(?:class|exception|function|data)\} (\w+)", made, re.MULTILINE)
    source = python_pages.Module(module)
    wanted = [name for name in source.public() if python_pages.where(source, name)]
    assert sorted(told) == sorted(wanted) and told


def test_a_class_is_read_with_what_private_bases_give_it(tmp_path, monkeypatch):
    (tmp_path / "__init__.py").write_text('from .thing import Thing\nfrom .base import Other\n__all__ = ["Thing", "Other"]\n')
    (tmp_path / "base.py").write_text(
        'class Other:\n    """Another."""\n\n\nclass _Handle:\n    def close(self) -> None:\n        """Free it."""\n\n    def _live(self): pass\n')
    (tmp_path / "thing.py").write_text(
        'from .base import Other, _Handle\n\n\nclass Thing(_Handle, Other):\n    """A thing.\n\n    one  first\n    two  second\n    """\n'
        "    size: int  # in metres\n\n    def __init__(self, name: str, *, size: int = 1) -> None: pass\n\n"
        "    @property\n    def other(self) -> Other:\n        \"\"\"The other.\"\"\"\n")
    monkeypatch.setattr(python_pages, "PACKAGE", tmp_path)
    monkeypatch.setattr(python_pages, "PUBLIC", ("tetress",))
    python_pages.public_paths.cache_clear()
    try:
        page = python_pages.page("tetress Thing", "reference/python/index.md")
    finally:
        python_pages.public_paths.cache_clear()
    assert "{py:class} Thing(name: str, *, size: int=1)" in page
    assert "- `one`: first\n- `two`: second" in page and "Has the members of {py:class}`Other`, too." in page
    assert ":::{py:method} close() -> None\n\nFree it.\n" in page and "_live" not in page
    assert ":::{py:attribute} size\n:type: int\n\nin metres\n" in page
    assert ":::{py:property} other\n:type: tetress.Other\n\nThe other.\n" in page


# ---- Lua ---------------------------------------------------------------------------------------


def test_every_function_and_type_of_lua_has_an_entry():
    source = lua_pages.ANNOTATIONS.read_text(encoding="utf-8")
    told = re.findall(r"^### `([^`]+)`$", lua_pages.page("reference/lua.md"), re.MULTILINE)
    functions = re.findall(r"^function (?:\w+[.:])(\w+\(.*\)) end$", source, re.MULTILINE)
    types = re.findall(r"^---@(?:class|alias) ([\w.]+)", source, re.MULTILINE)
    assert len(functions) > 80 and len(types) > 20
    assert sorted(re.sub(r"^[\w.]*[.:](?=\w+\()", "", name) for name in told) == sorted(functions + types)


def test_an_annotation_is_read_as_it_stands():
    found, = lua_pages.entries("---Play on.\n---@param count? integer at most so many\n---@return fun(a: b): c? one which\nfunction Game:play(count) end\n")
    assert found == ("function", "game:play(count)", "Play on.", (("count?", "integer", "at most so many"),), (("fun(a: b): c?", "one which"),))
    with pytest.raises(lua_pages.AnnotationError):
        list(lua_pages.entries("---@deprecated\nfunction Game:play() end\n"))
