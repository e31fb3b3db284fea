/* SPDX-License-Identifier: MIT */
#ifndef TTR_LAST_LOOK_H
#define TTR_LAST_LOOK_H

#include "search_base.h"

/*
 * A last look at the move that a search has chosen, whatever its budget was. A move that wins at
 * once is played. A move that loses at once, because it ends the game so or because a reply does,
 * is told as lost, and another one is played if there is one that does not. It counts no nodes and
 * takes microseconds.
 */
void ttr_last_look(ttr_search *search, const ttr_board *root);

/* Does the side to move win with this move at once? */
bool ttr_last_look_wins(const ttr_board *board, ttr_move move);

/* Does it lose at once, with this move or by the reply to it? */
bool ttr_last_look_loses(const ttr_board *board, ttr_move move);

#endif
