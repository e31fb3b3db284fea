/* SPDX-License-Identifier: MIT */
/*
 * The referee: decides one game between players that the host runs, from the moves and the
 * resources that the host reports.
 *
 * The referee is a state machine with one way out of the open game. Each call adds what was spent
 * (charge), compares it with the limits (weigh), then plays the answer (conclude); the first that
 * ends the game sets outcome, winner and blame together (end), and after that no call changes them.
 * All of it follows from what the host says, so the same record gives the same verdict everywhere.
 *
 * Two kinds of failure are kept apart. What a player does wrong is evidence and ends the game. What
 * the host does wrong is an error, is refused, and changes nothing.
 */
#include <string.h>

#include "alloc.h"
#include "error_text.h"
#include "evidence_text.h"
#include "game_handle.h"
#include "struct_io.h"
#include "struct_sizes.h"

_Static_assert(TETRESS_OUTCOME_NO_MOVES == TETRESS_REASON_NO_MOVES &&
                   TETRESS_OUTCOME_TURN_LIMIT == TETRESS_REASON_TURN_LIMIT,
               "an end by the rules has the number of its reason");

struct tetress_referee {
    tetress_allocator memory;
    tetress_referee_limits limits;
    tetress_spent spent[2]; /* by colour */
    uint64_t actions[2];    /* played by each */
    int32_t outcome, winner, blame;
    tetress_error evidence; /* of a player's fault */
    tetress_error error;    /* the host's last mistake */
    tetress_game *game;
};

static bool is_colour(int32_t colour)
{
    return colour == TETRESS_RED || colour == TETRESS_BLUE;
}

/* ---- Making and freeing ---------------------------------------------------------------------- */

/* End the game. */
static void end(tetress_referee *referee, int32_t outcome, int32_t winner, int32_t blame)
{
    referee->outcome = outcome;
    referee->winner = winner;
    referee->blame = blame;
}

/* End the game if it is over by its rules. */
static void look_at_the_board(tetress_referee *referee)
{
    int32_t reason = tetress_game_reason(referee->game);

    if (reason != TETRESS_REASON_NONE) {
        ttr_evidence_rules(&referee->evidence, referee->game);
        end(referee, reason, tetress_game_winner(referee->game), TETRESS_NOBODY);
    }
}

/* Make the referee's own game, from its own memory, with the history of `start`. */
static tetress_status referee_game(tetress_referee *referee, const tetress_game *start)
{
    tetress_status status = tetress_game_new(&referee->memory, &referee->game);

    if (status == TETRESS_OK && start != NULL) {
        *referee->game = *start;
        referee->game->memory = referee->memory;
        ttr_error_none(&referee->game->error);
    }
    return status;
}

/* Read and check the caller's limits. */
static tetress_status read_limits(const tetress_referee_limits *given,
                                  tetress_referee_limits *known, tetress_error *error)
{
    tetress_status status = TETRESS_OK;

    if (given != NULL)
        status = ttr_struct_read(known, sizeof *known, given, TTR_OLDEST(tetress_referee_limits));
    if (status == TETRESS_EARG)
        return ttr_error_size(error, "the limits", "TETRESS_REFEREE_LIMITS_INIT");
    if (status != TETRESS_OK)
        return ttr_error_newer(error, "a later field", "the limits");
    if (known->reserved != 0)
        return ttr_error_newer(error, "reserved", "the limits");
    return ttr_error_none(error);
}

/* Make a referee. Fills *error in every case. */
static tetress_status referee_make(const tetress_allocator *allocator, const tetress_game *start,
                                   const tetress_referee_limits *limits, tetress_referee **referee,
                                   tetress_error *error)
{
    tetress_referee_limits known = TETRESS_REFEREE_LIMITS_INIT;
    tetress_allocator memory;
    tetress_referee *made;
    tetress_status status = read_limits(limits, &known, error);

    if (status != TETRESS_OK)
        return status;
    if (!ttr_alloc_init(&memory, allocator))
        return ttr_error_plain(error, TETRESS_EARG, "the allocator lacks a function");
    made = ttr_alloc_zeroed(&memory, 1, sizeof *made);
    if (made == NULL)
        return ttr_error_plain(error, TETRESS_ENOMEM, "no memory for the referee");
    made->memory = memory;
    made->limits = known;
    end(made, TETRESS_OUTCOME_OPEN, TETRESS_NOBODY, TETRESS_NOBODY);
    ttr_error_none(&made->evidence);
    ttr_error_none(&made->error);
    status = referee_game(made, start);
    if (status != TETRESS_OK) {
        tetress_referee_free(made);
        return ttr_error_plain(error, status, "no memory for the referee");
    }
    look_at_the_board(made);
    *referee = made;
    return TETRESS_OK;
}

tetress_status tetress_referee_new(const tetress_allocator *allocator, const tetress_game *start,
                                   const tetress_referee_limits *limits, tetress_referee **referee,
                                   tetress_error *error)
{
    tetress_error found;
    tetress_status status;

    if (referee == NULL)
        return TETRESS_EARG;
    *referee = NULL;
    if (!ttr_struct_fits(error, TTR_OLDEST(tetress_error)))
        return TETRESS_EARG;
    status = referee_make(allocator, start, limits, referee, &found);
    ttr_struct_write(error, &found, sizeof found);
    return status;
}

void tetress_referee_free(tetress_referee *referee)
{
    if (referee == NULL)
        return;
    tetress_game_free(referee->game);
    ttr_alloc_free(&referee->memory, referee, 1, sizeof *referee);
}

/* ---- Clocks ---------------------------------------------------------------------------------- */

/* a + b, or the largest number if that is more. */
static uint64_t sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* What a limit allows after `actions` of the player: with increments. UINT64_MAX, which nothing
 * exceeds, for no limit. */
static uint64_t allowed(uint64_t limit, uint64_t increment, uint64_t actions)
{
    if (limit == 0)
        return UINT64_MAX;
    if (increment != 0 && actions > UINT64_MAX / increment)
        return UINT64_MAX;
    return sum(limit, increment * actions);
}

static uint64_t allowed_cpu(const tetress_referee *referee, int32_t colour)
{
    return allowed(referee->limits.cpu_us, referee->limits.increment_us, referee->actions[colour]);
}

static uint64_t allowed_wall(const tetress_referee *referee, int32_t colour)
{
    return allowed(referee->limits.wall_us, referee->limits.increment_us, referee->actions[colour]);
}

/* What `colour` will have spent once `now` is added. Times add up, memory is a peak. */
static tetress_spent spent_with(const tetress_referee *referee, int32_t colour,
                                const tetress_spent *now)
{
    tetress_spent all = referee->spent[colour];

    all.cpu_us = sum(all.cpu_us, now->cpu_us);
    all.wall_us = sum(all.wall_us, now->wall_us);
    if (now->memory_bytes > all.memory_bytes)
        all.memory_bytes = now->memory_bytes;
    return all;
}

/*
 * Compare with the limits: `all` is what `colour` has spent in the game, `now` in this call.
 * Returns OPEN if nothing is exceeded, else TIME or MEMORY with the evidence. CPU time comes first,
 * as in the course's referee: a player that used too much of everything is told about that.
 */
static int32_t weigh(const tetress_referee *referee, int32_t colour, const tetress_spent *all,
                     const tetress_spent *now, tetress_error *evidence)
{
    const tetress_referee_limits *limits = &referee->limits;
    uint64_t cpu = allowed_cpu(referee, colour), wall = allowed_wall(referee, colour);

    if (all->cpu_us > cpu)
        return ttr_evidence_time(evidence, "CPU time", all->cpu_us, cpu);
    if (now->cpu_us > allowed(limits->call_cpu_us, 0, 0))
        return ttr_evidence_time(evidence, "CPU time in one call", now->cpu_us,
                                 limits->call_cpu_us);
    if (all->wall_us > wall)
        return ttr_evidence_time(evidence, "elapsed time", all->wall_us, wall);
    if (now->wall_us > allowed(limits->call_wall_us, 0, 0))
        return ttr_evidence_late(evidence, limits->call_wall_us);
    if (all->memory_bytes > allowed(limits->memory_bytes, 0, 0))
        return ttr_evidence_memory(evidence, all->memory_bytes, limits->memory_bytes);
    return TETRESS_OUTCOME_OPEN;
}

/* Add what was spent, and end the game if it is too much. */
static void charge(tetress_referee *referee, int32_t colour, const tetress_spent *now)
{
    int32_t outcome;

    referee->spent[colour] = spent_with(referee, colour, now);
    outcome = weigh(referee, colour, &referee->spent[colour], now, &referee->evidence);
    if (outcome != TETRESS_OUTCOME_OPEN)
        end(referee, outcome, 1 - colour, colour);
}

/* Read and check what the caller says was spent. */
static tetress_status read_spent(const tetress_spent *given, tetress_spent *known,
                                 tetress_error *error)
{
    tetress_status status = TETRESS_OK;

    *known = (tetress_spent)TETRESS_SPENT_INIT;
    if (given != NULL)
        status = ttr_struct_read(known, sizeof *known, given, TTR_OLDEST(tetress_spent));
    if (status == TETRESS_EARG)
        return ttr_error_size(error, "what was spent", "TETRESS_SPENT_INIT");
    if (status != TETRESS_OK)
        return ttr_error_newer(error, "a later field", "what was spent");
    if (known->reserved != 0)
        return ttr_error_newer(error, "reserved", "what was spent");
    return ttr_error_none(error);
}

/* ---- Playing --------------------------------------------------------------------------------- */

static bool is_over(const tetress_referee *referee)
{
    return referee->outcome != TETRESS_OUTCOME_OPEN;
}

/* Refuse a mistake of the host and keep a sentence about it. */
static tetress_status refuse(tetress_referee *referee, tetress_status status, const char *sentence)
{
    return referee == NULL ? TETRESS_EARG : ttr_error_plain(&referee->error, status, sentence);
}

static tetress_status refuse_over(tetress_referee *referee)
{
    return refuse(referee, TETRESS_EOVER, "the game is over; its outcome stands");
}

/* Check the host's call: a referee, a game that is open, a sound *spent. */
static tetress_status enter(tetress_referee *referee, const tetress_spent *spent,
                            tetress_spent *known)
{
    if (referee == NULL)
        return TETRESS_EARG;
    return is_over(referee) ? refuse_over(referee) : read_spent(spent, known, &referee->error);
}

/* The game has taken an action or refused it: go on, or end it with the game's own sentence as
 * evidence. */
static void conclude(tetress_referee *referee, int32_t mover, tetress_status status)
{
    if (status == TETRESS_OK) {
        referee->actions[mover]++;
        look_at_the_board(referee);
        return;
    }
    referee->evidence = *tetress_game_error(referee->game);
    end(referee, status == TETRESS_EILLEGAL ? TETRESS_OUTCOME_ILLEGAL : TETRESS_OUTCOME_PROTOCOL,
        1 - mover, mover);
}

/* What a player has answered: text if that is not NULL, else cells if they are not NULL, else a
 * move. */
typedef struct answer {
    const char *text;
    const int32_t *coordinates;
    size_t count;
    tetress_move move;
} answer;

static tetress_status apply(tetress_game *game, const answer *given)
{
    if (given->text != NULL)
        return tetress_game_apply_text(game, given->text, NULL);
    if (given->coordinates != NULL)
        return tetress_game_apply_cells(game, given->coordinates, given->count, NULL);
    return tetress_game_apply(game, given->move);
}

/* Judge an answer: what it cost first, then the action itself. */
static tetress_status judge(tetress_referee *referee, const answer *given,
                            const tetress_spent *spent)
{
    tetress_spent known;
    tetress_status status = enter(referee, spent, &known);
    int32_t mover;

    if (status != TETRESS_OK)
        return status;
    mover = tetress_game_turn(referee->game);
    charge(referee, mover, &known);
    if (!is_over(referee))
        conclude(referee, mover, apply(referee->game, given));
    return TETRESS_OK;
}

tetress_status tetress_referee_play(tetress_referee *referee, tetress_move move,
                                    const tetress_spent *spent)
{
    answer given = {.move = move};

    if (move >= TETRESS_PLACEMENTS)
        return refuse(referee, TETRESS_EARG, "the move is no placement, 0 to 2298");
    return judge(referee, &given, spent);
}

tetress_status tetress_referee_play_cells(tetress_referee *referee, const int32_t *coordinates,
                                          size_t count, const tetress_spent *spent)
{
    answer given = {.coordinates = coordinates, .count = count};

    if (coordinates == NULL)
        return refuse(referee, TETRESS_EARG, "the coordinates are NULL");
    return judge(referee, &given, spent);
}

tetress_status tetress_referee_play_text(tetress_referee *referee, const char *text,
                                         const tetress_spent *spent)
{
    answer given = {.text = text};

    if (text == NULL)
        return refuse(referee, TETRESS_EARG, "the text is NULL");
    return judge(referee, &given, spent);
}

tetress_status tetress_referee_charge(tetress_referee *referee, int32_t colour,
                                      const tetress_spent *spent)
{
    tetress_spent known;
    tetress_status status;

    if (!is_colour(colour))
        return refuse(referee, TETRESS_EARG, "the colour is neither red nor blue");
    status = enter(referee, spent, &known);
    if (status == TETRESS_OK)
        charge(referee, colour, &known);
    return status;
}

int32_t tetress_referee_check(const tetress_referee *referee, int32_t colour,
                              const tetress_spent *spent, tetress_error *evidence)
{
    tetress_error found;
    tetress_spent known, all;
    tetress_status status;
    int32_t outcome;

    if (referee == NULL || !is_colour(colour) ||
        !ttr_struct_fits(evidence, TTR_OLDEST(tetress_error)))
        return TETRESS_EARG;
    status = read_spent(spent, &known, &found);
    if (status != TETRESS_OK)
        return status;
    if (is_over(referee)) {
        ttr_struct_write(evidence, &referee->evidence, sizeof referee->evidence);
        return referee->outcome;
    }
    all = spent_with(referee, colour, &known);
    outcome = weigh(referee, colour, &all, &known, &found);
    ttr_struct_write(evidence, &found, sizeof found);
    return outcome;
}

/* Does this blame fit an end that the host declares? */
static bool blame_fits(int32_t outcome, int32_t blame)
{
    if (outcome == TETRESS_OUTCOME_BOTH_FAILED)
        return blame == TETRESS_BOTH;
    if (outcome == TETRESS_OUTCOME_INFRASTRUCTURE)
        return blame == TETRESS_NOBODY;
    return tetress_outcome_kind(outcome) == TETRESS_OUTCOME_KIND_FAULT && is_colour(blame);
}

tetress_status tetress_referee_end(tetress_referee *referee, int32_t outcome, int32_t blame,
                                   const char *text)
{
    if (referee == NULL || !blame_fits(outcome, blame))
        return refuse(referee, TETRESS_EARG, "no such outcome, or none with this blame");
    if (is_over(referee))
        return refuse_over(referee);
    ttr_error_plain(&referee->evidence, TETRESS_EOVER,
                    text != NULL ? text : tetress_outcome_name(outcome));
    end(referee, outcome, is_colour(blame) ? 1 - blame : TETRESS_NOBODY, blame);
    return ttr_error_none(&referee->error);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

const tetress_error *tetress_referee_error(const tetress_referee *referee)
{
    return referee == NULL ? &ttr_error_null_handle : &referee->error;
}

int32_t tetress_referee_outcome(const tetress_referee *referee)
{
    return referee == NULL ? TETRESS_EARG : referee->outcome;
}

int32_t tetress_referee_winner(const tetress_referee *referee)
{
    return referee == NULL ? TETRESS_EARG : referee->winner;
}

int32_t tetress_referee_blame(const tetress_referee *referee)
{
    return referee == NULL ? TETRESS_EARG : referee->blame;
}

const tetress_error *tetress_referee_evidence(const tetress_referee *referee)
{
    return referee == NULL ? &ttr_error_null_handle : &referee->evidence;
}

const tetress_game *tetress_referee_game(const tetress_referee *referee)
{
    return referee == NULL ? NULL : referee->game;
}

tetress_status tetress_referee_spent(const tetress_referee *referee, int32_t colour,
                                     tetress_spent *spent)
{
    tetress_spent known = TETRESS_SPENT_INIT;

    if (referee == NULL || spent == NULL || !is_colour(colour) ||
        !ttr_struct_fits(spent, TTR_OLDEST(tetress_spent)))
        return TETRESS_EARG;
    known.cpu_us = referee->spent[colour].cpu_us;
    known.wall_us = referee->spent[colour].wall_us;
    known.memory_bytes = referee->spent[colour].memory_bytes;
    ttr_struct_write(spent, &known, sizeof known);
    return TETRESS_OK;
}

/* What is left of a limit, never below 0; UINT64_MAX for no limit. */
static uint64_t left_of(uint64_t whole, uint64_t used)
{
    if (whole == UINT64_MAX)
        return UINT64_MAX;
    return used > whole ? 0 : whole - used;
}

tetress_status tetress_referee_left(const tetress_referee *referee, int32_t colour,
                                    uint64_t *cpu_us, uint64_t *wall_us)
{
    if (referee == NULL || !is_colour(colour))
        return TETRESS_EARG;
    if (cpu_us != NULL)
        *cpu_us = left_of(allowed_cpu(referee, colour), referee->spent[colour].cpu_us);
    if (wall_us != NULL)
        *wall_us = left_of(allowed_wall(referee, colour), referee->spent[colour].wall_us);
    return TETRESS_OK;
}

const char *tetress_outcome_name(int32_t outcome)
{
    switch (outcome) {
#define CASE(name, value, text, kind)                                                              \
    case TETRESS_OUTCOME_##name:                                                                   \
        return text;
        TETRESS_OUTCOME_MAP(CASE)
#undef CASE
    default:
        return "unknown";
    }
}

int32_t tetress_outcome_kind(int32_t outcome)
{
    switch (outcome) {
#define CASE(name, value, text, kind)                                                              \
    case TETRESS_OUTCOME_##name:                                                                   \
        return TETRESS_OUTCOME_KIND_##kind;
        TETRESS_OUTCOME_MAP(CASE)
#undef CASE
    default:
        return TETRESS_EARG;
    }
}
