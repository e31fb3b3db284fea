# SPDX-License-Identifier: MIT
"""A tournament's page in a browser: games can be stepped through, and nothing complains.

Needs Chromium with its driver, and the packages selenium and tetress.
"""

import pathlib
import shutil
import sys

import pytest
import tetress

webdriver = pytest.importorskip("selenium.webdriver")
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import Select, WebDriverWait  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bindings" / "python" / "tests"))
from tournament_support import HOSTILE, all_outcomes, played, results_of  # noqa: E402

from tetress.tournament import summary  # noqa: E402

HANG_S = 3600  # after so many seconds something hangs


@pytest.fixture(scope="module")
def browser():
    driver = shutil.which("chromedriver")
    if driver is None:
        pytest.skip("there is no chromedriver")
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,1600"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield opened
    opened.quit()


@pytest.fixture(scope="module")
def results():
    games = all_outcomes()
    games += [played("a", HOSTILE, "red", "crash", number=number, actions=40, log=HOSTILE) for number in range(30, 33)]
    games += [played("a", "c", "blue", number=number, actions=5) for number in range(40, 160)]
    return results_of(games, title=HOSTILE)


@pytest.fixture
def page(browser, results, tmp_path):
    summary.write_all(results, tmp_path)
    browser.get((tmp_path / "index.html").as_uri())
    yield browser
    complaints = [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    assert not complaints


def board(page):
    return page.find_element(By.CSS_SELECTOR, ".tr-replay")


def shown(page):
    """How many actions the board shows, and its rows."""
    at, text = page.execute_script("return [window.replay.at, window.replay.position()]")
    return at, text.split(" ")[0].split("/")


def open_game(page, number):
    for _ in range(5):
        found = page.find_elements(By.CSS_SELECTOR, f'#games [aria-label="open game {number}"]')
        if found:
            page.execute_script("arguments[0].click()", found[0])
            return
        page.execute_script("document.getElementById('more').click()")
    raise AssertionError(f"there is no game {number}")


def test_every_step_is_the_librarys(page, results):
    for number in (1, 2, 3, len(results.games)):
        open_game(page, number)
        game = tetress.Game()
        moves = results.games[number - 1].record["moves"]
        assert shown(page) == (0, game.board)
        for action, move in enumerate(moves, 1):
            game.play(move)
            page.find_element(By.CSS_SELECTOR, '.tr-replay [aria-label="One action forward"]').click()
            assert shown(page) == (action, game.board)
        text = page.find_element(By.CSS_SELECTOR, ".tr-replay .tr-text pre").get_attribute("textContent")
        assert text.split("\n")[:11] == game.board
        cells = page.find_elements(By.CSS_SELECTOR, ".tr-replay .tr-cell")
        assert [cell.text.lower() for cell in cells if cell.text in "RB" and cell.text] == [c for c in "".join(game.board) if c != "."]


def test_keys_step_too(page, results):
    open_game(page, 1)
    last = len(results.games[0].record["moves"])
    for key, action in ((Keys.END, last), (Keys.ARROW_LEFT, last - 1), (Keys.HOME, 0), (Keys.ARROW_RIGHT, 1)):
        board(page).send_keys(key)
        assert shown(page)[0] == action


def test_lines_vanish_as_in_the_library(page):
    """Games that empty rows and columns, given to the board directly."""
    import json

    golden = pathlib.Path(__file__).resolve().parents[1] / "data" / "tetress" / "apply.jsonl"
    cases = [json.loads(line) for line in golden.read_text().splitlines()]
    script = "return arguments[0].map((one) => tetressText(tetressStates(one.start, [one.move])[1]).split(' ')[0])"
    for i in range(0, len(cases), 500):
        some = cases[i : i + 500]
        given = [
            {"start": f"{'/'.join(c['board'])} {c['side'][0]} {c['ply']}", "move": ",".join(f"{r}-{k}" for r, k in c["move"])}
            for c in some
        ]
        assert page.execute_script(script, given) == ["/".join(case["after"]) for case in some]


def rows(page):
    return page.find_elements(By.CSS_SELECTOR, "#games tbody tr")


def choose(page, name, text):
    """Choose an entry of a list as a person does."""
    Select(page.find_element(By.ID, name)).select_by_visible_text(text)


def test_games_are_filtered(page, results):
    assert len(rows(page)) == 100
    choose(page, "how", "flood")
    assert len(rows(page)) == 1 and "flood" in rows(page)[0].text
    choose(page, "how", "all")
    page.execute_script("document.getElementById('more').click()")
    assert len(rows(page)) == len(results.games)
    assert not page.find_element(By.ID, "did").is_enabled()
    choose(page, "who", "b")
    own = [game for game in results.games if "b" in (game.red, game.blue)]
    assert len(rows(page)) == len(own)
    winners = [{"red": game.red, "blue": game.blue}.get(game.record["result"], game.record["result"]) for game in own]
    for text, winner in (("won", "b"), ("drew", "draw"), ("lost", "a")):
        choose(page, "did", text)
        assert len(rows(page)) == winners.count(winner) > 0


def test_a_narrow_page_does_not_scroll_sideways(page):
    page.set_window_size(500, 900)
    try:
        assert page.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")
    finally:
        page.set_window_size(1200, 1600)


def test_a_game_that_was_forfeited_shows_blame_and_evidence(page, results):
    number = next(i for i, game in enumerate(results.games, 1) if game.red == "a" and game.blue == HOSTILE)
    open_game(page, number)
    text = page.find_element(By.ID, "detail").text
    assert "crash" in text and "Traceback" in text and "</script>" in text
    # Only what is there, and no element that a name has made.
    assert len(page.find_elements(By.TAG_NAME, "script")) == 2


def test_a_link_leads_to_a_game(page):
    page.get(page.current_url.split("#")[0] + "#game-3")
    page.refresh()
    assert "Game 3:" in page.find_element(By.ID, "detail").text
    page.execute_script("location.hash = '#game-2'")
    WebDriverWait(page, HANG_S).until(lambda page: "Game 2:" in page.find_element(By.ID, "detail").text)
    assert page.find_element(By.CSS_SELECTOR, "#games tr[aria-current]").text.startswith("2")


def test_pages_name_every_move_and_percentage_as_the_library_does(page):
    moves = [tetress.Move(index) for index in range(2299)]
    names = page.execute_script("return arguments[0].map(text => tetressMoveName(text))", [move.text for move in moves])
    assert names == [move.piece_text for move in moves]
    percents = page.execute_script(
        "return [0.9999, 0.0001, 0.5, 1, 0].flatMap(share => [tetressPercent(share, 1, false), tetressPercent(share, 1, true)])"
    )
    assert percents == ["> 99.9", "100.0", "< 0.1", "0.0", "50.0", "50.0", "> 99.9", "100.0", "< 0.1", "0.0"]
