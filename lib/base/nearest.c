/* SPDX-License-Identifier: MIT */
/*
 * Finds the known name that a misspelled one probably meant, for "did you mean" in error sentences.
 *
 * Example: "negmax" against "negamax" costs 1, a missing letter. A word of six letters may cost 2
 * at most, so "negamax" is near, and "mcts" is not.
 */
#include "nearest.h"

#include <stdbool.h>
#include <string.h>

/* The longest word that is compared, in letters and digits. No name of the library is as long; a
 * word of a user that is longer is not near to anything. */
#define LONGEST 40

/* The letters and digits of a word, in lower case. */
typedef struct plain_word {
    char letters[LONGEST];
    size_t length;
} plain_word;

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool counts(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
}

/* Keep the letters and digits of a word in lower case. False if there are too many. */
static bool plain(const char *word, size_t length, plain_word *to)
{
    to->length = 0;
    for (size_t i = 0; i < length; i++) {
        char letter = lower(word[i]);

        if (!counts(letter))
            continue;
        if (to->length == LONGEST)
            return false;
        to->letters[to->length++] = letter;
    }
    return true;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/*
 * The number of letters that are missing, superfluous, wrong or swapped with their neighbours: the
 * distance of Damerau and Levenshtein, where no letter is edited twice. rows[0] holds the distances
 * of the first i letters of `a` to all beginnings of `b`, rows[1] and rows[2] those of one and two
 * letters fewer.
 */
static size_t distance(const plain_word *a, const plain_word *b)
{
    size_t rows[3][LONGEST + 1] = {{0}};

    for (size_t j = 0; j <= b->length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a->length; i++) {
        memcpy(rows[2], rows[1], sizeof rows[2]);
        memcpy(rows[1], rows[0], sizeof rows[1]);
        rows[0][0] = i;
        for (size_t j = 1; j <= b->length; j++) {
            bool same = a->letters[i - 1] == b->letters[j - 1];
            size_t cost = least(least(rows[1][j], rows[0][j - 1]) + 1, rows[1][j - 1] + !same);

            if (i > 1 && j > 1 && a->letters[i - 1] == b->letters[j - 2] &&
                a->letters[i - 2] == b->letters[j - 1])
                cost = least(cost, rows[2][j - 2] + 1);
            rows[0][j] = cost;
        }
    }
    return rows[0][b->length];
}

static bool starts_with(const plain_word *whole, const plain_word *start)
{
    return start->length >= 2 && start->length <= whole->length &&
           memcmp(whole->letters, start->letters, start->length) == 0;
}

ttr_nearest ttr_nearest_start(const char *word, size_t length)
{
    ttr_nearest nearest = {word, length, NULL, 0, 0};
    plain_word written;

    if (plain(word, length, &written) && written.length >= 2)
        nearest.cost = (written.length < 6 ? 1 : written.length / 3) + 1;
    return nearest;
}

void ttr_nearest_offer(ttr_nearest *nearest, const char *known, size_t length)
{
    plain_word a, b;
    size_t cost;

    if (nearest->cost == 0 || !plain(nearest->word, nearest->length, &a) ||
        !plain(known, length, &b))
        return;
    cost = distance(&a, &b);
    if (cost > 1 && starts_with(&b, &a))
        cost = 1;
    if (cost >= nearest->cost)
        return;
    nearest->found = known;
    nearest->found_length = length;
    nearest->cost = cost;
}

void ttr_nearest_offer_list(ttr_nearest *nearest, const char *known)
{
    while (*known != '\0') {
        size_t length = strcspn(known, " ");

        ttr_nearest_offer(nearest, known, length);
        known += length;
        known += strspn(known, " ");
    }
}
