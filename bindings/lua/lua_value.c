/* SPDX-License-Identifier: MIT */
/* Lua values to C, checked: numbers without silent rounding, seeds, text, cells, moves. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tetress_lua.h"

/* Above it not every whole number is a double. */
#define LARGEST_EXACT (INT64_C(1) << 53)

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool float_to_integer(double number, int64_t *value)
{
    const double limit = 9223372036854775808.0; /* 2^63 */

    if (number - number != 0) /* NaN and the infinities */
        return false;
    if (number >= limit) {
        *value = INT64_MAX;
        return true;
    }
    if (number < -limit) {
        *value = INT64_MIN;
        return true;
    }
    *value = (int64_t)number;
    return (double)*value == number;
}

bool tlua_to_integer(lua_State *L, int index, int64_t *value)
{
    if (lua_type(L, index) != LUA_TNUMBER)
        return false;
#if TLUA_HAS_INTEGERS
    if (lua_isinteger(L, index)) {
        *value = lua_tointeger(L, index);
        return true;
    }
#endif
    return float_to_integer((double)lua_tonumber(L, index), value);
}

bool tlua_to_whole(lua_State *L, int index, int64_t *value)
{
    const double limit = 9223372036854775808.0; /* 2^63 */
    double number = (double)lua_tonumber(L, index);

    if (!tlua_to_integer(L, index, value))
        return false;
#if TLUA_HAS_INTEGERS
    if (lua_isinteger(L, index))
        return true;
#endif
    return number >= -limit && number < limit;
}

static int32_t cut_to_int32(int64_t value)
{
    if (value > INT32_MAX)
        return INT32_MAX;
    return value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

int32_t tlua_check_int(lua_State *L, int index)
{
    int64_t value = 0;

    if (!tlua_to_integer(L, index, &value)) {
        tlua_check_type(L, index, LUA_TNUMBER);
        tlua_argument_error(L, index, "number is no whole number");
    }
    return cut_to_int32(value);
}

/* ---- Seeds ----------------------------------------------------------------------------------- */

static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : 16;
}

static bool read_digits(const char *text, const char *end, uint64_t base, uint64_t *number)
{
    *number = 0;
    if (text == end)
        return false;
    for (; text != end; text++) {
        uint64_t digit = (uint64_t)digit_value(*text);

        if (digit >= base || *number > (UINT64_MAX - digit) / base)
            return false;
        *number = *number * base + digit;
    }
    return true;
}

static const char *text_to_seed(lua_State *L, int index, uint64_t *seed)
{
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    bool hex = length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    bool sound = hex ? read_digits(text + 2, text + length, 16, seed)
                     : read_digits(text, text + length, 10, seed);

    return sound ? NULL : "must be decimal digits, or 0x and hex digits, below 2^64";
}

static bool is_float(lua_State *L, int index)
{
#if TLUA_HAS_INTEGERS
    return !lua_isinteger(L, index);
#else
    (void)L;
    (void)index;
    return true;
#endif
}

const char *tlua_may_be_rounded(lua_State *L, int index)
{
    double number = lua_type(L, index) == LUA_TNUMBER ? (double)lua_tonumber(L, index) : 0;
    bool finite = number - number == 0;

    if (!finite || (number <= (double)LARGEST_EXACT && number >= -(double)LARGEST_EXACT))
        return NULL;
    return is_float(L, index) ? "above 2^53 a number may not be exact; write it as text" : NULL;
}

const char *tlua_to_seed(lua_State *L, int index, uint64_t *seed)
{
    int64_t value = 0;

    if (lua_type(L, index) == LUA_TSTRING)
        return text_to_seed(L, index, seed);
    if (!tlua_to_integer(L, index, &value) || value < 0)
        return "must be a whole number from 0, or text with its digits";
    *seed = (uint64_t)value;
    return tlua_may_be_rounded(L, index);
}

/* ---- Text, colours --------------------------------------------------------------------------- */

const char *tlua_check_text(lua_State *L, int index)
{
    size_t length;
    const char *text = tlua_check_string(L, index, &length);
    tetress_error error = TETRESS_ERROR_INIT;

    if (strlen(text) == length)
        return text;
    error.status = TETRESS_ETEXT;
    error.cell = -1;
    error.offset = cut_to_int32((int64_t)strlen(text));
    snprintf(error.text, sizeof error.text, "at offset %" PRId32 ": a zero byte", error.offset);
    tlua_raise(L, TETRESS_ETEXT, &error);
    return NULL;
}

const char *tlua_field_name(lua_State *L, const char *table)
{
    size_t length = 0;
    const char *name = NULL;

    /* Only of strings: turning another key into one would confuse lua_next(). */
    if (lua_type(L, -2) == LUA_TSTRING)
        name = lua_tolstring(L, -2, &length);
    if (name == NULL)
        tlua_raise_text(L, TETRESS_EUNKNOWN, "%s: fields have names, not a %s as key", table,
                        luaL_typename(L, -2));
    if (strlen(name) != length)
        tlua_raise_text(L, TETRESS_EUNKNOWN, "%s: there is no field \"%s\\0...\"", table, name);
    return name;
}

int32_t tlua_check_colour(lua_State *L, int index)
{
    static const char *const colours[] = {"red", "blue", NULL};

    return tlua_check_choice(L, index, NULL, colours) == 0 ? TETRESS_RED : TETRESS_BLUE;
}

/* ---- Cells and moves ------------------------------------------------------------------------- */

/* Element `place` of the pair on top of the stack. Raw, here and below: no metamethod of a script
 * runs between checks and use. */
static bool read_coordinate(lua_State *L, int place, int32_t *coordinate)
{
    int64_t value = 0;
    bool sound;

    lua_rawgeti(L, -1, place);
    sound = tlua_to_integer(L, -1, &value);
    lua_pop(L, 1);
    if (sound)
        *coordinate = cut_to_int32(value); /* what is cut is off the board on either side */
    return sound;
}

static bool read_pair(lua_State *L, int32_t pair[2])
{
    return lua_istable(L, -1) && tlua_rawlen(L, -1) == 2 && read_coordinate(L, 1, &pair[0]) &&
           read_coordinate(L, 2, &pair[1]);
}

void tlua_check_cells(lua_State *L, int index, tlua_cells *cells)
{
    tlua_check_type(L, index, LUA_TTABLE);
    cells->count = tlua_rawlen(L, index);
    tlua_argument_check(L, cells->count <= TETRESS_CELLS, index, "more cells than the board has");
    for (size_t i = 0; i < cells->count; i++) {
        lua_rawgeti(L, index, (int)i + 1);
        if (!read_pair(L, &cells->coordinates[2 * i]))
            tlua_argument_error(L, index,
                                lua_pushfstring(L,
                                                "cell %d is no pair {row, column} of whole numbers",
                                                (int)i + 1));
        lua_pop(L, 1);
    }
}

static tetress_status read_index(lua_State *L, int index, tetress_move *move, tetress_error *error)
{
    int64_t value = 0;

    if (!tlua_to_integer(L, index, &value))
        tlua_argument_error(L, index, "the index of a move is no whole number");
    if (value >= 0 && value < TETRESS_PLACEMENTS) {
        *move = (tetress_move)value;
        return TETRESS_OK;
    }
    *move = TETRESS_MOVE_NONE;
    error->status = TETRESS_EARG;
    error->cell = -1;
    error->offset = -1;
    snprintf(error->text, sizeof error->text, "the move is no placement, 0 to %d",
             TETRESS_PLACEMENTS - 1);
    return TETRESS_EARG;
}

tetress_status tlua_read_move(lua_State *L, int index, tetress_move *move, tetress_error *error)
{
    tlua_cells cells;

    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        return read_index(L, index, move, error);
    case LUA_TSTRING:
        return tetress_move_from_text(tlua_check_text(L, index), move, error);
    case LUA_TTABLE:
        tlua_check_cells(L, index, &cells);
        return tetress_move_from_cells(cells.coordinates, cells.count, move, error);
    default:
        return tlua_argument_error(L, index,
                                   lua_pushfstring(L,
                                                   "move expected (index, text or cells), got %s",
                                                   luaL_typename(L, index)));
    }
}
