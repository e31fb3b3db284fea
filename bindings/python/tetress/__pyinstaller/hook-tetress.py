# SPDX-License-Identifier: MIT
"""What a program that PyInstaller makes needs of this package beyond its modules. PyInstaller does not see that ctypes
loads a library, so it would leave the library out."""

import logging
import pathlib

_PACKAGE = pathlib.Path(__file__).resolve().parent.parent
_LIBRARIES = [path for name in ("libtetress.so", "libtetress.dylib", "tetress.dll") for path in _PACKAGE.glob(name)]

# PyInstaller reads these two: pairs of a file and the folder into which it is put.
binaries = [(str(path), "tetress") for path in _LIBRARIES]
datas = [(str(path), "tetress/tournament/web") for path in sorted((_PACKAGE / "tournament" / "web").glob("*"))]

if not binaries:
    logging.getLogger(__name__).warning(
        "tetress: there is no library in %s, so the program will look for one on the machine where it runs; pip installs the "
        "package with its library", _PACKAGE
    )
