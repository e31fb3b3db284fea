/* SPDX-License-Identifier: MIT */
/* In every test program: TEST_FILTER='*thread*' runs only the tests whose names match. */
#include <stdlib.h>

#include "cmocka_all.h"

__attribute__((constructor)) static void choose_tests(void)
{
    const char *pattern = getenv("TEST_FILTER");

    if (pattern != NULL && pattern[0] != '\0')
        cmocka_set_test_filter(pattern);
}
