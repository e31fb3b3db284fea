# SPDX-License-Identifier: MIT
"""Tells PyInstaller where the hook of this package is. The entry point `pyinstaller40` names the function."""

from __future__ import annotations

import os


def hook_folders() -> list[str]:
    """The folders with hooks, as absolute paths."""
    return [os.path.dirname(os.path.abspath(__file__))]
