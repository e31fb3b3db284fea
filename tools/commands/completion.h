/* SPDX-License-Identifier: MIT */
#ifndef COMPLETION_H
#define COMPLETION_H

#include "manual.h"

/* Print the script that completes command lines of this program in a shell, "bash" or "zsh".
 * Returns the exit code. */
int completion_print(const cli_program *program, const char *shell);

#endif
