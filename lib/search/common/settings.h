/* SPDX-License-Identifier: MIT */
#ifndef TTR_SETTINGS_H
#define TTR_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "eval.h"

/* ---- Values ---------------------------------------------------------------------------------- */

/* After which searches the chosen move is checked once more (last_look.h): none; those that a time
 * limit, a stop or the caller's limits cut short; all. */
typedef enum ttr_looking { TTR_LOOK_NEVER, TTR_LOOK_IF_CUT, TTR_LOOK_ALWAYS } ttr_looking;

/* Bytes for the settings that only one algorithm has. The largest are the hybrid's, which holds two
 * algorithms'. Each algorithm asserts that its settings fit. */
#define TTR_OWN_SETTINGS 256

/*
 * The values of all options of one engine: those that several algorithms have, and in `own` a
 * structure that only its algorithm knows. Nothing else looks into `own`, and nobody through a
 * pointer, since it is an array of bytes: ttr_settings_own() copies it out.
 */
typedef struct ttr_settings {
    const ttr_evaluator *evaluator;
    int32_t weights[TTR_EVAL_WEIGHTS]; /* of an evaluator that takes weights: s4 */
    uint32_t cache;                    /* evaluations to remember; 0: none */
    uint32_t hash;                     /* MiB of a transposition table */
    uint32_t threads;
    uint32_t multipv;   /* lines to find */
    uint32_t last_look; /* ttr_looking */
    uint32_t timing;    /* ttr_timing */
    uint64_t seed;
    bool seed_set; /* by a spec or the host, perhaps to its default: games bring no other */
    uint64_t depth, nodes, playouts, wall_ms, cpu_ms; /* limits of every search; 0: none */
    unsigned char own[TTR_OWN_SETTINGS];
} ttr_settings;

static inline void ttr_settings_own(const ttr_settings *settings, void *own, size_t size)
{
    memcpy(own, settings->own, size);
}

static inline void ttr_settings_set_own(ttr_settings *settings, const void *own, size_t size)
{
    memcpy(settings->own, own, size);
}

/* Defaults of the common settings. `own` is zeroed: the algorithm fills it. */
ttr_settings ttr_settings_common(void);

/* ---- Options --------------------------------------------------------------------------------- */

/* The types of options. The values are those of the public header. */
typedef enum ttr_option_type {
    TTR_OPTION_INTEGER,
    TTR_OPTION_REAL,
    TTR_OPTION_CHOICE
} ttr_option_type;

/* How a value is stored. A choice is stored as its index among the choices, in 32 bits. A seed has
 * 64 bits, and that it was set is stored too. */
typedef enum ttr_storage {
    TTR_STORE_U32,
    TTR_STORE_U64,
    TTR_STORE_SEED,
    TTR_STORE_REAL,
    TTR_STORE_CHOICE,
    TTR_STORE_EVALUATOR
} ttr_storage;

/* One option: the name of one value in a structure of settings, and which values it may have. */
typedef struct ttr_option {
    const char *name;
    ttr_option_type type;
    /* smallest value as text, the only place where it is written; NULL for a choice */
    const char *minimum;
    const char *maximum;
    const char *choices; /* separated by blanks; NULL but for a choice */
    const char *summary;
    ttr_storage storage;
    size_t offset;     /* of the value in its structure */
    bool needs_memory; /* a change needs new memory of the algorithm */
} ttr_option;

/* The options of one structure, and the structure's offset in ttr_settings. An algorithm lists all
 * its options as such groups, in the order in which they are listed to users. */
typedef struct ttr_option_group {
    const ttr_option *options;
    size_t count;
    size_t base;
} ttr_option_group;

#define TTR_COMMON_OPTIONS(options)                                                                \
    {                                                                                              \
        options, TTR_COUNT_OF(options), 0                                                          \
    }
#define TTR_OWN_OPTIONS(options, at)                                                               \
    {                                                                                              \
        options, TTR_COUNT_OF(options), offsetof(ttr_settings, own) + (at)                         \
    }

/* Options that several algorithms have. */
extern const ttr_option ttr_options_evaluator[5];
extern const ttr_option ttr_option_cache[1];
extern const ttr_option ttr_option_hash[1];
extern const ttr_option ttr_option_threads[1];
extern const ttr_option ttr_option_last_look[1];
extern const ttr_option ttr_option_lines[1];
extern const ttr_option ttr_option_seed[1];
extern const ttr_option ttr_option_depth[1];
extern const ttr_option ttr_option_nodes[1];
extern const ttr_option ttr_option_playouts[1];
extern const ttr_option ttr_options_time[2];
extern const ttr_option ttr_option_timing[1];

/* Do `a` and `b` differ in an option that needs new memory? */
bool ttr_settings_need_memory(const ttr_option_group *groups, size_t count, const ttr_settings *a,
                              const ttr_settings *b);

#endif
