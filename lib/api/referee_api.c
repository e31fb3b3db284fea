/* SPDX-License-Identifier: MIT */
/*
 * The referee for the host. Outcome, winner and blame, clocks and limits are decided in
 * lib/match/game_referee.c; here arguments are checked, structures translated, actions played, and
 * what was decided is put into sentences.
 *
 * Two kinds of failure are kept apart. What a player does wrong is evidence and ends the game. What
 * the host does wrong is an error, is refused, and changes nothing.
 */
#include "alloc.h"
#include "error_text.h"
#include "evidence_text.h"
#include "game_handle.h"
#include "game_referee.h"
#include "struct_io.h"
#include "struct_sizes.h"

#define SAME(name, value, text, kind)                                                              \
    _Static_assert(TETRESS_OUTCOME_##name == (int)TTR_OUTCOME_##name,                              \
                   "the public numbers are the library's");
TETRESS_OUTCOME_MAP(SAME)
#undef SAME
_Static_assert(TETRESS_BOTH == TTR_BOTH, "the public numbers are the library's");
_Static_assert(TETRESS_OUTCOME_NO_MOVES == TETRESS_REASON_NO_MOVES &&
                   TETRESS_OUTCOME_TURN_LIMIT == TETRESS_REASON_TURN_LIMIT,
               "an end by the rules has the number of its reason");

struct tetress_referee {
    tetress_allocator memory;
    ttr_referee state;
    tetress_error evidence; /* of how the game ended */
    tetress_error error;    /* the host's last mistake */
    tetress_game *game;
};

/* ---- Making and freeing ---------------------------------------------------------------------- */

/* Tell about a game that is over by its rules; else there is nothing to tell. */
static void tell_rules(tetress_referee *referee)
{
    if (ttr_referee_is_over(&referee->state))
        ttr_evidence_rules(&referee->evidence, referee->game);
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
static tetress_status read_limits(const tetress_referee_limits *given, ttr_referee_limits *limits,
                                  tetress_error *error)
{
    tetress_referee_limits known = TETRESS_REFEREE_LIMITS_INIT;
    tetress_status status = TETRESS_OK;

    if (given != NULL)
        status = ttr_struct_read(&known, sizeof known, given, TTR_OLDEST(tetress_referee_limits));
    if (status == TETRESS_EARG)
        return ttr_error_size(error, "the limits", "TETRESS_REFEREE_LIMITS_INIT");
    if (status != TETRESS_OK)
        return ttr_error_newer(error, "a later field", "the limits");
    if (known.reserved != 0)
        return ttr_error_newer(error, "reserved", "the limits");
    *limits = (ttr_referee_limits){
        .cpu_us = known.cpu_us,
        .wall_us = known.wall_us,
        .call_cpu_us = known.call_cpu_us,
        .call_wall_us = known.call_wall_us,
        .increment_us = known.increment_us,
        .memory_bytes = known.memory_bytes,
    };
    return ttr_error_none(error);
}

/* Make a referee. Fills *error in every case. */
static tetress_status referee_make(const tetress_allocator *allocator, const tetress_game *start,
                                   const tetress_referee_limits *given, tetress_referee **referee,
                                   tetress_error *error)
{
    ttr_referee_limits limits = {0};
    tetress_allocator memory;
    tetress_referee *made;
    tetress_status status = read_limits(given, &limits, error);

    if (status != TETRESS_OK)
        return status;
    if (!ttr_alloc_init(&memory, allocator))
        return ttr_error_allocator(error);
    made = ttr_alloc_zeroed(&memory, 1, sizeof *made);
    if (made == NULL)
        return ttr_error_plain(error, TETRESS_ENOMEM, "no memory for the referee");
    made->memory = memory;
    ttr_error_none(&made->evidence);
    ttr_error_none(&made->error);
    status = referee_game(made, start);
    if (status != TETRESS_OK) {
        tetress_referee_free(made);
        return ttr_error_plain(error, status, "no memory for the referee");
    }
    made->state = ttr_referee_start(&limits, ttr_game_board(made->game));
    tell_rules(made);
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

/* ---- What was spent -------------------------------------------------------------------------- */

/* Read and check what the caller says was spent. */
static tetress_status read_spent(const tetress_spent *given, ttr_spent *spent, tetress_error *error)
{
    tetress_spent known = TETRESS_SPENT_INIT;
    tetress_status status = TETRESS_OK;

    if (given != NULL)
        status = ttr_struct_read(&known, sizeof known, given, TTR_OLDEST(tetress_spent));
    if (status == TETRESS_EARG)
        return ttr_error_size(error, "what was spent", "TETRESS_SPENT_INIT");
    if (status != TETRESS_OK)
        return ttr_error_newer(error, "a later field", "what was spent");
    if (known.reserved != 0)
        return ttr_error_newer(error, "reserved", "what was spent");
    *spent = (ttr_spent){
        .cpu_us = known.cpu_us,
        .wall_us = known.wall_us,
        .memory_bytes = known.memory_bytes,
    };
    return ttr_error_none(error);
}

/* ---- Playing --------------------------------------------------------------------------------- */

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
static tetress_status enter(tetress_referee *referee, const tetress_spent *spent, ttr_spent *known)
{
    if (referee == NULL)
        return TETRESS_EARG;
    if (ttr_referee_is_over(&referee->state))
        return refuse_over(referee);
    return read_spent(spent, known, &referee->error);
}

/* Charge a side of an open game, and tell it if that is too much. */
static void charge(tetress_referee *referee, int32_t colour, const ttr_spent *now)
{
    ttr_excess excess = ttr_referee_charge(&referee->state, colour, now);

    ttr_evidence_excess(&referee->evidence, &excess);
}

static ttr_answer answer_of(tetress_status status)
{
    if (status == TETRESS_OK)
        return TTR_ANSWER_PLAYED;
    return status == TETRESS_EILLEGAL ? TTR_ANSWER_ILLEGAL : TTR_ANSWER_NO_ACTION;
}

/* The game has taken an action or refused it: go on, or end it. The game's own sentence is the
 * evidence of what it refuses. */
static void conclude(tetress_referee *referee, int32_t mover, tetress_status status)
{
    ttr_referee_conclude(&referee->state, mover, answer_of(status), ttr_game_board(referee->game));
    if (status == TETRESS_OK)
        tell_rules(referee);
    else
        referee->evidence = *tetress_game_error(referee->game);
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
    ttr_spent known;
    tetress_status status = enter(referee, spent, &known);
    int32_t mover;

    if (status != TETRESS_OK)
        return status;
    mover = tetress_game_turn(referee->game);
    charge(referee, mover, &known);
    if (!ttr_referee_is_over(&referee->state))
        conclude(referee, mover, apply(referee->game, given));
    return TETRESS_OK;
}

tetress_status tetress_referee_play(tetress_referee *referee, tetress_move move,
                                    const tetress_spent *spent)
{
    answer given = {.move = move};

    if (move >= TETRESS_PLACEMENTS)
        return referee == NULL ? TETRESS_EARG : ttr_error_no_placement(&referee->error);
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
    ttr_spent known;
    tetress_status status;

    if (!ttr_is_colour(colour))
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
    ttr_spent known;
    ttr_excess excess;
    tetress_status status;

    if (referee == NULL || !ttr_is_colour(colour) ||
        !ttr_struct_fits(evidence, TTR_OLDEST(tetress_error)))
        return TETRESS_EARG;
    status = read_spent(spent, &known, &found);
    if (status != TETRESS_OK)
        return status;
    if (ttr_referee_is_over(&referee->state)) {
        ttr_struct_write(evidence, &referee->evidence, sizeof referee->evidence);
        return (int32_t)referee->state.outcome;
    }
    excess = ttr_referee_weigh(&referee->state, colour, &known);
    ttr_evidence_excess(&found, &excess);
    ttr_struct_write(evidence, &found, sizeof found);
    return (int32_t)ttr_referee_excess_outcome(&excess);
}

tetress_status tetress_referee_end(tetress_referee *referee, int32_t outcome, int32_t blame,
                                   const char *text)
{
    if (referee == NULL || !ttr_referee_blame_fits(outcome, blame))
        return refuse(referee, TETRESS_EARG, "no such outcome, or none with this blame");
    if (ttr_referee_is_over(&referee->state))
        return refuse_over(referee);
    ttr_error_plain(&referee->evidence, TETRESS_EOVER,
                    text != NULL ? text : tetress_outcome_name(outcome));
    ttr_referee_end(&referee->state, (ttr_referee_outcome)outcome, blame);
    return ttr_error_none(&referee->error);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

const tetress_error *tetress_referee_error(const tetress_referee *referee)
{
    return referee == NULL ? &ttr_error_null_handle : &referee->error;
}

int32_t tetress_referee_outcome(const tetress_referee *referee)
{
    return referee == NULL ? TETRESS_EARG : (int32_t)referee->state.outcome;
}

int32_t tetress_referee_winner(const tetress_referee *referee)
{
    return referee == NULL ? TETRESS_EARG : referee->state.winner;
}

int32_t tetress_referee_blame(const tetress_referee *referee)
{
    return referee == NULL ? TETRESS_EARG : referee->state.blame;
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
    const ttr_spent *all;

    if (referee == NULL || spent == NULL || !ttr_is_colour(colour) ||
        !ttr_struct_fits(spent, TTR_OLDEST(tetress_spent)))
        return TETRESS_EARG;
    all = &referee->state.spent[colour];
    known.cpu_us = all->cpu_us;
    known.wall_us = all->wall_us;
    known.memory_bytes = all->memory_bytes;
    ttr_struct_write(spent, &known, sizeof known);
    return TETRESS_OK;
}

tetress_status tetress_referee_left(const tetress_referee *referee, int32_t colour,
                                    uint64_t *cpu_us, uint64_t *wall_us)
{
    if (referee == NULL || !ttr_is_colour(colour))
        return TETRESS_EARG;
    if (cpu_us != NULL)
        *cpu_us = ttr_referee_cpu_left(&referee->state, colour);
    if (wall_us != NULL)
        *wall_us = ttr_referee_wall_left(&referee->state, colour);
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
