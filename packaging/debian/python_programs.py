#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What pip makes of pyproject.toml, for a package that is copied: the programs, and what tools know of the package.

usage: python_programs.py PYPROJECT VERSION ROOT
"""
import pathlib
import sys
import tomllib

PROGRAM = """\
#!/usr/bin/python3
import sys

from {module} import {function}

sys.exit({function}())
"""


def main():
    pyproject, version, root = sys.argv[1:]
    with open(pyproject, "rb") as file:
        project = tomllib.load(file)["project"]
    programs = pathlib.Path(root, "usr/bin")
    programs.mkdir(parents=True, exist_ok=True)
    # The command line is a program of another package.
    scripts = {name: place for name, place in project["scripts"].items() if name != project["name"]}
    for name, place in scripts.items():
        module, function = place.split(":")
        (programs / name).write_text(PROGRAM.format(module=module, function=function), encoding="utf-8")
        (programs / name).chmod(0o755)
    known = pathlib.Path(root, "usr/lib/python3/dist-packages", f"{project['name']}-{version}.dist-info")
    known.mkdir(parents=True, exist_ok=True)
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version}", f"Summary: {project['description']}",
             f"License: {project['license']['text']}", f"Requires-Python: {project['requires-python']}"]
    (known / "METADATA").write_text("\n".join(lines) + "\n", encoding="utf-8")
    entries = [f"{name} = {place}" for name, place in scripts.items()]
    (known / "entry_points.txt").write_text("\n".join(["[console_scripts]", *entries]) + "\n", encoding="utf-8")
    (known / "INSTALLER").write_text("debian\n", encoding="utf-8")


if __name__ == "__main__":
    main()
