/* SPDX-License-Identifier: MIT */
#ifndef TTR_PERFT_H
#define TTR_PERFT_H

#include "board.h"

/* The number of sequences of exactly `depth` actions. Games that end earlier do not count. The last
 * action is counted without being played. */
uint64_t ttr_perft(const ttr_board *board, uint32_t depth);

#endif
