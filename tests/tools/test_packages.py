# SPDX-License-Identifier: MIT
"""packaging/: what its files repeat of the rest of the tree is the same there. tests/packages builds the packages."""
import json
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PACKAGING = ROOT / "packaging"
DEBIAN = PACKAGING / "debian"


def read(path):
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def version():
    header = read(ROOT / "include" / "tetress" / "version.h")
    return ".".join(re.search(rf"#define TETRESS_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))


@pytest.fixture(scope="module")
def abi():
    return re.search(r"#define TETRESS_ABI_VERSION (\d+)", read(ROOT / "include" / "tetress" / "version.h"))[1]


def test_packages_have_the_version_of_the_header(version):
    assert re.match(r"libtetress \((.*)-\d+\) ", read(DEBIAN / "changelog"))[1] == version
    assert json.loads(read(PACKAGING / "vcpkg" / "tetress" / "vcpkg.json"))["version"] == version


def test_debian_names_the_library_by_its_abi_version(abi):
    packages = re.findall(r"^Package: (.*)$", read(DEBIAN / "control"), re.MULTILINE)
    assert packages == [f"libtetress{abi}", "libtetress-dev", "tetress", "python3-tetress"]
    assert (DEBIAN / f"libtetress{abi}.install").exists()


def test_debian_lists_the_exported_symbols(abi, version):
    head, field, *rows = read(DEBIAN / f"libtetress{abi}.symbols").splitlines()
    assert head == f"libtetress.so.{abi} libtetress{abi} #MINVER#" and field == "* Build-Depends-Package: libtetress-dev"
    since = dict(re.fullmatch(r" (\w+)@Base ([\d.]+)", row).groups() for row in rows)
    assert list(since) == read(ROOT / "tests" / "abi" / "symbols.txt").split()
    numbers = [[int(part) for part in one.split(".")] for one in (version, *since.values())]
    assert max(numbers) == numbers[0], "no symbol is newer than the library"


def test_debian_has_the_text_of_the_license():
    words = read(DEBIAN / "copyright").replace("\n .\n", "\n").split()
    license_words = read(ROOT / "LICENSE").split()
    text = license_words[license_words.index("Permission"):]
    assert words[-len(text):] == text
    holder = re.search(r"Copyright \(c\) (.*)", read(ROOT / "LICENSE"))[1]
    assert f"Copyright: {holder}\n" in read(DEBIAN / "copyright")
