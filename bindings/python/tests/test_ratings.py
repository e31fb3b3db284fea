# SPDX-License-Identifier: MIT
"""Ratings and tables."""

import itertools
import math
import random

import numpy as np
import pytest
from tetress.tournament.ratings import crosstable, fit, rate, standings
from tetress.tournament.results import Entry
from tournament_support import all_outcomes, played


def points_of(table, names):
    points = np.zeros((len(names), len(names)))
    for (one, two), taken in table.items():
        points[names.index(one), names.index(two)] = taken
    return points


def likelihood(ratings, points, prior):
    """Of the model, by its definition."""
    total = -sum((r - sum(ratings) / len(ratings)) ** 2 for r in ratings) / (2 * prior**2)
    for i, j in itertools.permutations(range(len(ratings)), 2):
        total += points[i, j] * math.log(1 / (1 + 10 ** ((ratings[j] - ratings[i]) / 400)))
    return total


def test_ratings_are_the_most_likely_ones():
    points = points_of({("a", "b"): 3, ("b", "a"): 1, ("b", "c"): 5.5, ("c", "b"): 2.5, ("a", "c"): 2}, "abc")
    found = fit(points, prior=500.0)
    best = likelihood(found, points, 500.0)
    assert abs(found.sum()) < 1e-6
    for i in range(3):
        for step in (-1.0, 1.0):
            moved = found.copy()
            moved[i] += step
            assert likelihood(moved, points, 500.0) < best


def test_two_players_have_the_difference_of_their_score():
    found = fit(points_of({("a", "b"): 75, ("b", "a"): 25}, "ab"), prior=1e6)
    assert found[0] - found[1] == pytest.approx(400 * math.log10(3), abs=0.1)


def test_anchors_stay_and_move_all_others():
    points = points_of({("a", "b"): 30, ("b", "a"): 10, ("b", "c"): 20, ("c", "b"): 20}, "abc")
    free = fit(points, prior=1e5)
    fixed = fit(points, prior=1e5, fixed={1: 1500.0})
    assert fixed[1] == pytest.approx(1500.0)
    assert fixed - fixed[1] == pytest.approx(free - free[1], abs=1.0)
    both = fit(points, fixed={0: 100.0, 2: -50.0})
    assert (both[0], both[2]) == pytest.approx((100.0, -50.0))
    assert both[1] < 100
    assert fit(points, fixed={0: 1.0, 1: 2.0, 2: 3.0}) == pytest.approx([1, 2, 3])


def test_who_won_everything_has_a_finite_rating():
    found = fit(points_of({("a", "b"): 1000}, "ab"))
    assert np.isfinite(found).all()
    assert 500 < found[0] - found[1] < 5000


def simulated(strength, pairs, seed):
    chance, games = random.Random(seed), []
    for one, two in itertools.combinations(strength, 2):
        odds = 1 / (1 + 10 ** ((strength[two] - strength[one]) / 400))
        for number in range(pairs):
            for red, blue in ((one, two), (two, one)):
                of_one = "red" if red == one else "blue"
                winner = of_one if chance.random() < odds else ("blue" if of_one == "red" else "red")
                games.append(played(red, blue, winner, number=number, actions=0))
    return games


def test_intervals_hold_the_true_strengths():
    strength = {"a": 0.0, "b": 100.0, "c": 250.0, "d": -80.0}
    entries = [Entry(name, name, anchor=0.0 if name == "a" else None) for name in strength]
    held = total = 0
    for seed in range(6):
        found = rate(entries, simulated(strength, 30, seed), samples=120)
        assert found["a"] == (0.0, 0.0, 0.0)
        for name in "bcd":
            elo, low, high = found[name]
            assert low <= elo <= high and low < high
            held += low <= strength[name] <= high
            total += 1
    assert held >= 0.8 * total  # 95 % of them are meant to


def test_a_failure_of_both_is_worth_nothing():
    games = all_outcomes()
    rows = {row.name: row for row in standings([Entry("a", "a"), Entry("b", "b"), Entry("c", "c")], games)}
    assert rows["a"].games == rows["b"].games == len(games) - 1  # all but the one that was nobody's
    assert rows["a"].points + rows["b"].points == len(games) - 2
    assert rows["a"].faults + rows["b"].faults == 7 + 2
    assert (rows["c"].games, rows["c"].points) == (0, 0)
    assert rate([Entry("c", "c")], []) == {}


def test_equal_points_are_parted_by_whom_they_were_taken_from():
    # a and b have a point and a half each; b's point is from c, who has two; a's is from d, who has one.
    games = [played("b", "c", "red"), played("a", "d", "red"), played("c", "a", "red"), played("c", "d", "red")]
    games += [played("d", "b", "red"), played("a", "b", "draw", "turn_limit")]
    rows = standings([Entry(name, name) for name in "abcd"], games)
    assert [(row.name, row.points) for row in rows] == [("c", 2.0), ("b", 1.5), ("a", 1.5), ("d", 1.0)]
    assert [row.rank for row in rows] == [1, 2, 3, 4]


def test_unequal_numbers_of_games_are_ranked_by_share():
    # b has won its only game; a has lost one of its three.
    games = [played("a", "c", "red"), played("a", "d", "red", number=1), played("a", "b", "blue", number=2)]
    entries = [Entry(name, name) for name in "abcde"]
    rows = standings(entries, games)
    assert [(row.name, round(row.share, 2)) for row in rows] == [("b", 1.0), ("a", 0.67), ("c", 0.0), ("d", 0.0), ("e", 0.0)]
    # A bye counts as games won.
    assert [row.share for row in standings(entries[:2], games[2:], None, {"a": 2.0}) if row.name == "a"] == [2 / 3]


def test_crosstable_adds_up():
    table = crosstable(all_outcomes())
    assert table["a", "b"][1] == table["b", "a"][1] == len(all_outcomes()) - 1
    assert table["a", "b"][0] + table["b", "a"][0] == len(all_outcomes()) - 2


def pair_of(number, second_winner):
    """Both games of a pair that `a` begins and wins."""
    return [played("a", "b", "red", number=number, actions=0), played("b", "a", second_winner, number=number, actions=0)]


@pytest.mark.parametrize("anchor", [None, 0.0])
@pytest.mark.parametrize("second_winners", [("blue",), ("blue", "red"), ("blue",) * 20, ("red",) * 3])
def test_pairs_without_spread_are_no_certainty(anchor, second_winners):
    # where all pairs end alike, each is the same when drawn again, and so is the rating
    games = [game for number, winner in enumerate(second_winners) for game in pair_of(number, winner)]
    elo, low, high = rate([Entry("a", "a"), Entry("b", "b", anchor=anchor)], games, samples=50)["a"]
    assert low < elo - 50 and elo + 50 < high
    assert math.isfinite(low) and math.isfinite(high)


def test_more_pairs_narrow_the_interval_of_pairs_that_end_alike():
    def width(pairs):
        games = [game for number in range(pairs) for game in pair_of(number, "red")]
        _, low, high = rate([Entry("a", "a"), Entry("b", "b", anchor=0.0)], games, samples=20)["a"]
        return high - low

    assert width(1) > width(4) > width(25)
