/* SPDX-License-Identifier: MIT */
#ifndef TTR_EVIDENCE_TEXT_H
#define TTR_EVIDENCE_TEXT_H

#include "game_referee.h"
#include "tetress/game.h"
#include "tetress/status.h"

/* Sentences of the referee about how a game ended. Each fills `evidence`. */

/*
 * Which limit the side to blame, the subject of the sentence, has exceeded:
 *
 *     "used 181.5 s of CPU time, the limit is 180 s"
 *     "gave no answer within 180 s"
 *     "exceeded the limit of memory: more than 250 MB, peak 251.25 MB"
 *
 * Nothing is told where no limit is exceeded.
 */
void ttr_evidence_excess(tetress_error *evidence, const ttr_excess *excess);

/* "blue has no move" or "after 150 actions red has 14 tokens and blue 12"; the game is over. */
void ttr_evidence_rules(tetress_error *evidence, const tetress_game *game);

#endif
