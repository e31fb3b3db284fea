/* SPDX-License-Identifier: MIT */
/* Catches signals that ask the program to end, so that a command can save its work first. */
#define _POSIX_C_SOURCE 200809L /* sigaction, pselect */

#include "interruption.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "shown_text.h"

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};

static volatile sig_atomic_t interrupted; /* the signal, or 0 */
static _Atomic(tetress_engine *) searching;

static void interrupt(int signal_number)
{
    interrupted = signal_number;
    tetress_engine_stop(atomic_load(&searching));
}

void interruption_catch(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = interrupt;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof SIGNALS[0]; i++) {
        struct sigaction before;

        if (sigaction(SIGNALS[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(SIGNALS[i], &action, NULL);
    }
}

int interruption_signal(void)
{
    return interrupted;
}

tetress_status interruption_search(tetress_engine *engine, const tetress_game *game,
                                   const tetress_budget *budget, tetress_result *result)
{
    tetress_status status;

    atomic_store(&searching, engine);
    if (interrupted != 0) /* the signal may have come before the handler knew the engine */
        tetress_engine_stop(engine);
    status = tetress_engine_search(engine, game, budget, result);
    atomic_store(&searching, NULL);
    return status;
}

/* Wait until standard input has something, or its end. False if a signal came. The signals are let
 * in by pselect() alone: one that came between a look at the flag and a plain read() would be
 * noticed only with the next input. */
static bool await_input(void)
{
    sigset_t caught, before;
    int ready = 0;

    sigemptyset(&caught);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof SIGNALS[0]; i++)
        sigaddset(&caught, SIGNALS[i]);
    sigprocmask(SIG_BLOCK, &caught, &before);
    while (interrupted == 0 && ready <= 0) {
        fd_set input;

        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        ready = pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, &before);
        if (ready < 0 && errno != EINTR)
            break;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return interrupted == 0;
}

bool interruption_read_line(char *line, size_t room, bool *whole)
{
    size_t length = 0;
    char character;

    while (await_input()) {
        if (read(STDIN_FILENO, &character, 1) != 1)
            break;
        if (length + 1 < room)
            line[length] = character;
        length++;
        if (character == '\n')
            break;
    }
    *whole = length < room;
    show_zeros(line, *whole ? length : room - 1);
    line[*whole ? length : room - 1] = '\0';
    return length > 0 && interrupted == 0;
}

void interruption_pass_on(void)
{
    if (interrupted == 0)
        return;
    fflush(stdout);
    signal(interrupted, SIG_DFL);
    raise(interrupted);
}
