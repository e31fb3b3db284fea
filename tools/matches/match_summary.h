/* SPDX-License-Identifier: MIT */
#ifndef MATCH_SUMMARY_H
#define MATCH_SUMMARY_H

#include "match_games.h"

/* How a match went, for people and for programs. */
void match_print_text(const match_run *run);
void match_print_json(const match_run *run);

#endif
