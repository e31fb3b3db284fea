/* SPDX-License-Identifier: MIT */
#ifndef TTR_PROOF_LINE_H
#define TTR_PROOF_LINE_H

#include "search_base.h"
#include "solver.h"

/* Make a proof that has a move the only line found, followed as far as the solver's table has kept
 * it, and tell the host. */
void ttr_proof_tell(ttr_search *search, const ttr_solver *solver, const ttr_board *root,
                    const ttr_proof *proof);

#endif
