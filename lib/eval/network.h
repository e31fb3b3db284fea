/* SPDX-License-Identifier: MIT */
#ifndef TTR_NETWORK_H
#define TTR_NETWORK_H

#include <stdint.h>

/*
 * A network with one hidden layer, in whole numbers, so that every processor gets the same output:
 *
 *     hidden[j] = clamp((bias[j] + sum of terms[i] * first[i][j]) >> TTR_NETWORK_SHIFT, 0, LIMIT)
 *     output    = last_bias + sum of hidden[j] * last[j]
 *
 * Weights of two terms at a time lie side by side, as processors multiply them. No sum may leave 32
 * bits: terms are at most TTR_NETWORK_TERM in size, and ttr_region_read() refuses
 * weights with which one could.
 */
#define TTR_NETWORK_TERMS  14
#define TTR_NETWORK_HIDDEN 64
#define TTR_NETWORK_SHIFT  4
#define TTR_NETWORK_LIMIT  4096
#define TTR_NETWORK_TERM   511

typedef struct ttr_network {
    int16_t first[TTR_NETWORK_TERMS / 2][TTR_NETWORK_HIDDEN][2];
    int32_t bias[TTR_NETWORK_HIDDEN];
    int16_t last[TTR_NETWORK_HIDDEN];
    int32_t last_bias;
} ttr_network;

#endif
