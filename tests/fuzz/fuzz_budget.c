/* SPDX-License-Identifier: MIT */
/*
 * Budgets and limits as text. The first byte says what the rest is: a budget, which is refused with
 * a reason or is written and read again as the same; values of the options that set limits, a line
 * each; or a number.
 */
#include <stdbool.h>

#include "arguments.h"
#include "budget_text.h"
#include "fuzz_file.h"

static void check_read_back(const tetress_budget *budget)
{
    tetress_budget again = TETRESS_BUDGET_INIT;
    char written[BUDGET_TEXT], fault[256] = "";

    MUST(strlen(budget_text(budget, written)) < sizeof written);
    MUST(budget_read(written, &again, fault, sizeof fault));
    MUST(memcmp(budget, &again, sizeof again) == 0);
}

static void try_budget(char *text)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    char fault[256] = "";

    if (budget_read(text, &budget, fault, sizeof fault))
        check_read_back(&budget);
    else
        MUST(fault[0] != '\0');
}

/* --budget, --wall-ms, --nodes, --playouts and --depth, in the order of the lines; an empty line is
 * an option that is not there. */
static void try_options(char *text)
{
    static const option_id IDS[] = {OPTION_BUDGET, OPTION_WALL_MS, OPTION_NODES, OPTION_PLAYOUTS,
                                    OPTION_DEPTH};
    static const cli_command COMMAND = {.name = "match"};
    cli_arguments arguments = {.values = {NULL}};
    tetress_budget budget = TETRESS_BUDGET_INIT;
    bool any = false;
    int exit_code;

    for (size_t i = 0; i < sizeof IDS / sizeof IDS[0] && text != NULL; i++) {
        char *end = strchr(text, '\n');

        if (end != NULL)
            *end++ = '\0';
        if (*text != '\0')
            arguments.values[IDS[i]] = text;
        any = any || *text != '\0';
        text = end;
    }
    exit_code = budget_from_options(&COMMAND, &arguments, "nodes=2000", &budget);
    if (exit_code != EXIT_DONE) {
        MUST(exit_code == EXIT_USAGE && fuzz_said()[0] != '\0');
        return;
    }
    check_read_back(&budget);
    MUST(any || budget.nodes == 2000);
}

/* A probability, an integer within bounds. */
static void try_number(char *text)
{
    cli_arguments arguments = {.values = {[OPTION_SPRT_ERROR] = text, [OPTION_GAMES] = text}};
    uint64_t games = 0;
    double error = 0;

    if (arguments_real(&arguments, OPTION_SPRT_ERROR, 0.5, &error))
        MUST(error > 0 && error <= 0.5);
    else
        MUST(fuzz_said()[0] != '\0');
    fuzz_said_start();
    if (arguments_integer(&arguments, OPTION_GAMES, 2, 100000000, 100, &games))
        MUST(games >= 2 && games <= 100000000);
    else
        MUST(fuzz_said()[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const TRY[])(char *) = {try_budget, try_options, try_number};
    char *text;

    if (size == 0)
        return 0;
    text = fuzz_string(data + 1, size - 1);
    fuzz_said_start();
    TRY[data[0] % (sizeof TRY / sizeof TRY[0])](text);
    free(text);
    return 0;
}
