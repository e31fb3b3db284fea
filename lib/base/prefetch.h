/* SPDX-License-Identifier: MIT */
#ifndef TTR_PREFETCH_H
#define TTR_PREFETCH_H

/* The cache line at `address` will be read soon: have it fetched. Changes no result. */
static inline void ttr_prefetch(const void *address)
{
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

#endif
