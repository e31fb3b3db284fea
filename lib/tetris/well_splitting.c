/* SPDX-License-Identifier: MIT */
/*
 * Estimates the mean length of games too long to play out, by multilevel splitting.
 *
 * The problem. The best player removes 71 million rows a game on average and billions with
 * look-ahead. At one to two million pieces a second one game takes minutes, with look-ahead days,
 * and the lengths of games spread as widely as their mean, so a hundred games are needed for 10 %.
 *
 * The idea. Play stays in low wells and a loss is a rare excursion from there, after which, were it
 * not lost, play would return. So games are about memoryless, and the mean length is the time
 * between excursions divided by the chance that one ends in a loss. That chance is too small to
 * count, but it is a product of chances that are not:
 *
 *     danger
 *     1024  lost       ---------------------------------------x-----    p3 of those at level 3
 *           level 3    -----------------------------x---------------    p2 of those at level 2
 *           level 2    -----------x-------x-------------------------    p1 of the rises
 *      190  level 1    ---x---x-------x-----x-----------------------    a rise every n pieces
 *      120  back       ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
 *
 * 1. Play normally and count the pieces until `trials` rises to the first level have been seen
 *    (find_rises). A rise counts again only after play has come back below 120. Keep the wells.
 * 2. From the wells that were kept, play on `trials` times until the next level or back
 *    (try_level). The share that reaches the level is its chance; keep those wells.
 * 3. Repeat up to the loss. mean pieces = pieces for each rise / (p1 * p2 * ...). A piece adds four
 *    cells and a row takes ten, so rows are 0.4 times pieces.
 *
 * For example, 2,000 trials of the evaluator `tetress` with seed 1: a rise every 234 pieces,
 * fourteen more levels from 210 to 586 and the loss, shares from 0.32 to 0.48. 234 over their
 * product is 159 million pieces, 63 million rows, in a few seconds.
 *
 * Where the next level lies is found by pilot runs, so that about two of five trials reach it.
 *
 * Where it fails: with too few trials no excursion reaches a level (-1), and the wells
 * that are kept come from few ancestors, so an estimate varies more than its trials suggest: it is
 * repeated with other seeds. In wells below 14 rows excursions cannot be told from ordinary play.
 */
#include "well_splitting.h"

#include "bits.h"
#include "check.h"

/* The danger at which an excursion begins, and at or below which play has come back. Nearer
 * together they count one excursion as several; a higher first level takes longer to see rises. */
enum { FIRST_LEVEL = 190, BACK = 120 };

/* The danger of a lost game, above that of any well: 2 * 10 * (20 + 20) + 10 * 20 = 1000 at
 * most. */
enum { LOST_DANGER = 1024 };

/* Pilot runs, one trial in eight but at least 50, place the next level, so that this share of them
 * reached it. More pilots place levels more evenly and cost time; uneven levels spread estimates
 * but do not bias them, since pilots are not counted. */
enum { PILOT_SHARE = 8, PILOT_LEAST = 50, REACHED_PERCENT = 40 };

/*
 * How near to a loss a well is: twice the heights of all columns and the empty cells between two
 * filled neighbours, plus ten times the greatest height. Of what was tried, this tells best which
 * excursions end in a loss. The greatest height alone takes a lonely tower for a danger, and needs
 * 1.7 times the time for the same spread of estimates.
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

/* A game on its way through the levels. */
struct ttr_passage {
    ttr_well_game game;
    int danger;
};

static const ttr_passage START = {TTR_WELL_START, 0};

/* One piece: the danger after it, or that of a lost game. */
static void advance(const ttr_well_player *player, ttr_rng *rng, ttr_passage *now)
{
    uint64_t ignored = 0;

    now->danger =
        ttr_well_step(player, rng, &now->game, &ignored) ? danger_of(&now->game.well) : LOST_DANGER;
}

/* Play until `trials` rises to the first level are kept, and tell the pieces that it took. Returns
 * how many are kept: fewer if the player was stopped. */
static uint32_t find_rises(const ttr_well_player *player, uint64_t seed, uint32_t trials,
                           ttr_passage *kept, uint64_t *pieces)
{
    ttr_rng rng = ttr_well_stream(seed, 0);
    ttr_passage now = START;
    uint32_t found = 0;
    bool low = true;

    for (*pieces = 0; found < trials && !ttr_well_stopped(player); ++*pieces) {
        advance(player, &rng, &now);
        if (low && now.danger >= FIRST_LEVEL) {
            kept[found++] = now;
            low = false;
        }
        if (now.danger == LOST_DANGER)
            now = START;
        low = low || now.danger <= BACK;
    }
    return found;
}

/* The well from which a trial starts: each of `count` serves equally often in `trials`. */
static ttr_passage share_of(const ttr_passage *wells, uint32_t count, uint32_t trial,
                            uint32_t trials)
{
    return wells[(uint64_t)trial * count / trials];
}

/* Follow an excursion to its end. Returns its greatest danger. */
static int excursion(const ttr_well_player *player, ttr_rng *rng, ttr_passage now)
{
    int greatest = now.danger;

    while (now.danger > BACK && now.danger != LOST_DANGER) {
        advance(player, rng, &now);
        greatest = now.danger > greatest ? now.danger : greatest;
    }
    return greatest;
}

/* A danger above `level` that about two of five excursions reach. */
static int next_level(const ttr_well_player *player, uint64_t stream, uint64_t seed,
                      uint32_t trials, int level, const ttr_passage *below, uint32_t count)
{
    uint32_t pilots = trials / PILOT_SHARE > PILOT_LEAST ? trials / PILOT_SHARE : PILOT_LEAST;
    uint32_t ended_at[LOST_DANGER + 1] = {0}, beyond;
    int next = LOST_DANGER;

    for (uint32_t i = 0; i < pilots && !ttr_well_stopped(player); i++) {
        ttr_rng rng = ttr_well_stream(seed, stream | (UINT64_C(1) << 32) | i);

        ended_at[excursion(player, &rng, share_of(below, count, i, pilots))]++;
    }
    for (beyond = ended_at[next]; next > level + 1 && beyond * 100 < pilots * REACHED_PERCENT;)
        beyond += ended_at[--next];
    return next;
}

/* Play on `trials` times from the wells of the last level. Keeps in `next` those that reach `level`
 * before play is back; returns their number. */
static uint32_t try_level(const ttr_well_player *player, uint64_t stream, uint64_t seed,
                          uint32_t trials, int level, const ttr_passage *below, uint32_t count,
                          ttr_passage *next)
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < trials && !ttr_well_stopped(player); i++) {
        ttr_rng rng = ttr_well_stream(seed, stream | i);
        ttr_passage now = share_of(below, count, i, trials);

        while (now.danger > BACK && now.danger < level)
            advance(player, &rng, &now);
        if (now.danger >= level)
            next[found++] = now;
    }
    return found;
}

double ttr_well_estimate(const ttr_well_player *player, uint64_t seed, uint32_t trials,
                         ttr_passage *room)
{
    ttr_passage *here = room, *next = room + trials;
    uint64_t pieces, stream = 0;
    uint32_t count = find_rises(player, seed, trials, here, &pieces);
    double mean = (double)pieces / trials;

    if (count < trials)
        return -1; /* the player was stopped */
    for (int level = FIRST_LEVEL; level < LOST_DANGER;) {
        ttr_passage *swap = here;

        stream += UINT64_C(1) << 33;
        level = next_level(player, stream, seed, trials, level, here, count);
        count = try_level(player, stream, seed, trials, level, here, count, next);
        if (count == 0 || ttr_well_stopped(player))
            return -1; /* too few trials to see an excursion go on */
        mean *= (double)trials / count;
        here = next;
        next = swap;
    }
    return mean * 4 / 10;
}

/* Passages of one estimate: what a level keeps, and what the next one does. */
static size_t room_size(uint32_t trials)
{
    return (size_t)trials * 2;
}

ttr_passage *ttr_split_room_new(const tetress_allocator *memory, uint32_t trials, size_t workers)
{
    return ttr_alloc_array(memory, room_size(trials) * workers, sizeof(ttr_passage));
}

ttr_passage *ttr_split_room_of(ttr_passage *rooms, uint32_t trials, size_t worker)
{
    return rooms + room_size(trials) * worker;
}

void ttr_split_room_free(const tetress_allocator *memory, ttr_passage *rooms, uint32_t trials,
                         size_t workers)
{
    ttr_alloc_free(memory, rooms, room_size(trials) * workers, sizeof(ttr_passage));
}

typedef struct splits {
    const ttr_well_player *player;
    uint64_t seed;
    uint32_t trials;
    ttr_passage *room; /* for each worker */
    double *rows;
} splits;

static void split_job(void *shared, size_t index, size_t worker)
{
    const splits *s = shared;
    double rows = ttr_well_estimate(s->player, s->seed + index, s->trials,
                                    ttr_split_room_of(s->room, s->trials, worker));

    if (!ttr_well_stopped(s->player))
        s->rows[index] = rows;
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
    ttr_share_work(count, threads, split_job, &s, player->halt);
    ttr_split_room_free(memory, s.room, trials, workers);
    return true;
}
