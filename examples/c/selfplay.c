/* SPDX-License-Identifier: MIT */
/* Two engines play each other in one process; the game is printed as the course's referee does. */
#include <stdio.h>

#include <tetress/tetress.h>

static int play(tetress_game *game, tetress_engine *const engines[2])
{
    while (tetress_game_reason(game) == TETRESS_REASON_NONE) {
        int32_t turn = tetress_game_turn(game);
        tetress_budget budget = TETRESS_BUDGET_INIT;
        tetress_result result = TETRESS_RESULT_INIT;
        char move[TETRESS_MOVE_TEXT];

        budget.nodes = 2000;
        if (tetress_engine_search(engines[turn], game, &budget, &result) != TETRESS_OK) {
            fprintf(stderr, "%s\n", tetress_engine_error(engines[turn])->text);
            return 1;
        }
        tetress_move_to_text(result.move, TETRESS_STYLE_COURSE, move, sizeof move, NULL);
        printf("%s plays action %s\n", turn == TETRESS_RED ? "RED" : "BLUE", move);
        tetress_game_apply(game, result.move);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *specs[2] = {argc > 1 ? argv[1] : "negamax", argc > 2 ? argv[2] : "mcts"};
    tetress_engine *engines[2] = {NULL, NULL};
    tetress_game *game = NULL;
    tetress_error error = TETRESS_ERROR_INIT;
    int failed = tetress_game_new(NULL, &game) != TETRESS_OK;

    for (int i = 0; i < 2 && !failed; i++) {
        failed = tetress_engine_new(NULL, specs[i], &engines[i], &error) != TETRESS_OK;
        if (failed)
            fprintf(stderr, "%s: %s\n", specs[i], error.text);
    }
    if (!failed)
        failed = play(game, engines);
    if (!failed)
        printf("winner: %s after %d actions\n",
               tetress_game_winner(game) == TETRESS_RED    ? specs[0]
               : tetress_game_winner(game) == TETRESS_BLUE ? specs[1]
                                                           : "nobody",
               tetress_game_ply(game));
    tetress_engine_free(engines[0]);
    tetress_engine_free(engines[1]);
    tetress_game_free(game);
    return failed;
}
