/* SPDX-License-Identifier: MIT */
#ifndef TTR_STRUCT_IO_H
#define TTR_STRUCT_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tetress/status.h"

/*
 * Structures that cross the ABI begin with their size and only ever grow at the end. Programs older
 * than the library pass shorter ones, newer programs longer ones (docs/reference/abi.md).
 */

/* Read a structure of the caller. Fields that it lacks become 0. TETRESS_EARG if its size makes no
 * sense: below `oldest`, the size in the first release, above what any will have, or not a multiple
 * of a pointer's.
 * TETRESS_EVERSION if fields that this library does not know are not 0. */
tetress_status ttr_struct_read(void *known, size_t known_size, const void *given, size_t oldest);

/* Does the size of a structure make sense that the caller wants filled? NULL does. */
bool ttr_struct_fits(const void *given, size_t oldest);

/* Fill a structure of the caller as far as it has room and its fields are known. Its size stays.
 * NULL is fine. */
void ttr_struct_write(void *given, const void *known, size_t known_size);

#endif
