#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Join the library into two files, tetress.c and tetress.h, for programs that would rather copy two files than build a
library.

usage: scripts/amalgamate.py FOLDER

A name that stands for different things in two files of lib/ gets the name of its file behind it, NAME_of_FILE. Macros of
a .c file end with it.
"""

from __future__ import annotations

import argparse
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIB = ROOT / "lib"
INCLUDE = ROOT / "include"

TOKEN = re.compile(
    r"""(?P<space>\s+|\\\n)|(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
    r"""|(?P<name>[A-Za-z_]\w*)|(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)|(?P<sign>->|\.\.\.|.)""",
    re.DOTALL,
)
# Files of ours; those of the system stay as they are.
INCLUDED = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:"([^"]+)"|<(tetress/[^>]+)>)[^\n]*\n', re.MULTILINE)
DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
LICENCE = re.compile(r"\A/\* SPDX-License-Identifier: MIT \*/\n")
STATIC = {"static", "KERNEL_INLINE"}

HEAD = """\
/* SPDX-License-Identifier: MIT */
/*
 * libtetress %s in one file; scripts/amalgamate.py has joined its sources. Compile it as C11 with
 * -O2 -DNDEBUG, and link with -lm -pthread. No other flag is needed for the kernels for AVX2 and
 * AVX-512.
 */
"""

HEADER_HEAD = """\
/* SPDX-License-Identifier: MIT */
/* The public header of libtetress %s in one file. */
"""

# Results are the same everywhere only if products are rounded before they are added.
SETTINGS = """\
#define _POSIX_C_SOURCE 200809L /* threads, clocks */
#define TETRESS_BUILD
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif
#if defined(__FAST_MATH__)
#error "libtetress does not compile with -ffast-math: results would depend on the machine"
#endif

"""


def sources() -> list[pathlib.Path]:
    """The files of the library in the order of its layers, which lib/CMakeLists.txt has."""
    listing = re.sub(r"#[^\n]*", "", (LIB / "CMakeLists.txt").read_text(encoding="utf-8"))
    layers = re.findall(r"tetress_layer\(\s*\S+\s+SOURCES\s+([^)]*)\)", listing)
    found = [LIB / name for layer in layers for name in layer.split("BELOW")[0].split()]
    missing = set(LIB.rglob("*.c")) - set(found)
    if missing:
        sys.exit(f"lib/CMakeLists.txt does not name {', '.join(sorted(path.name for path in missing))}")
    return found


class Sources:
    """Reads files of the library by the names under which others include them."""

    def __init__(self) -> None:
        self._files = {path.name: path for path in LIB.rglob("*") if path.suffix in (".h", ".inc")}
        self._headers: set[pathlib.Path] = set()

    def _found(self, name: str, beside: pathlib.Path) -> pathlib.Path:
        for path in (beside.parent / name, INCLUDE / name, self._files.get(name)):
            if path is not None and path.is_file():
                return path
        sys.exit(f"{beside}: no file {name}")

    def joined(self, path: pathlib.Path) -> str:
        """The text of a file with what it includes of ours: a header the first time, a part (.inc) each time."""

        def text_of(match: re.Match[str]) -> str:
            included = self._found(match[1] or match[2], path)
            if included.suffix == ".h":
                if included in self._headers:
                    return ""
                self._headers.add(included)
            return self.joined(included)

        return INCLUDED.sub(text_of, LICENCE.sub("", path.read_text(encoding="utf-8")))

    def headers_of(self, path: pathlib.Path) -> str:
        """What a source and its parts need of headers that have not been given yet."""
        found = ""
        for quoted, public in INCLUDED.findall(path.read_text(encoding="utf-8")):
            included = self._found(quoted or public, path)
            if included.suffix == ".inc":
                found += self.headers_of(included)
            elif included not in self._headers:
                self._headers.add(included)
                found += self.joined(included)
        return found


def tokens(text: str) -> list[tuple[str, str]]:
    return [(match.lastgroup or "", match[0]) for match in TOKEN.finditer(text)]


def without_directives(text: str) -> str:
    return re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", "", text, flags=re.MULTILINE)


def own_names(text: str) -> set[str]:
    """What a source defines for itself outside of functions: static functions and data, types, constants, macros."""
    words = [word for kind, word in tokens(without_directives(text)) if kind not in ("space", "comment")]
    found = set(DEFINED.findall(text))
    for declaration in declarations(words):
        found |= names_of(declaration)
    return found


def declarations(words: list[str]) -> list[list[str]]:
    """Each declaration outside of functions, by its words; the inside of a function's braces is left out."""
    found, now, depth = [], [], 0
    for word in words:
        now.append(word)
        depth += (word in "{([") - (word in "})]")
        if depth == 0 and (word == ";" or (word == "}" and is_function(now))):
            found.append(now)
            now = []
    return found


def is_function(words: list[str]) -> bool:
    brace = words.index("{") if "{" in words else 0
    return brace > 0 and words[brace - 1] == ")" and "=" not in words[:brace]


def names_of(words: list[str]) -> set[str]:
    """What one declaration outside of functions defines for its source alone."""
    found = set()
    for i, word in enumerate(words):
        if word in ("struct", "union", "enum") and words[i + 2 : i + 3] == ["{"]:
            found.add(words[i + 1])
    if "enum" in words and "{" in words:
        start = words.index("{")
        body = words[start : words.index("}", start)]
        found |= {body[i + 1] for i, word in enumerate(body[:-1]) if word in "{," and body[i + 1].isidentifier()}
    if words[0] == "typedef":
        names = [word for word in words[: words.index("__attribute__") if "__attribute__" in words else -1] if word.isidentifier()]
        found.add(words[words.index("*") + 1] if "(" in words and words[words.index("(") + 1] == "*" else names[-1])
    elif STATIC & set(words):
        found.add(declared(words))
    return found - {""}


def declared(words: list[str]) -> str:
    """The first name that a static declaration declares: the one before its parameters, its value or its length."""
    depth = 0
    for i, word in enumerate(words[1:], 1):
        if depth == 0 and words[i - 1].isidentifier() and words[i - 1] != "__attribute__" and word in ("(", "[", "=", ";"):
            return words[i - 1]
        depth += (word in "{(") - (word in "})")
    return ""


def renamed(text: str, names: dict[str, str]) -> str:
    """The text with other names, but for members of structures."""
    found, before = [], ""
    for kind, word in tokens(text):
        found.append(names.get(word, word) if kind == "name" and before not in (".", "->") else word)
        if kind not in ("space", "comment"):
            before = word
    return "".join(found)


def amalgamated() -> tuple[str, str]:
    """The texts of tetress.c and tetress.h."""
    files = Sources()
    public = files.joined(INCLUDE / "tetress" / "tetress.h")
    version = ".".join(re.findall(r"#define TETRESS_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", public))
    header = HEADER_HEAD % version + public
    units = []  # each source, the headers that it is the first to need, its text with its parts
    for path in sources():
        before = files.headers_of(path)
        units.append((path, before, files.joined(path)))
    counts = collections.Counter(name for _, _, text in units for name in own_names(text))
    body = [HEAD % version + SETTINGS + '#include "tetress.h"\n']
    for path, before, text in units:
        macros = sorted(set(DEFINED.findall(text)) - {"_POSIX_C_SOURCE"})
        names = {name: f"{name}_of_{path.stem}" for name in own_names(text) if counts[name] > 1 and name not in macros}
        text = re.sub(r"^#define _POSIX_C_SOURCE.*\n", "", text, flags=re.MULTILINE)
        ends = "".join(f"#undef {name}\n" for name in macros)
        title = f"\n/* ==== {path.relative_to(ROOT)} " + "=" * 40 + " */\n\n"
        body.append(before + title + renamed(text, names) + ("\n" + ends if ends else ""))
    return "".join(body), header


def main() -> None:
    parser = argparse.ArgumentParser(description="Join the library into tetress.c and tetress.h.")
    parser.add_argument("folder", type=pathlib.Path, help="where to write them")
    folder = parser.parse_args().folder
    source, header = amalgamated()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tetress.c").write_text(source, encoding="utf-8")
    (folder / "tetress.h").write_text(header, encoding="utf-8")


if __name__ == "__main__":
    main()
