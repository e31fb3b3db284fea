# SPDX-License-Identifier: MIT
"""Schedules: who meets whom, with which seed."""

import collections

from hypothesis import given
from hypothesis import strategies as st
from tetress.tournament.schedule import gauntlet, games_of, pair_seed, round_robin, swiss_round

names = st.lists(st.text("abcdefg", min_size=1, max_size=4), min_size=2, max_size=9, unique=True)


@given(names, st.integers(0, 5), st.integers(1, 3))
def test_round_robin_is_every_pair_with_both_colours(players, seed, pairs):
    games = round_robin(players, seed, pairs)
    counts = collections.Counter((game.red, game.blue) for game in games)
    assert set(counts.values()) == {pairs}
    assert len(counts) == len(players) * (len(players) - 1)
    assert all(game.red != game.blue for game in games)


@given(names, st.integers(0, 5))
def test_both_games_of_a_pair_have_its_seed(players, seed):
    by_pair = collections.defaultdict(list)
    for game in round_robin(players, seed, 2):
        by_pair[game.pair].append(game)
    for first, second in by_pair.values():
        assert first.seed == second.seed
        assert (first.red, first.blue) == (second.blue, second.red)
    assert len({games[0].seed for games in by_pair.values()}) == len(by_pair)


@given(names, st.integers(0, 5))
def test_who_else_takes_part_and_in_what_order_changes_nothing(players, seed):
    alone = set(round_robin(players[:-1], seed, 2))
    assert alone <= set(round_robin(players, seed, 2))
    assert set(round_robin(players[::-1], seed, 2)) == set(round_robin(players, seed, 2))


def test_seeds_differ():
    seeds = {pair_seed(s, a, b, n) for s in range(3) for a in "ab" for b in "cd" for n in range(3)}
    assert len(seeds) == 36
    assert all(0 <= seed < 2**62 for seed in seeds)
    assert pair_seed(1, "a", "b", 0) == pair_seed(1, "b", "a", 0)
    assert games_of("a", "b", 1, 0) == games_of("b", "a", 1, 0)


def test_gauntlet_meets_the_staff_alone():
    games = gauntlet(["a", "b"], ["s", "t"], 0, 2)
    assert len(games) == 2 * 2 * 2 * 2
    assert all((game.red in "st") != (game.blue in "st") for game in games)


def play_swiss(players, rounds, strength):
    """Rounds in which the stronger wins; all meetings and byes."""
    points, met, byes = collections.Counter(), [], []
    for _ in range(rounds):
        found = swiss_round(players, points, met, byes, 7)
        here = [name for meeting in found.meetings for name in meeting] + ([found.bye] if found.bye else [])
        assert sorted(here) == sorted(players)
        for one, two in found.meetings:
            points[max(one, two, key=strength)] += 2
        met += found.meetings
        if found.bye:
            byes.append(found.bye)
            points[found.bye] += 2
    return met, byes, points


@given(st.integers(2, 12), st.integers(1, 6))
def test_swiss_has_no_rematch_while_that_is_possible(count, rounds):
    players = [f"p{i:02}" for i in range(count)]
    # So few rounds that a way without rematches is there, whatever was drawn before.
    rounds = min(rounds, count // 2)
    met, byes, _ = play_swiss(players, rounds, players.index)
    assert len({frozenset(meeting) for meeting in met}) == len(met)
    assert len(set(byes)) == len(byes)
    again, _, _ = play_swiss(players, rounds, players.index)
    assert again == met


def test_swiss_finds_the_best_of_a_class():
    players = [f"p{i:03}" for i in range(150)]
    met, _, points = play_swiss(players, 8, players.index)
    assert len({frozenset(meeting) for meeting in met}) == len(met) == 75 * 8
    assert points["p149"] == max(points.values())


def test_swiss_allows_a_rematch_where_there_is_no_other_way():
    met, _, _ = play_swiss(["a", "b"], 3, "ab".index)
    assert [sorted(meeting) for meeting in met] == [["a", "b"]] * 3
