/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_REFEREE_H
#define TETRESS_REFEREE_H

#include "game.h"

/*
 * A referee decides one game between players that the host runs: whose turn it is, what each side
 * has used, who has won and by whose fault. The host runs and times the players; the referee
 * decides the result.
 *
 *     tetress_referee_new(NULL, NULL, &limits, &referee, NULL);
 *     while (tetress_referee_outcome(referee) == TETRESS_OUTCOME_OPEN) {
 *         ... ask the player of tetress_game_turn(tetress_referee_game(referee)), and time it ...
 *         tetress_referee_play_text(referee, answer, &spent);
 *     }
 *     puts(tetress_referee_evidence(referee)->text);
 *
 * The referee reads no clock. The host says what was spent, so that a game can be judged again from
 * its record. Times are in microseconds, memory in bytes; sums stop at the largest number.
 * docs/guide/referee.md says what the outcomes mean.
 *
 * What a player does wrong is an outcome, not a status. A status other than TETRESS_OK means that
 * the host has made a mistake. Then nothing has changed but the sentence of
 * tetress_referee_error().
 *
 * Threads: as for tetress_game. Every function accepts NULL for a handle and answers TETRESS_EARG,
 * or what its contract says.
 */
typedef struct tetress_referee tetress_referee;

/* clang-format off */
/*
 * All outcomes: name, value, name as text, kind. Programs can expand the list to make tables of
 * their own. The kinds:
 *
 *     OPEN    the game goes on
 *     RULES   the game ended by its rules; the value is that of the reason,
 *             TETRESS_REASON_NO_MOVES or TETRESS_REASON_TURN_LIMIT
 *     FAULT   a player did something wrong and loses
 *     HOST    nobody wins
 *
 * Outcomes are never renumbered; new ones come at the end.
 */
#define TETRESS_OUTCOME_MAP(X)                                                                   \
    X(OPEN,            0, "open",           OPEN)  /* the game goes on */                        \
    X(NO_MOVES,        1, "no_moves",       RULES) /* the side to move has none and loses */     \
    X(TURN_LIMIT,      2, "turn_limit",     RULES) /* 150 actions: more tokens win */            \
    X(ILLEGAL,         3, "illegal",        FAULT) /* an action that breaks a rule */            \
    X(TIME,            4, "time",           FAULT) /* more CPU or elapsed time than allowed */   \
    X(MEMORY,          5, "memory",         FAULT) /* more memory than allowed */                \
    X(CRASH,           6, "crash",          FAULT) /* the player failed or ended */              \
    X(LOAD,            7, "load",           FAULT) /* it could not be started */                 \
    X(PROTOCOL,        8, "protocol",       FAULT) /* an answer that is not an action */         \
    X(FLOOD,           9, "flood",          FAULT) /* more output than allowed */                \
    X(BOTH_FAILED,    10, "both_failed",    HOST)  /* both players failed: a draw */             \
    X(INFRASTRUCTURE, 11, "infrastructure", HOST)  /* the host failed; to be played again */
/* clang-format on */

/* The kinds of outcomes, the last column of TETRESS_OUTCOME_MAP. */
#define TETRESS_OUTCOME_KIND_OPEN  0
#define TETRESS_OUTCOME_KIND_RULES 1
#define TETRESS_OUTCOME_KIND_FAULT 2
#define TETRESS_OUTCOME_KIND_HOST  3

#define TETRESS_OUTCOME_OPEN           0
#define TETRESS_OUTCOME_NO_MOVES       1
#define TETRESS_OUTCOME_TURN_LIMIT     2
#define TETRESS_OUTCOME_ILLEGAL        3
#define TETRESS_OUTCOME_TIME           4
#define TETRESS_OUTCOME_MEMORY         5
#define TETRESS_OUTCOME_CRASH          6
#define TETRESS_OUTCOME_LOAD           7
#define TETRESS_OUTCOME_PROTOCOL       8
#define TETRESS_OUTCOME_FLOOD          9
#define TETRESS_OUTCOME_BOTH_FAILED    10
#define TETRESS_OUTCOME_INFRASTRUCTURE 11

/* Who is to blame, beside TETRESS_RED, TETRESS_BLUE and TETRESS_NOBODY: both players. */
#define TETRESS_BOTH 3

/*
 * What each side may use. 0 is no limit, and a side loses when it uses more than a limit, not when
 * it uses all of it. A caller starts it with TETRESS_REFEREE_LIMITS_INIT.
 */
typedef struct tetress_referee_limits {
    uint32_t size;     /* sizeof(tetress_referee_limits) of the caller */
    uint32_t reserved; /* 0 */
    /* CPU time of a side in the whole game. */
    uint64_t cpu_us;
    /* Elapsed time of a side in the whole game. */
    uint64_t wall_us;
    /* CPU time of one action or other charge. */
    uint64_t call_cpu_us;
    /* Elapsed time of one action or other charge. */
    uint64_t call_wall_us;
    /* What is added to cpu_us and wall_us for each action that the side has played. */
    uint64_t increment_us;
    /* Peak memory. */
    uint64_t memory_bytes;
} tetress_referee_limits;

/* What a player has used, for one action or altogether. A caller starts it with
 * TETRESS_SPENT_INIT. */
typedef struct tetress_spent {
    uint32_t size;     /* sizeof(tetress_spent) of the caller */
    uint32_t reserved; /* 0 */
    /* CPU time in microseconds. */
    uint64_t cpu_us;
    /* Elapsed time in microseconds. */
    uint64_t wall_us;
    /* Peak memory since the start of the game, in bytes; 0 if it is unknown. */
    uint64_t memory_bytes;
} tetress_spent;

/* clang-format off */
#define TETRESS_REFEREE_LIMITS_INIT {(uint32_t)sizeof(tetress_referee_limits), 0, 0, 0, 0, 0, 0, 0}
#define TETRESS_SPENT_INIT {(uint32_t)sizeof(tetress_spent), 0, 0, 0, 0}
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Make a referee of a game under `limits` (NULL: none). The game goes on from `start`, whose
 * position and history are copied (NULL: the empty board); if it is over, the outcome is there at
 * once. `allocator` may be NULL: malloc and free.
 *
 * Returns TETRESS_OK and sets *referee, which the caller owns and frees; TETRESS_ENOMEM;
 * TETRESS_EARG if `referee` is NULL, the allocator lacks a function or limits->size makes no sense;
 * TETRESS_EVERSION for limits that this version does not know, `reserved` among them. On failure
 * *referee is NULL, and `error`, unless NULL, has a sentence that names what is wrong (start it
 * with TETRESS_ERROR_INIT).
 */
TETRESS_API tetress_status tetress_referee_new(const tetress_allocator *allocator,
                                               const tetress_game *start,
                                               const tetress_referee_limits *limits,
                                               tetress_referee **referee, tetress_error *error);

/* Free a referee. NULL is fine. */
TETRESS_API void tetress_referee_free(tetress_referee *referee);

/*
 * Why the last call that changes the referee failed, which is the host's mistake; status TETRESS_OK
 * if it succeeded. What players did is told by tetress_referee_evidence(). The structure belongs to
 * the referee and holds until the next call that changes it. Never NULL: for a NULL referee it says
 * so.
 */
TETRESS_API const tetress_error *tetress_referee_error(const tetress_referee *referee);

/*
 * The side to move has answered with a move and has spent `spent` (NULL: nothing) on it.
 *
 * The answer is judged in this order, as the course's referee does:
 *
 *     1. CPU time, elapsed time, memory: more than a limit is outcome TIME or MEMORY
 *     2. the action: against the rules is outcome ILLEGAL
 *     3. the action is played, and the game may be over by its rules
 *
 * Exactly at a limit is allowed. A move that comes too late loses on time whatever it is, even one
 * that would have won. Ask tetress_referee_outcome() what has become of the game.
 *
 * Returns TETRESS_OK; TETRESS_EOVER if the game was over; TETRESS_EARG if `move` is no placement or
 * the size in *spent makes no sense; TETRESS_EVERSION if *spent has fields that this version does
 * not know.
 */
TETRESS_API tetress_status tetress_referee_play(tetress_referee *referee, tetress_move move,
                                                const tetress_spent *spent);

/*
 * The same for `count` cells as pairs (row, column). Any cells are accepted: cells that are no
 * placement are outcome ILLEGAL. Returns as tetress_referee_play() does; TETRESS_EARG also for
 * NULL.
 */
TETRESS_API tetress_status tetress_referee_play_cells(tetress_referee *referee,
                                                      const int32_t *coordinates, size_t count,
                                                      const tetress_spent *spent);

/*
 * The same for an action as text, in any style of tetress_move_from_text(). Text that is no move at
 * all is outcome PROTOCOL; cells that are no placement are ILLEGAL. Returns as
 * tetress_referee_play() does; TETRESS_EARG also for NULL.
 */
TETRESS_API tetress_status tetress_referee_play_text(tetress_referee *referee, const char *text,
                                                     const tetress_spent *spent);

/*
 * `colour` has spent something on what is not an action: on being started, or on being told of an
 * action. It loses by TIME or MEMORY if that is more than allowed. Returns as
 * tetress_referee_play() does; TETRESS_EARG also for a number that is no colour.
 */
TETRESS_API tetress_status tetress_referee_charge(tetress_referee *referee, int32_t colour,
                                                  const tetress_spent *spent);

/*
 * What would tetress_referee_charge() decide? Nothing is charged. A host that watches a player
 * while it runs asks this, stops the player when the answer is not OPEN, and then charges what was
 * spent.
 *
 * Returns TETRESS_OUTCOME_OPEN, TIME or MEMORY, or the outcome of a game that is over. `evidence`,
 * unless NULL, is filled as tetress_referee_evidence() would tell it (start it with
 * TETRESS_ERROR_INIT). Returns TETRESS_EARG for NULL, another colour, or a *spent or *evidence that
 * makes no sense; TETRESS_EVERSION for a *spent with fields that this version does not know.
 */
TETRESS_API int32_t tetress_referee_check(const tetress_referee *referee, int32_t colour,
                                          const tetress_spent *spent, tetress_error *evidence);

/*
 * End the game for a reason that only the host can know:
 *
 *     outcome           blame                          result
 *     of kind FAULT     TETRESS_RED or TETRESS_BLUE    who is to blame loses
 *     BOTH_FAILED       TETRESS_BOTH                   a draw
 *     INFRASTRUCTURE    TETRESS_NOBODY                 nobody wins, to be played again
 *
 * `text`, unless NULL, is a sentence of evidence. It is copied, as far as it fits into
 * TETRESS_ERROR_TEXT bytes.
 *
 * Returns TETRESS_OK; TETRESS_EOVER if the game was over; TETRESS_EARG for another outcome or
 * blame.
 */
TETRESS_API tetress_status tetress_referee_end(tetress_referee *referee, int32_t outcome,
                                               int32_t blame, const char *text);

/* The outcome; TETRESS_OUTCOME_OPEN while the game goes on; TETRESS_EARG for NULL. */
TETRESS_API int32_t tetress_referee_outcome(const tetress_referee *referee);

/* Who has won: TETRESS_RED or TETRESS_BLUE. TETRESS_NOBODY while the game goes on, after a draw,
 * and if nobody is at fault. TETRESS_EARG for NULL. */
TETRESS_API int32_t tetress_referee_winner(const tetress_referee *referee);

/* By whose fault the game ended: TETRESS_RED, TETRESS_BLUE, TETRESS_BOTH or TETRESS_NOBODY;
 * TETRESS_EARG for NULL. */
TETRESS_API int32_t tetress_referee_blame(const tetress_referee *referee);

/*
 * The evidence: a sentence, and for outcome ILLEGAL rule and cell as well.
 *
 * After a fault that the referee itself has judged, the side to blame is the subject of the
 * sentence: "used 181.5 s of CPU time, the limit is 180 s", "gave no answer within 180 s"
 * (call_wall_us), "exceeded the limit of memory: more than 250 MB, peak 251.25 MB" (MB of 2^20
 * bytes). The status is then not TETRESS_OK. The status is TETRESS_OK before the end, with an empty
 * text, and after an end by the rules: "blue has no move", "after 150 actions red has 14 tokens and
 * blue 12".
 *
 * Belongs to the referee and holds until the next call that changes it. Never NULL: for a NULL
 * referee it says so.
 */
TETRESS_API const tetress_error *tetress_referee_evidence(const tetress_referee *referee);

/* The game as far as it was played, to be read. Belongs to the referee and changes with it. NULL
 * for NULL. */
TETRESS_API const tetress_game *tetress_referee_game(const tetress_referee *referee);

/* What `colour` has spent in all. *spent is filled as far as its `size` says. Returns TETRESS_OK;
 * TETRESS_EARG for NULL, another colour or a size that makes no sense. */
TETRESS_API tetress_status tetress_referee_spent(const tetress_referee *referee, int32_t colour,
                                                 tetress_spent *spent);

/*
 * What `colour` has left of its CPU time and its elapsed time, in microseconds, increments
 * included: 0 when it is used up, UINT64_MAX without a limit. Either pointer may be NULL. Returns
 * TETRESS_OK, or TETRESS_EARG for NULL or another colour.
 */
TETRESS_API tetress_status tetress_referee_left(const tetress_referee *referee, int32_t colour,
                                                uint64_t *cpu_us, uint64_t *wall_us);

/* The name of an outcome as in TETRESS_OUTCOME_MAP, "no_moves" for example; "unknown" for a number
 * that is no outcome. Static text, never NULL. Any thread. */
TETRESS_API const char *tetress_outcome_name(int32_t outcome);

/* The kind of an outcome, TETRESS_OUTCOME_KIND_…; TETRESS_EARG for a number that is no outcome. Any
 * thread. */
TETRESS_API int32_t tetress_outcome_kind(int32_t outcome);

#ifdef __cplusplus
}
#endif

#endif
