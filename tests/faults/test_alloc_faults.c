/* SPDX-License-Identifier: MIT */
/* Every n-th allocation fails, for every n: an error comes back, nothing leaks, handles stay
 * usable. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <tetress/tetress.h>

#include "cmocka_all.h"

/* Counts what is held and refuses allocation number `fail_at`, from 1; 0 refuses none. */
typedef struct bank {
    size_t held;
    size_t blocks;
    int asked;
    int fail_at;
} bank;

static void *bank_alloc(void *ctx, size_t size)
{
    bank *b = ctx;
    void *block;

    assert_true(size > 0);
    if (++b->asked == b->fail_at)
        return NULL;
    block = malloc(size);
    assert_non_null(block);
    memset(block, 0xa5, size); /* fresh memory is never zero by luck */
    b->held += size;
    b->blocks++;
    return block;
}

static void bank_free(void *ctx, void *block, size_t size)
{
    bank *b = ctx;

    assert_non_null(block);
    memset(block, 0x5a, size);
    b->held -= size;
    b->blocks--;
    free(block);
}

static void assert_refused(tetress_status status, const void *handle)
{
    assert_int_equal(status, TETRESS_ENOMEM);
    assert_null(handle);
}

/* One use of everything that allocates. Returns true if any step was refused. */
static bool use_everything(bank *b, const char *spec)
{
    const tetress_allocator memory = {b, bank_alloc, bank_free};
    tetress_game *game = NULL, *copy = NULL, *read = NULL;
    tetress_engine *engine = NULL;
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;
    char text[TETRESS_POSITION_TEXT];
    tetress_status status;
    bool refused = false;

    status = tetress_game_new(&memory, &game);
    if (status != TETRESS_OK) {
        assert_refused(status, game);
        refused = true;
        assert_int_equal(tetress_game_new(&memory, &game), TETRESS_OK);
    }
    assert_int_equal(tetress_game_apply(game, 200), TETRESS_OK);
    status = tetress_game_copy(game, &copy);
    if (status != TETRESS_OK) {
        assert_refused(status, copy);
        refused = true;
    }
    tetress_game_to_text(game, text, sizeof text, NULL);
    status = tetress_game_from_text(&memory, text, &read, &error);
    if (status != TETRESS_OK) {
        assert_refused(status, read);
        assert_int_equal(error.status, TETRESS_ENOMEM);
        refused = true;
    }
    status = tetress_engine_new(&memory, spec, &engine, &error);
    if (status != TETRESS_OK) {
        assert_refused(status, engine);
        assert_int_equal(error.status, TETRESS_ENOMEM);
        refused = true;
        assert_int_equal(tetress_engine_new(&memory, spec, &engine, &error), TETRESS_OK);
    }
    for (int i = 0; i < 2; i++) {
        static const char *const SIZES[] = {"hash", "memory"};
        char before[16], after[16];

        if (tetress_engine_get(engine, SIZES[i], before, sizeof before, NULL) != TETRESS_OK)
            continue;
        status = tetress_engine_set(engine, SIZES[i], "2");
        if (status == TETRESS_OK)
            continue;
        assert_int_equal(status, TETRESS_ENOMEM);
        assert_int_equal(tetress_engine_error(engine)->status, TETRESS_ENOMEM);
        tetress_engine_get(engine, SIZES[i], after, sizeof after, NULL);
        assert_string_equal(before, after);
        refused = true;
    }
    budget.nodes = 400;
    while (tetress_game_reason(game) == TETRESS_REASON_NONE) {
        int asked = b->asked;

        assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_OK);
        assert_int_equal(b->asked, asked); /* a search allocates nothing */
        assert_int_equal(tetress_game_apply(game, result.move), TETRESS_OK);
    }
    tetress_engine_free(engine);
    tetress_game_free(read);
    tetress_game_free(copy);
    tetress_game_free(game);
    return refused;
}

static void every_allocation_may_fail(void **state)
{
    static const char *const SPECS[] = {"negamax:hash=1", "mcts:memory=1", "greedy", "random"};

    (void)state;
    for (size_t s = 0; s < sizeof SPECS / sizeof SPECS[0]; s++) {
        bank whole = {0, 0, 0, 0};

        assert_false(use_everything(&whole, SPECS[s]));
        assert_true(whole.asked >= 4);
        for (int n = 1; n <= whole.asked; n++) {
            bank b = {0, 0, 0, n};

            assert_true(use_everything(&b, SPECS[s]));
            assert_int_equal(b.held, 0);
            assert_int_equal(b.blocks, 0);
        }
        assert_int_equal(whole.held, 0);
        assert_int_equal(whole.blocks, 0);
    }
}

static void an_allocator_without_a_function_is_refused(void **state)
{
    bank b = {0, 0, 0, 0};
    const tetress_allocator lacking[] = {{&b, NULL, bank_free}, {&b, bank_alloc, NULL}};

    (void)state;
    for (int i = 0; i < 2; i++) {
        tetress_game *game = (tetress_game *)1;
        tetress_engine *engine = (tetress_engine *)1;

        assert_int_equal(tetress_game_new(&lacking[i], &game), TETRESS_EARG);
        assert_null(game);
        assert_int_equal(tetress_engine_new(&lacking[i], "random", &engine, NULL), TETRESS_EARG);
        assert_null(engine);
    }
    assert_int_equal(b.asked, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(an_allocator_without_a_function_is_refused),
    };

    return cmocka_run_group_tests_name("alloc_faults", tests, NULL, NULL);
}
