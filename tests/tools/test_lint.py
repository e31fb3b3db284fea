# SPDX-License-Identifier: MIT
"""What scripts/lint.py refuses."""
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import lint  # noqa: E402


@pytest.mark.parametrize("sources, circles", [
    ({"a.h": '#include "b.h"\n', "b.h": "#include <c.h>\n", "c.h": "#include <stdio.h>\n"}, []),
    ({"a.h": '#include "b.h"\n', "b.h": '#  include "a.h"\n'}, ["headers", "modules"]),
    # Neither header includes the other, but their sources close the circle.
    ({"a.h": "", "b.h": '#include "a.h"\n', "a.c": '#include "a.h"\n#include "b.h"\n'}, ["modules"]),
    ({"a.h": '#include "tetress/b.h"\n', "b.h": '#include "c.h"\n', "c.h": '#include "a.h"\n'}, ["headers", "modules"]),
])
def test_circles_of_includes_are_found(sources, circles):
    found = list(lint.check_circles({pathlib.Path(name): text for name, text in sources.items()}))
    assert [breach.partition(" ")[0] for breach in found] == circles


@pytest.mark.parametrize("text, sound", [
    ("/* SPDX-License-Identifier: MIT */\n/* What it is for. */\n", True),
    ("/* SPDX-License-Identifier: MIT */\n/*\n * What it is for. */\n", True),
    ("/* SPDX-License-Identifier: MIT */\n#include <stdio.h>\n/* Something else. */\n", False),
])
def test_a_source_opens_with_a_sentence(text, sound):
    assert (list(lint.check_opening(lint.ROOT / "lib" / "a.c", text)) == []) == sound


@pytest.mark.parametrize("second, circles", [("void tlua_b(void)\n{\n}\n", 0), ("void tlua_b(void)\n{\n    tlua_a();\n}\n", 1)])
def test_circles_of_the_lua_module_are_found(second, circles):
    first = "/* Like tlua_a(). */\nconst luaL_Reg tlua_table[] = {0};\n\nint tlua_a(void)\n{\n    return tlua_b();\n}\n"
    found = list(lint.check_lua_circles({pathlib.Path("lua/a.c"): first, pathlib.Path("lua/b.c"): second}))
    assert len(found) == circles


@pytest.mark.parametrize("sources, circle", [
    ({"a": "from .b import one", "b": "import os"}, []),
    ({"a": "from .b import one", "b": "from . import a"}, ["tetress.a", "tetress.b"]),
    # Put off until the call, or for types alone, it is a circle none the less.
    ({"a": "from .b import one", "b": "def f():\n    import tetress.a"}, ["tetress.a", "tetress.b"]),
    ({"a": "from .c import one", "c/__init__": "from .d import one", "c/d": "if TYPE_CHECKING:\n    from .. import a"},
     ["tetress.a", "tetress.c", "tetress.c.d"]),
    ({"c/__init__": "from .d import one", "c/d": "from ..e import one", "e": "from .f import c", "f": ""}, []),
])
def test_circles_of_the_python_package_are_found(sources, circle):
    texts = {lint.PACKAGE / f"{name}.py": text for name, text in sources.items()}
    assert [breach.partition("circle: ")[2] for breach in lint.check_python_circles(texts)] == ([", ".join(circle)] if circle else [])


@pytest.mark.parametrize("source, unused", [
    ("int ttr_sum(int a)\n{\n    return a;\n}\n", 1),
    ("int ttr_sum(int a)\n{\n    return a;\n}\n\n/*\n    ttr_sum(1) is 1.\n */\n", 1),
    ("int two(void)\n{\n    return ttr_sum(2);\n}\n", 0),
    ("#define TWO ttr_sum(2)\n", 0),
])
def test_what_nothing_in_the_library_uses_is_found(source, unused):
    texts = {"lib/a.h": "int ttr_sum(int a);\ntypedef int ttr_number;\n", "lib/a.c": source, "tools/b.c": "    ttr_sum(3);\n"}
    assert len(list(lint.check_used({lint.ROOT / name: text for name, text in texts.items()}))) == unused


@pytest.mark.parametrize("line, sound", [
    ("    if (!ttr_struct_fits(line, TTR_OLDEST(tetress_line)))", True),
    ("    if (!ttr_struct_fits(line, sizeof *line))", False),
    ("    if (!ttr_struct_fits(line, sizeof(tetress_line)))", False),
    ("    status = ttr_struct_read(&known, sizeof known,\n                             given, TTR_OLDEST(tetress_budget));", True),
    ("    status = ttr_struct_read(&known, sizeof known,\n                             given, sizeof known);", False),
    ("bool ttr_struct_fits(const void *given, size_t oldest);", True),
    ("    X(tetress_line, 176, 184)", True),
    ("    X(tetress_player, 8 + 5 * sizeof(void *), 8 + 5 * sizeof(void *))", True),
    ("    X(tetress_line, sizeof(tetress_line), 184)", False),
    ("#define TASK_OLDEST     sizeof(tetress_match_task)", False),
])
def test_the_oldest_size_of_a_structure_is_no_sizeof(line, sound):
    assert (list(lint.check_floors(lint.ROOT / "lib" / "api" / "a.c", line + "\n")) == []) == sound


@pytest.mark.parametrize("text, comments, lines", [
    ("/* One. */\n\nint a; /* behind code */\n", 1, 2),
    ("/*\n * One.\n *\n\n * Two.\n */\n", 5, 5),
    ('const char *a = "/* no comment */"; // one\n    // two\n', 1, 2),
    ("#define A /* one \\\n    two */ 1\n", 0, 2),
    ("int a; /* one\n          two */\n/* three */ int b;\n", 1, 3),
])
def test_comment_lines_are_counted(text, comments, lines):
    assert lint.comment_lines(text) == (comments, lines)


@pytest.mark.parametrize("lib, breaches", [("/* One. */\n" * 16 + "int a;\n" * 84, 0), ("/* One. */\n" * 14 + "int a;\n" * 86, 1)])
def test_a_share_of_comments_below_its_floor_is_found(lib, breaches):
    texts = {lint.ROOT / "lib" / "a.c": lib, lint.ROOT / "include" / "a.h": "/* One. */\n"}
    assert len(list(lint.check_comment_shares(lint.comment_shares(texts)))) == breaches


@pytest.mark.parametrize("text, breaches", [
    ("word " * 25, 1),
    ("word " * 24, 0),
    ("- " + "word " * 25, 1),
    ("| " + "word " * 25 + "|", 0),
    ("    " + "word " * 25, 0),
    ("```sh\n" + "word " * 25 + "\n```\n", 0),
    ("```sh\nword\n```\n" + "word " * 25, 1),
    ("~~~text\n```\n~~~\n" + "word " * 25, 1),
    ("<!-- " + "word " * 25 + "-->", 0),
    ("<!-- setup\n" + "word " * 25 + "\n-->\n", 0),
    ("<!-- one -->\n" + "word " * 25, 1),
])
def test_a_line_of_prose_that_is_too_long_is_found(text, breaches):
    assert len(list(lint.check_prose(lint.ROOT / "docs" / "a.md", text))) == breaches
