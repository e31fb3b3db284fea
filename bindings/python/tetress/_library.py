# SPDX-License-Identifier: MIT
"""Finds, loads and checks the shared library.

The same library is bound twice. `native` (CDLL) releases the GIL during a call; it serves calls that may take long or
call back. `quick` (PyDLL) keeps the GIL. A question about a game takes a microsecond; if it gave the GIL away, every
other busy thread could run for a whole switch interval, 5 ms.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable

from . import _abi


def _file_name() -> str:
    if sys.platform == "win32":
        return "tetress.dll"
    return "libtetress.dylib" if sys.platform == "darwin" else "libtetress.so"


class _Place(ctypes.Structure):
    """What dladdr() tells of an address: Dl_info."""

    _fields_ = [
        ("file", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("symbol", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    ]


def _file_of(library: ctypes.CDLL) -> str:
    """The file from which the system's loader took a library. The sandbox of the referee needs it: an agent inside
    gets that file."""
    place = _Place()
    address = ctypes.cast(library.tetress_abi_version, ctypes.c_void_p)
    found = ctypes.CDLL(None).dladdr(address, ctypes.byref(place))
    return os.path.abspath(os.fsdecode(place.file)) if found and place.file else library._name


def _find_installed() -> str:
    """The library where the system keeps libraries, by the name that programs are linked with. A library of another
    ABI version has another name."""
    if sys.platform in ("win32", "darwin"):
        from ctypes import util  # slow to import

        found = util.find_library("tetress")
        if found:
            return found
        raise OSError(f"no {_file_name()}")
    name = f"libtetress.so.{_abi.TETRESS_ABI_VERSION}"
    library = ctypes.CDLL(name)
    try:
        return _file_of(library)
    except AttributeError:  # no libtetress, which is said where it is loaded, or a system without dladdr()
        return name


def _find() -> str:
    """The library beside this file, else the one that TETRESS_LIBRARY names, else the one where the system keeps
    libraries."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), _file_name())
    if os.path.exists(beside):
        return beside
    named = os.environ.get("TETRESS_LIBRARY")
    if named:
        return named
    try:
        return _find_installed()
    except OSError as failure:
        raise ImportError(
            f"libtetress was not found: there is no {beside}, TETRESS_LIBRARY is not set, and the "
            f"system's library path has none: {failure}"
        ) from failure


def _check_abi(library: ctypes.CDLL, path: str) -> None:
    """This comes before any other call: with another ABI version nothing else means what we think."""
    try:
        ask = library.tetress_abi_version
    except AttributeError:
        raise ImportError(f"{path} is not libtetress") from None
    ask.restype = ctypes.c_uint32
    ask.argtypes = ()
    if ask() != _abi.TETRESS_ABI_VERSION:
        raise ImportError(
            f"{path} has ABI version {ask()}, but this package was made for ABI version "
            f"{_abi.TETRESS_ABI_VERSION}; install a matching pair"
        )


def _why_not_loaded(path: str, failure: OSError) -> str:
    """The system's own words for a library of another machine are often that there is no such file."""
    if not os.path.exists(path):
        return f"libtetress cannot be loaded: {failure}"
    import sysconfig  # slow to import

    return (
        f"{path} is there but cannot be loaded: {failure}; this Python is for {sysconfig.get_platform()}, and the library "
        "may be for another platform: install the package that is made for this one"
    )


def _load(path: str) -> tuple[ctypes.CDLL, ctypes.PyDLL]:
    try:
        libraries = ctypes.CDLL(path), ctypes.PyDLL(path)
    except OSError as failure:
        raise ImportError(_why_not_loaded(path, failure)) from failure
    _check_abi(libraries[0], path)
    try:
        for library in libraries:
            _abi.bind(library)
    except AttributeError as failure:
        raise ImportError(f"{path} lacks a function of this ABI version: {failure}") from failure
    return libraries


library_path = _find()
native, quick = _load(library_path)


def encode(text: str, what: str) -> bytes:
    """`text` for the library, which reads ASCII only, and up to the first NUL.

    A character that it could not read at all becomes a question mark, which no text that it accepts contains. So it
    refuses the text at that very character, and offsets count characters.
    """
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a str, not {type(text).__name__}")
    return text.encode("ascii", "replace").replace(b"\0", b"?")


def decode(text: bytes) -> str:
    return text.decode("utf-8", "replace")


def meant(name: str, names: Iterable[str]) -> str:
    """The end of a sentence that says that there is no such name. It tells which name may have been meant or, if none
    is near, lists all of them."""
    known = [encode(one, "a name") for one in names]
    found = quick.tetress_nearest_name(encode(name, "a name"), (ctypes.c_char_p * len(known))(*known), len(known))
    if found is not None:
        return f'; did you mean "{decode(found)}"?'
    return f"; known are {', '.join(map(decode, known))}"
