/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_STATUS_H
#define TETRESS_STATUS_H

#include "version.h"

/* Zero is success, every failure is negative; a function that returns a number and fails returns
 * its status instead. A function that fails has changed nothing. */
typedef int32_t tetress_status;

/* clang-format off */
/* The one list of status codes: name, value, sentence. Bindings build their exceptions from it. */
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

/* The rule that an illegal move breaks. The first of these that applies is the one reported (a
 * wrong number of cells, which is no tetromino, before their places are looked at). */
#define TETRESS_RULE_NONE          0
#define TETRESS_RULE_GAME_OVER     1 /* nothing may be played any more */
#define TETRESS_RULE_OUT_OF_RANGE  2 /* a row or column outside 0..10; never wrapped */
#define TETRESS_RULE_DUPLICATE     3 /* a cell named twice */
#define TETRESS_RULE_NOT_TETROMINO 4 /* not four cells, or not connected as a tetromino */
#define TETRESS_RULE_OCCUPIED      5 /* a cell already holds a token */
#define TETRESS_RULE_NOT_ADJACENT  6 /* from action 2 on: no cell next to an own token */

/* Length of tetress_error.text with its closing NUL. */
#define TETRESS_ERROR_TEXT 172

/*
 * What went wrong, in detail. A caller that passes one in sets `size` first (TETRESS_ERROR_INIT);
 * on success it is filled with status TETRESS_OK and an empty text.
 */
typedef struct tetress_error {
    uint32_t size;         /* sizeof(tetress_error) of the caller */
    tetress_status status; /* the code that was returned too */
    int32_t rule;          /* TETRESS_RULE_…; TETRESS_RULE_NONE unless a move was refused */
    int32_t cell;          /* 0..120 (11 * row + column) of the cell at fault, or -1 */
    int32_t offset;        /* bytes into the text at which reading failed, or -1 */
    char text[TETRESS_ERROR_TEXT]; /* one English sentence that names the place; NUL-terminated */
} tetress_error;

/* clang-format off */
#define TETRESS_ERROR_INIT {(uint32_t)sizeof(tetress_error), 0, 0, 0, 0, {0}}
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The sentence that belongs to a status code; "unknown status" for a number that is none.
 * Static text, never NULL. Any thread.
 */
TETRESS_API const char *tetress_status_text(tetress_status status);

/*
 * The name of a rule as identifiers and golden data spell it: "none", "game_over", "out_of_range",
 * "duplicate", "not_tetromino", "occupied", "not_adjacent"; "unknown" for a number that is none.
 * Static text, never NULL. Any thread.
 */
TETRESS_API const char *tetress_rule_name(int32_t rule);

/*
 * "Did you mean": which of `count` known names may be meant by `name`, which is none of them. A
 * known name is near if at most a third of the letters written, but always one, are missing,
 * superfluous, wrong or swapped with their neighbours, or if it starts with what was written. Only
 * letters and digits count, in either case, and at least two of them must be written. Of equally
 * near names the first is returned.
 *
 * Returns one of `names`, or NULL if none is near or an argument is NULL; a NULL among the names is
 * skipped. The library's own sentences ask the same of players, options and values. Any thread.
 */
TETRESS_API const char *tetress_nearest_name(const char *name, const char *const *names,
                                             size_t count);

#ifdef __cplusplus
}
#endif

#endif
