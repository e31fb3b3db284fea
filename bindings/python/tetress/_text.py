# SPDX-License-Identifier: MIT
"""Reads text files of people, whatever program wrote them."""

from __future__ import annotations

import codecs
import os
import pathlib


def read_text(path: str | os.PathLike[str]) -> str:
    r"""The whole text of a file in UTF-8, with or without a byte order mark, or in UTF-16 of either order, which
    programs of Windows write (`>` of PowerShell). Ends of lines become "\\n". Raises OSError, and UnicodeError for
    any other encoding."""
    data = pathlib.Path(path).read_bytes()
    return decode_text(data).replace("\r\n", "\n")


def decode_text(data: bytes) -> str:
    """The same for bytes. Ends of lines stay as they are."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16")
    # No text starts with a NUL or has one behind its first byte, but for UTF-16.
    if len(data) >= 4 and data[0] and not data[1] and data[2] and not data[3]:
        return data.decode("utf-16-le")
    if len(data) >= 4 and not data[0] and data[1] and not data[2] and data[3]:
        return data.decode("utf-16-be")
    return data.decode("utf-8-sig")
