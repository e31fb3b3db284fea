#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write what is derived from the public headers: the ctypes module, the ABI table, the symbols.

The files are committed; a build never runs this. `--check` compares instead of writing and fails if
a file differs from what would be written. Needs pycparser and a C compiler, of which only the
preprocessor is used: types are read by their names, so the output is the same on every machine.
"""

import argparse
import ast
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from typing import NamedTuple

try:
    from pycparser import c_ast, c_parser
except ImportError:
    sys.exit("generate_abi.py needs pycparser: pip install pycparser")

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include"
UMBRELLA = "tetress"
WIDTH = 100


class Scalar(NamedTuple):
    """A type that goes by value: its code in the C table, its name in ctypes and in hints."""

    code: str
    ctypes: str
    hint: str
    size: int  # bytes, and alignment, where pointers have 8


SCALARS = {
    "char": Scalar("ABI_CHAR", "c_char", "bytes", 1),
    "int8_t": Scalar("ABI_I8", "c_int8", "int", 1),
    "uint8_t": Scalar("ABI_U8", "c_uint8", "int", 1),
    "int16_t": Scalar("ABI_I16", "c_int16", "int", 2),
    "uint16_t": Scalar("ABI_U16", "c_uint16", "int", 2),
    "int32_t": Scalar("ABI_I32", "c_int32", "int", 4),
    "uint32_t": Scalar("ABI_U32", "c_uint32", "int", 4),
    "int64_t": Scalar("ABI_I64", "c_int64", "int", 8),
    "uint64_t": Scalar("ABI_U64", "c_uint64", "int", 8),
    "double": Scalar("ABI_F64", "c_double", "float", 8),
    "size_t": Scalar("ABI_SIZE", "c_size_t", "int", 8),
}
VOID = Scalar("ABI_VOID", "None", "None", 0)
TEXT = Scalar("ABI_TEXT", "c_char_p", "bytes | None", 8)
POINTER = Scalar("ABI_POINTER", "c_void_p", "int | None", 8)
FUNCTION = Scalar("ABI_FUNCTION", "", "Any", 8)

# What the headers may include. The compiler's own would bring its extensions and its word sizes;
# what the names stand for does not matter here.
STAND_INS = {
    "stddef.h": "typedef unsigned size_t;\n",
    "stdint.h": "".join(f"typedef int {name};\n" for name in SCALARS if "int" in name),
}


class Field(NamedTuple):
    """A member of a structure."""

    name: str
    type: Scalar
    count: int  # elements of an array, 1 for anything else
    offset: int


class Struct(NamedTuple):
    """A structure with a body; without one it is a handle."""

    name: str
    size: int
    fields: list


class Function(NamedTuple):
    """An exported function or the type of a function that the host supplies."""

    name: str
    result: Scalar
    arguments: list

    def ctypes(self):
        parts = [self.result, *self.arguments]
        return "CFUNCTYPE(" + ", ".join(part.ctypes for part in parts) + ")"


class Status(NamedTuple):
    """A row of TETRESS_STATUS_MAP."""

    name: str
    code: int
    sentence: str


class Outcome(NamedTuple):
    """A row of TETRESS_OUTCOME_MAP."""

    name: str
    code: int
    text: str
    kind: str


class Abi(NamedTuple):
    """Everything that the headers say."""

    constants: dict  # header -> [(name, value)]
    statuses: list
    outcomes: list
    types: list  # structures and named callbacks, in the order of the headers
    callbacks: list  # all of them: those that are fields are called "structure.field"
    functions: list


# ---- Macros, from the text of the headers --------------------------------------------------------


def header_text(name):
    """A header without comments and with every macro on one line."""
    text = (INCLUDE / "tetress" / f"{name}.h").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    return text.replace("\\\n", " ")


def headers(name=UMBRELLA, known=()):
    """What a program gets that includes `name`, in the order of the declarations."""
    found = list(known)
    for other in re.findall(r'^#include "(\w+)\.h"', header_text(name), re.MULTILINE):
        if other not in found:
            found = headers(other, found)
    return [*found, name]


def integer(text):
    """The value of a macro that is an integer, perhaps negative in parentheses; else None."""
    match = re.fullmatch(r"\(?(-?)(0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*\)?", text)
    return int(match[1] + match[2], 0) if match else None


def text_constant(text):
    """The value of a macro that is a string without escapes; else None."""
    match = re.fullmatch(r'"([^"\\]*)"', text)
    return match[1] if match else None


def is_known_other(name, body):
    """Macros that no binding needs: guards, initialisers, the export mark."""
    return not body or body.startswith("{") or name == "TETRESS_API"


def header_constants(name):
    constants = []
    defines = r"^#define (TETRESS_\w+)(?!\w|\()(.*)$"
    for macro, body in re.findall(defines, header_text(name), re.MULTILINE):
        value = integer(body.strip())
        value = text_constant(body.strip()) if value is None else value
        if value is not None:
            constants.append((macro, value))
        elif not is_known_other(macro, body.strip()):
            sys.exit(f"{name}.h: cannot read the value of {macro}: {body.strip()}")
    return constants


def map_rows(header, name, kind):
    """The rows of a list X(NAME, code, "text", …) as `kind`s, which have a field for each column."""
    body = re.search(rf"#define {name}\(X\)(.*)$", header_text(header), re.MULTILINE)[1]
    columns = [r"(\w+)", r"(-?\d+)", r'("(?:[^"\\]|\\.)*")', r"(\w+)"][: len(kind._fields)]
    rows = re.findall(r"X\(\s*" + r"\s*,\s*".join(columns) + r"\s*\)", body)
    if len(rows) != len(re.findall(r"\bX\(", body)):
        sys.exit(f"{header}.h: cannot read all of {name}")
    return [
        kind(row_name, int(code), ast.literal_eval(text), *rest)
        for row_name, code, text, *rest in rows
    ]


# ---- Declarations, from the preprocessed headers -------------------------------------------------


def preprocess(compiler):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in STAND_INS.items():
            pathlib.Path(folder, name).write_text(text, encoding="utf-8")
        command = [
            *shlex.split(compiler),
            *("-E", "-P", "-nostdinc", "-DTETRESS_STATIC", f"-I{folder}", f"-I{INCLUDE}"),
            str(INCLUDE / "tetress" / f"{UMBRELLA}.h"),
        ]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def type_name(node):
    return " ".join(node.type.names)


def is_void(node):
    return isinstance(node, c_ast.TypeDecl) and type_name(node) == "void"


def arguments_of(node):
    """Types of the arguments of a function."""
    given = node.args.params if node.args else []
    return [each.type for each in given if not is_void(each.type)]


def aligned(offset, alignment):
    return -(-offset // alignment) * alignment


class Reader:
    """Turns the declarations of a parsed header into descriptions."""

    def __init__(self):
        self.scalars = dict(SCALARS)
        self.handles = set()
        self.structs = set()
        self.named_callbacks = {}
        self.callbacks = []
        self.types = []
        self.functions = []

    def read(self, tree):
        for node in tree.ext:
            if isinstance(node, c_ast.Typedef):
                self.read_typedef(node.name, node.type)
            elif isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl):
                self.functions.append(self.function(node.name, node.type))
            else:
                sys.exit(f"no binding for this declaration: {node}")

    def read_typedef(self, name, node):
        if isinstance(node, c_ast.PtrDecl) and isinstance(node.type, c_ast.FuncDecl):
            self.add_callback(name, node.type)
            self.types.append(self.callbacks[-1])
            self.named_callbacks[name] = FUNCTION._replace(ctypes=name)
        elif isinstance(node.type, c_ast.Struct):
            self.read_struct(name, node.type)
        elif name not in SCALARS:
            self.scalars[name] = self.scalar(node)

    def read_struct(self, name, node):
        if node.decls is None:
            self.handles.add(name)
            return
        fields = []
        end = 0
        for declaration in node.decls:
            kind, count = self.field_type(f"{name}.{declaration.name}", declaration.type)
            fields.append(Field(declaration.name, kind, count, aligned(end, kind.size)))
            end = fields[-1].offset + kind.size * count
        size = aligned(end, max(field.type.size for field in fields))
        self.structs.add(name)
        self.types.append(Struct(name, size, fields))

    def function(self, name, node):
        arguments = [self.argument_type(each) for each in arguments_of(node)]
        return Function(name, self.result_type(node.type), arguments)

    def add_callback(self, name, node):
        self.callbacks.append(self.function(name, node))
        return FUNCTION._replace(ctypes=self.callbacks[-1].ctypes())

    def scalar(self, node):
        name = type_name(node)
        return self.scalars.get(name) or sys.exit(f"no binding for the type {name}")

    def field_type(self, name, node):
        """Type and number of elements."""
        if isinstance(node, c_ast.ArrayDecl):
            return self.scalar(node.type), int(node.dim.value)
        if isinstance(node, c_ast.PtrDecl) and isinstance(node.type, c_ast.FuncDecl):
            return self.add_callback(name, node.type), 1
        return self.value_type(node), 1

    def argument_type(self, node):
        if isinstance(node, c_ast.ArrayDecl):  # as an argument an array is a pointer
            return self.pointer_type(node.type)
        return self.value_type(node)

    def result_type(self, node):
        return VOID if is_void(node) else self.value_type(node)

    def value_type(self, node):
        if isinstance(node, c_ast.TypeDecl):
            return self.named_callbacks.get(type_name(node)) or self.scalar(node)
        return self.pointer_type(node.type)

    def pointer_type(self, target):
        """A pointer to `target`."""
        if isinstance(target, c_ast.PtrDecl):
            return POINTER._replace(ctypes=f"POINTER({self.pointer_type(target.type).ctypes})")
        name = type_name(target)
        if name == "char" and "const" in target.quals:
            return TEXT
        if name == "void" or name in self.handles:
            return POINTER
        inner = name if name in self.structs else self.scalar(target).ctypes
        return POINTER._replace(ctypes=f"POINTER({inner})")


def read_abi(compiler):
    reader = Reader()
    reader.read(c_parser.CParser().parse(preprocess(compiler)))
    marks = sum(header_text(name).count("\nTETRESS_API ") for name in headers())
    if marks != len(reader.functions):
        sys.exit(f"{len(reader.functions)} functions are declared, {marks} marked TETRESS_API")
    constants = {name: header_constants(name) for name in headers()}
    return Abi(
        constants,
        map_rows("status", "TETRESS_STATUS_MAP", Status),
        map_rows("referee", "TETRESS_OUTCOME_MAP", Outcome),
        reader.types,
        reader.callbacks,
        reader.functions,
    )


# ---- The ctypes module ---------------------------------------------------------------------------

PYTHON_HEAD = '''\
# SPDX-License-Identifier: MIT
# Generated by scripts/generate_abi.py from include/tetress; do not edit.
"""The C ABI of libtetress for ctypes: constants, structures, callback types, prototypes.

include/tetress/*.h say what each of these means.
"""
from __future__ import annotations

from ctypes import (
%s)
from typing import Any, NamedTuple

'''

PYTHON_STATUS = '''
class Status(NamedTuple):
    """One row of TETRESS_STATUS_MAP."""

    name: str
    code: int
    sentence: str


'''

PYTHON_OUTCOME = '''
class Outcome(NamedTuple):
    """One row of TETRESS_OUTCOME_MAP."""

    name: str
    code: int
    text: str
    kind: str


'''

PYTHON_BIND = '''

def bind(library: CDLL) -> None:
    """Set result and argument types of every function; AttributeError if one is missing."""
    for name, result, arguments in PROTOTYPES:
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
'''


def python_rule(title):
    return f"# ---- {title} ".ljust(WIDTH - 1, "-") + "\n\n"


def python_call(head, parts, tail):
    """head + parts + tail on one line or, if that is too long, with a line for each part."""
    one_line = head + ", ".join(parts) + tail
    if len(one_line) <= WIDTH:
        return one_line
    indent = " " * (len(head) - len(head.lstrip()))
    return "\n".join([head, *(f"{indent}    {part}," for part in parts), indent + tail.lstrip(",")])


def python_constants(abi):
    parts = []
    for header, constants in abi.constants.items():
        if constants:
            lines = "".join(f"{name} = {json.dumps(value)}\n" for name, value in constants)
            parts.append(f"# {header}.h\n{lines}\n")
    return "".join(parts)


def python_statuses(abi):
    rows = "".join(
        f'    Status("{row.name}", {row.code}, {json.dumps(row.sentence)}),\n'
        for row in abi.statuses
    )
    return f"STATUSES: tuple[Status, ...] = (\n{rows})\n\n"


def python_outcomes(abi):
    rows = "".join(
        f'    Outcome("{row.name}", {row.code}, {json.dumps(row.text)}, "{row.kind}"),\n'
        for row in abi.outcomes
    )
    return f"OUTCOMES: tuple[Outcome, ...] = (\n{rows})\n\n"


def python_hint(field):
    if field.count == 1:
        return field.type.hint
    return "bytes" if field.type.code == "ABI_CHAR" else f"Array[{field.type.ctypes}]"


def python_struct(struct):
    lines = [f"class {struct.name}(Structure):"]
    lines += [f"    {field.name}: {python_hint(field)}" for field in struct.fields]
    lines.append("    _fields_ = [")
    for field in struct.fields:
        times = "" if field.count == 1 else f" * {field.count}"
        lines.append(f'        ("{field.name}", {field.type.ctypes}{times}),')
    return "\n".join([*lines, "    ]"])


def python_type(described):
    if isinstance(described, Struct):
        return python_struct(described)
    parts = [part.ctypes for part in [described.result, *described.arguments]]
    return python_call(f"{described.name} = CFUNCTYPE(", parts, ")")


def python_prototype(function):
    head = f'    ("{function.name}", {function.result.ctypes}, ('
    arguments = [argument.ctypes for argument in function.arguments]
    return python_call(head, arguments, ",))," if len(arguments) == 1 else ")),")


def python_body(abi):
    return "".join(
        [
            python_rule("Constants"),
            python_constants(abi),
            PYTHON_STATUS,
            python_statuses(abi),
            PYTHON_OUTCOME,
            python_outcomes(abi),
            python_rule("Structures and callbacks"),
            "\n" + "\n\n\n".join(python_type(each) for each in abi.types) + "\n\n\n",
            python_rule("Functions"),
            "# Name, result, arguments; a handle is a c_void_p.\n",
            "PROTOTYPES: tuple[tuple[str, Any, tuple[Any, ...]], ...] = (\n",
            "\n".join(python_prototype(function) for function in abi.functions) + "\n)\n",
            PYTHON_BIND,
        ]
    )


def python_module(abi):
    body = python_body(abi)
    known = {scalar.ctypes for scalar in [*SCALARS.values(), TEXT, POINTER]}
    known |= {"Array", "CDLL", "CFUNCTYPE", "POINTER", "Structure"}
    used = sorted(known & set(re.findall(r"\w+", body)))
    return PYTHON_HEAD % "".join(f"    {name},\n" for name in used) + body


# ---- The table for the FFI test ------------------------------------------------------------------

C_HEAD = """\
/* SPDX-License-Identifier: MIT */
/* Generated by scripts/generate_abi.py from include/tetress; do not edit. */
#ifndef TETRESS_ABI_TABLE_H
#define TETRESS_ABI_TABLE_H

#include <stddef.h>

/* clang-format off */

/* How a value travels. */
typedef enum abi_code {
    ABI_VOID,
    ABI_CHAR,
    ABI_I8,
    ABI_U8,
    ABI_I16,
    ABI_U16,
    ABI_I32,
    ABI_U32,
    ABI_I64,
    ABI_U64,
    ABI_F64,
    ABI_SIZE,
    ABI_TEXT,    /* const char * */
    ABI_POINTER, /* any other object pointer */
    ABI_FUNCTION /* a function pointer */
} abi_code;

#define ABI_MAX_ARGUMENTS %(most)d

typedef struct abi_function {
    const char *name;
    abi_code result;
    size_t argument_count;
    abi_code arguments[ABI_MAX_ARGUMENTS];
} abi_function;

typedef struct abi_field {
    const char *name;
    abi_code code;
    size_t count;  /* elements of an array, 1 for anything else */
    size_t offset; /* bytes, where pointers have 8 */
} abi_field;

typedef struct abi_struct {
    const char *name;
    size_t size; /* bytes, where pointers have 8 */
    size_t field_count;
    const abi_field *fields;
} abi_struct;

"""

C_TAIL = """
/* clang-format on */

#endif
"""


def c_function(function):
    codes = ", ".join(argument.code for argument in function.arguments) or "ABI_VOID"
    return (
        f'    {{"{function.name}", {function.result.code}, {len(function.arguments)},\n'
        f"     {{{codes}}}}},\n"
    )


def c_fields(struct):
    rows = "".join(
        f'    {{"{field.name}", {field.type.code}, {field.count}, {field.offset}}},\n'
        for field in struct.fields
    )
    return f"static const abi_field abi_fields_of_{struct.name}[] = {{\n{rows}}};\n\n"


def c_table(abi):
    structs = [each for each in abi.types if isinstance(each, Struct)]
    most = max(len(each.arguments) for each in [*abi.functions, *abi.callbacks])
    rows = "".join(
        f'    {{"{each.name}", {each.size}, {len(each.fields)}, abi_fields_of_{each.name}}},\n'
        for each in structs
    )
    return "".join(
        [
            C_HEAD % {"most": most},
            "static const abi_function ABI_FUNCTIONS[] = {\n",
            *(c_function(function) for function in abi.functions),
            "};\n\n",
            "/* What the host supplies: types of function pointers, and fields that hold one. */\n",
            "static const abi_function ABI_CALLBACKS[] = {\n",
            *(c_function(callback) for callback in abi.callbacks),
            "};\n\n",
            *(c_fields(struct) for struct in structs),
            f"static const abi_struct ABI_STRUCTS[] = {{\n{rows}}};\n",
            C_TAIL,
        ]
    )


def symbols(abi):
    return "".join(f"{name}\n" for name in sorted(function.name for function in abi.functions))


def experimental_symbols():
    """What the shared library exports beyond that with TETRESS_EXPERIMENTAL."""
    texts = [path.read_text() for path in sorted((INCLUDE / UMBRELLA / "experimental").glob("*.h"))]
    names = re.findall(r"^TETRESS_EXPERIMENTAL_API\b[^;(]*?\b(tetress_\w+)\(", "\n".join(texts), re.MULTILINE)
    return "".join(f"{name}\n" for name in sorted(names))


# ---- Writing and checking ------------------------------------------------------------------------


def outputs(abi):
    return {
        ROOT / "bindings" / "python" / "tetress" / "_abi.py": python_module(abi),
        ROOT / "tests" / "abi" / "abi_table.h": c_table(abi),
        ROOT / "tests" / "abi" / "symbols.txt": symbols(abi),
        ROOT / "tests" / "abi" / "symbols_experimental.txt": experimental_symbols(),
    }


def stale(files):
    return [
        path
        for path, text in files.items()
        if not path.exists() or path.read_bytes() != text.encode()
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--cc", default="cc", help="compiler whose preprocessor is used (cc)")
    arguments = parser.parse_args()
    files = outputs(read_abi(arguments.cc))
    if arguments.check:
        old = stale(files)
        for path in old:
            print(f"stale: {path.relative_to(ROOT)}; run scripts/generate_abi.py", file=sys.stderr)
        return 1 if old else 0
    for path, text in files.items():
        path.write_bytes(text.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
