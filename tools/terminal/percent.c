/* SPDX-License-Identifier: MIT */
/* Prints probabilities such that only proven results show as 0 or 100 %. */
#include "percent.h"

#include <math.h>
#include <stdio.h>

const char *percent_text(double share, int digits, bool proven, char *buffer)
{
    double least = pow(10, -digits); /* the smallest share that these digits tell from 0 */
    double percent = 100 * share;

    if (!proven && percent < least / 2)
        snprintf(buffer, PERCENT_TEXT, "< %.*f", digits, least);
    else if (!proven && percent > 100 - least / 2)
        snprintf(buffer, PERCENT_TEXT, "> %.*f", digits, 100 - least);
    else
        snprintf(buffer, PERCENT_TEXT, "%.*f", digits, percent);
    return buffer;
}

double printed_share(double share, bool proven)
{
    if (proven)
        return share;
    return share < 0.001 ? 0.001 : share > 0.999 ? 0.999 : share;
}
