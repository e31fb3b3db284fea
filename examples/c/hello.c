/* SPDX-License-Identifier: MIT */
/* Place a piece, let an engine answer, print the board. */
#include <stdio.h>

#include <tetress/tetress.h>

int main(void)
{
    tetress_game *game = NULL;
    tetress_engine *engine = NULL;
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;
    char text[TETRESS_POSITION_TEXT];
    int failed = 1;

    if (tetress_game_new(NULL, &game) != TETRESS_OK)
        goto out;
    if (tetress_engine_new(NULL, "negamax:evaluator=reach", &engine, &error) != TETRESS_OK) {
        fprintf(stderr, "%s\n", error.text);
        goto out;
    }
    if (tetress_game_apply_text(game, "PLACE(3-4, 4-3, 4-4, 4-5)", NULL) != TETRESS_OK) {
        fprintf(stderr, "%s\n", tetress_game_error(game)->text);
        goto out;
    }
    budget.nodes = 20000; /* repeatable; use wall_ms for a limit in time */
    if (tetress_engine_search(engine, game, &budget, &result) != TETRESS_OK)
        goto out;
    tetress_game_apply(game, result.move);

    tetress_move_to_text(result.move, TETRESS_STYLE_COURSE, text, sizeof text, NULL);
    printf("blue answers %s, score %+.2f tokens, %llu nodes\n", text, result.score / 100.0,
           (unsigned long long)result.nodes);
    tetress_game_to_text(game, text, sizeof text, NULL);
    for (char *c = text; *c != ' '; c++)
        putchar(*c == '/' ? '\n' : *c);
    putchar('\n');
    failed = 0;
out:
    tetress_engine_free(engine);
    tetress_game_free(game);
    return failed;
}
