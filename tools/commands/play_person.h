/* SPDX-License-Identifier: MIT */
#ifndef PLAY_PERSON_H
#define PLAY_PERSON_H

#include "play_table.h"

typedef enum turn_result { TURN_PLAYED, TURN_AGAIN, TURN_LEFT, TURN_FAILED } turn_result;

/* Who plays with which limits, and what a person needs to know before the first move. */
void play_person_welcome(const play_table *t);

/* Ask for a line and obey it. */
turn_result play_person_turn(play_table *t);

#endif
