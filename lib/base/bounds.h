/* SPDX-License-Identifier: MIT */
#ifndef TTR_BOUNDS_H
#define TTR_BOUNDS_H

#include <stdint.h>

/*
 * Upper bounds on what a search uses, whatever its options ask for. A build with
 * TETRESS_TINY_LIMITS makes them so small that every search runs through what is rare otherwise: a
 * full node pool, a table of one bucket, a look at the clock at every node. Nothing else is
 * compiled differently.
 */
#ifdef TETRESS_TINY_LIMITS
#define TTR_MOST_BUCKETS  1
#define TTR_MOST_NODES    16
#define TTR_MOST_UNLOOKED 1
#else
#define TTR_MOST_BUCKETS  UINT32_MAX /* buckets of a table: 32 bits of a key choose one */
#define TTR_MOST_NODES    UINT32_MAX /* nodes of the tree of mcts: their indices have 32 bits */
#define TTR_MOST_UNLOOKED 1024       /* nodes between two looks at the clock, about a millisecond */
#endif

#endif
