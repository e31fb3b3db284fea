/* SPDX-License-Identifier: MIT */
/*
 * Chooses a move by beam search with expected values over the pieces that may come (well_search.h
 * has the picture).
 *
 * The last level is where the time goes: it scores all moves of all seven pieces in a well, 162
 * placements, and needs only the best of each piece. Kernels do that at once (well_lanes.h). Values
 * are kept as sums over seven pieces instead of means, so they stay whole numbers; a value of n
 * pieces of look-ahead is 7^n times the mean.
 */
#include "well_search.h"

#include "check.h"
#include "well_cache.h"

/* The value of a lost end in units of scores, 1024 to one: S2's -2^31. So low that one lost end in
 * 7^4 outweighs everything else, as it should where play goes on for millions of rows. */
#define LOST_VALUE (INT64_C(-2147483648) * 1024)

/* The choice if all moves lose. */
static const ttr_well_choice NOTHING = {-1, LOST_VALUE, 1};

void ttr_well_player_init(ttr_well_player *player, const ttr_well_weights *weights, int rows,
                          int lookahead, int width, int shallow, const ttr_well_kernel *kernel)
{
    TTR_ASSERT(lookahead >= 0 && lookahead <= TTR_WELL_LOOKAHEAD);
    TTR_ASSERT(width >= 1 && width <= TTR_WELL_WIDTH);
    player->weights = *weights;
    player->lookahead = lookahead;
    player->width = width;
    player->shallow = shallow;
    player->threads = 1;
    player->preview = false;
    player->halt = NULL;
    player->kernel = kernel != NULL ? kernel : ttr_well_kernel_now();
    ttr_lane_tables_init(&player->tables, rows);
}

/* The cache pays from this look-ahead on, where the same wells come up often enough by other orders
 * of pieces: 1.35 times the speed with 3, none with 2. */
#define CACHE_PAYS 3

/* The first move of the greatest score, -1 if all lose. Two passes: which move it is cannot be
 * predicted, but finding the greatest score needs no branch. */
static int best_move(const int32_t *scores, int count)
{
    int32_t greatest = TTR_LOST;
    int move = 0;

    for (int i = 0; i < count; i++)
        greatest = scores[i] > greatest ? scores[i] : greatest;
    if (greatest == TTR_LOST)
        return -1;
    while (scores[move] != greatest)
        move++;
    return move;
}

/* The part of a score that belongs to the move and not to the well: DT's landing and eroded
 * cells. */
static int64_t gain(const ttr_well_player *player, const ttr_dropped *dropped)
{
    const int16_t *weights = player->weights.weights;

    if (player->weights.family == TTR_FAMILY_S2)
        return 0;
    return (int64_t)weights[TTR_DT_LANDING] * (2 * dropped->row + dropped->height - 1) +
           (int64_t)weights[TTR_DT_ERODED] * (dropped->cleared * dropped->eroded);
}

static int64_t power_of_7(int exponent)
{
    int64_t power = 1;

    while (exponent-- > 0)
        power *= TTR_WELL_PIECES;
    return power;
}

/* ---- Look-ahead ------------------------------------------------------------------------------ */

/* One thread's part of a decision. */
typedef struct beam {
    const ttr_well_player *player;
    int next;              /* the piece that is known to come; -1 if none is */
    ttr_well_cache *cache; /* NULL if it does not pay */
} beam;

/* Score all moves of a piece. Returns their number. */
static int score_moves(const ttr_well_player *player, const ttr_well *well, int piece,
                       int32_t scores[TTR_WELL_MOVES + 32])
{
    int first = player->tables.first[piece], end = player->tables.first[piece + 1];

    player->kernel->score(&player->tables, first, end, well, &player->weights, scores);
    return end - first;
}

/* The `width` best moves of a piece, best score first, the earlier one of equal ones, with their
 * scores as values. Returns their number. */
static int follow(const ttr_well_player *player, const ttr_well *well, int piece, int width,
                  ttr_well_choice *kept)
{
    int32_t scores[TTR_WELL_MOVES + 32];
    int count = score_moves(player, well, piece, scores), found = 0, move;

    while (found < width && (move = best_move(scores, count)) >= 0) {
        kept[found++] = (ttr_well_choice){move, scores[move], 1};
        scores[move] = TTR_LOST;
    }
    return found;
}

static int64_t expected(const beam *b, const ttr_well *well, int lookahead);

/* What a move is worth with `lookahead` pieces of look-ahead, at least one, times 7^lookahead. */
static int64_t worth(const beam *b, const ttr_well *well, int piece, int move, int lookahead)
{
    ttr_well after = *well;
    ttr_dropped dropped = ttr_well_drop(&after, b->player->tables.rows, piece, move);

    return power_of_7(lookahead) * gain(b->player, &dropped) + expected(b, &after, lookahead - 1);
}

/* The best that `piece` can reach with `lookahead` more pieces, times 7^lookahead. */
static int64_t reachable(const beam *b, const ttr_well *well, int piece, int lookahead)
{
    ttr_well_choice kept[TTR_WELL_MOVES];
    int64_t best = LOST_VALUE * power_of_7(lookahead);
    int count;

    /* Where look-ahead begins there is time for a look; the last level takes microseconds. */
    if (lookahead > 0 && ttr_well_stopped(b->player))
        return best;
    count = follow(b->player, well, piece, b->player->width, kept);
    for (int i = 0; i < count; i++) {
        int64_t value =
            lookahead == 0 ? kept[i].value : worth(b, well, piece, kept[i].move, lookahead);

        best = value > best ? value : best;
    }
    return best;
}

/* The sum of what the seven pieces can reach. */
static int64_t expected_of_all(const beam *b, const ttr_well *well, int lookahead)
{
    int32_t best[TTR_WELL_PIECES];
    int64_t sum = 0;

    if (lookahead > 0) {
        for (int piece = 0; piece < TTR_WELL_PIECES; piece++)
            sum += reachable(b, well, piece, lookahead);
        return sum;
    }
    b->player->kernel->best(&b->player->tables, well, &b->player->weights, best);
    for (int piece = 0; piece < TTR_WELL_PIECES; piece++)
        sum += best[piece] == TTR_LOST ? LOST_VALUE : best[piece];
    return sum;
}

/* The mean of what the next piece can reach, or what the known one can, times 7^(lookahead + 1). */
static int64_t expected(const beam *b, const ttr_well *well, int lookahead)
{
    int64_t sum;

    if (b->next >= 0) {
        const beam beyond = {b->player, -1, b->cache};

        return TTR_WELL_PIECES * reachable(&beyond, well, b->next, lookahead);
    }
    if (b->cache != NULL && ttr_well_cache_find(b->cache, well, lookahead, &sum))
        return sum;
    sum = expected_of_all(b, well, lookahead);
    if (b->cache != NULL)
        ttr_well_cache_keep(b->cache, well, lookahead, sum);
    return sum;
}

/* ---- Decisions ------------------------------------------------------------------------------- */

static int greatest_height(const ttr_well *well)
{
    uint32_t all = 0;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++)
        all |= well->columns[c];
    return ttr_column_height(all);
}

/* Does the player do without look-ahead in this well? */
static bool is_greedy(const ttr_well_player *player, const ttr_well *well)
{
    return player->lookahead == 0 || greatest_height(well) < player->shallow;
}

static ttr_well_choice greedy(const ttr_well_player *player, const ttr_well *well, int piece)
{
    int32_t scores[TTR_WELL_MOVES + 32];
    int move = best_move(scores, score_moves(player, well, piece, scores));

    return move < 0 ? NOTHING : (ttr_well_choice){move, scores[move], 1};
}

/* A decision that threads share. */
typedef struct decision {
    const ttr_well_player *player;
    const ttr_well *well;
    int piece, next;
    ttr_well_choice *kept;
} decision;

static void judge(decision *d, size_t index, ttr_well_cache *cache)
{
    const ttr_well_player *player = d->player;
    const beam b = {player, player->preview ? d->next : -1, cache};
    ttr_well_choice *choice = &d->kept[index];

    choice->value = worth(&b, d->well, d->piece, choice->move, player->lookahead);
    choice->scale = power_of_7(player->lookahead);
}

static void judge_shared(void *shared, size_t index, size_t worker)
{
    (void)worker;
    judge(shared, index, NULL);
}

static void judge_all(decision *d, size_t count)
{
    ttr_well_cache cache;
    bool pays = d->player->lookahead >= CACHE_PAYS;

    if (pays)
        ttr_well_cache_clear(&cache);
    for (size_t i = 0; i < count; i++)
        judge(d, i, pays ? &cache : NULL);
}

int ttr_well_values(const ttr_well_player *player, const ttr_well *well, int piece, int next,
                    ttr_well_choice kept[TTR_WELL_MOVES])
{
    bool greedy = is_greedy(player, well);
    decision d = {player, well, piece, next, kept};
    int count = follow(player, well, piece, greedy ? TTR_WELL_MOVES : player->width, kept);

    if (greedy)
        return count;
    if (player->threads > 1)
        ttr_share_work((size_t)count, (size_t)player->threads, judge_shared, &d, player->halt);
    else
        judge_all(&d, (size_t)count);
    return count;
}

ttr_well_choice ttr_well_choose(const ttr_well_player *player, const ttr_well *well, int piece,
                                int next)
{
    ttr_well_choice kept[TTR_WELL_MOVES], best = NOTHING;
    int count;

    if (is_greedy(player, well))
        return greedy(player, well, piece);
    count = ttr_well_values(player, well, piece, next, kept);
    for (int i = 0; i < count; i++) {
        if (i == 0 || kept[i].value > best.value)
            best = kept[i];
    }
    return best;
}
