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

/* After which searches the last look is taken (last_look.h): none; those that a time limit, a stop
 * or the caller's limits cut short; or all. */
typedef enum ttr_looking { TTR_LOOK_NEVER, TTR_LOOK_IF_CUT, TTR_LOOK_ALWAYS } ttr_looking;

/* Room for the settings that one algorithm has for itself. */
#define TTR_OWN_SETTINGS 256

/*
 * The values of all options of one algorithm: those that several have, and in `own` a structure
 * that the algorithm alone knows. Nothing else looks into it, and nobody by a pointer:
 * ttr_settings_own() copies it out.
 */
typedef struct ttr_settings {
    const ttr_evaluator *evaluator;
    int32_t weights[TTR_EVAL_WEIGHTS]; /* of an evaluator that takes them: s4 */
    uint32_t cache;                    /* evaluations that are remembered; 0: none */
    uint32_t hash;                     /* MiB of a transposition table */
    uint32_t threads;
    uint32_t multipv;   /* lines that are wanted */
    uint32_t last_look; /* ttr_looking */
    uint32_t timing;    /* ttr_timing */
    uint64_t seed;
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

/* What the common ones are unless set; nothing of an algorithm's own. */
ttr_settings ttr_settings_common(void);

/* ---- Options --------------------------------------------------------------------------------- */

/* The types; the values are those of the public header. */
typedef enum ttr_option_type {
    TTR_OPTION_INTEGER,
    TTR_OPTION_REAL,
    TTR_OPTION_CHOICE
} ttr_option_type;

/* How a value is stored. A choice is its place among the choices, in 32 bits. */
typedef enum ttr_storage {
    TTR_STORE_U32,
    TTR_STORE_U64,
    TTR_STORE_REAL,
    TTR_STORE_CHOICE,
    TTR_STORE_EVALUATOR
} ttr_storage;

/* The name of one value of a structure of settings, and what may be set. */
typedef struct ttr_option {
    const char *name;
    ttr_option_type type;
    const char *minimum; /* as text, the one place where the bounds stand; NULL for a choice */
    const char *maximum;
    const char *choices; /* separated by blanks; NULL but for a choice */
    const char *summary;
    ttr_storage storage;
    size_t offset;     /* of the value in its structure */
    bool needs_memory; /* another value needs the algorithm's memory to be made again */
} ttr_option;

/* Options of one structure, and where that stands in ttr_settings. An algorithm lists all its
 * options so, in the order in which they are told. */
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

/* Options of what several algorithms have. */
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

/* Does an option differ that needs other memory? */
bool ttr_settings_need_memory(const ttr_option_group *groups, size_t count, const ttr_settings *a,
                              const ttr_settings *b);

#endif
