/* SPDX-License-Identifier: MIT */
#ifndef TTR_SOLVER_PLAYER_H
#define TTR_SOLVER_PLAYER_H

#include "search_base.h"

extern const ttr_algorithm ttr_algorithm_solver;

#endif
