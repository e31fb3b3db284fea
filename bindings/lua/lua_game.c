/* SPDX-License-Identifier: MIT */
/* Games as Lua objects: playing, taking back, asking, text. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tetress_lua.h"

/* ---- Handles --------------------------------------------------------------------------------- */

tlua_game *tlua_game_push(lua_State *L)
{
    tlua_game *box = lua_newuserdata(L, sizeof *box);

    memset(box, 0, sizeof *box);
    luaL_getmetatable(L, TLUA_GAME);
    lua_setmetatable(L, -2);
    return box;
}

tlua_game *tlua_check_game(lua_State *L, int index)
{
    tlua_game *box = tlua_check_userdata(L, index, TLUA_GAME);

    tlua_argument_check(L, box->view != NULL, index, "the game is closed");
    return box;
}

static const tetress_game *check_view(lua_State *L)
{
    return tlua_check_game(L, 1)->view;
}

/* A game that may be changed now. */
static tetress_game *check_own(lua_State *L)
{
    tlua_game *box = tlua_check_game(L, 1);

    tlua_argument_check(L, box->own != NULL, 1,
                        "the position of an evaluator is not to be changed");
    if (box->searches > 0)
        tlua_raise_text(L, TETRESS_EBUSY, "the game is being searched");
    return box->own;
}

static int game_raise(lua_State *L, const tetress_game *game, tetress_status status)
{
    return tlua_raise(L, status, tetress_game_error(game));
}

static void box_filled(lua_State *L, tlua_game *box, tetress_game *game)
{
    box->own = game;
    box->view = game;
    tlua_tell_collector(L, TLUA_GAME_BYTES);
}

/* ---- Making and closing ---------------------------------------------------------------------- */

void tlua_game_push_new(lua_State *L)
{
    tlua_game *box = tlua_game_push(L);
    tetress_game *game;
    tetress_status status = tetress_game_new(NULL, &game);

    if (status != TETRESS_OK)
        tlua_raise(L, status, NULL);
    box_filled(L, box, game);
}

void tlua_game_push_start(lua_State *L, const tetress_match *match, uint64_t number)
{
    tlua_game *box = tlua_game_push(L);
    tetress_game *game;
    tetress_status status = tetress_match_start(match, number, NULL, &game);

    if (status != TETRESS_OK)
        tlua_raise(L, status, NULL);
    box_filled(L, box, game);
}

static void push_from_text(lua_State *L, const char *text)
{
    tlua_game *box = tlua_game_push(L);
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_game *game;
    tetress_status status = tetress_game_from_text(NULL, text, &game, &error);

    if (status != TETRESS_OK)
        tlua_raise(L, status, &error);
    box_filled(L, box, game);
}

static int game_new(lua_State *L)
{
    if (lua_isnoneornil(L, 1))
        tlua_game_push_new(L);
    else
        push_from_text(L, tlua_check_text(L, 1));
    return 1;
}

/* What an evaluator is shown has no history and is nobody's to copy: its text is all of it. */
static int copy_view(lua_State *L, const tetress_game *view)
{
    char text[TETRESS_POSITION_TEXT];
    tetress_status status = tetress_game_to_text(view, text, sizeof text, NULL);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    push_from_text(L, text);
    return 1;
}

static int game_copy(lua_State *L)
{
    tlua_game *box = tlua_game_push(L);
    tlua_game *from = tlua_check_game(L, 1);
    tetress_game *game;
    tetress_status status;

    if (from->own == NULL)
        return copy_view(L, from->view);
    status = tetress_game_copy(from->own, &game);
    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    box_filled(L, box, game);
    return 1;
}

static void box_free(tlua_game *box)
{
    tetress_game_free(box->own);
    box->own = NULL;
    box->view = NULL;
}

static int game_close(lua_State *L)
{
    tlua_game *box = tlua_check_userdata(L, 1, TLUA_GAME);

    if (box->view == NULL)
        return 0;
    check_own(L);
    box_free(box);
    return 0;
}

/* Also runs when a callback ends the program while a search is on: then the memory goes with the
 * process. */
static int game_gc(lua_State *L)
{
    tlua_game *box = tlua_check_userdata(L, 1, TLUA_GAME);

    if (box->searches == 0)
        box_free(box);
    return 0;
}

/* ---- Playing --------------------------------------------------------------------------------- */

static tetress_move last_move(const tetress_game *game)
{
    tetress_move moves[TETRESS_MAX_ACTIONS];
    size_t count = 0;

    if (tetress_game_history(game, moves, TETRESS_MAX_ACTIONS, &count) != TETRESS_OK || count == 0)
        return TETRESS_MOVE_NONE;
    return moves[count - 1];
}

static int played(lua_State *L, const tetress_game *game, tetress_status status, tetress_move move)
{
    if (status != TETRESS_OK)
        return game_raise(L, game, status);
    lua_pushinteger(L, move);
    return 1;
}

static int play_index(lua_State *L)
{
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_move move;
    tetress_game *game;

    /* A number that is no placement becomes TETRESS_MOVE_NONE, which the library refuses. */
    tlua_read_move(L, 2, &move, &error);
    game = check_own(L);
    return played(L, game, tetress_game_apply(game, move), move);
}

static int play_text(lua_State *L)
{
    const char *text = tlua_check_text(L, 2);
    tetress_game *game = check_own(L);
    tetress_move move;
    tetress_status status = tetress_game_apply_text(game, text, &move);

    return played(L, game, status, move);
}

static int game_play_cells(lua_State *L)
{
    tlua_cells cells;
    tetress_game *game;
    tetress_move move;
    tetress_status status;

    tlua_check_cells(L, 2, &cells);
    game = check_own(L);
    status = tetress_game_apply_cells(game, cells.coordinates, cells.count, &move);
    return played(L, game, status, move);
}

static int game_play(lua_State *L)
{
    switch (lua_type(L, 2)) {
    case LUA_TNUMBER:
        return play_index(L);
    case LUA_TSTRING:
        return play_text(L);
    case LUA_TTABLE:
        return game_play_cells(L);
    default:
        tlua_check_game(L, 1);
        return tlua_argument_error(L, 2,
                                   lua_pushfstring(L,
                                                   "move expected (index, text or cells), got %s",
                                                   luaL_typename(L, 2)));
    }
}

static int game_check_cells(lua_State *L)
{
    tetress_error error = TETRESS_ERROR_INIT;
    tlua_cells cells;
    tetress_move move;
    tetress_status status;

    tlua_check_cells(L, 2, &cells);
    status = tetress_game_check_cells(check_view(L), cells.coordinates, cells.count, &move, &error);
    if (status == TETRESS_OK) {
        lua_pushinteger(L, move);
        return 1;
    }
    lua_pushnil(L);
    tlua_push_error(L, status, &error);
    return 2;
}

static int game_undo(lua_State *L)
{
    tetress_game *game = check_own(L);
    tetress_move move = last_move(game);
    tetress_status status = tetress_game_undo(game);

    if (status != TETRESS_OK)
        return game_raise(L, game, status);
    lua_pushinteger(L, move);
    return 1;
}

static int game_rewind(lua_State *L)
{
    tetress_game *game = check_own(L);
    tetress_status status = tetress_game_rewind(game);

    return status == TETRESS_OK ? 0 : game_raise(L, game, status);
}

/* ---- Legal moves ----------------------------------------------------------------------------- */

static int game_legal_moves(lua_State *L)
{
    tetress_move moves[TETRESS_PLACEMENTS];
    size_t count = 0;
    tetress_status status =
        tetress_game_legal_moves(check_view(L), moves, TETRESS_PLACEMENTS, &count);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    tlua_push_moves(L, moves, count);
    return 1;
}

static int game_legal_mask(lua_State *L)
{
    uint8_t mask[TETRESS_PLACEMENTS];
    tetress_status status = tetress_game_legal_mask(check_view(L), mask, sizeof mask);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    lua_pushlstring(L, (const char *)mask, sizeof mask);
    return 1;
}

static int game_is_legal(lua_State *L)
{
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_move move = TETRESS_MOVE_NONE;
    tetress_status status = tlua_read_move(L, 2, &move, &error);
    const tetress_game *game = check_view(L);

    if (status == TETRESS_ETEXT)
        return tlua_raise(L, status, &error);
    lua_pushboolean(L, status == TETRESS_OK && tetress_game_is_legal(game, move) == 1);
    return 1;
}

static int game_mobility(lua_State *L)
{
    int32_t colour = tlua_check_colour(L, 2);

    lua_pushinteger(L, tetress_game_mobility(check_view(L), colour));
    return 1;
}

static int game_random_move(lua_State *L)
{
    uint64_t seed = 0;
    const char *fault = tlua_to_seed(L, 2, &seed);
    tetress_move move;
    tetress_status status;

    if (fault != NULL)
        return tlua_argument_error(L, 2, lua_pushfstring(L, "seed %s", fault));
    status = tetress_game_random_move(check_view(L), &seed, &move);
    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    lua_pushinteger(L, move);
    tlua_push_seed(L, seed);
    return 2;
}

static int game_playouts(lua_State *L)
{
    int32_t count = tlua_check_int(L, 2);
    tetress_playouts results = TETRESS_PLAYOUTS_INIT;
    uint64_t seed = 0;
    const char *fault = tlua_to_seed(L, 3, &seed);
    tetress_status status;

    if (count < 0)
        return tlua_raise_text(L, TETRESS_EARG, "the number of playouts is 0 or more");
    if (fault != NULL)
        return tlua_argument_error(L, 3, lua_pushfstring(L, "seed %s", fault));
    status = tetress_game_playouts(check_view(L), &seed, (uint64_t)count, &results);
    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    lua_newtable(L);
    tlua_set_count(L, "red_wins", results.red_wins);
    tlua_set_count(L, "blue_wins", results.blue_wins);
    tlua_set_count(L, "draws", results.draws);
    tlua_set_count(L, "actions", results.actions);
    tlua_push_seed(L, seed);
    return 2;
}

static int game_perft(lua_State *L)
{
    int32_t depth = tlua_check_int(L, 2);
    uint64_t nodes = 0;
    tetress_status status;

    if (depth < 0 || depth > TETRESS_MAX_ACTIONS)
        return tlua_raise_text(L, TETRESS_EARG, "the depth of a perft is 0 to %d",
                               TETRESS_MAX_ACTIONS);
    status = tetress_game_perft(check_view(L), (uint32_t)depth, &nodes);
    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    tlua_push_count(L, nodes);
    return 1;
}

/* ---- The position ---------------------------------------------------------------------------- */

static int push_text(lua_State *L, const tetress_game *game)
{
    char text[TETRESS_POSITION_TEXT];
    tetress_status status = tetress_game_to_text(game, text, sizeof text, NULL);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    lua_pushstring(L, text);
    return 1;
}

static int game_text(lua_State *L)
{
    return push_text(L, check_view(L));
}

static int game_tostring(lua_State *L)
{
    const tlua_game *box = tlua_check_userdata(L, 1, TLUA_GAME);

    if (box->view != NULL)
        return push_text(L, box->view);
    lua_pushliteral(L, TLUA_GAME " (closed)");
    return 1;
}

/* Equal positions: same board, same number of actions. A closed game equals only itself. */
static int game_eq(lua_State *L)
{
    char texts[2][TETRESS_POSITION_TEXT];

    for (int i = 0; i < 2; i++) {
        const tlua_game *box = tlua_test_class(L, i + 1, TLUA_GAME);

        if (box == NULL || box->view == NULL ||
            tetress_game_to_text(box->view, texts[i], sizeof texts[i], NULL) != TETRESS_OK) {
            lua_pushboolean(L, 0);
            return 1;
        }
    }
    lua_pushboolean(L, strcmp(texts[0], texts[1]) == 0);
    return 1;
}

static int game_turn(lua_State *L)
{
    tlua_push_colour(L, tetress_game_turn(check_view(L)));
    return 1;
}

static int game_ply(lua_State *L)
{
    lua_pushinteger(L, tetress_game_ply(check_view(L)));
    return 1;
}

static int game_start_ply(lua_State *L)
{
    lua_pushinteger(L, tetress_game_start_ply(check_view(L)));
    return 1;
}

static int game_over(lua_State *L)
{
    lua_pushboolean(L, tetress_game_reason(check_view(L)) != TETRESS_REASON_NONE);
    return 1;
}

static int game_winner(lua_State *L)
{
    tlua_push_colour(L, tetress_game_winner(check_view(L)));
    return 1;
}

static int game_reason(lua_State *L)
{
    int32_t reason = tetress_game_reason(check_view(L));

    if (reason == TETRESS_REASON_NONE)
        lua_pushnil(L);
    else
        lua_pushstring(L, tetress_outcome_name(reason));
    return 1;
}

static int game_tokens(lua_State *L)
{
    int32_t colour = tlua_check_colour(L, 2);

    lua_pushinteger(L, tetress_game_tokens(check_view(L), colour));
    return 1;
}

static int game_cell(lua_State *L)
{
    int32_t row = tlua_check_int(L, 2);
    int32_t column = tlua_check_int(L, 3);
    int32_t holder = tetress_game_cell(check_view(L), row, column);

    if (holder < 0)
        return tlua_raise_text(L, TETRESS_EARG,
                               "cell %d-%d is not on the board; rows and columns are 0 to 10",
                               (int)row, (int)column);
    tlua_push_colour(L, holder);
    return 1;
}

static int game_board(lua_State *L)
{
    char text[TETRESS_POSITION_TEXT];
    tetress_status status = tetress_game_to_text(check_view(L), text, sizeof text, NULL);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    lua_createtable(L, TETRESS_ROWS, 0);
    for (int row = 0; row < TETRESS_ROWS; row++) {
        lua_pushlstring(L, &text[row * (TETRESS_COLUMNS + 1)], TETRESS_COLUMNS);
        lua_rawseti(L, -2, row + 1);
    }
    return 1;
}

static int game_hash(lua_State *L)
{
    char text[17];

    snprintf(text, sizeof text, "%016" PRIx64, tetress_game_hash(check_view(L)));
    lua_pushstring(L, text);
    return 1;
}

/* ---- History --------------------------------------------------------------------------------- */

static int game_history(lua_State *L)
{
    tetress_move moves[TETRESS_MAX_ACTIONS];
    size_t count = 0;
    tetress_status status = tetress_game_history(check_view(L), moves, TETRESS_MAX_ACTIONS, &count);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    tlua_push_moves(L, moves, count);
    return 1;
}

static int game_len(lua_State *L)
{
    const tetress_game *game = check_view(L);

    lua_pushinteger(L, tetress_game_ply(game) - tetress_game_start_ply(game));
    return 1;
}

/* ---- The type -------------------------------------------------------------------------------- */

static const luaL_Reg META[] = {
    {"__close", game_close},       {"__eq", game_eq}, {"__gc", game_gc}, {"__len", game_len},
    {"__tostring", game_tostring}, {NULL, NULL},
};

static const luaL_Reg METHODS[] = {
    {"board", game_board},
    {"cell", game_cell},
    {"check_cells", game_check_cells},
    {"close", game_close},
    {"copy", game_copy},
    {"hash", game_hash},
    {"history", game_history},
    {"is_legal", game_is_legal},
    {"legal_mask", game_legal_mask},
    {"legal_moves", game_legal_moves},
    {"mobility", game_mobility},
    {"over", game_over},
    {"perft", game_perft},
    {"play", game_play},
    {"play_cells", game_play_cells},
    {"playouts", game_playouts},
    {"ply", game_ply},
    {"random_move", game_random_move},
    {"reason", game_reason},
    {"rewind", game_rewind},
    {"start_ply", game_start_ply},
    {"text", game_text},
    {"tokens", game_tokens},
    {"turn", game_turn},
    {"undo", game_undo},
    {"winner", game_winner},
    {NULL, NULL},
};

const luaL_Reg tlua_game_functions[] = {
    {"game", game_new},
    {NULL, NULL},
};

void tlua_game_open(lua_State *L)
{
    tlua_class(L, TLUA_GAME, META, METHODS);
}
