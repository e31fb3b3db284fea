/* SPDX-License-Identifier: MIT */
#ifndef TTR_PERFT_H
#define TTR_PERFT_H

#include "board.h"

/* Number of sequences of exactly `depth` actions; games that end earlier add nothing. The last
 * action is counted and not played. */
uint64_t ttr_perft(const ttr_board *board, uint32_t depth);

#endif
