/* SPDX-License-Identifier: MIT */
/*
 * A file of games to go on with (`tetress match --resume`): refused with the line and left as it
 * is, or its pairs are counted, and it is cut behind the last of them.
 */
#include <stdbool.h>

#include "arguments.h"
#include "fuzz_file.h"
#include "match_games.h"
#include "match_resume.h"

#define GAMES 4
/* Two actions before the turn limit, so that a whole match has few bytes. */
#define OPENING                                                                                    \
    "rrrr......./.........../.........../.........../.........../.........../.........../"         \
    ".........../.........../....bbbb.../........... r 148"

/* The match of which corpus/fuzz_resume has the games. */
static void start_match(match_run *run)
{
    memset(run, 0, sizeof *run);
    run->specs[0] = "greedy";
    run->specs[1] = "random";
    for (int i = 0; i < 2; i++) {
        run->budgets[i] = (tetress_budget)TETRESS_BUDGET_INIT;
        run->budgets[i].nodes = 7;
    }
    budget_text(&run->budgets[0], run->budget_name);
    run->settings = (tetress_match_settings)TETRESS_MATCH_SETTINGS_INIT;
    run->settings.games = GAMES;
    MUST(tetress_match_new(NULL, &run->settings, &run->match, NULL) == TETRESS_OK);
    MUST(tetress_match_add_opening(run->match, OPENING) == TETRESS_OK);
}

/* Lines with their ends in the first bytes. */
static uint64_t count_lines(const uint8_t *data, size_t size)
{
    uint64_t lines = 0;

    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    return lines;
}

/* Does a game begin here? There may be spaces before it. */
static bool begins_game(const uint8_t *data, size_t size, size_t at)
{
    while (at < size && (data[at] == ' ' || data[at] == '\t' || data[at] == '\r'))
        at++;
    return at < size && data[at] == '{';
}

static void check_taken(const match_run *run, const uint8_t *data, size_t size)
{
    tetress_standing standing = TETRESS_STANDING_INIT;
    size_t length = fuzz_file_size();

    MUST(tetress_match_summary(run->match, &standing, NULL) == TETRESS_OK);
    MUST(standing.wins + standing.draws + standing.losses == 2 * run->done);
    MUST(run->done <= GAMES / 2);
    MUST(length <= size && (length == size || begins_game(data, size, length)));
    if (tetress_match_over(run->match) != 0)
        MUST(length == size && count_lines(data, size) >= GAMES);
    else
        MUST(count_lines(data, length) == 2 * run->done);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static match_run run;
    const char *path = fuzz_file_fill(data, size);

    start_match(&run);
    fuzz_said_start();
    if (match_resume(&run, path) == EXIT_DONE) {
        MUST(fclose(run.out) == 0);
        check_taken(&run, data, size);
    } else {
        MUST(strncmp(fuzz_said(), "tetress: /proc/", 15) == 0);
        MUST(fuzz_file_size() == size && run.out == NULL);
    }
    tetress_match_free(run.match);
    return 0;
}
