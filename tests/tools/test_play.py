# SPDX-License-Identifier: MIT
"""tetress play as a person meets it: in a terminal, with a keyboard, and through pipes."""
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios

import pytest
import tetress as library
from conftest import TOOL

HANG = 300  # seconds without output after which a program is taken for hung
HOME = "\x1b[H\x1b[J"
EMPTY = "/".join(["..........."] * 11)


class Terminal:
    """The program in a terminal of its own."""

    def __init__(self, *arguments, command="play", columns=80, rows=40, **environment):
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
            os.execve(str(TOOL), ["tetress", command, *map(str, arguments)],
                      {**kept, "TERM": "xterm-256color", **environment})
        self.output = ""
        self.seen = 0  # characters of it that have been answered

    def read_until(self, text):
        """What it wrote since the last time, up to and with `text`."""
        start = self.seen
        while text not in self.output[start:]:
            ready, _, _ = select.select([self.master], [], [], HANG)
            assert ready, f"no {text!r} in {self.output[start:]!r}"
            try:
                piece = os.read(self.master, 65536)
            except OSError:  # Linux's way to say that the other end is closed
                piece = b""
            assert piece, f"ended without {text!r}: {self.output[start:]!r}"
            self.output += piece.decode().replace("\r\n", "\n")
        self.seen = self.output.index(text, start) + len(text)
        return self.output[start : self.seen]

    def type(self, line, until="> "):
        os.write(self.master, line.encode() + b"\n")
        self.read_until("\n")  # its echo
        return self.read_until(until)

    def press_ctrl_c(self):
        os.write(self.master, b"\x03")

    def wait(self):
        """Everything else that it wrote, and how it ended: an exit code or the negative of a signal."""
        try:
            while select.select([self.master], [], [], HANG)[0] and (piece := os.read(self.master, 65536)):
                self.output += piece.decode().replace("\r\n", "\n")
        except OSError:
            pass
        else:
            os.kill(self.pid, signal.SIGKILL)  # it hangs, which the exit status tells
        _, status = os.waitpid(self.pid, 0)
        os.close(self.master)
        return os.waitstatus_to_exitcode(status)


def without_colour(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def screen_of(text):
    """The last screen: what follows the last time that it went home."""
    return without_colour(text.rsplit(HOME, 1)[-1])


# ---- In a terminal -----------------------------------------------------------------------------


def test_the_first_screen_says_how_to_move():
    terminal = Terminal("level-4")
    first = screen_of(terminal.read_until("red> "))
    for words in ("You play red", "Blue is level-4", "nodes=500", "T 3-4 r", "3-4 4-3 4-4 5-4", "'help'"):
        assert words in first
    terminal.type("quit", until="left after")
    assert terminal.wait() == 0


def test_the_board_is_drawn_in_place_with_the_last_actions_below_it():
    terminal = Terminal("greedy")
    terminal.read_until("red> ")
    shown = terminal.type("T 3-4 r", until="red> ")
    last = screen_of(shown)
    assert last.splitlines()[0].split() == [str(column) for column in range(11)]
    assert len(re.findall(r"^ *\d+ ", last, re.M)) >= 11
    assert "red plays T 3-4 r\nblue plays " in last
    assert "[B]" in last and "[R]" not in last  # blue's is the last action
    helped = terminal.type("help")
    assert helped.count(HOME) == 1 and "undo" in screen_of(helped)
    terminal.type("quit", until="left after")
    assert terminal.wait() == 0


@pytest.mark.parametrize("options, environment", [(["--plain"], {}), ([], {"TERM": "dumb"}), (["--plain"], {"NO_COLOR": "1"})])
def test_boards_scroll_by_where_that_is_wanted(options, environment):
    terminal = Terminal("greedy", *options, **environment)
    terminal.read_until("red> ")
    terminal.type("T 3-4 r", until="red> ")
    terminal.type("quit", until="left after")
    assert terminal.wait() == 0
    assert "\x1b[H" not in terminal.output and "\x1b[J" not in terminal.output
    assert terminal.output.count("0  1  2  3") == 3


def test_pieces_of_a_side_that_touch_have_different_shades():
    terminal = Terminal("human", "human")
    terminal.read_until("red> ")
    for move, prompt in [("O 0-0", "blue> "), ("O 6-6", "red> "), ("O 0-2", "blue> "), ("O 6-8", "red> ")]:
        shown = terminal.type(move, until=prompt)
    row = shown.rsplit(HOME, 1)[-1].splitlines()[1]  # row 0: two pieces of red
    shades = re.findall(r"48;5;(\d+)m[ \[]([rR])", row)
    assert [letter for _, letter in shades] == list("rrrr")
    assert shades[0] == shades[1] != shades[2] == shades[3]
    terminal.type("quit", until="left after")
    assert terminal.wait() == 0


def test_without_colours_the_letters_are_there():
    terminal = Terminal("human", "human", NO_COLOR="1")
    terminal.read_until("red> ")
    shown = terminal.type("O 0-0", until="blue> ")
    assert HOME in shown and not re.search(r"\x1b\[[0-9;]*m", terminal.output)
    assert shown.rsplit(HOME, 1)[-1].splitlines()[1].split() == ["0", "R", "R", *"........."]
    terminal.type("quit", until="left after")
    assert terminal.wait() == 0


@pytest.mark.parametrize("columns", [40, 60, 100])
def test_texts_are_wrapped_at_words(columns):
    terminal = Terminal("level-4:nodes=20", columns=columns)
    text = terminal.read_until("red> ")
    for line in ("help", "pieces", "hint", "moves", "moves sideways", "nonsense", "T 3-4 r", "T 3-4 r", "moves"):
        text += terminal.type(line, until="red> ")
    wide = Terminal("level-4:nodes=20", columns=1000)
    wide_text = wide.read_until("red> ") + wide.type("help", until="red> ")
    for each in (terminal, wide):
        each.type("quit", until="left after")
        assert each.wait() == 0
    lines = without_colour(text).replace(HOME, "").split("\n")
    assert max(len(line) for line in lines) <= columns
    assert {*wide_text.split()} <= {*(terminal.output.split())}  # no word is broken


@pytest.mark.parametrize("columns", [60, 100])
def test_the_options_of_a_player_are_wrapped_at_words(columns):
    terminal = Terminal("negamax", command="players", columns=columns)
    assert terminal.wait() == 0
    wide = subprocess.run([str(TOOL), "players", "negamax"], capture_output=True, text=True, timeout=HANG, check=True).stdout
    assert max(len(line) for line in terminal.output.split("\n")) <= columns
    assert wide.split() == terminal.output.split()


# ---- Interruptions -----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interruption_at_the_prompt_saves_the_game_and_says_so(tmp_path, number):
    saved = tmp_path / "game"
    terminal = Terminal("greedy", "--save", saved)
    terminal.read_until("red> ")
    terminal.type("T 3-4 r", until="red> ")
    if number == signal.SIGINT:
        terminal.press_ctrl_c()
    else:
        os.kill(terminal.pid, number)
    assert terminal.wait() == -number
    assert f"saved to {saved}" in terminal.output and "left after 2 actions" in terminal.output
    record = json.loads(saved.read_text())
    assert record["result"] == "unfinished" and len(record["moves"]) == 2


def test_a_file_that_cannot_be_written_is_said_before_the_game(tetress):
    done = tetress("play", "random", "random", "--save", "/dev/null/x")
    assert done.returncode == 1 and done.stdout == "" and "cannot write /dev/null/x: " in done.stderr


def test_a_game_that_could_not_be_saved_is_printed(tetress):
    done = tetress("play", "random", "random", "--quiet", "--save", "/dev/full")
    assert done.returncode == 1 and "cannot write /dev/full" in done.stderr
    assert len(json.loads(done.stdout.splitlines()[0])["moves"]) > 4


def test_a_saved_game_goes_behind_those_that_are_there(tetress, tmp_path):
    saved = tmp_path / "games"
    for _ in range(2):
        assert tetress("play", "random", "random", "--quiet", "--save", saved).returncode == 0
    assert [len(json.loads(line)["moves"]) > 4 for line in saved.read_text().splitlines()] == [True, True]


def test_ctrl_c_while_an_engine_thinks_saves_the_game(tmp_path):
    saved = tmp_path / "game"
    terminal = Terminal("--red", "random", "--blue", "uct", "--wall-ms", 4000000000, "--save", saved)
    terminal.read_until("red plays")
    terminal.press_ctrl_c()
    assert terminal.wait() == -signal.SIGINT
    assert f"saved to {saved}" in terminal.output
    assert len(json.loads(saved.read_text())["moves"]) == 1  # what was being thought of is not played


def test_ctrl_c_while_a_hint_is_sought_saves_the_game(tmp_path):
    saved = tmp_path / "game"
    terminal = Terminal("random", "--wall-ms", 4000000000, "--save", saved)
    terminal.read_until("red> ")
    terminal.type("T 3-4 r", until="red> ")
    terminal.type("hint", until="blue plays")  # the screen before the search
    terminal.press_ctrl_c()
    assert terminal.wait() == -signal.SIGINT
    assert f"saved to {saved}" in terminal.output and "hint:" not in terminal.output
    assert len(json.loads(saved.read_text())["moves"]) == 2


def test_ctrl_c_without_save_says_that_nothing_is_kept():
    terminal = Terminal("greedy")
    terminal.read_until("red> ")
    terminal.press_ctrl_c()
    assert terminal.wait() == -signal.SIGINT
    assert "not saved" in terminal.output


# ---- Commands ----------------------------------------------------------------------------------


def answers(tetress, *lines, arguments=("human", "human")):
    """What it answers to each line, through pipes."""
    done = tetress("play", *arguments, stdin="".join(line + "\n" for line in [*lines, "quit"]))
    assert done.returncode == 0, done.stderr
    parts = re.split(r"^(?:red|blue)> .*\n", done.stdout, flags=re.M)
    return parts[1:-1]


def listed(answer):
    return re.findall(r"[IOTJLSZ] \d+-\d+(?: [hvurdl])?", answer)


OPENING = ("3-4,4-3,4-4,4-5", "8-8,8-9,9-8,9-9")


@pytest.mark.parametrize(
    "words, wanted",
    [
        ("", lambda move: True),
        ("T", lambda move: move.piece_text.startswith("T")),
        ("t r", lambda move: move.piece == "TRight"),
        ("Sh", lambda move: move.piece == "SHorizontal"),
        ("5-4", lambda move: (5, 4) in move.cells),
        ("row 2", lambda move: any(row == 2 for row, _ in move.cells)),
        ("column 10", lambda move: any(column == 10 for _, column in move.cells)),
        ("col 6 row 4, O", lambda move: move.piece == "O" and {r for r, _ in move.cells} >= {4}
         and {c for _, c in move.cells} >= {6}),
        ("lines 1", lambda move: False),
    ],
)
def test_moves_lists_what_fits_all_words(tetress, words, wanted):
    game = library.Game()
    for move in OPENING:
        game.play(move)
    answer = answers(tetress, *OPENING, f"moves {words}")[-1]
    expected = [move.piece_text for move in game.legal_moves() if wanted(move)]
    assert listed(answer) == expected
    assert f"{len(expected)} of {len(game.legal_moves())} legal moves" in answer


def test_moves_finds_those_that_clear_lines(tetress):
    position = "rrrrrrr..../" + "/".join(["..........."] * 9) + "/b.......... r 8"
    game = library.Game.from_text(position)
    done = tetress("play", "human", "human", "--position", position, stdin="moves lines\nmoves lines 2\n")
    clearing = []
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        if after.tokens["red"] < game.tokens["red"] + 4:
            clearing.append(move.piece_text)
    first, second = re.split(r"^red> .*\n", done.stdout, flags=re.M)[1:3]
    assert clearing and listed(first) == clearing and all(f"{text} +1" in first for text in clearing)
    assert listed(second) == []


def test_words_that_filter_nothing_are_explained(tetress):
    for words in ("sideways", "row", "row 11", "3-11", "column x", "lines 9", "T q"):
        (answer,) = answers(tetress, f"moves {words}")
        assert "row 3" in answer and "legal moves\n" not in answer


@pytest.mark.parametrize("words, wrong", [("-1", "-1"), ("T -1", "-1"), ("3-4-5", "3-4-5"), ("-", "-"), ("12345678901-4", "12345678901-4"), ("00000003-4", "00000003-4"),
                                          ("row 11", "11"), ("row", "row"), ("T lines 9", "9")])
def test_the_word_that_filters_nothing_is_named(tetress, words, wrong):
    (answer,) = answers(tetress, f"moves {words}")
    assert answer.startswith(f"'{wrong}' cannot be read. ")


@pytest.mark.parametrize("command", ["hint", "undo", "redo", "board", "position", "pieces", "quit"])
def test_a_command_that_takes_nothing_says_so(tetress, command):
    assert answers(tetress, f"{command} 0") == [f"'{command}' takes nothing after it, not '0'.\n"]


@pytest.mark.parametrize("line", ["T 3-4\0 r", "x\0", "hint\0", "moves T\0", "position\0\0"])
def test_a_zero_byte_does_not_hide_the_rest_of_a_line(tetress, line):
    wrong, position = answers(tetress, line, "position")
    assert "?" in wrong.partition("did you mean")[0] and position.endswith(" r 0\n")


def test_a_zero_byte_alone_is_read_as_a_question_mark(tetress):
    assert answers(tetress, "\0") == answers(tetress, "?")


def test_a_zero_byte_does_not_cut_the_name_of_a_file(tetress, tmp_path):
    answers(tetress, f"save {tmp_path}/x\0y")
    assert [path.name for path in tmp_path.iterdir()] == ["x?y"]


def test_a_line_that_is_too_long_is_left_out_as_a_whole(tetress):
    wrong, position = answers(tetress, "T 3-4 r" + 5000 * " " + "garbage", "position")
    assert wrong == "the line is too long, so it is left out\n" and position.endswith(" r 0\n")


@pytest.mark.parametrize("word, meant", [("undoo", "undo"), ("hnit", "hint"), ("piece", "pieces"), ("Quit!", "quit")])
def test_an_unknown_word_lists_the_commands_and_the_one_that_may_be_meant(tetress, word, meant):
    (answer,) = answers(tetress, word)
    assert f"did you mean '{meant}'?" in answer
    for command in ("help", "pieces", "moves", "hint", "undo", "redo", "board", "position", "save", "quit"):
        assert command in answer


def test_a_wrong_move_is_explained_and_changes_nothing(tetress):
    wrong = answers(tetress, "T 3-4 r", "T 3-4 r", "T 3-4", "T 3-4 h", "3-4 4-3 4-4", "T 11-4 r", "0-0,0-1,0-2,9-9", "position")
    for answer, words in zip(wrong[1:-1], ["3-4 is occupied", "u, r, d or l", "u, r, d or l", "4 cells, not 3", "11-4", "tetromino"]):
        assert words in answer
    assert wrong[-1].endswith(" b 1\n")


@pytest.mark.parametrize("line, rest", [("T 3-4 d garbage", "garbage"), ("3-4 4-3 4-4 5-4 x", "x"), ("T 3-4 d,O 8-8", ",O 8-8"), ("T x 3-4", "x 3-4")])
def test_what_of_a_move_cannot_be_read_is_named(tetress, line, rest):
    (answer,) = answers(tetress, line)
    assert f"'{rest}' cannot be read: at offset {len(line) - len(rest)}: expected " in answer


@pytest.mark.parametrize("line", ["T", "t", "O", "T r", "Tr", "i h"])
def test_a_piece_alone_lists_the_moves_that_there_are_with_it(tetress, line):
    alone, asked = answers(tetress, line, f"moves {line}")
    assert listed(alone) == listed(asked) != []
    assert "To play one of them, type it as it is listed." in alone


def test_undo_and_redo_go_to_the_persons_turns(tetress, tmp_path):
    saved = tmp_path / "game"
    lines = ["T 3-4 r", "undo", "redo", "position", "undo", "undo", "redo", "redo", f"save {saved}", "undo", "O 5-5", "redo"]
    found = answers(tetress, *lines, arguments=("greedy:evaluator=tokens",))
    assert found[3].endswith(" r 2\n")
    assert "nothing to take back" in found[5] and "nothing to play again" in found[7]
    assert "nothing to play again" in found[11]  # another move was played
    assert len(json.loads(saved.read_text())["moves"]) == 2


def test_undo_never_leaves_a_person_at_an_engines_turn(tetress):
    found = answers(tetress, "undo", "position", arguments=("--red", "greedy", "--blue", "human"))
    assert "nothing to take back" in found[0] and found[1].endswith(" b 1\n")


@pytest.mark.parametrize(
    "line, red, blue",
    [
        ([], "human", "negamax"),
        (["level-1"], "human", "level-1"),
        (["level-1", "random"], "level-1", "random"),
        (["level-1", "--blue", "human"], "level-1", "human"),
        (["level-1", "--red", "random"], "random", "level-1"),
    ],
)
def test_players_named_alone_take_the_seats_that_are_free(tetress, tmp_path, line, red, blue):
    saved = tmp_path / "game"
    done = tetress("play", *line, "--save", saved)
    assert done.returncode == 0, done.stderr
    record = json.loads(saved.read_text())
    assert (record["red"], record["blue"]) == (red, blue)


@pytest.mark.parametrize("line", [["a", "b", "c"], ["random", "--red", "human", "--blue", "human"], ["random", "random", "--red", "human"]])
def test_more_players_than_seats_are_refused(tetress, line):
    done = tetress("play", *line)
    assert done.returncode == 2 and done.stdout == ""


def test_the_end_says_where_the_game_was_saved_and_who_won(tetress, tmp_path):
    saved = tmp_path / "game"
    done = tetress("play", "random", "greedy", "--save", saved, "--quiet")
    lines = done.stdout.splitlines()
    assert lines[-2] == f"saved to {saved}" and (" wins" in lines[-1] or "draw" in lines[-1])


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("T 3-4 r O 8-8 I 6-4 v", "3-4,4-3,4-4,5-4 8-8,8-9,9-8,9-9 6-4,7-4,8-4,9-4"),
        ("Tr3-4 O8-8 3-3,2-3,1-3,0-3", "3-4,4-3,4-4,5-4 8-8,8-9,9-8,9-9 0-3,1-3,2-3,3-3"),
        ("3-4 4-3 4-4 5-4  8-8, 8-9, 9-8, 9-9", "3-4,4-3,4-4,5-4 8-8,8-9,9-8,9-9"),
        ("PLACE(3-4, 4-3, 4-4, 5-4) t,1-9,d", "3-4,4-3,4-4,5-4 1-9,2-8,2-9,2-10"),
        ("8-8 ,8-9 , 9-8,9-9 Z 1-1 h", "8-8,8-9,9-8,9-9 1-1,1-2,2-2,2-3"),
        ("T 3-4 r, O 8-8,I 6-4 v,", "3-4,4-3,4-4,5-4 8-8,8-9,9-8,9-9 6-4,7-4,8-4,9-4"),
        ("T 3-4 r; O 8-8;I 6-4 v;", "3-4,4-3,4-4,5-4 8-8,8-9,9-8,9-9 6-4,7-4,8-4,9-4"),
        ("3-4,4-3,4-4,5-4,8-8,8-9,9-8,9-9", "3-4,4-3,4-4,5-4 8-8,8-9,9-8,9-9"),
        ("3-4, 4-3, 4-4, 5-4, 8-8 8-9 9-8 9-9; I 6-4 v", "3-4,4-3,4-4,5-4 8-8,8-9,9-8,9-9 6-4,7-4,8-4,9-4"),
        ("PLACE(3-4, 4-3, 4-4, 5-4), PLACE(8-8, 8-9, 9-8, 9-9)", "3-4,4-3,4-4,5-4 8-8,8-9,9-8,9-9"),
    ],
)
def test_lists_of_moves_are_read_in_every_style(tetress, text, wanted):
    done = tetress("play", "random", "random", "--moves", text, "--json")
    assert done.returncode == 0, done.stderr
    game = library.Game()
    for move in wanted.split():
        game.play(move)
    assert json.loads(done.stdout)["start"] == game.text


@pytest.mark.parametrize(
    "text, words",
    [
        ("T 3-4 r T 3-4 r", "move 2, 'T 3-4 r': cell 3-4 is occupied"),
        ("3-4,4-3,4-4 8-8,8-9,9-8,9-9", "move 1, '3-4,4-3,4-4': "),
        ("T 3-4", "move 1, 'T 3-4': at offset 5: expected a rotation of this piece, u, r, d or l"),
        ("O 8-8 r", "move 2, 'r'"),
        ("3-4, 4-3; O 8-8", "move 1, '3-4, 4-3': a placement has 4 cells, not 2"),
        ("-1-4,0-0,0-1,0-2", "move 1, '-1-4,0-0,0-1,0-2': cell -1-4 is not on the board"),
        ("PLACE(3-4", "move 1, 'PLACE(3-4'"),
    ],
)
def test_the_first_wrong_move_of_a_list_is_named(tetress, text, words):
    done = tetress("best", "--moves", text)
    assert done.returncode == 1 and words in done.stderr


def test_nobody_is_told_how_to_move_in_a_game_that_is_over(tetress, tmp_path):
    path = tmp_path / "game.jsonl"
    assert tetress("play", "level-1", "level-2", "--quiet", "--save", path).returncode == 0
    done = tetress("play", "human", "human", "--game", path, stdin="")
    assert "has won" in done.stdout or "wins" in done.stdout
    assert "To move" not in done.stdout and "You play red." in done.stdout
