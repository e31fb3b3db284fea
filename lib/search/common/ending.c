/* SPDX-License-Identifier: MIT */
/* Seed S3's rule for nearly full boards: leave the opponent the fewest moves. */
#include "ending.h"

#include "eval_terms.h"
#include "movegen.h"

/* Weight of one reply against the parity of holes: a whole move is worth more than any parity. */
#define MOVE_WORTH 2

/* The evaluation of the rule: replies of the side to move, and then whether the number of holes is
 * odd. */
static int32_t score_ending(const ttr_board *board, int *moves, void *context)
{
    const ttr_ending_settings *settings = context;
    int holes = ttr_term_holes(ttr_board_occupied(board), (int)settings->holes);

    *moves = ttr_movegen_count(board, ttr_board_turn(board));
    return *moves * MOVE_WORTH + holes % 2;
}

/* The unit is half a reply: a token of advantage is taken for one reply, and 80 tokens for odds of
 * e to 1. */
static const ttr_evaluator ENDING = {
    .name = "ending",
    .score = score_ending,
    .token = MOVE_WORTH,
    .win_scale = 80,
};

/* clang-format off */
const ttr_option ttr_options_ending[2] = {
    {"ending", TTR_OPTION_INTEGER, "0", "121", NULL,
     "S3's ending rule: with more filled cells than this, play the move that leaves the opponent the fewest moves; 0 never does.",
     TTR_STORE_U32, offsetof(ttr_ending_settings, filled), false},
    {"endingholes", TTR_OPTION_INTEGER, "1", "121", NULL,
     "Smallest number of connected empty cells that make a hole for the option ending, which prefers an even number of holes among equal moves.",
     TTR_STORE_U32, offsetof(ttr_ending_settings, holes), false},
};
/* clang-format on */

bool ttr_ending_answers(ttr_search *search, const ttr_board *root,
                        const ttr_ending_settings *settings, ttr_refuse_fn refuse)
{
    ttr_ending_settings given = *settings;
    const ttr_evaluator *evaluator = search->evaluator;
    ttr_evaluator ending = ENDING;
    bool of_host = search->host_evaluator;
    const ttr_eval_cache cache = search->cache;

    if (given.filled == 0 || (uint32_t)ttr_cellset_count(ttr_board_occupied(root)) <= given.filled)
        return false;
    ending.context = &given;
    search->evaluator = &ending;
    search->host_evaluator = false;
    search->cache = (ttr_eval_cache){0}; /* it holds values of the other evaluator */
    ttr_one_ahead(search, root, refuse);
    search->evaluator = evaluator;
    search->host_evaluator = of_host;
    search->cache = cache;
    return true;
}
