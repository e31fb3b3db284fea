/* SPDX-License-Identifier: MIT */
/* A referee in forty lines: reads the players' moves, a line each, red first, and judges them. The
 * library says whether a move is legal, which rule it breaks if not, and when and why the game
 * ends. */
#include <stdio.h>
#include <string.h>

#include <tetress/tetress.h>

static const char *name(int32_t colour)
{
    return colour == TETRESS_RED ? "RED" : "BLUE";
}

int main(void)
{
    tetress_game *game = NULL;
    char line[256];
    int32_t winner;

    if (tetress_game_new(NULL, &game) != TETRESS_OK)
        return 1;
    while (tetress_game_reason(game) == TETRESS_REASON_NONE) {
        int32_t turn = tetress_game_turn(game);

        if (fgets(line, sizeof line, stdin) == NULL) {
            printf("%s gave no move: %s wins\n", name(turn), name(1 - turn));
            break;
        }
        line[strcspn(line, "\r\n")] = '\0';
        if (tetress_game_apply_text(game, line) != TETRESS_OK) {
            const tetress_error *error = tetress_game_error(game);

            printf("%s is to blame (%s): %s\n", name(turn), tetress_rule_name(error->rule),
                   error->text);
            break;
        }
        printf("%s plays action %s\n", name(turn), line);
    }
    winner = tetress_game_winner(game);
    if (tetress_game_reason(game) != TETRESS_REASON_NONE)
        printf("%s after %d actions\n", winner == TETRESS_NOBODY ? "draw" : name(winner),
               tetress_game_ply(game));
    tetress_game_free(game);
    return 0;
}
