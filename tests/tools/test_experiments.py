# SPDX-License-Identifier: MIT
"""Experiments and ratings: few and short games, and made-up results of which the answer is known."""
import contextlib
import csv
import fcntl
import importlib.util
import io
import json
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import time

import pytest
from conftest import HANG_S, TOOL

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = ROOT / "lab" / "experiments"

for package in ("matplotlib", "numpy", "scipy", "tqdm", "tetress"):
    pytest.importorskip(package)
sys.path.insert(0, str(PROGRAM))
import matches  # noqa: E402  its path has just been added
import object_board  # noqa: E402
import object_s3  # noqa: E402
import object_search  # noqa: E402
import object_well  # noqa: E402
import ratings  # noqa: E402
import s2  # noqa: E402
import seed_table  # noqa: E402
import scores  # noqa: E402
import searches  # noqa: E402
import tetress as library  # noqa: E402

ALONE = {"s0-boards", "s0-memory", "s0-search", "s2", "s2-memory", "s2-cores", "s2-fitness", "s3-generation"}  # without matches


def command_line(out, name, *arguments):
    program = [] if name in ALONE else ["--tetress", TOOL]
    return [str(word) for word in (name, "--out", out, *program, *arguments)]


def load_program():
    spec = importlib.util.spec_from_file_location("experiments", PROGRAM / "__main__.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def experiment(out, name, *arguments):
    """As a process would end, but in this one: the plots' package takes long to load."""
    stdout, stderr = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
        try:
            code = PROGRAM_MODULE.main(command_line(out, name, *arguments))
        except SystemExit as end:
            code = end.code
    return subprocess.CompletedProcess(arguments, code, stdout.getvalue(), stderr.getvalue())


PROGRAM_MODULE = load_program()


def table(out, name):
    with open(out / f"{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


# ---- Ratings and scores ------------------------------------------------------------------------


def elo_share(difference):
    return 1 / (1 + 10 ** (-difference / 400))


def meetings(elos, pairs):
    """Results that are exactly what these ratings foretell."""
    shares = {(i, j): elo_share(elos[i] - elos[j]) for i in range(len(elos)) for j in range(i)}
    return [ratings.Meeting(i, j, [pairs * (1 - share), 0, 0, 0, pairs * share]) for (i, j), share in shares.items()]


def test_ratings_that_foretell_the_results_are_found():
    elos = [0, 120, 300, -250, 310]
    found = ratings.fit(ratings.points_table(meetings(elos, 100), 5), prior=float("inf"))
    assert found - found[0] == pytest.approx(elos, abs=1e-6)


def test_two_players_get_what_their_score_says():
    found = ratings.fit(ratings.points_table([ratings.Meeting(0, 1, [0, 0, 50, 0, 50])], 2), prior=float("inf"))
    assert found[0] - found[1] == pytest.approx(190.8485, abs=1e-3)  # 75 %


def test_the_prior_hardly_moves_what_games_tell():
    elos = [0, 200, 400, 600]
    found = ratings.fit(ratings.points_table(meetings(elos, 100), 4))
    assert found - found[0] == pytest.approx(elos, abs=5)


def test_intervals_hold_the_truth_and_shrink_with_games():
    lots, elos, widths = random.Random(5), [0, 100, 250], []
    for pairs in (50, 800):
        played = []
        for i in range(3):
            for j in range(i):
                halves = [sum(lots.random() < elo_share(elos[i] - elos[j]) for _ in range(2)) for _ in range(pairs)]
                played.append(ratings.Meeting(i, j, [halves.count(0), 0, halves.count(1), 0, halves.count(2)]))
        found = ratings.rate(played, 3, anchor=0, samples=300)
        assert (found[0].elo, found[0].low, found[0].high) == (0, 0, 0)
        assert all(one.low < elo < one.high for one, elo in zip(found[1:], elos[1:]))
        widths.append(found[2].high - found[2].low)
    assert widths[1] == pytest.approx(widths[0] / 4, rel=0.3)


def test_a_player_that_never_lost_a_point_has_no_interval():
    won = [0, 0, 0, 0, 9]
    played = [ratings.Meeting(0, 1, [3, 2, 5, 2, 1]), ratings.Meeting(2, 0, won), ratings.Meeting(2, 1, won)]
    assert sorted(map(sorted, ratings.groups(played, 3))) == [[0, 1], [2]]
    found = ratings.rate(played, 3, anchor=0, samples=100)
    assert 300 < found[2].elo < 3000 and found[2].low != found[2].low  # finite, and an interval of nan
    assert found[1].low < found[1].elo < found[1].high


def test_scores_and_intervals_are_those_of_the_match(tetress):
    for games, seed in ((2, 1), (20, 2), (60, 3)):
        done = tetress("match", "greedy", "s0-greedy", "--nodes", 50, "--games", games, "--seed", seed, "--json", "--quiet")
        found = json.loads(done.stdout)
        assert scores.score(found["pairs"]) == pytest.approx(found["score"])
        for bound, elo in zip(scores.interval(found["pairs"]), found["interval"]):
            assert bound in (0, 1) if elo is None else bound == pytest.approx(elo_share(elo), abs=1e-6)


# ---- The object board --------------------------------------------------------------------------


def test_the_object_board_plays_by_the_rules():
    lots, board, game = random.Random(3), object_board.ObjectBoard(), library.Game()
    assert len(object_board.SHAPES) == 19
    clears = 0
    while not game.over:
        pieces = board.legal_pieces()
        assert {tuple(sorted(piece)) for piece in pieces} == {tuple(move.cells) for move in game.legal_moves()}
        piece = lots.choice(list(pieces))
        before = sum(game.tokens.values())
        board.place(piece)
        game.play_cells(piece)
        clears += sum(game.tokens.values()) < before + 4
        assert ["".join((board.cells[row, column] or ".")[0] for column in range(11)) for row in range(11)] == game.board
    assert clears > 0


def test_an_object_board_is_read_from_text_and_knows_both_sides():
    lots, game = random.Random(8), library.Game()
    for _ in range(12):
        game.play(lots.choice(game.legal_moves()))
    board = object_board.ObjectBoard.from_text(game.text)
    copy = board.copy()
    assert len(board.legal_pieces()) == len(game.legal_moves()) == len(board.legal_pieces(board.turn))
    for piece in sorted(board.legal_pieces(), key=sorted)[:1]:
        copy.place(piece)
    assert board.cells == object_board.ObjectBoard.from_text(game.text).cells != copy.cells
    other = game.text.replace(" r ", " b ") if " r " in game.text else game.text.replace(" b ", " r ")
    assert len(board.legal_pieces(object_board.other_side(board.turn))) == len(
        object_board.ObjectBoard.from_text(other).legal_pieces())


def test_alpha_beta_on_the_object_board_finds_what_brute_force_finds():
    def minimax(board, depth):
        pieces = board.legal_pieces()
        if not pieces:
            return -object_search.WIN
        if depth == 0:
            return object_search.evaluation(board)
        return max(-minimax(object_search.after(board, piece), depth - 1) for piece in pieces)

    lots, game = random.Random(2), library.Game()
    while not game.over and (game.ply < 20 or len(game.legal_moves()) > 25):
        game.play(lots.choice(game.legal_moves()))
    assert not game.over
    board = object_board.ObjectBoard.from_text(game.text)
    clock = object_search.Clock.of(1000)
    assert object_search.alphabeta(board, 1, -10**9, 10**9, clock) == minimax(board, 1)
    assert clock.nodes == 1 + len(board.legal_pieces())  # no window is closed before the leaves


def test_the_evaluation_of_the_object_board_is_that_of_s0():
    """The best of one action ahead is what `s0-greedy` plays, or one as good."""
    lots, game = random.Random(5), library.Game()
    for _ in range(16):
        game.play(lots.choice(game.legal_moves()))
    board = object_board.ObjectBoard.from_text(game.text)
    with library.Engine("s0-greedy") as engine:
        chosen = tuple(sorted(tuple(cell) for cell in engine.search(game, nodes=1000).move.cells))
    values = {tuple(sorted(piece)): -object_search.evaluation(object_search.after(board, piece))
              for piece in board.legal_pieces()}
    assert values[chosen] == max(values.values())


# ---- Matches that go on ------------------------------------------------------------------------

S0 = ("s0", "--games", 4, "--budget", "nodes=30", "--mcts", "s0-mcts:playouts=5")


def test_every_match_of_the_table_is_there_with_the_reports_share(tmp_path):
    done = experiment(tmp_path, *S0)
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path, "s0")
    assert [row["report"] for row in rows] == ["0.6", "0.3", "0.7", "0.4", "0.7"]
    assert all(float(row["low"]) <= float(row["score"]) <= float(row["high"]) and row["games"] == "4" for row in rows)
    assert "| `s0-alphabeta` - `s0-mcts:playouts=5` | 70 % |" in done.stdout
    assert (tmp_path / "s0.svg").read_text().startswith("<?xml")


def test_what_is_there_is_not_played_again(tmp_path):
    first = experiment(tmp_path, *S0)
    files = sorted((tmp_path / "games").iterdir())
    texts = [file.read_text() for file in files]
    figures = (tmp_path / "s0.csv").read_text()
    files[0].write_text(texts[0][: len(texts[0]) // 2])
    files[1].unlink()
    assert experiment(tmp_path, *S0).stdout == first.stdout and (tmp_path / "s0.csv").read_text() == figures
    assert [file.read_text() for file in files[2:]] == texts[2:]
    # no longer the same games: with another seed, and with more of them
    other = experiment(tmp_path, *S0, "--seed", 2)
    assert other.returncode == 0 and len(list((tmp_path / "games").iterdir())) == 2 * len(files)
    assert [file.read_text() for file in files[2:]] == texts[2:]


def test_an_interrupted_run_leaves_nothing_behind_and_goes_on(tmp_path):
    # Games long enough that many are left when the first is seen.
    players = ("negamax:hash=1", "random", "--anchor", "random")
    arguments = ("ladder", *players, "--games", 300, "--budget", "nodes=2000", "--samples", 100)
    running = subprocess.Popen([sys.executable, PROGRAM, *command_line(tmp_path, *arguments)], stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + HANG_S
    while not any(file.stat().st_size for file in tmp_path.glob("games/*")) and time.monotonic() < deadline:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, complaint = running.communicate(timeout=HANG_S)
    assert running.returncode == 130 and "continues" in complaint
    file, = tmp_path.glob("games/*")
    kept = matches.complete_lines(file)
    size = file.stat().st_size
    time.sleep(0.2)
    assert file.stat().st_size == size and 0 < len(kept) < 300
    # the figures of what is there, and then of the rest
    assert experiment(tmp_path, *arguments, "--no-play").returncode == 0
    assert int(table(tmp_path, "ladder")[0]["games"]) == len(kept) // 2 * 2
    done = experiment(tmp_path, *arguments)
    assert done.returncode == 0, done.stderr
    assert matches.complete_lines(file)[: len(kept) // 2 * 2] == kept[: len(kept) // 2 * 2]
    assert table(tmp_path, "ladder")[0]["games"] == "300"


def test_two_runs_do_not_write_to_one_folder(tmp_path):
    with open(tmp_path / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = experiment(tmp_path, *S0)
        assert done.returncode == 1 and "another run" in done.stderr and not (tmp_path / "games").exists()
        assert "no games" in experiment(tmp_path, *S0, "--no-play").stderr  # looking is allowed


# ---- Searches ----------------------------------------------------------------------------------


def test_depth_costs_time_and_searches_are_kept(tmp_path):
    arguments = ("s0-depth", "--games", 2, "--depths", "1,2", "--positions", 5)
    done = experiment(tmp_path, *arguments)
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path, "s0-depth")
    assert [row["depth_reached"] for row in rows] == ["1", "2"]
    assert float(rows[0]["nodes_a_move"]) < float(rows[1]["nodes_a_move"])
    kept = (tmp_path / "searches.csv").read_text()
    assert kept.count("\n") == 11
    (tmp_path / "searches.csv").write_text(kept[:-20])
    experiment(tmp_path, *arguments)
    again = (tmp_path / "searches.csv").read_text()
    assert again.count("\n") == 11 and again.splitlines()[:10] == kept.splitlines()[:10]
    assert experiment(tmp_path, *arguments).stdout and (tmp_path / "searches.csv").read_text() == again


def test_simulations_are_those_that_were_asked_for(tmp_path):
    done = experiment(tmp_path, "s0-simulations", "--games", 2, "--simulations", "3,9", "--positions", 4)
    assert done.returncode == 0, done.stderr
    assert [float(row["simulations_reached"]) for row in table(tmp_path, "s0-simulations")] == [3, 9]


def test_depths_come_phase_by_phase(tmp_path):
    done = experiment(tmp_path, "s1", "--games", 2, "--budget", "nodes=300", "--time-scale", 0.002, "--positions", 3,
                      "--mcts", "mcts:playouts=20")
    assert done.returncode == 0, done.stderr
    phases = [(row["phase"], row["cpu_ms"]) for row in table(tmp_path, "s1-depths")]
    assert phases == [("opening", "3"), ("middle", "4"), ("late", "6")]
    with open(tmp_path / "searches.csv", newline="") as file:
        for row in csv.DictReader(file):
            tokens = searches.tokens_on(row["position"])
            assert tokens == int(row["tokens"])
            assert row["cpu_ms"] == ("3" if tokens < 50 else "4" if tokens < 80 else "6")


def test_features_are_added_one_after_the_other(tmp_path):
    done = experiment(tmp_path, "s1-features", "--games", 2, "--nodes", 100, "--positions", 2)
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path, "s1-features")
    assert [row["with"] for row in rows] == ["alpha-beta, one action ahead", "iterative deepening", "transposition table",
                                             "principal variation", "extension of leaves"]
    assert rows[0]["against the step before"] == "" and all(row["against the step before"] for row in rows[1:])
    assert all(row["against `random`"] and 0 <= float(row["depth"]) <= 10 for row in rows)
    assert float(rows[0]["depth"]) <= 1


def test_boards_are_compared(tmp_path):
    done = experiment(tmp_path, "s0-boards", "--seconds", 0.05)
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path, "s0-boards")
    assert [row["report_seconds"] for row in rows] == ["0.01183", "", "0.000162"]
    assert all(int(row["pieces"]) > 20 for row in rows)  # nothing about who is faster: the machine may be busy


def test_an_object_board_takes_more_memory_than_bitboards(tmp_path):
    done = experiment(tmp_path, "s0-memory")
    assert done.returncode == 0, done.stderr
    objects, integers, bits, game = (float(row["bytes"]) for row in table(tmp_path, "s0-memory"))
    assert bits == 45.375 < integers < objects and game > 150 * 32  # 150 boards of two sets of cells
    assert "| 17,320 |" in done.stdout and (tmp_path / "s0-memory.svg").exists()


def test_searches_on_both_boards_are_counted(tmp_path):
    done = experiment(tmp_path, "s0-search", "--positions", 2, "--seconds", 0.1)
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path, "s0-search")
    assert len(rows) == 2 and len({row["position"] for row in rows}) == 2
    assert all(int(row["simulations"]) > int(row["object_simulations"]) >= 1 for row in rows)
    assert all(int(row["nodes"]) > int(row["object_nodes"]) >= 1 for row in rows)
    assert "| 34.9 |" in done.stdout and "| 1.8 |" in done.stdout and "| 131 |" in done.stdout


# ---- Single-player Tetris ----------------------------------------------------------------------


def test_both_wells_play_by_the_rules():
    lots, agent, removed = random.Random(4), library.tetris.Agent("s2"), 0
    for _ in range(12):
        game, cells, columns = library.tetris.Game(seed=lots.getrandbits(30)), object_well.CellWell(), object_well.ColumnWell()
        while not game.over:
            piece = game.piece
            chosen = agent.choose(game).move
            number = lots.randrange(len(game.moves)) if chosen is None or lots.random() < 0.3 else chosen
            orientation, left = game.moves[number]
            shape, before = object_well.SHAPES[piece][orientation], game.lines
            game.play(number)
            cells, columns = cells.placed(shape, left), columns.placed(shape, left)
            assert (cells is None) == (columns is None) == game.over
            if not game.over:
                removed += game.lines - before
                assert columns.columns == game.columns
                assert cells.heights() == columns.heights() and cells.holes() == columns.holes()
                assert [sum(cells.cells[row][c] << row for row in range(20)) for c in range(10)] == game.columns
            if game.turns > 60:
                break
    assert removed > 10


def test_a_tree_keeps_so_many_wells_a_piece():
    root = object_well.tree(object_well.ColumnWell(), "T", 2, 1)
    assert object_well.wells_of(root) == 1 + 2 + 2 * 7 * 2
    assert [len(children) for child in root.next["T"] for children in child.next.values()] == [2] * 14


def test_column_integers_save_memory(tmp_path):
    done = experiment(tmp_path, "s2-memory", "--widths", "1,2", "--lookahead", 1)
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path, "s2-memory")
    assert [(row["width"], row["wells"]) for row in rows] == [("1", "9"), ("2", "31")]
    assert all(float(row["columns_bytes"]) < float(row["cells_bytes"]) / 2 for row in rows)


S2 = ("s2", "--games", 4, "--rows", 8, "--trials", 300, "--estimates", 2)


def test_games_of_s2_are_those_of_the_agent_and_are_kept(tmp_path):
    done = experiment(tmp_path, *S2)
    assert done.returncode == 0, done.stderr
    kept = (tmp_path / "s2-games.csv").read_text()
    lines = [int(float(row["lines"])) for row in table(tmp_path, "s2-games") if row["lookahead"] == "1"]
    assert lines == library.tetris.Agent("s2", lookahead=1, rows=8).games(1, 4)
    assert f"| 1 | 8 | 4 | {statistics.mean(lines):,.0f} |" in done.stdout
    (tmp_path / "s2-games.csv").write_text(kept[:-3])  # cut off in its last line
    assert experiment(tmp_path, *S2).stdout == done.stdout and (tmp_path / "s2-games.csv").read_text() == kept
    (tmp_path / "s2-games.csv").write_text(kept.replace("\n0,20,1,0,", "\n0,20,1,0,7", 1))
    assert experiment(tmp_path, *S2).stdout != done.stdout  # what is there is taken, and not played again


def test_a_folder_of_another_kind_is_refused(tmp_path):
    (tmp_path / "s2-games.csv").write_text("a,b\n")
    done = experiment(tmp_path, *S2)
    assert done.returncode == 1 and "other columns" in done.stderr


def test_threads_are_timed(tmp_path):
    done = experiment(tmp_path, "s2-cores", "--games", 2, "--pieces", 20, "--repeat", 1)
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path, "s2-cores")
    assert [row["threads"] for row in rows] == ["1", "2", "1", "2"] and all(float(row["seconds"]) > 0 for row in rows)
    assert rows[0]["speed_up"] == "1.0"  # of the others nothing: the machine may be busy


def test_ranks_and_their_correlation():
    assert list(s2.ranks([3.0, 1.0, 3.0, 2.0])) == [3.5, 1, 3.5, 2]
    rising = [s2.Candidate(lines=i**3, space=-i, mean=i) for i in range(5)]
    assert s2.correlation(rising, "lines") == pytest.approx(1)
    assert s2.correlation(rising, "space") == pytest.approx(-1)
    assert s2.correlation([s2.Candidate(4000, 1, i) for i in range(5)], "lines") == 0


def test_capped_games_are_compared_with_means(tmp_path):
    arguments = ("s2-fitness", "--candidates", 8, "--games", 1, "--trials", 200)
    done = experiment(tmp_path, *arguments)
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path, "s2-fitness")
    assert len(rows) == 8 and all(0 <= float(row["capped_lines"]) <= 4000 for row in rows)
    assert "| all | 8 |" in done.stdout or "| all | 7 |" in done.stdout
    assert experiment(tmp_path, *arguments).stdout == done.stdout


# ---- All reports -------------------------------------------------------------------------------


@pytest.mark.parametrize("pairs, words", [
    ([0, 0, 0, 0, 10], "above +"), ([10, 0, 0, 0, 0], "below -"), ([0, 0, 10, 0, 0], "+0 ("),
    ([0, 0, 0, 1, 19], "(above +"), ([19, 1, 0, 0, 0], "(below -"), ([2, 3, 5, 4, 6], ", +"),
])
def test_elo_has_the_bounds_that_there_are(pairs, words):
    games = [{"result": result} for points, count in enumerate(pairs)
             for result in (("blue", "red"), ("draw", "red"), ("red", "red"), ("red", "draw"), ("red", "blue"))[points] * count]
    one = matches.Match("a", "b", games)
    assert one.pairs == pairs and words in seed_table.elo_text(one)


def test_matches_of_all_reports_are_played(tmp_path, monkeypatch):
    monkeypatch.setattr(seed_table, "REPORTED", [("s4-final", "random", "84 %"), ("greedy", "random", "basically all")])
    done = experiment(tmp_path, "reports", "--games", 2)
    assert done.returncode == 0, done.stderr
    assert [row["report"] for row in table(tmp_path, "reports")] == ["84 %", "basically all"]
    assert "| `s4-final` - `random` | 84 % |" in done.stdout


def test_a_program_that_differs_from_its_report_has_rows_of_its_own(monkeypatch):
    monkeypatch.setattr(seed_table, "REPORTED", [("a:nodes=2", "random", "60 %"), ("b", "random", "")])
    assert seed_table.with_programs(["a", "a-coded", "b", "random"]) == {
        ("a:nodes=2", "random"): "60 %", ("a-coded:nodes=2", "random"): "60 %", ("a:nodes=2", "a-coded:nodes=2"): "",
        ("b", "random"): ""}


# ---- Round robins ------------------------------------------------------------------------------


def test_shares_of_cells_and_lengths_are_those_of_the_records(tmp_path):
    done = experiment(tmp_path, "s3", "s0-greedy", "random", "--games", 6, "--budget", "nodes=30")
    assert done.returncode == 0, done.stderr
    greedy, other = table(tmp_path, "s3")
    assert float(greedy["share_of_cells"]) + float(other["share_of_cells"]) == pytest.approx(1)
    assert float(greedy["score"]) + float(other["score"]) == pytest.approx(1)
    file, = tmp_path.glob("games/*")
    games = [json.loads(line) for line in file.read_text().splitlines()]
    assert float(greedy["actions"]) == pytest.approx(statistics.mean(4 + len(game["moves"]) for game in games))
    for row, name in ((greedy, "s0-greedy"), (other, "random")):
        won = [4 + len(game["moves"]) for game in games if game["result"] != "draw" and game[game["result"]] == name]
        assert float(row["actions_won"]) == pytest.approx(statistics.mean(won)) if won else row["actions_won"] == "nan"
    assert int(greedy["wins"]) == sum(game[game["result"]] == "s0-greedy" for game in games if game["result"] != "draw")


def test_levels_meet_the_next_two_and_no_others(tmp_path):
    done = experiment(tmp_path, "levels", *(f"random:seed={i}" for i in range(1, 5)), "--games", 4, "--samples", 100)
    assert done.returncode == 0, done.stderr
    met = {(row["second"][-1], row["first"][-1]) for row in table(tmp_path, "levels-matches")}
    assert met == {("1", "2"), ("1", "3"), ("2", "3"), ("2", "4"), ("3", "4")}
    assert len(table(tmp_path, "levels")) == 4 and "random:seed=1` | +0 | fixed" in done.stdout


def test_players_against_random_have_the_reports_share_where_there_is_one(tmp_path):
    done = experiment(tmp_path, "s4", "greedy", "--games", 4, "--budget", "nodes=30", "--format", "png")
    assert done.returncode == 0, done.stderr
    row, = table(tmp_path, "s4")
    assert (row["first"], row["second"], row["report"]) == ("greedy", "random", "")
    assert (tmp_path / "s4.png").read_bytes().startswith(b"\x89PNG")


def test_wins_by_colour_and_deaths_are_those_of_the_records(tmp_path):
    done = experiment(tmp_path, "s4", "s4-greedy", "s4-varying", "--games", 6, "--positions", 20)
    assert done.returncode == 0, done.stderr
    greedy, varying = table(tmp_path, "s4-utilities")
    file, = tmp_path.glob("games/s4-greedy*")
    games = [json.loads(line) for line in file.read_text().splitlines()]
    for colour in ("red", "blue"):
        own = [game for game in games if game[colour] == "s4-greedy"]
        assert (int(greedy[f"won_as_{colour}"]), int(greedy[f"games_as_{colour}"])) == (
            sum(game["result"] == colour for game in own), 3)
    lost = [game for game in games if game["result"] != "draw" and game[game["result"]] == "random"]
    assert int(greedy["lost"]) == len(lost) > 0
    assert int(greedy["lost_by_death_moves"]) == sum(game["reason"] == "no_moves" for game in lost)
    # one action ahead judges no position twice; several actions ahead do
    assert float(greedy["share_of_cache_hits"]) == 0 < float(varying["share_of_cache_hits"]) < 1
    assert float(greedy["slowest_cpu_ms"]) >= float(greedy["cpu_ms_a_move"]) > 0


def test_shares_of_time_on_the_object_board(tmp_path):
    done = experiment(tmp_path, "s3-generation", "--iterations", 1)
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path, "s3-generation")
    assert [row["actions"] for row in rows] == ["12", "20", "28"] and "| 85.0 % |" in done.stdout
    for row in rows:
        shares = [float(row[name]) for name in ("legal_pieces", "heuristic", "after")]
        assert all(share > 0 for share in shares) and sum(shares) < 1.001


def test_the_search_of_s3_on_the_object_board_plays_by_the_rules():
    lots, game, board = random.Random(6), library.Game(), object_board.ObjectBoard()
    while game.ply < 20:
        move = lots.choice(game.legal_moves())
        game.play(move)
        board.place(frozenset(map(tuple, move.cells)))
    tokens = game.tokens
    side, rival = board.turn, object_s3.other(board.turn)
    with library.Engine("s3-alphabeta") as engine:  # the evaluation of the side to move, less that of equal sides
        value = round((object_s3.heuristic(board, side) - 1) * 50 * 100)
        assert abs(engine.evaluate(game) - value) <= 5  # thousandths of a ratio
    assert object_s3.heuristic(board, rival) != object_s3.heuristic(board, side) and min(tokens.values()) > 0
    chosen = object_s3.search(board, 2, lots)
    assert chosen.actions == board.actions + 1 and chosen.turn == rival


# ---- What cannot be ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (("ladder", "random", "nobody:depth=2"), 1, "no player 'nobody'"),
        (("ladder", "random", "greedy:colour=2"), 1, "colour"),
        (("ladder", "random"), 1, "two players"),
        (("ladder", "random", "random"), 1, "named twice"),
        (("ladder", "random", "greedy", "--anchor", "mcts"), 1, "anchor 'mcts'"),
        (("ladder", "random", "greedy", "--budget", "apples=3"), 1, "apples"),
        (("ladder", "random", "greedy", "--no-play"), 1, "no games"),
        (("ladder", "random", "greedy", "--games", 3), 2, "not even"),
        (("ladder", "random", "greedy", "--games", "many"), 2, "must be a whole number from 2 to"),
        (("s0-depth", "--depths", "1,x"), 2, "must be a whole number from 1 to"),
        (("s0-boards", "--seconds", 0), 2, "must be a number above 0"),
        (("s1", "--time-scale", "nan"), 2, "must be a number above 0"),
        (("s9",), 2, "s9"),
    ],
)
def test_what_cannot_be_is_said(tmp_path, arguments, code, words):
    done = experiment(tmp_path, *arguments)
    assert done.returncode == code and words in done.stderr and "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_program_that_is_not_there_is_said(tmp_path):
    done = experiment(tmp_path, *S0, "--tetress", tmp_path / "none")
    assert done.returncode == 1 and "--tetress" in done.stderr and "Traceback" not in done.stderr


def test_help_names_every_command():
    done = subprocess.run([sys.executable, PROGRAM, "--help"], capture_output=True, text=True, timeout=HANG_S, check=False)
    for name in ("s0", "s0-depth", "s0-simulations", *ALONE, "s1", "s1-features", "s3", "s4", "reports", "ladder", "levels", "check"):
        assert f"    {name} " in done.stdout or f"    {name}\n" in done.stdout
