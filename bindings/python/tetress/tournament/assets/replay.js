// SPDX-License-Identifier: MIT
// A game of Tetress that can be stepped through. No dependency, no network.
//
//   const replay = tetressReplay(element, {red, blue, moves, start, notes, better, first});
//
// element: an empty element that the board is put into. red, blue: the players' names. moves: for each action its four
// cells, [[row, column] x 4]. start: position as text, by default the empty board. notes: for each action a sentence, or
// nothing. better: for each action four cells that would have been better, or null. first: action to begin with, 0.
// Returns {go(action), action(), board(), onchange}: board() is eleven rows of `.`, `r`, `b` joined by `/`.
// The element's dataset has `action` and `board`. Arrow keys, Home and End work while the element has the focus.
"use strict";

function tetressReplay(element, game) {
  const SIZE = 11;
  const SVG = "http://www.w3.org/2000/svg";
  const boards = [];

  // ---- The rules: place, then empty all full rows and columns at once ----

  function place(board, cells, letter) {
    const next = board.map((row) => row.slice());
    cells.forEach(([r, c]) => { next[r][c] = letter; });
    const rows = [], columns = [];
    for (let i = 0; i < SIZE; i++) {
      if (next[i].every((cell) => cell !== ".")) rows.push(i);
      if (next.every((row) => row[i] !== ".")) columns.push(i);
    }
    rows.forEach((r) => next[r].fill("."));
    columns.forEach((c) => next.forEach((row) => { row[c] = "."; }));
    return { cells: next, rows, columns };
  }

  function readStart(text) {
    const [rows, side] = text.split(" ");
    return { cells: rows.split("/").map((row) => row.split("")), red: side === "r" };
  }

  const empty = new Array(SIZE).fill(".".repeat(SIZE)).join("/") + " r 0";
  const start = readStart(game.start || empty);
  boards.push({ cells: start.cells, rows: [], columns: [] });
  const letterOf = (index) => ((index % 2 === 0) === start.red ? "r" : "b");
  game.moves.forEach((cells, i) => boards.push(place(boards[i].cells, cells, letterOf(i))));

  // ---- The parts ----

  function make(tag, className, parent) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (parent) parent.appendChild(made);
    return made;
  }

  function shape(tag, className, attributes, parent) {
    const made = document.createElementNS(SVG, tag);
    made.setAttribute("class", className);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    parent.appendChild(made);
    return made;
  }

  function button(text, label, action, parent) {
    const made = make("button", "", parent);
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-label", label);
    made.title = label;
    made.addEventListener("click", action);
    return made;
  }

  element.classList.add("tetress-replay");
  element.tabIndex = 0;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${SIZE} ${SIZE}`);
  svg.setAttribute("role", "img");
  element.appendChild(svg);
  const controls = make("div", "controls", element);
  button("\u23EE", "first", () => go(0), controls);
  button("\u25C0", "back", () => go(at - 1), controls);
  const slider = make("input", "", controls);
  button("\u25B6", "forward", () => go(at + 1), controls);
  button("\u23ED", "last", () => go(game.moves.length), controls);
  slider.type = "range";
  slider.min = 0;
  slider.max = game.moves.length;
  slider.setAttribute("aria-label", "action");
  slider.addEventListener("input", () => go(Number(slider.value)));
  const caption = make("div", "caption", element);
  caption.setAttribute("aria-live", "polite");
  const text = make("div", "tetress-hidden", element);

  let at = 0;
  const handle = { go, action: () => at, board: () => boardText(boards[at].cells), onchange: null };

  function boardText(cells) {
    return cells.map((row) => row.join("")).join("/");
  }

  // ---- Drawing ----

  function token(r, c, letter) {
    // A round token is red, a square one blue: colour is not all that tells them apart.
    if (letter === "r") shape("circle", "red", { cx: c + 0.5, cy: r + 0.5, r: 0.38 }, svg);
    else shape("rect", "blue", { x: c + 0.16, y: r + 0.16, width: 0.68, height: 0.68, rx: 0.08 }, svg);
  }

  function frame(cells, className) {
    cells.forEach(([r, c]) => shape("rect", className, { x: c + 0.06, y: r + 0.06, width: 0.88, height: 0.88 }, svg));
  }

  function draw() {
    const board = boards[at];
    svg.replaceChildren();
    for (let r = 0; r < SIZE; r++) {
      for (let c = 0; c < SIZE; c++) {
        shape("rect", "cell", { x: c, y: r, width: 1, height: 1 }, svg);
        if (board.cells[r][c] !== ".") token(r, c, board.cells[r][c]);
      }
    }
    board.rows.forEach((r) => shape("rect", "cleared", { x: 0.05, y: r + 0.05, width: SIZE - 0.1, height: 0.9 }, svg));
    board.columns.forEach((c) => shape("rect", "cleared", { x: c + 0.05, y: 0.05, width: 0.9, height: SIZE - 0.1 }, svg));
    if (at > 0) frame(game.moves[at - 1], "last");
    const better = game.better && at > 0 && game.better[at - 1];
    if (better) frame(better, "better");
    describe(board);
  }

  function describe(board) {
    const lines = board.rows.length + board.columns.length;
    let sentence = "Before the first action.";
    if (at > 0) {
      const name = letterOf(at - 1) === "r" ? `${game.red} (red, round)` : `${game.blue} (blue, square)`;
      const cells = game.moves[at - 1].map(([r, c]) => `${r}-${c}`).join(", ");
      sentence = `Action ${at} of ${game.moves.length}: ${name} plays ${cells}`;
      if (lines) sentence += `; ${lines} line${lines > 1 ? "s" : ""} emptied`;
      sentence += ".";
      if (game.notes && game.notes[at - 1]) sentence += ` ${game.notes[at - 1]}`;
    }
    caption.textContent = sentence;
    text.textContent = board.cells.map((row) => row.join(" ")).join("\n");
    svg.setAttribute("aria-label", `Board after action ${at}; its text follows below.`);
    slider.value = at;
    slider.setAttribute("aria-valuetext", sentence);
    element.dataset.action = at;
    element.dataset.board = boardText(board.cells);
  }

  function go(action) {
    at = Math.max(0, Math.min(game.moves.length, action));
    draw();
    if (handle.onchange) handle.onchange(at);
  }

  element.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: game.moves.length };
    if (event.key in steps && event.target !== slider) {
      go(steps[event.key]);
      event.preventDefault();
    }
  });

  go(game.first || 0);
  return handle;
}
