/* SPDX-License-Identifier: MIT */
/*
 * Decides one game from what was played and what it took.
 *
 * The referee is a state machine with one way out of the open game. A charge adds what was spent
 * and compares it with the limits (weigh), the answer is played or refused (conclude), and the host
 * may end the game for reasons of its own (end). The first that ends the game sets outcome, winner
 * and blame together (decide), and after that no call changes anything. No clock is read, so the
 * same record gives the same verdict everywhere.
 */
#include "game_referee.h"

#include "check.h"
#include "rules.h"

_Static_assert((int)TTR_OUTCOME_OPEN == (int)TTR_ONGOING &&
                   (int)TTR_OUTCOME_NO_MOVES == (int)TTR_NO_MOVES &&
                   (int)TTR_OUTCOME_TURN_LIMIT == (int)TTR_TURN_LIMIT,
               "an end by the rules has the number of its reason");

/* ---- The end --------------------------------------------------------------------------------- */

bool ttr_referee_is_over(const ttr_referee *referee)
{
    return referee->outcome != TTR_OUTCOME_OPEN;
}

static void decide(ttr_referee *referee, ttr_referee_outcome outcome, int winner, int blame)
{
    referee->outcome = outcome;
    referee->winner = winner;
    referee->blame = blame;
}

/* End the game by somebody's fault, or by that of the host: a single player at fault loses. */
static void decide_fault(ttr_referee *referee, ttr_referee_outcome outcome, int blame)
{
    decide(referee, outcome, ttr_is_colour(blame) ? 1 - blame : TTR_NOBODY, blame);
}

/* End the game if it is over by its rules. */
static void look_at(ttr_referee *referee, const ttr_board *board)
{
    ttr_outcome end = ttr_rules_outcome(board);

    if (end.reason != TTR_ONGOING)
        decide(referee, (ttr_referee_outcome)end.reason, end.winner, TTR_NOBODY);
}

ttr_referee ttr_referee_start(const ttr_referee_limits *limits, const ttr_board *board)
{
    ttr_referee referee = {.limits = *limits};

    decide(&referee, TTR_OUTCOME_OPEN, TTR_NOBODY, TTR_NOBODY);
    look_at(&referee, board);
    return referee;
}

/* ---- Clocks ---------------------------------------------------------------------------------- */

/* a + b, or the largest number if that is more. */
static uint64_t sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* What a limit allows after `actions` of the player: with increments. UINT64_MAX, which nothing
 * exceeds, for no limit. This is the one place that knows how callers say "no limit". */
static uint64_t allowed(uint64_t limit, uint64_t increment, uint64_t actions)
{
    if (limit == 0)
        return UINT64_MAX;
    if (increment != 0 && actions > UINT64_MAX / increment)
        return UINT64_MAX;
    return sum(limit, increment * actions);
}

static uint64_t allowed_cpu(const ttr_referee *referee, int colour)
{
    return allowed(referee->limits.cpu_us, referee->limits.increment_us, referee->actions[colour]);
}

static uint64_t allowed_wall(const ttr_referee *referee, int colour)
{
    return allowed(referee->limits.wall_us, referee->limits.increment_us, referee->actions[colour]);
}

/* What is left of what is allowed, never below 0. */
static uint64_t left_of(uint64_t whole, uint64_t used)
{
    if (whole == UINT64_MAX)
        return UINT64_MAX;
    return used > whole ? 0 : whole - used;
}

uint64_t ttr_referee_cpu_left(const ttr_referee *referee, int colour)
{
    return left_of(allowed_cpu(referee, colour), referee->spent[colour].cpu_us);
}

uint64_t ttr_referee_wall_left(const ttr_referee *referee, int colour)
{
    return left_of(allowed_wall(referee, colour), referee->spent[colour].wall_us);
}

/* What `colour` will have spent once `now` is added. Times add up, memory is a peak. */
static ttr_spent spent_with(const ttr_referee *referee, int colour, const ttr_spent *now)
{
    ttr_spent all = referee->spent[colour];

    all.cpu_us = sum(all.cpu_us, now->cpu_us);
    all.wall_us = sum(all.wall_us, now->wall_us);
    if (now->memory_bytes > all.memory_bytes)
        all.memory_bytes = now->memory_bytes;
    return all;
}

/* CPU time comes first, as in the course's referee: a player that used too much of everything is
 * told about that. */
ttr_excess ttr_referee_weigh(const ttr_referee *referee, int colour, const ttr_spent *now)
{
    const ttr_referee_limits *limits = &referee->limits;
    ttr_spent all = spent_with(referee, colour, now);
    const ttr_excess in_order[] = {
        {TTR_RESOURCE_CPU, all.cpu_us, allowed_cpu(referee, colour)},
        {TTR_RESOURCE_CALL_CPU, now->cpu_us, allowed(limits->call_cpu_us, 0, 0)},
        {TTR_RESOURCE_WALL, all.wall_us, allowed_wall(referee, colour)},
        {TTR_RESOURCE_CALL_WALL, now->wall_us, allowed(limits->call_wall_us, 0, 0)},
        {TTR_RESOURCE_MEMORY, all.memory_bytes, allowed(limits->memory_bytes, 0, 0)},
    };

    for (size_t i = 0; i < TTR_COUNT_OF(in_order); i++) {
        if (in_order[i].used > in_order[i].allowed)
            return in_order[i];
    }
    return (ttr_excess){TTR_RESOURCE_NONE, 0, 0};
}

ttr_referee_outcome ttr_referee_excess_outcome(const ttr_excess *excess)
{
    if (excess->resource == TTR_RESOURCE_NONE)
        return TTR_OUTCOME_OPEN;
    return excess->resource == TTR_RESOURCE_MEMORY ? TTR_OUTCOME_MEMORY : TTR_OUTCOME_TIME;
}

/* ---- Playing --------------------------------------------------------------------------------- */

ttr_excess ttr_referee_charge(ttr_referee *referee, int colour, const ttr_spent *now)
{
    ttr_excess excess = {TTR_RESOURCE_NONE, 0, 0};

    if (ttr_referee_is_over(referee))
        return excess;
    excess = ttr_referee_weigh(referee, colour, now);
    referee->spent[colour] = spent_with(referee, colour, now);
    if (excess.resource != TTR_RESOURCE_NONE)
        decide_fault(referee, ttr_referee_excess_outcome(&excess), colour);
    return excess;
}

void ttr_referee_conclude(ttr_referee *referee, int mover, ttr_answer answer,
                          const ttr_board *board)
{
    if (ttr_referee_is_over(referee))
        return;
    switch (answer) {
    case TTR_ANSWER_PLAYED:
        referee->actions[mover]++;
        look_at(referee, board);
        return;
    case TTR_ANSWER_ILLEGAL:
        decide_fault(referee, TTR_OUTCOME_ILLEGAL, mover);
        return;
    case TTR_ANSWER_NO_ACTION:
        decide_fault(referee, TTR_OUTCOME_PROTOCOL, mover);
        return;
    }
}

/* ---- What the host may declare --------------------------------------------------------------- */

bool ttr_referee_blame_fits(int32_t outcome, int32_t blame)
{
    switch (outcome) {
    case TTR_OUTCOME_ILLEGAL:
    case TTR_OUTCOME_TIME:
    case TTR_OUTCOME_MEMORY:
    case TTR_OUTCOME_CRASH:
    case TTR_OUTCOME_LOAD:
    case TTR_OUTCOME_PROTOCOL:
    case TTR_OUTCOME_FLOOD:
        return ttr_is_colour(blame);
    case TTR_OUTCOME_BOTH_FAILED:
        return blame == TTR_BOTH;
    case TTR_OUTCOME_INFRASTRUCTURE:
        return blame == TTR_NOBODY;
    default:
        return false;
    }
}

void ttr_referee_end(ttr_referee *referee, ttr_referee_outcome outcome, int blame)
{
    TTR_ASSERT(ttr_referee_blame_fits((int32_t)outcome, blame));
    if (!ttr_referee_is_over(referee))
        decide_fault(referee, outcome, blame);
}
