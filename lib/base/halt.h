/* SPDX-License-Identifier: MIT */
#ifndef TTR_HALT_H
#define TTR_HALT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

_Static_assert(sizeof(_Atomic int32_t) == sizeof(int32_t),
               "a number of the host can be read atomically");

/* Whether one call is to give up. Another thread may change the host's number at any time, also
 * back to 0. The call keeps what it has seen: once one of its threads has, all are stopped until
 * it returns. */
typedef struct ttr_halt {
    const int32_t *asked; /* not 0 there: give up */
    atomic_bool seen;
} ttr_halt;

/* Has the call been told to give up? Any of its threads. NULL: a call that cannot be. */
static inline bool ttr_halted(ttr_halt *halt)
{
    if (halt == NULL)
        return false;
    if (atomic_load_explicit((const _Atomic int32_t *)halt->asked, memory_order_relaxed) != 0)
        atomic_store_explicit(&halt->seen, true, memory_order_relaxed);
    return atomic_load_explicit(&halt->seen, memory_order_relaxed);
}

#endif
