/* SPDX-License-Identifier: MIT */
/* Which kind of kernel runs: on processors of every kind, and as TETRESS_KERNEL says. */
#define _POSIX_C_SOURCE 200809L /* setenv, unsetenv */

#include <stdbool.h>
#include <stdlib.h>

#include "cmocka_all.h"
#include "kernel_kind.h"

static const ttr_kernel_kind KINDS[] = {TTR_KERNEL_PORTABLE, TTR_KERNEL_AVX2, TTR_KERNEL_AVX512};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static void every_kind_has_its_name(void **state)
{
    (void)state;
    assert_string_equal(ttr_kernel_kind_name(TTR_KERNEL_PORTABLE), "portable");
    assert_string_equal(ttr_kernel_kind_name(TTR_KERNEL_AVX2), "avx2");
    assert_string_equal(ttr_kernel_kind_name(TTR_KERNEL_AVX512), "avx512");
    assert_null(ttr_kernel_kind_name(TTR_KERNEL_NONE));
}

static void a_processor_runs_what_it_has_and_less_the_fastest_first(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(KINDS); k++) {
        ttr_kernel_kind last = TTR_KERNEL_NONE, kind;
        uint32_t i = 0;

        for (; (kind = ttr_kernel_kind_up_to(KINDS[k], i)) != TTR_KERNEL_NONE; i++) {
            assert_true(kind <= KINDS[k]);
            assert_true(i == 0 || kind < last);
            last = kind;
        }
        assert_int_equal(last, TTR_KERNEL_PORTABLE);
        assert_true(i <= KINDS[k]);
        assert_int_equal(ttr_kernel_kind_up_to(KINDS[k], UINT32_MAX), TTR_KERNEL_NONE);
    }
    assert_int_equal(ttr_kernel_kind_up_to(TTR_KERNEL_PORTABLE, 0), TTR_KERNEL_PORTABLE);
#ifdef TEST_HAVE_AVX2
    assert_int_equal(ttr_kernel_kind_up_to(TTR_KERNEL_AVX2, 0), TTR_KERNEL_AVX2);
    assert_int_equal(ttr_kernel_kind_up_to(TTR_KERNEL_AVX2, 1), TTR_KERNEL_PORTABLE);
#endif
#ifdef TEST_HAVE_AVX512
    assert_int_equal(ttr_kernel_kind_up_to(TTR_KERNEL_AVX512, 0), TTR_KERNEL_AVX512);
#endif
}

#ifdef TEST_HAVE_AVX512
/* The compilers of Linux know the same from the C runtime; that of zig does not. */
static void the_processor_says_what_the_compiler_knows(void **state)
{
    bool avx2, avx512;

    (void)state;
    __builtin_cpu_init();
    avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
             __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq") &&
             __builtin_cpu_supports("avx512bitalg");
    assert_int_equal(ttr_kernel_kind_of_processor(), avx512 ? TTR_KERNEL_AVX512
                                                     : avx2 ? TTR_KERNEL_AVX2
                                                            : TTR_KERNEL_PORTABLE);
}
#endif

static void a_name_is_found_if_its_kind_can_run(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(KINDS); k++) {
        assert_int_equal(ttr_kernel_kind_find(KINDS[k], "portable"), TTR_KERNEL_PORTABLE);
        assert_int_equal(ttr_kernel_kind_find(KINDS[k], "AVX2"), TTR_KERNEL_NONE);
        assert_int_equal(ttr_kernel_kind_find(KINDS[k], "mmx"), TTR_KERNEL_NONE);
        assert_int_equal(ttr_kernel_kind_find(KINDS[k], ""), TTR_KERNEL_NONE);
        assert_int_equal(ttr_kernel_kind_find(KINDS[k], NULL), TTR_KERNEL_NONE);
    }
    assert_int_equal(ttr_kernel_kind_find(TTR_KERNEL_PORTABLE, "avx2"), TTR_KERNEL_NONE);
    assert_int_equal(ttr_kernel_kind_find(TTR_KERNEL_AVX2, "avx512"), TTR_KERNEL_NONE);
#ifdef TEST_HAVE_AVX2
    assert_int_equal(ttr_kernel_kind_find(TTR_KERNEL_AVX2, "avx2"), TTR_KERNEL_AVX2);
    assert_int_equal(ttr_kernel_kind_find(TTR_KERNEL_AVX512, "avx2"), TTR_KERNEL_AVX2);
#endif
}

static void what_is_chosen_runs_and_nothing_chosen_is_the_fastest(void **state)
{
    ttr_kernel_kind kind;

    (void)state;
    unsetenv("TETRESS_KERNEL");
    for (uint32_t i = 0; (kind = ttr_kernel_kind_at(i)) != TTR_KERNEL_NONE; i++) {
        ttr_kernel_kind_choose(kind);
        assert_int_equal(ttr_kernel_kind_now(), kind);
    }
    assert_int_equal(ttr_kernel_kind_now(), TTR_KERNEL_PORTABLE);
    ttr_kernel_kind_choose(TTR_KERNEL_NONE);
    assert_int_equal(ttr_kernel_kind_now(), ttr_kernel_kind_at(0));
    assert_true(ttr_kernel_kind_at(0) <= ttr_kernel_kind_of_processor());
}

static void the_environment_names_the_kind_and_nonsense_is_ignored(void **state)
{
    const char *const nonsense[] = {"", "mmx", "Portable", "portable "};

    (void)state;
    setenv("TETRESS_KERNEL", "portable", 1);
    ttr_kernel_kind_choose(TTR_KERNEL_NONE);
    assert_int_equal(ttr_kernel_kind_now(), TTR_KERNEL_PORTABLE);
    ttr_kernel_kind_choose(ttr_kernel_kind_at(0)); /* the host's word counts more */
    assert_int_equal(ttr_kernel_kind_now(), ttr_kernel_kind_at(0));
    for (size_t i = 0; i < COUNT_OF(nonsense); i++) {
        ttr_kernel_kind_choose(TTR_KERNEL_PORTABLE);
        setenv("TETRESS_KERNEL", nonsense[i], 1);
        ttr_kernel_kind_choose(TTR_KERNEL_NONE);
        assert_int_equal(ttr_kernel_kind_now(), ttr_kernel_kind_at(0));
    }
    unsetenv("TETRESS_KERNEL");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_its_name),
        cmocka_unit_test(a_processor_runs_what_it_has_and_less_the_fastest_first),
#ifdef TEST_HAVE_AVX512
        cmocka_unit_test(the_processor_says_what_the_compiler_knows),
#endif
        cmocka_unit_test(a_name_is_found_if_its_kind_can_run),
        cmocka_unit_test(what_is_chosen_runs_and_nothing_chosen_is_the_fastest),
        cmocka_unit_test(the_environment_names_the_kind_and_nonsense_is_ignored),
    };

    return cmocka_run_group_tests_name("kernel kind", tests, NULL, NULL);
}
