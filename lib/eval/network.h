/* SPDX-License-Identifier: MIT */
#ifndef TTR_NETWORK_H
#define TTR_NETWORK_H

#include <stdint.h>

/*
 * A network with one hidden layer, in whole numbers, so that every processor computes the same
 * output:
 *
 *     hidden[j] = clamp((bias[j] + sum of terms[i] * first[i][j]) >> TTR_NETWORK_SHIFT, 0, LIMIT)
 *     output    = last_bias + sum of hidden[j] * last[j]
 *
 * The weights of two terms lie side by side, since processors multiply pairs of 16-bit numbers and
 * add the two products in one instruction.
 *
 * Ranges. Terms are at most TTR_NETWORK_TERM in size, hidden values at most TTR_NETWORK_LIMIT.
 * ttr_region_read() refuses weights with which any sum could leave 32 bits, so nothing overflows
 * and the order of additions does not matter.
 *
 * Costs. More terms take longer to find, more hidden units take longer to compute; 64 units instead
 * of 32 lowered the log-loss a little (0.6186 to 0.6175 on held-out games). SHIFT and LIMIT fix how
 * weights are scaled: others need other weights.
 */
#define TTR_NETWORK_TERMS  14
#define TTR_NETWORK_HIDDEN 64
#define TTR_NETWORK_SHIFT  4
#define TTR_NETWORK_LIMIT  4096
#define TTR_NETWORK_TERM   511

/* The weights, 2.1 KiB: they stay in the processor's nearest cache. */
typedef struct ttr_network {
    int16_t first[TTR_NETWORK_TERMS / 2][TTR_NETWORK_HIDDEN][2];
    int32_t bias[TTR_NETWORK_HIDDEN];
    int16_t last[TTR_NETWORK_HIDDEN];
    int32_t last_bias;
} ttr_network;

#endif
