/* SPDX-License-Identifier: MIT */
#ifndef START_POSITION_H
#define START_POSITION_H

#include <tetress/tetress.h>

#include "arguments.h"

/* A game that starts at the position which --position or --game with --number and --actions, and
 * then --moves, describe. The caller frees it. Says on stderr what is wrong; returns the exit code.
 */
int game_from_options(const cli_command *command, const cli_arguments *arguments,
                      tetress_game **game);

#endif
