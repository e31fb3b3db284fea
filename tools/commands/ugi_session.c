/* SPDX-License-Identifier: MIT */
/* The UGI protocol: parses commands, runs searches in a thread, and answers while one is
 * running. */
#define _POSIX_C_SOURCE 200809L /* flockfile, threads */

/*
 * The Universal Game Interface: UCI for any two-player game, with `query` for what the runner
 * cannot know. Player 1 is red.
 */
#include "ugi_session.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "move_list.h"
#include "names.h"
#include "search_lines.h"
#include "shown_text.h"

/* What a search takes that no limit of `go` would end. */
#define DEFAULT_MS 1000

/* Longer errors, which repeat a long command, are cut. */
#define ERROR_LENGTH 1024

struct ugi_session {
    FILE *out;
    const tetress_allocator *memory;
    tetress_engine *engine;
    char spec[UGI_SPEC_LENGTH + 1];
    tetress_game *game;
    tetress_budget budget;

    pthread_t thread;
    bool thread_runs;       /* started and not yet joined */
    atomic_bool searching;  /* the thread has not found its best move yet */
    pthread_mutex_t lock;   /* for `released` */
    pthread_cond_t release; /* an infinite search that has ended may say its move */
    bool released;
};

static void say(const ugi_session *s, const char *line)
{
    flockfile(s->out);
    fputs(line, s->out);
    putc('\n', s->out);
    fflush(s->out);
    funlockfile(s->out);
}

static void say_error(const ugi_session *s, const char *what, const char *why)
{
    char text[ERROR_LENGTH];

    snprintf(text, sizeof text, "info string error: %s: %s", what, why);
    flockfile(s->out);
    fprintf(s->out, "%s\n", show_text(text));
    fflush(s->out);
    funlockfile(s->out);
}

/* The next word of a line, NUL-terminated in place; *line moves behind it. "" at the end. */
static char *next_word(char **line)
{
    char *word = *line + strspn(*line, " \t");
    size_t length = strcspn(word, " \t");

    *line = word + length;
    if (**line != '\0')
        *(*line)++ = '\0';
    return word;
}

/* ---- Searching ------------------------------------------------------------------------------- */

static int32_t say_progress(const tetress_result *so_far, const tetress_line *line, void *user)
{
    const ugi_session *s = user;

    flockfile(s->out);
    print_info_line(s->out, so_far, line, false);
    fflush(s->out);
    funlockfile(s->out);
    return 0;
}

/* `go infinite` promises that no move is said before `stop`, even if nothing is left to search or
 * the game is over. */
static void wait_for_release(ugi_session *s)
{
    pthread_mutex_lock(&s->lock);
    while ((s->budget.flags & TETRESS_BUDGET_INFINITE) != 0 && !s->released)
        pthread_cond_wait(&s->release, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

/* `go` alone, and limits that mean nothing to this player (playouts to negamax), leave a search
 * that nothing ends: then it takes DEFAULT_MS. */
static tetress_status search(ugi_session *s, tetress_result *result)
{
    tetress_status status = tetress_engine_search(s->engine, s->game, &s->budget, result);

    if (status != TETRESS_EARG)
        return status;
    s->budget.wall_ms = DEFAULT_MS;
    return tetress_engine_search(s->engine, s->game, &s->budget, result);
}

static void *search_thread(void *shared)
{
    ugi_session *s = shared;
    tetress_result result = TETRESS_RESULT_INIT;
    char name[TETRESS_MOVE_TEXT] = "none";
    tetress_status status = search(s, &result);

    if (status == TETRESS_OK)
        move_name(result.move, name);
    else
        say_error(s, "go", tetress_engine_error(s->engine)->text);
    wait_for_release(s);
    /* Before the move is said: the runner may answer it at once, and obey() joins this thread. */
    atomic_store(&s->searching, false);
    flockfile(s->out);
    if (status == TETRESS_OK && result.stop_reason == TETRESS_STOP_BOOK)
        fputs("info string book\n", s->out);
    fprintf(s->out, "bestmove %s\n", name);
    fflush(s->out);
    funlockfile(s->out);
    return NULL;
}

static void join_search(ugi_session *s)
{
    if (s->thread_runs)
        pthread_join(s->thread, NULL);
    s->thread_runs = false;
}

static void stop_search(ugi_session *s)
{
    if (!s->thread_runs)
        return;
    tetress_engine_stop(s->engine);
    pthread_mutex_lock(&s->lock);
    s->released = true;
    pthread_cond_signal(&s->release);
    pthread_mutex_unlock(&s->lock);
    join_search(s);
}

static void start_search(ugi_session *s)
{
    join_search(s);
    tetress_engine_resume(s->engine);
    s->released = false;
    atomic_store(&s->searching, true);
    s->thread_runs = pthread_create(&s->thread, NULL, search_thread, s) == 0;
    if (!s->thread_runs) {
        say_error(s, "go", "no thread for the search: it cannot be stopped, so it is short");
        s->budget = (tetress_budget)TETRESS_BUDGET_INIT;
        search_thread(s);
    }
}

/* ---- Commands -------------------------------------------------------------------------------- */

static const char *option_type(int32_t type)
{
    return type == TETRESS_OPTION_INTEGER  ? "spin"
           : type == TETRESS_OPTION_CHOICE ? "combo"
                                           : "string";
}

static void print_option(FILE *out, const tetress_option *option)
{
    const char *choice = option->choices;

    fprintf(out, "option name %s type %s default %s", option->name, option_type(option->type),
            option->default_value);
    if (option->type == TETRESS_OPTION_INTEGER)
        fprintf(out, " min %s max %s", option->minimum, option->maximum);
    while (choice != NULL && *choice != '\0') {
        int length = (int)strcspn(choice, " ");

        fprintf(out, " var %.*s", length, choice);
        choice += length;
        choice += strspn(choice, " ");
    }
    putc('\n', out);
}

static void introduce(const ugi_session *s)
{
    flockfile(s->out);
    fprintf(s->out, "id name libtetress %s\nid author the libtetress authors\n", tetress_version());
    fprintf(s->out, "option name player type string default %s\n", s->spec);
    for (uint32_t i = 0; i < tetress_engine_option_count(s->engine); i++) {
        tetress_option option = TETRESS_OPTION_INIT;

        tetress_engine_option(s->engine, i, &option);
        print_option(s->out, &option);
    }
    fputs("ugiok\n", s->out);
    fflush(s->out);
    funlockfile(s->out);
}

static void set_player(ugi_session *s, const char *spec)
{
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_engine *engine;
    char told[TOLD_ERROR];

    if (strlen(spec) >= sizeof s->spec)
        say_error(s, "setoption player", "the spec is too long");
    else if (tetress_engine_new(s->memory, spec, &engine, &error) != TETRESS_OK)
        say_error(s, "setoption player", told_error(&error, spec, told));
    else {
        tetress_engine_free(s->engine);
        s->engine = engine;
        tetress_engine_set_info(engine, say_progress, s);
        strcpy(s->spec, spec);
    }
}

/* setoption name NAME value VALUE; the value is the rest of the line. */
static void set_option(ugi_session *s, char *rest)
{
    const char *name;
    char told[TOLD_ERROR];

    if (strcmp(next_word(&rest), "name") != 0) {
        say_error(s, "setoption", "expected 'name NAME value VALUE'");
        return;
    }
    name = next_word(&rest);
    if (strcmp(next_word(&rest), "value") != 0) {
        say_error(s, "setoption", "expected 'value VALUE' after the name");
        return;
    }
    rest += strspn(rest, " \t");
    if (strcmp(name, "player") == 0)
        set_player(s, rest);
    else if (tetress_engine_set(s->engine, name, rest) != TETRESS_OK)
        say_error(s, "setoption", told_error(tetress_engine_error(s->engine), s->spec, told));
}

/* position startpos | fen ROWS TURN PLY, then moves M...; a line that makes no sense changes
 * nothing. */
static void set_position(ugi_session *s, char *rest)
{
    const char *kind = next_word(&rest);
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_game *game = NULL;
    char fault[512] = "out of memory";
    bool good;

    if (strcmp(kind, "startpos") == 0) {
        good = tetress_game_new(NULL, &game) == TETRESS_OK;
    } else if (strcmp(kind, "fen") == 0) {
        const char *rows = next_word(&rest), *turn = next_word(&rest), *ply = next_word(&rest);
        char text[1024];

        snprintf(text, sizeof text, "%s %s %s", rows, turn, ply);
        good = tetress_game_from_text(NULL, text, &game, &error) == TETRESS_OK;
        snprintf(fault, sizeof fault, "%s", error.text);
    } else {
        say_error(s, "position", "expected 'startpos' or 'fen'");
        return;
    }
    if (good) {
        const char *moves = next_word(&rest);

        if (strcmp(moves, "moves") == 0) {
            good = apply_moves(game, rest, fault, sizeof fault);
        } else if (*moves != '\0') {
            good = false;
            snprintf(fault, sizeof fault, "expected 'moves', not '%.40s'", moves);
        }
    }
    if (!good) {
        say_error(s, "position", fault);
        tetress_game_free(game);
        return;
    }
    tetress_game_free(s->game);
    s->game = game;
}

/* A whole number, cut to `least` and `most`: a clock that is used up, or below zero, and a limit of
 * zero ask for the fastest move there is, and not for a search without limit. False, and nothing is
 * changed, if the word is no whole number. */
static bool read_cut(const char *word, uint64_t least, uint64_t most, uint64_t *value)
{
    bool below_zero = word[0] == '-';
    uint64_t number = 0;

    if (!read_integer(word + below_zero, UINT64_MAX, &number))
        return false;
    if (below_zero || number < least)
        number = least;
    *value = number < most ? number : most;
    return true;
}

/* What a `go` line says; 0: nothing, except for increments. */
typedef struct go_limits {
    uint64_t clocks[2], increments[2];
    uint64_t movetime, nodes, playouts, depth;
} go_limits;

static bool read_limit(go_limits *limits, const char *key, const char *value)
{
    const struct {
        const char *key;
        uint64_t least, most;
        uint64_t *target;
    } LIMITS[] = {{"p1time", 1, UINT32_MAX, &limits->clocks[0]},
                  {"p2time", 1, UINT32_MAX, &limits->clocks[1]},
                  {"p1inc", 0, UINT32_MAX, &limits->increments[0]},
                  {"p2inc", 0, UINT32_MAX, &limits->increments[1]},
                  {"movetime", 1, UINT32_MAX, &limits->movetime},
                  {"depth", 1, UINT32_MAX, &limits->depth},
                  {"nodes", 1, UINT64_MAX, &limits->nodes},
                  {"playouts", 1, UINT64_MAX, &limits->playouts}};

    for (size_t i = 0; i < sizeof LIMITS / sizeof LIMITS[0]; i++) {
        if (strcmp(LIMITS[i].key, key) == 0)
            return read_cut(value, LIMITS[i].least, LIMITS[i].most, LIMITS[i].target);
    }
    return false;
}

/* The mover's clock is the one that counts. An increment without a clock is all the time that the
 * move has. */
static void set_budget(ugi_session *s, const go_limits *limits)
{
    tetress_budget *budget = &s->budget;
    int turn = tetress_game_turn(s->game);
    uint64_t clock = limits->clocks[turn];

    budget->increment_ms = (uint32_t)limits->increments[turn];
    budget->clock_ms = clock != 0 ? (uint32_t)clock : budget->increment_ms;
    budget->wall_ms = (uint32_t)limits->movetime;
    budget->depth = (uint32_t)limits->depth;
    budget->nodes = limits->nodes;
    budget->playouts = limits->playouts;
}

static void go(ugi_session *s, char *rest)
{
    go_limits limits = {0};
    const char *key;

    s->budget = (tetress_budget)TETRESS_BUDGET_INIT;
    while (*(key = next_word(&rest)) != '\0') {
        const char *value;

        if (strcmp(key, "infinite") == 0) {
            s->budget.flags |= TETRESS_BUDGET_INFINITE;
            continue;
        }
        value = next_word(&rest);
        if (!read_limit(&limits, key, value)) {
            say_error(s, "go", "unknown limit, or no whole number behind it; nothing is searched");
            return;
        }
    }
    set_budget(s, &limits);
    start_search(s);
}

static void query(const ugi_session *s, const char *question)
{
    int32_t reason = tetress_game_reason(s->game);
    int32_t winner = tetress_game_winner(s->game);

    if (strcmp(question, "gameover") == 0)
        say(s, reason == TETRESS_REASON_NONE ? "response false" : "response true");
    else if (strcmp(question, "p1turn") == 0)
        say(s, tetress_game_turn(s->game) == TETRESS_RED ? "response true" : "response false");
    else if (strcmp(question, "result") != 0)
        say_error(s, "query", "knows gameover, p1turn and result");
    else if (reason == TETRESS_REASON_NONE)
        say(s, "response none");
    else if (winner == TETRESS_NOBODY)
        say(s, "response draw");
    else
        say(s, winner == TETRESS_RED ? "response p1win" : "response p2win");
}

static void new_game(ugi_session *s)
{
    tetress_game *game;

    tetress_engine_reset(s->engine);
    if (tetress_game_new(NULL, &game) != TETRESS_OK) {
        say_error(s, "uginewgame", "out of memory");
        return;
    }
    tetress_game_free(s->game);
    s->game = game;
}

/* Commands that a search does not mind. */
static bool obey_any_time(ugi_session *s, const char *word)
{
    if (strcmp(word, "isready") == 0)
        say(s, "readyok");
    else if (strcmp(word, "stop") == 0)
        stop_search(s);
    else
        return false;
    return true;
}

static void obey(ugi_session *s, const char *word, char *rest)
{
    if (atomic_load(&s->searching)) {
        say_error(s, word, "a search is running; send 'stop' first");
        return;
    }
    join_search(s);
    if (strcmp(word, "ugi") == 0)
        introduce(s);
    else if (strcmp(word, "uginewgame") == 0)
        new_game(s);
    else if (strcmp(word, "setoption") == 0)
        set_option(s, rest);
    else if (strcmp(word, "position") == 0)
        set_position(s, rest);
    else if (strcmp(word, "go") == 0)
        go(s, rest);
    else if (strcmp(word, "query") == 0)
        query(s, next_word(&rest));
    else
        say_error(s, word, "unknown command");
}

bool ugi_session_obey(ugi_session *s, char *line)
{
    char *rest = line;
    const char *word;

    line[strcspn(line, "\r\n")] = '\0';
    word = next_word(&rest);
    if (strcmp(word, "quit") == 0)
        return false;
    if (*word != '\0' && !obey_any_time(s, word))
        obey(s, word, rest);
    return true;
}

/* ---- The session ----------------------------------------------------------------------------- */

void ugi_session_settle(ugi_session *s)
{
    if ((s->budget.flags & TETRESS_BUDGET_INFINITE) == 0)
        join_search(s);
}

const tetress_game *ugi_session_game(const ugi_session *s)
{
    return s->game;
}

tetress_status ugi_session_new(const char *spec, const tetress_allocator *memory, FILE *out,
                               ugi_session **session, tetress_error *error)
{
    ugi_session *s;
    tetress_status status = TETRESS_ENOMEM;

    *session = NULL;
    if (strlen(spec) > UGI_SPEC_LENGTH) {
        snprintf(error->text, sizeof error->text, "the player spec is too long");
        return TETRESS_ETEXT;
    }
    snprintf(error->text, sizeof error->text, "%s", tetress_status_text(status));
    s = calloc(1, sizeof *s);
    if (s == NULL)
        return status;
    s->out = out;
    s->memory = memory;
    strcpy(s->spec, spec);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->release, NULL);
    if (tetress_game_new(NULL, &s->game) == TETRESS_OK)
        status = tetress_engine_new(memory, spec, &s->engine, error);
    if (status != TETRESS_OK) {
        ugi_session_free(s);
        return status;
    }
    tetress_engine_set_info(s->engine, say_progress, s);
    *session = s;
    return status;
}

void ugi_session_free(ugi_session *s)
{
    stop_search(s);
    tetress_engine_free(s->engine);
    tetress_game_free(s->game);
    pthread_cond_destroy(&s->release);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
