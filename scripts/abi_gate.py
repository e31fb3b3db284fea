#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare the public headers with the binary interface of the last release, which tests/abi/released.txt describes.

usage: scripts/abi_gate.py [--accept] [--include FOLDER]

What the release had must be there unchanged while TETRESS_ABI_VERSION stays: functions with their types, structures with
the size and place of every field, on 64-bit machines and on wasm32, and constants. Structures may grow at their ends.
What is new must be named in CHANGELOG.md. `--accept` writes the description: for a release, and for nothing else.
"""

import argparse
import pathlib
import re
import sys

import generate_abi
from generate_abi import ROOT, Struct

RELEASED = ROOT / "tests" / "abi" / "released.txt"
CHANGELOG = ROOT / "CHANGELOG.md"

# Codes of types that are as large as a pointer.
WORDS = {"ABI_SIZE", "ABI_TEXT", "ABI_POINTER", "ABI_FUNCTION"}
# Numbers that a release changes by right.
FREE = re.compile(r"TETRESS_VERSION_(MAJOR|MINOR|PATCH)|TETRESS_ABI_VERSION")

HEAD = """\
# The binary interface of the last release, written by scripts/abi_gate.py --accept: do not edit.
# Sizes and offsets are bytes on a 64-bit machine, then on a 32-bit one (wasm32).
"""


def layout(struct, word):
    """Size of a structure and offsets of its fields where pointers have `word` bytes."""
    offsets, end, widest = [], 0, 1
    for field in struct.fields:
        size = word if field.type.code in WORDS else field.type.size
        offsets.append(generate_abi.aligned(end, size))
        end = offsets[-1] + size * field.count
        widest = max(widest, size)
    return generate_abi.aligned(end, widest), offsets


def type_text(kind):
    return kind.code.removeprefix("ABI_").lower()


def function_text(function):
    return f"({', '.join(type_text(each) for each in function.arguments)}) -> {type_text(function.result)}"


def description(abi):
    """What must not change: what is named -> what it is."""
    found = {}
    for constants in abi.constants.values():
        found |= {f"constant {name}": repr(value) for name, value in constants if not FREE.fullmatch(name)}
    found |= {f"status {row.name}": str(row.code) for row in abi.statuses}
    found |= {f"outcome {row.name}": str(row.code) for row in abi.outcomes}
    found |= {f"function {each.name}": function_text(each) for each in abi.functions}
    found |= {f"callback {each.name}": function_text(each) for each in abi.callbacks}
    for struct in (each for each in abi.types if isinstance(each, Struct)):
        (wide, at_wide), (narrow, at_narrow) = layout(struct, 8), layout(struct, 4)
        found[f"struct {struct.name}"] = f"{wide} {narrow}"
        for field, here, there in zip(struct.fields, at_wide, at_narrow):
            found[f"field {struct.name}.{field.name}"] = f"{type_text(field.type)}[{field.count}] at {here} {there}"
    return found


def written(version, found):
    lines = [f"{name} = {value}" for name, value in found.items()]
    return HEAD + "\n".join([f"abi = {version}", *lines]) + "\n"


def read_released():
    rows = [line.split(" = ", 1) for line in RELEASED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    found = dict(rows)
    return int(found.pop("abi")), found


def may_grow(name, value, old):
    """May `name` have this value where the release had another? A structure that begins with its size may be larger."""
    kind, _, word = name.partition(" ")
    if kind != "struct" or f"field {word}.size" not in old:
        return False
    return all(int(now) >= int(before) for now, before in zip(value.split(), old[name].split()))


def breaches(old, new, changelog):
    """What a program that was built for the release would stumble over, and what is new and told nowhere."""
    for name, value in old.items():
        if name not in new:
            yield f"{name} is gone: programs that use it break"
        elif new[name] != value and not may_grow(name, new[name], old):
            yield f"{name} was {value} and is {new[name]}: programs that were built before break"
    for name in new.keys() - old.keys():
        word = name.split(" ", 1)[1]
        if not re.search(rf"\b{re.escape(word.rpartition('.')[2] if name.startswith('field ') else word)}\b", changelog):
            yield f"{name} is new: name it in CHANGELOG.md"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--accept", action="store_true", help="describe these headers as released")
    parser.add_argument("--include", type=pathlib.Path, default=generate_abi.INCLUDE, help="folder of the headers")
    parser.add_argument("--cc", default="cc", help="compiler whose preprocessor is used (cc)")
    arguments = parser.parse_args()
    generate_abi.INCLUDE = arguments.include
    abi = generate_abi.read_abi(arguments.cc)
    version = dict(abi.constants["version"])["TETRESS_ABI_VERSION"]
    new = description(abi)
    if arguments.accept:
        RELEASED.write_text(written(version, new), encoding="utf-8")
        return 0
    released, old = read_released()
    if version != released:
        print(f"abi: version {version}, the last release has {released}: nothing to compare")
        return 0
    found = sorted(breaches(old, new, CHANGELOG.read_text(encoding="utf-8")))
    for line in found:
        print(line, file=sys.stderr)
    if found:
        print("The policy: docs/reference/abi.md. A change that must be needs another TETRESS_ABI_VERSION.", file=sys.stderr)
        return 1
    print(f"abi: {len(new)} descriptions, no breach")
    return 0


if __name__ == "__main__":
    sys.exit(main())
