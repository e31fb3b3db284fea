/* SPDX-License-Identifier: MIT */
#ifndef PERCENT_H
#define PERCENT_H

#include <stdbool.h>

#define PERCENT_TEXT 16

/*
 * A share from 0 to 1 in percent, with 0 to 3 digits after the point, without its sign. 0 and 100
 * are kept for what is proven: otherwise 0.9997 is "> 99.9" and 0.0002 "< 0.1". The buffer has
 * PERCENT_TEXT bytes and is returned.
 */
const char *percent_text(double share, int digits, bool proven, char *buffer);

/* The same as a number from 0 to 1 with 3 digits, for those who read a column of them: never
 * 0.000 or 1.000 for what is not proven. */
double printed_share(double share, bool proven);

#endif
