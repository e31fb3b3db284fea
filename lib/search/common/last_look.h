/* SPDX-License-Identifier: MIT */
#ifndef TTR_LAST_LOOK_H
#define TTR_LAST_LOOK_H

#include "search_base.h"

/*
 * Check the move that a search has chosen, whatever its budget was. If some move wins at once, play
 * that. If the chosen move loses at once, because the game is over after it or after a reply, say
 * so in its line and play a move that does not, if there is one. The check counts no nodes and
 * takes microseconds.
 */
void ttr_last_look(ttr_search *search, const ttr_board *root);

#endif
