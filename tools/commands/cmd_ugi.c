/* SPDX-License-Identifier: MIT */
/* `tetress ugi`: speaks the engine protocol on standard input and output. */
#define _POSIX_C_SOURCE 200809L /* getline */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "commands.h"
#include "names.h"
#include "shown_text.h"
#include "ugi_session.h"

static void read_commands(ugi_session *session)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;

    while ((length = getline(&line, &room, stdin)) >= 0) {
        show_zeros(line, (size_t)length);
        if (!ugi_session_obey(session, line))
            break;
    }
    free(line);
}

static int run_ugi(const cli_command *command, const cli_arguments *arguments)
{
    const char *spec = arguments->values[OPTION_PLAYER];
    tetress_error error = TETRESS_ERROR_INIT;
    ugi_session *session;
    tetress_status status;
    char told[TOLD_ERROR];

    if (spec == NULL)
        spec = "negamax";
    if (strlen(spec) > UGI_SPEC_LENGTH)
        return usage_error(command, "the player spec is too long");
    status = ugi_session_new(spec, NULL, stdout, &session, &error);
    if (status != TETRESS_OK)
        return problem("'%s': %s", spec, told_error(&error, spec, told));
    read_commands(session);
    ugi_session_free(session);
    return EXIT_DONE;
}

static const option_id UGI_OPTIONS[] = {OPTION_PLAYER, OPTION_HELP};

const cli_command command_ugi = {
    .name = "ugi",
    .operands = "",
    .summary = "talk to a match runner (Universal Game Interface)",
    .description =
        "Read UGI commands from standard input and answer on standard output: ugi, isready,\n"
        "uginewgame, setoption, position, go, stop, query and quit. docs/reference/ugi.md has the details.\n",
    .options = UGI_OPTIONS,
    .run = run_ugi,
};
