# SPDX-License-Identifier: MIT
"""The types of numbers on command lines, which are the package's own. The package itself needs the library; this part of
it does not, so it is imported from this tree as a package of its own."""
import argparse
import importlib
import pathlib
import sys
import types

_PACKAGE = types.ModuleType("tetress_arguments")
_PACKAGE.__path__ = [str(pathlib.Path(__file__).resolve().parent.parent / "bindings" / "python" / "tetress")]
sys.modules.setdefault(_PACKAGE.__name__, _PACKAGE)
_FOUND = importlib.import_module("tetress_arguments._arguments")

Whole, Decimal = _FOUND.Whole, _FOUND.Decimal
SEED, SECONDS, COUNT, NODES, JOBS = _FOUND.SEED, _FOUND.SECONDS, _FOUND.COUNT, _FOUND.NODES, _FOUND.JOBS

MEGABYTES = Decimal(0, 1e9, above=True)


class Span:
    """Two numbers of a kind, FROM-TO, of which the first is the smaller."""

    def __init__(self, kind):
        self.kind = kind

    def __call__(self, text):
        least, _, most = text.partition("-")
        pair = self.kind(least), self.kind(most)
        if pair[0] >= pair[1]:
            raise argparse.ArgumentTypeError(f"must be FROM-TO with FROM below TO, not {text!r}")
        return pair
