# SPDX-License-Identifier: MIT
"""The harness for code blocks finds what is wrong with a page."""
import pytest
from pages import PageError, read_page
from run_page import Differs, PageRun

FENCE = "```"


def page(*lines):
    return read_page("page.md", "\n".join(lines) + "\n")


def block(language, *lines):
    return "\n".join([FENCE + language, *lines, FENCE, ""])


@pytest.mark.parametrize("text, complaint", [
    (block("", "x"), "needs a language"),
    (block("rust", "x"), "needs a language"),
    ("words\n\n    tetress bench\n", "indented"),
    ("1. words\n\n       tetress bench\n", "indented"),
    (block("{code-block} python", "x"), "hides code"),
    ("<!-- not run: it takes long -->\n\nwords\n", "before no block"),
    ("<!-- not run: it takes long -->\n", "before no block"),
    ("<!-- not run:  -->\n" + block("sh", "false"), "needs a reason"),
    ("<!-- output: -->\n" + block("text", "x"), "after the block"),
    ("<!-- file: a.txt -->\n" + block("text", "x") + "\n<!-- output -->\n" + block("text", "x"), "after the block"),
    ("<!-- not run: it takes long -->\n" + block("sh", "x") + "\n<!-- output -->\n" + block("text", "x"), "after the block"),
    (block("console", "$ echo x") + "\n<!-- output -->\n" + block("text", "x"), "shows itself"),
    (block("python", "print(1)") + "\n<!-- ouput -->\n" + block("text", "2"), "none of exit, file"),
    (block("python", "print(1)") + "\n<!-- ouput: -->\n\n" + block("text", "2"), "none of exit, file"),
    ("<!-- exit: 1 -->\n<!-- file: a.sh -->\n" + block("sh", "false"), "takes one comment"),
    ("<!-- output -->\n" + block("{generated} program", ""), "before no block"),
    *(("<!-- exit: 1 -->\n" + block(language, "x"), "can have an exit status") for language in ("python", "lua", "c", "text")),
    ("<!-- exit: one -->\n" + block("sh", "false"), "needs a number"),
])
def test_a_page_that_hides_code_is_refused(text, complaint):
    with pytest.raises(PageError, match=complaint):
        page(text)


@pytest.mark.parametrize("lines", [
    [block("sh", "false")],
    [block("sh", "echo red"), "<!-- output: -->", block("text", "blue")],
    [block("console", "$ echo red", "blue")],
    [block("console", "$ echo red", "red", "$ false")],
    ["<!-- exit: 1 -->", block("console", "$ true")],
    [block("python", "print(1)"), "<!-- output: -->", block("text", "1"), block("python", "print(2)"), "<!-- output: -->", block("text", "3")],
    [block("python", "raise SystemExit(1)")],
    [block("python", "print(1)", "raise SystemExit"), block("python", "print(2)"), "<!-- output: -->", block("text", "3")],
    [block("lua", "print(1) os.exit(0)"), block("lua", "print(2)"), "<!-- output: -->", block("text", "3")],
    [block("python", "print('\\0')")],
    [block("console", "$ false | cat")],
    [block("console", "$ (echo red; exit 3) | cat", "red", "$ true")],
    [block("sh", "false | cat")],
    ["<!-- setup", "false | cat", "-->", ""],
    [block("lua", "print(1)"), block("lua", "error('no')")],
    [block("c", "int main(void) { int unused; return 0; }")],
    [block("c", "int main(void) { return 1; }")],
    ["<!-- part of: examples/c/hello.c -->", block("c", "int nothing_of_the_kind;")],
    ["<!-- not run: the syntax is read all the same -->", block("sh", "if true; then")],
])
def test_a_block_that_fails_or_prints_something_else_is_found(lines, tmp_path, environment):
    with pytest.raises(Differs):
        PageRun(tmp_path, environment).run(page(*lines))


@pytest.mark.parametrize("lines", [
    [block("console", "$ echo red \\", "blue", "red blue", "$ echo 1; echo 2; echo 3", "1", "…", "3")],
    ["<!-- exit: 1 -->", block("console", "$ echo red", "red", "$ false")],
    ["<!-- exit: 3 -->", block("console", "$ (exit 3) | cat")],
    [block("console", "$ yes | head -n 1", "y")],
    ["<!-- an ordinary comment -->", "", "words", block("sh", "true")],
    ["<!-- file: folder/agent.txt -->", block("text", "hello"), block("sh", "grep hello folder/agent.txt")],
    ["<!-- setup", "echo hello >made", "-->", "", block("console", "$ cat made", "hello")],
    [block("python", "a = 1"), "words", block("python", "print(a)"), "<!-- output: -->", block("text", "1")],
    [block("lua", "local a = 1"), "words", block("lua", "print(a)"), "<!-- output: -->", block("text", "1")],
    [block("c", "#include <stdio.h>"), block("c", 'int main(void) { puts("x"); return 0; }'), "<!-- output: -->", block("text", "x")],
    ["<!-- part of: examples/c/hello.c -->", block("c", "tetress_engine_free(engine);", "tetress_game_free(game);")],
    ["<!-- not run: it would never end -->", block("sh", "while true; do :; done")],
])
def test_blocks_of_a_page_continue_one_another(lines, tmp_path, environment):
    PageRun(tmp_path, environment).run(page(*lines))
