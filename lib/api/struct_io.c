/* SPDX-License-Identifier: MIT */
/*
 * Copies structures across the ABI by their size field, so that older and newer programs work with
 * the same library.
 *
 *     the caller's   [ size | fields that both know | fields that are newer than the library ]
 *     the library's  [ size | fields that both know | fields that are newer than the caller   ]
 *
 * Reading: fields that the caller lacks become 0, which always means "as before"; fields that the
 * library lacks must hold 0. Writing: the fields that both know, and never beyond the caller's
 * size.
 */
#include "struct_io.h"

#include <string.h>

#include "struct_sizes.h"

/* No structure will ever be larger. A size beyond it was not set by an initialiser but is whatever
 * lay there. */
#define LARGEST 4096

#define CHECK(type, oldest, today)                                                                 \
    _Static_assert(sizeof(type) == (today), "ABI: append fields, never reorder");                  \
    _Static_assert((oldest) <= (today) && (today) <= LARGEST, "ABI: structures only ever grow");   \
    _Static_assert((oldest) % sizeof(void *) == 0 && (today) % sizeof(void *) == 0,                \
                   "ABI: structures grow by whole pointers");
TTR_SIZED_STRUCTS(CHECK)
#undef CHECK

/* The size field, which is the first of every structure. */
static uint32_t struct_size(const void *given)
{
    uint32_t size;

    memcpy(&size, given, sizeof size);
    return size;
}

/* A size that is no multiple of a pointer's would cut a field in two: half a pointer is none. */
static bool is_size(size_t size, size_t oldest)
{
    return size >= oldest && size <= LARGEST && size % sizeof(void *) == 0;
}

tetress_status ttr_struct_read(void *known, size_t known_size, const void *given, size_t oldest)
{
    const unsigned char *bytes = given;
    size_t size = struct_size(given);

    if (!is_size(size, oldest))
        return TETRESS_EARG;
    for (size_t i = known_size; i < size; i++) {
        if (bytes[i] != 0)
            return TETRESS_EVERSION;
    }
    memset(known, 0, known_size);
    memcpy(known, given, size < known_size ? size : known_size);
    return TETRESS_OK;
}

bool ttr_struct_fits(const void *given, size_t oldest)
{
    return given == NULL || is_size(struct_size(given), oldest);
}

void ttr_struct_write(void *given, const void *known, size_t known_size)
{
    uint32_t size;

    if (given == NULL)
        return;
    size = struct_size(given);
    memcpy(given, known, size < known_size ? size : known_size);
    memcpy(given, &size, sizeof size);
}
