# SPDX-License-Identifier: MIT
"""The Python reference, from the sources of the package: nothing is imported, so no library need be built.

A name is documented where a package or module makes it public (`__all__`); it may be defined in another of its modules.
"""

import ast
import copy
import functools
import pathlib
import re
import tokenize

import markdown

# The modules that have a page, and so the names that a signature may link.
PUBLIC = ("tetress", "tetress.tetris", "tetress.referee", "tetress.training", "tetress.agent")
PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "bindings" / "python" / "tetress"


class Module:
    """A module of the package: its definitions, and where those that it imports come from."""

    def __init__(self, name):
        self.name = name
        base = PACKAGE.joinpath(*name.split(".")[1:])
        self.path = base / "__init__.py" if base.is_dir() else base.with_suffix(".py")
        self.package = name if base.is_dir() else name.rpartition(".")[0]
        self.text = self.path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.defined, self.imported = {}, {}
        for node in self.tree.body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                self.defined[node.name] = node
            elif isinstance(node, ast.AnnAssign):
                self.defined[node.target.id] = node
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.defined[node.targets[0].id] = node
            elif isinstance(node, ast.ImportFrom) and node.level:
                self.add_imports(node)

    def add_imports(self, node):
        package = self.package.split(".")
        source = ".".join(package[:len(package) - node.level + 1] + ([node.module] if node.module else []))
        for alias in node.names:
            self.imported[alias.asname or alias.name] = (source, alias.name)

    def public(self):
        """The names in `__all__`, else those that are defined here without an underscore."""
        if "__all__" in self.defined:
            return ast.literal_eval(self.defined["__all__"].value)
        return [name for name, node in self.defined.items() if not name.startswith("_") and isinstance(node, (ast.ClassDef, ast.FunctionDef))]

    def comments(self):
        """The comments of the source, by line."""
        with open(self.path, "rb") as source:
            return {token.start[0]: token.string.lstrip("#: ") for token in tokenize.tokenize(source.readline)
                    if token.type == tokenize.COMMENT and "noqa" not in token.string}


def where(module, name):
    """The module that defines a public name, with its node; None for a module."""
    while name not in module.defined:
        source, name = module.imported[name]
        if is_module(f"{source}.{name}"):
            return None
        module = Module(source)
    return module, module.defined[name]


@functools.cache
def public_paths():
    """(module that defines it, name) -> the path under which it is public."""
    paths = {}
    for path in PUBLIC:
        module = Module(path)
        for name in module.public():
            found = where(module, name)
            if found:
                paths.setdefault((found[0].name, name), f"{path}.{name}")
    return paths


class Qualified(ast.NodeTransformer):
    """Names of ours in an annotation by the paths under which they are public: two modules have a Game. A type variable becomes
    the class that bounds it."""

    def __init__(self, module):
        self.module = module

    def visit_Name(self, node):
        made = self.module.defined.get(node.id)
        if isinstance(made, ast.Assign) and ast.unparse(made.value).startswith("TypeVar("):
            bound = next((word.value for word in made.value.keywords if word.arg == "bound"), None)
            return self.visit(ast.Name(ast.literal_eval(bound))) if bound else node
        if node.id in self.module.defined or node.id in self.module.imported:
            found = where(self.module, node.id)
            path = found and public_paths().get((found[0].name, node.id))
            return ast.Name(path) if path else node
        return node


def unparsed(module, node):
    return ast.unparse(Qualified(module).visit(copy.deepcopy(node)))


def is_module(name):
    base = PACKAGE.joinpath(*name.split(".")[1:])
    return base.is_dir() or base.with_suffix(".py").is_file()


# ---- Text ----------------------------------------------------------------------------------------


def docstring(node):
    return ast.get_docstring(node) or ""


def prose(text, page):
    return markdown.prose(text, lambda word: word, page)


def decorators(node):
    return {ast.unparse(one).rpartition(".")[2] for one in node.decorator_list}


def signature(module, node, drop_first):
    """The arguments of a function as written, with their types, and what it returns."""
    arguments = node.args
    if drop_first:
        arguments = ast.parse("def f(%s): pass" % ast.unparse(arguments).partition(", ")[2]).body[0].args
    returns = f" -> {unparsed(module, node.returns)}" if node.returns else ""
    return f"({unparsed(module, arguments)}){returns}"


def function(module, node, name, page, kind="py:function", drop_first=False, options=()):
    return markdown.directive(kind, name + signature(module, node, drop_first), prose(docstring(node), page), options=options)


def typed(module, annotation):
    """The option of a directive that tells a type."""
    return [("type", unparsed(module, annotation))] if annotation else []


def data(module, node, name, page, kind="py:data"):
    """A variable or a field, with its type and the comment behind it."""
    told = module.comments().get(node.end_lineno, "")
    return markdown.directive(kind, name, prose(told, page), options=typed(module, getattr(node, "annotation", None)))


def method(module, node, page):
    """A method or a property, None for one that is private."""
    kinds = decorators(node)
    if node.name.startswith("_") or "setter" in kinds or "overload" in kinds:
        return None
    if "property" in kinds:
        return markdown.directive("py:property", node.name, prose(docstring(node), page), options=typed(module, node.returns))
    options = [(kind, "") for kind in ("classmethod", "staticmethod") if kind in kinds]
    return function(module, node, node.name, page, "py:method", "staticmethod" not in kinds, options)


def bases(module, node):
    """The bases with their modules, as far as they are ours: those that are public by name, the others to be told with it."""
    for base in node.bases:
        name = ast.unparse(base).partition("[")[0]
        found = where(module, name) if name in module.defined or name in module.imported else None
        if found:
            yield name, *found


def members(module, node, page):
    """The members of a class, with those of private bases, whose names nobody knows."""
    told = {}
    for name, home, base in bases(module, node):
        if name.startswith("_"):
            told.update(members(home, base, page))
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and not one.target.id.startswith("_"):
            told[one.target.id] = data(module, one, one.target.id, page, "py:attribute")
        elif isinstance(one, ast.FunctionDef):
            made = method(module, one, page)
            if made:
                told[one.name] = made
    return told


def constructor(module, node):
    """The arguments with which a class is called; none for a class that only the library makes."""
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and one.name in {"__init__", "__new__"}:
            return signature(module, one, True).partition(" -> ")[0]
    return ""


def class_text(module, node, name, page):
    parents = [f"{{py:class}}`{base}`" for base, _, _ in bases(module, node) if not base.startswith("_")]
    parts = ["Has the members of " + " and ".join(parents) + ", too."] if parents else []
    init = next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
    texts = [prose(docstring(node), page), prose(docstring(init), page) if init and constructor(module, node) != "()" else "", *parts]
    kind = "py:exception" if is_exception(module, node) else "py:class"
    made = "\n\n".join([text for text in texts if text] + list(members(module, node, page).values()))
    return markdown.directive(kind, name + ("" if kind == "py:exception" else constructor(module, node)), made, depth=2)


def is_exception(module, node):
    return any(ast.unparse(base) == "Exception" for base in node.bases) or any(is_exception(home, base) for _, home, base in bases(module, node))


def entry(module, name, page):
    """A public name of a module, None if it is a module itself."""
    found = where(module, name)
    if found is None:
        return None
    home, node = found
    if isinstance(node, ast.ClassDef):
        return class_text(home, node, name, page)
    return function(home, node, name, page) if isinstance(node, ast.FunctionDef) else data(home, node, name, page)


def page(argument, name):
    """The reference of a module: with names after it, only of those, else of all that are public."""
    module_name, *wanted = argument.split()
    module = Module(module_name)
    parts = [f"```{{py:currentmodule}} {module_name}\n```\n"]
    if not wanted or wanted == ["*"]:
        parts = [f"```{{py:module}} {module_name}\n```\n", prose(ast.get_docstring(module.tree) or "", name) + "\n"]
    if wanted != ["*"]:
        parts += filter(None, (entry(module, one, name) for one in wanted or module.public()))
    return "\n".join(parts)


def sources():
    return sorted(path for path in PACKAGE.rglob("*.py") if re.match(r"[a-z_]+\.py$", path.name))
