/* SPDX-License-Identifier: MIT */
/* The kinds of kernels that tests of the inside go through. */
#ifndef KERNEL_KINDS_H
#define KERNEL_KINDS_H

#include <stdbool.h>

#include "cmocka_all.h"
#include "kernel_kind.h"

/* Choose each kind that can run and ask whether a layer now runs its kernel of this kind. The last
 * kind is the portable one. */
static inline void expect_the_chosen_kind_runs(bool (*runs)(ttr_kernel_kind kind))
{
    ttr_kernel_kind before = ttr_kernel_kind_now(), kind, last = TTR_KERNEL_NONE;

    for (uint32_t i = 0; (kind = ttr_kernel_kind_at(i)) != TTR_KERNEL_NONE; i++) {
        ttr_kernel_kind_choose(kind);
        if (!runs(kind))
            fail_msg("%s was chosen and does not run", ttr_kernel_kind_name(kind));
        last = kind;
    }
    assert_int_equal(last, TTR_KERNEL_PORTABLE);
    ttr_kernel_kind_choose(before);
}

#endif
