/* SPDX-License-Identifier: MIT */
#include "well_search.h"

#include <string.h>

#include "check.h"

/* A lost end in units of scores, 1024 to one. */
#define LOST_VALUE (INT64_C(-2147483648) * 1024)

void ttr_well_player_init(ttr_well_player *player, const ttr_well_weights *weights, int rows,
                          int lookahead, int width, int shallow, const ttr_well_kernel *kernel)
{
    TTR_ASSERT(lookahead >= 0 && lookahead <= TTR_WELL_LOOKAHEAD);
    TTR_ASSERT(width >= 1 && width <= TTR_WELL_WIDTH);
    player->weights = *weights;
    player->lookahead = lookahead;
    player->width = width;
    player->shallow = shallow;
    player->kernel = kernel != NULL ? kernel : ttr_well_kernel_best();
    ttr_lane_tables_init(&player->tables, rows);
}

/* The moves with the `width` best scores that do not lose, best first; the earlier of equal ones.
 */
static int keep_best(const int32_t *scores, int count, int width, int *kept)
{
    int found = 0;

    for (int move = 0; move < count; move++) {
        int at = found < width ? found : width;

        if (scores[move] == TTR_LOST)
            continue;
        while (at > 0 && scores[move] > scores[kept[at - 1]])
            at--;
        if (at == width)
            continue;
        found += found < width;
        memmove(&kept[at + 1], &kept[at], (size_t)(found - at - 1) * sizeof *kept);
        kept[at] = move;
    }
    return found;
}

/* What of a score is of the move and not of the well: DT's landing and eroded cells. */
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
        power *= TTR_PIECES;
    return power;
}

static int64_t expected(const ttr_well_player *player, const ttr_well *well, int lookahead);

/* The best that `piece` can reach, times 7^lookahead. */
static int64_t reachable(const ttr_well_player *player, const ttr_well *well, int piece,
                         int lookahead)
{
    ttr_well_choice kept[TTR_WELL_WIDTH];
    int count = ttr_well_values(player, well, piece, lookahead, kept);
    int64_t best = LOST_VALUE * power_of_7(lookahead);

    for (int i = 0; i < count; i++)
        best = kept[i].value > best ? kept[i].value : best;
    return best;
}

/* The sum over the seven pieces: 7^(lookahead + 1) times the mean. */
static int64_t expected(const ttr_well_player *player, const ttr_well *well, int lookahead)
{
    int32_t best[TTR_PIECES];
    int64_t sum = 0;

    if (lookahead > 0) {
        for (int piece = 0; piece < TTR_PIECES; piece++)
            sum += reachable(player, well, piece, lookahead);
        return sum;
    }
    player->kernel->best(&player->tables, well, &player->weights, best);
    for (int piece = 0; piece < TTR_PIECES; piece++)
        sum += best[piece] == TTR_LOST ? LOST_VALUE : best[piece];
    return sum;
}

int ttr_well_values(const ttr_well_player *player, const ttr_well *well, int piece, int lookahead,
                    ttr_well_choice *kept)
{
    int32_t scores[TTR_WELL_MOVES + 32];
    int moves[TTR_WELL_WIDTH + 1], first = player->tables.first[piece];
    int last = player->tables.first[piece + 1], count;
    int64_t scale = power_of_7(lookahead);

    player->kernel->score(&player->tables, first, last, well, &player->weights, scores);
    count = keep_best(scores, last - first, player->width, moves);
    for (int i = 0; i < count; i++) {
        kept[i] = (ttr_well_choice){moves[i], scores[moves[i]], scale};
        if (lookahead > 0) {
            ttr_well after = *well;
            ttr_dropped dropped = ttr_well_drop(&after, player->tables.rows, piece, moves[i]);

            kept[i].value =
                scale * gain(player, &dropped) + expected(player, &after, lookahead - 1);
        }
    }
    return count;
}

static int greatest_height(const ttr_well *well)
{
    uint32_t all = 0;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++)
        all |= well->columns[c];
    return ttr_column_height(all);
}

/* The first move of the best score. */
static ttr_well_choice greedy(const ttr_well_player *player, const ttr_well *well, int piece)
{
    int32_t scores[TTR_WELL_MOVES + 32];
    int first = player->tables.first[piece], count = player->tables.first[piece + 1] - first;
    ttr_well_choice best = {-1, LOST_VALUE, 1};
    int32_t greatest = TTR_LOST;

    player->kernel->score(&player->tables, first, first + count, well, &player->weights, scores);
    for (int move = 0; move < count; move++) {
        if (scores[move] > greatest) {
            greatest = scores[move];
            best = (ttr_well_choice){move, greatest, 1};
        }
    }
    return best;
}

ttr_well_choice ttr_well_choose(const ttr_well_player *player, const ttr_well *well, int piece)
{
    ttr_well_choice kept[TTR_WELL_WIDTH], best = {-1, LOST_VALUE, 1};
    int count;

    if (player->lookahead == 0 || greatest_height(well) < player->shallow)
        return greedy(player, well, piece);
    count = ttr_well_values(player, well, piece, player->lookahead, kept);
    for (int i = 0; i < count; i++) {
        if (i == 0 || kept[i].value > best.value)
            best = kept[i];
    }
    return best;
}
