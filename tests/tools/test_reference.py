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
import markdown

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
