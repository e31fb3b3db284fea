/* SPDX-License-Identifier: MIT */
/*
 * Takes results in any order and counts them pair by pair.
 *
 * Games run in parallel and end in any order. If a sequential test looked at them as they end,
 * short games would come first, and the test would stop on a biased sample that depends on the
 * machine. So pair n counts only when all pairs before it have counted: the same seed and budget
 * end a match after the same pair with any number of threads.
 */
#include "match_results.h"

#include <string.h>

#include "check.h"

/* Games for which room is made first. Room doubles from there, so the number hardly matters. */
#define FIRST_ROOM 64

void ttr_match_results_free(ttr_match_results *results, const tetress_allocator *memory)
{
    ttr_alloc_free(memory, results->known, results->room, 1);
}

bool ttr_match_results_over(const ttr_match_results *results)
{
    return results->verdict != TTR_SPRT_UNDECIDED || 2 * results->counted >= results->games;
}

bool ttr_match_results_has(const ttr_match_results *results, uint64_t number)
{
    return number < results->room && results->known[number] != 0;
}

bool ttr_match_results_next(ttr_match_results *results, uint64_t *number)
{
    while (ttr_match_results_has(results, results->next))
        results->next++;
    if (results->next >= results->games || ttr_match_results_over(results))
        return false;
    *number = results->next++;
    return true;
}

/* Make room for the result of this game: twice as much as before, or more if that is not enough. */
static bool make_room(ttr_match_results *results, const tetress_allocator *memory, uint64_t number)
{
    uint64_t room = results->room < FIRST_ROOM / 2 ? FIRST_ROOM : 2 * (uint64_t)results->room;
    uint8_t *known;

    if (number < results->room)
        return true;
    if (room <= number)
        room = number + 1;
    known = room > SIZE_MAX ? NULL : ttr_alloc_zeroed(memory, (size_t)room, 1);
    if (known == NULL)
        return false;
    if (results->room != 0)
        memcpy(known, results->known, results->room);
    ttr_alloc_free(memory, results->known, results->room, 1);
    results->known = known;
    results->room = (size_t)room;
    return true;
}

static void count_game(ttr_match_results *results, int half_points)
{
    results->wins += half_points == 2;
    results->draws += half_points == 1;
    results->losses += half_points == 0;
}

/* Count the next pair, both of whose games are known, and let the test decide. */
static void count_pair(ttr_match_results *results)
{
    const uint8_t *pair = &results->known[2 * results->counted++];

    count_game(results, pair[0] - 1);
    count_game(results, pair[1] - 1);
    results->pairs[pair[0] + pair[1] - 2]++;
    if (results->tested)
        results->verdict = ttr_sprt_decide(&results->test, results->pairs);
}

bool ttr_match_results_add(ttr_match_results *results, const tetress_allocator *memory,
                           uint64_t number, int half_points)
{
    TTR_ASSERT(number < results->games && !ttr_match_results_has(results, number));
    TTR_ASSERT(half_points >= 0 && half_points <= 2);
    if (!make_room(results, memory, number))
        return false;
    results->known[number] = (uint8_t)(1 + half_points);
    while (!ttr_match_results_over(results) &&
           ttr_match_results_has(results, 2 * results->counted) &&
           ttr_match_results_has(results, 2 * results->counted + 1))
        count_pair(results);
    return true;
}
