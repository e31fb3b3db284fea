/* SPDX-License-Identifier: MIT */
#include "well_measure.h"

#include "bits.h"
#include "check.h"

/* Where excursions begin, and where play has come back. */
enum { FIRST_LEVEL = 190, BACK = 120 };

/* The danger of a lost game: above any well's. */
enum { LOST_DANGER = 1024 };

/* One of so many trials goes ahead to find the next level, which this share of them reached. */
enum { PILOT_SHARE = 8, PILOT_LEAST = 50, REACHED_PERCENT = 40 };

ttr_rng ttr_well_stream(uint64_t seed, uint64_t number)
{
    uint64_t state = seed;
    ttr_rng rng;

    ttr_rng_seed(&rng, ttr_rng_mix(&state) ^ (number * UINT64_C(0x9e3779b97f4a7c15) + 1));
    return rng;
}

/*
 * How near to a loss a well is. Of what was tried, this tells best which excursions end in one:
 * the greatest height alone takes a lonely tower for a danger, and leaves estimates twice as far
 * apart.
 */
static int danger_of(const ttr_well *well)
{
    const uint32_t inside = (UINT32_C(1) << TTR_WELL_ROWS) - 1;
    uint32_t all = 0, left = inside;
    int danger = 0;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
        uint32_t here = well->columns[c];
        uint32_t right = c + 1 < TTR_WELL_COLUMNS ? well->columns[c + 1] : inside;

        danger += 2 * (ttr_column_height(here) + ttr_bits_count(left & right & ~here));
        all |= here;
        left = here;
    }
    return danger + 10 * ttr_column_height(all);
}

/* A well on its way. */
struct ttr_passage {
    ttr_well well;
    int next; /* the piece that the player was shown, -1 for none */
    int danger;
};
typedef struct ttr_passage passage;

static const passage START = {{{0}}, -1, 0};

/* One piece; rows removed. The danger follows if `judged`, or if the game is lost. */
static int advance(const ttr_well_player *player, ttr_rng *rng, passage *now, bool judged)
{
    int piece = now->next >= 0 ? now->next : (int)ttr_rng_below(rng, TTR_WELL_PIECES);
    ttr_well_choice choice;
    ttr_dropped dropped = {.lost = true};

    now->next = player->preview ? (int)ttr_rng_below(rng, TTR_WELL_PIECES) : -1;
    choice = ttr_well_choose(player, &now->well, piece, now->next);
    if (choice.move >= 0)
        dropped = ttr_well_drop(&now->well, player->tables.rows, piece, choice.move);
    if (dropped.lost)
        now->danger = LOST_DANGER;
    else if (judged)
        now->danger = danger_of(&now->well);
    return dropped.cleared;
}

uint64_t ttr_well_game(const ttr_well_player *player, ttr_rng *rng, uint64_t pieces)
{
    passage now = START;
    uint64_t rows = 0;

    while (pieces-- > 0 && now.danger != LOST_DANGER)
        rows += (uint64_t)advance(player, rng, &now, false);
    return rows;
}

double ttr_well_space(const ttr_well_player *player, ttr_rng *rng, uint64_t pieces)
{
    passage now = START;
    double space = 0;

    while (pieces-- > 0) {
        int heights = 0;

        advance(player, rng, &now, false);
        if (now.danger == LOST_DANGER)
            break;
        for (int c = 0; c < TTR_WELL_COLUMNS; c++)
            heights += ttr_column_height(now.well.columns[c]);
        space += TTR_WELL_COLUMNS * player->tables.rows - heights;
    }
    return space;
}

/* Count rises to the first level until `trials` of them are kept; pieces that it took. */
static uint64_t find_rises(const ttr_well_player *player, uint64_t seed, uint32_t trials,
                           passage *kept)
{
    ttr_rng rng = ttr_well_stream(seed, 0);
    passage now = START;
    uint64_t pieces = 0;
    bool low = true;

    for (uint32_t found = 0; found < trials; pieces++) {
        advance(player, &rng, &now, true);
        if (low && now.danger >= FIRST_LEVEL) {
            kept[found++] = now;
            low = false;
        }
        if (now.danger == LOST_DANGER)
            now = START;
        low = low || now.danger <= BACK;
    }
    return pieces;
}

/* A well of `count`, so that each has its turn equally often in `trials`. */
static passage share_of(const passage *wells, uint32_t count, uint32_t trial, uint32_t trials)
{
    return wells[(uint64_t)trial * count / trials];
}

/* The greatest danger of an excursion that goes on from here. */
static int excursion(const ttr_well_player *player, ttr_rng *rng, passage now)
{
    int greatest = now.danger;

    while (now.danger > BACK && now.danger != LOST_DANGER) {
        advance(player, rng, &now, true);
        greatest = now.danger > greatest ? now.danger : greatest;
    }
    return greatest;
}

/* A danger above `level` that about two of five excursions reach. */
static int next_level(const ttr_well_player *player, uint64_t stream, uint64_t seed,
                      uint32_t trials, int level, const passage *below, uint32_t count)
{
    uint32_t pilots = trials / PILOT_SHARE > PILOT_LEAST ? trials / PILOT_SHARE : PILOT_LEAST;
    uint32_t ended_at[LOST_DANGER + 1] = {0}, beyond;
    int next = LOST_DANGER;

    for (uint32_t i = 0; i < pilots; i++) {
        ttr_rng rng = ttr_well_stream(seed, stream | (UINT64_C(1) << 32) | i);

        ended_at[excursion(player, &rng, share_of(below, count, i, pilots))]++;
    }
    for (beyond = ended_at[next]; next > level + 1 && beyond * 100 < pilots * REACHED_PERCENT;)
        beyond += ended_at[--next];
    return next;
}

/* `trials` go on from the wells below; how many reach the level before play is back, kept in
 * `next`. */
static uint32_t try_level(const ttr_well_player *player, uint64_t stream, uint64_t seed,
                          uint32_t trials, int level, const passage *below, uint32_t count,
                          passage *next)
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < trials; i++) {
        ttr_rng rng = ttr_well_stream(seed, stream | i);
        passage now = share_of(below, count, i, trials);

        while (now.danger > BACK && now.danger < level)
            advance(player, &rng, &now, true);
        if (now.danger >= level)
            next[found++] = now;
    }
    return found;
}

double ttr_well_estimate(const ttr_well_player *player, uint64_t seed, uint32_t trials,
                         ttr_split_room *room)
{
    passage *here = room, *next = room + trials;
    uint64_t pieces = find_rises(player, seed, trials, here), stream = 0;
    double mean = (double)pieces / trials;
    uint32_t count = trials;

    for (int level = FIRST_LEVEL; level < LOST_DANGER;) {
        passage *swap = here;

        stream += UINT64_C(1) << 33;
        level = next_level(player, stream, seed, trials, level, here, count);
        count = try_level(player, stream, seed, trials, level, here, count, next);
        if (count == 0)
            return -1; /* too few trials to see one */
        mean *= (double)trials / count;
        here = next;
        next = swap;
    }
    return mean * 4 / 10;
}

/* What a level keeps, and the next one. */
static size_t room_size(uint32_t trials)
{
    return (size_t)trials * 2;
}

ttr_split_room *ttr_split_room_new(const tetress_allocator *memory, uint32_t trials, size_t workers)
{
    return ttr_alloc_array(memory, room_size(trials) * workers, sizeof(passage));
}

ttr_split_room *ttr_split_room_of(ttr_split_room *rooms, uint32_t trials, size_t worker)
{
    return rooms + room_size(trials) * worker;
}

void ttr_split_room_free(const tetress_allocator *memory, ttr_split_room *rooms, uint32_t trials,
                         size_t workers)
{
    ttr_alloc_free(memory, rooms, room_size(trials) * workers, sizeof(passage));
}

typedef struct splits {
    const ttr_well_player *player;
    uint64_t seed;
    uint32_t trials;
    ttr_split_room *room; /* for each worker */
    double *rows;
} splits;

static void split_job(void *shared, size_t index, size_t worker)
{
    const splits *s = shared;

    s->rows[index] = ttr_well_estimate(s->player, s->seed + index, s->trials,
                                       ttr_split_room_of(s->room, s->trials, worker));
}

bool ttr_well_split(const ttr_well_player *player, uint64_t seed, size_t count, uint32_t trials,
                    size_t threads, const tetress_allocator *memory, double *rows)
{
    size_t workers = threads < count ? threads : count;
    splits s = {player, seed, trials, NULL, rows};

    TTR_ASSERT(trials > 0 && player->tables.rows >= TTR_SPLIT_ROWS);
    if (count == 0)
        return true;
    s.room = ttr_split_room_new(memory, trials, workers);
    if (s.room == NULL)
        return false;
    ttr_share_work(count, threads, split_job, &s);
    ttr_split_room_free(memory, s.room, trials, workers);
    return true;
}

typedef struct games {
    const ttr_well_player *player;
    uint64_t seed, first, pieces;
    uint64_t *rows;
} games;

static void game_job(void *shared, size_t index, size_t worker)
{
    const games *g = shared;
    ttr_rng rng = ttr_well_stream(g->seed, g->first + index);

    (void)worker;
    g->rows[index] = ttr_well_game(g->player, &rng, g->pieces);
}

void ttr_well_games(const ttr_well_player *player, uint64_t seed, uint64_t first, size_t count,
                    uint64_t pieces, size_t threads, uint64_t *rows)
{
    games g = {player, seed, first, pieces, rows};

    ttr_share_work(count, threads, game_job, &g);
}
