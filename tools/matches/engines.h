/* SPDX-License-Identifier: MIT */
#ifndef ENGINES_H
#define ENGINES_H

#include <stdbool.h>
#include <stddef.h>
#include <tetress/tetress.h>

/* The engine of a player spec, or of "SPEC@FILE": with the weights of a file (lab/train). The
 * caller frees it. Says on stderr what is wrong; returns the exit code. */
int engine_from_spec(const char *spec, tetress_engine **engine);

/* The same for threads. False, with the reason, if it fails. */
bool make_engine(const char *spec, tetress_engine **engine, char *fault, size_t fault_size);

#endif
