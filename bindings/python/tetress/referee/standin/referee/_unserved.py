# SPDX-License-Identifier: MIT
"""What is said of the modules of the course's package that no agent needs."""

from __future__ import annotations


def unserved(module: str) -> ImportError:
    """The exception for who imports such a module."""
    return ImportError(
        f"{module} is part of the course's own referee; the stand-in that agents run with serves "
        "only referee.game",
        name=module,
    )
