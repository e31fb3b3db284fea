# SPDX-License-Identifier: MIT
"""What a student can do about each fault of a package."""

from __future__ import annotations

import dataclasses
import os
import re
from typing import Any

from . import outcome
from .entrant import DEFAULT_CLASS, Entrant, homes, packages_inside

_ADVICE = {
    outcome.ILLEGAL: "Compare your rules with the referee's: apply your action to referee.game.Board before you return it. "
    "Does update() apply every action, its own too?",
    outcome.TIME: "Look at referee['time_remaining'] in action() and answer sooner when it runs low.",
    outcome.MEMORY: "Keep less at a time: drop old trees and tables. What counts is the largest size of its address space (virtual memory). If it "
    "starts processes, the sizes of all of them are added up.",
    outcome.LOAD: "Make sure that the package can be imported from its folder and has the class with "
    "__init__(self, color, **referee).",
    outcome.PROTOCOL: "action() must return a PlaceAction of four Coord from referee.game, and nothing may be written to "
    "the referee.",
    outcome.FLOOD: "Print less: remove what you print at each node.",
}

# Faults of the kind `memory` that are about something else than memory: a word of the sentence, and what to do.
_NOT_OF_MEMORY = {
    "processes and threads": "Start fewer processes and threads at a time, or end those that have nothing to do.",
    "files": "Write fewer and smaller files, and remove those that it no longer needs.",
    "folders": "Keep files in fewer folders within folders.",
}

# A module that Python has not found, and about which there is no more to say.
_MISSING = re.compile(r"ModuleNotFoundError: No module named '([^']+)'(?!: )")


def advice(kind: str, fault: dict[str, Any], entrant: Entrant) -> str:
    """What to do about the fault of `entrant`, in a line."""
    missing = _MISSING.search(str(fault.get("text", "")))
    if missing and missing[1].partition(".")[0] not in ("referee", str(entrant.module).partition(".")[0]):
        return (
            f"{entrant.python} has no module {missing[1]}. Install it there, or name another interpreter by --python. "
            "The machine that grades may lack this module, too: ask, or do without it."
        )
    if kind == outcome.MEMORY:
        said = str(fault.get("text", ""))
        return next((what for word, what in _NOT_OF_MEMORY.items() if word in said), _ADVICE[kind])
    if kind == outcome.LOAD:
        return did_you_mean(entrant) or _without_code(entrant) or _ADVICE[kind]
    return _about_crash(fault) if kind == outcome.CRASH else _ADVICE.get(kind, "")


def _about_crash(fault: dict[str, Any]) -> str:
    more = "run it with `tetress-referee -v 3` to see more."
    if fault.get("exit_code") is not None:
        return f"The agent ended itself (exit() or sys.exit()): the referee ends the game, so take that out, or {more}"
    return f"The last lines below show where; {more}" if fault.get("lines") else f"{more[:1].upper()}{more[1:]}"


def _without_code(entrant: Entrant) -> str:
    """A sentence on the folder that was named, if nothing in it can be a package; else an empty text."""
    folder = os.path.join(str(entrant.root), *str(entrant.module).split("."))
    if not os.path.isdir(folder) or any(name.endswith((".py", ".pyc", ".so")) for name in os.listdir(folder)):
        return ""
    return f"{_as_typed(folder)} holds no Python file: name the folder that holds the package's __init__.py."


def _homes(entrant: Entrant) -> list[str]:
    """The packages of that name: below the root, or below the folder that was named for it, as of `team/agent`."""
    root, path = str(entrant.root), str(entrant.module).split(".")
    found = [os.path.join(home, *path) for home in homes(entrant)]
    if found or len(path) == 1:
        return found
    team = dataclasses.replace(entrant, root=os.path.join(root, *path[:-1]), module=path[-1])
    return [os.path.join(home, path[-1]) for home in homes(team)]


def did_you_mean(entrant: Entrant) -> str:
    """A sentence on the packages that lie below the place that was named, where there is none; else an empty text."""
    root, path = str(entrant.root), str(entrant.module).split(".")
    if entrant.has_package():
        found, looked = packages_inside(entrant), os.path.join(root, *path)
    else:
        found, looked = _homes(entrant), root
    cls = "" if entrant.cls == DEFAULT_CLASS else f":{entrant.cls}"
    names = [_as_typed(one) + cls for one in found]
    if len(names) > 1:
        return f"There is no package in {_as_typed(looked)} itself. Below it there are several: {', '.join(names)}. Name one of them."
    return f"Did you mean {names[0]}?" if names else ""


def _as_typed(path: str) -> str:
    """The path as one would type it here."""
    here = os.path.relpath(path)
    return path if here.startswith(os.pardir) else here if here == os.curdir else os.path.join(os.curdir, here)
