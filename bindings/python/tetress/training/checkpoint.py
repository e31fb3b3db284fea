# SPDX-License-Identifier: MIT
"""The state of a run in a file, which is replaced at once and checked before anything of it is believed.

It is a pickle: whoever can write it can run code here. Go on only with folders of your own.
"""

from __future__ import annotations

import hashlib
import pathlib
import pickle
from typing import Any

from .settings import TrainingError
from .weights import write_text

_MAGIC = b"tetress training 1\n"
_DIGEST = hashlib.sha256().digest_size


def save(path: pathlib.Path, state: object) -> None:
    """Write the state. A run that is killed meanwhile finds the last state or this one."""
    data = pickle.dumps(state, protocol=4)
    write_text(path, _MAGIC + hashlib.sha256(data).digest() + data)


def load(path: pathlib.Path) -> Any:
    """The state in a file of save(). Raises TrainingError, OSError."""
    found = path.read_bytes()
    data = found[len(_MAGIC) + _DIGEST :]
    digest = found[len(_MAGIC) : len(_MAGIC) + _DIGEST]
    if not found.startswith(_MAGIC) or hashlib.sha256(data).digest() != digest:
        raise TrainingError(f"{path} is damaged or is not the state of a run; move it away to begin again")
    try:
        return pickle.loads(data)
    except Exception as failure:  # another version of a package: nearly anything
        raise TrainingError(f"{path} was written by another version ({failure})") from failure
