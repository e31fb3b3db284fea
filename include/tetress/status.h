/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_STATUS_H
#define TETRESS_STATUS_H

#include "version.h"

/*
 * What a function returns that can fail: 0 for success, a negative code for a failure. A function
 * that returns a number returns its code instead when it fails. A function that fails has changed
 * nothing, except that a handle keeps a sentence about the failure.
 */
typedef int32_t tetress_status;

/* clang-format off */
/*
 * All status codes: name, value, sentence. Programs can expand the list to make tables of their
 * own; bindings build their exceptions from it. Codes are never renumbered; new ones come at the
 * end. What a caller can do about each:
 *
 *     EARG      correct the call: something is NULL, out of range, or a structure lacks its size
 *     EILLEGAL  choose another placement; `rule` and `cell` of the error say why
 *     EOVER     stop: the game is over, or no game of the match is left
 *     ETEXT     correct the text, at `offset` of the error if it has one
 *     ESIZE     call again with a buffer of the size that was told
 *     ENOMEM    free something, or ask for smaller tables; the call changed nothing
 *     EUNKNOWN  correct the name; the sentence tells a similar one if there is one
 *     EVALUE    choose a value within the bounds that the sentence tells
 *     EVERSION  leave the newer field 0, or load a newer library
 *     ENOUNDO   stop taking back: this is the start of the history
 *     EBUSY     wait until the search of this engine has ended
 */
#define TETRESS_STATUS_MAP(X)                                                       \
    X(OK,         0, "success")                                                     \
    X(EARG,      -1, "an argument is null or out of range")                         \
    X(EILLEGAL,  -2, "the placement is not legal in this position")                 \
    X(EOVER,     -3, "the game is over")                                            \
    X(ETEXT,     -4, "the text cannot be read")                                     \
    X(ESIZE,     -5, "the buffer is too small; the needed size was returned")       \
    X(ENOMEM,    -6, "out of memory")                                               \
    X(EUNKNOWN,  -7, "there is nothing of that name")                               \
    X(EVALUE,    -8, "the value does not fit the option")                           \
    X(EVERSION,  -9, "the structure asks for something that this version lacks")    \
    X(ENOUNDO,  -10, "there is no action to take back")                             \
    X(EBUSY,    -11, "the engine is searching")
/* clang-format on */

#define TETRESS_OK       0
#define TETRESS_EARG     (-1)
#define TETRESS_EILLEGAL (-2)
#define TETRESS_EOVER    (-3)
#define TETRESS_ETEXT    (-4)
#define TETRESS_ESIZE    (-5)
#define TETRESS_ENOMEM   (-6)
#define TETRESS_EUNKNOWN (-7)
#define TETRESS_EVALUE   (-8)
#define TETRESS_EVERSION (-9)
#define TETRESS_ENOUNDO  (-10)
#define TETRESS_EBUSY    (-11)

/*
 * The rule that an illegal move breaks. Rules are checked in this order, and the first one that is
 * broken is told, with one exception: a wrong number of cells is no tetromino wherever the cells
 * are.
 */
#define TETRESS_RULE_NONE          0
#define TETRESS_RULE_GAME_OVER     1 /* the game is over, so nothing may be played */
#define TETRESS_RULE_OUT_OF_RANGE  2 /* a row or column outside 0..10; never wrapped */
#define TETRESS_RULE_DUPLICATE     3 /* a cell is named twice */
#define TETRESS_RULE_NOT_TETROMINO 4 /* not four cells, or they are not a tetromino */
#define TETRESS_RULE_OCCUPIED      5 /* a cell holds a token already */
#define TETRESS_RULE_NOT_ADJACENT  6 /* from the third action on: no cell next to an own token */

/* Bytes of tetress_error.text, its closing NUL included. */
#define TETRESS_ERROR_TEXT 172

/*
 * How a sentence about an unknown player or option ends if no known name is near: with the function
 * that lists the known ones. A binding cuts this off and puts what its users can call in its place.
 */
#define TETRESS_SEE_PLAYERS "tetress_player_at()"
#define TETRESS_SEE_OPTIONS "tetress_engine_option()"

/*
 * What went wrong, in detail. A handle has one of its own, which a function such as
 * tetress_game_error() returns. A caller that passes one in starts it with TETRESS_ERROR_INIT; the
 * function fills it as far as its `size` says, on success with status TETRESS_OK and an empty text.
 */
typedef struct tetress_error {
    uint32_t size; /* sizeof(tetress_error) of the caller */
    /* The code that the function returned. */
    tetress_status status;
    /* The broken rule, TETRESS_RULE_…; TETRESS_RULE_NONE unless a move was refused. */
    int32_t rule;
    /* The cell at fault, 11 * row + column (0..120); -1 if there is none. */
    int32_t cell;
    /* Bytes into the text at which reading failed; -1 if no text was read. */
    int32_t offset;
    /* One English sentence that names the place, NUL-terminated; empty on success. */
    char text[TETRESS_ERROR_TEXT];
} tetress_error;

/* clang-format off */
#define TETRESS_ERROR_INIT {(uint32_t)sizeof(tetress_error), 0, 0, 0, 0, {0}}
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The sentence of a status code, such as "out of memory"; "unknown status" for a number that is no
 * code. A tetress_error says more: what was wrong in this call. Static text, never NULL. Any
 * thread.
 */
TETRESS_API const char *tetress_status_text(tetress_status status);

/*
 * The name of a rule, for programs to compare and to store: "none", "game_over", "out_of_range",
 * "duplicate", "not_tetromino", "occupied" or "not_adjacent"; "unknown" for a number that is no
 * rule. Static text, never NULL. Any thread.
 */
TETRESS_API const char *tetress_rule_name(int32_t rule);

/*
 * "Did you mean": which of `count` known names may somebody have meant who wrote `name`?
 *
 * A known name is near if at most a third of the letters written, but always one, are missing,
 * superfluous, wrong or swapped with their neighbours, or if it starts with what was written. Only
 * letters and digits count, in either case, and at least two of them must be written. Of names that
 * are equally near the first is returned. The library's own error sentences use this for players,
 * options and values.
 *
 * Returns one of the pointers in `names`, or NULL if none is near or an argument is NULL. A NULL
 * among the names is skipped. Nothing is copied. Any thread.
 */
TETRESS_API const char *tetress_nearest_name(const char *name, const char *const *names,
                                             size_t count);

#ifdef __cplusplus
}
#endif

#endif
