# SPDX-License-Identifier: MIT
"""Adjudication: the C library's judging as Python sees it."""

import threading

import pytest
import tetress
from conftest import FINISHED, POSITION
from tetress.referee import outcome

FIRST = "0-0,0-1,0-2,0-3"
SECOND = "5-5,5-6,5-7,5-8"


def test_a_game_is_played_to_its_end():
    with tetress.Adjudication() as match:
        seed = 0
        while match.verdict is None:
            assert match.turn == match.game.turn
            seed += 1
            last = match.play(match.game.random_move(seed))
        game = match.game
        assert game.over and len(game.history) == game.ply
        assert last == match.verdict == tetress.Verdict(game.reason, game.winner, None, "", None, None)


def test_the_words_are_those_of_the_referee():
    words = {
        decoded
        for number in range(1, 12)
        for decoded in [tetress._library.quick.tetress_outcome_name(number).decode()]
    }
    assert words == set(outcome.REASONS)


@pytest.mark.parametrize(
    "answer, expected",
    [
        ("0-3,0-4,0-5,0-6", ("illegal", "occupied", (0, 3))),
        ("0-0,0-2,0-4,0-6", ("illegal", "not_tetromino", None)),
        ("11-0,0-0,1-0,2-0", ("illegal", "out_of_range", None)),
        ("PLACE(1-0, 1-0, 1-1, 1-2)", ("illegal", "duplicate", (1, 0))),
        ("resign", ("protocol", None, None)),
        ("1-0,1-1,1-2,1-3 \N{SNOWMAN}", ("protocol", None, None)),
        ("", ("protocol", None, None)),
    ],
)
def test_a_wrong_answer_loses_with_its_reason(answer, expected):
    match = tetress.Adjudication()
    assert match.play(FIRST) is None
    verdict = match.play(answer)
    assert (verdict.outcome, verdict.rule, verdict.cell) == expected
    assert (verdict.winner, verdict.blame) == ("red", "blue")
    assert verdict.text
    assert match.game.ply == 1


@pytest.mark.parametrize("cells", [[], [(0, 0)], [(0, 0)] * 9, [(2**40, -(2**70))] * 4])
def test_cells_that_make_no_piece_are_illegal(cells):
    verdict = tetress.Adjudication().play_cells(cells)
    assert (verdict.outcome, verdict.blame) == ("illegal", "red")


def test_an_index_and_cells_are_played_too():
    match = tetress.Adjudication()
    assert match.play(tetress.Move(FIRST)) is None
    assert match.play_cells([(5, 8), (5, 7), (5, 6), (5, 5)]) is None
    assert [str(move) for move in match.game.history] == [FIRST, SECOND]


@pytest.mark.parametrize(
    "limit, spent, expected",
    [
        ("cpu_us", "cpu_us", "time"),
        ("wall_us", "wall_us", "time"),
        ("call_cpu_us", "cpu_us", "time"),
        ("call_wall_us", "wall_us", "time"),
        ("memory_bytes", "memory_bytes", "memory"),
    ],
)
def test_exactly_the_limit_is_allowed(limit, spent, expected):
    match = tetress.Adjudication(**{limit: 1000})
    assert match.play(FIRST, **{spent: 1000}) is None
    verdict = match.play("not even an action", **{spent: 1001})
    assert (verdict.outcome, verdict.winner, verdict.blame) == (expected, "red", "blue")


def test_clocks_run_and_gain():
    match = tetress.Adjudication(cpu_us=100, increment_us=10)
    match.play(FIRST, cpu_us=60, wall_us=7, memory_bytes=5)
    assert match.left("red") == (50, None)
    assert match.left("blue") == (100, None)
    assert match.spent("red") == tetress.Spent(60, 7, 5)
    assert match.charge("red", cpu_us=50) is None
    assert match.left("red") == (0, None)
    assert match.charge("red", cpu_us=1).outcome == "time"


@pytest.mark.parametrize("reason", outcome.FORFEITS)
def test_the_caller_declares_what_only_it_knows(reason):
    for colour in outcome.COLOURS:
        verdict = tetress.Adjudication().end(reason, colour, "as \N{EYE} saw")
        assert verdict == tetress.Verdict(
            reason, outcome.other(colour), colour, "as \N{EYE} saw", None, None
        )


def test_nobody_wins_if_both_fail_or_the_machine_does():
    both = tetress.Adjudication().end("both_failed", "both")
    assert both == tetress.Verdict("both_failed", None, "both", "both_failed", None, None)
    ours = tetress.Adjudication().end("infrastructure", None, "no disk")
    assert ours == tetress.Verdict("infrastructure", None, None, "no disk", None, None)


@pytest.mark.parametrize(
    "reason, blame",
    [
        ("crash", None),
        ("crash", "both"),
        ("both_failed", "red"),
        ("infrastructure", "blue"),
        ("no_moves", "red"),
        ("open", None),
        ("bored", "red"),
        ("crash", "green"),
        ([], "red"),
    ],
)
def test_what_does_not_go_together_is_the_callers_mistake(reason, blame):
    match = tetress.Adjudication()
    with pytest.raises(tetress.ArgumentError):
        match.end(reason, blame)
    assert match.verdict is None


@pytest.mark.parametrize(
    "call",
    [
        lambda match: match.play(2299),
        lambda match: match.play(FIRST, cpu_us=-1),
        lambda match: match.play(FIRST, wall_us=2**64),
        lambda match: match.play_cells([(0, 0)], memory_bytes=1.5),
        lambda match: match.charge("green"),
        lambda match: match.spent("green"),
        lambda match: match.left(None),
        lambda match: tetress.Adjudication(cpu_us=0),
        lambda match: tetress.Adjudication(memory_bytes=True),
    ],
)
def test_the_callers_mistakes_raise_and_change_nothing(call):
    match = tetress.Adjudication()
    with pytest.raises(tetress.ArgumentError):
        call(match)
    assert match.verdict is None
    assert match.game.ply == 0
    assert match.spent("red") == match.spent("blue") == tetress.Spent()


@pytest.mark.parametrize("answer", [None, 1.5, b"0-0,0-1,0-2,0-3", True, object()])
def test_what_is_no_answer_at_all_is_a_type_error(answer):
    match = tetress.Adjudication()
    with pytest.raises(TypeError):
        match.play(answer)
    assert match.verdict is None


def test_nothing_happens_after_the_verdict():
    match = tetress.Adjudication()
    verdict = match.end("load", "blue", "no module of that name")
    for late in (
        lambda: match.play(FIRST),
        lambda: match.play_cells([(0, 0)]),
        lambda: match.charge("red"),
        lambda: match.end("crash", "red"),
    ):
        with pytest.raises(tetress.GameOver, match="the match is over"):
            late()
    assert match.verdict == verdict


def test_a_start_keeps_its_history_and_is_not_touched():
    game = tetress.Game.from_text(POSITION)
    game.play(game.random_move(3))
    match = tetress.Adjudication(game)
    match.play(game.random_move(4))
    assert (game.ply, match.game.ply, match.game.start_ply) == (11, 12, 10)
    assert match.game.history[0] == game.history[0]


def test_a_start_that_is_over_is_decided():
    match = tetress.Adjudication(tetress.Game.from_text(FINISHED))
    assert match.verdict == tetress.Verdict("turn_limit", "red", None, "", None, None)


def test_a_closed_adjudication_or_start_says_so():
    match = tetress.Adjudication()
    kept = match.game
    match.close()
    match.close()
    assert match.closed
    for use in (lambda: match.turn, lambda: match.verdict, lambda: match.play(FIRST)):
        with pytest.raises(tetress.ClosedError):
            use()
    assert kept.ply == 0
    kept.close()
    with pytest.raises(tetress.ClosedError):
        tetress.Adjudication(kept)


def test_long_evidence_is_cut():
    text = tetress.Adjudication().end("crash", "red", "x" * 1000).text
    assert text == "x" * 171


def test_charges_from_many_threads_add_up():
    match = tetress.Adjudication()

    def spend():
        for _ in range(500):
            match.charge("red", cpu_us=1)
            match.charge("blue", wall_us=2)

    threads = [threading.Thread(target=spend) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert match.spent("red").cpu_us == 2000
    assert match.spent("blue").wall_us == 4000
