/* SPDX-License-Identifier: MIT */
/*
 * A Tetress game to step through: board, buttons, slider, arrow keys. No dependency, no network; every
 * text reaches the page as text, never as markup.
 *
 *     const replay = tetressReplay(element, {
 *         red: "name", blue: "name",                 // who plays, any text
 *         start: ".../... r 0",                      // position as text; the empty board if missing
 *         moves: ["3-4,4-3,4-4,4-5", ...],           // actions, compact
 *         notes: ["", ...],                          // optional: a text for each action
 *         lines: [["1-1,1-2,2-1,2-2", ...], null],   // optional: for each action the better line from the
 *                                                    // position before it, or null
 *         end: "red wins: ...",                      // optional: shown after the last action
 *     }, {
 *         global: true,        // optional: arrow keys work on the whole page, not only in the element
 *         change: n => {},     // optional: called whenever the number of actions on the board changes
 *     });
 *     replay.go(n)             // show the board after n actions, 0..replay.count
 *     replay.at                // how many actions are on the board now
 *     replay.line(n, k)        // show the first k moves of the better line for action n (from 1)
 *     replay.better(on)        // show the better move for the action on the board, or do not
 *     replay.position()        // what the board shows, as a position in text
 *     replay.close()           // empty the element, let go of the page's keys
 *
 * tetressMoveName(move) is a compact move for people, "T 3-4 d"; tetressPercent(share, digits, proven)
 * a probability in percent.
 *
 * The element becomes the replay; its former content is dropped. Throws an Error that names the first
 * move that cannot be played. tetressStates(start, moves) gives the states alone.
 *
 * A page that embeds the data in a <script> must write "<" in it as "\u003c" (and U+2028, U+2029 as
 * escapes), or a name could end the script.
 */
"use strict";

/* ---- Rules ----------------------------------------------------------------------------------- */

const TETRESS_SIZE = 11;
const TETRESS_EMPTY = Array(TETRESS_SIZE).fill(".".repeat(TETRESS_SIZE)).join("/") + " r 0";

/* {cells: 121 of "." "r" "b", turn: "r" or "b", ply} of a position in text. */
function tetressParse(text) {
    const found = /^([.rb]{11}(?:\/[.rb]{11}){10}) ([rb]) (\d+)$/.exec(text);
    if (!found) throw new Error("no position: " + text);
    return {cells: [...found[1].replace(/\//g, "")], turn: found[2], ply: Number(found[3]),
            move: [], rows: [], columns: [], cleared: []};
}

/* The four cells, each 11 * row + column, of a move in compact text. */
function tetressCells(text) {
    const cells = String(text).split(",").map(pair => {
        const found = /^(\d+)-(\d+)$/.exec(pair);
        return found ? TETRESS_SIZE * Number(found[1]) + Number(found[2]) : -1;
    });
    if (cells.length !== 4 || cells.some(cell => !(cell >= 0 && cell < TETRESS_SIZE * TETRESS_SIZE)))
        throw new Error("no move: " + text);
    return cells;
}

/* The state after a move: full rows and columns are found with the piece on the board, then emptied
 * at once. Legality is the referee's business; only an occupied cell is refused. */
function tetressPlay(state, text) {
    const cells = state.cells.slice(), move = tetressCells(text), numbers = [...Array(TETRESS_SIZE).keys()];
    for (const cell of move) {
        if (cells[cell] !== ".") throw new Error("action " + (state.ply + 1) + ", " + text + ": cell is occupied");
        cells[cell] = state.turn;
    }
    const rows = numbers.filter(r => numbers.every(c => cells[TETRESS_SIZE * r + c] !== "."));
    const columns = numbers.filter(c => numbers.every(r => cells[TETRESS_SIZE * r + c] !== "."));
    const cleared = [];
    cells.forEach((_, cell) => {
        if (rows.includes(Math.floor(cell / TETRESS_SIZE)) || columns.includes(cell % TETRESS_SIZE)) cleared.push(cell);
    });
    for (const cell of cleared) cells[cell] = ".";
    return {cells, turn: state.turn === "r" ? "b" : "r", ply: state.ply + 1, move, rows, columns, cleared};
}

/* The states from the start (index 0) to after the last move. */
function tetressStates(start, moves) {
    const states = [tetressParse(start || TETRESS_EMPTY)];
    for (const move of moves || []) states.push(tetressPlay(states[states.length - 1], move));
    return states;
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* The pieces by rows, as docs/reference/formats.md draws them. */
const TETRESS_PIECES = {
    "O": "##/##", "I h": "####", "I v": "#/#/#/#",
    "T u": "###/.#.", "T r": ".#/##/.#", "T d": ".#./###", "T l": "#./##/#.",
    "L u": "#./#./##", "L r": "###/#..", "L d": "##/.#/.#", "L l": "..#/###",
    "J u": ".#/.#/##", "J r": "#../###", "J d": "##/#./#.", "J l": "###/..#",
    "S h": ".##/##.", "S v": "#./##/.#", "Z h": "##./.##", "Z v": ".#/##/#.",
};

/* Where cells lie, seen from one of them on the torus: a text, the same for the same shape. */
function tetressSeenFrom(first, cells) {
    const half = Math.floor(TETRESS_SIZE / 2);
    const away = (from, to) => (to - from + TETRESS_SIZE + half) % TETRESS_SIZE - half;
    return cells.map(cell => away(Math.floor(first / TETRESS_SIZE), Math.floor(cell / TETRESS_SIZE)) + "," +
        away(first % TETRESS_SIZE, cell % TETRESS_SIZE)).sort().join(" ");
}

/* The name of each shape, as its first cell sees it: the leftmost one of its top row. */
const TETRESS_NAMES = new Map(Object.entries(TETRESS_PIECES).map(([name, rows]) => {
    const cells = [];
    rows.split("/").forEach((row, r) => [...row].forEach((mark, c) => {
        if (mark === "#") cells.push(TETRESS_SIZE * r + c);
    }));
    return [tetressSeenFrom(cells[0], cells), name];
}));

/* A move for people, "T 3-4 d": the piece, its first cell, its rotation. `text` is compact. */
function tetressMoveName(text) {
    const cells = tetressCells(text);
    for (const first of cells) {
        const name = TETRESS_NAMES.get(tetressSeenFrom(first, cells));
        if (!name) continue;
        const [letter, rotation] = name.split(" ");
        const cell = Math.floor(first / TETRESS_SIZE) + "-" + first % TETRESS_SIZE;
        return letter + " " + cell + (rotation ? " " + rotation : "");
    }
    return text; /* no tetromino: the referee's business */
}

/* A share from 0 to 1 in percent. 0 and 100 are kept for what is proven. */
function tetressPercent(share, digits, proven) {
    const percent = 100 * share, least = 10 ** -digits;
    if (!proven && percent < least / 2) return "< " + least.toFixed(digits);
    if (!proven && percent > 100 - least / 2) return "> " + (100 - least).toFixed(digits);
    return percent.toFixed(digits);
}

/* ---- Page ------------------------------------------------------------------------------------ */

function tetressRows(state) {
    const rows = [];
    for (let r = 0; r < TETRESS_SIZE; r++)
        rows.push(state.cells.slice(TETRESS_SIZE * r, TETRESS_SIZE * (r + 1)).join(""));
    return rows;
}

function tetressText(state) {
    return tetressRows(state).join("/") + " " + state.turn + " " + state.ply;
}

function tetressCount(state, colour) {
    return state.cells.filter(cell => cell === colour).length;
}

/* A new element with class, text and further attributes, inside `parent` if there is one. */
function tetressMake(parent, tag, className, text, attributes) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined && text !== null) made.textContent = text;
    for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
    if (parent) parent.appendChild(made);
    return made;
}

function tetressReplay(element, game, options) {
    const wishes = options || {};
    const states = tetressStates(game.start, game.moves);
    const lines = game.lines || [], notes = game.notes || [];
    const count = states.length - 1;
    const name = {r: game.red || "red", b: game.blue || "blue"};
    const word = {r: "red", b: "blue"};
    let at = 0;
    let line = null; /* {action, played, states} while a better line is on the board */

    element.textContent = "";
    element.classList.add("tr-replay");
    const head = tetressMake(element, "div", "tr-players");
    const seats = {};
    for (const colour of ["r", "b"]) {
        const seat = tetressMake(head, "span", "tr-player tr-" + word[colour]);
        tetressMake(seat, "span", "tr-token", colour.toUpperCase(), {"aria-hidden": "true"});
        tetressMake(seat, "span", "tr-name", word[colour] + ": " + name[colour]);
        seats[colour] = tetressMake(seat, "span", "tr-tokens");
    }
    const board = tetressMake(element, "div", "tr-board", null, {role: "img"});
    tetressMake(board, "span", "tr-label");
    for (let c = 0; c < TETRESS_SIZE; c++) tetressMake(board, "span", "tr-label", String(c));
    const squares = [];
    for (let r = 0; r < TETRESS_SIZE; r++) {
        tetressMake(board, "span", "tr-label", String(r));
        for (let c = 0; c < TETRESS_SIZE; c++) squares.push(tetressMake(board, "span", "tr-cell"));
    }
    const controls = tetressMake(element, "div", "tr-controls", null, {role: "group", "aria-label": "Steps of the game"});
    const slider = document.createElement("input");
    const button = (sign, label, action) => {
        const made = tetressMake(controls, "button", "tr-button", sign, {type: "button", "aria-label": label, title: label});
        made.addEventListener("click", action);
        return made;
    };
    const first = button("\u00ab", "First position", () => go(0));
    const back = button("\u2039", "One action back", () => step(-1));
    const forward = button("\u203a", "One action forward", () => step(1));
    const last = button("\u00bb", "Last position", () => go(count));
    slider.type = "range"; slider.min = "0"; slider.max = String(count); slider.step = "1";
    slider.className = "tr-slider";
    slider.setAttribute("aria-label", "Number of actions played");
    slider.addEventListener("input", () => go(Number(slider.value)));
    controls.appendChild(slider);
    const overlay = document.createElement("input");
    overlay.type = "checkbox";
    if (lines.some(Boolean)) {
        const label = tetressMake(element, "label", "tr-better");
        label.appendChild(overlay);
        tetressMake(label, "span", null, " Show the better move (dashed, marked +)");
        overlay.addEventListener("change", () => show());
    }
    const status = tetressMake(element, "p", "tr-status", null, {"aria-live": "polite"});
    const note = tetressMake(element, "p", "tr-note");
    const variation = tetressMake(element, "div", "tr-line");
    const details = tetressMake(element, "details", "tr-text");
    tetressMake(details, "summary", null, "Board as text");
    const plain = tetressMake(details, "pre");

    function current() {
        return line ? line.states[line.played] : states[at];
    }

    /* The cells of the better move for the action on the board, if it is to be shown. */
    function betterCells() {
        const better = !line && overlay.checked && at > 0 ? lines[at - 1] : null;
        return better && better.length ? tetressCells(better[0]) : [];
    }

    function describe(state) {
        const parts = [];
        if (line) parts.push("Better line for action " + states[line.action].ply + ", move " + line.played + " of " + lines[line.action - 1].length);
        if (!state.move.length) {
            if (!line) parts.push("Start: " + state.ply + " actions played");
        } else {
            const mover = state.turn === "r" ? "b" : "r";
            const cells = state.move.map(cell => Math.floor(cell / TETRESS_SIZE) + "-" + cell % TETRESS_SIZE).join(",");
            parts.push((line ? "" : "Action " + state.ply + ": ") + word[mover] + " plays " + tetressMoveName(cells));
        }
        if (state.rows.length) parts.push("clears row " + state.rows.join(", "));
        if (state.columns.length) parts.push("clears column " + state.columns.join(", "));
        if (!line && at === count && game.end) parts.push(game.end);
        return parts.join("; ") + ".";
    }

    function showVariation() {
        const action = line ? line.action : at;
        const better = action > 0 ? lines[action - 1] : null;
        variation.textContent = "";
        if (!better || !better.length) return;
        tetressMake(variation, "span", null, "Better line: ");
        better.forEach((move, i) => {
            const name = tetressMoveName(move);
            const label = "Better line, show its first " + (i + 1) + " moves: " + name;
            const made = tetressMake(variation, "button", "tr-button tr-move", name, {type: "button", "aria-label": label, title: move});
            if (line && line.played === i + 1) made.setAttribute("aria-current", "step");
            made.addEventListener("click", () => {
                showLine(action, i + 1);
                variation.children[i + 1].focus(); /* the buttons were made anew */
            });
        });
        if (line) {
            const made = tetressMake(variation, "button", "tr-button", "Back to the game", {type: "button"});
            made.addEventListener("click", () => go(line.action));
        }
    }

    function show() {
        const state = current();
        const better = betterCells();
        squares.forEach((square, cell) => {
            const holder = state.cells[cell];
            const marks = ["tr-cell"];
            if (holder !== ".") marks.push("tr-" + word[holder]);
            if (state.move.includes(cell)) marks.push("tr-last");
            if (state.cleared.includes(cell)) marks.push("tr-cleared");
            if (better.includes(cell)) marks.push("tr-best");
            square.className = marks.join(" ");
            square.textContent = holder !== "." ? holder.toUpperCase() : better.includes(cell) ? "+" : state.cleared.includes(cell) ? "\u00d7" : "";
        });
        for (const colour of ["r", "b"]) seats[colour].textContent = tetressCount(state, colour) + " tokens";
        first.disabled = back.disabled = !line && at === 0;
        forward.disabled = last.disabled = !line && at === count;
        slider.value = String(at);
        slider.setAttribute("aria-valuetext", at + " of " + count + " actions");
        status.textContent = describe(state);
        note.textContent = !line && at > 0 && notes[at - 1] ? notes[at - 1] : "";
        showVariation();
        plain.textContent = tetressRows(state).join("\n") + "\n" + word[state.turn] + " to move, " + state.ply + " actions played";
        board.setAttribute("aria-label", "Board, 11 rows of 11 cells: red holds " + tetressCount(state, "r") + ", blue " + tetressCount(state, "b") + ". " + status.textContent + " Its cells are under: board as text.");
    }

    function go(n) {
        const to = Math.max(0, Math.min(count, Math.trunc(Number(n)) || 0));
        const changed = to !== at;
        at = to;
        line = null;
        show();
        if (changed && wishes.change) wishes.change(at);
    }

    function step(by) {
        if (!line) {
            go(at + by);
            return;
        }
        if (line.played + by < 1) go(line.action);
        else showLine(line.action, line.played + by);
    }

    function showLine(action, played) {
        const better = lines[action - 1];
        if (!better || !better.length) return;
        if (!line || line.action !== action) {
            go(action);
            line = {action, played: 0, states: [states[action - 1]]};
            for (const move of better) line.states.push(tetressPlay(line.states[line.states.length - 1], move));
        }
        line.played = Math.max(1, Math.min(better.length, played));
        show();
    }

    function key(event) {
        const target = event.target;
        const steps = {ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: () => go(count)};
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !steps[event.key]) return;
        /* A slider moves by itself; keys typed into fields are no steps. */
        if (target && target !== overlay && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
        event.preventDefault();
        steps[event.key]();
    }

    const listener = wishes.global ? document : element;
    listener.addEventListener("keydown", key);
    show();
    return {
        go,
        get at() { return at; },
        count,
        line: showLine,
        better(on) { overlay.checked = Boolean(on); show(); },
        position: () => tetressText(current()),
        close() {
            listener.removeEventListener("keydown", key);
            element.textContent = "";
            element.classList.remove("tr-replay");
        },
    };
}
