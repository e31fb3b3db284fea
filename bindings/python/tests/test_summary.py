# SPDX-License-Identifier: MIT
"""Summaries of tournaments: complete, readable by others, and safe whatever players are called and print."""

import csv
import dataclasses
import html.parser
import errno
import json
import math
import os
import signal
import subprocess
import sys
import time
import types

import pytest
import tetress
from sandbox_support import AGENTS, needs_sandbox, team
from tetress.referee import check, outcome
from tetress.referee.entrant import locate, parse_entrant
from tetress.referee.limits import COURSE, Limits
from tetress.referee.record import GameRecord, PlayerRecord
from tetress.referee.untrusted_text import UntrustedText
from tetress.tournament import __main__ as command
from tetress.tournament import gradescope, live, summary, summary_page
from tetress.tournament.results import Entry
from tetress.tournament.store import Store
from tetress.tournament.tournament import Settings
from tournament_support import HOSTILE, all_outcomes, played, record, results_of


class Page(html.parser.HTMLParser):
    """What is in a page: elements that were opened, links, the text of each script."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links, self.scripts, self.text = [], [], [], []
        self._inside = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self._inside = tag
        values = dict(attributes)
        self.links += [values[name] for name in ("src", "href", "action") if name in values]
        if tag == "script":
            self.scripts.append([values.get("type"), ""])

    def handle_endtag(self, tag):
        self._inside = None

    def handle_data(self, data):
        if self._inside == "script":
            self.scripts[-1][1] += data
        else:
            self.text.append(data)


def test_page_has_every_game(tmp_path):
    results = results_of(all_outcomes())
    page = Page(summary_page.page(results))
    assert [kind for kind, _ in page.scripts] == ["application/json", None]
    data = json.loads(page.scripts[0][1])
    assert len(data["games"]) == len(results.games)
    for game, shown in zip(results.games, data["games"]):
        assert (shown["result"], shown["reason"]) == (game.record["result"], game.record["reason"])
        packed = [shown["moves"][i : i + 2] for i in range(0, len(shown["moves"]), 2)]
        cells = [divmod(int(digits, 36), 11) for digits in packed]
        moves = [tetress.Move.from_cells(cells[i : i + 4]) for i in range(0, len(cells), 4)]
        assert [str(move) for move in moves] == game.record["moves"]
    assert page.tags.count("tr") >= 2 + 2 + 1
    assert "data:," in page.links and not [link for link in page.links if link != "data:,"]
    assets = "".join(summary_page.asset(f"{name}.{kind}") for name in ("tournament", "replay") for kind in ("js", "css"))
    # The name of a namespace is no address that is asked for anything.
    assert "://" not in assets.replace("http://www.w3.org/2000/svg", "") + summary_page.asset("tournament.html")


def test_made_up_games_are_games():
    for game in all_outcomes():
        replayed = tetress.Game()
        for move in game.record["moves"]:
            replayed.play(move)
        by_rules = game.record["reason"] in outcome.BY_RULES
        assert replayed.over == by_rules
        if by_rules:
            assert (replayed.winner or "draw", replayed.reason) == (game.record["result"], game.record["reason"])


def test_page_tells_limits_library_and_host_once():
    results = results_of(all_outcomes())
    data = json.loads(Page(summary_page.page(results)).scripts[0][1])
    limits = "180 s of CPU time, 250 MB of memory, 180 s a call"
    assert data["about"] == [[limits, tetress.version, "Linux, x86_64, avx2"]]
    assert {game["about"] for game in data["games"]} == {0}
    assert limits not in "".join(Page(summary_page.page(results)).text)  # nothing is known of the tournament's
    known = dataclasses.replace(results, settings={"limits": results.games[0].record["referee"]["limits"]})
    assert limits in "".join(Page(summary_page.page(known)).text)


def test_page_tells_no_paths_of_the_machine():
    games = [played("/home/someone/agent", "tetress:random", "red")]
    text = summary_page.page(results_of(games, [Entry("/home/someone/agent", "x"), Entry("tetress:random", "y")]))
    (game,) = json.loads(Page(text).scripts[0][1])["games"]
    assert "spec" not in json.dumps(game) and "/home" not in json.dumps(game)
    assert game["players"]["blue"]["engine"] == "random" and "engine" not in game["players"]["red"]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "\uff1d1", "\uff20a", "\r=1", "\x1b[2J", "\u202egnp"])
def test_no_cell_is_a_formula_or_obeyed(tmp_path, name):
    games = [played(name, "other", "red", "crash", detail=name)]
    summary.write_all(results_of(games, [Entry(name, "x"), Entry("other", "y", staff=True)]), tmp_path)
    for file in ("standings.csv", "games.csv", "crosstable.csv"):
        cells = [cell for row in csv.reader((tmp_path / file).open(newline="", encoding="utf-8")) for cell in row]
        assert not any(cell.strip().startswith(tuple("=+@\uff1d\uff0b\uff0d\uff20")) or cell == "-1" for cell in cells)
        assert all(cell.isprintable() for cell in cells)


def test_page_may_load_nothing():
    assert "Content-Security-Policy" in summary_page.asset("tournament.html")
    assert "default-src 'none'" in summary_page.asset("tournament.html")


def test_table_of_many_players_is_left_to_the_file():
    few, many = ([Entry(f"team {number}", "x") for number in range(count)] for count in (40, 41))
    assert Page(summary_page.page(results_of([], few))).tags.count("tr") == 40 + 40 + 3
    text = summary_page.page(results_of([], many))
    assert Page(text).tags.count("tr") == 41 + 2 and "crosstable.csv" in text


def test_names_and_logs_cannot_break_out(tmp_path):
    games = [played(HOSTILE, "=1+1", "red", "crash", log=HOSTILE, detail=HOSTILE)]
    results = results_of(games, [Entry(HOSTILE, "x"), Entry("=1+1", "y", staff=True)], title=HOSTILE)
    text = summary_page.page(results)
    page = Page(text)
    assert len(page.scripts) == 2 and page.tags.count("script") == 2
    data = json.loads(page.scripts[0][1])
    shown = UntrustedText(HOSTILE).shown()
    assert data["names"] == [shown, "=1+1"]
    assert data["games"][0]["players"]["red"]["log"] == shown
    assert "\u2028" not in page.scripts[0][1]
    assert "alert" not in page.scripts[1][1]
    assert any(shown in piece for piece in ["".join(page.text)])
    summary.write_all(results, tmp_path)
    rows = list(csv.reader((tmp_path / "standings.csv").open(newline="", encoding="utf-8")))
    assert sorted(row[1] for row in rows[1:]) == sorted(["'=1+1", shown])
    for name in ("standings.csv", "games.csv", "crosstable.csv"):
        for row in csv.reader((tmp_path / name).open(newline="", encoding="utf-8")):
            assert not any(cell.startswith(("=", "@")) for cell in row)


@pytest.mark.parametrize("detail", ["red raised IndexError: There is no action to undo.", "red has no legal move", "red asks why?"])
def test_a_detail_ends_with_one_stop_wherever_it_is_printed(detail):
    games = [played("a", "b", "blue", "crash", detail=detail), played("a", "b", "unfinished", "infrastructure", number=1, detail=detail)]
    told = [gradescope._sentences(game, "a") for game in games]
    told.append(gradescope.results_json(results_of(games[1:]), "a")["output"])
    for game in games:
        side = PlayerRecord(spec="a")
        ending = types.SimpleNamespace(reason=game.record["reason"], result="blue", blame="red", moves=[], detail=detail, players={"red": side})
        told += check._describe(check._Game(ending, "red", "random", []), COURSE)
    whole = detail if detail.endswith((".", "?")) else detail + "."
    assert sum(whole in text for text in told) == 5
    assert not any(whole + "." in text for text in told)


def test_files_agree_with_the_results(tmp_path):
    results = results_of(all_outcomes(), ratings={"a": (10.25, -5.0, 20.0), "b": (-10.25, -20.0, 5.0)})
    paths = summary.write_all(results, tmp_path / "new" / "folder")
    assert sorted(path.name for path in paths) == ["crosstable.csv", "games.csv", "games.jsonl", "index.html", "standings.csv"]
    folder = tmp_path / "new" / "folder"
    records = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    assert records == [game.record for game in results.games]
    games = list(csv.DictReader((folder / "games.csv").open(newline="")))
    assert [records[int(game["game"]) - 1]["reason"] for game in games] == [game["reason"] for game in games]
    assert [game["game"] for game in games] == [str(number) for number in range(1, len(records) + 1)]
    assert [game["reason"] for game in games] == [game.record["reason"] for game in results.games]
    assert {game["blame"] for game in games} == {"", "red", "blue", "both"}
    rows = list(csv.DictReader((folder / "standings.csv").open(newline="")))
    assert [(row["name"], float(row["points"]), row["elo"]) for row in rows] == [
        (row.name, row.points, str(round(row.elo, 1))) for row in results.standings
    ]
    assert "+10 (-5, +20)" in summary_page.page(results)


def test_a_tournament_without_games_has_a_summary(tmp_path):
    summary.write_all(results_of([], [Entry("a", "x"), Entry("b", "y")]), tmp_path)
    assert len((tmp_path / "standings.csv").read_text().splitlines()) == 3
    assert json.loads(Page((tmp_path / "index.html").read_text()).scripts[0][1])["games"] == []


def test_a_page_of_many_games_stays_small():
    games = [played("a", "b", "red", number=number) for number in range(50)]
    one = len(summary_page.page(results_of(games[:1])))
    assert (len(summary_page.page(results_of(games))) - one) / 49 < 3000  # bytes a game


def test_logs_have_less_room_the_more_games_there_are():
    game = played("a", "b", "red", "load", log="x" * 10_000, actions=0)

    def longest(count):
        data = summary_page._data(results_of([game] * count))
        return max(len(side["log"]) for one in data["games"] for side in one["players"].values())

    assert 8000 <= longest(1) < 8100
    assert 4000 <= longest(2000) < 4100
    assert 400 <= longest(25_000) < 500


def test_table_in_markdown():
    games = [played("a|b*", "<b>", "red"), played("<b>", "a|b*", "draw", "turn_limit", number=1)]
    entries = [Entry("a|b*", "x"), Entry("<b>", "y", staff=True)]
    assert live.markdown_lines(results_of(games, entries, ratings={"<b>": (-3.4, -20.0, 8.0)}))[2:] == [
        r"| 1 | a\|b\* | 1.5 | 75.0% | 1 | 1 | 0 | 0 |  |",
        r"| 2 | \<b\> (staff) | 0.5 | 25.0% | 0 | 1 | 1 | 0 | -3 (-20, +8) |",
    ]


# ---- Gradescope --------------------------------------------------------------------------------

VISIBILITY = ("hidden", "after_due_date", "after_published", "visible")
FORMATS = ("text", "html", "simple_format", "md", "ansi")


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def check_gradescope(content):
    """The documented format: names, types and allowed values of all that may be there."""
    kinds = {
        "score": is_number, "execution_time": is_number, "output": lambda v: isinstance(v, str),
        "output_format": FORMATS.__contains__, "test_output_format": FORMATS.__contains__,
        "visibility": VISIBILITY.__contains__, "stdout_visibility": VISIBILITY.__contains__,
        "extra_data": lambda v: isinstance(v, dict), "tests": lambda v: isinstance(v, list), "leaderboard": lambda v: isinstance(v, list),
    }  # fmt: skip
    assert "score" in content or content["tests"]
    for key, value in content.items():
        assert key in kinds and kinds[key](value), (key, value)
    test_kinds = {
        "score": is_number, "max_score": is_number, "status": ("passed", "failed").__contains__,
        "name": lambda v: isinstance(v, str), "name_format": FORMATS.__contains__, "number": lambda v: isinstance(v, str),
        "output": lambda v: isinstance(v, str), "output_format": FORMATS.__contains__,
        "tags": lambda v: all(isinstance(one, str) for one in v), "visibility": VISIBILITY.__contains__,
        "extra_data": lambda v: isinstance(v, dict),
    }  # fmt: skip
    for test in content["tests"]:
        for key, value in test.items():
            assert key in test_kinds and test_kinds[key](value), (key, value)
        assert ("score" in test) == ("max_score" in test)
        assert 0 <= test.get("score", 0) <= test.get("max_score", 0)
    for entry in content.get("leaderboard", []):
        assert set(entry) <= {"name", "value", "order"} and isinstance(entry["name"], str)
        assert is_number(entry["value"]) or isinstance(entry["value"], str)
        assert entry.get("order", "asc") in ("asc", "desc")
    json.dumps(content, allow_nan=False, ensure_ascii=False).encode()


@pytest.mark.parametrize("index", range(len(all_outcomes())))
def test_gradescope_is_valid_in_all_outcomes(index):
    game = all_outcomes()[index]
    entries = [Entry("a", "a"), Entry("b", "b", staff=True)]
    for name in "ab":
        content = gradescope.results_json(results_of([game], entries), name, seconds=12.7)
        check_gradescope(content)
        assert len(content["tests"]) == 1
        output = content["tests"][0]["output"]
        expected = game.points(name) * gradescope.MAX_SCORE if game.record["result"] != "unfinished" else None
        assert content["tests"][0].get("score") == expected
        assert gradescope.was_graded(content) == (expected is not None) == ("GRADER HAS FAILED" not in content["output"])
        assert game.record["reason"] in output
        blamed = game.record["referee"]["blame"]
        colour = "red" if game.red == name else "blue"
        assert ("Traceback" in output) == (blamed in (colour, "both"))


def test_gradescope_counts_what_was_not_played_as_lost():
    entries = [Entry("a", "a"), Entry("b", "b", staff=True), Entry("c", "c", staff=True)]
    content = gradescope.results_json(results_of(all_outcomes()[:1], entries), "a", games_each=2)
    check_gradescope(content)
    assert [test["score"] for test in content["tests"]] == [5.0, 0.0]
    assert "1 of 2 games have not been played" in content["tests"][0]["output"]
    assert "2 of 2 games have not been played" in content["tests"][1]["output"]
    alone = gradescope.results_json(results_of([], [Entry("a", "a")]), "a")
    check_gradescope(alone)
    assert alone["score"] == 0.0
    nobody = gradescope.results_json(results_of(all_outcomes(), [Entry("a", "a"), Entry("b", "b")]), "a")
    assert [test["name"] for test in nobody["tests"]] == ["against b"]


def test_gradescope_does_not_count_what_was_nobodys_fault():
    entries = [Entry("a", "a"), Entry("b", "b", staff=True)]
    games = [played("a", "b", "red"), played("b", "a", "unfinished", "infrastructure", number=1, actions=0)]
    content = gradescope.results_json(results_of(games, entries), "a", games_each=2)
    check_gradescope(content)
    assert content["tests"][0]["score"] == gradescope.MAX_SCORE
    assert "not your fault" in content["tests"][0]["output"]


def test_gradescope_keeps_evidence_for_staff():
    game = played("a", "b", "red", "crash")
    content = gradescope.results_json(results_of([game], [Entry("a", "a"), Entry("b", "b", staff=True)]), "a")
    kept = {"colour": "red", "seed": "0", "result": "red", "reason": "crash", "library": tetress.version, "layers": ["bwrap"]}
    assert content["tests"][0]["extra_data"] == {"games": [kept]}


def test_gradescope_leaderboard_has_finite_numbers():
    ratings = {"a": (12.5, 1.0, 30.0), "b": (math.nan, math.nan, math.inf)}
    results = results_of(all_outcomes(), ratings=ratings)
    boards = [gradescope.results_json(results, name) for name in "ab"]
    for content in boards:
        check_gradescope(content)
    assert boards[0]["leaderboard"][0] == {"name": "Elo", "value": 12}
    assert [row["name"] for row in boards[1]["leaderboard"]] == ["points (%)"]


def test_gradescope_output_is_text_that_all_readers_take():
    detail = "raised Oops: \0 \x1b[31m \ud800 \u2028 tab\tline\nend"
    entries = [Entry("a", "a"), Entry("b", "b", staff=True)]
    content = gradescope.results_json(results_of([played("a", "b", "blue", "crash", detail=detail)], entries), "a")
    check_gradescope(content)
    text = content["tests"][0]["output"]
    assert r"raised Oops: \x00 \x1b[31m \ud800 \u2028 tab line" in text
    text.encode()


def test_long_output_is_cut():
    games = [played("a", "b", "blue", "crash", number=n, detail="x" * 900) for n in range(60)]
    content = gradescope.results_json(results_of(games), "a")
    check_gradescope(content)
    assert len(content["tests"][0]["output"]) <= 20_000


@needs_sandbox
@pytest.mark.parametrize("name", ["legal", "raises_in_init", "exits", "garbage"])
def test_autograder_writes_a_result_for_every_agent(tmp_path, name):
    path = tmp_path / "results" / "results.json"
    assert gradescope.main([str(AGENTS / name), "--opponents", "random s4-final", "--out", str(path)]) == 0
    content = json.loads(path.read_text())
    check_gradescope(content)
    assert content["output"] == "Graded."
    assert [test["name"] for test in content["tests"]] == ["against random", "against s4-final"]
    assert "have not been played" not in path.read_text()
    assert os.listdir(path.parent) == ["results.json"]


@needs_sandbox
def test_autograder_that_is_killed_leaves_a_result(tmp_path):
    path = tmp_path / "results.json"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(one) for one in sys.path if one)}
    with subprocess.Popen(
        [sys.executable, "-m", "tetress.tournament.gradescope", str(AGENTS / "sleeps"), "--opponents", "random", "--out", str(path)],
        env=environment,
    ) as grader:  # fmt: skip
        while not path.exists():
            time.sleep(0.02)
        grader.send_signal(signal.SIGKILL)
    content = json.loads(path.read_text())
    check_gradescope(content)
    assert content["tests"][0]["score"] == 0.0 and "cut off" in content["output"]


def test_autograder_refuses_wrong_arguments():
    opponents = ("nobody", " ", "random random", "random@strong", "random@nan")
    for arguments in ([], ["x", "--pairs", "0"], *(["x", "--opponents", one] for one in opponents)):
        with pytest.raises(SystemExit) as failure:
            gradescope.main(arguments)
        assert failure.value.code == 2


def test_autograder_says_before_the_games_that_the_results_cannot_be_written(tmp_path, capsys):
    blocker = tmp_path / "file"
    blocker.touch()
    with pytest.raises(SystemExit) as failure:
        gradescope.main([str(AGENTS / "sleeps"), "--opponents", "random", "--out", str(blocker / "results.json")])
    assert failure.value.code == 2 and f"--out {blocker}/results.json cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("saved", [1, 2, 3])
def test_autograder_says_after_games_that_the_results_cannot_be_written(monkeypatch, tmp_path, capsys, saved):
    """As on a disk that has become full. What was written last stays."""
    path, contents = tmp_path / "results.json", []
    dump = json.dump

    def filling(content, file, **options):
        if len(contents) == saved:
            file.write("{")
            raise OSError(errno.ENOSPC, "No space left on device")
        contents.append(content)
        dump(content, file, **options)

    monkeypatch.setattr(gradescope.json, "dump", filling)
    monkeypatch.setattr(gradescope, "play_game", lambda *_, names, **__: GameRecord.from_json(record(*names, "red", "no_moves", seed=1, actions=3)))
    (tmp_path / "x.py").touch()
    monkeypatch.chdir(tmp_path)
    assert gradescope.main(["x", "--opponents", "random", "--out", str(path)]) == 1
    assert f"--out {path} cannot be written: [Errno {errno.ENOSPC}] No space left on device\n" in capsys.readouterr().err
    assert json.loads(path.read_text()) == contents[-1] and {one.name for one in tmp_path.iterdir()} == {"x.py", "results.json"}


@pytest.mark.parametrize("main, arguments", [(gradescope.main, ["x"]), (command.main, ["gradescope", "x.db", "x"])])
def test_results_without_a_place_are_for_gradescopes_machine(monkeypatch, tmp_path, capsys, main, arguments):
    monkeypatch.setenv("COLUMNS", "1000")
    with pytest.raises(SystemExit):
        main([*arguments[:-1], "--help"])
    assert "elsewhere it must be given" in capsys.readouterr().out
    monkeypatch.setattr(gradescope, "_MACHINE", tmp_path / "autograder")
    with pytest.raises(SystemExit) as failure:
        main(arguments)
    assert failure.value.code == 2 and "give --out FILE" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_gradescopes_machine_needs_no_place(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(gradescope, "_MACHINE", tmp_path)
    with Store(tmp_path / "s.db") as store:
        entries = (Entry("a", "tetress:random"), Entry("b", "tetress:greedy", staff=True))
        store.set_meta("settings", Settings("test", entries, Limits()).to_json())
    assert command.main(["gradescope", str(tmp_path / "s.db"), "a"]) == 1
    assert "no game of a counts" in capsys.readouterr().err
    check_gradescope(json.loads((tmp_path / "results" / "results.json").read_text()))


def test_autograder_writes_before_and_after_every_game(monkeypatch, tmp_path):
    """Whatever the games come to, each file is valid, and says how many are to come."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.py").touch()
    written, endings = [], [(game.record["result"], game.record["reason"]) for game in all_outcomes()]
    write = gradescope.write

    def watched(content, path):
        check_gradescope(content)
        write(content, path)
        assert json.loads(path.read_text()) == content
        written.append(content)

    def made_up(red, blue, limits, *, seed, names, accept_weak=()):
        assert len(written) >= 1
        result, reason = endings[(len(written) - 1) % len(endings)]
        return GameRecord.from_json(record(*names, result, reason, seed=seed % 1000, actions=3))

    monkeypatch.setattr(gradescope, "write", watched)
    monkeypatch.setattr(gradescope, "play_game", made_up)
    path = tmp_path / "results.json"
    arguments = ["x", "--opponents", "random@-500 s4-final@0 level-5", "--pairs", "2", "--out", str(path)]
    assert gradescope.main(arguments) == 0
    assert len(written) == 1 + 12 + 1
    assert sum(test["score"] for test in written[0]["tests"]) == 0 and "has begun" in written[0]["output"]
    assert written[0]["leaderboard"] == []
    assert [row["name"] for row in written[-1]["leaderboard"]] == ["Elo", "points (%)"]
    assert "4 of 4 games have not been played" in written[4]["tests"][1]["output"]
    assert "not been played" not in json.dumps(written[-1])


def test_autograder_tries_again_what_was_nobodys_fault(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.py").touch()
    reasons = ["infrastructure", "infrastructure", "no_moves", *["infrastructure"] * 3]

    def made_up(red, blue, limits, *, seed, names, accept_weak=()):
        reason = reasons.pop(0)
        return GameRecord.from_json(record(*names, "unfinished" if reason == "infrastructure" else "red", reason, actions=0))

    monkeypatch.setattr(gradescope, "play_game", made_up)
    path = tmp_path / "results.json"
    assert gradescope.main(["x", "--opponents", "random", "--out", str(path)]) == 0
    (test,) = json.loads(path.read_text())["tests"]
    assert reasons == []
    won = "As red: won" in test["output"]
    assert test["score"] == (10.0 if won else 0.0) and "not your fault" in test["output"]


@pytest.mark.parametrize("playable", [(), ("s4-final",)])
def test_autograder_does_not_mark_what_it_could_not_play(monkeypatch, tmp_path, capsys, playable):
    def made_up(red, blue, limits, *, seed, names, accept_weak=()):
        if set(names) & set(playable):
            return GameRecord.from_json(record(*names, "red", "no_moves"))
        return GameRecord.from_json(record(*names, "unfinished", "infrastructure", actions=0, detail="there is no room on the disk"))

    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.py").touch()
    monkeypatch.setattr(gradescope, "play_game", made_up)
    path = tmp_path / "results.json"
    code = gradescope.main(["x", "--opponents", "random s4-final", "--out", str(path)])
    content = json.loads(path.read_text())
    check_gradescope(content)
    assert [test.get("score") for test in content["tests"]] == [None, 5.0 if playable else None]
    assert "this test has no score" in content["tests"][0]["output"]
    if playable:
        assert (code, content["output"]) == (0, "Graded.")
        assert content["leaderboard"] == [{"name": "points (%)", "value": 50.0}]
        return
    assert code == 1 and "no game could be played" in capsys.readouterr().err
    assert content["output"].startswith("THE GRADER HAS FAILED, which is not your fault")
    assert "there is no room on the disk" in content["output"]
    assert content["leaderboard"] == [] and "score" not in content


@needs_sandbox
@pytest.mark.parametrize("around", ["project", "My project/src"])
def test_autograder_finds_a_package_in_a_folder_around_it(tmp_path, around):
    entrant = team(tmp_path / "submission" / around, "legal")
    os.rename(os.path.join(entrant.root, "legal.py"), os.path.join(entrant.root, "agent.py"))
    (tmp_path / "submission" / "__MACOSX" / "agent").mkdir(parents=True)
    path = tmp_path / "results.json"
    assert gradescope.main([str(tmp_path / "submission" / "agent"), "--opponents", "random", "--out", str(path)]) == 0
    content = json.loads(path.read_text())
    assert content["output"] == f"Graded. The package was found inside the folder {around}/ of what was handed in."
    assert "load" not in content["tests"][0]["output"]


def test_a_package_in_two_folders_is_not_guessed_at(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name / "agent").mkdir(parents=True)
    entrant = parse_entrant(str(tmp_path / "agent"))
    assert locate(entrant) == entrant and not entrant.has_package()
    (tmp_path / "agent").mkdir()
    assert locate(entrant) == entrant and entrant.has_package()


def test_an_engine_that_fails_is_not_the_players_fault(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.py").touch()
    def burn(*_, **__):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(gradescope, "play_game", burn)
    path = tmp_path / "results.json"
    assert gradescope.main(["x", "--opponents", "random", "--out", str(path)]) == 1
    content = json.loads(path.read_text())
    check_gradescope(content)
    assert "not your fault" in content["output"] and "the disk is full" in content["output"]


def test_points_are_the_records():
    game = all_outcomes()[0]
    assert (game.points("a"), game.points("b")) == (1.0, 0.0)
    assert dataclasses.replace(game, red="b", blue="a").points("a") == 0.0
    assert outcome.other("red") == "blue"
