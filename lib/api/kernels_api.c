/* SPDX-License-Identifier: MIT */
/*
 * Lets the host see and choose kernels, and run single routines of them over many positions for
 * benchmarks and tests.
 *
 * A routine runs over all positions in turn, and again for each round, as a search would meet them:
 * a loop over one position would measure how well the processor has learnt its branches. Results go
 * into a checksum, so that no compiler can leave the work out and every kernel can be compared with
 * the portable one.
 */
#include "tetress/kernels.h"

#include "tetress/experimental/routines.h"

#include <string.h>

#include "game_handle.h"
#include "movegen.h"
#include "region.h"

/* ---- Which kernels run ----------------------------------------------------------------------- */

const char *tetress_kernel_name(void)
{
    return ttr_kernel_kind_name(ttr_kernel_kind_now());
}

const char *tetress_kernel_at(uint32_t index)
{
    return ttr_kernel_kind_name(ttr_kernel_kind_at(index));
}

tetress_status tetress_kernel_select(const char *name)
{
    ttr_kernel_kind kind = ttr_kernel_kind_find(ttr_kernel_kind_of_processor(), name);

    if (name != NULL && kind == TTR_KERNEL_NONE)
        return TETRESS_EUNKNOWN;
    ttr_kernel_kind_choose(kind);
    return TETRESS_OK;
}

/* ---- Running one by itself ------------------------------------------------------------------- */

/* What running a routine adds up to. */
typedef struct work {
    uint64_t operations;
    uint64_t checksum;
} work;

/* The positions, and how often to run over all of them. */
typedef struct batch {
    const ttr_kernel *kernel;
    const ttr_eval_kernel *eval;
    const ttr_board *boards;
    size_t count;
    uint64_t rounds;
} batch;

typedef void (*work_fn)(const batch *b, work *w);

/* Mix a result into the checksum; the order of results matters. */
static void note(work *w, uint64_t result)
{
    w->checksum = (w->checksum ^ result) * UINT64_C(0x9e3779b97f4a7c15);
    w->checksum ^= w->checksum >> 29;
}

#define FOR_EACH_BOARD(b, board)                                                                   \
    for (uint64_t round = 0; round < (b)->rounds; round++)                                         \
        for (const ttr_board *board = (b)->boards; board < (b)->boards + (b)->count; board++)

static void work_count(const batch *b, work *w)
{
    FOR_EACH_BOARD(b, board)
    {
        note(w, (uint64_t)b->kernel->count(board, ttr_board_turn(board)));
        w->operations++;
    }
}

static void work_count_both(const batch *b, work *w)
{
    int counts[2];

    FOR_EACH_BOARD(b, board)
    {
        b->kernel->count_both(board, counts);
        note(w, (uint64_t)counts[TTR_RED] << 32 | (uint64_t)counts[TTR_BLUE]);
        w->operations++;
    }
}

static void work_any(const batch *b, work *w)
{
    FOR_EACH_BOARD(b, board)
    {
        note(w, b->kernel->any(board));
        w->operations++;
    }
}

static void work_list(const batch *b, work *w)
{
    ttr_move moves[TTR_LIST_ROOM];

    FOR_EACH_BOARD(b, board)
    {
        size_t count = b->kernel->list(board, moves);

        note(w, count == 0 ? 0 : moves[round % count]);
        w->operations += count;
    }
}

static void work_random(const batch *b, work *w)
{
    ttr_rng rng;

    ttr_rng_seed(&rng, b->boards->key);
    FOR_EACH_BOARD(b, board)
    {
        note(w, b->kernel->random(board, &rng));
        w->operations++;
    }
}

/* The list is made once for each position, outside of what is measured. */
static void work_apply(const batch *b, work *w)
{
    ttr_move moves[TTR_LIST_ROOM];

    for (const ttr_board *board = b->boards; board < b->boards + b->count; board++) {
        size_t count = b->kernel->list(board, moves);

        for (uint64_t round = 0; round < b->rounds; round++) {
            for (size_t i = 0; i < count; i++) {
                ttr_board child = ttr_board_after(board, moves[i]);

                w->checksum += child.key;
            }
        }
        w->operations += count * b->rounds;
    }
}

static void work_reach(const batch *b, work *w)
{
    enum { STEPS = 5 }; /* as the evaluator of this name asks */

    FOR_EACH_BOARD(b, board)
    {
        note(w, (uint64_t)b->eval->exclusive_reach(board, STEPS));
        w->operations++;
    }
}

static void work_survey(const batch *b, work *w)
{
    int16_t terms[TTR_NETWORK_TERMS];
    ttr_survey survey;

    FOR_EACH_BOARD(b, board)
    {
        if (board->ply >= TTR_MAX_ACTIONS)
            continue;
        b->eval->survey(board, &survey);
        ttr_region_terms(&survey, board->ply, terms);
        note(w, (uint64_t)b->eval->network(&ttr_region_weights, terms));
        w->operations++;
    }
}

static void work_playout(const batch *b, work *w)
{
    uint64_t seed = b->boards->key;

    FOR_EACH_BOARD(b, board)
    {
        ttr_tally tally = {{0, 0}, 0, 0};

        b->kernel->playouts(board, &seed, 1, &tally);
        note(w, tally.wins[TTR_RED] << 32 | tally.actions);
        w->operations++;
    }
}

static const struct {
    const char *name;
    work_fn run;
} WORKS[] = {
    {"count", work_count}, {"count_both", work_count_both}, {"any", work_any},
    {"list", work_list},   {"random", work_random},         {"apply", work_apply},
    {"reach", work_reach}, {"survey", work_survey},         {"playout", work_playout},
};

const char *tetress_routine_at(uint32_t index)
{
    return index < TTR_COUNT_OF(WORKS) ? WORKS[index].name : NULL;
}

static work_fn find_work(const char *name)
{
    for (size_t i = 0; i < TTR_COUNT_OF(WORKS); i++) {
        if (strcmp(WORKS[i].name, name) == 0)
            return WORKS[i].run;
    }
    return NULL;
}

static bool has_null(const tetress_game *const *games, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (games[i] == NULL)
            return true;
    }
    return false;
}

tetress_status tetress_routine_run(const char *name, const tetress_game *const *games, size_t count,
                                   uint64_t rounds, uint64_t *operations, uint64_t *checksum)
{
    ttr_board boards[128];
    batch b = {ttr_kernel_now(), ttr_eval_kernel_now(), boards, 0, rounds};
    work w = {0, 0};
    work_fn run = name == NULL ? NULL : find_work(name);

    if (run == NULL || games == NULL || operations == NULL || checksum == NULL ||
        has_null(games, count))
        return TETRESS_EARG;
    for (size_t done = 0; done < count; done += b.count) {
        for (b.count = 0; b.count < TTR_COUNT_OF(boards) && done + b.count < count; b.count++)
            boards[b.count] = *ttr_game_board(games[done + b.count]);
        run(&b, &w);
    }
    *operations = w.operations;
    *checksum = w.checksum;
    return TETRESS_OK;
}

/* ---- What the evaluator region sees ---------------------------------------------------------- */

_Static_assert(TETRESS_REGION_TERMS == TTR_NETWORK_TERMS, "the public number is the network's");

static ttr_cellset cells_at(const uint64_t *words)
{
    return (ttr_cellset){words[0], words[1]};
}

static bool is_position(const uint64_t *tokens, uint8_t ply)
{
    ttr_cellset red = cells_at(tokens), blue = cells_at(tokens + 2);

    return ply < TTR_MAX_ACTIONS && ((red.hi | blue.hi) & ~TTR_HI_MASK) == 0 &&
           !ttr_cellset_meets(red, blue);
}

tetress_status tetress_region_terms(const uint64_t *tokens, const uint8_t *plies, size_t count,
                                    int16_t *terms)
{
    const ttr_eval_kernel *kernel = ttr_eval_kernel_now();

    if (tokens == NULL || plies == NULL || terms == NULL)
        return TETRESS_EARG;
    for (size_t i = 0; i < count; i++) {
        if (!is_position(tokens + 4 * i, plies[i]))
            return TETRESS_EARG;
    }
    for (size_t i = 0; i < count; i++) {
        const uint64_t *words = tokens + 4 * i;
        ttr_board board = ttr_board_of(cells_at(words), cells_at(words + 2), plies[i]);
        ttr_survey survey;

        kernel->survey(&board, &survey);
        ttr_region_terms(&survey, plies[i], terms + TETRESS_REGION_TERMS * i);
    }
    return TETRESS_OK;
}
