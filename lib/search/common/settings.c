/* SPDX-License-Identifier: MIT */
/*
 * The settings that several algorithms have, and the options that set them.
 *
 * An option is a row of data: name, type, bounds, one sentence, and the offset of its value. C,
 * Python keyword arguments, Lua tables, player specs, the command line and the protocol all read
 * these rows, so an option that is added here or in the table of one algorithm exists everywhere at
 * once.
 */
#include "settings.h"

#define UNLIMITED "18446744073709551615"

/* clang-format off */
const ttr_option ttr_options_evaluator[5] = {
    {"evaluator", TTR_OPTION_CHOICE, NULL, NULL, "region reach mobility s0 s0-intent s1 s1-coded s3 s3-coded s4 moves tokens",
     "The evaluator that judges positions.",
     TTR_STORE_EVALUATOR, offsetof(ttr_settings, evaluator), false},
    {"s4sides", TTR_OPTION_INTEGER, "0", "1000", NULL,
     "Evaluator s4: weight of an open side of a token.",
     TTR_STORE_U32, offsetof(ttr_settings, weights[0]), false},
    {"s4tokens", TTR_OPTION_INTEGER, "0", "1000", NULL,
     "Evaluator s4: weight of a token.",
     TTR_STORE_U32, offsetof(ttr_settings, weights[1]), false},
    {"s4lost", TTR_OPTION_INTEGER, "0", "1000", NULL,
     "Evaluator s4: weight of a lost token.",
     TTR_STORE_U32, offsetof(ttr_settings, weights[2]), false},
    {"s4lines", TTR_OPTION_INTEGER, "0", "1000", NULL,
     "Evaluator s4: weight of a line with at least 8 tokens; a line with at most 2 counts the same, negative.",
     TTR_STORE_U32, offsetof(ttr_settings, weights[3]), false},
};

const ttr_option ttr_option_cache[1] = {
    {"cache", TTR_OPTION_INTEGER, "0", "16777216", NULL,
     "Number of evaluations in the cache, rounded down to a power of two; keys are the Zobrist keys of the position and of the root. 0 turns it off.",
     TTR_STORE_U32, offsetof(ttr_settings, cache), false},
};

const ttr_option ttr_option_hash[1] = {
    {"hash", TTR_OPTION_INTEGER, "1", "65536", NULL,
     "Size of the transposition table, MiB.",
     TTR_STORE_U32, offsetof(ttr_settings, hash), true},
};

const ttr_option ttr_option_threads[1] = {
    {"threads", TTR_OPTION_INTEGER, "1", "64", NULL,
     "Number of search threads. With more than one, results may differ from run to run.",
     TTR_STORE_U32, offsetof(ttr_settings, threads), true},
};

const ttr_option ttr_option_last_look[1] = {
    {"lastlook", TTR_OPTION_CHOICE, NULL, NULL, "off cut on",
     "Check the chosen move by the rules and replace one that loses at once: off never does, cut does if a limit of the caller, a time or a stop cut the search short, on always does.",
     TTR_STORE_CHOICE, offsetof(ttr_settings, last_look), false},
};

const ttr_option ttr_option_lines[1] = {
    {"multipv", TTR_OPTION_INTEGER, "1", "32", NULL,
     "Number of best lines to find.",
     TTR_STORE_U32, offsetof(ttr_settings, multipv), false},
};

const ttr_option ttr_option_seed[1] = {
    {"seed", TTR_OPTION_INTEGER, "0", UNLIMITED, NULL,
     "Seed of the random numbers.",
     TTR_STORE_SEED, offsetof(ttr_settings, seed), false},
};

const ttr_option ttr_option_depth[1] = {
    {"depth", TTR_OPTION_INTEGER, "0", "64", NULL,
     "Limit of every search in plies; 0 sets none.",
     TTR_STORE_U64, offsetof(ttr_settings, depth), false},
};

const ttr_option ttr_option_nodes[1] = {
    {"nodes", TTR_OPTION_INTEGER, "0", UNLIMITED, NULL,
     "Limit of every search in positions visited; 0 sets none.",
     TTR_STORE_U64, offsetof(ttr_settings, nodes), false},
};

const ttr_option ttr_option_playouts[1] = {
    {"playouts", TTR_OPTION_INTEGER, "0", UNLIMITED, NULL,
     "Limit of every search in playouts; 0 sets none.",
     TTR_STORE_U64, offsetof(ttr_settings, playouts), false},
};

const ttr_option ttr_options_time[2] = {
    {"wall_ms", TTR_OPTION_INTEGER, "0", "4294967295", NULL,
     "Limit of every search in milliseconds of elapsed time; 0 sets none.",
     TTR_STORE_U64, offsetof(ttr_settings, wall_ms), false},
    {"cpu_ms", TTR_OPTION_INTEGER, "0", "4294967295", NULL,
     "Limit of every search in milliseconds of CPU time; 0 sets none.",
     TTR_STORE_U64, offsetof(ttr_settings, cpu_ms), false},
};

const ttr_option ttr_option_timing[1] = {
    {"timing", TTR_OPTION_CHOICE, NULL, NULL, "none s1 s1-coded",
     "CPU time of a search without any other limit: s1 gives 1.5 s below 50 tokens on the board, 2 s below 80, else 3 s; s1-coded changes at 60 and 90 tokens.",
     TTR_STORE_CHOICE, offsetof(ttr_settings, timing), false},
};
/* clang-format on */

/*
 * Defaults that hold for every algorithm that has the option. `hash` 16 MiB are a million
 * positions; a table that is too small costs nodes, a larger one only memory. One thread and seed 1
 * make results repeat unless the host asks for something else.
 */
ttr_settings ttr_settings_common(void)
{
    ttr_settings settings = {
        .evaluator = &ttr_eval_region,
        .hash = 16,
        .threads = 1,
        .multipv = 1,
        .last_look = TTR_LOOK_ALWAYS,
        .seed = 1,
    };

    memcpy(settings.weights, ttr_eval_s4_weights, sizeof settings.weights);
    return settings;
}

/* Bytes of a stored value. */
static size_t storage_size(ttr_storage storage)
{
    switch (storage) {
    case TTR_STORE_U32:
    case TTR_STORE_CHOICE:
        return sizeof(uint32_t);
    case TTR_STORE_U64:
    case TTR_STORE_SEED:
        return sizeof(uint64_t);
    case TTR_STORE_REAL:
        return sizeof(double);
    case TTR_STORE_EVALUATOR:
        break;
    }
    return sizeof(const ttr_evaluator *);
}

/* Is the value of one option different in `a` and `b`? `base` is the offset of its structure. */
static bool differ(const ttr_option *option, size_t base, const ttr_settings *a,
                   const ttr_settings *b)
{
    size_t at = base + option->offset;

    return memcmp((const unsigned char *)a + at, (const unsigned char *)b + at,
                  storage_size(option->storage)) != 0;
}

bool ttr_settings_need_memory(const ttr_option_group *groups, size_t count, const ttr_settings *a,
                              const ttr_settings *b)
{
    for (size_t g = 0; g < count; g++) {
        for (size_t i = 0; i < groups[g].count; i++) {
            const ttr_option *option = &groups[g].options[i];

            if (option->needs_memory && differ(option, groups[g].base, a, b))
                return true;
        }
    }
    return false;
}
