/* SPDX-License-Identifier: MIT */
/* Which known word somebody may have meant. */
#include <string.h>

#include "cmocka_all.h"
#include "nearest.h"

static const char KNOWN[] =
    "negamax mcts s4-final level-1 level-10 nodes wall_ms hash region reach s0";

static void the_nearest_word_is_found(void **state)
{
    static const struct {
        const char *written, *meant; /* NULL: nothing is near */
    } ROWS[] = {
        {"negamax", "negamax"},
        {"negamx", "negamax"},
        {"nagemax", "negamax"},
        {"NegaMax", "negamax"},
        {"engamax", "negamax"},
        {"negaamax", "negamax"},
        {"mtcs", "mcts"},
        {"mcst", "mcts"},
        {"s4_final", "s4-final"},
        {"s4final", "s4-final"},
        {"levl-1", "level-1"},
        {"level10", "level-10"},
        {"lvel 10", "level-10"},
        {"node", "nodes"},
        {"wall", "wall_ms"},
        {"wa", "wall_ms"},
        {"s4", "s4-final"},
        {"hush", "hash"},
        {"regoin", "region"},
        {"raech", "reach"},
        {"s9", "s0"},
        {"deepblue", NULL},
        {"", NULL},
        {"x", NULL},
        {"-", NULL},
        {"minimax", NULL},
        {"rush", NULL},
        {"\x01\xff", NULL},
        {"nnue", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        ttr_nearest nearest = ttr_nearest_start(ROWS[i].written, strlen(ROWS[i].written));

        ttr_nearest_offer_list(&nearest, KNOWN);
        if (ROWS[i].meant == NULL) {
            assert_null(nearest.found);
            continue;
        }
        assert_non_null(nearest.found);
        assert_int_equal(nearest.found_length, strlen(ROWS[i].meant));
        assert_memory_equal(nearest.found, ROWS[i].meant, nearest.found_length);
    }
}

/* Whatever the lengths, up to those that are not compared. */
static void words_of_any_length_are_compared(void **state)
{
    char written[100], known[100];

    (void)state;
    memset(written, 'a', sizeof written);
    memset(known, 'a', sizeof known);
    for (size_t i = 0; i <= sizeof written; i++) {
        for (size_t j = 0; j <= sizeof known; j++) {
            ttr_nearest nearest = ttr_nearest_start(written, i);

            ttr_nearest_offer(&nearest, known, j);
            if (i == j)
                assert_true((nearest.found == known) == (i >= 2 && i <= 40));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_word_is_found),
        cmocka_unit_test(words_of_any_length_are_compared),
    };

    return cmocka_run_group_tests_name("nearest", tests, NULL, NULL);
}
