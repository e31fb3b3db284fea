/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_LUA_H
#define TETRESS_LUA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tetress/tetress.h>

#include "lua_compat.h"

/*
 * Two rules that every file of this module keeps:
 *
 * - No Lua error may jump over a frame of libtetress. Callbacks run Lua under lua_pcall, and do
 *   nothing before it that could allocate.
 * - Whatever allocates in Lua may run the collector, and so a script's finalizer, which may close
 *   any object. A handle is therefore fetched from its userdata after the last allocation before
 *   its use, and what it returned is copied to C memory before the next.
 */

#define TLUA_GAME    "tetress.game"
#define TLUA_ENGINE  "tetress.engine"
#define TLUA_REFEREE "tetress.referee"
#define TLUA_ERROR   "tetress.error"

#define TLUA_TETRIS       "tetress.tetris.game"
#define TLUA_TETRIS_AGENT "tetress.tetris.agent"

/* The pieces of the single-player game, in the order of their numbers. */
#define TLUA_PIECES "OILJTSZ"

/* Roughly what one tetress_game takes, for the collector. */
#define TLUA_GAME_BYTES ((size_t)7 * 1024)

/* Room for the spec of any engine. */
#define TLUA_SPEC_TEXT 2048

/* A Lua game: its own, or the position that an evaluator is shown. Closed: both NULL. */
typedef struct tlua_game {
    tetress_game *own;
    const tetress_game *view; /* `own`, or what an engine lends for the time of a call */
    int searches;             /* searches of it that are running */
} tlua_game;

/* One search that is running; lives in the C frame that started it. */
typedef struct tlua_call {
    lua_State *L;           /* the coroutine that called */
    tetress_engine *engine; /* that searches or evaluates */
    bool searching;         /* rather than evaluating one position */
    bool failed;            /* a callback raised; the error is in slot `error` */
    int engine_slot;        /* places on the stack of L */
    int info;               /* 0: none */
    int evaluator;          /* asked only if there is one */
    int position;           /* the userdata that the evaluator gets */
    int guard_info;         /* C functions, made beforehand: pushing one may allocate */
    int guard_evaluator;
    int error;
    const tetress_result *so_far; /* what the info callback is told */
    const tetress_line *line;
} tlua_call;

/* A Lua engine. Its table holds the evaluator and the game userdata that it gets. */
typedef struct tlua_engine {
    tetress_engine *engine;    /* NULL: closed */
    tetress_engine *condemned; /* closed while `readers` still had its texts in their hands */
    int readers;
    size_t bytes;    /* allocated by the library */
    size_t told;     /* of these, what the collector has been told of */
    tlua_call *call; /* the one that is running, or NULL */
} tlua_engine;

#define TLUA_SLOT_EVALUATOR 1
#define TLUA_SLOT_POSITION  2

/* Cells as a script wrote them: pairs (row, column). */
typedef struct tlua_cells {
    size_t count;
    int32_t coordinates[2 * TETRESS_CELLS];
} tlua_cells;

/* ---- lua_value.c: Lua values to C ------------------------------------------------------------ */

/* The whole number at `index`, cut to what fits. False for fractions, NaN, infinities and all that
 * is no number. */
bool tlua_to_integer(lua_State *L, int index, int64_t *value);

/* The same, but false for what would be cut. */
bool tlua_to_whole(lua_State *L, int index, int64_t *value);

/* The same as tlua_to_integer() for an argument, cut to 32 bits; raises an argument error if it is
 * not an integer. */
int32_t tlua_check_int(lua_State *L, int index);

/* NULL, or a sentence about a number beyond 2^53 that Lua holds as a float: it may be another one
 * than the script wrote. */
const char *tlua_may_be_rounded(lua_State *L, int index);

/* A seed: a whole number from 0, exact, or text with decimal digits or 0x and hex digits. NULL, or
 * a sentence why it is none. */
const char *tlua_to_seed(lua_State *L, int index, uint64_t *seed);

/* Text without zero bytes; raises ETEXT if it has one, an argument error if it is no string. */
const char *tlua_check_text(lua_State *L, int index);

/* The key at -2 of a pair that lua_next() pushed. Raises EUNKNOWN, naming `table`, if it is no
 * name. */
const char *tlua_field_name(lua_State *L, const char *table);

/* A list of pairs of whole numbers. Raises an argument error if it is none; whether the cells make
 * sense is the library's to say. */
void tlua_check_cells(lua_State *L, int index, tlua_cells *cells);

/* TETRESS_RED or TETRESS_BLUE from "red" or "blue"; raises an argument error. */
int32_t tlua_check_colour(lua_State *L, int index);

/* Read a move written as index, text or cells. Raises an argument error for other types; else the
 * library's status, with details in `error`. */
tetress_status tlua_read_move(lua_State *L, int index, tetress_move *move, tetress_error *error);

/* ---- lua_push.c: C values to Lua ------------------------------------------------------------- */

void tlua_push_count(lua_State *L, uint64_t count);
void tlua_push_seed(lua_State *L, uint64_t seed);
void tlua_push_colour(lua_State *L, int32_t colour);            /* nil for nobody */
void tlua_push_cell(lua_State *L, int32_t row, int32_t column); /* {row, column} */
void tlua_push_moves(lua_State *L, const tetress_move *moves, size_t count);
void tlua_push_numbers(lua_State *L, const double *numbers, size_t count);

void tlua_set_number(lua_State *L, const char *key, double value); /* in the table on top */
void tlua_set_count(lua_State *L, const char *key, uint64_t value);
void tlua_set_int(lua_State *L, const char *key, int32_t value);
void tlua_set_text(lua_State *L, const char *key, const char *value); /* NULL sets nothing */

/* ---- lua_fields.c: tables of options --------------------------------------------------------- */

typedef enum tlua_field_kind {
    TLUA_FIELD_WHOLE,  /* a whole number from `low` to `high` */
    TLUA_FIELD_SEED,   /* as tlua_to_seed() reads it */
    TLUA_FIELD_CHOICE, /* one of `choices`; its place from 0 */
    TLUA_FIELD_FLAG,   /* a boolean; 0 or 1 */
    TLUA_FIELD_TEXT    /* a string, which the caller fetches */
} tlua_field_kind;

/* A field that a table may have, and where its value goes. */
typedef struct tlua_field {
    const char *key;
    tlua_field_kind kind;
    int64_t low, high;
    const char *const *choices; /* the last is NULL */
    uint64_t *number;           /* left alone by a table that has no such field */
} tlua_field;

tlua_field tlua_whole(const char *key, int64_t low, int64_t high, uint64_t *number);
tlua_field tlua_seed(const char *key, uint64_t *number);
tlua_field tlua_choice(const char *key, const char *const *choices, uint64_t *number);
tlua_field tlua_flag(const char *key, uint64_t *number);
tlua_field tlua_text(const char *key);
tlua_field tlua_no_field(void); /* the end of a list */

/* Read the table at `index`; nil and none are an empty one. Raises an argument error for another
 * type, EUNKNOWN for a field that is not in the list, EARG for a value that does not fit, both with
 * a sentence that begins with `what`. */
void tlua_read_fields(lua_State *L, int index, const char *what, const tlua_field *fields);

/* ---- lua_error.c: errors as tables ----------------------------------------------------------- */

void tlua_error_open(lua_State *L);

/* Push the error table of a status. `detail` is used if it tells of this status; may be NULL. */
void tlua_push_error(lua_State *L, tetress_status status, const tetress_error *detail);

/* Raise it. Never returns; the int is for `return tlua_raise(...)`. */
int tlua_raise(lua_State *L, tetress_status status, const tetress_error *detail);

/* Raise with a sentence of our own, formatted as by lua_pushfstring(). */
int tlua_raise_text(lua_State *L, tetress_status status, const char *format, ...);

/* ---- lua_argument.c: functions that know their names, and their argument errors -------------- */

/* Set functions, or methods, in the table on top. Lua itself often does not know what a function is
 * called that an error names. */
void tlua_set_functions(lua_State *L, const luaL_Reg *functions);
void tlua_set_methods(lua_State *L, const luaL_Reg *functions);

/* The userdata at `index` if it is of this type, else NULL. */
void *tlua_test_class(lua_State *L, int index, const char *type);

/* As the functions of lauxlib.h of like names, but the error always names the function. Methods
 * count their arguments without the object. */
int tlua_argument_error(lua_State *L, int argument, const char *message);
void tlua_argument_check(lua_State *L, bool holds, int argument, const char *message);
void tlua_check_type(lua_State *L, int argument, int type);
/* The same for a table with fields, of which the error shows an example: "nodes = 1000". */
void tlua_check_fields(lua_State *L, int argument, const char *example);
void tlua_check_any(lua_State *L, int argument);
void *tlua_check_userdata(lua_State *L, int argument, const char *type);
const char *tlua_check_string(lua_State *L, int argument, size_t *length);
int tlua_check_choice(lua_State *L, int argument, const char *fallback, const char *const *choices);

/* What to add to a sentence that says that there is no such name: which of the known ones, NULL
 * after the last, may have been meant; if none is near, all of them, unless the sentence `lists`
 * them already. Pushes and returns a string. */
const char *tlua_push_meant(lua_State *L, const char *name, const char *const *names, bool lists);

/* ---- lua_class.c: userdata types, and the collector ------------------------------------------ */

/* Make the metatable `type`, or refill it if the module is opened again. */
void tlua_class(lua_State *L, const char *type, const luaL_Reg *meta, const luaL_Reg *methods);

/* Give a type more methods, which stand in another file. */
void tlua_class_add(lua_State *L, const char *type, const luaL_Reg *methods);

/* The library took `bytes` from malloc for something that Lua's collector owns: let it do as much
 * work as if Lua had allocated them, or a loop of games without close() would eat all memory. */
void tlua_tell_collector(lua_State *L, size_t bytes);

/* ---- lua_stay.c ------------------------------------------------------------------------------ */

/*
 * Keep this module, and so the library, in the process until it ends. Lua 5.1 and LuaJIT unload
 * modules while they close a state, before finalizers that may still call them.
 */
void tlua_stay_loaded(void);

/* ---- lua_move.c ------------------------------------------------------------------------------ */

extern const luaL_Reg tlua_move_functions[];

/* ---- lua_game.c ------------------------------------------------------------------------------ */

extern const luaL_Reg tlua_game_functions[];

void tlua_game_open(lua_State *L);

/* Push a closed game, to be filled. */
tlua_game *tlua_game_push(lua_State *L);

/* Push a new game with an empty board. */
void tlua_game_push_new(lua_State *L);

/* Push a new game at the start of a game of a match. */
void tlua_game_push_start(lua_State *L, const tetress_match *match, uint64_t number);

/* The game at `index`; raises an argument error if there is none or it is closed. */
tlua_game *tlua_check_game(lua_State *L, int index);

/* ---- lua_engine.c ---------------------------------------------------------------------------- */

extern const luaL_Reg tlua_engine_functions[];

void tlua_engine_open(lua_State *L);

/* The engine at `index`; raises an argument error if there is none or it is closed. */
tlua_engine *tlua_check_engine(lua_State *L, int index);

/* Push a new engine. */
void tlua_engine_push(lua_State *L, const char *spec);

/* Raise what the engine says about a failed call. */
int tlua_engine_raise(lua_State *L, const tetress_engine *engine, tetress_status status);

/* ---- lua_search.c ---------------------------------------------------------------------------- */

extern const luaL_Reg tlua_search_methods[];

/*
 * Search the game at `game` with the engine at `engine` (absolute places on the stack), telling the
 * function at `info` (0: none). Raises what the library refuses and what a callback raises, always
 * after the search has returned. Leaves the stack as it was.
 */
void tlua_search(lua_State *L, int engine, int game, int info, const tetress_budget *budget,
                 tetress_result *result);

/*
 * Take one pair of a budget table, key and value at -2 and -1. False if no budget has such a field;
 * raises EARG, naming the field, if the value is none for it.
 */
bool tlua_read_limit(lua_State *L, const char *key, tetress_budget *budget);

/* ---- lua_match.c ----------------------------------------------------------------------------- */

extern const luaL_Reg tlua_match_functions[];

void tlua_match_open(lua_State *L);

/* ---- lua_referee.c --------------------------------------------------------------------------- */

extern const luaL_Reg tlua_referee_functions[];

void tlua_referee_open(lua_State *L);

/* ---- lua_tetris.c, lua_tetris_agent.c, lua_tetris_fitness.c: the single-player game ---------- */

extern const luaL_Reg tlua_tetris_functions[], tlua_tetris_agent_functions[],
    tlua_tetris_fitness_functions[];

/* Make the types. */
void tlua_tetris_open(lua_State *L);
void tlua_tetris_agent_open(lua_State *L);

/* The game at `index`; raises an argument error if there is none or it is closed. */
tetress_tetris *tlua_check_tetris(lua_State *L, int index);

/* TETRESS_TETRIS_S2 or _DT from "s2" or "dt", and how many weights it has; raises an argument
 * error. */
int32_t tlua_check_kind(lua_State *L, int index, size_t *count);

/* So many weights from a list of numbers. Raises an argument error if it is none, EARG for another
 * count. */
void tlua_check_weights(lua_State *L, int index, size_t count, double *weights);

#endif
