/* SPDX-License-Identifier: MIT */
#ifndef TTR_EVIDENCE_TEXT_H
#define TTR_EVIDENCE_TEXT_H

#include "tetress/game.h"
#include "tetress/status.h"

/* Sentences of the referee about how a game ended. Each fills `evidence`. The side to blame is the
 * subject of the first three, which return the outcome. */

/* "used 181.5 s of CPU time, the limit is 180 s" */
int32_t ttr_evidence_time(tetress_error *evidence, const char *what, uint64_t used_us,
                          uint64_t limit_us);

/* "gave no answer within 180 s" */
int32_t ttr_evidence_late(tetress_error *evidence, uint64_t limit_us);

/* "exceeded the limit of memory: more than 250 MB, peak 251.25 MB" */
int32_t ttr_evidence_memory(tetress_error *evidence, uint64_t peak_bytes, uint64_t limit_bytes);

/* "blue has no move" or "after 150 actions red has 14 tokens and blue 12"; the game is over. */
void ttr_evidence_rules(tetress_error *evidence, const tetress_game *game);

#endif
