/* SPDX-License-Identifier: MIT */
#ifndef TTR_TETRIS_HANDLE_H
#define TTR_TETRIS_HANDLE_H

#include "alloc.h"
#include "error_text.h"
#include "tetress/tetris.h"
#include "tetris_game.h"
#include "well_search.h"

struct tetress_tetris {
    tetress_allocator memory;
    ttr_tetris_game game;
};

struct tetress_tetris_agent {
    tetress_allocator memory;
    ttr_well_player player;
    const int32_t *stop; /* the host's, of the options; NULL if there is none */
};

/* One call of an agent that can be stopped: whether it is, and a player that looks there. */
typedef struct ttr_tetris_call {
    ttr_halt halt;
    ttr_well_player player;
} ttr_tetris_call;

/* The agent's player for one call: its own, or one in `call` if the agent has a number to stop. */
const ttr_well_player *ttr_tetris_player(const tetress_tetris_agent *agent, ttr_tetris_call *call);

/* May a well have this many rows? 0 means 20. */
static inline bool ttr_rows_fit(uint32_t rows)
{
    return rows == 0 || (rows >= TTR_WELL_LEAST_ROWS && rows <= TTR_WELL_ROWS);
}

static inline int ttr_rows_meant(uint32_t rows)
{
    return rows == 0 ? TTR_WELL_ROWS : (int)rows;
}

static inline bool ttr_is_kind(int32_t kind)
{
    return kind == TETRESS_TETRIS_S2 || kind == TETRESS_TETRIS_DT;
}

/* May this many threads share work? 0 means 1. */
static inline bool ttr_threads_fit(uint32_t threads)
{
    return threads <= TTR_MOST_THREADS;
}

static inline size_t ttr_threads_meant(uint32_t threads)
{
    return threads == 0 ? 1 : threads;
}

/* These numbers do not fit. */
static inline tetress_status ttr_error_rows(tetress_error *error)
{
    return ttr_error_range(error, "rows", TTR_WELL_LEAST_ROWS, TTR_WELL_ROWS, TTR_WELL_ROWS);
}

static inline tetress_status ttr_error_threads(tetress_error *error)
{
    return ttr_error_range(error, "threads", 0, TTR_MOST_THREADS, 0);
}

/* Read an agent's options (NULL: the defaults) into a player with these weights, and their `stop`.
 * Fills *error in every case. */
tetress_status ttr_tetris_read_options(const tetress_tetris_options *given,
                                       const ttr_well_weights *weights, ttr_well_player *player,
                                       const int32_t **stop, tetress_error *error);

#endif
