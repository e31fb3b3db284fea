/* SPDX-License-Identifier: MIT */
/* Prints the signatures of `tetress bench` and `tetress tetris bench`, computed with each kernel
 * that runs, without the rest of the command line. tests/targets/targets.sh compiles it for every
 * machine and compiler that there is. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include "bench_work.h"

/* False if there is no memory. */
static bool sign_searches(uint64_t *signature)
{
    const bench_search *search;
    uint64_t nodes;
    double seconds;

    if (!bench_work_perft(signature, &nodes))
        return false;
    for (size_t i = 0; (search = bench_search_at(i)) != NULL; i++) {
        if (!bench_work_search(search, signature, &nodes, &seconds))
            return false;
    }
    return true;
}

static bool sign_wells(uint64_t *signature)
{
    const bench_well *well;

    for (size_t i = 0; (well = bench_well_at(i)) != NULL; i++) {
        tetress_tetris_agent *agent = bench_well_agent(well);
        double seconds;
        bool good = agent != NULL && bench_work_well(well, agent, signature, &seconds);

        tetress_tetris_agent_free(agent);
        if (!good)
            return false;
    }
    return true;
}

int main(void)
{
    const char *kernel;

    for (uint32_t i = 0; (kernel = tetress_kernel_at(i)) != NULL; i++) {
        uint64_t searches = BENCH_UNSIGNED, wells = BENCH_UNSIGNED;

        tetress_kernel_select(kernel);
        if (!sign_searches(&searches) || !sign_wells(&wells)) {
            fputs("out of memory\n", stderr);
            return 1;
        }
        printf("%s: signature %016" PRIx64 ", tetris %016" PRIx64 "\n", kernel, searches, wells);
    }
    return 0;
}
