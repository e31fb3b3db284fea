/* SPDX-License-Identifier: MIT */
/* Looks one action ahead: what `greedy` does, and the ending rule of other players. */
#include "one_ahead.h"

#include "found_lines.h"
#include "movegen.h"
#include "order_key.h"

/* Judge all moves in random order, so that equal ones are equally likely to be the best. The order
 * is built at the end of `moves`, backwards; `keys` gets the places in it, best first. Returns how
 * many moves were judged before the budget ended. */
static size_t judge_all(ttr_search *search, const ttr_board *root, ttr_move *moves, size_t count,
                        int64_t *keys)
{
    size_t judged = 0;

    while (judged < count) {
        size_t last = count - 1 - judged;
        size_t pick = ttr_rng_below(&search->rng, (uint32_t)last + 1);
        ttr_move move = moves[pick];
        ttr_board child = ttr_board_after(root, move);
        int32_t score;
        int replies;

        moves[pick] = moves[last];
        moves[last] = move;
        if (!ttr_budget_node(&search->budget))
            break;
        score = ttr_search_value_after(search, &child, 1, &replies);
        if (search->budget.over)
            break; /* the host's evaluator asked to stop: the value means nothing */
        keys[judged] = ttr_order_key(score, judged);
        judged++;
    }
    ttr_order_sort(keys, judged);
    return judged;
}

/* Make lines of the best moves. Refused moves come last, ordered by the score of their refusal. */
static void keep_best(ttr_search *search, const ttr_board *root, const ttr_move *moves,
                      size_t count, const int64_t *keys, size_t judged, ttr_refuse_fn refuse)
{
    int32_t scores[TTR_MAX_LINES];
    uint32_t wanted = search->settings.multipv;

    for (size_t i = 0; i < judged && wanted > 0; i++) {
        ttr_move move = moves[count - 1 - ttr_order_place(keys[i])];
        int32_t refused = refuse != NULL ? refuse(search, root, move) : 0;

        wanted -= refused == 0;
        ttr_search_keep_line(search, scores,
                             refused == 0 ? (int32_t)ttr_order_of(keys[i]) : refused, 1, &move, 1);
    }
    if (judged == 0) /* no budget at all: a move to play all the same */
        ttr_search_keep_line(search, scores, 0, 1, &moves[count - 1], 1);
}

void ttr_one_ahead_tell(ttr_search *search)
{
    search->findings.depth = !search->budget.over;
    search->findings.selective_depth = 1;
    ttr_search_tell(search);
}

void ttr_one_ahead(ttr_search *search, const ttr_board *root, ttr_refuse_fn refuse)
{
    ttr_move moves[TTR_LIST_ROOM];
    int64_t keys[TTR_PLACEMENTS];
    size_t count = ttr_movegen_list(root, moves);
    size_t judged = judge_all(search, root, moves, count, keys);

    keep_best(search, root, moves, count, keys, judged, refuse);
    ttr_one_ahead_tell(search);
}
