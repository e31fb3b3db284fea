# SPDX-License-Identifier: MIT
"""Referee: the C library's judging as Python sees it."""

import pathlib
import re
import threading

import pytest
import tetress
from conftest import FINISHED, POSITION
from tetress import _abi
from tetress.referee import Referee, Spent, Verdict, outcome

FIRST = "0-0,0-1,0-2,0-3"
SECOND = "5-5,5-6,5-7,5-8"


def test_a_game_is_played_to_its_end():
    with Referee() as referee:
        seed = 0
        while referee.verdict is None:
            assert referee.turn == referee.game.turn
            seed += 1
            last = referee.play(referee.game.random_move(seed))
        game = referee.game
        assert game.over and len(game.history) == game.ply
        assert last == referee.verdict
        assert (last.outcome, last.winner, last.blame) == (game.reason, game.winner, None)
        tokens = game.tokens
        assert last.text in (
            f"{game.turn} has no move",
            f"after 150 actions red has {tokens['red']} tokens and blue {tokens['blue']}",
        )


def test_outcomes_are_those_of_the_library():
    """The generated list has all of them, and `outcome` names each."""
    quick = tetress._library.quick
    for row in _abi.OUTCOMES:
        assert quick.tetress_outcome_name(row.code).decode() == row.text
        assert quick.tetress_outcome_kind(row.code) == getattr(_abi, f"TETRESS_OUTCOME_KIND_{row.kind}")
        assert row.kind == "OPEN" or getattr(outcome, row.name) == row.text
    assert quick.tetress_outcome_kind(len(_abi.OUTCOMES)) == _abi.TETRESS_EARG
    assert outcome.REASONS == tuple(row.text for row in _abi.OUTCOMES[1:])


def test_the_documentation_lists_the_same_outcomes():
    root = pathlib.Path(__file__).parents[3]
    rows = re.findall(r"^\| `(\w+)` \|", (root / "docs" / "guide" / "referee.md").read_text("utf-8"), re.MULTILINE)
    assert [row for row in rows if row in outcome.REASONS] == list(outcome.REASONS)
    row = re.search(r"^\| `reason` \|.*$", (root / "docs" / "reference" / "formats.md").read_text("utf-8"), re.MULTILINE)
    assert row is not None and {*re.findall(r"`(\w+)`", row[0])} - {"reason", "none"} == set(outcome.REASONS)
    lua = (root / "bindings" / "lua" / "tetress.d.lua").read_text("utf-8")
    words = re.findall(r'^---\| "(\w+)"', lua.split("---@alias tetress.Outcome\n")[1], re.MULTILINE)
    assert tuple(words[: len(outcome.REASONS)]) == outcome.REASONS


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
    referee = Referee()
    assert referee.play(FIRST) is None
    verdict = referee.play(answer)
    assert (verdict.outcome, verdict.rule, verdict.cell) == expected
    assert (verdict.winner, verdict.blame) == ("red", "blue")
    assert verdict.text
    assert referee.game.ply == 1


@pytest.mark.parametrize("cells", [[], [(0, 0)], [(0, 0)] * 9, [(2**40, -(2**70))] * 4])
def test_cells_that_make_no_piece_are_illegal(cells):
    verdict = Referee().play_cells(cells)
    assert (verdict.outcome, verdict.blame) == ("illegal", "red")


def test_an_index_and_cells_are_played_too():
    referee = Referee()
    assert referee.play(tetress.Move(FIRST)) is None
    assert referee.play_cells([(5, 8), (5, 7), (5, 6), (5, 5)]) is None
    assert [str(move) for move in referee.game.history] == [FIRST, SECOND]


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
    referee = Referee(**{limit: 1000})
    assert referee.play(FIRST, **{spent: 1000}) is None
    verdict = referee.play("not even an action", **{spent: 1001})
    assert (verdict.outcome, verdict.winner, verdict.blame) == (expected, "red", "blue")


def test_clocks_run_and_gain():
    referee = Referee(cpu_us=100, increment_us=10)
    referee.play(FIRST, cpu_us=60, wall_us=7, memory_bytes=5)
    assert referee.left("red") == (50, None)
    assert referee.left("blue") == (100, None)
    assert referee.spent("red") == Spent(60, 7, 5)
    assert referee.charge("red", cpu_us=50) is None
    assert referee.left("red") == (0, None)
    assert referee.charge("red", cpu_us=1).outcome == "time"


def test_a_check_tells_what_a_charge_would_decide():
    referee = Referee(cpu_us=2_000_000, memory_bytes=250 << 20)
    referee.charge("red", cpu_us=1_500_000)
    assert referee.check("red", cpu_us=500_000) is None
    foreseen = referee.check("red", cpu_us=500_001)
    assert referee.check("blue", memory_bytes=251 << 20).outcome == "memory"
    assert referee.verdict is None and referee.spent("red").cpu_us == 1_500_000
    verdict = referee.charge("red", cpu_us=500_001)
    assert verdict.text == "used 2.000001 s of CPU time, the limit is 2 s"
    assert verdict == foreseen == referee.check("blue")


@pytest.mark.parametrize("reason", outcome.FORFEITS)
def test_the_caller_declares_what_only_it_knows(reason):
    for colour in outcome.COLOURS:
        verdict = Referee().end(reason, colour, "as \N{EYE} saw")
        assert verdict == Verdict(
            reason, outcome.other(colour), colour, "as \N{EYE} saw", None, None
        )


def test_nobody_wins_if_both_fail_or_the_machine_does():
    both = Referee().end("both_failed", "both")
    assert both == Verdict("both_failed", None, "both", "both_failed", None, None)
    ours = Referee().end("infrastructure", None, "no disk")
    assert ours == Verdict("infrastructure", None, None, "no disk", None, None)


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
    referee = Referee()
    with pytest.raises(tetress.ArgumentError):
        referee.end(reason, blame)
    assert referee.verdict is None


@pytest.mark.parametrize(
    "call",
    [
        lambda referee: referee.play(2299),
        lambda referee: referee.play(FIRST, cpu_us=-1),
        lambda referee: referee.play(FIRST, wall_us=2**64),
        lambda referee: referee.play_cells([(0, 0)], memory_bytes=1.5),
        lambda referee: referee.charge("green"),
        lambda referee: referee.spent("green"),
        lambda referee: referee.left(None),
        lambda referee: Referee(cpu_us=0),
        lambda referee: Referee(memory_bytes=True),
    ],
)
def test_the_callers_mistakes_raise_and_change_nothing(call):
    referee = Referee()
    with pytest.raises(tetress.ArgumentError):
        call(referee)
    assert referee.verdict is None
    assert referee.game.ply == 0
    assert referee.spent("red") == referee.spent("blue") == Spent()


@pytest.mark.parametrize("answer", [None, 1.5, b"0-0,0-1,0-2,0-3", True, object()])
def test_what_is_no_answer_at_all_is_a_type_error(answer):
    referee = Referee()
    with pytest.raises(TypeError):
        referee.play(answer)
    assert referee.verdict is None


def test_nothing_happens_after_the_verdict():
    referee = Referee()
    verdict = referee.end("load", "blue", "no module of that name")
    for late in (
        lambda: referee.play(FIRST),
        lambda: referee.play_cells([(0, 0)]),
        lambda: referee.charge("red"),
        lambda: referee.end("crash", "red"),
    ):
        with pytest.raises(tetress.GameOver, match="the game is over"):
            late()
    assert referee.verdict == verdict


def test_a_start_keeps_its_history_and_is_not_touched():
    game = tetress.Game.from_text(POSITION)
    game.play(game.random_move(3))
    referee = Referee(game)
    referee.play(game.random_move(4))
    assert (game.ply, referee.game.ply, referee.game.start_ply) == (11, 12, 10)
    assert referee.game.history[0] == game.history[0]


def test_a_start_that_is_over_is_decided():
    referee = Referee(tetress.Game.from_text(FINISHED))
    sentence = "after 150 actions red has 3 tokens and blue 1"
    assert referee.verdict == Verdict("turn_limit", "red", None, sentence, None, None)


def test_a_closed_referee_or_start_says_so():
    referee = Referee()
    kept = referee.game
    referee.close()
    referee.close()
    assert referee.closed
    for use in (lambda: referee.turn, lambda: referee.verdict, lambda: referee.play(FIRST)):
        with pytest.raises(tetress.ClosedError):
            use()
    assert kept.ply == 0
    kept.close()
    with pytest.raises(tetress.ClosedError):
        Referee(kept)


def test_long_evidence_is_cut():
    text = Referee().end("crash", "red", "x" * 1000).text
    assert text == "x" * 171


def test_charges_from_many_threads_add_up():
    referee = Referee()

    def spend():
        for _ in range(500):
            referee.charge("red", cpu_us=1)
            referee.charge("blue", wall_us=2)

    threads = [threading.Thread(target=spend) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert referee.spent("red").cpu_us == 2000
    assert referee.spent("blue").wall_us == 4000


def test_what_is_no_game_and_no_text_is_refused():
    for call in (lambda: Referee(5), lambda: Referee("x"), lambda: Referee().end("crash", "red", 5), lambda: Referee().end("no_moves", "red")):
        with pytest.raises(tetress.ArgumentError):
            call()
