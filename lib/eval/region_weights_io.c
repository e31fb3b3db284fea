/* SPDX-License-Identifier: MIT */
/*
 * Reads weights of the evaluator `region` from bytes, least significant byte first.
 *
 *     offset  0  magic "TTRREGN\n"      8 bytes
 *             8  version                4
 *            12  size of the whole      4
 *            16  FNV-1a of what follows 8
 *            24  first layer            2 each, by term, then by hidden unit
 *                biases                 4 each
 *                last layer             2 each
 *                its bias               4
 *
 * The bytes may come from strangers: nothing is taken over unless size, version and checksum fit
 * and no sum of the network could overflow, whatever the position.
 */
#include <string.h>

#include "region.h"

#define HEADER 24

static const uint8_t MAGIC[8] = {'T', 'T', 'R', 'R', 'E', 'G', 'N', '\n'};

/* ---- Numbers --------------------------------------------------------------------------------- */

static uint64_t get(const uint8_t **from, int bytes)
{
    uint64_t value = 0;

    for (int i = 0; i < bytes; i++)
        value |= (uint64_t) * (*from)++ << 8 * i;
    return value;
}

/* Read two's complement without a conversion that the language leaves to the compiler. */
static int32_t get_signed(const uint8_t **from, int bytes)
{
    int64_t value = (int64_t)get(from, bytes);
    int64_t sign = INT64_C(1) << (8 * bytes - 1);

    return (int32_t)((value ^ sign) - sign);
}

static uint64_t fnv1a(const uint8_t *bytes, size_t count)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < count; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* ---- Weights --------------------------------------------------------------------------------- */

static void get_weights(const uint8_t *from, ttr_network *network)
{
    for (int i = 0; i < TTR_NETWORK_TERMS; i++) {
        for (int j = 0; j < TTR_NETWORK_HIDDEN; j++)
            network->first[i / 2][j][i % 2] = (int16_t)get_signed(&from, 2);
    }
    for (int j = 0; j < TTR_NETWORK_HIDDEN; j++)
        network->bias[j] = get_signed(&from, 4);
    for (int j = 0; j < TTR_NETWORK_HIDDEN; j++)
        network->last[j] = (int16_t)get_signed(&from, 2);
    network->last_bias = get_signed(&from, 4);
}

static int64_t size_of(int64_t value)
{
    return value < 0 ? -value : value;
}

/* Can no partial sum of the network leave 32 bits, whatever the terms? */
static bool is_in_range(const ttr_network *network)
{
    int64_t output = size_of(network->last_bias);

    for (int j = 0; j < TTR_NETWORK_HIDDEN; j++) {
        int64_t sum = size_of(network->bias[j]);

        for (int i = 0; i < TTR_NETWORK_TERMS; i++)
            sum += TTR_NETWORK_TERM * size_of(network->first[i / 2][j][i % 2]);
        if (sum > INT32_MAX)
            return false;
        output += TTR_NETWORK_LIMIT * size_of(network->last[j]);
    }
    return output <= INT32_MAX;
}

ttr_weights_fault ttr_region_read(const void *data, size_t size, ttr_network *network)
{
    const uint8_t *from = data;
    ttr_network read;

    if (size < HEADER || memcmp(from, MAGIC, sizeof MAGIC) != 0)
        return TTR_WEIGHTS_NONE;
    from += sizeof MAGIC;
    if (get(&from, 4) != TTR_REGION_VERSION)
        return TTR_WEIGHTS_VERSION;
    if (get(&from, 4) != TTR_REGION_BYTES || size != TTR_REGION_BYTES)
        return TTR_WEIGHTS_NONE;
    if (get(&from, 8) != fnv1a(from, size - HEADER))
        return TTR_WEIGHTS_SUM;
    get_weights(from, &read);
    if (!is_in_range(&read))
        return TTR_WEIGHTS_RANGE;
    *network = read;
    return TTR_WEIGHTS_SOUND;
}
