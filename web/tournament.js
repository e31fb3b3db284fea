// SPDX-License-Identifier: MIT
// The games of a tournament's page: a list with filters, and the one that is looked at.
"use strict";

(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const PAGE = 100;
  const body = document.querySelector("#games tbody");
  const who = document.getElementById("who");
  const did = document.getElementById("did");
  const how = document.getElementById("how");
  const more = document.getElementById("more");
  const count = document.getElementById("count");
  const detail = document.getElementById("detail");
  let shown = PAGE;

  function make(tag, text, parent, className) {
    const made = document.createElement(tag);
    if (text !== null) made.textContent = text;
    if (className) made.className = className;
    if (parent) parent.appendChild(made);
    return made;
  }

  // Two digits of base 36 a cell, eight an action.
  function unpack(text) {
    const moves = [];
    for (let i = 0; i < text.length; i += 8) {
      const cells = [];
      for (let j = i; j < i + 8; j += 2) {
        const cell = parseInt(text.slice(j, j + 2), 36);
        cells.push(`${Math.floor(cell / 11)}-${cell % 11}`);
      }
      moves.push(cells.join(","));
    }
    return moves;
  }

  function winner(game) {
    if (game.result === "red") return data.names[game.red];
    if (game.result === "blue") return data.names[game.blue];
    return game.result;
  }

  // Is it a game of the player who was chosen, and did it end so for that player?
  function concerns(game) {
    if (who.value === "") return true;
    const colour = ["red", "blue"].find((one) => game[one] === Number(who.value));
    if (!colour || did.value === "") return Boolean(colour);
    if (did.value === "drew") return game.result === "draw";
    return ["red", "blue"].includes(game.result) && (did.value === "won") === (game.result === colour);
  }

  function chosen() {
    return data.games.map((game, index) => ({ game, index })).filter(({ game }) =>
      concerns(game) && (how.value === "" || game.reason === how.value));
  }

  function list() {
    const found = chosen();
    body.replaceChildren();
    found.slice(0, shown).forEach(({ game, index }) => {
      const row = make("tr", null, body);
      const open = make("button", `${index + 1}`, make("td", null, row));
      open.type = "button";
      open.setAttribute("aria-label", `open game ${index + 1}`);
      open.addEventListener("click", () => select(index, true));
      row.dataset.index = index;
      make("td", data.names[game.red], row, "left");
      make("td", data.names[game.blue], row, "left");
      make("td", winner(game), row, "left");
      make("td", game.reason, row, game.blame ? "reason bad" : "reason");
      make("td", String(game.moves.length / 8), row);
    });
    count.textContent = `${Math.min(shown, found.length)} of ${found.length} games`;
    more.hidden = shown >= found.length;
    mark();
  }

  function mark() {
    body.querySelectorAll("tr").forEach((row) => {
      if (row.dataset.index === detail.dataset.index) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    });
  }

  function pairs(entries, parent) {
    const listing = make("dl", null, parent);
    entries.filter(([, value]) => value !== null && value !== undefined && value !== "").forEach(([name, value]) => {
      make("dt", name, listing);
      make("dd", String(value), listing);
    });
  }

  function player(game, colour, parent) {
    const side = game.players[colour];
    if (!side) return;
    make("h3", `${colour}: ${data.names[game[colour]]}`, parent);
    const seconds = (value) => `${value.toFixed(3)} s`;
    pairs([
      ["engine", side.engine],
      ["CPU time", seconds(side.cpu_s)],
      ["elapsed time of its calls", seconds(side.wall_s)],
      ["slowest action", `${side.slowest_ms.toFixed(0)} ms`],
      ["peak memory", side.peak_mb === null ? "not measured: an engine inside the referee" : `${side.peak_mb.toFixed(1)} MB`],
      ["sandbox", side.layers.join(", ")],
      ["printed", side.log_bytes ? `${side.log_bytes} bytes` : null],
    ], parent);
    if (side.fault) {
      make("p", `${side.fault.kind}: ${side.fault.text}`, parent, "bad");
      if (side.fault.lines) make("pre", side.fault.lines.join("\n"), parent).setAttribute("aria-label", "evidence");
    }
    if (side.log) {
      const log = make("details", null, parent);
      make("summary", "what it printed", log);
      make("pre", side.log, log);
    }
  }

  function select(index, move) {
    const game = data.games[index];
    if (!game) return;
    const [limits, library, host] = data.about[game.about];
    detail.dataset.index = index;
    detail.hidden = false;
    detail.replaceChildren();
    const board = make("div", null, detail);
    board.tabIndex = 0;  // its keys step through the game
    const text = make("div", null, detail);
    make("h3", `Game ${index + 1}: ${data.names[game.red]} (red) - ${data.names[game.blue]} (blue)`, text);
    pairs([
      ["result", winner(game)], ["reason", game.reason], ["to blame", game.blame && (data.names[game[game.blame]] || game.blame)],
      ["what happened", game.detail], ["seed", game.seed], ["played", game.started], ["limits", limits], ["where", host], ["library", library],
    ], text);
    player(game, "red", text);
    player(game, "blue", text);
    window.replay = tetressReplay(board, {
      red: data.names[game.red], blue: data.names[game.blue], moves: unpack(game.moves), start: game.start,
      notes: game.times.map((ms) => `It took ${ms} ms.`), end: `${winner(game)}${["red", "blue"].includes(game.result) ? " wins" : ""} (${game.reason})`,
    });
    mark();
    if (move) {
      history.replaceState(null, "", `#game-${index + 1}`);
      detail.scrollIntoView({ block: "nearest" });
      board.focus({ preventScroll: true });
    }
  }

  data.names.map((name, index) => [name, index]).sort(([a], [b]) => a.localeCompare(b)).forEach(([name, index]) => {
    make("option", name, who).value = index;
  });
  Array.from(new Set(data.games.map((game) => game.reason))).sort().forEach((reason) => { make("option", reason, how).value = reason; });
  [who, did, how].forEach((filter) => filter.addEventListener("change", () => {
    did.disabled = who.value === "";
    shown = PAGE;
    list();
  }));
  more.addEventListener("click", () => { shown += PAGE; list(); });
  list();
  function follow() {
    const wanted = /^#game-(\d+)$/.exec(location.hash);
    select(wanted ? Number(wanted[1]) - 1 : 0, Boolean(wanted));
  }
  window.addEventListener("hashchange", follow);
  follow();
})();
