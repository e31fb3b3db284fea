# SPDX-License-Identifier: MIT
"""Training data: what is written is what was played, and interruptions leave no trace."""
import pathlib
import subprocess
import sys

import pytest
from conftest import HANG_S

np = pytest.importorskip("numpy")

TRAIN = pathlib.Path(__file__).resolve().parent.parent.parent / "lab" / "train"
sys.path.insert(0, str(TRAIN))
import selfplay_data  # noqa: E402

SPEC = "negamax:hash=1"
HOW = ("--nodes", 300, "--random", 100, "--quiet")


@pytest.fixture
def play(tetress):
    def run(out, games, *options):
        done = tetress("selfplay", SPEC, "--games", games, "--out", out, *HOW, *options)
        assert done.returncode == 0, done.stderr
        return out.read_bytes()

    return run


def test_positions_are_those_that_the_moves_lead_to(play, tmp_path):
    import tetress as library

    play(tmp_path / "games", 10)
    header, positions = selfplay_data.load(tmp_path / "games")
    assert header["spec"] == SPEC and header["budget"] == "nodes=300" and header["seed"] == "1"
    starts = selfplay_data.game_starts(positions)
    assert len(starts) == 10 and list(positions["game"][starts]) == list(range(10))
    red, blue = selfplay_data.cells(positions, "red"), selfplay_data.cells(positions, "blue")
    own, other = selfplay_data.mover_cells(positions)
    for start in starts:
        game = None
        for i in range(start, start + positions["left"][start]):
            row = positions[i]
            marks = np.where(red[i], "r", np.where(blue[i], "b", "."))
            board = ["".join(marks[k : k + 11]) for k in range(0, 121, 11)]
            if game is None:
                game = library.Game.from_text("/".join(board) + f" {'rb'[row['ply'] % 2]} {row['ply']}")
            assert list(game.board) == board and game.ply == row["ply"]
            assert (own[i] == (red if game.turn == "red" else blue)[i]).all()
            assert (other[i] == (blue if game.turn == "red" else red)[i]).all()
            assert row["left"] == positions["left"][start] - (i - start)
            mover = game.turn
            game.play(library.Move(int(row["move"])))
            if not row["flags"] & selfplay_data.RANDOM:
                after = sum(game.tokens.values())
                assert (after != red[i].sum() + blue[i].sum() + 4) == bool(row["flags"] & selfplay_data.CLEARS)
            if row["flags"] & selfplay_data.PROVEN:
                assert abs(row["score"]) > 1_000_000
            last = {"red": 1, "blue": -1}
            expected = row["result"] * last[mover]
        assert game.over
        assert expected == {"red": 1, "blue": -1, None: 0}[game.winner]
        assert {1: "no_moves", 2: "turn_limit"}[row["reason"]] == game.reason


def test_the_file_depends_on_the_seed_alone(play, tmp_path):
    alone = play(tmp_path / "alone", 12)
    assert alone == play(tmp_path / "together", 12, "--concurrency", 4)
    other = play(tmp_path / "other", 12, "--seed", 2)
    assert alone[1024:] != other[1024:]


@pytest.mark.parametrize("size", [0, 7, 1023, 1024, 1025, 1071, 1072, 3000, -1, -47, -48])
def test_a_run_goes_on_where_one_was_cut_off(play, tmp_path, size):
    whole = play(tmp_path / "whole", 6)
    cut = tmp_path / "cut"
    cut.write_bytes(whole[:size] if size else b"")
    assert play(cut, 6) == whole


def test_zeros_that_a_crash_left_are_no_games(play, tmp_path):
    whole = play(tmp_path / "whole", 4)
    cut = tmp_path / "cut"
    cut.write_bytes(whole[:2000] + bytes(4096))
    assert play(cut, 4) == whole


def test_the_reader_leaves_out_a_game_that_was_cut_off(play, tmp_path):
    whole = play(tmp_path / "whole", 3)
    cut = tmp_path / "cut"
    cut.write_bytes(whole[:-60])
    positions = selfplay_data.load(cut)[1]
    assert len(selfplay_data.game_starts(positions)) == 2 and positions["left"][-1] == 1
    cut.write_bytes(whole[:1100])
    assert len(selfplay_data.load(cut)[1]) == 0
    cut.write_bytes(b"nonsense" * 200)
    with pytest.raises(ValueError):
        selfplay_data.load(cut)


def test_a_share_of_the_moves_is_random(tetress, tmp_path):
    shares = {}
    for permille in (0, 300, 1000):
        out = tmp_path / str(permille)
        tetress("selfplay", SPEC, "--games", 10, "--nodes", 50, "--random", permille, "--out", out, "--quiet")
        flags = selfplay_data.load(out)[1]["flags"]
        shares[permille] = (flags & selfplay_data.RANDOM != 0).mean()
    assert shares[0] == 0 and shares[1000] == 1 and 0.2 < shares[300] < 0.4


def test_another_run_does_not_mix_with_it(play, tetress, tmp_path):
    out = tmp_path / "games"
    before = play(out, 2)
    for change, word in [
        (("--nodes", 301, "--random", 100), "budget=nodes=301"),
        (("--nodes", 300, "--random", 99), "random=99"),
        (("--nodes", 300, "--random", 100, "--seed", 2), "seed=2"),
        (("--nodes", 300, "--random", 100, "--opening", 3), "openings=3"),
    ]:
        done = tetress("selfplay", SPEC, "--games", 3, "--out", out, "--quiet", *change)
        assert done.returncode == 1 and word in done.stderr
    done = tetress("selfplay", "greedy", "--games", 3, "--out", out, *HOW)
    assert done.returncode == 1 and "spec=greedy" in done.stderr
    assert out.read_bytes() == before
    out.write_text("a diary\n")
    done = tetress("selfplay", SPEC, "--games", 3, "--out", out, *HOW)
    assert done.returncode == 1 and out.read_text() == "a diary\n"


def test_what_it_cannot_do_is_said(tetress, tmp_path):
    assert tetress("selfplay", SPEC).returncode == 2
    done = tetress("selfplay", SPEC, "--out", "/nonexistent/file")
    assert done.returncode == 1 and "/nonexistent/file" in done.stderr
    long = "negamax:" + ",".join(["hash=1"] * 200)
    done = tetress("selfplay", long, "--games", 1, "--out", tmp_path / "long")
    assert done.returncode == 1 and "long" in done.stderr


def test_the_reader_tells_what_a_file_holds(play, tmp_path):
    play(tmp_path / "games", 3)
    done = subprocess.run(
        [sys.executable, TRAIN / "selfplay_data.py", tmp_path / "games"],
        capture_output=True, text=True, check=True, timeout=HANG_S,
    )
    assert "games      3," in done.stdout and f"spec       {SPEC}" in done.stdout
