# SPDX-License-Identifier: MIT
import json
import pathlib
import re
import subprocess

import pytest
from conftest import HANG_S, TOOL, run

EMPTY = "/".join(["..........."] * 11) + " r 0"
DATA = pathlib.Path(__file__).resolve().parent.parent / "data" / "tetress"
COMMANDS = ["play", "best", "analyse", "import", "solve", "match", "perft", "bench", "selfplay", "ugi", "players",
            "tetris", "version"]


def golden_perft():
    for record in json.loads((DATA / "perft.json").read_text())["positions"]:
        text = "/".join(record["board"]) + f" {record['side'][0]} {record['ply']}"
        yield text, record["perft"]


# ---- Help and usage ----------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(tetress, command):
    done = tetress(command, "--help")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.startswith(f"Usage: tetress {command}")
    assert "--help" in done.stdout


def test_the_program_lists_its_commands(tetress):
    done = tetress("--help")
    assert done.returncode == 0
    for command in COMMANDS:
        assert f"  {command}" in done.stdout


@pytest.mark.parametrize(
    "line, word",
    [
        ([], "Usage"),
        (["fly"], "fly"),
        (["perft"], "DEPTH"),
        (["perft", "x"], "'x'"),
        (["perft", "0"], "'0'"),
        (["perft", "151"], "'151'"),
        (["perft", "2", "3"], "2"),
        (["perft", "2", "--threads", "0"], "--threads"),
        (["perft", "2", "--thread"], "needs a value"),
        (["perft", "2", "--bogus"], "--bogus"),
        (["best", "--nodes"], "--nodes"),
        (["best", "--nodes", "0"], "--nodes"),
        (["best", "--nodes", "-5"], "--nodes"),
        (["best", "--wall-ms", "1e3"], "--wall-ms"),
        (["best", "--budget", "nodes"], "--budget"),
        (["best", "--budget", "nodes=0"], "--budget"),
        (["best", "--budget", "hours=3"], "hours"),
        (["best", "extra"], "takes no operands, only options; 'extra' is not one"),
        (["solve", "--ends", "4"], "--game"),
        (["solve", "--ends", "4,x"], "--ends"),
        (["solve", "--nodes", "0"], "--nodes"),
        (["match", "negamax"], "A B"),
        (["match", "negamax", "mcts", "--games", "7"], "even"),
        (["match", "negamax", "mcts", "--games", "0"], "--games"),
        (["match", "negamax", "mcts", "--seed", "-1"], "--seed"),
        (["match", "negamax", "mcts", "--opening", "31"], "--opening"),
        (["play", "--seed", "x"], "--seed"),
        (["best", "--multipv", "0"], "from 1 to 32"),
        (["best", "--multipv", "99"], "multipv"),
        (["best", "--player", "random", "--multipv", "2"], "see 'tetress players random'"),
    ],
)
def test_usage_that_makes_no_sense_exits_with_2_and_says_what(tetress, line, word):
    done = tetress(*line)
    assert done.returncode == 2
    assert word in done.stderr and done.stdout == ""


@pytest.mark.parametrize(
    "line, word",
    [
        (["best", "--position", "abc"], "offset 0"),
        (["best", "--moves", "0-0,0-1,0-2"], "move 1"),
        (["best", "--moves", "0-0,0-1,0-2,0-3 0-0,0-1,0-2,0-3"], "move 2"),
        (["best", "--player", "deepblue"], "deepblue"),
        (["best", "--player", "tetress:level-4"], "leave it out"),
        (["play", "tetress:level-4"], "leave it out"),
        (["best", "--player", "negamax:hash=0"], "65536"),
        (["best", "--player", "mcts", "--depth", "3"], "no limit"),
        (["perft", "2", "--position", EMPTY.replace(" r 0", " b 0")], "red on even"),
        (["match", "negamax", "nobody"], "nobody"),
        (["match", "negamax", "mcts", "--budget", "depth=2", "--games", "2", "--quiet"], "no limit"),
        (["match", "negamax", "mcts", "--openings", "/nonexistent/file"], "/nonexistent/file: cannot be read: No such file"),
        (["match", "random", "random", "--games", "2", "--out", "/nonexistent/file"], "cannot write /nonexistent/file: No such file"),
        (["play", "--red", "nobody"], "the name of a player; see 'tetress players'\n"),
        (["play", "negamax:speed=3"], "the name of an option; see 'tetress players negamax'\n"),
        (["players", "nobody"], "the name of a player; see 'tetress players'\n"),
        (["ugi", "--player", "nobody"], "the name of a player; see 'tetress players'\n"),
        (["best", "--player", "negamax@"], "the file of weights is missing after '@'"),
        (["best", "--game", "/nonexistent/file"], "/nonexistent/file: cannot be read: No such file or directory"),
        (["analyse", "/"], "/: cannot be read: Is a directory"),
        (["import", "/nonexistent/file"], "cannot be read: No such file or directory"),
        (["import", "/dev/null", "--out", "/nonexistent/file"], "cannot write /nonexistent/file: No such file or directory"),
        (["best", "--player", "negamax@/nonexistent/file"], "cannot be read: No such file or directory"),
        (["play", "--position", EMPTY + "x"], "end of the text"),
        (["ugi", "--player", "nobody"], "nobody"),
    ],
)
def test_failures_exit_with_1_and_say_why(tetress, line, word):
    done = tetress(*line)
    assert done.returncode == 1
    assert done.stderr.startswith("tetress: ") and word in done.stderr


@pytest.mark.parametrize(
    "moves, same",
    [
        ("0 - 0, 0 - 1, 0 - 2, 0 - 3", "0-0,0-1,0-2,0-3"),
        ("0 - 0 0 -1 0- 2 0 - 3; 1 - 0, 1 - 1, 1 - 2, 1 - 3", "0-0,0-1,0-2,0-3 1-0,1-1,1-2,1-3"),
        ("I 3 - 4 h O 5 -5", "I 3-4 h O 5-5"),
        ("I 3 - 4 h, 4 - 4, 4 - 5, 5 - 5, 5 - 6", "I 3-4 h 4-4,4-5,5-5,5-6"),
    ],
)
def test_cells_of_moves_may_have_blanks_around_their_dash(tetress, moves, same):
    found, wanted = (tetress("perft", 1, "--divide", "--moves", text) for text in (moves, same))
    assert found.returncode == wanted.returncode == 0
    assert found.stdout.splitlines()[:-1] == wanted.stdout.splitlines()[:-1] != []


@pytest.mark.parametrize("moves, word", [("0 - 0, 0 - 1", "4 cells, not 2"), ("0 -", "offset 3"), ("- 0", "offset 1")])
def test_cells_that_break_off_are_told(tetress, moves, word):
    done = tetress("perft", 1, "--moves", moves)
    assert done.returncode == 1 and "move 1" in done.stderr and word in done.stderr


def numeric_options():
    """Every option of every command that takes a number, with what its command needs besides."""
    listed = json.loads(run("help", "--json").stdout)["commands"]
    needs = {"match": ["random", "random"], "perft": ["1"], "selfplay": ["random", "--out", "none/games"], "analyse": ["none"]}
    for command in [one for group in listed for one in [group, *group.get("commands", [])]]:
        for option in command["options"]:
            if option.get("value") in {"N", "MS", "D", "K", "H", "PERCENT", "K,..."}:
                game = ["--game", "none"] if option["name"] in {"number", "actions"} and command["name"] != "analyse" else []
                yield [*command["name"].split(), *needs.get(command["name"], []), *game, f"--{option['name']}"]


@pytest.mark.parametrize("line", [
    ["match", "greedy", "random", "--games", "{}"], ["match", "greedy", "random", "--budget", "{}=1"],
    ["match", "greedy", "random", "--sprt-error", "{}"], ["best", "--nodes", "{}"], ["best", "{}"], ["{}"],
    ["best", "--game", "{}"], ["match", "greedy", "random", "--openings", "{}"], ["tetris", "play", "--evaluator", "{}"],
    ["tetris", "{}"], ["best", "--{}"],
], ids=" ".join)
def test_what_is_said_of_an_argument_does_not_control_the_terminal(tetress, line):
    done = tetress(*(word.format("a\x1b]52;c;eA==\x07\r\nb") for word in line))
    assert done.returncode in (1, 2)
    assert "]52;c;eA==" in done.stderr
    assert not set(done.stderr.replace("\n", "")) & {chr(code) for code in (*range(32), 127)}
    assert "\nb" not in done.stderr


def test_what_a_file_holds_does_not_control_the_terminal(tetress, tmp_path):
    made = tmp_path / "games.bin"
    assert tetress("selfplay", "greedy", "--games", 1, "--out", made, "--quiet").returncode == 0
    made.write_bytes(made.read_bytes().replace(b"spec=greedy", b"spec=\x1b[2Jeedy"))
    done = tetress("selfplay", "greedy", "--games", 1, "--out", made, "--quiet")
    assert done.returncode == 1 and "spec=?[2Jeedy" in done.stderr


def test_numbers_that_no_option_takes_are_told_both_bounds(tetress):
    lines = list(numeric_options())
    assert len(lines) > 60
    for line in lines:
        done = tetress(*line, 99999999999999999999999)
        assert done.returncode == 2, line
        assert re.search(r"from \d+ to \d+|above 0, at most \d+", done.stderr), done.stderr


def test_limits_of_a_budget_are_told_both_bounds(tetress):
    for key, most in ("nodes", 2**64 - 1), ("depth", 2**32 - 1), ("wall_ms", 2**32 - 1), ("increment_ms", 2**32 - 1), ("cpu_clock", 1):
        for value in 0, most + 1, "x":
            done = tetress("best", "--budget", f"{key}={value}")
            assert done.returncode == 2 and f"{key} takes an integer from 1 to {most}, not '{value}'" in done.stderr


# ---- perft -------------------------------------------------------------------------------------


def test_perft_3_from_the_empty_board(tetress):
    done = tetress("perft", 3, "--threads", 2)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("nodes 1120804608  seconds ")


def test_perft_equals_the_golden_counts(tetress):
    for text, counts in golden_perft():
        for depth, count in enumerate(counts[:2], 1):
            assert tetress("perft", depth, "--position", text).stdout.startswith(f"nodes {count} ")


def test_divide_adds_up_and_json_says_the_same(tetress):
    text, counts = next(iter(list(golden_perft())[1:]))
    lines = tetress("perft", 3, "--position", text, "--divide").stdout.splitlines()
    assert sum(int(line.split()[1]) for line in lines[:-1]) == counts[2]
    assert len(lines) - 1 == counts[0]
    found = json.loads(tetress("perft", 3, "--position", text, "--divide", "--json").stdout)
    assert found["nodes"] == counts[2] and sum(found["divide"].values()) == counts[2]


# ---- best --------------------------------------------------------------------------------------


def test_best_ends_with_a_legal_move(tetress):
    import tetress as library

    moves = "3-4,4-3,4-4,4-5 8-8,8-9,9-8,9-9"
    done = tetress("best", "--moves", moves, "--nodes", 3000)
    assert done.returncode == 0
    word, move = done.stdout.splitlines()[-1].split()
    game = library.Game()
    for played in moves.split():
        game.play(played)
    game.play(move)
    assert word == "bestmove"
    assert all(line.startswith("info depth ") for line in done.stdout.splitlines()[:-1])


def test_best_repeats_exactly_with_a_node_budget(tetress):
    def found():
        result = json.loads(tetress("best", "--nodes", 5000, "--json").stdout.splitlines()[-1])
        line = result["lines"][0]
        return result["bestmove"], line["score"], line["nodes"], line["pv"]

    assert found() == found()


def test_best_says_whether_a_move_comes_from_the_table_of_openings(tetress):
    def reason(*budget):
        return json.loads(tetress("best", *budget, "--json").stdout.splitlines()[-1])["stopped_by"]

    assert reason("--budget", "clock_ms=10000") == "book"
    assert reason("--nodes", 100) == "nodes"


# Four actions before the end of a game: whatever blue plays, red ends it with the fourth.
LOST_IN_4 = (
    "rb..bbbrr../rbbbr..rrr./rr..rbbbbr./..rrrr...r./rrrbr.bbbr./r.bb.bbbbrr/"
    ".rrr.rbrrrr/.rbb.brrrrr/rrr.rrr...r/..rrrbbbb../rb.bbbbbrrr b 33"
)


def test_solve_proves_a_loss_and_says_how_long_it_takes(tetress):
    done = tetress("solve", "--position", LOST_IN_4, "--nodes", 10000)
    assert done.returncode == 0
    assert done.stdout.startswith("lost in at most 4 actions\nmove ")
    done = tetress("solve", "--position", LOST_IN_4, "--nodes", 10000, "--json")
    found = json.loads(done.stdout)
    assert (found["outcome"], found["actions"]) == ("lost", 4)


def test_solve_claims_nothing_without_a_proof(tetress):
    done = tetress("solve", "--nodes", 1000)
    assert done.returncode == 0 and done.stdout.startswith("unknown\nmove ")


def test_solve_measures_the_ends_of_games(tetress, tmp_path):
    out = tmp_path / "games.jsonl"
    tetress("match", "greedy", "random", "--games", 6, "--quiet", "--out", out)
    ended = sum(json.loads(line)["reason"] == "no_moves" for line in out.read_text().splitlines())
    done = tetress("solve", "--game", out, "--ends", "1,2", "--nodes", 20000, "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["before"] for row in rows] == [1, 2]
    assert [row["positions"] for row in rows] == [ended, ended]
    assert rows[0]["proven"] == ended  # who wins with the next action has won


def test_solve_takes_the_games_of_the_referees_log(tetress):
    log = DATA.parent / "referee" / "win.txt"
    done = tetress("solve", "--game", log, "--ends", "1", "--nodes", 20000, "--json")
    assert done.returncode == 0, done.stderr
    (row,) = (json.loads(line) for line in done.stdout.splitlines())
    assert row["before"] == 1 and row["positions"] == row["proven"] == 1


def test_multipv_shows_that_many_lines_best_first(tetress):
    done = tetress("best", "--nodes", 9000, "--multipv", 3, "--json", "--quiet", "--moves",
                   "3-4,4-3,4-4,4-5 8-8,8-9,9-8,9-9")
    lines = json.loads(done.stdout)["lines"]
    assert [line["rank"] for line in lines] == [1, 2, 3]
    assert len({line["pv"][0] for line in lines}) == 3
    for better, worse in zip(lines, lines[1:]):  # the last iteration may not have got to all of them
        assert better["score"] >= worse["score"] or better["depth"] > worse["depth"]


# ---- match -------------------------------------------------------------------------------------


def test_a_match_depends_on_the_seed_alone_and_not_on_threads(tetress, tmp_path):
    import tetress as library

    def games(name, *options):
        out = tmp_path / name
        done = tetress("match", "greedy", "random", "--games", 12, "--quiet", "--out", out, *options)
        assert done.returncode == 0, done.stderr
        records = [json.loads(line) for line in out.read_text().splitlines()]
        for record in records:
            game = library.Game.from_text(record["start"])
            for move in record["moves"]:
                assert not game.over
                game.play(move)
            assert game.over and game.reason == record["reason"]
            assert (game.winner or "draw") == record["result"]
            assert len(record["scores"]) == len(record["nodes"]) == len(record["moves"])
        return sorted(json.dumps({k: r[k] for k in ("red", "start", "moves")}) for r in records)

    alone = games("alone")
    assert alone == games("together", "--concurrency", 2)
    assert alone != games("other", "--seed", 2)
    # pairs: every opening once with either colour
    starts = [json.loads(game)["start"] for game in alone]
    assert all(starts.count(start) == 2 for start in starts)


def test_a_match_is_scored_with_an_interval(tetress):
    done = tetress("match", "negamax", "random", "--games", 20, "--budget", "nodes=300", "--json")
    found = json.loads(done.stdout)
    assert found["wins"] == 20 and found["score"] == 1
    assert found["elo"] is None and found["interval"][0] > 0 and found["interval"][1] is None
    assert found["pairs"] == [0, 0, 0, 0, 10]
    assert "20/20" in done.stderr


def test_equal_players_score_half_over_pairs(tetress):
    done = tetress("match", "negamax", "negamax", "--games", 10, "--nodes", 200, "--json", "--quiet")
    found = json.loads(done.stdout)
    assert found["score"] == 0.5 and found["pairs"] == [0, 0, 5, 0, 0]
    assert done.stderr == ""


def test_openings_come_from_a_file(tetress, tmp_path):
    openings, out = tmp_path / "openings", tmp_path / "games"
    texts = [text for text, counts in golden_perft() if counts[0] > 100][:2]
    openings.write_text("# two\n\n" + "\n".join(texts) + "\n")
    done = tetress("match", "random", "random", "--games", 4, "--openings", openings, "--out", out)
    assert done.returncode == 0
    starts = [json.loads(line)["start"] for line in out.read_text().splitlines()]
    assert starts == [texts[0], texts[0], texts[1], texts[1]]
    openings.write_text("nonsense\n")
    done = tetress("match", "random", "random", "--openings", openings)
    assert done.returncode == 1 and f"{openings}:1:" in done.stderr


# ---- Limits ------------------------------------------------------------------------------------


def test_a_search_keeps_the_players_own_limits_unless_told_otherwise(tetress):
    def nodes(*options):
        done = tetress("best", "--json", "--quiet", "--moves", "3-4,4-3,4-4,4-5", *options)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)["lines"][0]["nodes"]

    assert nodes("--player", "level-4") == 500
    assert nodes("--player", "level-4", "--nodes", 100) == 100
    assert nodes("--player", "negamax", "--nodes", 700) == 700


def test_a_match_says_at_the_start_with_which_limits_each_side_plays(tetress, tmp_path):
    out = tmp_path / "games"

    def match(*options):
        return tetress("match", "level-4", "negamax:hash=1", "--games", 2, "--out", out, *options)

    own = match()
    assert own.returncode == 0, own.stderr
    assert own.stderr.startswith("level-4 plays with its own limits, nodes=500\n"
                                 "negamax:hash=1 plays with nodes=2000\n")
    assert "level-4 played with its own limits, nodes=500" in own.stdout
    given = match("--nodes", 300, "--json")
    assert json.loads(given.stdout)["limits"] == ["nodes=300, and its own limits, nodes=500", "nodes=300"]
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert [record["budget"] for record in records] == 2 * ["own or nodes=2000"] + 2 * ["nodes=300"]
    for record in records[:2]:
        for number, nodes in enumerate(record["nodes"]):
            level = "red" if record["red"] == "level-4" else "blue"
            assert nodes <= (500 if level == ("red", "blue")[number % 2] else 2000)
    lines = out.read_text().splitlines(keepends=True)
    out.write_text("".join(lines[:2]))
    resumed = match("--resume", "--games", 4)
    assert resumed.returncode == 0 and "4/4" in resumed.stderr
    assert match("--resume", "--nodes", 2000).returncode == 1  # another budget, another match
    assert tetress("best", "--player", "random", "--game", out, "--actions", 4).returncode == 0


def test_play_keeps_the_players_own_limits(tetress):
    done = tetress("play", "--red", "level-4", "--blue", "level-5", "--json")
    nodes = json.loads(done.stdout)["nodes"]
    assert max(nodes[::2]) == 500 and max(nodes[1::2]) == 1500


# ---- play --------------------------------------------------------------------------------------


def test_engines_play_to_a_winner_and_a_reason(tetress, tmp_path):
    saved = tmp_path / "game"
    done = tetress("play", "--red", "negamax", "--blue", "mcts", "--nodes", 300, "--save", saved)
    assert done.returncode == 0
    last = done.stdout.splitlines()[-1]
    assert " wins: " in last and "(no_moves, after " in last
    record = json.loads(saved.read_text())
    assert record["red"] == "negamax" and record["result"] in last


def test_a_person_can_play_ask_and_take_back(tetress, tmp_path):
    saved = tmp_path / "game"
    script = [
        "help", "3-4,4-3,4-4", "nonsense", "3-4,4-3,4-4,4-5", "3-4,4-3,4-4,4-5", "hint", "moves",
        "undo", "undo", "3-4,4-3,4-4,4-5", "position", f"save {saved}", "quit",
    ]
    done = tetress("play", "--blue", "greedy", "--nodes", 200, stdin="\n".join(script) + "\n")
    assert done.returncode == 0
    assert "4 cells, not 3" in done.stdout
    assert "'nonsense' is neither a move" in done.stdout
    assert "is occupied" in done.stdout
    assert "hint: " in done.stdout and "legal moves" in done.stdout
    assert "there is nothing to take back" in done.stdout
    assert "the game was left after 2 actions" in done.stdout
    record = json.loads(saved.read_text())
    assert record["result"] == "unfinished" and len(record["moves"]) == 2


def test_the_end_of_input_leaves_the_game(tetress):
    done = tetress("play", "--nodes", 100)
    assert done.returncode == 0 and "left after 0 actions" in done.stdout


def test_json_prints_the_record_and_nothing_else(tetress):
    done = tetress("play", "--red", "random", "--blue", "greedy", "--json")
    record = json.loads(done.stdout)
    assert record["format"] == 1 and record["result"] in ("red", "blue", "draw")


# ---- bench and players -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bench():
    """One short run on few positions; kernels with nothing to do would take no time."""
    return json.loads(run("bench", "--json", "--threads", 2).stdout)


def test_bench_has_a_column_for_each_kind_of_processor(bench):
    assert bench["kernels"][-1] == "portable" and bench["kernel"] in bench["kernels"]
    for row in bench["rows"]:
        for kernel in bench["kernels"]:
            assert row[kernel]["best"] > 0 and row[kernel]["median"] > 0
    names = [row["name"] for row in bench["rows"]]
    assert {"count", "any", "list", "apply", "playouts, all threads", "perft 3", "search mcts"} <= {*names}
    assert len({*names}) == len(names)
    assert next(row for row in bench["rows"] if row["name"] == "perft 3")["nodes"] == 1120804608


def test_bench_on_other_positions_has_the_same_signature(bench, tetress, tmp_path):
    path = tmp_path / "positions"
    path.write_text(f"# two\n{EMPTY}\n{EMPTY.replace('...', '.rb', 1).replace('r 0', 'b 9')}\n")
    last = tetress("bench", "--positions", path).stdout.splitlines()[-1].split()
    assert last == ["signature", bench["signature"]] and len(last[1]) == 16


def test_bench_says_what_is_wrong_with_a_position(tetress, tmp_path):
    path = tmp_path / "positions"
    path.write_text("nonsense\n")
    done = tetress("bench", "--positions", path)
    assert done.returncode == 1 and f"{path}:1: " in done.stderr and done.stdout == ""


def test_a_kernel_that_cannot_run_is_said(monkeypatch, tetress):
    monkeypatch.setenv("TETRESS_KERNEL", "abacus")
    done = tetress("perft", "1")
    assert done.returncode == 2 and "'abacus'" in done.stderr and "portable" in done.stderr
    monkeypatch.setenv("TETRESS_KERNEL", "portable")
    assert tetress("bench").stdout.startswith("kernels: portable\n")


def test_players_lists_names_that_work(tetress):
    listed = json.loads(tetress("players", "--json").stdout)
    assert {"negamax", "mcts", "greedy", "random"} <= {p["name"] for p in listed["players"]}
    text = tetress("players").stdout
    for player in listed["players"]:
        assert f"  {player['name']}: " in text
    assert text.index("  level-1: ") < text.index("  negamax: ")  # what a newcomer types, first
    one = tetress("players", "level-4").stdout
    assert "nodes=500" in one
    for option in next(p for p in listed["players"] if p["name"] == "level-4")["options"]:
        assert f"\n    {option['name']} " in one
    assert "no limits of its own" in tetress("players", "negamax").stdout
    assert tetress("players", "nobody").returncode == 1
    for evaluator in listed["evaluators"]:
        done = tetress("best", "--player", f"greedy:evaluator={evaluator['name']}", "--quiet")
        assert done.returncode == 0


@pytest.mark.parametrize(
    "words, options",
    [
        (["help"], ["--help"]),
        (["help", "help"], ["--help"]),
        (["help", "--help"], ["--help"]),
        (["tetris", "help", "help"], ["tetris", "--help"]),
        (["version"], ["--version"]),
        (["version", "--json"], ["--version", "--json"]),
        (["help", "version"], ["--version", "--help"]),
        (["help", "best"], ["best", "--help"]),
        (["help", "tetris"], ["tetris", "--help"]),
        (["help", "tetris", "watch"], ["tetris", "watch", "--help"]),
        (["tetris", "help"], ["tetris", "--help"]),
        (["tetris", "help", "watch"], ["tetris", "watch", "--help"]),
    ],
)
def test_help_and_version_may_be_words(tetress, words, options):
    done, wanted = tetress(*words), tetress(*options)
    assert done.returncode == 0 and done.stdout == wanted.stdout != ""


def test_the_version_tells_library_build_and_kernels(monkeypatch, tetress):
    import tetress as library

    first, build, kernels = tetress("--version").stdout.splitlines()
    found = json.loads(tetress("--version", "--json").stdout)
    assert first == f"tetress {library.version} (ABI {found['abi']})"  # scripts read this line
    assert found["version"] == library.version
    assert re.fullmatch(r"build: (gcc|clang) \d+\.\d+\.\d+, asserts (on|off), experimental functions (on|off)", build)
    told = [found["compiler"], *(f"{name} {'on' if found[key] else 'off'}" for name, key in (("asserts", "asserts"), ("experimental functions", "experimental")))]
    assert build == "build: " + ", ".join(told)
    assert found["kernels"][-1] == "portable"
    assert kernels == "kernels: " + ", ".join(name + " (runs)" * (name == found["kernel"]) for name in found["kernels"])
    for wanted in found["kernels"]:
        monkeypatch.setenv("TETRESS_KERNEL", wanted)
        assert f"{wanted} (runs)" in tetress("version").stdout
        assert json.loads(tetress("version", "--json").stdout)["kernel"] == wanted
    monkeypatch.setenv("TETRESS_KERNEL", "abacus")  # who asks why it does not run shall get the list
    assert tetress("version").stdout.splitlines() == [first, build, kernels]


@pytest.mark.parametrize("line", [["version", "x"], ["--version", "--plain"]])
def test_the_version_takes_nothing_else(tetress, line):
    done = tetress(*line)
    assert done.returncode == 2 and done.stdout == "" and "tetress version: " in done.stderr


@pytest.mark.parametrize("budget", ["increment_ms=10", "increment_ms=10,nodes=5"])
def test_an_increment_alone_is_told_what_it_needs(tetress, budget):
    for line in (["best", "--budget", budget], ["match", "random", "random", "--budget", budget]):
        done = tetress(*line)
        assert done.returncode != 0 and "increment_ms means nothing without clock_ms" in done.stderr


@pytest.mark.parametrize(
    "arguments, meant",
    [
        (["bset"], "did you mean 'best'?"),
        (["help", "bset"], "did you mean 'best'?"),
        (["tetris", "waht"], None),
        (["tetris", "wacth"], "did you mean 'watch'?"),
        (["best", "--plaeyr", "mcts"], "did you mean --player?"),
        (["best", "--plaeyr=mcts"], "did you mean --player?"),
        (["best", "--sideways"], None),
        (["best", "--player", "mtcs"], 'did you mean "mcts"?'),
        (["best", "--player", "mcts:explorations=1"], 'did you mean "exploration"?'),
        (["best", "--player", "negamax:evaluator=raech"], 'did you mean "reach"?'),
        (["match", "negamax", "mcts", "--budget", "ndoes=5"], "did you mean nodes?"),
        (["tetris", "watch", "--evaluator", "delacherie"], 'did you mean "dellacherie"?'),
        (["tetris", "watch", "--evaluator", "nobody"], None),
    ],
)
def test_a_misspelt_word_is_told(tetress, arguments, meant):
    done = tetress(*arguments)
    assert done.returncode != 0
    if meant is None:
        assert "did you mean" not in done.stderr
    else:
        assert meant in done.stderr


# ---- Output that cannot be written -------------------------------------------------------------

WRITES = [
    ["--help"], ["version"], ["help", "--json"], ["best", "--nodes", "10"], ["solve", "--nodes", "10"], ["perft", "1"],
    ["perft", "1", "--divide"], ["players"],
    ["match", "random", "random", "--games", "2"], ["selfplay", "random", "--games", "1", "--out", "OUT"],
    ["play", "random", "random"], ["analyse", "GAME", "--nodes", "10"],
    ["tetris", "play", "--seed", "1"], ["tetris", "watch", "--pieces", "3"],
    ["tetris", "measure", "--games", "2", "--pieces", "5"],
]
# Those of them that print no JSON.
WORDS_ALONE = ("--help", "help", "tetris play")


@pytest.mark.parametrize("where", ["/dev/full", "&-"])
@pytest.mark.parametrize("command", WRITES, ids=" ".join)
def test_output_that_cannot_be_written_is_a_failure(command, where, tmp_path):
    words = {"GAME": str(DATA.parent / "referee" / "illegal.log"), "OUT": str(tmp_path / "out.bin")}
    line = [words.get(word, word) for word in command]
    forms = [line] if " ".join(command).startswith(WORDS_ALONE) else [line, [*line, "--json"]]
    for form in forms:
        done = subprocess.run(["sh", "-c", f'exec "$0" "$@" >{where}', str(TOOL), *form], input="", capture_output=True,
                              text=True, timeout=HANG_S, check=False)
        assert done.returncode == 1 and "cannot write" in done.stderr, (form, done.stderr)


@pytest.mark.parametrize("where", ["/dev/full", "&-"])
def test_a_match_runner_that_does_not_listen_is_a_failure(where):
    done = subprocess.run(["sh", "-c", f'exec "$0" ugi >{where}', str(TOOL)], input="ugi\nquit\n", capture_output=True,
                          text=True, timeout=HANG_S, check=False)
    assert done.returncode == 1 and "cannot write" in done.stderr
