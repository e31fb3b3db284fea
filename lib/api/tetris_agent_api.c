/* SPDX-License-Identifier: MIT */
/* Agents of the single-player game for the host: evaluator or weights, options, and the decisions
 * that they make. An agent never changes while it decides, so threads may share one. */
#include "error_text.h"
#include "struct_io.h"
#include "struct_sizes.h"
#include "tetris_handle.h"
#include "well_evaluators.h"

/* The value of a move that loses; no value that is told is lower. */
#define LOST_WORTH (-2147483648.0)

/* The width that 0 means. */
#define DEFAULT_WIDTH 2

_Static_assert(TETRESS_TETRIS_MOST_LOOKAHEAD == (int)TTR_WELL_LOOKAHEAD,
               "the public bound is the layer's");

const char *tetress_tetris_evaluator_name(uint32_t index)
{
    const ttr_well_evaluator *found = ttr_well_evaluator_at(index);

    return found == NULL ? NULL : found->name;
}

const char *tetress_tetris_evaluator_summary(uint32_t index)
{
    const ttr_well_evaluator *found = ttr_well_evaluator_at(index);

    return found == NULL ? NULL : found->summary;
}

/* Check options. Fills *error in every case. */
static tetress_status check_options(const tetress_tetris_options *options, tetress_error *error)
{
    if (!ttr_rows_fit(options->rows))
        return ttr_error_rows(error);
    if (options->lookahead > TTR_WELL_LOOKAHEAD)
        return ttr_error_range(error, "lookahead", 0, TTR_WELL_LOOKAHEAD, 0);
    if (options->width > TTR_WELL_WIDTH)
        return ttr_error_range(error, "width", 1, TTR_WELL_WIDTH, DEFAULT_WIDTH);
    if (options->shallow > TTR_WELL_ROWS)
        return ttr_error_range(error, "shallow", 0, TTR_WELL_ROWS, 0);
    if (options->preview > 1)
        return ttr_error_plain(error, TETRESS_EARG, "preview must be 0 or 1");
    if (options->preview == 1 && options->lookahead == 0)
        return ttr_error_plain(error, TETRESS_EARG, "preview needs a lookahead of 1 or more");
    if (!ttr_threads_fit(options->threads))
        return ttr_error_threads(error);
    return ttr_error_none(error);
}

tetress_status ttr_tetris_read_options(const tetress_tetris_options *given,
                                       const ttr_well_weights *weights, ttr_well_player *player,
                                       const int32_t **stop, tetress_error *error)
{
    tetress_tetris_options known = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_status status = TETRESS_OK;

    if (given != NULL)
        status = ttr_struct_read(&known, sizeof known, given, TTR_OLDEST(tetress_tetris_options));
    if (status == TETRESS_EARG)
        return ttr_error_size(error, "the options", "TETRESS_TETRIS_OPTIONS_INIT");
    if (status != TETRESS_OK)
        return ttr_error_newer(error, "a later field", "the options");
    if (known.reserved != 0)
        return ttr_error_newer(error, "reserved", "the options");
    status = check_options(&known, error);
    if (status != TETRESS_OK)
        return status;
    ttr_well_player_init(player, weights, ttr_rows_meant(known.rows), (int)known.lookahead,
                         known.width == 0 ? DEFAULT_WIDTH : (int)known.width, (int)known.shallow,
                         NULL);
    player->preview = known.preview == 1;
    player->threads = (int)ttr_threads_meant(known.threads);
    *stop = known.stop;
    return TETRESS_OK;
}

/* Make an agent. Fills *error in every case. */
static tetress_status agent_make(const tetress_allocator *allocator, const char *evaluator,
                                 const tetress_tetris_options *options,
                                 tetress_tetris_agent **agent, tetress_error *error)
{
    const ttr_well_evaluator *found;
    tetress_allocator memory;
    tetress_tetris_agent *made;
    ttr_well_player player;
    const int32_t *stop;
    tetress_status status;

    if (evaluator == NULL)
        return ttr_error_plain(error, TETRESS_EARG, "the name of the evaluator is NULL");
    if (!ttr_alloc_init(&memory, allocator))
        return ttr_error_allocator(error);
    found = ttr_well_evaluator_named(evaluator);
    if (found == NULL)
        return ttr_error_no_evaluator(error, evaluator);
    status = ttr_tetris_read_options(options, &found->weights, &player, &stop, error);
    if (status != TETRESS_OK)
        return status;
    made = ttr_alloc_zeroed(&memory, 1, sizeof *made);
    if (made == NULL)
        return ttr_error_plain(error, TETRESS_ENOMEM, "no memory for the agent");
    made->memory = memory;
    made->player = player;
    made->stop = stop;
    *agent = made;
    return TETRESS_OK;
}

tetress_status tetress_tetris_agent_new(const tetress_allocator *allocator, const char *evaluator,
                                        const tetress_tetris_options *options,
                                        tetress_tetris_agent **agent, tetress_error *error)
{
    tetress_error found;
    tetress_status status;

    if (agent == NULL)
        return TETRESS_EARG;
    *agent = NULL;
    if (!ttr_struct_fits(error, TTR_OLDEST(tetress_error)))
        return TETRESS_EARG;
    status = agent_make(allocator, evaluator, options, agent, &found);
    ttr_struct_write(error, &found, sizeof found);
    return status;
}

void tetress_tetris_agent_free(tetress_tetris_agent *agent)
{
    if (agent != NULL)
        ttr_alloc_free(&agent->memory, agent, 1, sizeof *agent);
}

tetress_status tetress_tetris_agent_set_weights(tetress_tetris_agent *agent, int32_t kind,
                                                const double *weights, size_t count)
{
    ttr_well_weights fitted;

    if (agent == NULL || weights == NULL || !ttr_is_kind(kind) ||
        count != (size_t)ttr_well_feature_count((ttr_well_family)kind))
        return TETRESS_EARG;
    if (!ttr_well_weights_fit((ttr_well_family)kind, weights, &fitted))
        return TETRESS_EARG;
    agent->player.weights = fitted;
    return TETRESS_OK;
}

tetress_status tetress_tetris_agent_weights(const tetress_tetris_agent *agent, int32_t *kind,
                                            double *weights)
{
    if (agent == NULL || kind == NULL || weights == NULL)
        return TETRESS_EARG;
    *kind = (int32_t)agent->player.weights.family;
    ttr_well_weights_tell(&agent->player.weights, weights);
    return TETRESS_OK;
}

/* ---- Decisions ------------------------------------------------------------------------------- */

static tetress_status check_pair(const tetress_tetris_agent *agent, const tetress_tetris *game)
{
    if (agent == NULL || game == NULL || agent->player.tables.rows != game->game.rows)
        return TETRESS_EARG;
    return game->game.over ? TETRESS_EOVER : TETRESS_OK;
}

const ttr_well_player *ttr_tetris_player(const tetress_tetris_agent *agent, ttr_tetris_call *call)
{
    if (agent->stop == NULL)
        return &agent->player;
    call->halt.asked = agent->stop;
    atomic_init(&call->halt.seen, false);
    call->player = agent->player;
    call->player.halt = &call->halt;
    return &call->player;
}

/* The choice for the present piece. False if the player was stopped and did not think it out. */
static bool choose(const ttr_well_player *player, const tetress_tetris *game,
                   ttr_well_choice *choice)
{
    *choice = ttr_well_choose(player, &game->game.well, game->game.piece, game->game.next);
    return !ttr_well_stopped(player);
}

/* The value of a choice in units of the evaluator's weights. */
static double worth(const ttr_well_choice *choice)
{
    double value = (double)choice->value / (1024 * (double)choice->scale);

    return value < LOST_WORTH ? LOST_WORTH : value;
}

tetress_status tetress_tetris_agent_choose(const tetress_tetris_agent *agent,
                                           const tetress_tetris *game, int32_t *move, double *value)
{
    tetress_status status = check_pair(agent, game);
    ttr_tetris_call call;
    ttr_well_choice choice;
    bool chosen;

    if (status != TETRESS_OK)
        return status;
    if (move == NULL)
        return TETRESS_EARG;
    chosen = choose(ttr_tetris_player(agent, &call), game, &choice);
    *move = chosen ? choice.move : -1;
    if (value != NULL)
        *value = chosen ? worth(&choice) : LOST_WORTH;
    return TETRESS_OK;
}

tetress_status tetress_tetris_agent_values(const tetress_tetris_agent *agent,
                                           const tetress_tetris *game, double *values,
                                           size_t capacity)
{
    tetress_status status = check_pair(agent, game);
    ttr_well_choice kept[TTR_WELL_MOVES];
    const ttr_well_player *player;
    ttr_tetris_call call;
    size_t moves;
    int count;

    if (status != TETRESS_OK)
        return status;
    if (values == NULL)
        return TETRESS_EARG;
    moves = (size_t)ttr_well_move_count(game->game.piece);
    if (capacity < moves)
        return TETRESS_ESIZE;
    for (size_t i = 0; i < moves; i++)
        values[i] = LOST_WORTH;
    player = ttr_tetris_player(agent, &call);
    count = ttr_well_values(player, &game->game.well, game->game.piece, game->game.next, kept);
    if (ttr_well_stopped(player))
        return TETRESS_OK; /* they were not thought out */
    for (int i = 0; i < count; i++)
        values[kept[i].move] = worth(&kept[i]);
    return TETRESS_OK;
}

tetress_status tetress_tetris_agent_play(const tetress_tetris_agent *agent, tetress_tetris *game,
                                         uint64_t pieces)
{
    tetress_status status = check_pair(agent, game);
    const ttr_well_player *player;
    ttr_well_choice choice;
    ttr_tetris_call call;

    if (status != TETRESS_OK)
        return status;
    player = ttr_tetris_player(agent, &call);
    for (; pieces > 0 && !game->game.over && choose(player, game, &choice); pieces--) {
        /* every move loses, so any will do */
        ttr_tetris_play(&game->game, choice.move < 0 ? 0 : choice.move);
    }
    return TETRESS_OK;
}
