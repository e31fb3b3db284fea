# SPDX-License-Identifier: MIT
"""What the pages find when their blocks run: an installed library, the command line, Python and Lua."""
import os
import pathlib
import subprocess
import sys

import pytest

# Seconds after which a test counts as hung. No test comes near it, however busy the machine is.
HANG_S = 3600

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = pathlib.Path(os.environ.get("TETRESS_TOOL", ROOT / "build" / "release" / "tools" / "tetress"))

COUNTS = {}
NOT_RUN = []


@pytest.fixture(scope="session")
def environment(tmp_path_factory):
    """As after `cmake --install` into a prefix of one's own and `pip install` into the Python that runs the tests."""
    assert TOOL.exists(), f"{TOOL} is not built; TETRESS_TOOL names another"
    prefix = tmp_path_factory.mktemp("prefix")
    done = subprocess.run(["cmake", "--install", str(TOOL.parent.parent), "--prefix", str(prefix)],
                          capture_output=True, text=True, timeout=HANG_S, check=False)
    assert done.returncode == 0, f"build all of {TOOL.parent.parent} first: {done.stderr}"
    library = prefix / "lib"
    scripts = pathlib.Path(sys.executable).parent
    return {
        **os.environ,
        "HOME": str(tmp_path_factory.mktemp("home")),
        "PATH": f"{prefix}/bin:{scripts}:{os.environ['PATH']}",
        "PKG_CONFIG_PATH": str(library / "pkgconfig"),
        "CMAKE_PREFIX_PATH": str(prefix),
        "LD_LIBRARY_PATH": str(library),
        "LUA_CPATH": f"{library}/lua/5.4/?.so;;",
        "COLUMNS": "80",
    }


def pytest_terminal_summary(terminalreporter):
    """Say how many blocks were run, and each that was not with its reason."""
    if not COUNTS:
        return
    terminalreporter.section("code blocks of the documents")
    terminalreporter.write_line(", ".join(f"{count} {fate}" for fate, count in sorted(COUNTS.items())))
    for (page, reason), lines in groups(NOT_RUN).items():
        terminalreporter.write_line(f"not run: {page}:{','.join(lines)}: {reason}")


def groups(blocks):
    """The lines of blocks that share page and reason."""
    found = {}
    for block in blocks:
        found.setdefault((block.page, block.argument), []).append(str(block.line))
    return found
