/* SPDX-License-Identifier: MIT */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "arguments.h"

/* Every command, a file cmd_NAME.c each. */
extern const cli_command command_play;
extern const cli_command command_best;
extern const cli_command command_solve;
extern const cli_command command_analyse;
extern const cli_command command_import;
extern const cli_command command_perft;
extern const cli_command command_bench;
extern const cli_command command_match;
extern const cli_command command_selfplay;
extern const cli_command command_ugi;
extern const cli_command command_players;
extern const cli_command command_version;
extern const cli_command command_tetris; /* a group, with commands of its own: */
extern const cli_command command_tetris_play;
extern const cli_command command_tetris_watch;
extern const cli_command command_tetris_bench;
extern const cli_command command_tetris_measure;
extern const cli_command command_tetris_train;

#endif
