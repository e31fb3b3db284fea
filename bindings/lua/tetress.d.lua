-- SPDX-License-Identifier: MIT
---@meta tetress
-- luacheck: ignore

-- Annotations for language servers; nothing loads this file.
--
-- Conventions. Lists start at 1; moves, rows and columns at 0, as in the course. Colours are "red"
-- and "blue". Scores are from the view of the side to move, in centi-tokens: 100 is one token of
-- advantage. Times are milliseconds, memory is MiB.
--
-- Errors. A function of the library that fails raises a table `tetress.Error` and has changed
-- nothing. An argument of a wrong type, and any use of a closed object, raises a plain Lua error.

---The board game Tetress: rules, players, search.
---@class tetress
---@field version string the library that is running, "MAJOR.MINOR.PATCH"
---@field abi_version integer
local tetress = {}

---How moves are generated on this processor: "portable", "avx2" or "avx512". No result depends on it.
---@return string
function tetress.kernel() end

---@alias tetress.Colour "red"|"blue"

---Index of one of the 2299 placements, 0..2298; never changes.
---@alias tetress.Move integer

---{row, column}, each 0..10, row 0 on top.
---@alias tetress.Cell integer[]

---A move in any spelling: its index; text, "3-4,4-3,4-4,4-5" or "PLACE(3-4, 4-3, 4-4, 4-5)" with
---cells in any order, or "T 3-4 d", a piece, its first cell and its rotation (docs/reference/formats.md); or
---a list of four cells.
---@alias tetress.MoveLike tetress.Move|string|tetress.Cell[]

---64 bits. A whole number from 0, exact (a float up to 2^53), or text with decimal digits or "0x"
---and hexadecimal digits. What a function returns is decimal text, the same in every Lua version.
---@alias tetress.Seed integer|string

---What a failed call raises; tostring() gives "NAME: message".
---@class tetress.Error
---@field code integer the library's status, negative
---@field name tetress.Status its name
---@field message string one sentence
---@field rule? tetress.Rule of a refused move
---@field cell? tetress.Cell the cell at fault
---@field offset? integer bytes into the text at which reading failed, from 0

---@alias tetress.Status
---| "EARG"     # an argument is out of range
---| "EILLEGAL" # the placement is not legal in this position
---| "EOVER"    # the game is over
---| "ETEXT"    # the text cannot be read
---| "ESIZE"
---| "ENOMEM"   # out of memory
---| "EUNKNOWN" # there is nothing of that name
---| "EVALUE"   # the value does not fit the option
---| "EVERSION"
---| "ENOUNDO"  # there is no action to take back
---| "EBUSY"    # the engine is searching, or the game is being searched

---@alias tetress.Rule
---| "game_over"
---| "out_of_range"
---| "duplicate"
---| "not_tetromino"
---| "occupied"
---| "not_adjacent"

-- ---- Moves -------------------------------------------------------------------------------------

---The index of a move. EILLEGAL with the rule if the cells are no placement, ETEXT with the offset
---if the text is no move, EARG for an index beyond 2298.
---@param move tetress.MoveLike
---@return tetress.Move
function tetress.move(move) end

---A move as text: "3-4,4-3,4-4,4-5", "PLACE(3-4, 4-3, 4-4, 4-5)" or "T 3-4 d". Fails as tetress.move() does.
---@param move tetress.MoveLike
---@param style? "compact"|"course"|"piece" default "compact"
---@return string
function tetress.move_text(move, style) end

---The four cells of a move, ascending by row then column. Fails as tetress.move() does.
---@param move tetress.MoveLike
---@return tetress.Cell[]
function tetress.move_cells(move) end

---The name of its fixed tetromino as the course spells it: "O", "IHorizontal", "TUp", …
---Fails as tetress.move() does.
---@param move tetress.MoveLike
---@return string
function tetress.move_piece(move) end

-- ---- Games -------------------------------------------------------------------------------------

---A new game: an empty board, or the position in `text`: eleven rows of ".", "r", "b" joined by
---"/", a blank, the side to move "r" or "b", a blank, the number of actions played.
---ETEXT with the offset of the first mistake.
---@param text? string
---@return tetress.Game
function tetress.game(text) end

---A position, everything that was played since its start, and the way back.
---
---`a == b` if board and number of actions are equal; `#game` is the number of actions in its
---history; tostring() is its text. Memory is freed by close(), at the end of the block of a
---`<close>` variable, or by the collector.
---@class tetress.Game
---@operator len: integer
local Game = {}

---Free the memory. Again is fine; everything else then raises. EBUSY while it is searched.
function Game:close() end

---A game of its own with the same position and history.
---@return tetress.Game
function Game:copy() end

---The position on one line, as tetress.game() reads it.
---@return string
function Game:text() end

---Play a move; every row and column that it fills is emptied at once. EILLEGAL with rule and cell,
---EOVER, or as tetress.move() fails; EBUSY while the game is searched.
---@param move tetress.MoveLike
---@return tetress.Move move which one it was
function Game:play(move) end

---Play the move that covers four cells, in any order.
---@param cells tetress.Cell[]
---@return tetress.Move
function Game:play_cells(cells) end

---Judge cells as play_cells() would, without playing.
---@param cells tetress.Cell[]
---@return tetress.Move? move which one it is
---@return tetress.Error? error why it may not be played
function Game:check_cells(cells) end

---Take back the last action. ENOUNDO at the start of the history.
---@return tetress.Move move the one taken back
function Game:undo() end

---Back to the position from which the game started.
function Game:rewind() end

---The legal moves, ascending; {} when the game is over.
---@return tetress.Move[]
function Game:legal_moves() end

---2299 bytes: byte m + 1 is 1 if move m is legal, else 0.
---@return string
function Game:legal_mask() end

---May this be played now? False also for cells or an index that are no placement; ETEXT for text
---that is no list of cells.
---@param move tetress.MoveLike
---@return boolean
function Game:is_legal(move) end

---How many moves `colour` would have on this board if it were its turn; 0 after action 150.
---@param colour tetress.Colour
---@return integer
function Game:mobility(colour) end

---A legal move, each equally likely; the same seed gives the same one everywhere. EOVER.
---@param seed tetress.Seed
---@return tetress.Move
---@return string seed the next one
function Game:random_move(seed) end

---Play `count` random games from here to their ends and add up the results; the same seed gives the
---same ones everywhere. Takes a few microseconds a game.
---@param count integer
---@param seed tetress.Seed
---@return { red_wins: integer, blue_wins: integer, draws: integer, actions: integer }
---@return string seed the next one
function Game:playouts(count, seed) end

---Number of sequences of exactly `depth` actions, 0..150, from here; one that ends the game earlier
---counts for nothing. Cannot be interrupted: depth 3 from the empty board takes about a second,
---depth 4 minutes. Exact up to 2^53 in Lua without integers.
---@param depth integer
---@return integer
function Game:perft(depth) end

---The side to move, also when the game is over.
---@return tetress.Colour
function Game:turn() end

---Number of actions played since the beginning, 0..150.
---@return integer
function Game:ply() end

---The same when this game's history starts.
---@return integer
function Game:start_ply() end

---@return boolean
function Game:over() end

---nil while the game goes on and after a draw.
---@return tetress.Colour?
function Game:winner() end

---"no_moves": the side to move has none and loses. "turn_limit": 150 actions, more tokens win.
---@return "no_moves"|"turn_limit"|nil
function Game:reason() end

---@param colour tetress.Colour
---@return integer
function Game:tokens(colour) end

---Who holds a cell; nil for nobody. EARG outside 0..10.
---@param row integer
---@param column integer
---@return tetress.Colour?
function Game:cell(row, column) end

---Eleven strings of eleven characters, row 0 first: "." empty, "r" red, "b" blue.
---@return string[]
function Game:board() end

---A 64-bit key of board and number of actions, as 16 lower-case hexadecimal digits.
---@return string
function Game:hash() end

---The moves played since the game's start, first to last.
---@return tetress.Move[]
function Game:history() end

-- ---- Engines -----------------------------------------------------------------------------------

---A player from a spec, "NAME" or "NAME:key=value,key=value"; `options` win over the same ones in
---the spec. EUNKNOWN for a name of no player or option, EVALUE for a value out of bounds, ETEXT for
---a spec that cannot be read, each of a spec with the offset; ENOMEM.
---@param spec string
---@param options? table<string, string|number>
---@return tetress.Engine
function tetress.engine(spec, options) end

---One configured player, with its tables, random numbers and callbacks.
---
---tostring() is its spec. Memory is freed as a game's is. While it searches, its own callbacks may
---only call stop(): what would use or change it raises EBUSY.
---@class tetress.Engine
local Engine = {}

---Free the memory. Again is fine; everything else then raises. EBUSY while it searches.
function Engine:close() end

---One option. Numbers above 2^53 are given as decimal text.
---@class tetress.Option
---@field name string
---@field type "integer"|"real"|"choice"
---@field default string|number the player's preset
---@field min? string|number nil for a choice
---@field max? string|number nil for a choice
---@field choices? string[] of a choice
---@field summary string one sentence, with the unit
---@field value string|number now

---@return tetress.Option[]
function Engine:options() end

---Set an option. Reals keep six digits after the point. EUNKNOWN, EVALUE, ENOMEM.
---@param name string
---@param value string|number
function Engine:set(name, value) end

---The value of an option: a number for an integer up to 2^53 or a real, else text. EUNKNOWN.
---@param name string
---@return string|number
function Engine:get(name) end

---The spec that makes this engine again; an evaluator in Lua is not in it.
---@return string
function Engine:spec() end

---The limits that the options set, as a budget for search(); an empty table for a player that needs
---none; nil if search() needs a budget.
---@return tetress.Budget?
function Engine:own_limits() end

---What one search may spend; the first limit that is reached ends it. Limits are whole numbers from
---1 (an increment from 0), times and depths up to 2^32 - 1; EARG names a field that is none,
---EUNKNOWN one that does not exist.
---@class tetress.Budget
---@field nodes? integer positions visited
---@field playouts? integer playouts of mcts
---@field depth? integer plies
---@field wall_ms? integer elapsed time
---@field cpu_ms? integer CPU time of the searching thread
---@field clock_ms? integer left for all the rest of the mover's game
---@field increment_ms? integer added to the clock after each own move
---@field cpu_clock? boolean clock_ms counts CPU time
---@field infinite? boolean search until stopped, or until the result is proven
---@field info? tetress.InfoFunction

---Told after each completed iteration, once per line; for mcts each time the playouts have doubled.
---Returning true stops the search. An error that it raises ends the search and comes out of it.
---@alias tetress.InfoFunction fun(so_far: tetress.Summary, line: tetress.Line): boolean?

---@class tetress.Summary
---@field move tetress.Move the best; always legal
---@field score integer centi-tokens
---@field win number probability of winning, 0..1, a draw counting one half
---@field mate? integer proven: n wins with the nth action from here at the latest, -n loses so
---@field depth integer plies searched completely
---@field selective_depth integer deepest ply reached
---@field nodes integer positions visited
---@field playouts integer playouts made
---@field wall_ms integer elapsed time
---@field cpu_ms integer CPU time of the searching thread
---@field hash_permille integer share of the table, or of mcts' nodes, in use, 0..1000
---@field cache_lookups integer evaluations asked for with the option `cache`
---@field cache_hits integer those of them that were known

---@class tetress.Result: tetress.Summary
---@field stop_reason tetress.StopReason
---@field pv tetress.Move[] principal variation, `move` first
---@field lines tetress.Line[] best first; the option `multipv` asks for more than one

---@alias tetress.StopReason
---| "complete"  # nothing was left to search
---| "depth"     # the depth limit, or the 64 plies that a search can see
---| "nodes"
---| "playouts"
---| "time"      # wall, CPU or clock
---| "requested" # stop()
---| "callback"  # the info function returned true
---| "book"      # no search: the table of openings has the move (option `book`)

---@class tetress.Line
---@field rank integer 1 is the best
---@field move tetress.Move the first
---@field score integer centi-tokens, if `move` is played
---@field win number
---@field mate? integer
---@field depth integer plies searched for this line
---@field visits integer nodes or playouts spent on this move; 0 if not counted
---@field prior number share of the visits that mcts expected of it, 0..1; else 0
---@field pv tetress.Move[] `move` first

---Search for the best move. No budget is needed by players that end by themselves or whose options
---set a limit; else EARG. EOVER if the game is over. EBUSY from a callback of this engine, and when
---eight searches run inside one another.
---
---What a callback raises comes out as it is; engine and game can be used as before.
---@param game tetress.Game changed by nobody meanwhile: that raises EBUSY
---@param budget? tetress.Budget
---@return tetress.Result
function Engine:search(game, budget) end

---The static evaluation for the side to move, centi-tokens. In the first four actions it is drawn
---towards measured results, unless it is that of an evaluator in Lua. EOVER; EUNKNOWN if this
---player evaluates nothing.
---@param game tetress.Game
---@return integer
function Engine:evaluate(game) end

---Judge positions by a function, until nil goes back to the option `evaluator`. Empties the table.
---
---It gets a position that is not over and returns its value for the side to move in centi-tokens,
---rounded to a whole number and cut at a million on either side; NaN and what is no number is an
---error. It must depend on the position alone: results are remembered. The position is lent for the
---call and can only be read; copy() makes a game of it. An error that it raises ends the search and
---comes out of it, after which the table is empty.
---@param evaluator? fun(position: tetress.Game): number
function Engine:set_evaluator(evaluator) end

---Judge with the evaluator `region` and these weights, the content of a file of
---lab/train/region.py, instead; nil goes back to the option. An error, with nothing changed, for
---what is no weights, of another version or damaged.
---@param weights? string
function Engine:set_weights(weights) end

---Forget everything that was learnt, start the random numbers from the seed, drop a pending stop.
---Options and evaluator stay.
function Engine:reset() end

---reset() for one game of many: the random numbers start from `seed`, unless the option `seed` was
---set, even to its default; then from that. The option does not change.
---@param seed tetress.Seed
function Engine:reseed(seed) end

---End the running search, from one of its callbacks; if none runs, the next returns at once.
function Engine:stop() end

-- ---- Catalogues and matches --------------------------------------------------------------------

---@class tetress.Player
---@field name string the name in a player spec
---@field description string
---@field source string the seed report or paper that it comes from
---@field algorithm string
---@field options string "key=value,…"; may be empty

---@return tetress.Player[]
function tetress.players() end

---@class tetress.Evaluator
---@field name string a value of the option `evaluator`
---@field summary string what it adds up
---@field source string

---@return tetress.Evaluator[]
function tetress.evaluators() end

---Limits hold for each search and are as in tetress.Budget.
---@class tetress.MatchOptions
---@field games? integer even, default 100
---@field opening? integer random actions before the players take over, 0..30, default 4
---@field openings? string[] positions in text that pairs start from instead, in turn
---@field seed? tetress.Seed default 1
---@field sprt? number[] {elo0, elo1}: the match ends when a sequential test accepts one of them as the first player's advantage
---@field sprt_error? number probability that its verdict is wrong, at least 0.000001 and below 0.5, default 0.05
---@field nodes? integer
---@field playouts? integer
---@field depth? integer
---@field wall_ms? integer
---@field cpu_ms? integer
---@field on_game? fun(game: tetress.MatchGame, number: integer, games: integer) after each game

---@class tetress.MatchGame
---@field pair integer 0, 1, …: the two games of a pair have the same opening
---@field first_colour tetress.Colour of the match's first player
---@field start? string the position in text from which `moves` begin; nil: the empty board
---@field opening integer random actions at the beginning of `moves`
---@field moves tetress.Move[] all of them
---@field result "red"|"blue"|"draw"
---@field reason "no_moves"|"turn_limit"
---@field score number for the first player: 1, 0.5 or 0

---What pairs of games tell of two players, for the first of them.
---@class tetress.Comparison
---@field score number points per game, 0..1
---@field score_interval number[] 95 % interval of it, {low, high}
---@field elo number difference in Elo that fits the score; infinite at 0 and 1
---@field interval number[] 95 % interval of it, {low, high}, perhaps infinite
---@field los number likelihood that the first player is the stronger one, never 0 or 1

---Compare two players by pairs of games with one opening and colours swapped.
---
---The interval comes from the spread of the pairs, as engine testers compute it, when there are 30
---pairs or more and 5 of them differ from the most frequent outcome; fewer do not show their spread,
---and then each outcome counts as half a pair more (Jeffreys' prior).
---@param pairs integer[] how many pairs brought the first player 0, 1/2, 1, 3/2 and 2 points
---@return tetress.Comparison
function tetress.compare_pairs(pairs) end

---What a sequential test of two hypotheses about the first player's advantage in Elo says.
---@class tetress.SequentialTest
---@field elo0 number H0: the advantage is this
---@field elo1 number H1: it is this
---@field llr number log-likelihood ratio of H1 over H0
---@field bounds number[] H0 is accepted at the first or below, H1 at the second or above
---@field verdict? "H0"|"H1" nil if the match ended before the test did

---How a match went, for its first player.
---@class tetress.Match: tetress.Comparison
---@field first string its spec
---@field second string
---@field wins integer
---@field draws integer
---@field losses integer
---@field games tetress.MatchGame[] those of a pair follow one another
---@field sprt? tetress.SequentialTest of a match with a sequential test

---Play pairs of games, each pair from the same opening with colours swapped.
---
---Players are specs or engines. Every engine is reset before each game; those made from a spec
---that sets no seed get one from `seed`. Without limits each player keeps its own, and one that has
---none searches 2000 nodes a move. So the same arguments with nodes, playouts or depth as
---limits give the same games everywhere, also in Python and by `tetress match`. EARG and EUNKNOWN
---name a wrong option; ETEXT is for an opening that is no position; otherwise fails as tetress.engine() and Engine:search() do.
---@param a string|tetress.Engine the first player
---@param b string|tetress.Engine
---@param options? tetress.MatchOptions
---@return tetress.Match
function tetress.play_match(a, b, options) end

-- ---- Referees ----------------------------------------------------------------------------------

---What each side may use; a field that is missing is no limit. Whole numbers from 1.
---@class tetress.RefereeLimits
---@field cpu_us? integer microseconds of CPU time in the whole game
---@field wall_us? integer elapsed microseconds in the whole game
---@field call_cpu_us? integer CPU time of one action or other charge
---@field call_wall_us? integer elapsed time of one action or other charge
---@field increment_us? integer added to cpu_us and wall_us of a side for each action that it played
---@field memory_bytes? integer peak

---What a side has used; a field that is missing is 0.
---@class tetress.Spent
---@field cpu_us? integer
---@field wall_us? integer
---@field memory_bytes? integer peak so far, 0 if it is not known

---How a game ended.
---@class tetress.Verdict
---@field outcome tetress.Outcome
---@field winner? tetress.Colour nil after a draw, or where nobody loses
---@field blame? tetress.Colour|"both" by whose fault
---@field text string a sentence; of "time" and "memory" the side to blame is its subject
---@field rule? tetress.Rule of outcome "illegal"
---@field cell? tetress.Cell of outcome "illegal", if a single cell is at fault

---@alias tetress.Outcome
---| "no_moves"       # the side to move has none and loses
---| "turn_limit"     # 150 actions: more tokens win, equal is a draw
---| "illegal"        # an action that breaks a rule
---| "time"           # more CPU or elapsed time than allowed
---| "memory"         # more memory than allowed
---| "crash"          # the player failed or ended
---| "load"           # it could not be started
---| "protocol"       # an answer that is not an action
---| "flood"          # more output than allowed
---| "both_failed"    # both players failed: a draw
---| "infrastructure" # the script's machine failed: nobody loses, to be played again

---A referee of a game from the position of `start`, whose history it takes over (nil: the empty
---board). EUNKNOWN and EARG name a wrong limit.
---@param limits? tetress.RefereeLimits
---@param start? tetress.Game
---@return tetress.Referee
function tetress.referee(limits, start) end

---Decides one game between players that the script runs and times: whose turn it is, what each side
---has used, who has won and by whose fault. It reads no clock. What a player does wrong is a
---verdict; what is raised is the script's own mistake and changes nothing. Once there is a verdict,
---what would change the game raises EOVER.
---
---An action is judged in this order, as in the course: CPU time, elapsed time and memory, each over
---its limit (exactly at it is allowed); then whether it is legal. So one that comes too late loses
---on time whatever it is. Memory is freed as that of a game is.
---@class tetress.Referee
local Referee = {}

---The side to move answers. Text that names no cells is outcome "protocol", cells that may not be
---played "illegal". EARG for an index beyond 2298, ETEXT for a zero byte.
---@param answer tetress.MoveLike
---@param spent? tetress.Spent on this answer
---@return tetress.Verdict? verdict if that ends the game
function Referee:play(answer, spent) end

---As play(), for cells in any order, however many and wherever they are.
---@param cells tetress.Cell[]
---@param spent? tetress.Spent
---@return tetress.Verdict?
function Referee:play_cells(cells, spent) end

---A side has spent something that is not an action: to be started, to be told of one.
---@param colour tetress.Colour
---@param spent? tetress.Spent
---@return tetress.Verdict?
function Referee:charge(colour, spent) end

---The verdict that charge() would give, without charging; once there is one, that. For a script that
---watches a player while it runs, and stops it when this is not nil.
---@param colour tetress.Colour
---@param spent? tetress.Spent
---@return tetress.Verdict?
function Referee:check(colour, spent) end

---End the game for a reason that only the script can know. Outcome "illegal", "time", "memory",
---"crash", "load", "protocol" or "flood" with blame "red" or "blue", who loses; "both_failed" with
---"both"; "infrastructure" with nil. EARG for another pair.
---@param outcome tetress.Outcome
---@param blame tetress.Colour|"both"|nil
---@param text? string evidence, kept up to 171 bytes
---@return tetress.Verdict
function Referee:finish(outcome, blame, text) end

---How the game ended; nil while it goes on.
---@return tetress.Verdict?
function Referee:verdict() end

---The side to move, also when the game is over.
---@return tetress.Colour
function Referee:turn() end

---A copy of the game as far as it was played, with its history.
---@return tetress.Game
function Referee:game() end

---All that a side has used.
---@param colour tetress.Colour
---@return tetress.Spent
function Referee:spent(colour) end

---Microseconds of CPU and of elapsed time that a side has left; nil without a limit.
---@param colour tetress.Colour
---@return integer? cpu_us
---@return integer? wall_us
function Referee:left(colour) end

---Free the memory. Again is fine; everything else then raises.
function Referee:close() end

-- ---- The single-player game --------------------------------------------------------------------

---The single-player game of S2, and agents that play it. docs/guide/tetris.md has the rules, the
---features in the order of weights, and what was measured.
---@class tetress.tetris
---@field pieces "OILJTSZ" the letters of the pieces
local tetris = {}
tetress.tetris = tetris

---@alias tetress.tetris.Piece "O"|"I"|"L"|"J"|"T"|"S"|"Z"

---The number of a move of the piece, from 0, by orientation, then by leftmost column: O has 9, I, S
---and Z have 17, L, J and T 34, all of them legal.
---@alias tetress.tetris.Move integer

---Features and weights: "s2", 11 of S2, or "dt", 9 of Dellacherie's, Thiery and Scherrer's.
---@alias tetress.tetris.Kind "s2"|"dt"

---@class tetress.tetris.GameOptions
---@field seed? tetress.Seed pieces follow from it; default 0
---@field rows? integer of the well, 4..20, default 20
---@field source? "uniform"|"bag" each piece as likely as any other; all seven in random order, then again
---@field sequence? string letters of the pieces that come first

---A game in an empty well of 10 columns. EARG and EUNKNOWN name a wrong option; ETEXT for letters
---that are no pieces.
---@param options? tetress.tetris.GameOptions
---@return tetress.tetris.Game
function tetris.game(options) end

---A game from text, as text() gives it: it goes on with the same pieces. What follows the well and
---the piece may be left out. ETEXT with the offset of the first mistake.
---@param text string
---@return tetress.tetris.Game
function tetris.from_text(text) end

---A well, its piece, and those that follow. tostring() draws the well, a row a line. Memory is freed
---as that of other games is.
---@class tetress.tetris.Game
local TetrisGame = {}

---Free the memory. Again is fine; everything else then raises.
function TetrisGame:close() end

---A game that goes on with the same pieces.
---@return tetress.tetris.Game
function TetrisGame:copy() end

---The game on one line, with all that its further pieces follow from.
---@return string
function TetrisGame:text() end

---A 64-bit key of well, rows and piece, as 16 lower-case hexadecimal digits.
---@return string
function TetrisGame:hash() end

---The piece to be placed.
---@return tetress.tetris.Piece
function TetrisGame:piece() end

---The piece after that. Agents without preview do not look at it.
---@return tetress.tetris.Piece
function TetrisGame:next() end

---Have another piece to be placed; those that follow stay. EARG, EOVER.
---@param piece tetress.tetris.Piece
function TetrisGame:set_piece(piece) end

---Have pieces come in place of the present one; after them come those that would have followed.
---ETEXT, EOVER.
---@param pieces string letters, at least one
function TetrisGame:insert(pieces) end

---The moves of the piece: element m + 1 is {orientation, leftmost column} of move m.
---@return integer[][]
function TetrisGame:moves() end

---Place the piece. A move that stands out above the rows ends the game and leaves the well as it
---was; full rows vanish. EOVER; EARG if there is no such move.
---@param move tetress.tetris.Move
function TetrisGame:play(move) end

---The features of the well that a move leads to, in the order of docs/guide/tetris.md. EOVER if the game
---is over or the move would end it; EARG if there is no such move.
---@param move tetress.tetris.Move
---@param kind? tetress.tetris.Kind default "s2"
---@return number[]
function TetrisGame:features(move, kind) end

---@return boolean
function TetrisGame:over() end

---Rows removed so far.
---@return integer
function TetrisGame:lines() end

---Moves made so far.
---@return integer
function TetrisGame:turns() end

---Rows of the well.
---@return integer
function TetrisGame:rows() end

---The well: bit r of element c + 1 is the cell in row r, from the bottom, of column c.
---@return integer[]
function TetrisGame:columns() end

---@class tetress.tetris.AgentOptions
---@field rows? integer of the wells that it plays in, 4..20, default 20
---@field lookahead? integer pieces beyond the present one, 0..4, default 0
---@field width? integer moves of a piece that are followed, 1..34, default 2
---@field shallow? integer below this height it does without look-ahead; default 0, never
---@field preview? boolean it knows the next piece too, and needs a look-ahead; default false
---@field threads? integer that share the first moves of a decision, 1..256, default 1

---A player. EUNKNOWN for the name of no evaluator; EARG and EUNKNOWN name a wrong option.
---@param evaluator? string a name of tetress.tetris.evaluators(), default "tetress"
---@param options? tetress.tetris.AgentOptions
---@return tetress.tetris.Agent
function tetris.agent(evaluator, options) end

---The shipped evaluators.
---@return { name: string, summary: string }[]
function tetris.evaluators() end

---A player of the single-player game. Memory is freed as that of games is. Its calls end when they
---are done: nothing interrupts them.
---@class tetress.tetris.Agent
local TetrisAgent = {}

---Free the memory. Again is fine; everything else then raises.
function TetrisAgent:close() end

---Rows of the wells that it plays in.
---@return integer
function TetrisAgent:rows() end

---Play by weights of a kind, in the order of docs/guide/tetris.md. They are scaled and rounded to whole
---numbers: only their proportions matter. EARG for another count, or weights that are not finite or
---all 0.
---@param kind tetress.tetris.Kind
---@param weights number[]
function TetrisAgent:set_weights(kind, weights) end

---The weights that it plays by, as the library scaled and rounded them: kind and numbers, as set_weights() takes them.
---@return string kind
---@return number[] weights
function TetrisAgent:weights() end

---Its move for the piece of a game. EOVER; EARG for a well of other rows.
---@param game tetress.tetris.Game
---@return tetress.tetris.Move? move nil if all lose
---@return number value what it is worth, in units of the evaluator's weights
function TetrisAgent:choose(game) end

---What each move of the piece is worth to it: element m + 1 is that of move m; -2147483648 for moves
---that lose, and moves that a look-ahead does not follow. Fails as choose() does.
---@param game tetress.tetris.Game
---@return number[]
function TetrisAgent:values(game) end

---Play a game on until it is over. Fails as choose() does.
---@param game tetress.tetris.Game
---@param pieces? integer at most so many
function TetrisAgent:play(game, pieces) end

---@class tetress.tetris.GamesOptions
---@field count? integer of the games, default 1
---@field seed? tetress.Seed default 0
---@field first? integer the number of the first game, default 0
---@field pieces? integer the longest game; default: no limit
---@field threads? integer that share the games, 1..256, default 1; they change no result

---Rows removed in whole games of uniform pieces. A game follows from seed and number alone. EARG and
---EUNKNOWN name a wrong option.
---@param options? tetress.tetris.GamesOptions
---@return integer[]
function TetrisAgent:games(options) end

---@class tetress.tetris.SplitOptions
---@field count? integer of the estimates, default 1
---@field seed? tetress.Seed of the first; each later one has the next; default 0
---@field trials? integer a level, 1..1000000, default 20000
---@field threads? integer that share the estimates, 1..256, default 1; they change no result

---Independent estimates of the mean number of rows of a game, by multilevel splitting, for means that
---cannot be waited for; -1 where trials were too few. tetress.tetris.interval() tells how good they
---are. EARG for wells of fewer than 14 rows; EARG and EUNKNOWN name a wrong option.
---@param options? tetress.tetris.SplitOptions
---@return number[]
function TetrisAgent:split(options) end

---@class tetress.tetris.FitnessOptions
---@field objective? "split"|"lines"|"space" see below; default "split"
---@field seed? tetress.Seed of all sets; default 0
---@field games? integer for each set; with "split", estimates; default 1
---@field trials? integer with "split", a level, 1..1000000, default 1000
---@field pieces? integer with the others, the longest game, default 10000
---@field rows? integer 4..20, default 20
---@field lookahead? integer 0..4, default 0
---@field width? integer 1..34, default 2
---@field shallow? integer default 0
---@field threads? integer that share the sets, 1..256, default 1; they change no result

---How good sets of weights are, all measured with the same random numbers: the mean over the games.
---"split": rows of a game, by multilevel splitting; "lines": rows removed in games of at most
---`pieces`; "space": in such games, cells of the well less its columns' heights, summed over the
---moves, as in S2. -1 for a set that is not finite or all 0, or of which splitting saw too
---little. EARG for another number of weights; EARG and EUNKNOWN name a wrong option.
---@param kind tetress.tetris.Kind
---@param weights number[][] the sets
---@param options? tetress.tetris.FitnessOptions
---@return number[]
function tetris.fitness(kind, weights, options) end

---The mean of independent measurements, its standard error and 95 % interval, by Student's t; of one
---alone 0, and the mean. EARG for none, or numbers that are not finite.
---@param measured number[]
---@return { count: integer, mean: number, error: number, low: number, high: number }
function tetris.interval(measured) end

return tetress
