# SPDX-License-Identifier: MIT
"""The pages of the C reference: a header as MyST, every name with an anchor, every mention of a name as a link."""

import re

import c_header
import markdown

ROLES = {"function": "c:func", "macro": "c:macro", "list": "c:macro", "struct": "c:struct", "type": "c:type", "callback": "c:type"}


def linker(known):
    """Turns a name of the library or `structure.field` into a link."""

    def link(word):
        name = word.removesuffix("()")
        if name in known:
            return f"{{{ROLES[known[name][1].kind]}}}`{name}`"
        structure, _, field = name.partition(".")
        if field and structure in known and any(re.search(rf"\b{field}\b", one.declaration) for one in known[structure][1].fields):
            return f"{{c:member}}`{name}`"
        return word

    return link


def initialised(entry):
    """The structure that a macro initialises, or None."""
    found = re.match(r"\{\(uint32_t\)sizeof\((\w+)\)", entry.value)
    return found[1] if found else None


def body(entry, text):
    """What stands under the signature of an entry whose comment is `text`, as MyST."""
    if entry.kind == "macro" and initialised(entry):
        return text or f"An initialiser of a {{c:struct}}`{initialised(entry)}`: `size` and the defaults."
    if entry.kind == "macro":
        return f"`{entry.value}`" + (f": {text}" if text else "")
    if entry.kind == "list":
        return text + "\n\n" + markdown.code(entry.value, "c")
    return text


def member(field, link, page):
    return markdown.directive("c:member", field.declaration, markdown.prose(field.text, link, page))


def entry_text(entry, text, link, page):
    """A declaration with its signature; `text` is its comment as MyST."""
    if entry.kind == "struct":
        members = "\n".join(member(field, link, page) for field in entry.fields)
        return markdown.directive("c:struct", entry.name, f"{text}\n\n{members}", depth=2)
    name = {"function": "c:function", "macro": "c:macro", "list": "c:macro"}.get(entry.kind, "c:type")
    return markdown.directive(name, entry.declaration, body(entry, text))


def groups(found):
    """Declarations that share a comment, together."""
    group = []
    for entry in found:
        if group and (entry.first or entry.kind in {"section", "text"}):
            yield group
            group = []
        group.append(entry)
    if group:
        yield group


def split_own(entry):
    """The comment above a macro and the one behind it, where it has both."""
    above, gap, own = entry.text.rpartition("\n\n")
    return (above, own) if gap and entry.kind == "macro" else (entry.text, "")


def page(header, name, folder=c_header.INCLUDE):
    """The reference of a header, for the page of this name."""
    link = linker(c_header.public_names(folder))
    parts = []
    for group in groups(c_header.read(header, folder)):
        first = group[0]
        if first.kind == "section":
            parts.append(f"## {first.name}\n")
        elif first.kind == "text":
            parts.append(markdown.prose(first.text, link, name) + "\n")
        elif len(group) == 1:
            parts.append(entry_text(first, markdown.prose(first.text, link, name), link, name))
        else:
            shared, own = split_own(first) if first.kind == "macro" else (first.text, "")
            parts.append(markdown.prose(shared, link, name) + "\n")
            for entry in [first._replace(text=own), *group[1:]]:
                parts.append(entry_text(entry, markdown.prose(entry.text, link, name), link, name))
    return "\n".join(parts)


def first_sentence(text):
    flat = " ".join(text.split())
    return re.split(r"(?<=[.;]) (?=[A-Z])", flat)[0]


def index(name, folder=c_header.INCLUDE):
    """A table of all names, with their headers and what each is in a sentence."""
    known = c_header.public_names(folder)
    link = linker(known)
    rows = []
    for word in sorted(known, key=lambda word: (word.lower(), word)):
        header, entry = known[word]
        target = header.removesuffix(".h")
        sentence = markdown.with_pages(markdown.escaped(first_sentence(entry.text), link), name) or body(entry, "")
        rows.append([link(word), f"[{header}]({target}.md)", markdown.cell(sentence)])
    return markdown.table(["name", "header", "what it is"], rows)
