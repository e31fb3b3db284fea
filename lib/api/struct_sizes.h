/* SPDX-License-Identifier: MIT */
#ifndef TTR_STRUCT_SIZES_H
#define TTR_STRUCT_SIZES_H

#include "tetress/tetress.h"

/*
 * Two sizes in bytes for each structure with a size field. The first is its size in the first
 * release, which is the shortest that any program passes: it never changes. The second is its size
 * today. They are numbers and not the sizeof of the structure, because that grows with the next
 * field, and the library would then refuse every program that was built before. Pointers have 8
 * bytes on most machines and 4 on some, so the sizes count them apart.
 *
 * A new field raises the second number of its row; a new structure gets a row
 * (docs/reference/abi.md).
 */
#define TTR_SIZED_STRUCTS(X)                                                                       \
    X(tetress_error, 192, 192)                                                                     \
    X(tetress_playouts, 40, 40)                                                                    \
    X(tetress_option, 8 + 6 * sizeof(void *), 8 + 6 * sizeof(void *))                              \
    X(tetress_budget, 48, 48)                                                                      \
    X(tetress_result, 96, 96)                                                                      \
    X(tetress_line, 176, 176)                                                                      \
    X(tetress_match_settings, 56, 56)                                                              \
    X(tetress_match_task, 40, 40)                                                                  \
    X(tetress_standing, 96, 96)                                                                    \
    X(tetress_comparison, 64, 64)                                                                  \
    X(tetress_player, 8 + 5 * sizeof(void *), 8 + 5 * sizeof(void *))                              \
    X(tetress_evaluator, 8 + 3 * sizeof(void *), 8 + 3 * sizeof(void *))                           \
    X(tetress_referee_limits, 56, 56)                                                              \
    X(tetress_spent, 32, 32)                                                                       \
    X(tetress_tetris_options, 32, 32 + sizeof(void *))                                             \
    X(tetress_tetris_mean, 48, 48)                                                                 \
    X(tetress_tetris_objective, 40, 40)

#define TTR_OLDEST_ROW(type, oldest, today) TTR_OLDEST_##type = (oldest),
enum { TTR_SIZED_STRUCTS(TTR_OLDEST_ROW) };
#undef TTR_OLDEST_ROW

/* The size of a structure in the first release. */
#define TTR_OLDEST(type) ((size_t)TTR_OLDEST_##type)

#endif
