# SPDX-License-Identifier: MIT
"""_abi.py: is it that of the headers, and of the library?"""

import ctypes
import subprocess
import sys

import pytest
import tetress
from conftest import ROOT
from tetress import _abi, _library

SCRIPT = ROOT / "scripts" / "generate_abi.py"


def test_the_generated_files_are_up_to_date():
    pytest.importorskip("pycparser")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_every_function_has_its_types_on_both_libraries():
    assert len(_abi.PROTOTYPES) > 50
    for library in (_library.native, _library.quick):
        for name, result, arguments in _abi.PROTOTYPES:
            function = getattr(library, name)
            assert function.restype is result
            assert tuple(function.argtypes) == arguments


def test_the_library_speaks_the_sentences_of_the_status_map():
    for row in _abi.STATUSES:
        text = _library.quick.tetress_status_text(row.code)
        assert text.decode() == row.sentence
        assert getattr(_abi, f"TETRESS_{row.name}") == row.code


def test_structures_begin_with_their_size():
    sized = [
        each
        for name, each in vars(_abi).items()
        if isinstance(each, type) and issubclass(each, ctypes.Structure)
        if name.startswith("tetress_") and name != "tetress_allocator"
    ]
    assert len(sized) >= 7
    for each in sized:
        assert each._fields_[0] == ("size", ctypes.c_uint32)


def test_the_constants_are_those_of_the_library():
    assert _abi.TETRESS_ABI_VERSION == tetress.abi_version
    assert len(tetress.Game().legal_moves()) == _abi.TETRESS_PLACEMENTS
