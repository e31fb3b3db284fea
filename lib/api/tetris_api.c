/* SPDX-License-Identifier: MIT */
#include "tetress/tetris.h"

#include "alloc.h"
#include "struct_io.h"
#include "well_evaluators.h"
#include "well_measure.h"

/* Size in the first release. */
#define OPTIONS_OLDEST sizeof(tetress_tetris_options)

#define MOST_TRIALS 1000000

_Static_assert(sizeof(tetress_tetris_options) == 24, "ABI: append fields, never reorder");
_Static_assert(TETRESS_TETRIS_COLUMNS == (int)TTR_WELL_COLUMNS &&
                   TETRESS_TETRIS_ROWS == (int)TTR_WELL_ROWS &&
                   TETRESS_TETRIS_PIECES == (int)TTR_PIECES &&
                   TETRESS_TETRIS_S2 == (int)TTR_FAMILY_S2 &&
                   TETRESS_TETRIS_DT == (int)TTR_FAMILY_DT,
               "the public numbers are the layer's");

struct tetress_tetris {
    tetress_allocator memory;
    ttr_well well;
    ttr_rng rng;
    int rows, piece;
    bool over;
    uint64_t lines, turns;
};

struct tetress_tetris_agent {
    tetress_allocator memory;
    ttr_well_player player;
};

static bool rows_fit(uint32_t rows)
{
    return rows == 0 || (rows >= 4 && rows <= TETRESS_TETRIS_ROWS);
}

static int rows_meant(uint32_t rows)
{
    return rows == 0 ? TETRESS_TETRIS_ROWS : (int)rows;
}

static bool is_piece(int32_t piece)
{
    return piece >= 0 && piece < TETRESS_TETRIS_PIECES;
}

/* ---- Games ----------------------------------------------------------------------------------- */

static void draw_piece(tetress_tetris *game)
{
    game->piece = (int)ttr_rng_below(&game->rng, TTR_PIECES);
}

tetress_status tetress_tetris_new(const tetress_allocator *allocator, uint32_t rows, uint64_t seed,
                                  tetress_tetris **game)
{
    tetress_allocator memory;
    tetress_tetris *made;

    if (game == NULL)
        return TETRESS_EARG;
    *game = NULL;
    if (!rows_fit(rows) || !ttr_alloc_init(&memory, allocator))
        return TETRESS_EARG;
    made = ttr_alloc_zeroed(&memory, 1, sizeof *made);
    if (made == NULL)
        return TETRESS_ENOMEM;
    made->memory = memory;
    made->rows = rows_meant(rows);
    ttr_rng_seed(&made->rng, seed);
    draw_piece(made);
    *game = made;
    return TETRESS_OK;
}

tetress_status tetress_tetris_copy(const tetress_tetris *game, tetress_tetris **copy)
{
    tetress_tetris *made;

    if (copy == NULL)
        return TETRESS_EARG;
    *copy = NULL;
    if (game == NULL)
        return TETRESS_EARG;
    made = ttr_alloc_array(&game->memory, 1, sizeof *made);
    if (made == NULL)
        return TETRESS_ENOMEM;
    *made = *game;
    *copy = made;
    return TETRESS_OK;
}

void tetress_tetris_free(tetress_tetris *game)
{
    if (game != NULL) {
        tetress_allocator memory = game->memory;

        ttr_alloc_free(&memory, game, 1, sizeof *game);
    }
}

int32_t tetress_tetris_piece(const tetress_tetris *game)
{
    return game == NULL ? TETRESS_EARG : game->piece;
}

tetress_status tetress_tetris_set_piece(tetress_tetris *game, int32_t piece)
{
    if (game == NULL || !is_piece(piece))
        return TETRESS_EARG;
    if (game->over)
        return TETRESS_EOVER;
    game->piece = piece;
    return TETRESS_OK;
}

int32_t tetress_tetris_move_count(int32_t piece)
{
    return is_piece(piece) ? ttr_well_move_count(piece) : TETRESS_EARG;
}

tetress_status tetress_tetris_move(int32_t piece, int32_t move, int32_t *orientation, int32_t *slot)
{
    ttr_drop_move found;

    if (!is_piece(piece) || move < 0 || move >= ttr_well_move_count(piece))
        return TETRESS_EARG;
    found = ttr_well_move(piece, move);
    if (orientation != NULL)
        *orientation = found.orientation;
    if (slot != NULL)
        *slot = found.slot;
    return TETRESS_OK;
}

/* A move that is there. */
static void play(tetress_tetris *game, int move)
{
    ttr_dropped dropped = ttr_well_drop(&game->well, game->rows, game->piece, move);

    game->turns++;
    game->over = dropped.lost;
    game->lines += dropped.cleared;
    if (!dropped.lost)
        draw_piece(game);
}

tetress_status tetress_tetris_play(tetress_tetris *game, int32_t move)
{
    if (game == NULL)
        return TETRESS_EARG;
    if (game->over)
        return TETRESS_EOVER;
    if (move < 0 || move >= ttr_well_move_count(game->piece))
        return TETRESS_EARG;
    play(game, move);
    return TETRESS_OK;
}

int32_t tetress_tetris_over(const tetress_tetris *game)
{
    return game == NULL ? TETRESS_EARG : game->over;
}

uint64_t tetress_tetris_lines(const tetress_tetris *game)
{
    return game == NULL ? 0 : game->lines;
}

uint64_t tetress_tetris_turns(const tetress_tetris *game)
{
    return game == NULL ? 0 : game->turns;
}

tetress_status tetress_tetris_columns(const tetress_tetris *game, uint32_t *columns)
{
    if (game == NULL || columns == NULL)
        return TETRESS_EARG;
    for (int c = 0; c < TETRESS_TETRIS_COLUMNS; c++)
        columns[c] = game->well.columns[c];
    return TETRESS_OK;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

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

static tetress_status read_options(const tetress_tetris_options *given,
                                   tetress_tetris_options *known)
{
    tetress_status status = TETRESS_OK;

    *known = (tetress_tetris_options)TETRESS_TETRIS_OPTIONS_INIT;
    if (given != NULL)
        status = ttr_struct_read(known, sizeof *known, given, OPTIONS_OLDEST);
    if (status != TETRESS_OK)
        return status;
    if (known->reserved != 0)
        return TETRESS_EVERSION;
    if (!rows_fit(known->rows) || known->lookahead > TTR_WELL_LOOKAHEAD ||
        known->width > TTR_WELL_WIDTH || known->shallow > TETRESS_TETRIS_ROWS)
        return TETRESS_EARG;
    return TETRESS_OK;
}

tetress_status tetress_tetris_agent_new(const tetress_allocator *allocator, const char *evaluator,
                                        const tetress_tetris_options *options,
                                        tetress_tetris_agent **agent)
{
    tetress_tetris_options known;
    const ttr_well_evaluator *found;
    tetress_allocator memory;
    tetress_tetris_agent *made;
    tetress_status status;

    if (agent == NULL)
        return TETRESS_EARG;
    *agent = NULL;
    if (evaluator == NULL || !ttr_alloc_init(&memory, allocator))
        return TETRESS_EARG;
    status = read_options(options, &known);
    if (status != TETRESS_OK)
        return status;
    found = ttr_well_evaluator_named(evaluator);
    if (found == NULL)
        return TETRESS_EUNKNOWN;
    made = ttr_alloc_zeroed(&memory, 1, sizeof *made);
    if (made == NULL)
        return TETRESS_ENOMEM;
    made->memory = memory;
    ttr_well_player_init(&made->player, &found->weights, rows_meant(known.rows),
                         (int)known.lookahead, known.width == 0 ? 2 : (int)known.width,
                         (int)known.shallow, NULL);
    *agent = made;
    return TETRESS_OK;
}

void tetress_tetris_agent_free(tetress_tetris_agent *agent)
{
    if (agent != NULL) {
        tetress_allocator memory = agent->memory;

        ttr_alloc_free(&memory, agent, 1, sizeof *agent);
    }
}

tetress_status tetress_tetris_agent_set_weights(tetress_tetris_agent *agent, int32_t kind,
                                                const double *weights, size_t count)
{
    ttr_well_weights fitted;
    size_t wanted = kind == TETRESS_TETRIS_S2 ? TTR_S2_FEATURES : TTR_DT_FEATURES;

    if (agent == NULL || weights == NULL ||
        (kind != TETRESS_TETRIS_S2 && kind != TETRESS_TETRIS_DT) || count != wanted)
        return TETRESS_EARG;
    if (!ttr_well_weights_fit((ttr_well_family)kind, weights, &fitted))
        return TETRESS_EARG;
    agent->player.weights = fitted;
    return TETRESS_OK;
}

static tetress_status check_pair(const tetress_tetris_agent *agent, const tetress_tetris *game)
{
    if (agent == NULL || game == NULL || agent->player.tables.rows != game->rows)
        return TETRESS_EARG;
    return game->over ? TETRESS_EOVER : TETRESS_OK;
}

tetress_status tetress_tetris_agent_choose(const tetress_tetris_agent *agent,
                                           const tetress_tetris *game, int32_t *move, double *value)
{
    tetress_status status = check_pair(agent, game);
    ttr_well_choice choice;

    if (status != TETRESS_OK)
        return status;
    if (move == NULL)
        return TETRESS_EARG;
    choice = ttr_well_choose(&agent->player, &game->well, game->piece);
    *move = choice.move;
    if (value != NULL)
        *value = (double)choice.value / (1024 * (double)choice.scale);
    return TETRESS_OK;
}

tetress_status tetress_tetris_agent_play(const tetress_tetris_agent *agent, tetress_tetris *game,
                                         uint64_t pieces)
{
    tetress_status status = check_pair(agent, game);

    if (status != TETRESS_OK)
        return status;
    while (pieces-- > 0 && !game->over) {
        ttr_well_choice choice = ttr_well_choose(&agent->player, &game->well, game->piece);

        play(game, choice.move < 0 ? 0 : choice.move); /* all lose: any does */
    }
    return TETRESS_OK;
}

tetress_status tetress_tetris_agent_games(const tetress_tetris_agent *agent, uint64_t seed,
                                          uint64_t first, size_t count, uint64_t pieces,
                                          uint64_t *lines)
{
    if (agent == NULL || lines == NULL)
        return TETRESS_EARG;
    for (size_t i = 0; i < count; i++) {
        ttr_rng rng = ttr_well_stream(seed, first + i);

        lines[i] = ttr_well_game(&agent->player, &rng, pieces);
    }
    return TETRESS_OK;
}

tetress_status tetress_tetris_agent_split(const tetress_tetris_agent *agent, uint64_t seed,
                                          uint32_t trials, double *lines)
{
    if (agent == NULL || lines == NULL || trials == 0 || trials > MOST_TRIALS ||
        agent->player.tables.rows < 14)
        return TETRESS_EARG;
    return ttr_well_split(&agent->player, seed, trials, &agent->memory, lines) ? TETRESS_OK
                                                                               : TETRESS_ENOMEM;
}
