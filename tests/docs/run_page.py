# SPDX-License-Identifier: MIT
"""Run the blocks of one page as its reader would, in a folder of its own."""
import json
import re
import shlex
import subprocess
import sys

from conftest import HANG_S
from pages import ROOT, SHELLS

BETWEEN = "\0"  # what programs print between their blocks
SEPARATORS = {"python": '\nprint("\\0", end="", flush=True)\n', "lua": '\nio.write("\\0")\n', "c": "\n"}
# Every command of a pipe has to succeed. 141 is that of a program whose reader, `head` say, wanted no more.
SHELL = ("bash", "-o", "pipefail")
CLOSED_PIPE = 141
COMPILE_C = "cc -std=c11 -Wall -Wextra -pedantic -Werror page.c $(pkg-config --cflags --libs tetress) -lm -pthread -o page"


class Differs(AssertionError):
    """A block that fails or prints something else; its place comes first."""


def matches(shown, printed):
    """Whether a program printed what its page shows; `…` stands for any text."""
    pattern = ".*".join(re.escape(part) for part in tidy(shown).split("…"))
    return re.fullmatch(pattern, tidy(printed), re.DOTALL) is not None


def tidy(text):
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines() if not line.startswith("CPU time"))


def compare(block, shown, printed, errors=""):
    if not matches(shown, printed):
        raise Differs(f"{block.place} shows\n{tidy(shown)}\nand this came:\n{tidy(printed)}\n{errors}")


def commands(block):
    """Commands after `$` and what the page shows of each. A backslash at the end of a line continues a command."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    if parts[0].strip() or len(parts) < 2:
        raise Differs(f"{block.place}: a console block begins with '$ '; commands alone are a block of sh")
    for part in parts[1:]:
        command, shown = re.fullmatch(r"((?:[^\n]*\\\n)*[^\n]*)\n?(.*)", part, re.DOTALL).groups()
        yield command, shown


class PageRun:
    """The blocks of a page, run in order in one folder; what one leaves the next one finds."""

    def __init__(self, folder, environment):
        self.folder = folder
        (folder / "libtetress").symlink_to(ROOT)  # the checkout, as the pages call it
        self.environment = environment

    def shell(self, *command):
        return subprocess.run(command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=HANG_S, check=False)

    def run(self, blocks):
        programs = {}
        for block in blocks:
            if block.fate == "run" and block.language not in SHELLS:
                programs.setdefault(block.language, []).append(block)
        for block in blocks:
            if block.fate in ("run", "not run"):
                self.check_syntax(block)
            if block.fate == "part":
                check_part(block)
            elif block.fate == "file":
                path = self.folder / block.argument
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, encoding="utf-8")
            elif block.fate == "data" and block.language == "json":
                for line in block.text.splitlines():
                    json.loads(line)
            elif block.fate == "run" and block.language in SHELLS:
                (self.run_console if block.language == "console" else self.run_sh)(block)
            elif block.fate == "run" and block is programs[block.language][-1]:
                self.run_program(block.language, programs[block.language])

    def check_syntax(self, block):
        """What is not run is at least read."""
        if block.language == "python":
            compile(block.text, block.place, "exec")
        elif block.language == "sh":
            done = self.shell("sh", "-n", "-c", block.text)
            if done.returncode != 0:
                raise Differs(f"{block.place}: {done.stderr}")

    def run_sh(self, block):
        done = self.shell(*SHELL, "-eu", "-c", block.text)
        if done.returncode != int(block.argument or 0):
            raise Differs(f"{block.place}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
        if block.output:
            compare(block, block.output.text, done.stdout, done.stderr)

    def run_console(self, block):
        parts = list(commands(block))
        script = "".join(f"{command}\nprintf '\\0%d\\0' $?\n" for command, _ in parts)
        done = self.shell(*SHELL, "-c", script)
        pieces = done.stdout.split(BETWEEN)
        for number, (command, shown) in enumerate(parts):
            printed, status = (pieces[2 * number : 2 * number + 2] + ["", "?"])[:2]
            ends = {block.argument} if block.marker == "exit" and number == len(parts) - 1 else {"0", str(CLOSED_PIPE)}
            if status not in ends:
                raise Differs(f"{block.place}: '{command}' ends with {status}\n{printed}{done.stderr}")
            if shown.strip():
                compare(block, shown, printed, done.stderr)

    def run_program(self, language, blocks):
        text = SEPARATORS[language].join(block.text for block in blocks)
        name = f"page.{ {'python': 'py'}.get(language, language) }"
        (self.folder / name).write_text(text, encoding="utf-8")
        if language == "c":
            self.must(blocks, text, "sh", "-c", COMPILE_C)
            printed = self.must(blocks, text, "./page")
            pieces = ["" for _ in blocks[1:]] + [printed]
        else:
            pieces = self.must(blocks, text, *({"python": [sys.executable], "lua": ["lua5.4"]}[language]), name).split(BETWEEN)
        if len(pieces) != len(blocks):
            raise Differs(f"{blocks[0].place}: {len(blocks)} blocks of {language} ran as one program, and {len(pieces)} of them came to"
                          f" their ends: it ended early, or a block printed a zero byte\n{text}")
        for block, piece in zip(blocks, pieces):
            if block.output:
                compare(block, block.output.text, piece)

    def must(self, blocks, text, *command):
        done = self.shell(*command)
        if done.returncode != 0:
            numbered = "\n".join(f"{number:4} {line}" for number, line in enumerate(text.splitlines(), 1))
            raise Differs(f"{blocks[0].place}: {shlex.join(command)} ends with {done.returncode}\n{done.stdout}{done.stderr}\n{numbered}")
        return done.stdout


def check_part(block):
    """The block's lines stand together in the file that it is a part of, which another test runs."""
    lines = [line.strip() for line in block.text.strip("\n").splitlines()]
    file = [line.strip() for line in (ROOT / block.argument).read_text(encoding="utf-8").splitlines()]
    if not any(file[at : at + len(lines)] == lines for at in range(len(file))):
        raise Differs(f"{block.place}: these lines are not, or no more, in {block.argument}:\n{block.text}")
