# SPDX-License-Identifier: MIT
import contextlib
import math

import pytest
import tetress
from tetress import Engine, Game, MatchGame, MatchResult, play_match
from tetress.match import _Match


def result_of(*scores):
    """A result with these scores for the first player, pair by pair."""
    names = {1: ("red", "blue"), 0: ("blue", "red"), 0.5: ("draw", "draw")}
    games = []
    for number, score in enumerate(scores):
        pair, swapped = divmod(number, 2)
        games.append(
            MatchGame(
                pair=pair,
                first_colour="blue" if swapped else "red",
                opening=0,
                moves=(),
                result=names[score][swapped],
                reason="turn_limit",
            )
        )
    return MatchResult(first="a", second="b", games=tuple(games))


def test_the_better_player_wins_a_match():
    result = play_match("greedy", "random", games=20)
    assert result.score > 0.9 and result.elo > 200
    assert result.interval[0] > 0
    assert (result.first, result.second) == ("greedy", "random")


def test_games_come_in_pairs_with_one_opening_and_colours_swapped():
    result = play_match("random", "random", games=6, opening=5)
    assert [game.pair for game in result.games] == [0, 0, 1, 1, 2, 2]
    assert [game.first_colour for game in result.games] == ["red", "blue"] * 3
    openings = [game.moves[:5] for game in result.games]
    assert openings[0] == openings[1] != openings[2] == openings[3]
    assert len({game.moves for game in result.games}) == 6


def test_recorded_games_can_be_replayed():
    for record in play_match("greedy", "random", games=4).games:
        game = Game()
        for move in record.moves:
            game.play(move)
        assert game.over and game.reason == record.reason
        assert (game.winner or "draw") == record.result


def test_the_seed_decides_everything():
    spec = "negamax:hash=1"
    first = play_match(spec, "greedy", games=4, nodes=300, seed=7)
    assert play_match(spec, "greedy", games=4, nodes=300, seed=7) == first
    assert play_match(spec, "greedy", games=4, nodes=300, seed=8) != first


def test_players_with_a_seed_of_their_own_keep_it():
    with Engine("random", seed=5) as engine:
        play_match(engine, "random", games=2)
        assert engine.get("seed") == 5 and not engine.closed
    games = play_match("random:seed=5", "random:seed=5", games=2, opening=0).games
    assert games[0].moves == games[1].moves


def test_a_search_before_the_match_changes_nothing():
    with Engine("negamax", hash=1) as engine:
        fresh = play_match(engine, "random", games=2, nodes=200)
        engine.search(Game(), nodes=3000)
        assert play_match(engine, "random", games=2, nodes=200) == fresh


def test_each_game_is_told():
    told = []
    result = play_match("random", "random", games=4, on_game=told.append)
    assert tuple(told) == result.games


def test_what_on_game_raises_comes_through():
    with pytest.raises(ZeroDivisionError):
        play_match("random", "random", games=2, on_game=lambda game: 1 / 0)


def test_a_reseeded_engine_plays_as_one_with_that_seed():
    with Engine("random") as engine, Engine("random:seed=8") as other, Game() as game:
        engine.search(game)
        engine.reseed(8)
        assert [engine.search(game).move for _ in range(3)] == [other.search(game).move for _ in range(3)]
        other.reseed(9)  # keeps its own
        engine.reseed(8)
        assert engine.search(game).move == other.search(game).move and engine.spec == "random"


def test_pairs_start_from_given_openings_in_turn():
    openings = []
    for seed in (1, 2):
        with Game() as game:
            for ply in range(6):
                game.play(game.random_move(seed + ply))
            openings.append(game.text)
    games = play_match("random", "greedy", games=6, openings=openings).games
    assert [game.start for game in games] == [openings[i // 2 % 2] for i in range(6)]
    assert {game.opening for game in games} == {0}
    for record in games:
        with Game.from_text(record.start) as game:
            for move in record.moves:
                game.play(move)
            assert (game.winner or "draw") == record.result
    with pytest.raises(tetress.TextError):
        play_match("random", "random", games=2, openings=["nonsense"])
    with pytest.raises(tetress.GameOver):
        play_match("random", "random", games=2, openings=[game_text_at_action_150(openings[0])])


def game_text_at_action_150(text):
    return text.rsplit(" ", 1)[0] + " 150"


def test_a_sequential_test_ends_the_match():
    result = play_match("greedy", "random", games=400, sprt=(0, 100))
    test = result.sprt
    assert test.verdict == "H1" and test.llr >= test.bounds[1] == pytest.approx(math.log(19))
    assert len(result.games) < 400 and test.bounds[0] == -test.bounds[1]
    assert play_match("random", "greedy", games=400, sprt=(0, 100)).sprt.verdict == "H0"
    short = play_match("greedy", "random", games=2, sprt=(0, 100), sprt_error=0.001)
    assert short.sprt.verdict is None and len(short.games) == 2
    assert play_match("greedy", "random", games=2).sprt is None
    with pytest.raises(tetress.ArgumentError, match="4000"):
        play_match("greedy", "random", games=2, sprt=(0, 5000))


@pytest.mark.parametrize(
    "arguments",
    [
        {"games": 3},
        {"games": 0},
        {"games": -2},
        {"games": 2.0},
        {"seed": -1},
        {"seed": 2**64},
        {"opening": 31},
        {"opening": -1},
        {"nodes": 0},
        {"depth": 1.5},
        {"sprt": (5, 5)},
        {"sprt": 5},
        {"sprt": ("a", "b")},
        {"sprt": (0, 5, 6)},
        {"sprt": (10**400, 5)},
        {"sprt_error": 0.5},
        {"sprt_error": 0, "sprt": (0, 5)},
        {"sprt_error": math.nan},
        {"sprt_error": 10**400},
        {"sprt_error": "x"},
        {"sprt_error": 5e-324, "sprt": (0, 5)},
        {"openings": []},
        {"openings": iter(())},
    ],
)
def test_bad_arguments_are_value_errors_that_name_them(arguments):
    with pytest.raises(ValueError, match=next(iter(arguments))):
        play_match("random", "random", **{"games": 2, **arguments})


def test_without_limits_players_keep_their_own_and_others_have_2000_nodes():
    unlimited, limited = "negamax:hash=1", "negamax:hash=1,nodes=30"
    bare = play_match(unlimited, limited, games=2)
    explicit = play_match("negamax:hash=1,nodes=2000", limited, games=2)
    assert bare.games == explicit.games
    assert bare.games != play_match(unlimited, limited, games=2, nodes=30).games
    with pytest.raises(tetress.ArgumentError, match="no limit"):  # what the caller says, holds
        play_match("negamax:hash=1", "random", games=2, playouts=5)


def test_scores_are_counted_for_the_first_player():
    result = result_of(1, 0, 0.5, 0.5, 1, 1)
    assert (result.wins, result.draws, result.losses) == (3, 2, 1)
    assert result.score == pytest.approx(4 / 6)
    assert result.pair_scores == [0.5, 0.5, 1.0]
    assert result.elo == pytest.approx(120.4, abs=0.1)


def test_even_scores_are_no_elo():
    result = result_of(1, 0, 1, 0)
    assert result.elo == 0
    low, high = result.interval
    assert low == pytest.approx(-high) and high > 100


def test_winning_everything_is_infinite_elo_but_no_certainty():
    result = result_of(*[1] * 10)
    assert result.elo == math.inf
    low, high = result.interval
    assert 0 < low < math.inf and high == math.inf
    assert result_of(*[0] * 10).interval == (-high, pytest.approx(-low))


def test_the_interval_narrows_with_games_and_is_that_of_the_pairs():
    # Each pair even: its games are as different as can be, the pairs are all the same.
    few, many = result_of(*[1, 0] * 10), result_of(*[1, 0] * 1000)
    spread = result_of(*[1, 1, 0, 0] * 500)
    width = [high - low for low, high in (r.score_interval for r in (few, many, spread))]
    assert width[1] < width[0] / 8
    assert width[2] == pytest.approx(2 * 1.96 * 0.5 / math.sqrt(1000), rel=0.01)
    for result in (few, many, spread):
        low, high = result.score_interval
        assert low < result.score < high


def test_the_interval_is_the_one_that_the_command_line_gives():
    low, high = result_of(*[1, 1] * 60, *[0, 0] * 40).score_interval
    half = 1.959964 * math.sqrt(0.24 * 100 / 99 / 100)
    assert (low, high) == (pytest.approx(0.6 - half, abs=1e-6), pytest.approx(0.6 + half, abs=1e-6))
    low, high = result_of(*[1] * 100).score_interval
    assert 0.9 < low < 0.95 and high == 1


@pytest.mark.parametrize(
    "pairs, low, high, los",
    [
        ((0, 0, 0, 0, 1), 0.296774, 1, 0.75),
        ((0, 0, 0, 1, 1), 0.388090, 0.945244, 0.875),
        ((0, 0, 0, 0, 50), 0.940956, 1, 1),
        ((10, 90, 250, 120, 30), 0.516402, 0.553650, 0.9999),
        ((0, 0, 0, 0, 0), 0, 1, 0.5),
    ],
)
def test_pairs_are_compared_as_in_c_and_lua(pairs, low, high, los):
    # Rows of tests/unit/test_pair_score.c.
    found = tetress.compare_pairs(pairs)
    assert found.score_interval == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))
    assert found.los == pytest.approx(los, abs=1e-4) and 0 < found.los < 1


def test_one_pair_won_is_no_proof():
    result = result_of(1, 1)
    assert result.elo == math.inf and result.los == 0.75
    assert result.interval == (pytest.approx(-150, abs=1), math.inf)


@pytest.mark.parametrize("pairs", [(), (1, 2, 3, 4), (1, 2, 3, 4, -1), (1, 2, 3, 4, 0.5), (2**64, 0, 0, 0, 0)])
def test_what_is_not_five_counts_is_refused(pairs):
    with pytest.raises(tetress.ArgumentError, match="pairs"):
        tetress.compare_pairs(pairs)


def test_a_result_shows_itself():
    assert str(result_of(1, 0)).startswith("a against b: +1 =0 -1, score 0.500, Elo +0 [")


FOUR_TOKENS = "/".join(["rr.........", "rr........."] + ["." * 11] * 9) + " r 0"


def test_an_opening_of_no_actions_with_tokens_is_kept():
    played = tetress.play_match("random", "random", games=2, openings=[FOUR_TOKENS]).games[0]
    assert played.start == FOUR_TOKENS
    game = tetress.Game.from_text(played.start)
    for move in played.moves:
        game.play(move)
    assert game.over


@pytest.mark.parametrize("arguments", [{}, dict(openings=["nonsense"]), dict(on_game=lambda game: 1 / 0)])
def test_a_match_is_closed_however_it_ends(arguments, monkeypatch):
    made = []

    class Watched(_Match):
        def __init__(self, **settings):
            super().__init__(**settings)
            made.append(self)

    monkeypatch.setattr("tetress.match._Match", Watched)
    with contextlib.suppress(tetress.TextError, ZeroDivisionError):
        play_match("random", "random", games=2, **arguments)
    assert [match.closed for match in made] == [True]


def test_an_engine_does_not_play_itself_and_openings_are_a_list():
    engine = tetress.Engine("greedy")
    for wrong in (dict(a=engine, b=engine), dict(a="random", b="random", openings=FOUR_TOKENS), dict(a="random", b="random", sprt_error=7)):
        with pytest.raises(tetress.ArgumentError):
            tetress.play_match(**wrong, games=2)
