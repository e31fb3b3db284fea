# SPDX-License-Identifier: MIT
"""Sequential tests, interruptions and clocks of `tetress match`."""
import json
import math

import pytest

A, B = "negamax:depth=2,hash=1", "negamax:depth=1,hash=1"
MATCH = ("match", A, B, "--nodes", 200, "--quiet")


def share(elo):
    return 1 / (1 + 10 ** (-elo / 400))


def slack(counts, mean):
    """max over x of sum n log(1 + x (a - mean)), by golden section: the log-likelihood that having to
    have this mean costs the free estimate of the five probabilities (Owen's empirical likelihood)."""
    scores = [i / 4 for i in range(5)]

    def value(x):
        terms = [1 + x * (a - mean) for a in scores]
        return sum(n * math.log(t) for n, t in zip(counts, terms)) if min(terms) > 0 else -math.inf

    low, high = -1 / (1 - mean), 1 / mean
    golden = (5**0.5 - 1) / 2
    for _ in range(200):
        left, right = high - golden * (high - low), low + golden * (high - low)
        low, high = (low, right) if value(left) > value(right) else (left, high)
    return value((low + high) / 2)


def llr(pairs, elo0, elo1):
    counts = [n or 1e-3 for n in pairs]
    return slack(counts, share(elo0)) - slack(counts, share(elo1))


def result(tetress, *options):
    done = tetress(*MATCH, "--json", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("elo0, elo1", [(0, 5), (-10, 10), (50, 200), (100.5, 140.25), (-3, 0)])
def test_the_ratio_is_that_of_the_empirical_likelihoods(tetress, elo0, elo1):
    for games, seed in [(2, 1), (20, 2), (60, 3)]:
        found = result(tetress, "--games", games, "--seed", seed, f"--sprt={elo0},{elo1}", "--sprt-error", "0.000001")
        assert found["games"] == games
        assert found["sprt"]["llr"] == pytest.approx(llr(found["pairs"], elo0, elo1), abs=1e-5)
        assert found["sprt"]["verdict"] == "undecided"
        assert found["sprt"]["bound"] == pytest.approx(math.log((1 - 1e-6) / 1e-6))


def test_it_stops_at_the_first_pair_that_decides_whatever_the_concurrency(tetress, tmp_path):
    outs = []
    for threads in (1, 2, 5):
        out = tmp_path / str(threads)
        found = result(tetress, "--sprt", "0,40", "--games", 600, "--concurrency", threads, "--out", out)
        games = [json.loads(line) for line in out.read_text().splitlines()]
        assert found["sprt"]["verdict"] == "H1" and found["games"] == len(games) < 600
        assert found["sprt"]["llr"] >= found["sprt"]["bound"] == pytest.approx(math.log(19))
        outs.append([{k: v for k, v in game.items() if k != "times_ms"} for game in games])
    assert outs[0] == outs[1] == outs[2]
    # a pair less, and it was not decided
    earlier = result(tetress, "--sprt", "0,40", "--games", found["games"] - 2)
    assert earlier["sprt"]["verdict"] == "undecided"


def test_the_weaker_player_is_found_out(tetress):
    done = tetress("match", B, A, "--nodes", 200, "--sprt", "0,40", "--sprt-error", 1e-4)
    assert "H0 accepted" in done.stdout and "llr -" in done.stdout
    first = done.stderr.splitlines()[2]  # after both sides' limits
    assert "llr" in first and first.startswith("100/100000")


def without_times(path):
    return [{k: v for k, v in json.loads(line).items() if k != "times_ms"} for line in path.read_text().splitlines()]


@pytest.mark.parametrize("options", [(), ("--sprt", "0,40", "--concurrency", 3)])
def test_a_match_that_was_cut_off_goes_on(tetress, tmp_path, options):
    whole, out = tmp_path / "whole", tmp_path / "out"
    expected = result(tetress, "--games", 40, "--out", whole, *options)
    text = whole.read_text()
    lines = text.splitlines(keepends=True)
    for cut in (0, 1, len(lines[0]), len(lines[0]) + 20, len("".join(lines[:4])), len(text) - 1, len(text)):
        out.write_text(text[:cut])
        complete = 2 * (text[:cut].count("\n") // 2)
        assert result(tetress, "--games", 40, "--resume", "--out", out, *options) == expected
        assert without_times(out) == without_times(whole)
        # finished games are not played again: not even their times change
        assert out.read_text().splitlines()[:complete] == text.splitlines()[:complete]


def test_a_finished_match_is_only_counted_and_can_be_longer(tetress, tmp_path):
    out = tmp_path / "out"
    first = result(tetress, "--games", 20, "--resume", "--out", out)
    text = out.read_text()
    assert result(tetress, "--games", 20, "--resume", "--out", out) == first and out.read_text() == text
    assert result(tetress, "--games", 10, "--resume", "--out", out)["games"] == 10 and out.read_text() == text
    longer = result(tetress, "--games", 24, "--resume", "--out", out)
    assert out.read_text().startswith(text) and longer == result(tetress, "--games", 24)


@pytest.mark.parametrize(
    "line, word",
    [
        (("match", A, "greedy", "--nodes", 200), "players"),
        (("match", B, A, "--nodes", 200), "players"),
        (("match", A, B, "--nodes", 201), "budget"),
        (("match", A, B, "--nodes", 200, "--seed", 2), "seed"),
        (("match", A, B, "--nodes", 200, "--opening", 5), "opening"),
    ],
)
def test_games_of_another_match_are_refused(tetress, tmp_path, line, word):
    out = tmp_path / "out"
    result(tetress, "--games", 4, "--out", out)
    text = out.read_text()
    done = tetress(*line, "--games", 8, "--quiet", "--resume", "--out", out)
    assert done.returncode == 1 and f"{out}:1: " in done.stderr and word in done.stderr
    assert out.read_text() == text


def test_a_broken_file_is_refused_and_left_alone(tetress, tmp_path):
    out = tmp_path / "out"
    result(tetress, "--games", 4, "--out", out)
    lines = out.read_text().splitlines(keepends=True)
    out.write_text(lines[0] + lines[1] + "nonsense\n" + lines[3])
    text = out.read_text()
    done = tetress(*MATCH, "--games", 4, "--resume", "--out", out)
    assert done.returncode == 1 and "line 3" in done.stderr and out.read_text() == text


def test_a_clock_runs_down_over_the_game(tetress, tmp_path):
    out = tmp_path / "out"
    done = tetress("match", "negamax:hash=1", "greedy", "--budget", "clock_ms=120,cpu_clock=1", "--games", 2, "--json",
                   "--quiet", "--out", out)
    assert done.returncode == 0, done.stderr
    # nothing about how long it took: the machine may be busy; but no move had more than the clock
    assert len(json.loads(done.stdout)["overruns"]) == 2
    for game in without_times(out):
        assert game["budget"] == "clock_ms=120,cpu_clock=1"


def lost_on_time(games):
    """Games that each player of a match has lost on time. The first one is red in the first game of a pair."""
    lost = [0, 0]
    for number, game in enumerate(games):
        if game["reason"] == "time":
            lost[(game["result"] == "blue") == (number % 2 == 1)] += 1
    return lost


def test_whose_clock_runs_out_loses(tetress, tmp_path):
    out = tmp_path / "out"
    # Whether one does depends on the machine; what it comes to does not.
    command = ("match", "greedy", "negamax:hash=1", "--budget", "clock_ms=1,cpu_clock=1", "--json", "--quiet", "--games", 4,
               "--out", out)
    first = tetress(*command)
    assert first.returncode == 0, first.stderr
    games = [json.loads(line) for line in out.read_text().splitlines()]
    for game in games:
        to_move = ("red", "blue")[(int(game["start"].split()[2]) + len(game["moves"])) % 2]
        assert game["reason"] != "time" or game["result"] != to_move
    assert json.loads(first.stdout)["overruns"] == lost_on_time(games)
    # In the file, one more player loses on time: a match that goes on from there counts it.
    games[2].update(reason="time", result="red")
    games[3].update(reason="time", result="red")
    out.write_text("".join(f"{json.dumps(game)}\n" for game in games))
    again = tetress(*command, "--resume")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["overruns"] == lost_on_time(games)
    assert min(json.loads(again.stdout)["overruns"]) > 0


@pytest.mark.parametrize(
    "options",
    [("--sprt", "5"), ("--sprt", "5,5"), ("--sprt", "5,0"), ("--sprt", "a,b"), ("--sprt", "0,nan"),
     ("--sprt", "0,5,6"), ("--sprt", "0,5000"), ("--sprt-error", "0.1"), ("--sprt", "0,5", "--sprt-error", "0.5"),
     ("--sprt", "0,5", "--sprt-error", "0"), ("--sprt", "0x1p3,0x1p4"), ("--sprt", "1e1,2e1"), ("--sprt", " 0,5"),
     ("--sprt", "0,"), ("--sprt", ",5"), ("--sprt", "-,5"), ("--sprt", "0,."), ("--sprt", "0," + "9" * 400),
     ("--sprt", "0,5", "--sprt-error", "5e-324"), ("--sprt", "0,5", "--sprt-error", "0." + 323 * "0" + "5"),
     ("--sprt", "0,5", "--sprt-error", "0x1p-3"), ("--sprt", "0,5", "--sprt-error", "0.0000009"), ("--resume",)],
)
def test_options_that_make_no_sense(tetress, options):
    done = tetress(*MATCH, *options)
    assert done.returncode == 2 and done.stdout == "" and options[0] in done.stderr
    if "--sprt-error" in options[1:]:
        assert "at least 0.000001 and below 0.5" in done.stderr


@pytest.mark.parametrize("text", ["notes on players", "one line\n and half another", "\ufeff{"])
def test_a_file_that_is_no_match_keeps_what_it_holds(tetress, tmp_path, text):
    out = tmp_path / "notes.txt"
    out.write_text(text, encoding="utf-8")
    done = tetress(*MATCH, "--games", 2, "--resume", "--out", out)
    assert done.returncode == 1 and str(out) in done.stderr
    assert out.read_text(encoding="utf-8") == text


def moves_of(tetress, tmp_path, *options):
    out = tmp_path / "moves"
    out.unlink(missing_ok=True)
    done = tetress("match", *options, "--games", 4, "--quiet", "--out", out)
    assert done.returncode == 0, done.stderr
    return [json.loads(line)["moves"] for line in out.read_text().splitlines()]


def test_players_with_a_seed_of_their_own_keep_it(tetress, tmp_path):
    bare, own = ("random", "random"), ("random:seed=5", "random:seed=6")
    assert moves_of(tetress, tmp_path, *bare, "--seed", 1) != moves_of(tetress, tmp_path, *bare, "--seed", 2)
    first, second = (moves_of(tetress, tmp_path, *own, "--seed", seed, "--opening", 0) for seed in (1, 2))
    assert first == second and first[0] == first[2] != first[1]


def test_an_opening_may_have_30_actions(tetress):
    assert tetress("match", "random", "random", "--games", 2, "--quiet", "--opening", 30).returncode == 0


def test_openings_with_a_zero_byte_are_refused(tetress, tmp_path):
    position = "/".join(["..........."] * 10) + "/rrrr....... b 1"
    for text in f"{position}\0more", f"\0{position}", f"{position}\n{position}\0", f"{position}\n\0":
        (tmp_path / "openings").write_text(text + "\n")
        done = tetress("match", "random", "random", "--games", 2, "--openings", tmp_path / "openings")
        line = text.split("\0")[0].count("\n") + 1
        assert done.returncode == 1 and f":{line}: at offset {text.splitlines()[-1].index(chr(0))}: expected " in done.stderr
