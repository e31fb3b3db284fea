/* SPDX-License-Identifier: MIT */
#ifndef TTR_CHECK_H
#define TTR_CHECK_H

#include <assert.h>

/* Asserts a condition that the code around it guarantees, so that our own mistakes show in tests. A
 * caller's mistakes are answered with a status in lib/api and never get this far. Release builds
 * drop it. */
#define TTR_ASSERT(condition) assert(condition)

/* Number of elements of an array, not of a pointer. */
#define TTR_COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
