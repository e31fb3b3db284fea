/* SPDX-License-Identifier: MIT */
/*
 * Divides the clock of a whole game among its moves.
 *
 * A referee gives each side one clock for the game, 180 s of CPU time in the course. A side that
 * runs out has lost, and time that is left at the end was wasted. Nobody knows how long the game
 * will be: on a clock 70 to 78 actions are the average, and a tenth go on to action 150. The plan
 * has two parts.
 *
 * Before a search (ttr_time_plan): the clock, less a reserve, is shared among all own moves that
 * can still come, by weight. The weight of a move depends on its ply alone.
 *
 *     share = (clock - reserve) * weight(ply) / sum of the weights of all own moves from ply on
 *             + 3/4 of the increment
 *     soft  = 45 % of the share                         no iteration starts later
 *     hard  = 3 shares, at most a third of the clock    the search stops
 *
 * A game that ends early leaves time unspent; that is the price of never running out in one that
 * does not. With 180 s left at ply 0, for example, the reserve is 2.85 s, the sum of the weights
 * 6,550, and the first move has 177.15 s * 40 / 6550 = 1.08 s: soft limit 0.49 s, hard limit 3.25
 * s.
 *
 * During a search (ttr_time_plan_iteration): after each iteration the soft limit is scaled by what
 * was found. A move that stays the best, or whose rivals are refuted at once, gets less time; a
 * falling score or a change of mind gets more. These corrections are worth +93 (+30, +162) Elo,
 * sensible weights instead of even shares +100 (+30, +179) (docs/lab/strength/time.md).
 */
#include "time_plan.h"

#include "rules.h"

/* ---- Before a search ------------------------------------------------------------------------- */

/*
 * What a move is worth by the number of actions played, in parts of the clock. The first moves
 * decide little; from the 15th action on regions close. Games on a clock last 70 to 80 actions and
 * some to the limit, and whoever has no time left to count loses the end. Five sets of weights were
 * played against one another: these won 57.5 % against weights that gave a little more to the
 * beginning (60 100 150 120 70 40 25), which won 65.8 % against even shares; weights that gave much
 * more to the middle and little to what may never come won only 54.2 % against even shares.
 */
static const struct {
    uint32_t before; /* the first ply of the next row */
    uint32_t weight;
} WORTH[] = {{6, 40}, {14, 80}, {36, 130}, {60, 140}, {90, 100}, {120, 60}, {TTR_MAX_ACTIONS, 40}};

/*
 * Iterations end at times that grow by a factor of three to eight, so one that starts just before
 * the soft limit ends on average at two to three times the limit: 45 % of the share comes to about
 * the share in the end. Higher spends more on early moves than planned, lower leaves time unspent.
 * A move may take three shares to finish an iteration, but at most a third of the clock, so that a
 * few slow moves cannot use it up. These three were not measured one by one.
 */
#define SOFT_PERCENT 45
#define HARD_TIMES   3
#define LARGEST_PART 3

/*
 * What is not spent: half a millisecond for each own move that can still come, for the work around
 * a search and the delay until it notices that its time is over, and 1/64 of the clock in case the
 * machine stalls. Raise the overhead for slow hosts; too little loses games on time. When the
 * reserve would take nearly everything, an eighth of what is left may be spent all the same.
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

/* The sum of the weights of all own moves from `ply` on. */
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

/* Microseconds of the clock that are not to be spent. */
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

/* S1 gives a move more time the fuller the board is, because it is easier to lose at once there. S1
 * and its program differ in where that begins. */
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

/* Bounds of all corrections together, in thousandths of the soft limit. Below the lower one a move
 * would be played on hardly any search, above the upper one the hard limit stops the iteration. */
#define LEAST 200
#define MOST  2500

/* The longer a move has been the best, the less likely another iteration changes it: more time
 * after a change of mind, less after four iterations of the same move. The numbers of this and
 * the next three functions were measured together only: without them the plan loses 93 Elo (30,
 * 162). */
static uint32_t factor_of_change(const ttr_time_state *state)
{
    static const uint32_t FACTORS[] = {1400, 1150, 1000, 900, 800, 700};
    const uint32_t last = sizeof FACTORS / sizeof FACTORS[0] - 1;

    return FACTORS[state->unchanged < last ? state->unchanged : last];
}

/* More time if the chance of winning fell, in thousandths: something was overlooked before, and
 * there may be a better move. */
static uint32_t factor_of_fall(int32_t fall)
{
    return fall >= 100 ? 1800 : fall >= 50 ? 1450 : fall >= 20 ? 1200 : 1000;
}

/* In a game that is as good as decided, time changes little; it changes more for the side that
 * still has to find a way out. */
static uint32_t factor_of_chance(int32_t win)
{
    return win >= 985 ? 400 : win >= 950 ? 700 : win <= 15 ? 600 : 1000;
}

/* If nearly all nodes were spent below the best move, the others were refuted at once. */
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

/* Note the best move and the chance of winning for the next iteration to compare with. */
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
