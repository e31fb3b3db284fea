# SPDX-License-Identifier: MIT
"""Makes text of others fit to be printed and stored anywhere."""

from __future__ import annotations

import re
import sys
from typing import Any

# Control characters but tab and line feed, which a terminal would obey, and halves of surrogate pairs, which no file or
# terminal takes, nor every reader of JSON.
_NO_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def plain(text: str) -> str:
    """The text, with a replacement character for each that is not plain."""
    return _NO_TEXT.sub("\ufffd", text)


def plain_json(value: Any) -> Any:
    """A JSON value with all its texts made plain. Raises RecursionError as json does."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, list):
        return [plain_json(one) for one in value]
    if isinstance(value, dict):
        return {plain(key): plain_json(one) for key, one in value.items()}
    return value


def sentence(text: str) -> str:
    """The text with a full stop, if it does not end as a sentence does."""
    return text if text.endswith((".", "!", "?")) else text + "."


def counted(number: int, noun: str) -> str:
    """The number and the noun, such as "1 game" and "2 games"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def forgive_output() -> None:
    """For a program: print characters that its terminal or file cannot encode, such as in names of folders, as
    escapes."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
