/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_REFEREE_H
#define TETRESS_REFEREE_H

#include "game.h"

/*
 * A referee decides one game between players that the host runs: whose turn it is, what each side
 * has used, who has won and by whose fault. The host runs and times the players; the referee
 * decides the result. docs/guide/referee.md says what the outcomes mean.
 *
 * The referee reads no clock. The host says what was spent, so a game can be judged again from its
 * record. Times are in microseconds, memory in bytes; sums stop at the largest number.
 *
 * Threads: as for tetress_game. Every function accepts NULL for a handle and answers TETRESS_EARG
 * (or what its text says). A status other than TETRESS_OK means that the host has made a mistake.
 * Nothing has changed then but the sentence of tetress_referee_error(). What a player does wrong is
 * an outcome, not a status.
 */
typedef struct tetress_referee tetress_referee;

/* clang-format off */
/*
 * The one list of outcomes: name, value, its name as text, and what kind it is. OPEN: the game goes
 * on. RULES: the game ended by its rules; the value is that of the reason (TETRESS_REASON_NO_MOVES,
 * TETRESS_REASON_TURN_LIMIT). FAULT: a player did something wrong and loses. HOST: nobody wins.
 * New outcomes are added at the end.
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

/* Kinds of outcomes, the last column of TETRESS_OUTCOME_MAP. */
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

/* To blame, beside TETRESS_RED, TETRESS_BLUE and TETRESS_NOBODY. */
#define TETRESS_BOTH 3

/* What each side may use; 0 is no limit. A caller sets `size` first. */
typedef struct tetress_referee_limits {
    uint32_t size;         /* sizeof(tetress_referee_limits) of the caller */
    uint32_t reserved;     /* 0 */
    uint64_t cpu_us;       /* CPU time of the whole game */
    uint64_t wall_us;      /* elapsed time of the whole game */
    uint64_t call_cpu_us;  /* CPU time of one action or other charge */
    uint64_t call_wall_us; /* elapsed time of one action or other charge */
    uint64_t increment_us; /* more of cpu_us and wall_us for each action played */
    uint64_t memory_bytes; /* peak */
} tetress_referee_limits;

/* What a player has used. A caller sets `size` first. */
typedef struct tetress_spent {
    uint32_t size;         /* sizeof(tetress_spent) of the caller */
    uint32_t reserved;     /* 0 */
    uint64_t cpu_us;       /* CPU time */
    uint64_t wall_us;      /* elapsed time */
    uint64_t memory_bytes; /* peak since the start of the game; 0 if unknown */
} tetress_spent;

/* clang-format off */
#define TETRESS_REFEREE_LIMITS_INIT {(uint32_t)sizeof(tetress_referee_limits), 0, 0, 0, 0, 0, 0, 0}
#define TETRESS_SPENT_INIT {(uint32_t)sizeof(tetress_spent), 0, 0, 0, 0}
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A referee of a game from the position of `start`, whose history it copies (NULL: the empty
 * board), under `limits` (NULL: none). `allocator` may be NULL: malloc and free. If `start` is
 * over, the outcome is there at once.
 *
 * Returns TETRESS_OK and sets *referee, which the caller owns; TETRESS_ENOMEM; TETRESS_EARG if the
 * allocator lacks a function or the size of the limits makes no sense; TETRESS_EVERSION for limits
 * that this version does not know, `reserved` among them. On failure *referee is NULL, and `error`
 * (which may be NULL; a caller sets its `size` first) has a sentence that names what is wrong.
 */
TETRESS_API tetress_status tetress_referee_new(const tetress_allocator *allocator,
                                               const tetress_game *start,
                                               const tetress_referee_limits *limits,
                                               tetress_referee **referee, tetress_error *error);

/* Free a referee. NULL is fine. */
TETRESS_API void tetress_referee_free(tetress_referee *referee);

/*
 * What the last failed call that changes a referee said about it, the host's mistake; status
 * TETRESS_OK if the last such call succeeded. tetress_referee_evidence() tells what players did.
 * The structure belongs to the referee and lives until the next call that changes it. Never NULL:
 * for a NULL referee it says so.
 */
TETRESS_API const tetress_error *tetress_referee_error(const tetress_referee *referee);

/*
 * The side to move has answered with a move, and has spent `spent` (NULL: nothing) on it.
 *
 * Judged in this order, as the course's referee does: CPU time, elapsed time and memory, each over
 * its limit (exactly at it is allowed): outcome TIME or MEMORY; the action: ILLEGAL; then it is
 * played, and the game may be over by its rules. So a move that comes too late loses
 * on time whatever it is, also one that would have won. Look at tetress_referee_outcome().
 *
 * Returns TETRESS_OK; TETRESS_EOVER if the game was over; TETRESS_EARG if `move` is no placement
 * or the size in *spent makes no sense; TETRESS_EVERSION if it has fields that this version does
 * not know.
 */
TETRESS_API tetress_status tetress_referee_play(tetress_referee *referee, tetress_move move,
                                                const tetress_spent *spent);

/*
 * The same for `count` cells as pairs (row, column). Whatever cells they are: what is no placement
 * is outcome ILLEGAL. Returns as tetress_referee_play() does; TETRESS_EARG also for NULL.
 */
TETRESS_API tetress_status tetress_referee_play_cells(tetress_referee *referee,
                                                      const int32_t *coordinates, size_t count,
                                                      const tetress_spent *spent);

/*
 * The same for an action as text, in any style. Text that is no move at all is outcome PROTOCOL,
 * cells that make none ILLEGAL. Returns as tetress_referee_play() does; TETRESS_EARG also for NULL.
 */
TETRESS_API tetress_status tetress_referee_play_text(tetress_referee *referee, const char *text,
                                                     const tetress_spent *spent);

/*
 * `colour` has spent something that is not an action: to be started, to be told of an action. It
 * loses by TIME or MEMORY if that is more than allowed. Returns as tetress_referee_play()
 * does; TETRESS_EARG also for a number that is no colour.
 */
TETRESS_API tetress_status tetress_referee_charge(tetress_referee *referee, int32_t colour,
                                                  const tetress_spent *spent);

/*
 * What tetress_referee_charge() would decide, without charging: TETRESS_OUTCOME_OPEN, TIME or
 * MEMORY, or the outcome of a game that is over. A host that watches a player while it runs asks
 * this, stops the player when the answer is not OPEN, and then charges what was spent. Fills
 * `evidence` (which may be NULL; a caller sets its `size` first) as tetress_referee_evidence()
 * would tell. TETRESS_EARG for NULL, another colour, or a *spent or *evidence that makes no sense;
 * TETRESS_EVERSION for a *spent with fields that this version does not know.
 */
TETRESS_API int32_t tetress_referee_check(const tetress_referee *referee, int32_t colour,
                                          const tetress_spent *spent, tetress_error *evidence);

/*
 * End the game for a reason that only the host can know. `outcome` of kind FAULT with blame
 * TETRESS_RED or TETRESS_BLUE, who loses; BOTH_FAILED with blame TETRESS_BOTH; INFRASTRUCTURE with
 * blame TETRESS_NOBODY. `text` (may be NULL) is a sentence of evidence, kept as far as it fits into
 * TETRESS_ERROR_TEXT bytes.
 *
 * Returns TETRESS_OK; TETRESS_EOVER if the game was over; TETRESS_EARG for another outcome or
 * blame.
 */
TETRESS_API tetress_status tetress_referee_end(tetress_referee *referee, int32_t outcome,
                                               int32_t blame, const char *text);

/* The outcome, TETRESS_OUTCOME_OPEN while the game goes on; TETRESS_EARG for NULL. */
TETRESS_API int32_t tetress_referee_outcome(const tetress_referee *referee);

/* Who has won: TETRESS_RED, TETRESS_BLUE, or TETRESS_NOBODY: not over, a draw, or nobody's fault.
 * TETRESS_EARG for NULL. */
TETRESS_API int32_t tetress_referee_winner(const tetress_referee *referee);

/* By whose fault it ended: TETRESS_RED, TETRESS_BLUE, TETRESS_BOTH or TETRESS_NOBODY; TETRESS_EARG
 * for NULL. */
TETRESS_API int32_t tetress_referee_blame(const tetress_referee *referee);

/*
 * The evidence: a sentence, and for outcome ILLEGAL rule and cell. Of what the referee itself has
 * judged the side to blame is the sentence's subject: "used 181.5 s of CPU time, the limit is
 * 180 s", "gave no answer within 180 s" (call_wall_us), "exceeded the limit of memory: more than
 * 250 MB, peak 251.25 MB" (of 2^20 bytes). Its status is then not TETRESS_OK. Status TETRESS_OK
 * before the end, with an empty text, and after an end by the rules: "blue has no move", "after 150
 * actions red has 14 tokens and blue 12".
 * Never NULL: for a NULL referee it says so. It belongs to the referee and lives until the next
 * call that changes it.
 */
TETRESS_API const tetress_error *tetress_referee_evidence(const tetress_referee *referee);

/* The game as far as it was played, to be read; belongs to the referee. NULL for NULL. */
TETRESS_API const tetress_game *tetress_referee_game(const tetress_referee *referee);

/* All that `colour` has spent; *spent is filled as far as its `size` says. TETRESS_OK or
 * TETRESS_EARG. */
TETRESS_API tetress_status tetress_referee_spent(const tetress_referee *referee, int32_t colour,
                                                 tetress_spent *spent);

/*
 * What `colour` has left of its CPU and its elapsed time, microseconds, increments included: 0 when
 * it is used up, UINT64_MAX without a limit. Either pointer may be NULL. TETRESS_OK or
 * TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_referee_left(const tetress_referee *referee, int32_t colour,
                                                uint64_t *cpu_us, uint64_t *wall_us);

/* The name of an outcome, "no_moves" for example; "unknown" for a number that is none. Static text,
 * never NULL. Any thread. */
TETRESS_API const char *tetress_outcome_name(int32_t outcome);

/* The kind of an outcome, TETRESS_OUTCOME_KIND_…; TETRESS_EARG for a number that is none. Any
 * thread. */
TETRESS_API int32_t tetress_outcome_kind(int32_t outcome);

#ifdef __cplusplus
}
#endif

#endif
