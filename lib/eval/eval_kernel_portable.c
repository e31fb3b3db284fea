/* SPDX-License-Identifier: MIT */
/* Reach, surveys and networks for any processor. */
#include "eval_kernel.h"
#include "kernel.h"

#include "kernel_sets_portable.inc"

#include "eval_kernel_survey.inc"

static int32_t kernel_network(const ttr_network *network, const int16_t terms[TTR_NETWORK_TERMS])
{
    int32_t sums[TTR_NETWORK_HIDDEN], output = network->last_bias;

    for (int j = 0; j < TTR_NETWORK_HIDDEN; j++)
        sums[j] = network->bias[j];
    for (int i = 0; i < TTR_NETWORK_TERMS / 2; i++) {
        for (int j = 0; j < TTR_NETWORK_HIDDEN; j++)
            sums[j] +=
                network->first[i][j][0] * terms[2 * i] + network->first[i][j][1] * terms[2 * i + 1];
    }
    for (int j = 0; j < TTR_NETWORK_HIDDEN; j++) {
        int32_t hidden = sums[j] < 0 ? 0 : sums[j] >> TTR_NETWORK_SHIFT;

        output += (hidden < TTR_NETWORK_LIMIT ? hidden : TTR_NETWORK_LIMIT) * network->last[j];
    }
    return output;
}

const ttr_eval_kernel ttr_eval_kernel_portable = EVAL_KERNEL_TABLE;
