# SPDX-License-Identifier: MIT
"""`tetress tetris`: the single-player game as a person or a script meets it."""
import json
import os
import pty
import re
import select
import signal
import statistics
import subprocess
import termios
import time

import pytest
from conftest import HANG_S, TOOL, run

COMMANDS = ["play", "watch", "bench", "measure"]
DT = [-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89]


def tetris(*arguments, stdin=""):
    return run("tetris", *arguments, stdin=stdin)


def found(*arguments, stdin=""):
    """The object that a command prints as JSON, and nothing else on standard output."""
    done = tetris(*arguments, "--json", stdin=stdin)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout)


def weights_file(folder, kind="dt", weights=DT, **more):
    path = folder / "weights.json"
    path.write_text(json.dumps({"kind": kind, "weights": weights, **more}))
    return path


# ---- Help and usage ----------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command):
    done = tetris(command, "--help")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.startswith(f"Usage: tetress tetris {command} ")
    assert "--json" in done.stdout and "--help" in done.stdout


def test_the_group_lists_its_commands_and_the_evaluators():
    done = tetris("--help")
    assert done.returncode == 0 and done.stderr == ""
    for command in [*COMMANDS, "train"]:
        assert f"\n  {command} " in done.stdout
    for evaluator in ["s2", "dellacherie", "bcts", "dt20"]:
        assert f"\n  {evaluator} " in done.stdout


@pytest.mark.parametrize(
    "line, word",
    [
        ([], "Usage"),
        (["fly"], "'fly'"),
        (["play", "--rows", "3"], "--rows"),
        (["play", "--rows", "21"], "--rows"),
        (["play", "--source", "sideways"], "'sideways'"),
        (["play", "--seed", "-1"], "--seed"),
        (["play", "--position", "x", "--rows", "20"], "--position, or --rows"),
        (["play", "extra"], "takes no operands"),
        (["watch", "--lookahead", "5"], "--lookahead"),
        (["watch", "--width", "0"], "--width"),
        (["watch", "--width", "35"], "--width"),
        (["watch", "--shallow", "21"], "--shallow"),
        (["watch", "--preview"], "--lookahead"),
        (["watch", "--evaluator", "s2", "--weights", "w"], "not both"),
        (["watch", "--pieces", "many"], "--pieces"),
        (["watch", "--delay", "1.5"], "--delay"),
        (["watch", "--threads", "0"], "--threads"),
        (["watch", "--bogus"], "--bogus"),
        (["bench", "--threads", "2"], "--threads"),
        (["measure", "--games", "0"], "--games"),
        (["measure", "--games", "5", "--trials", "100"], "--trials"),
        (["measure", "--games", "5", "--replicates", "2"], "--replicates"),
        (["measure", "--replicates", "0"], "--replicates"),
        (["measure", "--trials", "0"], "--trials"),
        (["measure", "--pieces", "100"], "--games"),
        (["measure", "--rows", "13"], "14"),
        (["measure", "--error", "0"], "--error"),
        (["measure", "--error", "nan"], "--error"),
        (["measure", "--error", "0x1p3"], "a decimal above 0, at most 100"),
        (["measure", "--error", "1e1"], "a decimal above 0, at most 100"),
        (["measure", "--error", "5%"], "'5%'"),
    ],
)
def test_usage_that_makes_no_sense_exits_with_2_and_says_what(line, word):
    done = tetris(*line)
    assert done.returncode == 2
    assert word in done.stderr and done.stdout == ""


def test_a_zero_byte_does_not_hide_the_rest_of_a_line():
    for line in "1 7\0", "\0", "1\0 7", "hint\0", "undo\0":
        done = tetris("play", "--rows", 4, "--sequence", "LO", stdin=f"{line}\nquit\n")
        assert "has no such move" in done.stdout and "0 turns" in done.stdout


@pytest.mark.parametrize(
    "line, word",
    [
        (["watch", "--evaluator", "deepblue"], "dellacherie"),
        (["watch", "--weights", "/nonexistent/file"], "/nonexistent/file"),
        (["watch", "--position", "##"], "--position"),
        (["watch", "--position", "/".join(["." * 10] * 4) + " Q"], "offset 44"),
        (["watch", "--sequence", "OILQ"], "'OILQ'"),
        (["watch", "--sequence", ""], "OILJTSZ"),
        (["watch", "--position", "/".join(["." * 10] * 4) + " x", "--sequence", "O"], "over"),
        (["measure", "--trials", "1", "--replicates", "1"], "--trials"),
    ],
)
def test_failures_exit_with_1_and_say_why(line, word):
    done = tetris(*line)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("tetress: ") and word in done.stderr
    assert done.stdout == ""


# ---- Weights -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content, word",
    [
        ("", "line 1"),
        ('{"kind": "dt",\n "weights": [1, 2', "line 2"),
        ("[1, 2]", "kind"),
        ('{"weights": [1, 2, 3]}', "kind"),
        ('{"kind": 7, "weights": []}', "kind"),
        ('{"kind": "dt9", "weights": []}', "kind"),
        ('{"kind": "dt"}', "9 numbers"),
        ('{"kind": "dt", "weights": 5}', "9 numbers"),
        (json.dumps({"kind": "s2", "weights": DT}), "11 numbers"),
        (json.dumps({"kind": "dt", "weights": [*DT[:8], "x"]}), "weight 8"),
        (json.dumps({"kind": "dt", "weights": [*DT[:8], None]}), "weight 8"),
        (json.dumps({"kind": "dt", "weights": [0] * 9}), "all weights are 0"),
        ('{"kind": "dt", "weights": [1, 2, 3, 4, 5, 6, 7, 8, 1e999]}', "line 1"),
        ('{"kind": "dt", "kind": "s2", "weights": []}', "line 1"),
        ('{"kind": "dt", "weights": []} more', "line 1"),
    ],
)
def test_a_damaged_file_of_weights_is_refused_with_its_name_and_fault(tmp_path, content, word):
    path = tmp_path / "weights.json"
    path.write_text(content)
    done = tetris("watch", "--weights", path)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith(f"tetress: --weights {path}: ") and word in done.stderr


def test_weights_decide_by_their_proportions_and_other_keys_do_not_matter(tmp_path):
    def end(weights):
        path = weights_file(tmp_path, weights=weights, seed=7, provenance={"library": "x"})
        return found("watch", "--weights", path, "--pieces", 500)["position"]

    assert end(DT) == end([2 * weight for weight in DT])
    assert end(DT) != end([-weight for weight in DT])


@pytest.mark.parametrize("size", [1e308, 1e300, 1e-300, 1e-307])
def test_weights_of_any_size_play_alike(tmp_path, size):
    def end(weights):
        return found("watch", "--weights", weights_file(tmp_path, weights=weights), "--pieces", 200)["position"]

    assert end([weight / 30 * size for weight in DT]) == end(DT)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_weights_are_read_as_windows_writes_them(tmp_path, encoding):
    path = weights_file(tmp_path)
    plain = found("watch", "--weights", path, "--pieces", 200)["position"]
    path.write_bytes(path.read_text().replace(" ", "\r\n").encode(encoding))
    assert found("watch", "--weights", path, "--pieces", 200)["position"] == plain


def test_weights_of_either_kind_are_read(tmp_path):
    s2 = weights_file(tmp_path, "s2", [-1.4, 1.7, -9.4, -10, -2.2, -0.4, -0.1, 2.6, -0.8, -0.3, -2.8])
    assert found("watch", "--weights", s2, "--pieces", 1000)["lines"] > 350


# ---- play --------------------------------------------------------------------------------------


def test_a_person_can_play_ask_save_and_take_back(tmp_path):
    saved = tmp_path / "game"
    script = [
        "help", "9 9", "nonsense", "1 2 3", "34", "0 4", "moves", "hint", "3", "undo", "undo", "undo",
        "0 4", "position", f"save {saved}", "save /nonexistent/file", "quit",
    ]
    done = tetris("play", "--rows", 6, "--sequence", "LTI", stdin="\n".join(script) + "\n")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.count("L has no such move") == 4
    assert "0 to 33" in done.stdout
    assert "33: 3 7" in done.stdout and "hint: " in done.stdout
    assert "there is nothing to take back" in done.stdout
    assert f"saved to {saved}" in done.stdout and "cannot write /nonexistent/file" in done.stdout
    assert done.stdout.endswith("left: 0 lines in 1 turns\n")
    text = saved.read_text()
    assert text in done.stdout
    assert text.startswith("/".join(["." * 10] * 3 + ["....#....."] * 2 + ["....##...."]) + " T I")


def test_the_well_and_the_orientations_are_drawn():
    lines = tetris("play", "--rows", 4, "--sequence", "LO", stdin="1 7\n").stdout.splitlines()
    assert lines[1].startswith(" | . . . . . . . . . . |  lines 0")
    well = next(i for i, line in enumerate(lines) if "turns 1" in line)
    assert lines[well + 1].startswith(" | . . . . . . . @ @ @ |")  # row 1, over
    assert lines[well + 2].startswith(" | . . . . . . . @ . . |")  # row 0
    assert lines[well + 4].split() == [*"0123456789"]
    assert "L> " in "\n".join(lines) and "O> " in "\n".join(lines)


def test_a_game_that_was_saved_goes_on_with_the_same_pieces(tmp_path):
    saved = tmp_path / "game"
    moves = ["0 0", "0 2", "0 4", "0 6", "0 0", "0 2", "0 4"]
    whole = found("play", "--seed", 5, stdin="\n".join(moves))
    tetris("play", "--seed", 5, stdin="\n".join([*moves[:3], f"save {saved}"]))
    again = found("play", "--position", saved.read_text().strip(), stdin="\n".join(moves[3:]))
    assert again == whole and whole["turns"] == 7


def test_a_move_that_stands_out_ends_the_game():
    done = tetris("play", "--rows", 4, "--sequence", "OOO", "--quiet", stdin="0\n0\n0\n0\n0\n")
    assert done.returncode == 0
    assert done.stdout.endswith("game over: 0 lines in 3 turns\n")


def test_rows_that_are_full_are_counted():
    moves = "\n".join(["0 0", "0 2", "0 4", "0 6", "0 8"])
    assert found("play", "--sequence", "OOOOO", stdin=moves)["lines"] == 2


def test_the_end_of_input_leaves_the_game():
    done = tetris("play")
    assert done.returncode == 0 and done.stdout.endswith("\nleft: 0 lines in 0 turns\n")


def test_hints_follow_the_agent():
    position = found("watch", "--pieces", 40)["position"]
    for _ in range(5):
        done = tetris("play", "--quiet", "--position", position, stdin="hint\n")
        move = re.search(r"hint: (\d+ \d+) ", done.stdout)[1]
        after = found("watch", "--position", position, "--pieces", 1)
        assert found("play", "--position", position, stdin=move)["position"] == after["position"]
        position = after["position"]


# ---- watch -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        ["--evaluator", "s2"],
        ["--lookahead", "1", "--width", "3"],
        ["--lookahead", "1", "--shallow", "5"],
        ["--lookahead", "1", "--preview"],
        ["--source", "bag"],
        ["--rows", "10", "--seed", "9"],
    ],
)
def test_a_game_in_two_parts_is_the_same_as_in_one(options):
    agent = [word for word in options if word not in ("--source", "bag", "--rows", "10", "--seed", "9")]
    whole = found("watch", *options, "--pieces", 90)
    half = found("watch", *options, "--pieces", 40)
    rest = found("watch", *agent, "--position", half["position"], "--pieces", 50)
    assert (rest["position"], rest["lines"], rest["turns"]) == (
        whole["position"], whole["lines"], 90)
    assert rest["pieces"] == 50 and rest["ending"] == "stopped"


def test_preview_and_look_ahead_change_what_is_played_and_threads_do_not():
    def end(*options):
        return found("watch", "--pieces", 150, *options)["position"]

    ends = {end(), end("--lookahead", 1), end("--lookahead", 1, "--preview"), end("--lookahead", 2)}
    assert len(ends) == 4
    assert end("--lookahead", 2, "--threads", 2) in ends


def test_the_end_of_a_game_is_drawn_where_there_is_no_terminal():
    done = tetris("watch", "--rows", 4, "--seed", 3, "--delay", 60000)
    assert done.returncode == 0 and done.stderr == "" and "\033" not in done.stdout
    assert len(done.stdout.splitlines()) == 4 + 2 + 1
    assert re.fullmatch(r"game over: \d+ lines in \d+ turns, \d+ pieces/s", done.stdout.splitlines()[-1])


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, *arguments):
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        self.output = b""
        self.process = subprocess.Popen(
            [str(TOOL), "tetris", *map(str, arguments)], stdin=self.slave, stdout=self.slave,
            stderr=self.slave, env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, "TERM": "xterm-256color"})

    def read(self, enough):
        """Read until that is there."""
        end = time.monotonic() + HANG_S
        while not enough(self.output) and time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                self.output += os.read(self.master, 65536)
        assert enough(self.output), self.output[-2000:]

    def finish(self):
        """The exit code; everything that was written is in `output`."""
        while self.process.poll() is None or select.select([self.master], [], [], 0)[0]:
            if select.select([self.master], [], [], 0.05)[0]:
                self.output += os.read(self.master, 65536)
        return self.process.wait()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def terminal():
    opened = []

    def make(*arguments):
        opened.append(Terminal(*arguments))
        return opened[-1]

    yield make
    for one in opened:
        one.close()


def test_a_terminal_shows_the_well_in_place_piece_by_piece(terminal):
    watched = terminal("watch", "--pieces", 12, "--delay", 1, "--lookahead", 1, "--preview")
    assert watched.finish() == 0
    pictures = watched.output.split(b"\033[22A\r")
    assert len(pictures) == 13
    for turn, picture in enumerate(pictures):
        assert f"turns {turn}\r".encode() in picture
        assert picture.count(b"\r\n") >= 22
        assert re.search(rb"piece [OILJTSZ].*next  [OILJTSZ]", picture, re.DOTALL)
    assert b"pieces/s" in pictures[-1] and b"stopped: " in pictures[-1]
    assert sum(picture.count(b">#") for picture in pictures[1:4]) == 12  # the latest piece's cells


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_it_with_the_result_and_the_terminal_as_it_was(terminal, number):
    watched = terminal("watch", "--delay", 20)
    watched.read(lambda output: output.count(b"\033[22A") >= 3)
    watched.process.send_signal(number)
    assert watched.finish() == 0
    assert re.search(rb"interrupted: \d+ lines in \d+ turns, \d+ pieces/s\r\n$", watched.output)
    assert termios.tcgetattr(watched.slave) == watched.before
    codes = {*re.findall(rb"\033\[[^A-Za-z]*[A-Za-z]", watched.output)}
    assert codes <= {b"\033[22A", b"\033[0m", b"\033[1;97;41m", b"\033[1;97;44m"}
    colours = re.findall(rb"\033\[[^A-Za-z]*m", watched.output)
    assert colours[-1] == b"\033[0m"


def test_as_fast_as_possible_it_draws_only_some_pictures(terminal):
    watched = terminal("watch", "--pieces", 100000, "--delay", 0)
    assert watched.finish() == 0
    assert b"turns 100000\r" in watched.output
    assert 2 < watched.output.count(b"\033[22A") < 10000


def test_quiet_shows_the_end_alone_on_a_terminal_too(terminal):
    watched = terminal("watch", "--pieces", 100, "--quiet")
    assert watched.finish() == 0
    assert watched.output.count(b"\r\n") == 23 and b"\033[22A" not in watched.output


# ---- bench -------------------------------------------------------------------------------------


def test_bench_signs_alike_on_every_kind_of_processor(monkeypatch):
    monkeypatch.delenv("TETRESS_KERNEL", raising=False)
    every = found("bench")
    assert every["kernels"][-1] == "portable" and len(every["signature"]) == 16
    for row in every["rows"]:
        assert row["pieces"] > 0 and all(row[kernel]["best"] > 0 for kernel in every["kernels"])
    assert [row["name"] for row in every["rows"]] == [
        "s2, no look-ahead", "dt20, no look-ahead", "s2, look-ahead 1, width 2", "dt20, look-ahead 1, width 2"]
    for kernel in {"portable", every["kernels"][0]}:
        monkeypatch.setenv("TETRESS_KERNEL", kernel)
        done = tetris("bench")
        assert done.stdout.splitlines()[-1] == f"signature {every['signature']}"
        assert done.stdout.splitlines()[1].split() == ["pieces", kernel]


# ---- measure -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [["--games", 30, "--rows", 8, "--evaluator", "bcts"],
     ["--replicates", 5, "--trials", 300, "--evaluator", "s2"]],
)
def test_threads_change_nothing_of_what_is_measured(options):
    one = found("measure", *options, "--quiet")
    two = found("measure", *options, "--quiet", "--threads", 3)
    for result in (one, two):
        result.pop("cpu_seconds")
    assert one == two
    other = found("measure", *options, "--quiet", "--seed", 1000)
    assert other["measured"] != one["measured"]


def test_mean_error_and_interval_are_those_of_the_measurements():
    result = found("measure", "--games", 40, "--rows", 6, "--quiet")
    error = statistics.stdev(result["measured"]) / 40 ** 0.5
    assert result["mean"] == pytest.approx(statistics.fmean(result["measured"]))
    assert result["error"] == pytest.approx(error)
    assert result["high"] - result["mean"] == pytest.approx(2.0227 * error, rel=1e-3)
    assert result["mean"] - result["low"] == pytest.approx(2.0227 * error, rel=1e-3)
    assert (result["kind"], result["count"], result["rows"]) == ("games", 40, 6)


def test_a_wished_error_is_worked_for_in_whole_rounds():
    options = ["measure", "--games", 10, "--rows", 6, "--quiet"]
    result = found(*options, "--error", 8)
    assert result["reached"] and result["error"] < 0.08 * result["mean"]
    assert result["count"] > 10 and result["count"] % 10 == 0
    before = result["measured"][:-10]
    assert statistics.stdev(before) / len(before) ** 0.5 >= 0.08 * statistics.fmean(before)
    assert found(*options)["measured"] == result["measured"][:10]


def test_text_tells_the_mean_its_error_and_how_it_was_come_by():
    done = tetris("measure", "--games", 20, "--rows", 6, "--pieces", 30, "--error", 50)
    lines = done.stdout.splitlines()
    assert lines[0] == "tetress, 6 rows: 20 games of at most 30 pieces"
    assert re.fullmatch(r"mean \d+\.\d lines", lines[1])
    assert re.fullmatch(
        r"standard error \d+\.\d \(\d+\.\d %\), 95 % interval \d+\.\d to \d+\.\d", lines[2])
    assert lines[3] == "below the error of 50 % that was wished"
    assert re.fullmatch(r"CPU time \d+\.\d s", lines[4])
    assert "20/20  mean " in done.stderr.splitlines()[-1]


def test_one_measurement_claims_no_error():
    done = tetris("measure", "--games", 1, "--rows", 6, "--quiet")
    assert "unknown" in done.stdout and "interval" not in done.stdout and done.stderr == ""


# ---- train -------------------------------------------------------------------------------------


def interpreter(folder, found_package=0):
    """A program in the place of Python, which tells how it was called."""
    path = folder / "python"
    path.write_text(
        "#!/bin/sh\n"
        f'printf "%s" "$PYTHONSAFEPATH" >> "{folder}/safe"\n'
        f'[ "$1" = -c ] && exit {found_package}\n'
        f'printf "%s\\n" "$TETRESS_PROG" "$@" > "{folder}/called"\n'
        "exit 3\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["run", "a b", "--seed=1", "--", "", "*"]])
def test_train_passes_everything_on_and_ends_as_the_package_does(tmp_path, monkeypatch, arguments):
    monkeypatch.setenv("TETRESS_PYTHON", str(interpreter(tmp_path)))
    assert tetris("train", *arguments).returncode == 3
    assert (tmp_path / "called").read_text().split("\n")[:-1] == [
        "tetress tetris train", "-m", "tetress.training", *arguments]
    # Both times no file of the current folder may take the place of a module.
    assert (tmp_path / "safe").read_text() == "11"


def test_train_says_that_the_interpreter_or_the_package_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("TETRESS_PYTHON", "/nonexistent/python")
    done = tetris("train", "--help")
    assert done.returncode == 1 and "/nonexistent/python" in done.stderr
    monkeypatch.setenv("TETRESS_PYTHON", str(interpreter(tmp_path, found_package=1)))
    done = tetris("train", "--help")
    assert done.returncode == 1 and "tetress.training" in done.stderr
    assert not (tmp_path / "called").exists()
