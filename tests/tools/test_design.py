# SPDX-License-Identifier: MIT
"""The page about the architecture, its picture and the map in CONTRIBUTING say what the tree is."""
import dataclasses
import re
import subprocess
import sys

import pytest
from conftest import ROOT

DESIGN = ROOT / "docs" / "design"
sys.path.insert(0, str(DESIGN))
import draw_architecture as drawing  # noqa: E402  its path has just been added

PAGE = (DESIGN / "architecture.md").read_text(encoding="utf-8")


def folders(folder):
    return {path.name for path in (ROOT / folder).iterdir() if path.is_dir() and path.name != "__pycache__"}


def named(heading):
    """The first cells of the table below a heading."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return set(re.findall(r"^\| `([\w/]+)` \|", section, re.MULTILINE))


def test_the_page_names_every_layer():
    layers = {name for name in drawing.below_in_cmake() if not name.startswith("tools/")}
    assert named("The layers of the library") == layers
    assert {name.split("/")[0] for name in layers} == folders("lib")


def test_the_page_names_what_stands_on_the_library():
    there = {f"{folder}/{name}" for folder in ("tools", "bindings") for name in folders(folder)}
    assert named("What stands on the library") == there | {"web", "lab", "examples"}


def test_the_picture_is_of_the_layers_that_cmake_has():
    assert drawing.differences() == []
    assert drawing.PICTURE.read_text(encoding="utf-8") == drawing.picture()


def test_a_layer_that_is_drawn_in_a_wrong_place_is_found(monkeypatch):
    def moved(brick):
        return dataclasses.replace(brick, bottom=2) if brick.name == "tetris" else brick

    monkeypatch.setattr(drawing, "BRICKS", tuple(map(moved, drawing.BRICKS)))
    assert [one.split(":")[0] for one in drawing.differences()] == ["tetris"]


def test_the_map_of_the_tree_has_every_folder():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = set(re.findall(r"\*\*`(\w+)/", text.split("## A map of the tree")[1].split("\n## ")[0]))
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()
    there = {name.split("/")[0] for name in listed if "/" in name and not name.startswith(".")}
    if not there:
        pytest.skip("not a checkout of git")
    assert told == there
