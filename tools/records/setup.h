/* SPDX-License-Identifier: MIT */
#ifndef SETUP_H
#define SETUP_H

#include <tetress/tetress.h>

#include "arguments.h"

/*
 * What commands make out of their options. Each says on stderr what is wrong and returns the exit
 * code to end with; EXIT_DONE means that it worked.
 */

/* A game that starts at the position which --position or --game with --number and --actions, and
 * then --moves, describe. The caller frees it. */
int setup_game(const cli_command *command, const cli_arguments *arguments, tetress_game **game);

/* The engine of a player spec, or of "SPEC@FILE": with the weights of a file (tools/train). The
 * caller frees it. */
int setup_engine(const char *spec, tetress_engine **engine);

/* The same for threads. False, with the reason, if it fails. */
bool make_engine(const char *spec, tetress_engine **engine, char *fault, size_t fault_size);

/* Make it as if new, with this seed if it has one: what it then plays depends on nothing before. */
void engine_as_new(tetress_engine *engine, uint64_t seed);

/* The budget that --budget, --time, --nodes, --playouts and --depth describe; `preset`, a text as
 * for --budget, if there is none of them ("" leaves it without limits). */
int setup_budget(const cli_command *command, const cli_arguments *arguments, const char *preset,
                 tetress_budget *budget);

/* What each search of this engine may spend: `given` if the command line set limits. Otherwise the
 * engine keeps its own limits, so the budget is empty; an engine without any gets `fallback`, a
 * text as for --budget. */
tetress_budget engine_budget(const tetress_engine *engine, const tetress_budget *given,
                             const char *fallback);

/* The same in words: "nodes=2000", "its own limits, nodes=500", ... */
#define LIMITS_TEXT (2 * BUDGET_TEXT + 32)
const char *limits_text(const tetress_engine *engine, const tetress_budget *budget, char *buffer);

/* Say before the work that a file cannot be written; what is in it stays. NULL is no file. Returns
 * the exit code. */
int check_writable(const char *path);

/* Read "key=value,..." into a budget. False if it makes no sense; `fault` then tells why. */
bool budget_read(const char *text, tetress_budget *budget, char *fault, size_t fault_size);

#define BUDGET_TEXT 160

/* The budget as budget_read() reads it, "" if there is no limit. The buffer has BUDGET_TEXT bytes
 * and is returned. */
const char *budget_text(const tetress_budget *budget, char *buffer);

/* Play moves, of any style and separated by blanks, from text. False, with the message, at the
 * first that fails. */
bool apply_moves(tetress_game *game, const char *text, char *fault, size_t fault_size);

/* Play one move given as text, and tell which it was. False, with the game's error, if it fails. */
bool apply_text(tetress_game *game, const char *text, tetress_move *move);

/* 1-2,... or "none". The buffer has TETRESS_MOVE_TEXT bytes and is returned. */
const char *move_name(tetress_move move, char *buffer);

/* The same for people: T 3-4 d. */
const char *move_piece_name(tetress_move move, char *buffer);

const char *colour_name(int32_t colour);
const char *reason_name(int32_t reason);
const char *stop_name(int32_t stop_reason);

#endif
