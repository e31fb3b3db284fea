/* SPDX-License-Identifier: MIT */
/* Training data byte for byte, and work that is taken up in order. */
#define _POSIX_C_SOURCE 200809L /* mkstemp, nanosleep */

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cmocka_all.h"
#include "ordered_jobs.h"
#include "training_file.h"
#include "workers.h"

/* ---- The file -------------------------------------------------------------------------------- */

static size_t read_all(const char *path, uint8_t *bytes, size_t room)
{
    FILE *file = fopen(path, "rb");
    size_t length;

    assert_non_null(file);
    length = fread(bytes, 1, room, file);
    fclose(file);
    return length;
}

static void numbers_are_little_endian_and_results_the_movers(void **state)
{
    static const uint8_t SECOND[TRAINING_POSITION_SIZE] = {
        8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0,    0,    0,    1,    0,    0,    0, 0, 0, 0, 0, 0x80,
        2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0xfa, 0x08, 5, 2, 1, 2, 9, 1};
    training_game game = {.count = 2, .winner = TETRESS_BLUE, .reason = TETRESS_REASON_TURN_LIMIT};
    char path[] = "/tmp/test_training_XXXXXX";
    uint8_t bytes[2 * TRAINING_HEADER_SIZE];
    training_file file;
    int made = mkstemp(path);

    (void)state;
    assert_true(made >= 0);
    close(made);
    game.positions[0].ply = 4;
    game.positions[1] = (training_position){
        .tokens = {{UINT64_C(0x0102030405060708), UINT64_C(1) << 56}, {UINT64_C(1) << 63, 2}},
        .score = -2,
        .move = 2298,
        .ply = 5,
        .flags = TRAINING_RANDOM,
        .depth = 9};
    assert_int_equal(training_file_open(&file, path, "a=1\nb=2\n"), 0);
    assert_true(training_file_add(&file, &game));
    assert_true(training_file_add(&file, &game));
    assert_true(training_file_close(&file));
    assert_int_equal(read_all(path, bytes, sizeof bytes), TRAINING_HEADER_SIZE + 4 * 48);
    assert_memory_equal(bytes, "TTRSELF\n\1\0\0\0\0\4\0\0\60\0\0\0\0\0\0\0a=1\nb=2\n\0", 33);
    assert_memory_equal(bytes + TRAINING_HEADER_SIZE + 3 * 48, SECOND, sizeof SECOND);
    assert_int_equal(bytes[TRAINING_HEADER_SIZE + 2 * 48 + 44], 0xff); /* red moves, blue wins */
    assert_int_equal(training_file_open(&file, path, "a=1\nb=2\n"), 0);
    assert_int_equal(file.games, 2);
    assert_true(training_file_close(&file));
    remove(path);
}

/* ---- The order ------------------------------------------------------------------------------- */

#define JOBS 400

typedef struct counter {
    ordered_jobs jobs;
    uint64_t expected;
    uint64_t stop_after;
    bool faulty;
} counter;

static bool count(void *shared, uint64_t number, void *result, char fault[JOBS_FAULT_SIZE])
{
    counter *c = shared;

    assert_true(number == c->expected && *(uint64_t *)result == number * number);
    c->expected++;
    if (number != c->stop_after)
        return true;
    if (c->faulty)
        strcpy(fault, "enough");
    return false;
}

/* Numbers of games have 32 bits: none is given twice. */
static void numbers_of_games_do_not_start_again(void **state)
{
    static const training_game GAME = {.count = 1, .winner = TETRESS_RED};
    char path[] = "/tmp/test_training_XXXXXX";
    uint8_t bytes[2 * TRAINING_HEADER_SIZE];
    training_file file;
    FILE *raw;
    int made = mkstemp(path);

    (void)state;
    assert_true(made >= 0);
    close(made);
    assert_int_equal(training_file_open(&file, path, "a=1\n"), 0);
    file.games = UINT32_MAX - 1;
    assert_true(training_file_add(&file, &GAME));
    assert_false(training_file_add(&file, &GAME));
    assert_true(training_file_close(&file));
    assert_int_equal(training_file_open(&file, path, "a=1\n"), 0);
    assert_int_equal(file.games, UINT32_MAX);
    assert_true(training_file_close(&file));

    raw = fopen(path, "r+b");
    assert_non_null(raw);
    assert_int_equal(fseek(raw, TRAINING_HEADER_SIZE + 32, SEEK_SET), 0);
    assert_int_equal(fwrite("\xff\xff\xff\xff", 4, 1, raw), 1);
    assert_int_equal(fclose(raw), 0);
    assert_int_equal(training_file_open(&file, path, "a=1\n"), 1);
    assert_int_equal(read_all(path, bytes, sizeof bytes), TRAINING_HEADER_SIZE + 48);
    unlink(path);
}

static void *square(void *shared)
{
    counter *c = shared;
    uint64_t number;

    while (ordered_jobs_next(&c->jobs, &number)) {
        uint64_t *result = malloc(sizeof *result);

        if (number % 7 == 0)
            nanosleep(&(struct timespec){0, 300000}, NULL);
        *result = number * number;
        ordered_jobs_finish(&c->jobs, number, result);
    }
    return NULL;
}

static void run(counter *c, uint64_t first, uint64_t stop_after, size_t threads)
{
    c->expected = first;
    c->stop_after = stop_after;
    assert_true(ordered_jobs_init(&c->jobs, first, JOBS, threads, count, c));
    run_workers(threads, square, c);
}

static void results_are_taken_up_in_order_by_any_number_of_threads(void **state)
{
    (void)state;
    for (size_t threads = 1; threads <= 8; threads++) {
        counter c = {0};

        run(&c, threads, UINT64_MAX, threads);
        assert_true(c.expected == JOBS);
        assert_true(c.jobs.fault[0] == '\0');
        ordered_jobs_free(&c.jobs);
    }
}

static void taking_up_can_end_the_work(void **state)
{
    (void)state;
    for (size_t threads = 1; threads <= 8; threads++) {
        counter c = {.faulty = threads % 2 == 0};

        run(&c, 0, 100, threads);
        assert_true(c.expected == 101);
        assert_string_equal(c.jobs.fault, c.faulty ? "enough" : "");
        ordered_jobs_free(&c.jobs);
    }
}

static void the_first_fault_is_kept(void **state)
{
    counter c = {0};
    uint64_t number;

    (void)state;
    assert_true(ordered_jobs_init(&c.jobs, 0, JOBS, 2, count, &c));
    ordered_jobs_fail(&c.jobs, "here", "one");
    ordered_jobs_fail(&c.jobs, "there", "two");
    assert_string_equal(c.jobs.fault, "here: one");
    assert_false(ordered_jobs_next(&c.jobs, &number));
    ordered_jobs_free(&c.jobs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_little_endian_and_results_the_movers),
        cmocka_unit_test(numbers_of_games_do_not_start_again),
        cmocka_unit_test(results_are_taken_up_in_order_by_any_number_of_threads),
        cmocka_unit_test(taking_up_can_end_the_work),
        cmocka_unit_test(the_first_fault_is_kept),
    };

    return cmocka_run_group_tests_name("training_file", tests, NULL, NULL);
}
