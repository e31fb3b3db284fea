/* SPDX-License-Identifier: MIT */
/* Engines in several threads, and stops of engines and agents from others. Meant for the thread
 * sanitizer too. */
#define _POSIX_C_SOURCE 200809L /* nanosleep, sigaction */

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include <tetress/tetress.h>

#include "cmocka_all.h"
#include "handles.h"

static void sleep_ms(long ms)
{
    struct timespec wait = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&wait, NULL);
}

/* ---- Many engines, one game ------------------------------------------------------------------ */

typedef struct job {
    const char *spec;
    const tetress_game *game; /* shared, read only */
    tetress_move moves[4];
    int failed;
} job;

static void *search_shared_game(void *arg)
{
    job *j = arg;
    tetress_engine *engine = NULL;
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;

    j->failed = tetress_engine_new(NULL, j->spec, &engine, NULL) != TETRESS_OK;
    budget.nodes = 2000;
    for (int i = 0; i < 4 && !j->failed; i++) {
        j->failed = tetress_engine_search(engine, j->game, &budget, &result) != TETRESS_OK ||
                    tetress_game_is_legal(j->game, result.move) != 1;
        j->moves[i] = result.move;
    }
    tetress_engine_free(engine);
    return NULL;
}

static void engines_in_threads_find_what_they_find_alone(void **state)
{
    static const char *const SPECS[] = {"negamax", "mcts", "negamax:evaluator=s1", "greedy"};
    tetress_game *game = new_game();
    job alone[4], together[4];
    pthread_t threads[4];

    (void)state;
    tetress_game_apply(game, 300);
    tetress_game_apply(game, 1200);
    for (int i = 0; i < 4; i++) {
        alone[i] = together[i] = (job){SPECS[i], game, {0}, 0};
        search_shared_game(&alone[i]);
        assert_false(alone[i].failed);
    }
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, search_shared_game, &together[i]), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_false(together[i].failed);
        assert_memory_equal(alone[i].moves, together[i].moves, sizeof alone[i].moves);
    }
    tetress_game_free(game);
}

/* ---- Stops ----------------------------------------------------------------------------------- */

typedef struct endless {
    tetress_engine *engine;
    tetress_game *game;
    tetress_status status;
    tetress_result result;
} endless;

static void *search_for_ever(void *arg)
{
    endless *e = arg;
    tetress_budget budget = TETRESS_BUDGET_INIT;

    budget.flags = TETRESS_BUDGET_INFINITE;
    e->result = (tetress_result)TETRESS_RESULT_INIT;
    e->status = tetress_engine_search(e->engine, e->game, &budget, &e->result);
    return NULL;
}

static void another_thread_can_stop_a_search(void **state)
{
    static const char *const SPECS[] = {"negamax", "mcts"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        endless e = {new_engine(SPECS[i]), new_game(), 0, TETRESS_RESULT_INIT};
        pthread_t thread;

        for (int round = 0; round < 5; round++) {
            assert_int_equal(pthread_create(&thread, NULL, search_for_ever, &e), 0);
            sleep_ms(round * 3); /* 0: the stop may even come before the search */
            tetress_engine_stop(e.engine);
            pthread_join(thread, NULL);
            assert_int_equal(e.status, TETRESS_OK);
            assert_int_equal(e.result.stop_reason, TETRESS_STOP_REQUESTED);
            assert_int_equal(tetress_game_is_legal(e.game, e.result.move), 1);
        }
        tetress_engine_free(e.engine);
        tetress_game_free(e.game);
    }
}

static _Atomic(tetress_engine *) signal_engine;

static void stop_on_signal(int number)
{
    (void)number;
    tetress_engine_stop(atomic_load(&signal_engine));
}

static void a_signal_handler_can_stop_a_search(void **state)
{
    endless e = {new_engine("negamax"), new_game(), 0, TETRESS_RESULT_INIT};
    struct sigaction action;
    pthread_t thread;

    (void)state;
    memset(&action, 0, sizeof action);
    action.sa_handler = stop_on_signal;
    assert_int_equal(sigaction(SIGUSR1, &action, NULL), 0);
    atomic_store(&signal_engine, e.engine);
    assert_int_equal(pthread_create(&thread, NULL, search_for_ever, &e), 0);
    sleep_ms(5);
    assert_int_equal(pthread_kill(thread, SIGUSR1), 0);
    pthread_join(thread, NULL);
    assert_int_equal(e.result.stop_reason, TETRESS_STOP_REQUESTED);
    tetress_engine_free(e.engine);
    tetress_game_free(e.game);
}

static int32_t note_progress(const tetress_result *so_far, const tetress_line *line, void *user)
{
    (void)so_far;
    (void)line;
    atomic_store((atomic_bool *)user, true);
    return 0;
}

static void a_second_search_on_a_busy_engine_is_refused(void **state)
{
    endless e = {new_engine("mcts"), new_game(), 0, TETRESS_RESULT_INIT};
    tetress_budget budget = TETRESS_BUDGET_INIT;
    atomic_bool running = false;
    pthread_t thread;

    (void)state;
    budget.nodes = 1;
    tetress_engine_set_info(e.engine, note_progress, &running);
    assert_int_equal(pthread_create(&thread, NULL, search_for_ever, &e), 0);
    while (!atomic_load(&running))
        sleep_ms(1);
    assert_int_equal(tetress_engine_search(e.engine, e.game, &budget, NULL), TETRESS_EBUSY);
    assert_int_equal(tetress_engine_set(e.engine, "memory", "1"), TETRESS_EBUSY);
    tetress_engine_stop(e.engine);
    pthread_join(thread, NULL);
    assert_int_equal(e.status, TETRESS_OK);
    assert_int_equal(tetress_engine_search(e.engine, e.game, &budget, NULL), TETRESS_OK);
    tetress_engine_free(e.engine);
    tetress_game_free(e.game);
}

/* ---- A number that stops agents ----------------------------------------------------------------
 */

/* A thread that says stop and takes it back, again and again. */
typedef struct flipper {
    _Atomic int32_t stop;
    atomic_bool done;
} flipper;

static void *flip(void *arg)
{
    flipper *f = arg;

    for (unsigned i = 0; !atomic_load(&f->done); i++) {
        struct timespec wait = {0, (long)(i % 7) * 500000};

        nanosleep(&wait, NULL);
        atomic_store(&f->stop, 1);
        wait.tv_nsec = (long)(i % 3) * 20000;
        nanosleep(&wait, NULL);
        atomic_store(&f->stop, 0);
    }
    return NULL;
}

static tetress_tetris_agent *agent_like(const tetress_tetris_options *options)
{
    tetress_tetris_agent *agent;

    assert_int_equal(tetress_tetris_agent_new(NULL, "dellacherie", options, &agent, NULL),
                     TETRESS_OK);
    return agent;
}

/* Play on in `game`, which must then stand where `calm` does after as many moves. */
static void play_on(const tetress_tetris_agent *agent, const tetress_tetris_agent *calm,
                    tetress_tetris *game, tetress_tetris *beside)
{
    assert_int_equal(tetress_tetris_agent_play(agent, game, 20), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_play(
                         calm, beside, tetress_tetris_turns(game) - tetress_tetris_turns(beside)),
                     TETRESS_OK);
    assert_true(tetress_tetris_hash(game) == tetress_tetris_hash(beside));
}

/* What measurements told. */
typedef struct told {
    double split[2], fitness;
    uint64_t games[2];
} told;

static const told NOTHING = {{7, 7}, 7, {7, 7}};

static told measured(const tetress_tetris_options *options)
{
    static const double weights[9] = {-1, 1, -1, -1, -4, -1, 0, 0, 0};
    tetress_tetris_objective objective = TETRESS_TETRIS_OBJECTIVE_INIT;
    tetress_tetris_agent *agent = agent_like(options);
    told t = NOTHING;

    objective.trials = 50;
    objective.games = 2;
    assert_int_equal(tetress_tetris_agent_split(agent, 5, 2, 50, 2, t.split), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_games(agent, 5, 0, 2, 200, 2, t.games), TETRESS_OK);
    assert_int_equal(tetress_tetris_fitness(NULL, options, TETRESS_TETRIS_DT, weights, 1,
                                            &objective, &t.fitness, NULL),
                     TETRESS_OK);
    tetress_tetris_agent_free(agent);
    return t;
}

/* Whatever a stopped call tells is what it tells undisturbed, or it tells nothing. */
static void agents_that_a_thread_stops_and_lets_go_on_tell_nothing_wrong(void **state)
{
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris_agent *calm = agent_like(&options), *agent;
    tetress_tetris *game, *beside;
    const told right = measured(&options);
    flipper f = {0, false};
    pthread_t thread;

    (void)state;
    options.stop = (const int32_t *)&f.stop;
    agent = agent_like(&options);
    assert_int_equal(tetress_tetris_new(NULL, 0, TETRESS_TETRIS_UNIFORM, 1, &game, NULL), 0);
    assert_int_equal(tetress_tetris_copy(game, &beside), TETRESS_OK);
    assert_int_equal(pthread_create(&thread, NULL, flip, &f), 0);
    for (int round = 0; round < 100; round++) {
        told now = measured(&options);

        play_on(agent, calm, game, beside);
        for (int i = 0; i < 2; i++) {
            assert_true(now.split[i] == 7 || now.split[i] == right.split[i]);
            assert_true(now.games[i] == 7 || now.games[i] == right.games[i]);
        }
        assert_true(now.fitness == 7 || now.fitness == right.fitness);
    }
    atomic_store(&f.done, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    tetress_tetris_free(game);
    tetress_tetris_free(beside);
    tetress_tetris_agent_free(agent);
    tetress_tetris_agent_free(calm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engines_in_threads_find_what_they_find_alone),
        cmocka_unit_test(another_thread_can_stop_a_search),
        cmocka_unit_test(a_signal_handler_can_stop_a_search),
        cmocka_unit_test(a_second_search_on_a_busy_engine_is_refused),
        cmocka_unit_test(agents_that_a_thread_stops_and_lets_go_on_tell_nothing_wrong),
    };

    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
