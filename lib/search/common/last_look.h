/* SPDX-License-Identifier: MIT */
#ifndef TTR_LAST_LOOK_H
#define TTR_LAST_LOOK_H

#include "search_base.h"

/*
 * A last look at the move that a search has chosen, whatever its budget was. If some move wins at
 * once, that move is played. If the chosen move loses at once, because it or a reply ends the game,
 * its line says so, and a move that does not lose at once is played if there is one. The look
 * counts no nodes and takes microseconds.
 */
void ttr_last_look(ttr_search *search, const ttr_board *root);

#endif
