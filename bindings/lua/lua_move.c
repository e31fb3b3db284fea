/* SPDX-License-Identifier: MIT */
/* Moves as Lua values: between index, text and cells, without a game. */
#include "tetress_lua.h"

/* The move that argument 1 means; raises if it means none. */
static tetress_move check_move(lua_State *L)
{
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_move move = TETRESS_MOVE_NONE;
    tetress_status status = tlua_read_move(L, 1, &move, &error);

    if (status != TETRESS_OK)
        tlua_raise(L, status, &error);
    return move;
}

static int move_index(lua_State *L)
{
    lua_pushinteger(L, check_move(L));
    return 1;
}

static int move_text(lua_State *L)
{
    static const char *const styles[] = {"compact", "course", "piece", NULL};
    static const int32_t codes[] = {TETRESS_STYLE_COMPACT, TETRESS_STYLE_COURSE,
                                    TETRESS_STYLE_PIECE};
    int style = tlua_check_choice(L, 2, "compact", styles);
    char text[TETRESS_MOVE_TEXT];
    tetress_status status;

    status = tetress_move_to_text(check_move(L), codes[style], text, sizeof text, NULL);
    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    lua_pushstring(L, text);
    return 1;
}

static int move_cells(lua_State *L)
{
    uint8_t cells[4];
    tetress_status status = tetress_move_cells(check_move(L), cells);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    lua_createtable(L, 4, 0);
    for (int i = 0; i < 4; i++) {
        tlua_push_cell(L, cells[i] / TETRESS_COLUMNS, cells[i] % TETRESS_COLUMNS);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int move_piece(lua_State *L)
{
    int32_t piece = tetress_move_piece(check_move(L));

    if (piece < 0)
        return tlua_raise(L, piece, NULL);
    lua_pushstring(L, tetress_piece_name(piece));
    return 1;
}

const luaL_Reg tlua_move_functions[] = {
    {"move", move_index},
    {"move_cells", move_cells},
    {"move_piece", move_piece},
    {"move_text", move_text},
    {NULL, NULL},
};
