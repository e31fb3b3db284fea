# SPDX-License-Identifier: MIT
"""A tournament as one static HTML page that needs no network: table, ratings, every game to step through."""

from __future__ import annotations

import html
import importlib.resources
import json
import pathlib
from collections.abc import Sequence
from typing import Any

import tetress

from ..referee.entrant import ENGINE_PREFIX
from ..referee.untrusted_text import UntrustedText, shown_json
from .ratings import crosstable
from .results import Played, Results, Standing

# A log is cut to this many characters in the page, and to fewer where there are many games, so that all logs together have
# room for about _LOGS and the page still opens quickly. The records have all that was kept.
_LOG = 8000
_LOG_LEAST = 400
_LOGS = 16_000_000

# A crosstable of more players is nothing to look at.
_CROSS = 40

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def asset(name: str) -> str:
    """The text of a file of web/. The wheel holds it beside this module; in a source tree it is at the root."""
    folder: Any = importlib.resources.files("tetress.tournament") / "web"
    if not folder.is_dir():
        folder = pathlib.Path(__file__).resolve().parents[4] / "web"
    return str((folder / name).read_text(encoding="utf-8"))


def script_json(value: Any) -> str:
    """JSON for a script element: nothing in it can end the element or begin a comment."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _html(text: str) -> str:
    """A text of others, for an element or between quotation marks."""
    return html.escape(UntrustedText(text).shown(), quote=True)


def page(results: Results) -> str:
    """The page."""
    values = {
        "title": _html(results.title),
        "summary": html.escape(_summary(results)),
        "standings": _standings(results),
        "elo": _elo(results.standings),
        "crosstable": _crosstable(results),
        "css": asset("replay.css") + asset("tournament.css"),
        "js": asset("replay.js") + asset("tournament.js"),
        "data": script_json(shown_json(_data(results))),
    }
    parts = asset("tournament.html").split("@")
    # Placeholders stand between @ and @; what is put in is not looked at again.
    return "".join(values.get(part, part) if index % 2 else part for index, part in enumerate(parts))


def _summary(results: Results) -> str:
    wanted = "" if results.wanted is None else f" of {results.wanted}"
    said = [f"{len(results.games)}{wanted} games of {len(results.entries)} players"]
    if "limits" in results.settings:
        said.append(f"Limits of a player in a game: {_limits(results.settings['limits'])}")
    if results.ranking_note:
        said.append(results.ranking_note.rstrip("."))
    said.append(f"Written by libtetress {tetress.version}")
    return ". ".join(said) + "."


def _limits(limits: dict[str, Any]) -> str:
    """The limits as people read them."""
    cpu, memory, call = (limits.get(key) for key in ("cpu_s", "memory_mb", "call_s"))
    said = [
        "no limit of CPU time" if cpu is None else f"{cpu:g} s of CPU time",
        "no limit of memory" if memory is None else f"{memory:g} MB of memory",
    ]
    return ", ".join(said if call is None else [*said, f"{call:g} s a call"])


# ---- Tables ------------------------------------------------------------------------------------


def _elo_text(row: Standing) -> str:
    if row.elo is None or row.low is None or row.high is None:
        return ""
    return f"{row.elo:+.0f} ({row.low:+.0f}, {row.high:+.0f})"


def _standings(results: Results) -> str:
    staff = {entry.name for entry in results.entries if entry.staff}
    heads = ("rank", "name", "points", "share", "won", "drawn", "lost", "by own fault", "Elo (95 %)")
    lines = ['<table class="table"><thead><tr>', *(f'<th scope="col">{head}</th>' for head in heads), "</tr></thead><tbody>"]
    for row in results.standings:
        is_staff = row.name in staff
        name = _html(row.name) + (" (staff)" if is_staff else "")
        numbers = (f"{row.points:g}", f"{row.share:.1%}", row.won, row.drawn, row.lost, row.faults, _elo_text(row))
        cells = "".join(f"<td>{number}</td>" for number in numbers)
        begin = '<tr class="staff">' if is_staff else "<tr>"
        lines.append(f'{begin}<td>{row.rank}</td><th scope="row" class="name">{name}</th>{cells}</tr>')
    return "".join([*lines, "</tbody></table>"])


def _crosstable(results: Results) -> str:
    names = [row.name for row in results.standings]
    head = '<h2 id="cross">Points against each</h2>'
    if len(names) < 2:
        return ""
    if len(names) > _CROSS:
        return f'{head}<p class="soft">Of {len(names)} players, in the file crosstable.csv.</p>'
    table = crosstable(results.games)
    heads = "".join(f'<th scope="col" title="{_html(name)}">{i}</th>' for i, name in enumerate(names, 1))
    lines = [
        f'{head}<p class="soft">Points of the row\'s player, and from how many games; columns are ranks.</p>'
        '<div class="scroll" tabindex="0" role="region" aria-label="Points against each"><table class="cross">'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>"
    ]
    for place, name in enumerate(names, 1):
        cells = "".join(f"<td>{_met(table.get((name, other)))}</td>" for other in names)
        lines.append(f'<tr><th scope="row" class="name">{place} {_html(name)}</th>{cells}</tr>')
    return "".join([*lines, "</tbody></table></div>"])


def _met(found: tuple[float, int] | None) -> str:
    return "" if found is None else f"{found[0]:g}/{found[1]}"


def _elo(rows: Sequence[Standing]) -> str:
    """A plot of the ratings with their intervals."""
    rated = [(row.name, row.elo, row.low, row.high) for row in rows if row.elo is not None]
    if not rated:
        return ""
    lowest = min(low if low is not None else elo for _, elo, low, _ in rated)
    highest = max(high if high is not None else elo for _, elo, _, high in rated)
    span = max(highest - lowest, 1.0)
    left, width, line = 190, 480, 22
    height = line * len(rated) + 30

    def x(value: float) -> float:
        return round(left + (value - lowest) / span * width, 1)

    parts = []
    step = _step(span)
    mark = int(lowest // step) * step
    while mark <= highest:
        if mark >= lowest:
            parts.append(f'<line class="grid" x1="{x(mark)}" x2="{x(mark)}" y1="0" y2="{height - 22}"/>')
            parts.append(f'<text x="{x(mark)}" y="{height - 6}" text-anchor="middle">{mark:+d}</text>')
        mark += step
    for index, (name, elo, low, high) in enumerate(sorted(rated, key=lambda one: -one[1])):
        y = line * index + 14
        short = name if len(name) <= 26 else name[:25] + "..."
        parts.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{_html(short)}</text>')
        if low is not None and high is not None:
            parts.append(f'<line class="bar" x1="{x(low)}" x2="{x(high)}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{x(elo)}" cy="{y}" r="4"/>')
    label = "ratings with 95 % intervals, as in the table"
    drawing = f'<svg class="elo" viewBox="0 0 {left + width + 30} {height}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
    return f'<h2 id="elo">Ratings (Elo)</h2><div class="scroll" tabindex="0" role="region" aria-label="Ratings">{drawing}</div>'


def _step(span: float) -> int:
    """The distance between two marks of the scale."""
    return next((step for step in (10, 20, 50, 100, 200, 500, 1000) if span / step <= 8), 2000)


# ---- Games -------------------------------------------------------------------------------------


def _pack(move: str) -> str:
    """Two digits of base 36 for each cell, which is 11 x row + column."""
    cells = (text.split("-") for text in move.split(","))
    numbers = (11 * int(row) + int(column) for row, column in cells)
    return "".join(_DIGITS[number // 36] + _DIGITS[number % 36] for number in numbers)


def _data(results: Results) -> dict[str, Any]:
    """What tournament.js reads. `about` holds once what many games have in common: limits, library and host."""
    names = [entry.name for entry in results.entries]
    number = {name: index for index, name in enumerate(names)}
    room = max(_LOG_LEAST, min(_LOG, _LOGS // max(2 * len(results.games), 1)))
    abouts: dict[tuple[str, str, str], int] = {}
    games = [_game(game, number, abouts, room) for game in results.games]
    return {"names": names, "about": list(abouts), "games": games}


def _game(game: Played, number: dict[str, int], abouts: dict[tuple[str, str, str], int], room: int) -> dict[str, Any]:
    record = game.record
    extra = record["referee"]
    about = (_limits(extra["limits"]), str(record["library"]), _host(extra["host"]))
    return {
        "red": number[game.red],
        "blue": number[game.blue],
        "result": record["result"],
        "reason": record["reason"],
        "blame": extra["blame"],
        "detail": extra["detail"],
        "seed": record["seed"],
        "start": record["start"],
        "moves": "".join(_pack(move) for move in record["moves"]),
        "times": record["times_ms"],
        "started": extra["started"],
        "about": abouts.setdefault(about, len(abouts)),
        "players": {colour: _cut(side, room) for colour, side in extra["players"].items()},
    }


def _host(host: dict[str, Any]) -> str:
    said = [str(host[key]) for key in ("system", "machine", "kernel") if key in host]
    said += [f"{host['cores']} cores"] if host.get("cores") else []
    said += [f"Python {host['python']}"] if "python" in host else []
    return ", ".join(said)


def _cut(side: dict[str, Any], room: int) -> dict[str, Any]:
    """A player's part of a record, for a page that is published: without paths of the machine that played."""
    kept = {key: value for key, value in side.items() if key != "spec"}
    if side["spec"].startswith(ENGINE_PREFIX):
        kept["engine"] = side["spec"][len(ENGINE_PREFIX) :]
    log = side["log"]
    if len(log) > room:
        log = log[: room // 2] + "\n... cut ...\n" + log[-(room // 2) :]
    return {**kept, "log": log}
