/* SPDX-License-Identifier: MIT */
/* Player specs and option values: refused with a place, or an engine whose spec makes it again. */
#include <tetress/tetress.h>

#include "fuzz_common.h"
#include "fuzz_memory.h"

static const size_t memory_limit = 4u << 20; /* a thread of negamax takes about three mebibytes */

static void check_engine(tetress_engine *engine, const tetress_allocator *memory)
{
    char spec[600], again_spec[600];
    tetress_engine *again;

    MUST(tetress_engine_spec(engine, spec, sizeof spec, NULL) == TETRESS_OK);
    if (tetress_engine_new(memory, spec, &again, NULL) != TETRESS_OK)
        return;
    MUST(tetress_engine_spec(again, again_spec, sizeof again_spec, NULL) == TETRESS_OK);
    MUST(strcmp(spec, again_spec) == 0);
    tetress_engine_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const tetress_allocator memory = fuzz_memory(&memory_limit);
    char *text = fuzz_string(data, size);
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_engine *engine;

    if (tetress_engine_new(&memory, text, &engine, &error) == TETRESS_OK) {
        check_engine(engine, &memory);
    } else {
        MUST(engine == NULL && error.text[0] != '\0');
        MUST(error.status == TETRESS_ENOMEM ||
             (error.offset >= 0 && (size_t)error.offset <= strlen(text)));
    }
    tetress_engine_free(engine);
    free(text);
    return 0;
}
