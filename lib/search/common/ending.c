/* SPDX-License-Identifier: MIT */
/* Seed report S3's rule for nearly full boards: leave the opponent the fewest moves. */
#include "ending.h"

#include "eval_terms.h"
#include "movegen.h"

/* Moves come before holes. */
#define MOVE_WORTH 2

/* Among moves that leave as many replies, one that leaves an even number of holes is better. */
static int32_t score_ending(const ttr_board *board, int *moves, void *context)
{
    const ttr_settings *settings = context;
    int holes = ttr_term_holes(ttr_board_occupied(board), (int)settings->ending_holes);

    *moves = ttr_movegen_count(board, ttr_board_turn(board));
    return *moves * MOVE_WORTH + holes % 2;
}

/* A token, and odds of e : 1, are about as many moves as in `moves`. */
static const ttr_evaluator ENDING = {
    .name = "ending",
    .score = score_ending,
    .token = MOVE_WORTH,
    .win_scale = 80,
};

static bool applies(const ttr_search *search, const ttr_board *root)
{
    uint32_t filled = (uint32_t)ttr_cellset_count(ttr_board_occupied(root));

    return search->settings.ending != 0 && filled > search->settings.ending;
}

bool ttr_ending_answers(ttr_search *search, const ttr_board *root, ttr_refuse_fn refuse)
{
    const ttr_evaluator *evaluator = search->evaluator;
    ttr_evaluator ending = ENDING;
    bool of_host = search->host_evaluator;

    if (!applies(search, root))
        return false;
    ending.context = &search->settings;
    search->evaluator = &ending;
    search->host_evaluator = false;
    ttr_one_ahead(search, root, refuse);
    search->evaluator = evaluator;
    search->host_evaluator = of_host;
    return true;
}

bool ttr_ending_answer(ttr_search *search, const ttr_board *root)
{
    return ttr_ending_answers(search, root, NULL);
}
