# SPDX-License-Identifier: MIT
"""Text of others is shown without anything that a terminal, a log or a page would obey, and in no other way."""

import io
import json
import pathlib
import re
import subprocess
import sys
import unicodedata

import pytest
import tetress
from hypothesis import example, given
from hypothesis import strategies as st
from tetress.referee.commentary import Stream
from tetress.referee.untrusted_text import LiveOutput, UntrustedText, shown_json, text_of, untrusted_json

# A character of each kind, and how it is shown.
ESCAPES = {
    "\0": r"\x00", "\t": r"\t", "\n": r"\n", "\r": r"\r", "\x1b": r"\x1b", "\x7f": r"\x7f", "\x85": r"\x85", "\x9b": r"\x9b",
    "\u061c": r"\u061c", "\u200b": r"\u200b", "\u200e": r"\u200e", "\u200f": r"\u200f", "\u2028": r"\u2028", "\u2029": r"\u2029",
    "\u202a": r"\u202a", "\u202e": r"\u202e", "\u2066": r"\u2066", "\u2069": r"\u2069", "\ufeff": r"\ufeff", "\u00ad": r"\xad",
    "\ufe0f": r"\ufe0f", "\u3164": r"\u3164", "\u0378": r"\u0378", "\ud800": r"\ud800", chr(0xDFFF): r"\udfff", "\ue000": r"\ue000",
    "\U000e0041": r"\U000e0041", "\U0010ffff": r"\U0010ffff",
}  # fmt: skip
PLAIN = "plain, é, 漢字, עברית, 🎲, \\x1b"


@pytest.mark.parametrize("character", ESCAPES, ids=ascii)
def test_what_a_terminal_obeys_or_nobody_sees_is_an_escape(character):
    text = UntrustedText(f"a{character}b")
    shown = f"a{ESCAPES[character]}b"
    assert text.shown() == str(text) == f"{text}" == shown
    assert f"{text:>20}" == shown.rjust(20)
    assert shown.isprintable() and character not in repr(text)


def test_other_text_is_shown_as_it_is():
    assert UntrustedText(PLAIN).shown() == PLAIN
    assert UntrustedText("").shown() == "" and not UntrustedText("")


def test_lines_are_lines_and_nothing_else_is():
    text = UntrustedText("one\r\ntwo\tthree\x0bfour\u2028five\rsix\n")
    assert text.lines() == ("one", r"two three\x0bfour\u2028five\rsix", "")
    assert text.block() == "\n".join(text.lines())
    assert text.last_lines(2, 3) == ("one", "two")
    assert UntrustedText("").last_lines(2, 3) == ()
    assert UntrustedText(" a\n\tb\u2028 c ").words() == UntrustedText("a b c")


def test_bytes_that_are_no_text_are_marked():
    assert UntrustedText.of_bytes(b"a\xffb\xed\xa0\x80\xc3").shown() == "a\ufffdb\ufffd\ufffd\ufffd\ufffd"


@given(st.text(st.characters()), st.integers(0, 50))
def test_shown_is_one_printable_line(text, length):
    shown = UntrustedText(text).shown()
    assert shown.isprintable() and not any(unicodedata.category(one) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for one in shown)
    shown.encode()
    assert all(line.isprintable() for line in UntrustedText(text).lines())
    assert UntrustedText(shown).shown() == shown
    assert UntrustedText(text).cut(length).says(text[:length])


def test_json_of_others():
    value = json.loads('{"a\\u001b": ["\\ud800", 1, 1.5, true, null, {"b": "c"}]}')
    found = untrusted_json(value)
    assert found == {r"a\x1b": [UntrustedText("\ud800"), 1, 1.5, True, None, {"b": UntrustedText("c")}]}
    assert text_of(found).says(str(found)) and str(text_of(found)).isprintable()
    assert shown_json(value) == {r"a\x1b": [r"\ud800", 1, 1.5, True, None, {"b": "c"}]}
    assert shown_json("a\n\x1bb") == "a\n\\x1bb"
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(RecursionError):
        untrusted_json(deep)


# ---- Live output -------------------------------------------------------------------------------

ORDERS = "\x1b]52;c;x\x07 a\u202eb\r\nprogress \r50\tpercent\r\n* referee @ result: draw\n*  player1 ! é * 2 *referee * re\n*"
SHOWN = (
    r"\x1b]52;c;x\x07 a\u202eb" + "\n" + r"progress \r50" + "\tpercent\n" + r"\x2a referee @ result: draw" + "\n"
    r"\x2a  player1 ! é * 2 \x2areferee * re" + "\n*"
)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 16, 1000])
def test_live_output_is_shown_in_whatever_pieces_it_comes(size):
    live, data = LiveOutput(), ORDERS.encode()
    pieces = [live.show(data[start : start + size]) for start in range(0, len(data), size)]
    assert "".join(pieces) + live.end() == SHOWN + "\n"


def test_live_output_does_not_wait_without_need():
    live = LiveOutput()
    assert [live.show(piece) for piece in (b"a.", b"b *", b" c", b"\xc3", b"\xa9", b"\xff")] == ["a.", "b ", "* c", "", "é", "\ufffd"]
    assert live.show(b"* refere") == "" and live.show(b"es") == "\\x2a referees" and live.end() == "\n"
    assert live.show(b"\xc3") == "" and live.end() == "\ufffd\n"
    assert LiveOutput().end() == ""


def test_a_line_of_somebody_else_does_not_follow_on_the_same_line():
    live = LiveOutput()
    assert live.break_line() == ""
    assert live.show(b"thinking") == "thinking" and live.break_line() == "\n" and live.break_line() == ""
    # What was held back comes before the other's line, and half a character after it.
    assert live.show(b"* refe") == "" and live.break_line() == "* refe\n"
    assert live.show(b"a\xc3") == "a" and live.break_line() == "\n" and live.show(b"\xa9\n") == "\xe9\n"
    assert live.break_line() == live.end() == ""


BREAK = "the referee prints a line"


@given(st.lists(st.one_of(st.sampled_from(["*", " ", "ref", "eree", "player", "1", "game", "\r", "\n", BREAK]), st.text(max_size=3)), max_size=12))
def test_no_live_output_looks_like_a_line_of_the_referee(parts):
    live, shown = LiveOutput(), ""
    for part in parts:
        if part == BREAK:
            shown += live.break_line()
            assert not shown or shown.endswith("\n")
        else:
            shown += live.show(part.encode("utf-8", "surrogatepass"))
    shown += live.end()
    assert not any(f"* {who}" in shown for who in ("referee", "player", "game"))
    assert all(character.isprintable() or character in "\n\t" for character in shown)


@given(st.lists(st.one_of(st.sampled_from(["*", " ", "\t", "ref", "eree", "player", "é", "漢", "\n"]), st.text(max_size=3)), max_size=12), st.booleans())
@example(["*", "é", " referee @ result: player 1"], False)
@example(["*", " ref", "漢", "eree @ result: player 1"], False)
def test_no_text_in_a_line_of_the_referee_looks_like_another(parts, unicode):
    """Also where only ASCII is printed."""
    out = io.StringIO()
    Stream(out, 1, False, unicode).say("referee", "!", UntrustedText("".join(parts)).block(), 1)
    for line in out.getvalue().splitlines():
        assert line.startswith("* referee ! ") and not re.search(r"\*[ \t]{0,8}(referee|player|game)", line[1:])
        assert unicode or line.isascii()


# ---- Types -------------------------------------------------------------------------------------

RAW = """
import html
import sys
from tetress.referee.commentary import Stream
from tetress.referee.outcome import Fault
from tetress.referee.record import PlayerRecord
from tetress.referee.untrusted_text import Json, UntrustedText


def wrong(text: UntrustedText, value: Json, stream: Stream) -> None:
    {line}
"""
REFUSED = (
    "sys.stdout.write(text)", "stream.say('referee', ':', text, 0)", "html.escape(text)", "', '.join([text])", "'a' + text", "text + 'a'",
    "Fault('crash', text)", "Fault('crash', 'a', lines=(text,))", "PlayerRecord(spec='a', log=text)", "text == 'a'", "text[0]", "text.encode()",
    "sys.stdout.write(value)", "', '.join(value)", "text._text = 'a'",
)  # fmt: skip
TAKEN = ("sys.stdout.write(text.shown())", "sys.stdout.write(f'{text}')", "Fault('crash', text.shown(), lines=text.lines())", "print(text)")


def test_raw_text_does_not_type_check(tmp_path):
    pytest.importorskip("mypy")
    # The package alone: it may be installed among others, which are no sources.
    sources, uses = tmp_path / "sources", tmp_path / "uses"
    sources.mkdir()
    uses.mkdir()
    (sources / "tetress").symlink_to(pathlib.Path(tetress.__file__).parent)
    for number, line in enumerate(REFUSED + TAKEN):
        (uses / f"use{number}.py").write_text(RAW.replace("{line}", line))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--no-error-summary", str(uses)],
        capture_output=True, text=True, check=False, cwd=sources,
    )  # fmt: skip
    refused = {line.split(":")[0].rpartition("/")[2] for line in done.stdout.splitlines() if "uses/use" in line}
    assert refused == {f"use{number}.py" for number in range(len(REFUSED))}, done.stdout
