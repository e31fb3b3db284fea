# SPDX-License-Identifier: MIT
"""Says so when a function is called with a keyword argument that it does not have."""

from __future__ import annotations

import functools
from typing import Any, Callable, TypeVar

from ._library import meant
from ._shown import shown

_F = TypeVar("_F", bound=Callable[..., Any])


def known_keywords(function: _F) -> _F:
    """Decorator. A keyword argument that `function` does not have is a TypeError that says which one may have been
    meant, or lists them all. Python itself does not say before 3.13."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    known = dict.fromkeys(name for name in names if name not in ("self", "cls"))
    called = function.__qualname__.replace(".__init__", "")

    @functools.wraps(function)
    def checked(*arguments: Any, **keywords: Any) -> Any:
        if not keywords.keys() <= known.keys():
            name = next(name for name in keywords if name not in known)
            raise TypeError(f"{called}() has no argument {shown(name)}{meant(name, known)}")
        return function(*arguments, **keywords)

    return checked  # type: ignore[return-value]
