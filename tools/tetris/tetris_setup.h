/* SPDX-License-Identifier: MIT */
#ifndef TETRIS_SETUP_H
#define TETRIS_SETUP_H

#include <tetress/tetris.h>

#include "arguments.h"

/*
 * What the commands of `tetress tetris` make out of their options. The setup functions say on
 * stderr what is wrong and return the exit code to end with; EXIT_DONE means that it worked.
 */

/* The letter of piece 0..6. */
char tetris_letter(int32_t piece);

/* The game as text, from malloc(); NULL if memory is out. */
char *tetris_text(const tetress_tetris *game);

/* The game that --position, or else --rows, --source and --seed, and then --sequence describe. The
 * caller frees it. */
int tetris_setup_game(const cli_command *command, const cli_arguments *arguments,
                      tetress_tetris **game);

/* The agent for wells of so many rows that --evaluator or --weights and then --lookahead, --width,
 * --shallow and --preview describe; `threads` share each decision. The caller frees it. */
int tetris_setup_agent(const cli_command *command, const cli_arguments *arguments, uint32_t rows,
                       uint64_t threads, tetress_tetris_agent **agent);

/* Whose weights they are, for a line of text: the name of an evaluator, or of a file. */
const char *tetris_agent_name(const cli_arguments *arguments);

#endif
