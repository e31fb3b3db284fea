/* SPDX-License-Identifier: MIT */
/*
 * Logs that break off: cut at every byte, each is an unfinished game, or says in one sentence why
 * not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"
#include "game_file.h"
#include "text_file.h"

static const char *const LOGS[] = {
    "both.txt",          "failed.log",        "failed.txt",        "illegal.log",
    "illegal.txt",       "no_action.log",     "no_action.txt",     "win.log",
    "win.txt",           "wall_time.txt",     "name_timeout.txt",  "powershell.txt",
    "bom.log",           "ours/crash.log",    "ours/crash.txt",    "ours/memory.log",
    "ours/memory.txt",   "ours/occupied.log", "ours/occupied.txt", "ours/protocol.log",
    "ours/protocol.txt", "ours/time.log",     "ours/time.txt",     "ours/win.log",
    "ours/win.txt",
};

/* The bytes of a file as they are. */
static char *raw_file(const char *name, size_t *size)
{
    char path[512];
    char *bytes = malloc(1 << 20);
    FILE *file;

    snprintf(path, sizeof path, "%s/referee/%s", TEST_DATA, name);
    file = fopen(path, "rb");
    assert_non_null(file);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 20, file);
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
    return bytes;
}

/* The first `cut` bytes as a file of their own. */
static bool read_prefix(const char *bytes, size_t cut, saved_game *saved, read_fault *fault)
{
    size_t size = cut;
    char *text = malloc(cut + 1);
    bool good;

    assert_non_null(text);
    memcpy(text, bytes, cut);
    text = text_file_decode(text, &size);
    assert_non_null(text);
    good = game_file_pick(text, size, 1, saved, fault);
    free(text);
    return good;
}

static void check_fault(const char *name, size_t cut, bool begun, const char *text)
{
    if (begun)
        fail_msg("%s, cut at byte %zu: the game was there before: %s", name, cut, text);
    assert_true(strlen(text) > 10 && strchr(text, '\n') == NULL);
}

/* Its actions are the first of the whole game, and it has no end that the log has not told. */
static void check_game(const char *name, size_t cut, const saved_game *part,
                       const saved_game *whole)
{
    const char *result = game_record_result(&part->record);

    if (part->record.count > whole->record.count)
        fail_msg("%s, cut at byte %zu: too many actions", name, cut);
    for (size_t i = 0; i < part->record.count; i++)
        assert_int_equal(part->record.actions[i].move, whole->record.actions[i].move);
    if (strcmp(result, "unfinished") != 0)
        assert_string_equal(result, game_record_result(&whole->record));
}

static void every_prefix_is_an_unfinished_game_or_says_why_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof LOGS / sizeof LOGS[0]; i++) {
        size_t size, games = 0;
        char *bytes = raw_file(LOGS[i], &size);
        saved_game whole;
        read_fault fault = {.text = ""};

        assert_true(read_prefix(bytes, size, &whole, &fault));
        for (size_t cut = 0; cut < size; cut++) {
            saved_game part;

            if (!read_prefix(bytes, cut, &part, &fault)) {
                check_fault(LOGS[i], cut, games > 0, fault.text);
                continue;
            }
            games++;
            check_game(LOGS[i], cut, &part, &whole);
            saved_game_clear(&part);
        }
        print_message("%s: %zu cuts, %zu games\n", LOGS[i], size, games);
        assert_true(games > 0);
        saved_game_clear(&whole);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_is_an_unfinished_game_or_says_why_not),
    };

    return cmocka_run_group_tests_name("log_cuts", tests, NULL, NULL);
}
