# SPDX-License-Identifier: MIT
"""How Sphinx builds the site from these pages: `python -m sphinx -W -b html docs build/site`."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION = (ROOT / "include" / "tetress" / "version.h").read_text(encoding="utf-8")


def version_part(name):
    return re.search(rf"#define TETRESS_VERSION_{name} (\d+)", VERSION)[1]


project = "libtetress"
author = "the libtetress authors"
release = ".".join(version_part(name) for name in ("MAJOR", "MINOR", "PATCH"))
version = release

sys.path.insert(0, str(ROOT / "docs" / "extensions"))
extensions = ["myst_parser", "generated"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["README.md"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4  # links such as page.md#a-heading, as they work where the files are read alone
html_theme = "furo"
html_title = f"libtetress {release}"
html_copy_source = False
highlight_language = "text"
nitpicky = True
python_use_unqualified_type_names = True
# Types of the C library, which are not ours to explain.
nitpick_ignore = [("c:identifier", name) for name in ("int16_t", "int32_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t")]
# Types of Python and of its packages, and aliases of ours, which stand in signatures.
nitpick_ignore_regex = [("py:(class|obj|exc)", r"(?!tetress\.).*")]
