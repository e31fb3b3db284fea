/* SPDX-License-Identifier: MIT */
/* `tetress import`: converts logs of the course's referee to game records. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "game_file.h"
#include "text_file.h"

/* Write the games of one file as records, as far as they can be read. */
static int import_games(const char *path, const char *text, size_t size, FILE *to, uint64_t *count)
{
    read_fault fault;
    saved_game saved;

    for (uint64_t number = 1; game_file_pick(text, size, number, &saved, &fault); number++) {
        bool written = game_record_write(&saved.record, to);

        saved_game_clear(&saved);
        if (!written)
            return problem("cannot write the games");
        (*count)++;
    }
    if (fault.past_end && *count > 0)
        return EXIT_DONE;
    return problem("%s: %s", path, fault.text);
}

static int import_file(const char *path, FILE *to, uint64_t *total)
{
    size_t size = 0;
    char *text = text_file_load(path, &size);
    uint64_t count = 0;
    int exit_code;

    if (text == NULL)
        return problem("%s: cannot be read: %s", path, strerror(errno));
    if (size > 0 && text[0] == '{')
        exit_code = problem("%s: these are game records already", path);
    else
        exit_code = import_games(path, text, size, to, &count);
    free(text);
    *total += count;
    return exit_code;
}

/* All files, also behind one that is wrong. */
static int run_import(const cli_command *command, const cli_arguments *arguments)
{
    const char *out = arguments->values[OPTION_OUT];
    FILE *to = out == NULL ? stdout : fopen(out, "a");
    int exit_code = EXIT_DONE;
    uint64_t total = 0;

    (void)command;
    if (to == NULL)
        return problem_writing(out);
    for (char **path = arguments->operands; *path != NULL; path++) {
        if (import_file(*path, to, &total) != EXIT_DONE)
            exit_code = EXIT_PROBLEM;
    }
    if (out == NULL)
        return exit_code;
    if (fclose(to) != 0)
        return problem_writing(out);
    printf("%" PRIu64 " game%s added to %s\n", total, total == 1 ? "" : "s", out);
    return exit_code;
}

static const option_id IMPORT_OPTIONS[] = {OPTION_OUT, OPTION_HELP};

const cli_command command_import = {
    .name = "import",
    .operands = "LOG...",
    .operands_wanted = OPERANDS_SOME,
    .operand_values = VALUES_FILES,
    .summary = "turn logs of the course's referee into game records",
    .description =
        "Read all games in files that the course's referee printed or logged, and write them as\n"
        "game records, one JSON object on each line, to standard output or to the end of --out. If a\n"
        "file cannot be read to its end, an error names the line and the reason, and the other files\n"
        "are still read.\n",
    .options = IMPORT_OPTIONS,
    .run = run_import,
};
