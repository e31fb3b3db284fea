/* SPDX-License-Identifier: MIT */
/* An evaluation of the host's own: the engine searches, this program judges. */
#include <stdio.h>

#include <tetress/tetress.h>

/* A token is worth 100; three more placements than the opponent are worth one token. */
static int32_t judge(const tetress_game *position, void *user)
{
    int32_t own = tetress_game_turn(position);
    unsigned *calls = user;

    ++*calls;
    return 100 * (tetress_game_tokens(position, own) - tetress_game_tokens(position, 1 - own)) +
           33 * (tetress_game_mobility(position, own) - tetress_game_mobility(position, 1 - own));
}

/* Positive: the side to move is better off. Play goes on; non-zero would stop the search. */
static int32_t show_progress(const tetress_result *so_far, const tetress_line *line, void *user)
{
    char move[TETRESS_MOVE_TEXT];

    (void)user;
    tetress_move_to_text(line->move, TETRESS_STYLE_COMPACT, move, sizeof move, NULL);
    printf("depth %u: %s, score %+.2f, %llu nodes\n", line->depth, move, line->score / 100.0,
           (unsigned long long)so_far->nodes);
    return 0;
}

int main(void)
{
    tetress_game *game = NULL;
    tetress_engine *engine = NULL;
    tetress_budget budget = TETRESS_BUDGET_INIT;
    unsigned calls = 0;
    int failed = 1;

    if (tetress_game_new(NULL, &game) == TETRESS_OK &&
        tetress_engine_new(NULL, "negamax", &engine, NULL) == TETRESS_OK &&
        tetress_game_apply_text(game, "5-5,5-6,6-5,6-6", NULL) == TETRESS_OK &&
        tetress_game_apply_text(game, "8-0,8-1,8-2,8-3", NULL) == TETRESS_OK) {
        tetress_engine_set_evaluator(engine, judge, &calls);
        tetress_engine_set_info(engine, show_progress, NULL);
        budget.nodes = 30000;
        failed = tetress_engine_search(engine, game, &budget, NULL) != TETRESS_OK;
        printf("the evaluation was asked %u times\n", calls);
    }
    tetress_engine_free(engine);
    tetress_game_free(game);
    return failed;
}
