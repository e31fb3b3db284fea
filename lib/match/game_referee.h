/* SPDX-License-Identifier: MIT */
#ifndef TTR_GAME_REFEREE_H
#define TTR_GAME_REFEREE_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

/* What each side may use. 0 is no limit. Times are in microseconds, memory in bytes. */
typedef struct ttr_referee_limits {
    uint64_t cpu_us, wall_us;           /* of a side in the whole game */
    uint64_t call_cpu_us, call_wall_us; /* of one charge */
    uint64_t increment_us;              /* what each action adds to cpu_us and wall_us */
    uint64_t memory_bytes;
} ttr_referee_limits;

/* What a side has used, in one charge or altogether. */
typedef struct ttr_spent {
    uint64_t cpu_us, wall_us;
    uint64_t memory_bytes; /* peak */
} ttr_spent;

/* What has a limit, in the order in which limits are checked. */
typedef enum ttr_resource {
    TTR_RESOURCE_NONE,
    TTR_RESOURCE_CPU,
    TTR_RESOURCE_CALL_CPU,
    TTR_RESOURCE_WALL,
    TTR_RESOURCE_CALL_WALL,
    TTR_RESOURCE_MEMORY
} ttr_resource;

/* The first limit that is exceeded; TTR_RESOURCE_NONE if none is. */
typedef struct ttr_excess {
    ttr_resource resource;
    uint64_t used, allowed;
} ttr_excess;

/* How a game stands or has ended, by the numbers of TETRESS_OUTCOME_MAP, which says what each
 * means. */
typedef enum ttr_referee_outcome {
    TTR_OUTCOME_OPEN,
    TTR_OUTCOME_NO_MOVES,
    TTR_OUTCOME_TURN_LIMIT,
    TTR_OUTCOME_ILLEGAL,
    TTR_OUTCOME_TIME,
    TTR_OUTCOME_MEMORY,
    TTR_OUTCOME_CRASH,
    TTR_OUTCOME_LOAD,
    TTR_OUTCOME_PROTOCOL,
    TTR_OUTCOME_FLOOD,
    TTR_OUTCOME_BOTH_FAILED,
    TTR_OUTCOME_INFRASTRUCTURE
} ttr_referee_outcome;

/* Who is to blame, beside the colours and TTR_NOBODY. */
#define TTR_BOTH 3

/* What has become of a player's answer. */
typedef enum ttr_answer {
    TTR_ANSWER_PLAYED,    /* an action, and the game has taken it */
    TTR_ANSWER_ILLEGAL,   /* an action against the rules */
    TTR_ANSWER_NO_ACTION, /* nothing that could be read as an action */
} ttr_answer;

/*
 * A referee of one game. It sees the board, never a player. The winner is a colour or TTR_NOBODY.
 *
 * The first call that ends the game decides it: no later call changes anything.
 */
typedef struct ttr_referee {
    ttr_referee_limits limits;
    ttr_spent spent[2];  /* by colour */
    uint64_t actions[2]; /* played by each */
    ttr_referee_outcome outcome;
    int winner, blame;
} ttr_referee;

/* A referee of the game that goes on from this board; if it is over there, it ends at once. */
ttr_referee ttr_referee_start(const ttr_referee_limits *limits, const ttr_board *board);

bool ttr_referee_is_over(const ttr_referee *referee);

/* Which limit will `colour` exceed once it has spent `now` as well? */
ttr_excess ttr_referee_weigh(const ttr_referee *referee, int colour, const ttr_spent *now);

/* How a game ends in which a limit is exceeded; TTR_OUTCOME_OPEN if none is. */
ttr_referee_outcome ttr_referee_excess_outcome(const ttr_excess *excess);

/* `colour` has spent `now`, and loses if that is too much: returns what it exceeds. */
ttr_excess ttr_referee_charge(ttr_referee *referee, int colour, const ttr_spent *now);

/* `mover` has answered, and the game is at this board now. */
void ttr_referee_conclude(ttr_referee *referee, int mover, ttr_answer answer,
                          const ttr_board *board);

/* May the host end a game with this outcome and this blame? Any numbers may be asked for. */
bool ttr_referee_blame_fits(int32_t outcome, int32_t blame);

/* The host ends the game, with an outcome and a blame that fit. */
void ttr_referee_end(ttr_referee *referee, ttr_referee_outcome outcome, int blame);

/* What `colour` has left, increments included: never below 0, UINT64_MAX without a limit. */
uint64_t ttr_referee_cpu_left(const ttr_referee *referee, int colour);
uint64_t ttr_referee_wall_left(const ttr_referee *referee, int colour);

#endif
