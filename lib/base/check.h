/* SPDX-License-Identifier: MIT */
#ifndef TTR_CHECK_H
#define TTR_CHECK_H

#include <assert.h>

/* Our own mistakes: a condition that the code around it guarantees. A caller's mistakes are
 * answered with a status in the api layer and never get this far. */
#define TTR_ASSERT(condition) assert(condition)

#define TTR_COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
