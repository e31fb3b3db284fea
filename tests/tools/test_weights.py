# SPDX-License-Identifier: MIT
"""Weights as lab/train/region.py writes them, and players that load them."""
import pathlib
import re
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = ROOT / "tests" / "data" / "tetress" / "region.weights"
SOURCE = ROOT / "lib" / "eval" / "region_weights.c"

pytest.importorskip("numpy")
sys.path.insert(0, str(ROOT / "lab" / "train"))
import region  # noqa: E402  its path has just been added


def test_weights_come_back_as_they_were_packed():
    data = DATA.read_bytes()
    assert region.pack(region.unpack(data)) == data
    with pytest.raises(ValueError):
        region.unpack(data[:-1])
    with pytest.raises(ValueError):
        region.unpack(data[:-1] + bytes([data[-1] ^ 1]))


def test_the_source_of_weights_has_all_their_numbers():
    data = DATA.read_bytes()
    text = region.c_source(data)
    numbers = [int(n) for n in re.findall(r"-?\d+", text.split("ttr_region_weights = {", 1)[1])]
    whole = region.unpack(data)
    pairs = [whole["first"][2 * i + k][j] for i in range(region.TERMS // 2)
             for j in range(region.HIDDEN) for k in range(2)]
    assert numbers == [*pairs, *whole["bias"], *whole["last"], whole["last_bias"]]


def test_the_weights_built_in_were_exported_like_that():
    """Reading the numbers back from the source and exporting them again gives the source."""
    text = SOURCE.read_text()
    numbers = [int(n) for n in re.findall(r"-?\d+", text.split("ttr_region_weights = {", 1)[1])]
    np = pytest.importorskip("numpy")
    terms, hidden = region.TERMS, region.HIDDEN
    first, bias, last = (np.array(part) for part in np.split(numbers[:-1], [terms * hidden, (terms + 1) * hidden]))
    first = first.reshape(terms // 2, hidden, 2).transpose(0, 2, 1).reshape(terms, hidden)
    whole = {"first": first.astype(np.int16), "bias": bias.astype(np.int32), "last": last.astype(np.int16),
             "last_bias": np.int32(numbers[-1])}
    assert region.c_source(region.pack(whole)) == text


def test_a_player_can_have_the_weights_of_a_file(tetress, tmp_path):
    position = ["--moves", "3-4,4-3,4-4,4-5 8-8,8-9,9-8,9-9", "--nodes", 3000, "--quiet", "--json"]
    built_in = tetress("best", "--player", "negamax", *position)
    loaded = tetress("best", "--player", f"negamax@{DATA}", *position)
    assert loaded.returncode == 0 and built_in.returncode == 0
    assert loaded.stdout != built_in.stdout
    damaged = tmp_path / "damaged"
    damaged.write_bytes(DATA.read_bytes()[:-1] + b"x")
    for path, reason in ((damaged, "damaged"), (tmp_path / "none", "cannot be read")):
        done = tetress("best", "--player", f"negamax@{path}", *position)
        assert done.returncode == 1 and reason in done.stderr and path.name in done.stderr
