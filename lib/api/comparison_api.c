/* SPDX-License-Identifier: MIT */
#include "pair_score.h"
#include "struct_io.h"
#include "tetress/comparison.h"

_Static_assert(sizeof(tetress_comparison) == 64, "ABI: append fields, never reorder");
_Static_assert(TETRESS_PAIR_OUTCOMES == TTR_PAIR_OUTCOMES, "the public number is the library's");

tetress_status tetress_comparison_of_pairs(const uint64_t pairs[TETRESS_PAIR_OUTCOMES],
                                           tetress_comparison *comparison)
{
    tetress_comparison found = TETRESS_COMPARISON_INIT;
    ttr_pair_score pair_score;

    if (pairs == NULL || comparison == NULL || !ttr_struct_fits(comparison, sizeof *comparison))
        return TETRESS_EARG;
    pair_score = ttr_pair_score_of(pairs);
    found.score = pair_score.score;
    found.low = pair_score.low;
    found.high = pair_score.high;
    found.elo = ttr_elo_of_score(pair_score.score);
    found.elo_low = ttr_elo_of_score(pair_score.low);
    found.elo_high = ttr_elo_of_score(pair_score.high);
    found.los = pair_score.los;
    ttr_struct_write(comparison, &found, sizeof found);
    return TETRESS_OK;
}
