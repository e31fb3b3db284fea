/* SPDX-License-Identifier: MIT */
/* The single-player game: the agent of S2 plays, and what it is worth is measured twice, by
 * whole games and by multilevel splitting.
 *
 * usage: tetris [GAMES [TRIALS]]      whole games; trials a level of each of eight estimates */
#include <stdio.h>
#include <stdlib.h>

#include <tetress/tetress.h>

#define ESTIMATES 8
#define MOST      1000

/* Play some pieces and draw the well. */
static tetress_status show(const tetress_tetris_agent *agent, tetress_tetris *game)
{
    char text[TETRESS_TETRIS_TEXT];
    tetress_status status = tetress_tetris_agent_play(agent, game, 1000);

    if (status == TETRESS_OK)
        status = tetress_tetris_to_text(game, text, sizeof text, NULL);
    if (status != TETRESS_OK)
        return status;
    for (char *c = text; *c != ' '; c++)
        putchar(*c == '/' ? '\n' : *c);
    printf("\n%llu pieces, %llu rows\n", (unsigned long long)tetress_tetris_turns(game),
           (unsigned long long)tetress_tetris_lines(game));
    return TETRESS_OK;
}

static tetress_status print_measured(const char *what, const double *measured, size_t count)
{
    tetress_tetris_mean mean = TETRESS_TETRIS_MEAN_INIT;
    tetress_status status = tetress_tetris_interval(measured, count, &mean);

    if (status == TETRESS_OK)
        printf("%s: %.0f rows a game, 95 %% interval %.0f to %.0f\n", what, mean.mean, mean.low,
               mean.high);
    return status;
}

static tetress_status measure(const tetress_tetris_agent *agent, size_t games, uint32_t trials)
{
    uint64_t lines[MOST];
    double measured[MOST], split[ESTIMATES];
    tetress_status status =
        tetress_tetris_agent_games(agent, 1, 0, games, UINT64_MAX, 1, lines); /* seed 1 */

    for (size_t i = 0; i < games; i++)
        measured[i] = (double)lines[i];
    if (status == TETRESS_OK)
        status = print_measured("whole games", measured, games);
    if (status == TETRESS_OK)
        status = tetress_tetris_agent_split(agent, 2, ESTIMATES, trials, 1, split);
    if (status == TETRESS_OK)
        status = print_measured("splitting", split, ESTIMATES);
    return status;
}

int main(int argc, char **argv)
{
    unsigned long games = argc > 1 ? strtoul(argv[1], NULL, 10) : 20;
    unsigned long trials = argc > 2 ? strtoul(argv[2], NULL, 10) : 2000;
    tetress_tetris *game = NULL;
    tetress_tetris_agent *agent = NULL;
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_status status;

    if (games < 1 || games > MOST || trials < 1 || trials > 1000000) {
        fprintf(stderr, "usage: tetris [GAMES [TRIALS]]\n");
        return 2;
    }
    status = tetress_tetris_new(NULL, 0, TETRESS_TETRIS_UNIFORM, 1, &game, &error);
    if (status == TETRESS_OK)
        status = tetress_tetris_agent_new(NULL, "s2", NULL, &agent, &error);
    if (status == TETRESS_OK)
        status = show(agent, game);
    if (status == TETRESS_OK)
        status = measure(agent, games, (uint32_t)trials);
    if (status != TETRESS_OK)
        fprintf(stderr, "%s\n",
                error.status != TETRESS_OK ? error.text : tetress_status_text(status));
    tetress_tetris_agent_free(agent);
    tetress_tetris_free(game);
    return status == TETRESS_OK ? 0 : 1;
}
