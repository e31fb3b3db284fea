# SPDX-License-Identifier: MIT
"""A file of lines that is written while a game is played. If it cannot be written, as on a full disk, the game goes on."""

from __future__ import annotations

import os
import select
import stat


class LineFile:
    """The file at `path`, opened in that mode. `what` names it in a sentence. Raises OSError if it cannot be opened."""

    def __init__(self, what: str, path: str, mode: str) -> None:
        self._name = f"the {what} {path}"
        # Nothing is held back, so whatever fails does so in write() or close().
        self._file = open(path, f"{mode}b", buffering=0)
        self._failure: OSError | None = None
        # A full disk may have cut the last line off; what is added must not be glued to it.
        self._before = os.linesep if mode == "a" and self._ends_within_a_line(path) else ""

    def _ends_within_a_line(self, path: str) -> bool:
        """False also for what is no file, or cannot be read."""
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode) or self._file.seek(0, os.SEEK_END) == 0:
            return False
        try:
            with open(path, "rb") as written:
                written.seek(-1, os.SEEK_END)
                return written.read() != b"\n"
        except OSError:
            return False

    def write(self, line: str) -> None:
        """Write a line, which is given without its end. After a failure nothing more is written."""
        if self._failure is not None:
            return
        data = f"{self._before}{line}{os.linesep}".encode("utf-8", "backslashreplace")
        self._before = ""
        try:
            while data:
                count = self._file.write(data)
                if count is None:  # a pipe that takes nothing just now, and does not wait itself
                    select.select([], [self._file], [])
                data = data[count or 0 :]
        except OSError as failure:
            self._failure = failure

    def close(self) -> None:
        """It may be called again."""
        try:
            self._file.close()
        except OSError as failure:
            self._failure = self._failure or failure

    def complaint(self) -> str | None:
        """A sentence about what could not be written, or None. After close()."""
        return None if self._failure is None else f"{self._name} cannot be written: {self._failure.strerror}"
