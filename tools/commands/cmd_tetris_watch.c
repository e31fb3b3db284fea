/* SPDX-License-Identifier: MIT */
/* `tetress tetris watch`: shows an agent playing the single-player game. */
#define _POSIX_C_SOURCE 200809L /* fileno, isatty, nanosleep, sigaction */

#include <inttypes.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "board_view.h"
#include "commands.h"
#include "json_line.h"
#include "stopwatch.h"
#include "tetris_setup.h"
#include "well_view.h"

#define DELAY_MS    100
#define DELAY_MOST  60000
#define FRAME       0.04 /* seconds between two pictures where nothing is waited for */
#define MOST_A_STEP (UINT64_C(1) << 20)

/* Nothing of the terminal is changed but colours, and those are reset in each row: what is left to
 * do after Ctrl-C is to end the game's loop. A second one ends the program. */
static volatile sig_atomic_t interrupted;

static void note_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

static void catch_interrupts(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = note_interrupt;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* An agent at play. */
typedef struct show {
    tetress_tetris *game;
    tetress_tetris_agent *agent;
    uint64_t first, last; /* turns of the game when it began, and when it ends at the latest */
    uint64_t step;        /* pieces between two pictures */
    uint64_t delay;       /* ms after each picture */
    double seconds;       /* that playing took */
    bool draw, colour, preview;
    well_view view;
} show;

static uint64_t played(const show *s)
{
    return tetress_tetris_turns(s->game) - s->first;
}

static double speed(const show *s)
{
    return s->seconds > 0 ? (double)played(s) / s->seconds : 0;
}

static bool goes_on(const show *s)
{
    return interrupted == 0 && !tetress_tetris_over(s->game) &&
           tetress_tetris_turns(s->game) < s->last;
}

/* ---- Pictures -------------------------------------------------------------------------------- */

static void fill_notes(show *s)
{
    bool over = tetress_tetris_over(s->game) != 0;

    well_view_note(&s->view, 0, "lines %" PRIu64, tetress_tetris_lines(s->game));
    well_view_note(&s->view, 1, "turns %" PRIu64, tetress_tetris_turns(s->game));
    well_view_note(&s->view, 2, "piece %c",
                   over ? 'x' : tetris_letter(tetress_tetris_piece(s->game)));
    if (s->preview)
        well_view_note(&s->view, 3, "next  %c",
                       over ? 'x' : tetris_letter(tetress_tetris_next(s->game)));
    /* Blanks over what a longer number leaves. */
    well_view_note(&s->view, 4, "%.0f pieces/s        ", speed(s));
}

/* Over the picture before, unless it is the first. */
static void draw(show *s, bool first)
{
    fill_notes(s);
    if (!first)
        printf("\033[%dA\r", well_view_lines(&s->view));
    well_view_draw(&s->view, stdout, s->colour);
    fflush(stdout);
}

static void wait_ms(uint64_t ms)
{
    struct timespec time = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};

    if (ms > 0 && interrupted == 0)
        nanosleep(&time, NULL);
}

/* ---- Playing --------------------------------------------------------------------------------- */

static bool play_pieces(show *s, uint64_t pieces)
{
    uint64_t left = s->last - tetress_tetris_turns(s->game);

    return tetress_tetris_over(s->game) ||
           tetress_tetris_agent_play(s->agent, s->game, pieces < left ? pieces : left) ==
               TETRESS_OK;
}

/* So many pieces that pictures follow each other smoothly, one where there is a delay. */
static void adapt_step(show *s, double took)
{
    if (s->delay > 0)
        return;
    if (took < FRAME / 2 && s->step < MOST_A_STEP)
        s->step *= 2;
    else if (took > FRAME && s->step > 1)
        s->step /= 2;
}

/* The last piece of a step alone, so that its cells can be told. */
static bool play_step(show *s)
{
    double start = stopwatch_seconds(), took;
    bool good = s->step == 1 || play_pieces(s, s->step - 1);

    well_view_take(&s->view, s->game);
    good = good && play_pieces(s, 1);
    took = stopwatch_seconds() - start;
    s->seconds += took;
    well_view_take(&s->view, s->game);
    adapt_step(s, took);
    return good;
}

static int play(show *s)
{
    well_view_take(&s->view, s->game);
    if (s->draw)
        draw(s, true);
    while (goes_on(s)) {
        if (!play_step(s))
            return problem("out of memory");
        if (s->draw) {
            draw(s, false);
            wait_ms(s->delay);
        }
    }
    return EXIT_DONE;
}

/* ---- The end --------------------------------------------------------------------------------- */

static const char *ending(const show *s)
{
    if (tetress_tetris_over(s->game))
        return "game over";
    return interrupted != 0 ? "interrupted" : "stopped";
}

static void print_text(show *s)
{
    if (!s->draw) {
        memset(s->view.latest, 0, sizeof s->view.latest);
        well_view_draw(&s->view, stdout, s->colour);
    }
    printf("%s: %" PRIu64 " lines in %" PRIu64 " turns, %.0f pieces/s\n", ending(s),
           tetress_tetris_lines(s->game), tetress_tetris_turns(s->game), speed(s));
}

static int print_json(const show *s)
{
    char *text = tetris_text(s->game);

    if (text == NULL)
        return problem("out of memory");
    write_json_line(json_pack("{s:s, s:I, s:I, s:b, s:I, s:f, s:f, s:s}", "ending", ending(s),
                              "lines", (json_int_t)tetress_tetris_lines(s->game), "turns",
                              (json_int_t)tetress_tetris_turns(s->game), "over",
                              tetress_tetris_over(s->game), "pieces", (json_int_t)played(s),
                              "seconds", s->seconds, "pieces_per_second", speed(s), "position",
                              text),
                    stdout);
    free(text);
    return EXIT_DONE;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int show_setup(const cli_command *command, const cli_arguments *arguments, show *s)
{
    uint64_t pieces, threads;
    int exit_code;

    if (!arguments_integer(arguments, OPTION_PIECES, 0, INT64_MAX, INT64_MAX, &pieces) ||
        !arguments_integer(arguments, OPTION_DELAY, 0, DELAY_MOST, DELAY_MS, &s->delay) ||
        !arguments_integer(arguments, OPTION_THREADS, 1, TETRESS_TETRIS_MOST_THREADS, 1, &threads))
        return EXIT_USAGE;
    exit_code = tetris_setup_game(command, arguments, &s->game);
    if (exit_code == EXIT_DONE)
        exit_code = tetris_setup_agent(command, arguments, (uint32_t)tetress_tetris_rows(s->game),
                                       threads, &s->agent);
    if (exit_code != EXIT_DONE)
        return exit_code;
    s->first = tetress_tetris_turns(s->game);
    s->last = s->first + pieces < s->first ? UINT64_MAX : s->first + pieces;
    s->preview = arguments_has(arguments, OPTION_PREVIEW);
    s->draw = !arguments_has(arguments, OPTION_JSON) && !arguments_has(arguments, OPTION_QUIET) &&
              isatty(fileno(stdout)) == 1;
    s->colour = board_view_has_colour();
    s->delay = s->draw ? s->delay : 0; /* nobody watches */
    s->step = 1;
    return EXIT_DONE;
}

static int run_watch(const cli_command *command, const cli_arguments *arguments)
{
    show s = {.game = NULL};
    int exit_code = show_setup(command, arguments, &s);

    if (exit_code == EXIT_DONE) {
        catch_interrupts();
        exit_code = play(&s);
    }
    if (exit_code == EXIT_DONE && arguments_has(arguments, OPTION_JSON))
        exit_code = print_json(&s);
    else if (exit_code == EXIT_DONE)
        print_text(&s);
    tetress_tetris_agent_free(s.agent);
    tetress_tetris_free(s.game);
    return exit_code;
}

static const option_id WATCH_OPTIONS[] = {
    OPTION_EVALUATOR, OPTION_WEIGHTS,  OPTION_LOOKAHEAD, OPTION_WIDTH, OPTION_SHALLOW,
    OPTION_PREVIEW,   OPTION_THREADS,  OPTION_POSITION,  OPTION_ROWS,  OPTION_SOURCE,
    OPTION_SEED,      OPTION_SEQUENCE, OPTION_PIECES,    OPTION_DELAY, OPTION_QUIET,
    OPTION_JSON,      OPTION_HELP};

const cli_command command_tetris_watch = {
    .name = "tetris watch",
    .operands = "",
    .summary = "watch an agent play",
    .description =
        "Watch an agent play in the terminal until the game is over, --pieces were placed or Ctrl-C\n"
        "is pressed. If standard output is not a terminal, or with --quiet or --json, the agent plays\n"
        "as fast as it can and only the end is shown. Pieces per second count the time of playing\n"
        "without drawing and delay.\n",
    .options = WATCH_OPTIONS,
    .run = run_watch,
};
