# SPDX-License-Identifier: MIT
"""How Sphinx builds the site from these pages: `python -m sphinx -W -b html docs build/site`."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION = (ROOT / "include" / "tetress" / "version.h").read_text(encoding="utf-8")


def version_part(name):
    return re.search(rf"#define TETRESS_VERSION_{name} (\d+)", VERSION)[1]


project = "libtetress"
author = "the libtetress authors"
release = ".".join(version_part(name) for name in ("MAJOR", "MINOR", "PATCH"))
version = release

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["README.md"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4  # links such as page.md#a-heading, as they work where the files are read alone
html_theme = "furo"
html_title = f"libtetress {release}"
html_copy_source = False
highlight_language = "text"
nitpicky = True
