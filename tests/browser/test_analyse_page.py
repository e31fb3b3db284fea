# SPDX-License-Identifier: MIT
"""The page of `tetress analyse --page` in a real browser, stepped by keys, buttons and slider."""
import html
import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
import tetress as library

HANG_S = 3600  # after so many seconds something hangs
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = pathlib.Path(os.environ.get("TETRESS_TOOL", ROOT / "build" / "release" / "tools" / "tetress"))
GAME = ROOT / "tests" / "data" / "referee" / "win.txt"
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium here")

# Before all scripts: keeps what goes wrong. After them: steps, and leaves what it saw in the page.
WATCH = """<script>
const faults = [];
addEventListener("error", event => faults.push(String(event.message)));
addEventListener("securitypolicyviolation", event => faults.push("policy: " + event.violatedDirective));
for (const level of ["error", "warn"]) console[level] = text => faults.push(level + ": " + text);
</script>"""
STEPS = """<script>
(() => {
    const seen = {};
    const one = selector => document.querySelector(selector);
    const note = name => {
        seen[name] = {
            board: one(".tr-text pre").textContent.split("\\n").slice(0, 11).join("/"),
            status: one(".tr-status").textContent,
            note: one(".tr-note").textContent,
            last: document.querySelectorAll(".tr-last").length,
            cleared: document.querySelectorAll(".tr-cleared").length,
            best: document.querySelectorAll(".tr-best").length,
            slider: one(".tr-slider").value,
            row: [...document.querySelectorAll("#moves tbody tr")].findIndex(row => row.hasAttribute("aria-current")),
        };
    };
    const key = name => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));
    note("opened");
    key("Home"); note("start");
    for (let n = 1; n <= COUNT; n++) { key("ArrowRight"); note("action " + n); }
    key("ArrowRight"); note("end");
    key("ArrowLeft"); note("back");
    one("[aria-label='First position']").click();
    one("[aria-label='One action forward']").click(); note("button");
    const slider = one(".tr-slider");
    slider.value = "36"; slider.dispatchEvent(new Event("input")); note("slider");
    one(".tr-better input").click(); note("better");
    one(".tr-better input").click();
    one(".tr-move").click(); note("line");
    document.querySelectorAll("#moves tbody button")[4].click(); note("table");
    const graph = one("#graph"), area = graph.getBoundingClientRect();
    graph.dispatchEvent(new MouseEvent("click", {clientX: area.left + area.width * 708 / 720, clientY: area.top + 9, bubbles: true}));
    note("graph");
    seen.unlabelled = [...document.querySelectorAll("button, input")]
        .filter(control => !(control.getAttribute("aria-label") || control.textContent || control.labels?.[0]?.textContent)).length;
    seen.alternatives = [one(".tr-board").getAttribute("aria-label"), one("#graph").getAttribute("aria-label")];
    seen.marks = document.querySelectorAll("#graph .mark.blunder").length;
    seen.title = document.title;
    seen.faults = faults;
    const left = document.createElement("script");
    left.type = "application/json"; left.id = "seen"; left.textContent = JSON.stringify(seen).replace(/</g, "\\\\u003c");
    document.body.appendChild(left);
})();
</script>"""


def tetress(*arguments):
    done = subprocess.run([str(TOOL), *map(str, arguments)], capture_output=True, text=True, timeout=HANG_S, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def dumped(address, folder):
    """The page as the browser has it once its scripts have run."""
    command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}",
               "--virtual-time-budget=3000", "--dump-dom", address]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_S, check=False)
    assert done.stdout, done.stderr[-2000:]
    return done.stdout


def step_through(path, count, anchor, folder):
    """What the steps see in a copy of the page that takes them by itself."""
    page = path.read_text(encoding="ascii")
    assert page.count("<title>") == 1 and page.count("</body>") == 1
    page = page.replace("<title>", WATCH + "<title>").replace("</body>", STEPS.replace("COUNT", str(count)) + "</body>")
    copy = folder / "stepped.html"
    copy.write_text(page, encoding="ascii")
    found = re.search(r'<script type="application/json" id="seen">(.*?)</script>',
                      dumped(f"{copy.as_uri()}#{anchor}", folder), re.S)
    assert found
    return json.loads(found.group(1))


def board(actions):
    """The board after so many actions, by the library."""
    done = tetress("play", "--red", "random", "--blue", "random", "--json", "--game", GAME, "--actions", actions)
    return json.loads(done)["start"].split()[0]


def test_the_replay_steps_and_shows_what_the_library_knows(tmp_path):
    path = tmp_path / "report.html"
    tetress("analyse", GAME, "--nodes", 3000, "--quiet", "--page", path)
    actions = [json.loads(line) for line in
               tetress("analyse", GAME, "--nodes", 3000, "--quiet", "--json").splitlines()[1:-2]]
    seen = step_through(path, 42, 12, tmp_path)
    assert seen["faults"] == []
    assert seen["opened"]["slider"] == "12" and seen["opened"]["row"] == 11
    assert seen["start"]["board"] == board(0) and seen["start"]["last"] == 0 and seen["start"]["row"] == -1
    for number, action in enumerate(actions, 1):
        shown = seen[f"action {number}"]
        assert shown["board"] == board(number)
        assert shown["last"] == 4 and shown["row"] == number - 1 and shown["slider"] == str(number)
        assert f"{action['colour']} plays {library.Move(action['move']).piece_text}" in shown["status"]
        assert shown["note"].startswith(action["class"])
        lines = len(action["rows"]), len(action["columns"])
        assert shown["cleared"] == 11 * sum(lines) - lines[0] * lines[1]
        assert ("clears" in shown["status"]) == (sum(lines) > 0)
    assert seen["end"] == seen["action 42"] and "blue wins: red has no legal move" in seen["end"]["status"]
    assert seen["back"]["board"] == board(41) and seen["button"]["board"] == board(1)
    assert seen["slider"]["board"] == board(36) and seen["slider"]["best"] == 0
    assert seen["better"]["board"] == board(36) and seen["better"]["best"] == 4
    # The better line's first move ends the game: a column of eleven is emptied.
    assert seen["line"]["status"].startswith("Better line for action 36, move 1 of 1; blue plays I 0-7 v")
    assert seen["line"]["board"] != board(36)
    assert seen["table"]["slider"] == "5" and seen["graph"]["slider"] == "42"
    assert seen["unlabelled"] == 0 and all(seen["alternatives"])
    assert seen["marks"] == sum(action["class"] == "blunder" for action in actions) > 0
    assert seen["title"] == "Tetress: red plain:Agent against blue plain:Agent"


def test_a_fault_is_shown_with_its_evidence_and_who_had_no_choice_without_means(tmp_path):
    game, path = tmp_path / "game.log", tmp_path / "report.html"
    game.write_text("* referee : let the game begin!\n* referee : RED to play (turn 1) ...\n"
                    "* referee ! player error: ERROR: exceeded available time in <b>plain</b> agent\n"
                    "* referee : game over, winner is BLUE\n")
    tetress("analyse", game, "--nodes", 100, "--quiet", "--page", path)
    page = path.read_text(encoding="ascii").replace("<title>", WATCH + "<title>")
    seen = """<script>document.body.insertAdjacentHTML("beforeend", "<pre id=seen></pre>");
    document.getElementById("seen").textContent = JSON.stringify({faults,
        evidence: document.getElementById("evidence").innerText,
        cells: [...document.querySelectorAll("#players tbody td")].map(cell => cell.textContent)});</script>"""
    path.write_text(page.replace("</body>", seen + "</body>"), encoding="ascii")
    found = re.search(r'<pre id="seen">(.*?)</pre>', dumped(path.as_uri(), tmp_path), re.S)
    seen = json.loads(html.unescape(found.group(1)))
    assert seen["faults"] == []
    assert seen["evidence"] == "The referee: ERROR: exceeded available time in <b>plain</b> agent"
    assert seen["cells"][1:3] == ["-", "-"] and seen["cells"][9:11] == ["-", "-"]


def test_a_hostile_name_stays_a_name(tmp_path):
    record = json.loads(tetress("import", GAME))
    name = "</script><script>document.title='broken'</script><img src=x onerror=alert(1)>"
    record["red"] = name + "\u202e\u200b\u2028\x1b"
    game, path = tmp_path / "game.jsonl", tmp_path / "report.html"
    game.write_text(json.dumps(record))
    tetress("analyse", game, "--nodes", 3000, "--quiet", "--page", path)
    seen = step_through(path, 42, 0, tmp_path)
    assert seen["faults"] == [] and seen["title"] == f"Tetress: red {name}???? against blue plain:Agent"
