/* SPDX-License-Identifier: MIT */
#include "well_measure.h"

#include "check.h"

/* Where excursions begin, and where play has come back. */
enum { FIRST_LEVEL = 7, BACK = 3 };

ttr_rng ttr_well_stream(uint64_t seed, uint64_t number)
{
    uint64_t state = seed;
    ttr_rng rng;

    ttr_rng_seed(&rng, ttr_rng_mix(&state) ^ (number * UINT64_C(0x9e3779b97f4a7c15) + 1));
    return rng;
}

static int well_height(const ttr_well *well)
{
    uint32_t all = 0;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++)
        all |= well->columns[c];
    return ttr_column_height(all);
}

/* One piece; false if it is lost. Adds the rows removed. */
static bool play_piece(const ttr_well_player *player, ttr_rng *rng, ttr_well *well, uint64_t *rows)
{
    int piece = (int)ttr_rng_below(rng, TTR_PIECES);
    ttr_well_choice choice = ttr_well_choose(player, well, piece);
    ttr_dropped dropped;

    if (choice.move < 0)
        return false;
    dropped = ttr_well_drop(well, player->tables.rows, piece, choice.move);
    *rows += dropped.cleared;
    return !dropped.lost;
}

uint64_t ttr_well_game(const ttr_well_player *player, ttr_rng *rng, uint64_t pieces)
{
    ttr_well well = {{0}};
    uint64_t rows = 0;

    while (pieces-- > 0 && play_piece(player, rng, &well, &rows)) {
    }
    return rows;
}

/* A well that has reached a level, or a lost game, which has reached all. */
typedef struct reached {
    ttr_well well;
    bool lost;
} reached;

/* Count rises to the first level until `trials` of them are kept; pieces that it took. */
static uint64_t find_rises(const ttr_well_player *player, uint64_t seed, uint32_t trials,
                           reached *kept)
{
    ttr_rng rng = ttr_well_stream(seed, 0);
    ttr_well well = {{0}};
    uint64_t pieces = 0, ignored = 0;
    bool low = true;

    for (uint32_t found = 0; found < trials; pieces++) {
        bool lost = !play_piece(player, &rng, &well, &ignored);
        int height = lost ? TTR_WELL_ROWS + 1 : well_height(&well);

        if (low && height >= FIRST_LEVEL) {
            kept[found++] = (reached){well, lost};
            low = false;
        } else if (height <= BACK) {
            low = true;
        }
        if (lost) {
            well = (ttr_well){{0}};
            low = true;
        }
    }
    return pieces;
}

/* From here on until the level is reached, or play is back. */
static bool rises(const ttr_well_player *player, ttr_rng *rng, int level, reached *now)
{
    uint64_t ignored = 0;

    while (!now->lost) {
        int height = well_height(&now->well);

        if (height >= level)
            return true;
        if (height <= BACK)
            return false;
        now->lost = !play_piece(player, rng, &now->well, &ignored);
    }
    return true;
}

/* `trials` from wells of the level below, which are drawn at random; how many reach the level, kept
 * in `next`. */
static uint32_t try_level(const ttr_well_player *player, uint64_t seed, uint32_t trials, int level,
                          const reached *below, uint32_t count, reached *next)
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < trials; i++) {
        ttr_rng rng = ttr_well_stream(seed, (uint64_t)level << 32 | (i + 1));
        reached now = below[ttr_rng_below(&rng, count)];

        if (rises(player, &rng, level, &now))
            next[found++] = now;
    }
    return found;
}

static double split(const ttr_well_player *player, uint64_t seed, uint32_t trials, reached *here,
                    reached *next)
{
    uint64_t pieces = find_rises(player, seed, trials, here);
    double mean = (double)pieces / trials;
    uint32_t count = trials;

    for (int level = FIRST_LEVEL + 1; level <= player->tables.rows + 1; level++) {
        uint32_t found = try_level(player, seed, trials, level, here, count, next);
        reached *swap = here;

        if (found == 0)
            return -1; /* too few trials to see one */
        mean *= (double)trials / found;
        here = next;
        next = swap;
        count = found;
    }
    return mean * 4 / 10;
}

bool ttr_well_split(const ttr_well_player *player, uint64_t seed, uint32_t trials,
                    const tetress_allocator *memory, double *rows)
{
    reached *kept = ttr_alloc_array(memory, (size_t)trials * 2, sizeof *kept);

    TTR_ASSERT(trials > 0 && player->tables.rows >= 14);
    if (kept == NULL)
        return false;
    *rows = split(player, seed, trials, kept, kept + trials);
    ttr_alloc_free(memory, kept, (size_t)trials * 2, sizeof *kept);
    return true;
}
