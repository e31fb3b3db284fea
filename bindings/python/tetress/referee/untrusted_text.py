# SPDX-License-Identifier: MIT
"""Text of others, which may hold anything: what agents answer, raise and print, and names in what they hand in.

It becomes an UntrustedText where its bytes come in. That is no `str`, so a type checker refuses it wherever a text is
printed, joined or written. It is made a `str` in one form only, with escapes for everything that a terminal would obey
or nobody would see.
"""

from __future__ import annotations

import codecs
import dataclasses
import re
from typing import Any, Union

# These count as printable but show nothing: fillers, selectors of variants, joiners, the empty Braille cell.
_INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
_IS_INVISIBLE = re.compile(f"[{_INVISIBLE}]")

# How a line of the referee's own begins (commentary.py), and by which words it could go on.
_SPEAKERS = ("referee", "player", "game")
_OWN_LINE = re.compile(rf"\*(?=[ \t]{{0,8}}(?:{'|'.join(_SPEAKERS)}))")
_LONGEST_HEAD = 1 + 8 + len("referee")


# So many characters are looked up once: a flood of output must not take the referee long.
_REMEMBERED = 4096


class _Escapes(dict[int, str]):
    """A table for str.translate(): an escape for each character that is not to be shown, but for those of `kept`."""

    def __init__(self, kept: str = "") -> None:
        super().__init__()
        self._kept = kept

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if character not in self._kept and (not character.isprintable() or _IS_INVISIBLE.match(character)):
            character = character.encode("unicode_escape").decode("ascii")
        if len(self) < _REMEMBERED:
            self[code] = character
        return character


_ALL = _Escapes()
_WITHIN_LINES = _Escapes("\n\t")


def _shown(text: str, escapes: _Escapes = _ALL) -> str:
    return text if text.isascii() and text.isprintable() else text.translate(escapes)


@dataclasses.dataclass(frozen=True, repr=False)
class UntrustedText:
    """A text of somebody else. str() and f-strings give what shown() gives, so that nothing can be printed raw."""

    _text: str

    @classmethod
    def of_bytes(cls, data: bytes) -> UntrustedText:
        """The text of bytes that should be UTF-8. In place of those that are not there is U+FFFD."""
        return cls(data.decode("utf-8", "replace"))

    def shown(self) -> str:
        """The text as one printable line. Control characters, line ends among them, become escapes, and so do characters
        that change the direction of text, have no width, are unassigned or are halves of surrogate pairs."""
        return _shown(self._text)

    def lines(self) -> tuple[str, ...]:
        """Its lines, each of them as shown() would show it; blanks stand for tabs."""
        return tuple(_shown(line.expandtabs(4)) for line in self._text.replace("\r\n", "\n").split("\n"))

    def last_lines(self, most: int, length: int) -> tuple[str, ...]:
        """The last of its lines that are not empty behind the end, at most so many, each cut to so many characters."""
        lines = self._text.replace("\r\n", "\n").rstrip("\n").split("\n")[-most:] if self._text else []
        return tuple(UntrustedText(line[:length]).lines()[0] for line in lines)

    def block(self) -> str:
        """Its lines with line feeds between them."""
        return "\n".join(self.lines())

    def words(self) -> UntrustedText:
        """The text with one blank in place of each run of blanks, tabs and line ends."""
        return UntrustedText(" ".join(self._text.split()))

    def cut(self, length: int) -> UntrustedText:
        """At most so many characters of it."""
        return UntrustedText(self._text[:length])

    def says(self, text: str) -> bool:
        """Is it this text?"""
        return self._text == text

    def __bool__(self) -> bool:
        return bool(self._text)

    def __str__(self) -> str:
        return self.shown()

    def __format__(self, spec: str) -> str:
        return format(self.shown(), spec)

    def __repr__(self) -> str:
        return f"UntrustedText({ascii(self._text)})"


# A JSON value of somebody else.
Json = Union[None, bool, int, float, UntrustedText, "list[Json]", "dict[str, Json]"]


def untrusted_json(value: Any) -> Json:
    """A value of json.loads() whose texts are untrusted. Keys are shown. Raises RecursionError as json does."""
    if isinstance(value, str):
        return UntrustedText(value)
    if isinstance(value, list):
        return [untrusted_json(one) for one in value]
    if isinstance(value, dict):
        return {_shown(key): untrusted_json(one) for key, one in value.items()}
    assert value is None or isinstance(value, (bool, int, float))
    return value


def text_of(value: Json) -> UntrustedText:
    """A text itself; any other value as Python writes it."""
    return value if isinstance(value, UntrustedText) else UntrustedText(str(value))


def shown_json(value: Any) -> Any:
    """A value of json.loads() whose texts are as block() gives them: for records that others have written or kept."""
    if isinstance(value, str):
        return UntrustedText(value).block()
    if isinstance(value, list):
        return [shown_json(one) for one in value]
    if isinstance(value, dict):
        return {_shown(key): shown_json(one) for key, one in value.items()}
    return value


def unlike_own_lines(text: str) -> str:
    """The text with an escape in place of each asterisk with which a line of the referee could begin."""
    return _OWN_LINE.sub(r"\\x2a", text)


class LiveOutput:
    """Shows the output of one agent while it comes, for a terminal on which the referee writes, too. Nothing in it can
    pass for a line of the referee: the asterisk of such a line becomes an escape."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._held = ""
        self._is_open = False  # the last line has not ended

    def show(self, data: bytes) -> str:
        """What there is to print after more output. A piece at the end whose meaning depends on what follows is held
        back."""
        text = self._held + self._decoder.decode(data)
        kept = _undecided(text)
        self._held = text[len(text) - kept :] if kept else ""
        return self._told(text[: len(text) - kept])

    def break_line(self) -> str:
        """What there is to print before somebody else begins a line: what was held back, and the end of a line that has
        none."""
        text, self._held = self._told(self._held), ""
        if self._is_open:
            text, self._is_open = text + "\n", False
        return text

    def end(self) -> str:
        """The same, when there is no more output."""
        self._held += self._decoder.decode(b"", True)
        return self.break_line()

    def _told(self, text: str) -> str:
        if text:
            self._is_open = not text.endswith("\n")
        return _live(text)


def _live(text: str) -> str:
    return _shown(unlike_own_lines(text.replace("\r\n", "\n")), _WITHIN_LINES)


def _undecided(text: str) -> int:
    """How many characters at the end may become part of a line end or of what looks like a line of the referee."""
    if text.endswith("\r"):
        return 1
    start = text.rfind("*", -_LONGEST_HEAD)
    if start < 0:
        return 0
    rest = text[start + 1 :].lstrip(" \t")
    return len(text) - start if any(word.startswith(rest) for word in _SPEAKERS) else 0
