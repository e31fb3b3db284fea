# SPDX-License-Identifier: MIT
"""The Python package `tetress`: the installed one, or else the one of this tree."""
import pathlib
import sys

try:
    import tetress
except ImportError:
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "bindings" / "python"))
    import tetress

__all__ = ["tetress"]
