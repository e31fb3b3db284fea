/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_KERNELS_H
#define TETRESS_KERNELS_H

#include "game.h"

/*
 * A kernel is a set of routines (move generation, playouts, the survey of a position, judging the
 * placements of a Tetris piece) for one instruction set: "portable" runs everywhere, "avx2" and
 * "avx512" run on x86-64 processors that have what they need. All kernels give equal results in
 * everything that the library does, random numbers included. Only time differs, so a program needs
 * nothing from this header unless it measures or tests.
 *
 * The fastest kernel that can run is chosen when the first one is needed, unless the environment
 * variable TETRESS_KERNEL names another. A name that is unknown or cannot run here is ignored. The
 * variable is read when a kernel is first needed and by tetress_kernel_select(NULL); no thread may
 * change the environment meanwhile.
 */

#ifdef __cplusplus
extern "C" {
#endif

/* The name of the kernel that runs: "portable", "avx2" or "avx512". Chooses one if none was needed
 * so far. Static text, never NULL. Any thread. */
TETRESS_API const char *tetress_kernel_name(void);

/* The name of kernel `index` of those that can run here, counted from 0, the fastest first and
 * "portable" last; NULL beyond. Static text. Any thread. */
TETRESS_API const char *tetress_kernel_at(uint32_t index);

/*
 * Run the kernel of this name from now on, in the whole process; for NULL the one that would be
 * chosen without this call. A tetress_tetris_agent keeps the kernel that ran when it was made. For
 * measuring and testing. This is the only setting of the library that is not in a handle, because
 * it changes no result. Any thread, also while others search: they go on with either kernel.
 *
 * Returns TETRESS_OK; TETRESS_EUNKNOWN, with nothing changed, if no kernel of this name can run
 * here.
 */
TETRESS_API tetress_status tetress_kernel_select(const char *name);

#ifdef __cplusplus
}
#endif

#endif
