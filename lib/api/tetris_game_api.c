/* SPDX-License-Identifier: MIT */
/* Single-player games for the host: the well, its sequence of pieces, and both as text. */
#include "error_text.h"
#include "struct_io.h"
#include "struct_sizes.h"
#include "tetris_handle.h"
#include "tetris_text.h"
#include "text_out.h"
#include "well_evaluators.h"
#include "well_features.h"

_Static_assert(TETRESS_TETRIS_COLUMNS == (int)TTR_WELL_COLUMNS &&
                   TETRESS_TETRIS_ROWS == (int)TTR_WELL_ROWS &&
                   TETRESS_TETRIS_PIECES == (int)TTR_WELL_PIECES &&
                   TETRESS_TETRIS_MOVES == (int)TTR_WELL_MOVES &&
                   TETRESS_TETRIS_S2_WEIGHTS == (int)TTR_S2_FEATURES &&
                   TETRESS_TETRIS_DT_WEIGHTS == (int)TTR_DT_FEATURES &&
                   TETRESS_TETRIS_UNIFORM == (int)TTR_SOURCE_UNIFORM &&
                   TETRESS_TETRIS_BAG == (int)TTR_SOURCE_BAG &&
                   TETRESS_TETRIS_S2 == (int)TTR_FAMILY_S2 &&
                   TETRESS_TETRIS_DT == (int)TTR_FAMILY_DT,
               "the public numbers are the layer's");

static bool is_piece(int32_t piece)
{
    return piece >= 0 && piece < TETRESS_TETRIS_PIECES;
}

/* ---- Making and ending ----------------------------------------------------------------------- */

/* Make a handle without a game. Fills *error in every case. */
static tetress_status handle_new(const tetress_allocator *allocator, tetress_tetris **made,
                                 tetress_error *error)
{
    tetress_allocator memory;

    if (!ttr_alloc_init(&memory, allocator))
        return ttr_error_allocator(error);
    *made = ttr_alloc_zeroed(&memory, 1, sizeof **made);
    if (*made == NULL)
        return ttr_error_plain(error, TETRESS_ENOMEM, "no memory for the game");
    (*made)->memory = memory;
    return ttr_error_none(error);
}

/* Free a game that has no sequence of pieces yet. */
static void handle_free(tetress_tetris *game)
{
    ttr_alloc_free(&game->memory, game, 1, sizeof *game);
}

/* Make a game. Fills *error in every case. */
static tetress_status tetris_make(const tetress_allocator *allocator, uint32_t rows, int32_t source,
                                  uint64_t seed, tetress_tetris **game, tetress_error *error)
{
    tetress_status status;

    if (!ttr_rows_fit(rows))
        return ttr_error_rows(error);
    if (source != TETRESS_TETRIS_UNIFORM && source != TETRESS_TETRIS_BAG)
        return ttr_error_plain(error, TETRESS_EARG,
                               "the source of pieces must be 0 (uniform) or 1 (bag)");
    status = handle_new(allocator, game, error);
    if (status == TETRESS_OK)
        ttr_tetris_start(&(*game)->game, ttr_rows_meant(rows), (ttr_source)source, seed);
    return status;
}

tetress_status tetress_tetris_new(const tetress_allocator *allocator, uint32_t rows, int32_t source,
                                  uint64_t seed, tetress_tetris **game, tetress_error *error)
{
    tetress_error found;
    tetress_status status;

    if (game == NULL)
        return TETRESS_EARG;
    *game = NULL;
    if (!ttr_struct_fits(error, TTR_OLDEST(tetress_error)))
        return TETRESS_EARG;
    status = tetris_make(allocator, rows, source, seed, game, &found);
    ttr_struct_write(error, &found, sizeof found);
    return status;
}

static tetress_status game_read(const tetress_allocator *allocator, const char *text,
                                tetress_tetris **game, tetress_error *error)
{
    tetress_tetris *made = NULL;
    ttr_misread misread;
    tetress_status status;

    if (text == NULL)
        return ttr_error_plain(error, TETRESS_EARG, "the text is NULL");
    status = handle_new(allocator, &made, error);
    if (status != TETRESS_OK)
        return status;
    switch (ttr_tetris_read(text, &made->game, &made->memory, &misread)) {
    case TTR_READ:
        *game = made;
        return ttr_error_none(error);
    case TTR_MISREAD:
        handle_free(made);
        return ttr_error_misread(error, &misread);
    default:
        handle_free(made);
        return ttr_error_plain(error, TETRESS_ENOMEM, tetress_status_text(TETRESS_ENOMEM));
    }
}

tetress_status tetress_tetris_from_text(const tetress_allocator *allocator, const char *text,
                                        tetress_tetris **game, tetress_error *error)
{
    tetress_error found;
    tetress_status status;

    if (game == NULL)
        return TETRESS_EARG;
    *game = NULL;
    if (!ttr_struct_fits(error, TTR_OLDEST(tetress_error)))
        return TETRESS_EARG;
    status = game_read(allocator, text, game, &found);
    ttr_struct_write(error, &found, sizeof found);
    return status;
}

/* The length is known only when the text is written: it is counted first, then written into the
 * caller's buffer if it fits. */
tetress_status tetress_tetris_to_text(const tetress_tetris *game, char *buffer, size_t capacity,
                                      size_t *length)
{
    ttr_text text = ttr_text_start(NULL, 0);

    if (game == NULL || (buffer == NULL && capacity > 0))
        return TETRESS_EARG;
    ttr_tetris_write(&text, &game->game);
    if (length != NULL)
        *length = text.length;
    if (buffer == NULL)
        return TETRESS_OK;
    if (text.length >= capacity)
        return TETRESS_ESIZE;
    text = ttr_text_start(buffer, capacity);
    ttr_tetris_write(&text, &game->game);
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
    if (!ttr_tetris_own_sequence(&made->game, &made->memory)) {
        handle_free(made);
        return TETRESS_ENOMEM;
    }
    *copy = made;
    return TETRESS_OK;
}

void tetress_tetris_free(tetress_tetris *game)
{
    if (game != NULL) {
        ttr_tetris_free_sequence(&game->game, &game->memory);
        handle_free(game);
    }
}

/* ---- Pieces and moves ------------------------------------------------------------------------ */

int32_t tetress_tetris_piece(const tetress_tetris *game)
{
    return game == NULL ? TETRESS_EARG : game->game.piece;
}

int32_t tetress_tetris_next(const tetress_tetris *game)
{
    return game == NULL ? TETRESS_EARG : game->game.next;
}

tetress_status tetress_tetris_set_piece(tetress_tetris *game, int32_t piece)
{
    if (game == NULL || !is_piece(piece))
        return TETRESS_EARG;
    if (game->game.over)
        return TETRESS_EOVER;
    game->game.piece = piece;
    return TETRESS_OK;
}

tetress_status tetress_tetris_insert(tetress_tetris *game, const char *letters)
{
    if (game == NULL || letters == NULL)
        return TETRESS_EARG;
    if (game->game.over)
        return TETRESS_EOVER;
    if (letters[0] == '\0')
        return TETRESS_ETEXT;
    for (const char *letter = letters; *letter != '\0'; letter++) {
        if (ttr_piece_of_letter(*letter) < 0)
            return TETRESS_ETEXT;
    }
    return ttr_tetris_insert(&game->game, letters, &game->memory) ? TETRESS_OK : TETRESS_ENOMEM;
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

static tetress_status check_move(const tetress_tetris *game, int32_t move)
{
    if (game == NULL)
        return TETRESS_EARG;
    if (game->game.over)
        return TETRESS_EOVER;
    return move >= 0 && move < ttr_well_move_count(game->game.piece) ? TETRESS_OK : TETRESS_EARG;
}

tetress_status tetress_tetris_play(tetress_tetris *game, int32_t move)
{
    tetress_status status = check_move(game, move);

    if (status == TETRESS_OK)
        ttr_tetris_play(&game->game, move);
    return status;
}

static void spread(const int32_t *whole, int count, double *features)
{
    for (int i = 0; i < count; i++)
        features[i] = whole[i];
}

tetress_status tetress_tetris_features(const tetress_tetris *game, int32_t move, int32_t kind,
                                       double *features)
{
    tetress_status status = check_move(game, move);
    int32_t whole[TTR_S2_FEATURES];
    ttr_dropped dropped;
    ttr_well after;

    if (status != TETRESS_OK)
        return status;
    if (!ttr_is_kind(kind) || features == NULL)
        return TETRESS_EARG;
    after = game->game.well;
    dropped = ttr_well_drop(&after, game->game.rows, game->game.piece, move);
    if (dropped.lost)
        return TETRESS_EOVER;
    if (kind == TETRESS_TETRIS_S2) {
        ttr_well_features_s2(&after, &dropped, whole);
    } else {
        ttr_well_features_dt(&after, &dropped, whole);
    }
    spread(whole, ttr_well_feature_count((ttr_well_family)kind), features);
    if (kind == TETRESS_TETRIS_DT)
        features[TTR_DT_LANDING] /= 2; /* the landing height is counted twice */
    return TETRESS_OK;
}

/* ---- State ----------------------------------------------------------------------------------- */

int32_t tetress_tetris_rows(const tetress_tetris *game)
{
    return game == NULL ? TETRESS_EARG : game->game.rows;
}

int32_t tetress_tetris_over(const tetress_tetris *game)
{
    return game == NULL ? TETRESS_EARG : game->game.over;
}

uint64_t tetress_tetris_lines(const tetress_tetris *game)
{
    return game == NULL ? 0 : game->game.lines;
}

uint64_t tetress_tetris_turns(const tetress_tetris *game)
{
    return game == NULL ? 0 : game->game.turns;
}

uint64_t tetress_tetris_hash(const tetress_tetris *game)
{
    return game == NULL ? 0 : ttr_tetris_hash(&game->game);
}

tetress_status tetress_tetris_columns(const tetress_tetris *game, uint32_t *columns)
{
    if (game == NULL || columns == NULL)
        return TETRESS_EARG;
    for (int c = 0; c < TETRESS_TETRIS_COLUMNS; c++)
        columns[c] = game->game.well.columns[c];
    return TETRESS_OK;
}
