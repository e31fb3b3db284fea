/* SPDX-License-Identifier: MIT */
/* A referee: reads the players' actions, a line each, red first, and judges them. In front of an
 * action may stand the CPU milliseconds that it took and a blank; or the line says `crash`: then
 * the player is gone; so it is if the input ends. The library says whether an action is legal,
 * which rule it breaks if not, whose clock has run out, and when and why the game ends.
 *
 * usage: referee [CPU-MILLISECONDS]      for each player and the whole game; no limit without */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tetress/tetress.h>

static const char *name(int32_t colour)
{
    return colour == TETRESS_RED ? "RED" : "BLUE";
}

/* The host measures, or is told; here the line begins with the time. */
static const char *read_time(const char *line, tetress_spent *spent)
{
    char *rest;
    unsigned long milliseconds = strtoul(line, &rest, 10);

    if (rest == line || *rest != ' ')
        return line;
    spent->cpu_us = (uint64_t)milliseconds * 1000;
    return rest + 1;
}

static void take_turn(tetress_referee *referee, const char *line)
{
    int32_t turn = tetress_game_turn(tetress_referee_game(referee));
    tetress_spent spent = TETRESS_SPENT_INIT;
    const char *action = read_time(line, &spent);

    if (strcmp(line, "crash") == 0)
        tetress_referee_end(referee, TETRESS_OUTCOME_CRASH, turn, "it said nothing more");
    else
        tetress_referee_play_text(referee, action, &spent);
    if (tetress_referee_blame(referee) == TETRESS_NOBODY)
        printf("%s plays action %s\n", name(turn), action);
}

/* The input ends while somebody is to move. */
static void give_up(tetress_referee *referee)
{
    int32_t turn = tetress_game_turn(tetress_referee_game(referee));

    if (tetress_referee_outcome(referee) == TETRESS_OUTCOME_OPEN)
        tetress_referee_end(referee, TETRESS_OUTCOME_PROTOCOL, turn, "no action came");
}

static void print_verdict(const tetress_referee *referee)
{
    int32_t winner = tetress_referee_winner(referee), blame = tetress_referee_blame(referee);
    const tetress_error *evidence = tetress_referee_evidence(referee);

    if (blame == TETRESS_RED || blame == TETRESS_BLUE)
        printf("%s is to blame (%s): %s\n", name(blame),
               tetress_outcome_name(tetress_referee_outcome(referee)), evidence->text);
    printf("%s after %d actions: %s\n", winner == TETRESS_NOBODY ? "nobody wins" : name(winner),
           tetress_game_ply(tetress_referee_game(referee)),
           tetress_outcome_name(tetress_referee_outcome(referee)));
}

int main(int count, char **arguments)
{
    tetress_referee_limits limits = TETRESS_REFEREE_LIMITS_INIT;
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_referee *referee;
    char line[256];

    if (count > 1)
        limits.cpu_us = strtoull(arguments[1], NULL, 10) * 1000;
    if (tetress_referee_new(NULL, NULL, &limits, &referee, &error) != TETRESS_OK) {
        fprintf(stderr, "referee: %s\n", error.text);
        return 1;
    }
    while (tetress_referee_outcome(referee) == TETRESS_OUTCOME_OPEN &&
           fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        take_turn(referee, line);
    }
    give_up(referee);
    print_verdict(referee);
    tetress_referee_free(referee);
    return 0;
}
