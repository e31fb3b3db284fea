/* SPDX-License-Identifier: MIT */
#ifndef TTR_PREFETCH_H
#define TTR_PREFETCH_H

/* Fetch the cache line at `address`, which will be read soon. A hint: it changes no result. */
static inline void ttr_prefetch(const void *address)
{
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

#endif
