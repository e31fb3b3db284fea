/* SPDX-License-Identifier: MIT */
/* Games of the single-player game. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tetress_lua.h"

/* Roughly what one game takes besides its sequence. */
#define GAME_BYTES ((size_t)192)

/* In the order of the library's numbers. */
static const char *const SOURCES[] = {"uniform", "bag", NULL};
static const char *const KINDS[] = {"s2", "dt", NULL};
static const size_t KIND_COUNTS[] = {TETRESS_TETRIS_S2_WEIGHTS, TETRESS_TETRIS_DT_WEIGHTS};

_Static_assert(TETRESS_TETRIS_UNIFORM == 0 && TETRESS_TETRIS_BAG == 1 && TETRESS_TETRIS_S2 == 0 &&
                   TETRESS_TETRIS_DT == 1,
               "the lists above are in the order of these");

typedef struct tetris_box {
    tetress_tetris *game; /* NULL: closed */
    size_t bytes;         /* more or less, for the collector */
} tetris_box;

/* ---- Handles --------------------------------------------------------------------------------- */

static tetris_box *push_box(lua_State *L)
{
    tetris_box *box = lua_newuserdata(L, sizeof *box);

    memset(box, 0, sizeof *box);
    luaL_getmetatable(L, TLUA_TETRIS);
    lua_setmetatable(L, -2);
    return box;
}

static tetris_box *check_box(lua_State *L, int index)
{
    tetris_box *box = tlua_check_userdata(L, index, TLUA_TETRIS);

    tlua_argument_check(L, box->game != NULL, index, "the game is closed");
    return box;
}

tetress_tetris *tlua_check_tetris(lua_State *L, int index)
{
    return check_box(L, index)->game;
}

static tetress_tetris *check_game(lua_State *L)
{
    return tlua_check_tetris(L, 1);
}

/* Games are smaller than what it takes to tell of them; long sequences are not. */
static void box_grown(lua_State *L, tetris_box *box, size_t bytes)
{
    box->bytes += bytes;
    if (bytes >= 1024)
        tlua_tell_collector(L, bytes);
}

int32_t tlua_check_kind(lua_State *L, int index, size_t *count)
{
    int kind = tlua_check_choice(L, index, NULL, KINDS);

    *count = KIND_COUNTS[kind];
    return kind;
}

static int32_t check_piece(lua_State *L, int index)
{
    const char *letter = tlua_check_text(L, index);
    const char *found = strlen(letter) == 1 ? strchr(TLUA_PIECES, letter[0]) : NULL;

    if (found == NULL)
        tlua_raise_text(L, TETRESS_EARG, "a piece is one letter of " TLUA_PIECES ", not \"%s\"",
                        letter);
    return (int32_t)(found - TLUA_PIECES);
}

static int push_piece(lua_State *L, int32_t piece)
{
    lua_pushlstring(L, &TLUA_PIECES[piece], 1);
    return 1;
}

/* ---- Making and closing ---------------------------------------------------------------------- */

static void insert(lua_State *L, tetris_box *box, const char *letters)
{
    tetress_status status = tetress_tetris_insert(box->game, letters);

    if (status == TETRESS_ETEXT)
        tlua_raise_text(L, status, "pieces are letters of " TLUA_PIECES ", at least one");
    if (status != TETRESS_OK)
        tlua_raise(L, status, NULL);
    box_grown(L, box, strlen(letters));
}

static int game_new(lua_State *L)
{
    uint64_t rows = TETRESS_TETRIS_ROWS, source = TETRESS_TETRIS_UNIFORM, seed = 0;
    const tlua_field fields[] = {
        tlua_whole("rows", 4, TETRESS_TETRIS_ROWS, &rows),
        tlua_seed("seed", &seed),
        tlua_text("sequence"),
        tlua_choice("source", SOURCES, &source),
        tlua_no_field(),
    };
    tetris_box *box;
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_status status;

    lua_settop(L, 1);
    tlua_read_fields(L, 1, "tetris game", fields);
    box = push_box(L);
    status = tetress_tetris_new(NULL, (uint32_t)rows, (int32_t)source, seed, &box->game, &error);
    if (status != TETRESS_OK)
        return tlua_raise(L, status, &error);
    box->bytes = GAME_BYTES;
    if (lua_istable(L, 1)) {
        lua_pushliteral(L, "sequence");
        lua_rawget(L, 1);
        if (!lua_isnil(L, -1))
            insert(L, box, tlua_check_text(L, -1));
        lua_pop(L, 1);
    }
    return 1;
}

static int game_from_text(lua_State *L)
{
    const char *text = tlua_check_text(L, 1);
    tetris_box *box = push_box(L);
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_status status = tetress_tetris_from_text(NULL, text, &box->game, &error);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, &error);
    box_grown(L, box, GAME_BYTES + strlen(text));
    return 1;
}

static int game_copy(lua_State *L)
{
    tetris_box *box = push_box(L);
    tetris_box *from = check_box(L, 1);
    tetress_status status = tetress_tetris_copy(from->game, &box->game);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    box_grown(L, box, from->bytes);
    return 1;
}

/* Also __gc and __close. */
static int game_close(lua_State *L)
{
    tetris_box *box = tlua_check_userdata(L, 1, TLUA_TETRIS);

    tetress_tetris_free(box->game);
    box->game = NULL;
    return 0;
}

/* ---- Pieces and moves ------------------------------------------------------------------------ */

static int game_piece(lua_State *L)
{
    return push_piece(L, tetress_tetris_piece(check_game(L)));
}

static int game_next(lua_State *L)
{
    return push_piece(L, tetress_tetris_next(check_game(L)));
}

static int game_set_piece(lua_State *L)
{
    int32_t piece = check_piece(L, 2);
    tetress_status status = tetress_tetris_set_piece(check_game(L), piece);

    return status == TETRESS_OK ? 0 : tlua_raise(L, status, NULL);
}

static int game_insert(lua_State *L)
{
    const char *letters = tlua_check_text(L, 2);

    insert(L, check_box(L, 1), letters);
    return 0;
}

static void push_move(lua_State *L, int32_t piece, int32_t move)
{
    int32_t orientation = 0, slot = 0;
    tetress_status status = tetress_tetris_move(piece, move, &orientation, &slot);

    if (status != TETRESS_OK)
        tlua_raise(L, status, NULL);
    tlua_push_cell(L, orientation, slot);
}

static int game_moves(lua_State *L)
{
    int32_t piece = tetress_tetris_piece(check_game(L));
    int32_t count = tetress_tetris_move_count(piece);

    lua_createtable(L, count, 0);
    for (int32_t move = 0; move < count; move++) {
        push_move(L, piece, move);
        lua_rawseti(L, -2, move + 1);
    }
    return 1;
}

/* Raise what is wrong with a move of the game. */
static int move_raise(lua_State *L, const tetress_tetris *game, tetress_status status)
{
    int32_t piece = tetress_tetris_piece(game);

    if (status != TETRESS_EARG)
        return tlua_raise(L, status, NULL);
    return tlua_raise_text(L, status, "the moves of piece %c are 0 to %d", TLUA_PIECES[piece],
                           (int)tetress_tetris_move_count(piece) - 1);
}

static int game_play(lua_State *L)
{
    int32_t move = tlua_check_int(L, 2);
    tetress_tetris *game = check_game(L);
    tetress_status status = tetress_tetris_play(game, move);

    return status == TETRESS_OK ? 0 : move_raise(L, game, status);
}

static int game_features(lua_State *L)
{
    int32_t move = tlua_check_int(L, 2);
    size_t count = TETRESS_TETRIS_S2_WEIGHTS;
    int32_t kind = lua_isnoneornil(L, 3) ? TETRESS_TETRIS_S2 : tlua_check_kind(L, 3, &count);
    double values[TETRESS_TETRIS_S2_WEIGHTS];
    tetress_tetris *game = check_game(L);
    tetress_status status = tetress_tetris_features(game, move, kind, values);

    if (status == TETRESS_EOVER)
        return tlua_raise_text(L, status, "the game is over, or the move ends it");
    if (status != TETRESS_OK)
        return move_raise(L, game, status);
    tlua_push_numbers(L, values, count);
    return 1;
}

/* ---- State ----------------------------------------------------------------------------------- */

static int game_over(lua_State *L)
{
    lua_pushboolean(L, tetress_tetris_over(check_game(L)) != 0);
    return 1;
}

static int game_lines(lua_State *L)
{
    tlua_push_count(L, tetress_tetris_lines(check_game(L)));
    return 1;
}

static int game_turns(lua_State *L)
{
    tlua_push_count(L, tetress_tetris_turns(check_game(L)));
    return 1;
}

static int game_hash(lua_State *L)
{
    char text[17];

    snprintf(text, sizeof text, "%016" PRIx64, tetress_tetris_hash(check_game(L)));
    lua_pushstring(L, text);
    return 1;
}

static int game_columns(lua_State *L)
{
    uint32_t columns[TETRESS_TETRIS_COLUMNS];
    tetress_status status = tetress_tetris_columns(check_game(L), columns);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    lua_createtable(L, TETRESS_TETRIS_COLUMNS, 0);
    for (int i = 0; i < TETRESS_TETRIS_COLUMNS; i++) {
        lua_pushinteger(L, (lua_Integer)columns[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* Push the text of the game at 1; NULL, and nothing, if it is closed. Its length is known only when
 * it is written, and making room for it may run a finalizer that lengthens it, or closes the game.
 */
static const char *push_text(lua_State *L)
{
    const tetris_box *box = tlua_check_userdata(L, 1, TLUA_TETRIS);
    size_t length = 0;
    char *buffer;
    tetress_status status;

    if (box->game == NULL)
        return NULL;
    tetress_tetris_to_text(box->game, NULL, 0, &length);
    do {
        size_t capacity = length + 1;

        lua_settop(L, 1);
        buffer = lua_newuserdata(L, capacity);
        if (box->game == NULL)
            return NULL;
        status = tetress_tetris_to_text(box->game, buffer, capacity, &length);
    } while (status == TETRESS_ESIZE);
    if (status != TETRESS_OK)
        tlua_raise(L, status, NULL);
    lua_pushlstring(L, buffer, length);
    return lua_tostring(L, -1);
}

static int game_text(lua_State *L)
{
    if (push_text(L) == NULL)
        check_game(L);
    return 1;
}

static int game_rows(lua_State *L)
{
    lua_pushinteger(L, tetress_tetris_rows(check_game(L)));
    return 1;
}

/* The well, a row a line. */
static int game_tostring(lua_State *L)
{
    const char *text = push_text(L);

    if (text == NULL) {
        lua_pushliteral(L, TLUA_TETRIS " (closed)");
        return 1;
    }
    lua_pushlstring(L, text, strcspn(text, " "));
    luaL_gsub(L, lua_tostring(L, -1), "/", "\n");
    return 1;
}

/* ---- The type -------------------------------------------------------------------------------- */

static const luaL_Reg META[] = {
    {"__close", game_close},
    {"__gc", game_close},
    {"__tostring", game_tostring},
    {NULL, NULL},
};

static const luaL_Reg METHODS[] = {
    {"close", game_close}, {"columns", game_columns},
    {"copy", game_copy},   {"features", game_features},
    {"hash", game_hash},   {"insert", game_insert},
    {"lines", game_lines}, {"moves", game_moves},
    {"next", game_next},   {"over", game_over},
    {"piece", game_piece}, {"play", game_play},
    {"rows", game_rows},   {"set_piece", game_set_piece},
    {"text", game_text},   {"turns", game_turns},
    {NULL, NULL},
};

const luaL_Reg tlua_tetris_functions[] = {
    {"from_text", game_from_text},
    {"game", game_new},
    {NULL, NULL},
};

void tlua_tetris_open(lua_State *L)
{
    tlua_class(L, TLUA_TETRIS, META, METHODS);
}
