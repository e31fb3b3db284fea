/* SPDX-License-Identifier: MIT */
/* Continues an interrupted match from its file, after checking that every game in it belongs to
 * it. */
#define _POSIX_C_SOURCE 200809L /* fileno, ftruncate, getline */

#include "match_resume.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "arguments.h"
#include "record_reader.h"

/* The games of a file, read a pair at a time. */
typedef struct pair_reader {
    FILE *file;
    const char *path;
    char *line;
    size_t room;
    size_t number; /* of the line, from 1 */
} pair_reader;

/* Where this game of the match starts. */
static void start_text(const match_run *run, uint64_t number, char text[TETRESS_POSITION_TEXT])
{
    tetress_game *start;

    text[0] = '\0';
    if (tetress_match_start(run->match, number, NULL, &start) == TETRESS_OK)
        tetress_game_to_text(start, text, TETRESS_POSITION_TEXT, NULL);
    tetress_game_free(start);
}

/* Check that it is game `number` of this match; a fault says what differs. */
static int check_game(const match_run *run, const game_record *game, uint64_t number,
                      const pair_reader *in)
{
    tetress_match_task task = TETRESS_MATCH_TASK_INIT;
    char start[TETRESS_POSITION_TEXT];
    const char *different = NULL;
    int first_is_blue;

    tetress_match_task_of(run->match, number, &task);
    start_text(run, number, start);
    first_is_blue = task.first_colour == TETRESS_BLUE;
    if (strcmp(game->players[0], run->specs[first_is_blue]) != 0 ||
        strcmp(game->players[1], run->specs[!first_is_blue]) != 0)
        different = "players";
    else if (game->seed != task.seed)
        different = "seed";
    else if (strcmp(game->budget, run->budget_name) != 0)
        different = "budget";
    else if (strcmp(game->start, start) != 0)
        different = "opening";
    else if (game->outcome == TETRESS_OUTCOME_OPEN ||
             (game_record_is_forfeit(game) &&
              (game->outcome != TETRESS_OUTCOME_TIME ||
               (run->budgets[0].clock_ms == 0 && run->budgets[1].clock_ms == 0))))
        different = "end";
    if (different == NULL)
        return EXIT_DONE;
    return problem("%s:%zu: not a game of this match: the %s differ%s", in->path, in->number,
                   different, different[strlen(different) - 1] == 's' ? "" : "s");
}

/* The next game. *found is false at the end of the file, or at a last line without its end, which
 * is cut off later: it must be the start of a record, or a file of another kind would lose it. */
static int read_game(const match_run *run, pair_reader *in, uint64_t number, game_record *game,
                     bool *found)
{
    ssize_t length = getline(&in->line, &in->room, in->file);
    saved_game saved;
    read_fault fault;
    int exit_code;

    *found = length > 0 && in->line[length - 1] == '\n';
    in->number++;
    if (!*found && length > 0 && in->line[0] != '{')
        return problem("%s:%zu: not a game record", in->path, in->number);
    if (!*found)
        return EXIT_DONE;
    if (!record_read(in->line, (size_t)length - 1, in->number, &saved, &fault))
        return problem("%s: %s", in->path, fault.text);
    exit_code = check_game(run, &saved.record, number, in);
    *game = saved.record;
    saved_game_clear(&saved);
    return exit_code;
}

/* Count pairs until none is left or the match is over; *end is where the last one ends. */
static int read_pairs(match_run *run, pair_reader *in, off_t *end)
{
    game_record *games = calloc(2, sizeof *games);
    int exit_code = games == NULL ? problem("out of memory") : EXIT_DONE;
    bool found = true, go_on = true;
    char fault[JOBS_FAULT_SIZE] = "";

    *end = 0;
    while (exit_code == EXIT_DONE && go_on) {
        for (uint64_t i = 0; i < 2 && found && exit_code == EXIT_DONE; i++)
            exit_code = read_game(run, in, 2 * run->done + i, &games[i], &found);
        if (exit_code != EXIT_DONE || !found)
            break;
        go_on = match_add_pair(run, games, fault);
        if (fault[0] != '\0')
            exit_code = problem("%s", fault);
        *end = ftello(in->file);
    }
    free(games);
    return exit_code;
}

int match_resume(match_run *run, const char *path)
{
    pair_reader in = {.file = fopen(path, "r+b"), .path = path};
    off_t end;
    int exit_code;

    if (in.file == NULL)
        in.file = fopen(path, "w+b");
    if (in.file == NULL)
        return problem_writing(path);
    exit_code = read_pairs(run, &in, &end);
    free(in.line);
    /* A match that is over writes nothing, so games beyond its end stay in the file. */
    if (exit_code == EXIT_DONE && tetress_match_over(run->match) == 0 &&
        (ftruncate(fileno(in.file), end) != 0 || fseeko(in.file, end, SEEK_SET) != 0))
        exit_code = problem_writing(path);
    if (exit_code == EXIT_DONE)
        run->out = in.file;
    else
        fclose(in.file);
    return exit_code;
}
