/* SPDX-License-Identifier: MIT */
/* Divides the clock of a whole game among its moves. */
#include "time_plan.h"

#include "rules.h"

/* ---- Before a search ------------------------------------------------------------------------- */

/*
 * What a move is worth by the number of actions played, in parts of the clock. The first moves
 * decide little, and the regions close from the 15th action on. Games on a clock are long, 70 to 80
 * actions and some to the limit, and the end is lost by whoever has no time left to count: weights
 * that gave more to the middle and less to what may never come lost matches (docs/lab/strength.md).
 */
static const struct {
    uint32_t before; /* the first ply that is of the next row */
    uint32_t weight;
} WORTH[] = {{6, 40}, {14, 80}, {36, 130}, {60, 140}, {90, 100}, {120, 60}, {TTR_MAX_ACTIONS, 40}};

/*
 * Iterations end at times that grow by a factor of three to eight, so one that starts before the
 * soft limit takes on average two to three times that limit: less than half of the share is
 * about the share in the end. A move may take three shares to finish an iteration, at most a third
 * of the clock.
 */
#define SOFT_PERCENT 45
#define HARD_TIMES   3
#define LARGEST_PART 3

/*
 * Not to be spent: for each own move that can still come, what is around its search and the delay
 * until a search notices that its time is over; and a share against a machine that stalls. An
 * eighth of what is left may be spent even so.
 */
#define MOVE_OVERHEAD 500 /* microseconds */
#define RESERVED_PART 64
#define LEAST_PART    8

static uint64_t weight_at(uint32_t ply)
{
    for (size_t i = 0;; i++) {
        if (ply < WORTH[i].before)
            return WORTH[i].weight;
    }
}

/* Of the own moves from `ply` on. */
static uint64_t weight_from(uint32_t ply)
{
    uint64_t sum = 0;

    for (; ply < TTR_MAX_ACTIONS; ply += 2)
        sum += weight_at(ply);
    return sum;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t reserve_of(uint64_t left, uint32_t ply)
{
    uint64_t moves = (TTR_MAX_ACTIONS - ply + 1) / 2;
    return smaller(moves * MOVE_OVERHEAD + left / RESERVED_PART, left - left / LEAST_PART);
}

void ttr_time_plan(ttr_limits *limits, uint32_t remaining, uint32_t increment, uint32_t ply,
                   bool cpu)
{
    uint64_t left = (uint64_t)remaining * 1000;
    uint64_t usable, share, hard;

    if (ply >= TTR_MAX_ACTIONS)
        ply = TTR_MAX_ACTIONS - 1;
    usable = left - reserve_of(left, ply);
    share = usable * weight_at(ply) / weight_from(ply) + (uint64_t)increment * 750;
    hard = smaller(share * HARD_TIMES, usable / LARGEST_PART);
    if (hard == 0)
        hard = 1;
    share = smaller(share, hard);
    limits->on_clock = true;
    if (cpu) {
        limits->cpu = hard;
        limits->cpu_soft = share * SOFT_PERCENT / 100;
    } else {
        limits->wall = hard;
        limits->wall_soft = share * SOFT_PERCENT / 100;
    }
}

/* ---- By the tokens on the board -------------------------------------------------------------- */

/* The fuller the board, the easier it is to lose at once. S1 and its program differ in
 * where that begins. */
static const struct {
    int middle, late; /* tokens from which the next time holds */
} PHASES[] = {
    [TTR_TIMING_S1] = {50, 80},
    [TTR_TIMING_S1_CODED] = {60, 90},
};

uint64_t ttr_time_rule(ttr_timing timing, int tokens)
{
    if (timing == TTR_TIMING_NONE)
        return 0;
    if (tokens < PHASES[timing].middle)
        return 1500000;
    return tokens < PHASES[timing].late ? 2000000 : 3000000;
}

/* ---- During a search ------------------------------------------------------------------------- */

#define LEAST 200 /* permille of the soft limit, unless the move is settled */
#define MOST  2500

/* The longer a move has been the best, the less another iteration is likely to change it. */
static uint32_t factor_of_change(const ttr_time_state *state)
{
    static const uint32_t FACTORS[] = {1400, 1150, 1000, 900, 800, 700};
    const uint32_t last = sizeof FACTORS / sizeof FACTORS[0] - 1;

    return FACTORS[state->unchanged < last ? state->unchanged : last];
}

/* A fall of the score says that something was overlooked, and that better must be looked for. */
static uint32_t factor_of_fall(int32_t fall)
{
    return fall >= 100 ? 1800 : fall >= 50 ? 1450 : fall >= 20 ? 1200 : 1000;
}

/* Where the game is as good as over, time changes little: less so for who has to find a way out. */
static uint32_t factor_of_chance(int32_t win)
{
    return win >= 985 ? 400 : win >= 950 ? 700 : win <= 15 ? 600 : 1000;
}

/* If nearly all nodes were below the best move, the others were refuted at once. */
static uint32_t factor_of_effort(uint32_t best_nodes)
{
    if (best_nodes == 0)
        return 1000;
    return best_nodes >= 900 ? 700 : best_nodes >= 750 ? 850 : best_nodes < 250 ? 1150 : 1000;
}

void ttr_time_plan_start(ttr_time_state *state)
{
    *state = (ttr_time_state){.best = TTR_MOVE_NONE};
}

static void remember(ttr_time_state *state, const ttr_iteration *news)
{
    state->unchanged =
        state->iterations > 0 && news->best == state->best ? state->unchanged + 1 : 0;
    state->best = news->best;
    state->win = news->win;
    state->iterations++;
}

uint32_t ttr_time_plan_iteration(ttr_time_state *state, const ttr_iteration *news)
{
    int32_t fall = state->iterations > 0 ? state->win - news->win : 0;
    uint64_t permille;

    remember(state, news);
    if (news->legal == 1 || news->proven)
        return 0;
    permille = factor_of_change(state);
    permille = permille * factor_of_fall(fall) / 1000;
    permille = permille * factor_of_chance(news->win) / 1000;
    permille = permille * factor_of_effort(news->best_nodes) / 1000;
    return permille < LEAST ? LEAST : permille > MOST ? MOST : (uint32_t)permille;
}
