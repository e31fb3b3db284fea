# SPDX-License-Identifier: MIT
"""The types of numbers on command lines, which are the package's own. The package itself needs the library; this part of
it does not, so it is imported from this tree as a package of its own."""
import importlib
import pathlib
import sys
import types

_PACKAGE = types.ModuleType("tetress_arguments")
_PACKAGE.__path__ = [str(pathlib.Path(__file__).resolve().parent.parent / "bindings" / "python" / "tetress")]
sys.modules.setdefault(_PACKAGE.__name__, _PACKAGE)
_FOUND = importlib.import_module("tetress_arguments._arguments")

Whole, Decimal, SEED, SECONDS, COUNT = _FOUND.Whole, _FOUND.Decimal, _FOUND.SEED, _FOUND.SECONDS, _FOUND.COUNT
