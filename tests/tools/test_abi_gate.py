# SPDX-License-Identifier: MIT
"""The gate in front of the binary interface: what a release had stays, and what is new is told."""
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

pytest.importorskip("pycparser")
sys.path.insert(0, str(ROOT / "scripts"))

import abi_gate

GATE = ROOT / "scripts" / "abi_gate.py"


def gate(folder=ROOT / "include"):
    return subprocess.run([sys.executable, str(GATE), "--include", str(folder)], capture_output=True, text=True, check=False)


@pytest.fixture
def changed(tmp_path):
    """Changes a copy of the headers: a pattern of one header, which must be there, and what stands in its place."""
    shutil.copytree(ROOT / "include", tmp_path / "include")

    def change(header, pattern, replacement):
        path = tmp_path / "include" / "tetress" / header
        text, count = re.subn(pattern, replacement, path.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
        assert count == 1
        path.write_text(text, encoding="utf-8")
        return gate(tmp_path / "include")

    return change


def test_these_headers_keep_what_the_release_had():
    done = gate()
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"abi: [45]\d\d descriptions, no breach\n", done.stdout)


# What is done to the headers: header, pattern, replacement, words of the refusal.
BREACHES = {
    "a function is removed": ("engine.h", r"TETRESS_API void tetress_engine_stop\([^;]*;", "", "function tetress_engine_stop is gone"),
    "a function takes another argument": (
        "engine.h", r"(TETRESS_API void tetress_engine_stop\()([^)]*)\)", r"\1\2, int32_t how)", "function tetress_engine_stop was",
    ),
    "a structure grows in the middle": (
        "engine.h", r"(typedef struct tetress_budget \{\n    uint32_t size;)", r"\1\n    uint32_t more;", "field tetress_budget.nodes was",
    ),
    "a structure without a size grows": (
        "memory.h", r"\} tetress_allocator;", r"    void *more;\n} tetress_allocator;", "struct tetress_allocator was",
    ),
    "a constant changes": ("move.h", r"#define TETRESS_MOVE_NONE 65535", "#define TETRESS_MOVE_NONE 65534", "constant TETRESS_MOVE_NONE was 65535 and is 65534"),
    "a status changes its number": ("status.h", r"X\(EOVER, +-3,", "X(EOVER, -93,", "status EOVER was -3 and is -93"),
    "a field changes its type": ("engine.h", r"(tetress_budget \{.*?)uint64_t nodes;", r"\1double nodes;", "field tetress_budget.nodes was u64[1]"),
    "something new is not told": (
        "version.h", r"(TETRESS_API uint32_t tetress_abi_version\(void\);)", r"\1\nTETRESS_API void tetress_brand_new(void);",
        "function tetress_brand_new is new: name it in CHANGELOG.md",
    ),
}


@pytest.mark.parametrize("name", BREACHES)
def test_a_breach_is_refused(changed, name):
    header, pattern, replacement, words = BREACHES[name]
    done = changed(header, pattern, replacement)
    assert done.returncode == 1
    assert words in done.stderr


def test_what_is_new_and_told_passes(changed):
    # "perft" stands in the changelog.
    done = changed("version.h", r"(TETRESS_API uint32_t tetress_abi_version\(void\);)", r"\1\nTETRESS_API void perft(void);")
    assert done.returncode == 0, done.stderr


def test_a_structure_may_grow_at_its_end(changed):
    done = changed("tetris.h", r"\} tetress_tetris_objective;", r"    uint64_t games_more;\n} tetress_tetris_objective;")
    # That it is new is all that is said against it.
    assert re.fullmatch(r"field tetress_tetris_objective\.games_more is new: .*\nThe policy: .*\n", done.stderr)


def test_another_version_may_change_all(changed):
    assert changed("version.h", r"#define TETRESS_ABI_VERSION \d+", "#define TETRESS_ABI_VERSION 99").returncode == 0


def layout_asserts(column):
    """A C file that compiles if sizes and offsets are those of this column of the description."""
    _, released = abi_gate.read_released()
    lines = ["#include <stddef.h>", "#include <tetress/tetress.h>"]
    for name, value in released.items():
        kind, _, word = name.partition(" ")
        if kind == "struct":
            lines.append(f'_Static_assert(sizeof({word}) == {value.split()[column]}, "{word}");')
        elif kind == "field":
            lines.append(f'_Static_assert(offsetof({word.replace(".", ", ")}) == {value.split()[2 + column]}, "{word}");')
    assert len(lines) > 100
    return "\n".join(lines) + "\n"


# Compiler and column of the description.
COMPILERS = {
    "cc": (["cc"], 0),
    "clang for aarch64": (["clang", "--target=aarch64-linux-gnu", "-ffreestanding"], 0),
    "clang for wasm32": (["clang", "--target=wasm32", "-ffreestanding"], 1),
}


@pytest.mark.parametrize("name", COMPILERS)
def test_compilers_lay_structures_out_as_described(tmp_path, name):
    command, column = COMPILERS[name]
    if shutil.which(command[0]) is None:
        pytest.skip(f"no {command[0]} here")
    source = tmp_path / "layout.c"
    source.write_text(layout_asserts(column))
    done = subprocess.run([*command, "-std=c11", "-fsyntax-only", f"-I{ROOT / 'include'}", str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
