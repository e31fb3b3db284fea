#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rules of the tree that no compiler checks. Prints each breach and exits 1 if there is any."""
import ast
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "bindings" / "python" / "tetress"
BELOW_API = {path.name for path in (ROOT / "lib").iterdir() if path.is_dir()} - {"api"}
# Below the api layer, only what the layers share with callers: codes and the memory hook.
SHARED_HEADERS = {"tetress/memory.h", "tetress/status.h"}
FORBIDDEN_IN_LIB = re.compile(
    r"\b(printf|fprintf|puts|putchar|fopen|exit|abort|signal|longjmp|setjmp|rand|srand|getenv|strtod|strtol|sprintf|strcpy|strcat)\s*\("
)
# The one question that the library asks the environment: TETRESS_KERNEL.
ALLOWED_IN_LIB = {"lib/base/kernel_kind.c": "getenv"}
# The threads of a search block all signals, so that those of the host go to the host's threads.
ALLOWED_INCLUDES_IN_LIB = {"lib/base/threads_posix.c": "signal"}
# Sums that a generator wrote beside its table, for a test to compare.
USED_BY_TESTS_ALONE = {"ttr_opening_checksum", "ttr_region_weights_sum"}
SOURCES = {".c", ".h", ".inc"}
PROSE = 120  # columns of a document
# The least share of comment lines among lines that are not blank, in percent. Essays, layouts, reasons and contracts make it
# up: a comment that repeats the code is worse than none.
COMMENT_FLOORS = {"lib": 15.0, "include": 65.0}


def tracked():
    """Files that git knows or would add; outside a checkout, all."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )
    if listing.returncode == 0:
        return [ROOT / name for name in listing.stdout.splitlines() if (ROOT / name).is_file()]
    return [path for path in ROOT.rglob("*") if path.is_file() and "build" not in path.parts]


def check_names(files):
    """File names of C sources and headers are unique, so that an unprefixed include means one file."""
    seen = {}
    for path in files:
        if path.suffix not in SOURCES or path.name in {"main.c"}:
            continue
        if path.name in seen:
            yield f"{path.relative_to(ROOT)}: there is also {seen[path.name].relative_to(ROOT)}"
        seen[path.name] = path


def check_source(path, text):
    """What every C file keeps to."""
    name = path.relative_to(ROOT)
    if not text.startswith("/* SPDX-License-Identifier: MIT */"):
        yield f"{name}:1: no SPDX line"
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(r'#include\s+"\.\./', line):
            yield f"{name}:{number}: an include climbs out of its layer"
        if "\t" in line or line != line.rstrip():
            yield f"{name}:{number}: tab or trailing blank"


def check_opening(path, text):
    """A source says first what it is for; what a program wrote says which."""
    if not re.match(r"/\* SPDX[^\n]*\n/\*\s", text):
        yield f"{path.relative_to(ROOT)}:2: no opening sentence that says what the file is for"


def circles(graph):
    """The nodes that lie on a circle, as one sorted list for each knot of them (Tarjan's algorithm)."""
    order, lowest, stack, found = {}, {}, [], []

    def visit(node):
        order[node] = lowest[node] = len(order)
        stack.append(node)
        for other in graph.get(node, ()):
            if other not in order:
                visit(other)
                lowest[node] = min(lowest[node], lowest[other])
            elif other in stack:
                lowest[node] = min(lowest[node], order[other])
        if lowest[node] == order[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for node in graph:
        if node not in order:
            visit(node)
    return found


def check_circles(texts):
    """No header includes itself on a way round, and no module (what has one name: .h, .c, .inc) either.

    File names are unique over the tree, so a name is enough.
    """
    includes = {
        path.name: set(re.findall(r'^\s*#\s*include\s+["<](?:\w+/)*(\w+\.\w+)[">]', text, re.MULTILINE))
        for path, text in texts.items()
    }
    modules = {}
    for name, others in includes.items():
        module = name.partition(".")[0]
        modules.setdefault(module, set()).update({other.partition(".")[0] for other in others} - {module})
    for kind, graph in ("headers", includes), ("modules", modules):
        for circle in circles(graph):
            yield f"{kind} include one another in a circle: {', '.join(circle)}"


def check_lua_circles(texts):
    """The same for the Lua module, whose files share one header: by what each defines and another names."""
    words = {path.name: set(re.findall(r"\btlua_\w+", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)))
             for path, text in texts.items() if path.suffix == ".c" and path.parent.name == "lua"}
    defined = {}
    for path, text in texts.items():
        for found in re.finditer(r"^(?:\w[^;{}#]*?\b(tlua_\w+)\([^;{}]*\)\n\{|const luaL_Reg (tlua_\w+)\[\] = )", text, re.MULTILINE):
            defined[found.group(1) or found.group(2)] = path.name
    graph = {name: {defined[word] for word in named if word in defined} - {name} for name, named in words.items()}
    for circle in circles(graph):
        yield f"files of the Lua module need one another in a circle: {', '.join(circle)}"


def python_modules(paths):
    """The modules of the Python package by their dotted names."""
    modules = {}
    for path in paths:
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return modules


def imported_by(name, path, text, modules):
    """The modules of the package that one imports, wherever the statement stands: an import within a function hides a circle, it
    does not open one."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
            base = ".".join([*parents, *([node.module] if node.module else [])])
            for alias in node.names:
                yield f"{base}.{alias.name}" if f"{base}.{alias.name}" in modules else base


def check_python_circles(texts):
    """No module of the Python package imports itself on a way round."""
    modules = python_modules(texts)
    graph = {name: set(imported_by(name, path, texts[path], modules)) - {name} for name, path in modules.items()}
    for circle in circles(graph):
        yield f"modules of the Python package import one another in a circle: {', '.join(circle)}"


def check_readmes(files):
    """Every folder of these has a few lines on what is in it."""
    folders = {path.relative_to(ROOT).parent for path in files}
    for folder in sorted(folders):
        if folder.parts and folder.parts[0] in {"lib", "tools", "lab", "web"} and ROOT / folder / "README.md" not in files:
            yield f"{folder}: no README.md"


def check_prose(path, text):
    """Prose is read beside code: no line of it is longer than that. Tables, code and comments are as wide as they have to be."""
    fence = None
    shown = re.sub(r"<!--.*?-->", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
    for number, line in enumerate(shown.splitlines(), 1):
        found = re.match(r"\s*(`{3,}|~{3,})", line)
        if found and fence in (None, found[1][:3]):
            fence = found[1][:3] if fence is None else None
        elif fence is None and len(line) > PROSE and not re.match(r" {4}|\s*(\||\[[^]]+\]: )", line):
            yield f"{path.relative_to(ROOT)}:{number}: {len(line)} columns of prose, {PROSE} at most"


def check_merged(path):
    """No file holds what a merge could not decide."""
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        if re.match(rb"(<{7}|>{7}|\|{7}) ", line):
            yield f"{path.relative_to(ROOT)}:{number}: a merge was left undecided"


def check_library(path, text):
    """What files of lib/ keep to beyond that."""
    name = path.relative_to(ROOT)
    for number, line in enumerate(text.splitlines(), 1):
        include = re.search(r'#include\s+"(tetress/[^"]+)"', line)
        if include and path.relative_to(ROOT / "lib").parts[0] in BELOW_API and include.group(1) not in SHARED_HEADERS:
            yield f"{name}:{number}: {include.group(1)} is for the api layer alone"
        found = FORBIDDEN_IN_LIB.search(line)
        if found and found.group(1) != ALLOWED_IN_LIB.get(name.as_posix()):
            yield f"{name}:{number}: the library does no such thing: {line.strip()}"
        system = re.match(r"#include\s+<(stdio|signal|setjmp|locale)\.h>", line)
        if system and system.group(1) != ALLOWED_INCLUDES_IN_LIB.get(name.as_posix()):
            yield f"{name}:{number}: not in the library: {line}"


def check_floors(path, text):
    """The shortest structure that the library accepts has a size of its own (struct_sizes.h), which no new field raises."""
    name = path.relative_to(ROOT)
    for found in re.finditer(r"\bttr_struct_(?:fits|read)\(((?:[^()]|\([^()]*\))*)\)", text):
        oldest = found.group(1).rpartition(",")[2].strip()
        if oldest != "size_t oldest" and not re.fullmatch(r"TTR_OLDEST\(tetress_\w+\)", oldest):
            number = text.count("\n", 0, found.start()) + 1
            yield f"{name}:{number}: the oldest size of a structure is TTR_OLDEST(type), not {oldest}"
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"\s*X\(tetress_\w+,.*\bsizeof\b(?!\(void \*\))|\s*#\s*define\s+\w*OLDEST\w*\s+.*\bsizeof\b", line):
            yield f"{name}:{number}: the oldest size of a structure is a number, not its sizeof: {line.strip()}"


def check_used(texts):
    """What a header of the library declares is used in the library. A use is indented or in a macro; functions are
    declared and defined at the start of a line."""
    used, declared = set(), {}
    for path, text in texts.items():
        if path.relative_to(ROOT).parts[0] != "lib":
            continue
        text = re.sub(r"/\*.*?\*/", lambda comment: re.sub(r"[^\n]", " ", comment.group()), text, flags=re.S)
        for number, line in enumerate(text.splitlines(), 1):
            if line[:1].isspace() or line.startswith("#define"):
                used.update(re.findall(r"\bttr_\w+", line))
            elif path.suffix == ".h":
                found = re.match(r"(?!typedef)[\w\s*]*\b(ttr_\w+)[(\[;]", line)
                if found:
                    declared[found.group(1)] = f"{path.relative_to(ROOT)}:{number}"
    for name in sorted(declared.keys() - used - USED_BY_TESTS_ALONE):
        yield f"{declared[name]}: nothing in the library uses {name}"


def check_contracts(path, text):
    """Every function of the public header has a comment right above it."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if re.match(r"TETRESS_(EXPERIMENTAL_)?API\b", line) and not lines[number - 1].rstrip().endswith("*/"):
            yield f"{path.relative_to(ROOT)}:{number + 1}: a function without a contract"


def comment_lines(text):
    """The lines of a C file that hold nothing but a comment, and those that are not blank."""
    # Strings may hold what looks like a comment. Comments become a sign that no C file has, one for each line that they touch.
    pattern = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/'
    marked = re.sub(pattern, lambda found: re.sub(r"[^\n]+", "\0", found.group()) if found.group()[0] == "/" else "s", text, flags=re.S)
    lines = [line for line in (re.sub(r"\s", "", line) for line in marked.splitlines()) if line]
    return sum(not line.strip("\0") for line in lines), len(lines)


def comment_shares(texts):
    """The share of comment lines of each folder that has a floor, in percent."""
    shares = {}
    for folder in COMMENT_FLOORS:
        counts = [comment_lines(text) for path, text in texts.items() if path.relative_to(ROOT).parts[0] == folder]
        shares[folder] = 100 * sum(comments for comments, _ in counts) / sum(lines for _, lines in counts)
    return shares


def check_comment_shares(shares):
    """What readers need beyond code does not get less."""
    for folder, share in shares.items():
        if share < COMMENT_FLOORS[folder]:
            yield f"{folder}: {share:.1f} % of the lines are comments; at least {COMMENT_FLOORS[folder]} % should be"


def check_python_test(path, text):
    """A test's only limit is one for hangs, which no busy machine comes near."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(r"timeout=\d|monotonic\(\) [+-] \d", line):
            yield f"{path.relative_to(ROOT)}:{number}: a busy machine breaks this: {line.strip()} (use HANG_S)"


def main():
    files = tracked()
    texts = {}
    breaches = list(check_names(files))
    for path in files:
        breaches += check_merged(path)
        if path.suffix == ".py" and re.match(r"(test_|conftest|\w*_support)", path.name):
            breaches += check_python_test(path, path.read_text())
        if path.suffix == ".md":
            breaches += check_prose(path, path.read_text(encoding="utf-8"))
        if path.suffix not in SOURCES:
            continue
        text = path.read_text()
        top = path.relative_to(ROOT).parts[0]
        breaches += check_source(path, text)
        if top in {"include", "lib", "tools", "bindings"}:
            texts[path] = text
        if path.suffix == ".c" and top in {"lib", "tools", "bindings"}:
            breaches += check_opening(path, text)
        if top == "lib":
            breaches += check_library(path, text)
            breaches += check_floors(path, text)
        if top == "include":
            breaches += check_contracts(path, text)
    breaches += check_readmes(set(files))
    breaches += check_circles(texts)
    breaches += check_used(texts)
    breaches += check_lua_circles(texts)
    breaches += check_python_circles({path: path.read_text() for path in files if path.suffix == ".py" and PACKAGE in path.parents})
    shares = comment_shares(texts)
    breaches += check_comment_shares(shares)
    shown = ", ".join(f"{folder} {share:.1f} %" for folder, share in shares.items())
    print("\n".join(breaches) if breaches else f"lint: {len(files)} files, no breach; comment lines: {shown}")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
