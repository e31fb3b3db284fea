#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Play our agent against others under the course's own referee, and write a table of the games.

    lab/referee_matches.py --referee ../course --root .. --agents agents.txt --games 6 --jobs 2 \\
        --spec negamax:hash=16,cpu_ms=2 --out games.jsonl --table table.md

The file of agents has a line for each opponent: NAME DIRECTORY PACKAGE. DIRECTORY is the folder below --root that
holds the opponent's packages. PACKAGE is what the referee loads, `agent` or `agent:Class`.

Each game runs in a folder of its own with the referee and the opponent's files, so that a copy of the referee in the
opponent's repository is not used by mistake. Our agent is `tetress.agent`, from this tree or from the Python that runs
this program. It plays red in even games and blue in odd ones.

Games are appended to --out as they end, one JSON object on each line. Games that are in the file are not played again.
The opponents run in the same Python as this program, so start it with one that has the packages they need (numpy).
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

from arguments import COUNT, JOBS, MEGABYTES, SECONDS

ROOT = pathlib.Path(__file__).resolve().parent.parent
OURS = "tetress.agent"
COLOURS = ("red", "blue")

# What the referee prints at verbosity 3: after each call the player's use of time and space, and at the end the result.
USED_TIME = re.compile(r"^\* player(\d) +\S +time:.* ([0-9.]+)s +\(game total\)", re.M)
USED_SPACE = re.compile(r"^\* player(\d) +\S +space:.* ([0-9.]+)MB +\(peak usage\)", re.M)
RESULT = re.compile(r"^\* referee +\S +result: (?:player (\d)|draw)", re.M)

# What its log says of a player's error. The text of it may have many lines.
ERROR = re.compile(r"^[^\t\n]*\treferee\t(?:player_error|unhandled_error)\t(.*?)(?=^T[0-9.]+\t|\Z)", re.M | re.S)


# ---- One game ----------------------------------------------------------------------------------


def lay_out(folder, referee, agent):
    """Fill a folder in which `python -m referee` finds the course's referee and the agent's packages."""
    (folder / "referee").symlink_to(referee / "referee", target_is_directory=True)
    for entry in agent.iterdir():
        if entry.name != "referee" and not entry.name.startswith("."):
            (folder / entry.name).symlink_to(entry.resolve(), target_is_directory=entry.is_dir())


def environment(options):
    env = dict(os.environ, TETRESS_AGENT=options.spec, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    if options.library:
        env["TETRESS_LIBRARY"] = str(options.library.resolve())
        env["PYTHONPATH"] = str(ROOT / "bindings" / "python")
    return env


def most_used(pattern, output):
    """The largest number for player 1 and for player 2, or None."""
    found = pattern.findall(output)
    return [max((float(number) for player, number in found if player == one), default=None) for one in "12"]


def reason(log, actions, decided):
    """Why the game ended, from the referee's log."""
    error = ERROR.search(log)
    if error:
        text = " ".join(error.group(1).split())[:200]
        return "".join(one if one.isprintable() else "?" for one in text)  # an opponent may have written it
    if not decided:
        return "no result"
    return "turn limit" if actions >= 150 else "no moves"


def play(options, name, directory, package, number):
    colour = number % 2
    packages = [OURS, package] if colour == 0 else [package, OURS]
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="referee_") as temporary:
        folder = pathlib.Path(temporary)
        lay_out(folder, options.referee.resolve(), (options.root / directory).resolve())
        log = folder / "game_events.log"
        try:
            done = subprocess.run(
                [sys.executable, "-m", "referee", *packages, "-t", str(options.time), "-s", str(options.space),
                 "-v", "3", "-l", str(log)],
                cwd=folder, env=environment(options), capture_output=True, text=True, errors="replace",
                timeout=options.timeout, check=False,
            )
            output = done.stdout + done.stderr
        except subprocess.TimeoutExpired as late:
            output = (late.stdout or b"").decode(errors="replace")
        events = log.read_text(errors="replace") if log.exists() else ""
    actions = events.count("\tturn_end\t")
    found = RESULT.search(output)
    result = None
    if found:
        result = "draw" if found.group(1) is None else ["us", "them"][(int(found.group(1)) - 1) ^ colour]
    seconds, space = most_used(USED_TIME, output), most_used(USED_SPACE, output)
    if colour == 1:
        seconds.reverse()
        space.reverse()
    game = {
        "name": name, "package": package, "number": number, "colour": COLOURS[colour], "spec": options.spec,
        "time": options.time, "space": options.space, "result": result, "reason": reason(events, actions, result),
        "actions": actions, "seconds": seconds, "peak_mb": space,
        "wall": round(time.monotonic() - started, 1),
    }
    if result is None:
        game["output"] = output[-2000:]
    return game


# ---- All games ---------------------------------------------------------------------------------


def read_agents(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split("#")[0].split()
        if words and len(words) != 3:
            raise SystemExit(f"{path}:{number}: a line is NAME DIRECTORY PACKAGE")
        if words:
            yield tuple(words)


def read_games(path):
    """Games of earlier runs, without an incomplete last line."""
    if not path.exists():
        return []
    text = path.read_text()
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole)
    return [json.loads(line) for line in whole.splitlines()]


def identity(game):
    return tuple(game[key] for key in ("name", "package", "number", "spec", "time", "space"))


def play_all(options):
    wanted = [
        {"name": name, "package": package, "directory": directory, "number": number, "spec": options.spec,
         "time": options.time, "space": options.space}
        for number in range(options.games)
        for name, directory, package in read_agents(options.agents)
    ]
    known = {identity(game): game for game in read_games(options.out)}
    missing = [game for game in wanted if identity(game) not in known]
    lock = threading.Lock()

    def run(game):
        played = play(options, game["name"], game["directory"], game["package"], game["number"])
        with lock:
            known[identity(played)] = played
            with options.out.open("a") as file:
                file.write(json.dumps(played) + "\n")
            print(f"{played['name']} {played['package']}, we are {played['colour']}: {played['result']}"
                  f" ({played['reason']}, {played['actions']} actions, {played['wall']} s)", file=sys.stderr)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(run, missing))
    return [known[identity(game)] for game in wanted]


# ---- The table ---------------------------------------------------------------------------------


def spread(values, form):
    values = [value for value in values if value is not None]
    if not values:
        return "?"
    low, high = form.format(min(values)), form.format(max(values))
    return low if low == high else f"{low} to {high}"


def count(items):
    names = sorted(set(items), key=lambda item: (-items.count(item), item))
    return ", ".join(f"{items.count(name)} {name}" for name in names)


def table(games):
    rows = [
        "| opponent | won | drawn | lost | ended by | actions | CPU s, ours | CPU s, theirs | peak MB, ours | peak MB, theirs |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for key in dict.fromkeys((game["name"], game["package"]) for game in games):
        own = [game for game in games if (game["name"], game["package"]) == key]
        results = [game["result"] for game in own]
        cells = [
            f"{key[0]}: {key[1]}", str(results.count("us")), str(results.count("draw")), str(results.count("them")),
            count([game["reason"].replace("|", "/")[:60] for game in own]),
            spread([game["actions"] for game in own], "{}"),
        ]
        for field, form in (("seconds", "{:.2f}"), ("peak_mb", "{:.0f}")):
            for side in (0, 1):
                cells.append(spread([game[field][side] for game in own], form))
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--referee", type=pathlib.Path, required=True, help="folder that holds the course's package `referee`")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path("."), help="folder that holds the agents' directories (default: the current one)")
    parser.add_argument("--agents", type=pathlib.Path, required=True, help="file with a line NAME DIRECTORY PACKAGE for each opponent")
    parser.add_argument("--games", type=COUNT, default=2, help="games against each opponent, with alternating colours (default: %(default)s)")
    parser.add_argument("--jobs", type=JOBS, default=1, help="games at the same time (default: %(default)s)")
    parser.add_argument("--spec", default="negamax:hash=16", help="our player (default: %(default)s)")
    parser.add_argument("--library", type=pathlib.Path, help="shared library to use with this tree's bindings")
    parser.add_argument("-t", "--time", type=SECONDS, default=180, help="CPU seconds of each player, enforced by the referee (default: %(default)s)")
    parser.add_argument("-s", "--space", type=MEGABYTES, default=250, help="MB of each player, enforced by the referee (default: %(default)s)")
    parser.add_argument("--timeout", type=SECONDS, default=1200, help="elapsed seconds after which a game is abandoned (default: %(default)s)")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="file of games; an interrupted run continues with it")
    parser.add_argument("--table", type=pathlib.Path, help="write the table here instead of printing it")
    options = parser.parse_args()
    text = table(play_all(options))
    if options.table:
        options.table.write_text(text)
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
