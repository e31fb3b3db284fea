/* SPDX-License-Identifier: MIT */
/* What a host can ask without a handle: versions, sentences of status codes, and which known name
 * is near. */
#include <string.h>

#include "nearest.h"
#include "tetress/status.h"
#include "tetress/version.h"
#include "text.h"

const char *tetress_version(void)
{
    return TTR_TEXT_OF(TETRESS_VERSION_MAJOR) "." TTR_TEXT_OF(
        TETRESS_VERSION_MINOR) "." TTR_TEXT_OF(TETRESS_VERSION_PATCH);
}

uint32_t tetress_abi_version(void)
{
    return TETRESS_ABI_VERSION;
}

const char *tetress_status_text(tetress_status status)
{
#define STATUS_CASE(name, value, sentence)                                                         \
    case value:                                                                                    \
        return sentence;
    switch (status) {
        TETRESS_STATUS_MAP(STATUS_CASE)
    default:
        return "unknown status";
    }
#undef STATUS_CASE
}

const char *tetress_nearest_name(const char *name, const char *const *names, size_t count)
{
    ttr_nearest nearest;

    if (name == NULL || names == NULL)
        return NULL;
    nearest = ttr_nearest_start(name, strlen(name));
    for (size_t i = 0; i < count; i++) {
        if (names[i] != NULL)
            ttr_nearest_offer(&nearest, names[i], strlen(names[i]));
    }
    return nearest.found;
}
