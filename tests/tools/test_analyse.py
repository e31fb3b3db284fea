# SPDX-License-Identifier: MIT
"""Judging games: the numbers of `tetress analyse`, its page, and `tetress import`."""
import html.parser
import json
import pathlib
import re

import pytest
import tetress as library

REFEREE = pathlib.Path(__file__).resolve().parent.parent / "data" / "referee"
CLASSES = ["best", "good", "inaccuracy", "mistake", "blunder"]
# Losses from which a move is no better, and what a half counts (docs/guide/analysis.md).
LIMITS = {"inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.20}
HALF = 0.15
# In win.txt blue has two moves before action 36: one ends the game, and it played the other.
WON, WINNING = 36, "0-7,1-7,2-7,3-7"


def analyse(tetress, path, *options):
    """The game, actions and players of the JSON lines."""
    done = tetress("analyse", path, "--json", "--quiet", *(options or ("--nodes", 3000)))
    assert done.returncode == 0 and done.stderr == "", done.stderr
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    game, actions, players = objects[0], objects[1:-2], objects[-2:]
    assert game["type"] == "game" and all(x["type"] == "action" for x in actions)
    assert [player["type"] for player in players] == ["player", "player"]
    return game, actions, players


def final(tetress, path, actions, move):
    """The record of a game that goes on after so many actions with a move and then by itself."""
    done = tetress("play", "--red", "random", "--blue", "random", "--json", "--game", path,
                   "--actions", actions, "--moves", move)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def records(tetress, tmp_path):
    """Games of players that are not equal, from openings at random."""
    path = tmp_path / "games.jsonl"
    done = tetress("match", "greedy", "random", "--games", 4, "--quiet", "--out", path)
    assert done.returncode == 0
    return path


# ---- Judgements --------------------------------------------------------------------------------


def test_a_win_that_was_thrown_away_is_a_blunder_with_the_winning_move(tetress):
    _, actions, players = analyse(tetress, REFEREE / "win.txt")
    action = actions[WON - 1]
    assert action["action"] == WON and action["colour"] == "blue" and action["legal"] == 2
    assert action["class"] == "blunder" and action["threw_win"]
    assert action["mate"] == 1 and action["win_before"] == 1 and action["win_after"] < 0.9
    assert action["best"] == WINNING and action["line"] == [WINNING]
    assert WON in players[1]["blunders"] and WON not in players[0]["blunders"]
    # It is what it says: nothing is left to play after the better move, and blue has won.
    record = final(tetress, REFEREE / "win.txt", WON - 1, WINNING)
    assert record["moves"] == [] and record["result"] == "blue"


@pytest.mark.parametrize("name", ["win.txt", "win.log"])
def test_the_graph_ends_with_the_winner(tetress, name):
    game, actions, _ = analyse(tetress, REFEREE / name)
    assert game["result"] == "blue" and game["reason"] == "no_moves"
    assert len(game["red_win"]) == game["actions"] + 1 == 43
    assert game["red_win"][-1] == 0
    assert actions[-1]["win_after"] == 1 and actions[-1]["class"] == "best"


def test_a_game_that_a_fault_ended_ends_with_its_position(tetress):
    game, actions, _ = analyse(tetress, REFEREE / "illegal.txt")
    assert (game["result"], game["reason"], game["actions"]) == ("red", "illegal", 5)
    assert "blue loses by illegal" in game["ending"]
    assert 0 < game["red_win"][-1] < 1 and len(actions) == 5


DETAIL = "blue played 0-0,0-2,0-4,0-6, which is no tetromino"


def forfeit(tetress, tmp_path, referee):
    """A game that blue lost by an illegal action, with what a referee knows."""
    record = json.loads(tetress("import", REFEREE / "illegal.txt").stdout)
    path = tmp_path / "forfeit.jsonl"
    path.write_text(json.dumps({**record, "referee": referee}))
    return path


@pytest.mark.parametrize(
    "name, said",
    [
        (None, DETAIL),
        ("illegal.txt", "ILLEGAL ACTION: No coords in PLACE(0-0, 0-2, 0-4, 0-6) neighbour a BLUE piece."),
        ("illegal.log", "ILLEGAL ACTION: No coords in PLACE(0-0, 0-2, 0-4, 0-6) neighbour a BLUE piece."),
        ("win.txt", None),
    ],
)
def test_what_the_referee_said_of_a_fault_is_shown_everywhere(tetress, tmp_path, name, said):
    path = REFEREE / name if name else forfeit(tetress, tmp_path, {"detail": DETAIL})
    page = tmp_path / "report.html"
    shown = tetress("analyse", path, "--nodes", 100, "--page", page)
    assert shown.returncode == 0, shown.stderr
    lines = shown.stdout.splitlines()
    assert [line for line in lines if line.startswith("the referee: ")] == ([f"the referee: {said}"] if said else [])
    assert analyse(tetress, path, "--nodes", 100)[0]["evidence"] == said
    assert json.loads(read_page(page).data)["game"]["evidence"] == said
    assert 'id="evidence"' in page.read_text()


@pytest.mark.parametrize("referee", [{}, {"detail": ""}, {"detail": 1}, {"detail": None}])
def test_a_referee_that_says_nothing_of_a_fault_has_no_line(tetress, tmp_path, referee):
    path = forfeit(tetress, tmp_path, referee)
    assert analyse(tetress, path, "--nodes", 100)[0]["evidence"] is None
    assert "the referee:" not in tetress("analyse", path, "--nodes", 100).stdout


def test_no_evidence_steers_the_terminal(tetress, tmp_path):
    path = forfeit(tetress, tmp_path, {"detail": "a\x1b[2Jb\nc\u00e9"})
    assert "the referee: a?[2Jb?c\u00e9\n" in tetress("analyse", path, "--nodes", 100).stdout


def class_of(action):
    """What the documentation says of a loss."""
    if action["loss"] == 0 or action["best"] == action["move"]:
        return "best"
    passed = [name for name in ("inaccuracy", "mistake", "blunder") if action["loss"] >= LIMITS[name]]
    return passed[-1] if passed else "good"


@pytest.mark.parametrize("player", ["negamax", "greedy", "mcts:memory=1"])
def test_the_numbers_add_up(tetress, records, player):
    game, actions, players = analyse(tetress, records, "--player", player, "--nodes", 500, "--number", 2)
    record = json.loads(records.read_text().splitlines()[1])
    assert [action["move"] for action in actions] == record["moves"]
    assert game["engine"] == player and game["budget"] == "nodes=500"
    for number, action in enumerate(actions):
        red = game["red_win"][number]
        assert action["win_before"] == pytest.approx(red if action["colour"] == "red" else 1 - red, abs=1e-8)
        assert action["loss"] == pytest.approx(action["win_before"] - action["win_after"], abs=1e-8)
        assert 0 <= action["win_after"] <= action["win_before"] <= 1
        assert action["class"] == class_of(action)
        assert action["line"][0] == action["best"]
        if action["best"] == action["move"]:
            assert action["loss"] == 0 and action["class"] == "best"
    for player_found in players:
        own = [action for action in actions if action["colour"] == player_found["colour"]]
        judged = [action for action in own if action["legal"] > 1 and action["mate"] >= 0]
        assert player_found["actions"] == len(own) and player_found["judged"] == len(judged) > 0
        for name in CLASSES:
            assert player_found["classes"][name] == sum(action["class"] == name for action in own)
        losses = [action["loss"] for action in judged]
        assert player_found["average_loss"] == pytest.approx(sum(losses) / len(losses))
        points = [100 * 2 ** (-loss / HALF) for loss in losses]
        assert player_found["accuracy"] == pytest.approx(sum(points) / len(points))
        worst = sorted((a for a in own if a["class"] == "blunder"), key=lambda a: -a["loss"])
        assert sorted(player_found["blunders"]) == sorted(action["action"] for action in worst)
        losses = {action["action"]: action["loss"] for action in own}
        assert [losses[n] for n in player_found["blunders"]] == [action["loss"] for action in worst]


def win_after(tetress, path, number, actions, move):
    """What greedy says the mover's move is worth, and whether the game goes on after it."""
    done = tetress("best", "--player", "greedy", "--game", path, "--number", number, "--actions", actions,
                   "--moves", move, "--nodes", 500, "--json")
    if done.returncode != 0:
        assert "the game is over" in done.stderr
        return None
    return 1 - json.loads(done.stdout.splitlines()[-1])["lines"][0]["win"]


def test_the_best_move_is_worth_what_is_said_of_it(tetress, records):
    # Greedy sees one action far and keeps no table: a search of its own says the same, and the reply
    # it then sees often makes the move that was played the better one.
    compared = 0
    for number in (1, 2):
        _, actions, _ = analyse(tetress, records, "--player", "greedy", "--nodes", 500, "--number", number)
        for index, action in enumerate(actions):
            best, played = (win_after(tetress, records, number, index, action[key]) for key in ("best", "move"))
            if action["mate"] != 0 or best is None or played is None:
                continue
            assert action["win_before"] == pytest.approx(best, abs=1e-6)
            assert action["win_after"] == pytest.approx(played, abs=1e-6)
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("control", ["\x1b", "\x7f", "\n", "\u009b", "\u202e", "\u2066", "\u200b", "\u2028", "\ufeff", "\U000e0041"])
def test_no_name_steers_the_terminal(tetress, records, tmp_path, control):
    record = json.loads(records.read_text().splitlines()[0])
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps({**record, "red": f"a{control}2J\u00e9"}))
    done = tetress("analyse", path, "--nodes", 50, "--quiet")
    assert done.returncode == 0 and done.stdout.startswith("red a?2J\u00e9, blue ")
    told = tetress("analyse", path, "--nodes", 50, "--quiet", "--json").stdout
    assert told.isascii() and json.loads(told.splitlines()[0])["red"] == f"a{control}2J\u00e9"
    path.write_text(json.dumps({**record, f"key{control}2J": 1}))
    wrong = tetress("analyse", path, "--nodes", 50)
    assert wrong.returncode == 1 and "unknown key 'key?2J'" in wrong.stderr


def test_what_an_action_did_is_what_happened_on_the_board(tetress, records):
    emptied = 0
    for number, record in enumerate(records.read_text().splitlines(), 1):
        expected = boards(json.loads(record))
        game, actions, _ = analyse(tetress, records, "--nodes", 100, "--number", number)
        before = game["start"].split()[0]
        for index, action in enumerate(actions):
            rows, columns = action["rows"], action["columns"]
            text = expected[index + 1]
            assert text.count("r") == action["red_tokens"] and text.count("b") == action["blue_tokens"]
            put = [tuple(map(int, cell.split("-"))) for cell in action["move"].split(",")]
            board = [list(row) for row in before.split("/")]
            for r, c in put:
                board[r][c] = action["colour"][0]
            assert rows == [r for r in range(11) if "." not in board[r]]
            assert columns == [c for c in range(11) if all(row[c] != "." for row in board)]
            emptied += len(rows) + len(columns)
            before = text
    assert emptied > 0


def boards(record):
    """All boards of a record, by rules of their own."""
    rows, turn, _ = record["start"].split()
    board = [list(row) for row in rows.split("/")]
    found = [rows]
    for move in record["moves"]:
        for cell in move.split(","):
            r, c = map(int, cell.split("-"))
            board[r][c] = turn
        full_rows = [r for r in range(11) if "." not in board[r]]
        full_columns = [c for c in range(11) if all(row[c] != "." for row in board)]
        for r in range(11):
            for c in range(11):
                if r in full_rows or c in full_columns:
                    board[r][c] = "."
        found.append("/".join("".join(row) for row in board))
        turn = "b" if turn == "r" else "r"
    return found


def test_the_same_analysis_comes_out_again(tetress, records, tmp_path):
    pages = [tmp_path / "one.html", tmp_path / "two.html"]
    found = [tetress("analyse", records, "--nodes", 2000, "--json", "--quiet", "--page", page).stdout
             for page in pages]
    assert found[0] == found[1] and found[0].count("\n") > 20
    assert pages[0].read_bytes() == pages[1].read_bytes()


def test_a_game_without_actions_is_judged_where_it_stands(tetress, tmp_path):
    path = tmp_path / "log"
    path.write_text("* referee : let the game begin!\n")
    game, actions, players = analyse(tetress, path)
    assert actions == [] and len(game["red_win"]) == 1 and 0 < game["red_win"][0] < 1
    assert [player["judged"] for player in players] == [0, 0]
    # Nothing was judged, so there is no mean.
    assert [(player["accuracy"], player["average_loss"]) for player in players] == [(None, None)] * 2
    lines = tetress("analyse", path).stdout.splitlines()
    assert sum(line[4:].startswith("  accuracy -  average loss -   best 0") for line in lines) == 2


# ---- Text --------------------------------------------------------------------------------------


def test_the_table_shows_each_action_and_the_board_at_a_blunder(tetress):
    done = tetress("analyse", REFEREE / "win.txt", "--nodes", 3000, "--quiet")
    assert done.returncode == 0 and "\033" not in done.stdout
    lines = done.stdout.splitlines()
    rows = [line.split() for line in lines if re.match(r" +\d+ (red|blue) ", line)]
    assert [int(row[0]) for row in rows] == list(range(1, 43))
    at = next(i for i, line in enumerate(lines) if line.startswith("  36 blue"))
    assert "blunder" in lines[at] and "a won game: blue wins within 1 action" in lines[at + 1]
    assert lines[at + 2].split()[0] == "0" and len(lines[at + 3].split()) == 12
    drawn = "".join(lines[at + 3:at + 14])
    # The moves share three of their four cells.
    assert drawn.count("*") == 3 and drawn.count("+") == 1 and drawn.count("x") == 1
    assert lines[at + 15] == f"     better: {library.Move(WINNING).piece_text}"
    assert any(line.startswith("blue wins: red has no legal move") for line in lines)
    assert sum(line.startswith(("red   accuracy", "blue  accuracy")) for line in lines) == 2


# ---- Page --------------------------------------------------------------------------------------


class Page(html.parser.HTMLParser):
    """Which elements are open, what refers to elsewhere, and the embedded data."""

    EMPTY = {"meta", "link", "input", "br", "img"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.stack, self.addresses, self.scripts, self.data = [], [], 0, ""

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.addresses += [values[key] for key in ("src", "href", "action", "data") if key in values]
        self.scripts += tag == "script"
        if tag not in self.EMPTY:
            self.stack.append((tag, values.get("id")))

    def handle_endtag(self, tag):
        assert self.stack.pop()[0] == tag

    def handle_data(self, data):
        if self.stack and self.stack[-1] == ("script", "data"):
            self.data += data


def read_page(path):
    page = Page()
    page.feed(path.read_text(encoding="ascii"))
    page.close()
    assert page.stack == []
    return page


def test_the_page_is_whole_and_needs_nothing_else(tetress, tmp_path):
    path = tmp_path / "report.html"
    done = tetress("analyse", REFEREE / "win.txt", "--nodes", 1000, "--quiet", "--page", path)
    assert done.returncode == 0 and done.stdout == ""
    page = read_page(path)
    assert page.addresses == [] and page.scripts == 3
    assert not re.search(r"https?:|url\(|@import|//[a-z]+\.", path.read_text())
    assert "{{" not in path.read_text()
    game, actions, players = analyse(tetress, REFEREE / "win.txt", "--nodes", 1000)
    found = json.loads(page.data)
    assert found["game"]["ending"] == game["ending"] and len(found["actions"]) == 42
    assert [a["class"] for a in found["actions"]] == [a["class"] for a in actions]
    assert [p["classes"] for p in found["players"]] == [p["classes"] for p in players]


@pytest.mark.parametrize("name", ["</script><script>alert(1)</script>", "<!--<script>", "&lt;\u2028\u2029'\"", "{{data}}"])
def test_no_name_breaks_out_of_the_page(tetress, records, tmp_path, name):
    record = json.loads(records.read_text().splitlines()[0])
    record["red"] = name
    game, path = tmp_path / "game.jsonl", tmp_path / "report.html"
    game.write_text(json.dumps(record))
    done = tetress("analyse", game, "--nodes", 100, "--quiet", "--page", path)
    assert done.returncode == 0, done.stderr
    page = read_page(path)
    assert page.scripts == 3
    assert json.loads(page.data)["game"]["red"] == name


# ---- What is wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line, code, word",
    [
        ([], 2, "GAME"),
        (["none.jsonl"], 1, "none.jsonl: cannot be read"),
        (["WIN", "WIN"], 2, "1 operand"),
        (["WIN", "--number", "2"], 1, "has 1 game, not 2"),
        (["WIN", "--number", "0"], 2, "--number"),
        (["WIN", "--nodes", "0"], 2, "--nodes"),
        (["WIN", "--player", "nobody"], 1, "nobody"),
        (["WIN", "--nodes", "9", "--quiet", "--page", "/dev/null/x"], 1, "cannot write /dev/null/x"),
        (["WIN", "--actions", "1"], 2, "--actions"),
    ],
)
def test_what_is_wrong_is_said(tetress, line, code, word):
    done = tetress("analyse", *(str(REFEREE / "win.txt") if part == "WIN" else part for part in line))
    assert done.returncode == code and done.stdout == "" and word in done.stderr


def test_a_page_that_cannot_be_written_is_said_before_the_searches(tetress):
    done = tetress("analyse", REFEREE / "win.txt", "--nodes", 9, "--page", "/dev/null/x")
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("tetress: cannot write /dev/null/x: ") and done.stderr.count("\n") == 1


def test_a_record_whose_end_is_no_end_is_refused(tetress, records, tmp_path):
    path = tmp_path / "games.jsonl"
    record = json.loads(records.read_text().splitlines()[0])
    path.write_text(json.dumps({**record, "reason": "time", "result": "draw"}))
    done = tetress("analyse", path)
    assert done.returncode == 1 and "'result' is 'draw', which 'time' does not lead to" in done.stderr
    path.write_text(json.dumps({**record, "reason": "time", "result": "red", "referee": {"blame": "blue"}}))
    game, _, _ = analyse(tetress, path, "--nodes", 50)
    assert game["reason"] == "time" and game["ending"] == "red wins: blue loses by time"


# ---- Import ------------------------------------------------------------------------------------


def test_every_log_of_the_referee_becomes_a_record(tetress, tmp_path):
    logs = sorted(REFEREE.glob("*.txt")) + sorted(REFEREE.glob("*.log"))
    path = tmp_path / "games.jsonl"
    done = tetress("import", *logs, "--out", path)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert len(logs) == 13 and done.stdout == f"13 games added to {path}\n"
    records = dict(zip((log.name for log in logs), map(json.loads, path.read_text().splitlines())))
    assert len(records) == 13
    ends = {"win": ("blue", "no_moves"), "illegal": ("red", "illegal"), "both": ("red", "illegal"),
            "failed": ("blue", "crash"), "no_action": ("blue", "protocol"), "bom": ("unfinished", "none"),
            "name_timeout": ("red", "crash"), "powershell": ("red", "time"), "wall_time": ("red", "time")}
    for log, record in records.items():
        assert (record["result"], record["reason"]) == ends[log.split(".")[0]]
        assert (sum(record["times_ms"]) > 0) == (log.endswith(".log") and log != "bom.log")
    assert records["win.txt"]["moves"] == records["win.log"]["moves"]
    assert records["win.txt"]["red"] == "plain:Agent" and records["win.log"]["red"] == "unknown"
    for number in range(1, 14):
        assert tetress("perft", 1, "--game", path, "--number", number, "--actions", 0).returncode == 0


def test_all_games_that_were_printed_are_imported(tetress, tmp_path):
    path = tmp_path / "log"
    win, illegal = (REFEREE / "win.txt").read_text(), (REFEREE / "illegal.txt").read_text()
    path.write_text(win + illegal + win)
    done = tetress("import", path)
    assert done.returncode == 0
    assert [json.loads(line)["result"] for line in done.stdout.splitlines()] == ["blue", "red", "blue"]


def test_a_wrong_log_does_not_keep_the_others(tetress, tmp_path, records):
    wrong = tmp_path / "wrong"
    wrong.write_text("* referee : let the game begin!\n* referee : BLUE to play (turn 1) ...\n")
    done = tetress("import", wrong, records, tmp_path / "none", REFEREE / "win.txt")
    assert done.returncode == 1 and len(done.stdout.splitlines()) == 1
    faults = done.stderr.splitlines()
    assert f"{wrong}: line 2: turn 1 belongs to red" in faults[0]
    assert "game records already" in faults[1] and "cannot be read" in faults[2]
    assert tetress("import").returncode == 2
