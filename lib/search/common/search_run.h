/* SPDX-License-Identifier: MIT */
#ifndef TTR_SEARCH_RUN_H
#define TTR_SEARCH_RUN_H

#include "search_base.h"

/* Search a position that is not over. The result is in search->findings, what was spent and why the
 * search ended in search->budget. A pending stop is used up. */
void ttr_search_run(ttr_search *search, const ttr_board *root, const ttr_limits *limits);

#endif
