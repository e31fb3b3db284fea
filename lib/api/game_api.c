/* SPDX-License-Identifier: MIT */
/*
 * Games for the host: a position with its history behind a handle, so that nothing illegal can be
 * played and every action can be taken back.
 *
 * A game keeps all boards since its start, 48 bytes each (game_handle.h). Undo is one decrement,
 * and a copy is one memcpy (docs/design/adr/0003-copy-make.md).
 */
#include <string.h>

#include "alloc.h"
#include "error_text.h"
#include "game_handle.h"
#include "movegen.h"
#include "perft.h"
#include "rules.h"
#include "struct_io.h"
#include "struct_sizes.h"
#include "text_out.h"

_Static_assert((int)TETRESS_REASON_TURN_LIMIT == (int)TTR_TURN_LIMIT &&
                   (int)TETRESS_RULE_NOT_ADJACENT == (int)TTR_RULE_NOT_ADJACENT &&
                   TETRESS_RED == TTR_RED && TETRESS_NOBODY == TTR_NOBODY,
               "the public numbers are the core's");

/* ---- Making and freeing ---------------------------------------------------------------------- */

/* Make a game that starts from a board. */
static tetress_status game_make(const tetress_allocator *allocator, const ttr_board *start,
                                tetress_game **game)
{
    tetress_allocator memory;
    tetress_game *made;

    if (!ttr_alloc_init(&memory, allocator))
        return TETRESS_EARG;
    made = ttr_alloc_zeroed(&memory, 1, sizeof *made);
    if (made == NULL)
        return TETRESS_ENOMEM;
    made->memory = memory;
    made->boards[0] = *start;
    ttr_error_none(&made->error);
    *game = made;
    return TETRESS_OK;
}

tetress_status tetress_game_new(const tetress_allocator *allocator, tetress_game **game)
{
    ttr_board start = ttr_board_start();

    if (game == NULL)
        return TETRESS_EARG;
    *game = NULL;
    return game_make(allocator, &start, game);
}

/* Read a position and make its game. Fills *error in every case. */
static tetress_status game_read(const tetress_allocator *allocator, const char *text,
                                tetress_game **game, tetress_error *error)
{
    ttr_board start;
    ttr_misread misread;
    tetress_status status;

    if (text == NULL)
        return ttr_error_plain(error, TETRESS_EARG, "the text is NULL");
    if (!ttr_notation_read_position(text, &start, &misread))
        return ttr_error_misread(error, &misread);
    status = game_make(allocator, &start, game);
    if (status != TETRESS_OK)
        return ttr_error_plain(error, status, tetress_status_text(status));
    return ttr_error_none(error);
}

tetress_status tetress_game_from_text(const tetress_allocator *allocator, const char *text,
                                      tetress_game **game, tetress_error *error)
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

tetress_status tetress_game_copy(const tetress_game *game, tetress_game **copy)
{
    tetress_game *made;

    if (copy == NULL)
        return TETRESS_EARG;
    *copy = NULL;
    if (game == NULL)
        return TETRESS_EARG;
    made = ttr_alloc_array(&game->memory, 1, sizeof *made);
    if (made == NULL)
        return TETRESS_ENOMEM;
    *made = *game;
    ttr_error_none(&made->error);
    *copy = made;
    return TETRESS_OK;
}

void tetress_game_free(tetress_game *game)
{
    if (game != NULL)
        ttr_alloc_free(&game->memory, game, 1, sizeof *game);
}

const tetress_error *tetress_game_error(const tetress_game *game)
{
    return game == NULL ? &ttr_error_null_handle : &game->error;
}

/* ---- Playing --------------------------------------------------------------------------------- */

/* Refuse a move: because the game is over if it is, else because of the rule that it breaks. */
static tetress_status refuse(const ttr_board *board, ttr_verdict verdict,
                             const int32_t *coordinates, size_t count, tetress_error *error)
{
    ttr_outcome outcome = ttr_rules_outcome(board);

    if (outcome.reason != TTR_ONGOING)
        return ttr_error_over(error, outcome);
    return ttr_error_rule(error, verdict, coordinates, count);
}

/* May this placement be played? A legal move before action 150 shows that the game is not over, so
 * the costly question whether there is any move is asked only of refused ones. */
static tetress_status judge_move(const ttr_board *board, ttr_move move, tetress_error *error)
{
    ttr_verdict verdict = ttr_rules_judge(board, move);
    int32_t coordinates[8];

    if (verdict.rule == TTR_RULE_NONE && board->ply < TTR_MAX_ACTIONS)
        return ttr_error_none(error);
    for (int i = 0; i < 4; i++) {
        coordinates[2 * i] = ttr_placement_list[move][i] / TTR_COLUMNS;
        coordinates[2 * i + 1] = ttr_placement_list[move][i] % TTR_COLUMNS;
    }
    return refuse(board, verdict, coordinates, 4, error);
}

/* Tell the caller a move, if it asked for it. */
static void tell_move(tetress_move *told, tetress_move move)
{
    if (told != NULL)
        *told = move;
}

/* May these cells be played, and which move are they? */
static tetress_status judge_cells(const ttr_board *board, const int32_t *coordinates, size_t count,
                                  ttr_move *move, tetress_error *error)
{
    ttr_verdict verdict = ttr_rules_judge_cells(coordinates, count, move);

    if (verdict.rule != TTR_RULE_NONE)
        return refuse(board, verdict, coordinates, count, error);
    return judge_move(board, *move, error);
}

/* Append a move that may be played. */
static void game_push(tetress_game *game, ttr_move move)
{
    game->boards[game->played + 1] = ttr_board_after(ttr_game_board(game), move);
    game->moves[game->played++] = move;
}

tetress_status tetress_game_apply(tetress_game *game, tetress_move move)
{
    tetress_status status;

    if (game == NULL)
        return TETRESS_EARG;
    if (move >= TTR_PLACEMENTS)
        return ttr_error_no_placement(&game->error);
    status = judge_move(ttr_game_board(game), move, &game->error);
    if (status == TETRESS_OK)
        game_push(game, move);
    return status;
}

tetress_status tetress_game_apply_cells(tetress_game *game, const int32_t *coordinates,
                                        size_t count, tetress_move *move)
{
    ttr_move found = TTR_MOVE_NONE;
    tetress_status status;

    tell_move(move, TETRESS_MOVE_NONE);
    if (game == NULL)
        return TETRESS_EARG;
    if (coordinates == NULL && count > 0)
        return ttr_error_plain(&game->error, TETRESS_EARG, "the coordinates are NULL");
    status = judge_cells(ttr_game_board(game), coordinates, count, &found, &game->error);
    if (status == TETRESS_OK) {
        game_push(game, found);
        tell_move(move, found);
    }
    return status;
}

tetress_status tetress_game_apply_text(tetress_game *game, const char *text, tetress_move *move)
{
    ttr_cell_list cells;
    ttr_misread misread;

    tell_move(move, TETRESS_MOVE_NONE);
    if (game == NULL)
        return TETRESS_EARG;
    if (text == NULL)
        return ttr_error_plain(&game->error, TETRESS_EARG, "the text is NULL");
    if (!ttr_notation_read_cells(text, &cells, &misread))
        return ttr_error_misread(&game->error, &misread);
    return tetress_game_apply_cells(game, cells.coordinates, cells.count, move);
}

tetress_status tetress_game_undo(tetress_game *game)
{
    if (game == NULL)
        return TETRESS_EARG;
    if (game->played == 0)
        return ttr_error_plain(&game->error, TETRESS_ENOUNDO,
                               "this game's history starts here; there is nothing to take back");
    game->played--;
    return ttr_error_none(&game->error);
}

tetress_status tetress_game_rewind(tetress_game *game)
{
    if (game == NULL)
        return TETRESS_EARG;
    game->played = 0;
    return ttr_error_none(&game->error);
}

tetress_status tetress_game_check_cells(const tetress_game *game, const int32_t *coordinates,
                                        size_t count, tetress_move *move, tetress_error *error)
{
    ttr_move judged;
    tetress_error found;
    tetress_status status;

    tell_move(move, TETRESS_MOVE_NONE);
    if (game == NULL || (coordinates == NULL && count > 0) ||
        !ttr_struct_fits(error, TTR_OLDEST(tetress_error)))
        return TETRESS_EARG;
    status = judge_cells(ttr_game_board(game), coordinates, count, &judged, &found);
    if (status == TETRESS_OK)
        tell_move(move, judged);
    ttr_struct_write(error, &found, sizeof found);
    return status;
}

/* ---- Legal moves ----------------------------------------------------------------------------- */

tetress_status tetress_game_legal_moves(const tetress_game *game, tetress_move *moves,
                                        size_t capacity, size_t *count)
{
    ttr_move legal[TTR_LIST_ROOM];

    if (game == NULL || count == NULL || (moves == NULL && capacity > 0))
        return TETRESS_EARG;
    *count = ttr_movegen_list(ttr_game_board(game), legal);
    if (moves == NULL)
        return TETRESS_OK;
    if (capacity < *count)
        return TETRESS_ESIZE;
    memcpy(moves, legal, *count * sizeof *moves);
    return TETRESS_OK;
}

tetress_status tetress_game_legal_mask(const tetress_game *game, uint8_t *mask, size_t size)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count;

    if (game == NULL || mask == NULL)
        return TETRESS_EARG;
    if (size != TTR_PLACEMENTS)
        return TETRESS_ESIZE;
    memset(mask, 0, size);
    count = ttr_movegen_list(ttr_game_board(game), moves);
    for (size_t i = 0; i < count; i++)
        mask[moves[i]] = 1;
    return TETRESS_OK;
}

int32_t tetress_game_is_legal(const tetress_game *game, tetress_move move)
{
    if (game == NULL)
        return TETRESS_EARG;
    if (move >= TTR_PLACEMENTS || ttr_game_board(game)->ply >= TTR_MAX_ACTIONS)
        return 0;
    return ttr_rules_judge(ttr_game_board(game), move).rule == TTR_RULE_NONE;
}

int32_t tetress_game_mobility(const tetress_game *game, int32_t colour)
{
    if (game == NULL || !ttr_is_colour(colour))
        return TETRESS_EARG;
    return ttr_movegen_count(ttr_game_board(game), colour);
}

tetress_status tetress_game_random_move(const tetress_game *game, uint64_t *seed,
                                        tetress_move *move)
{
    ttr_rng rng;

    if (game == NULL || seed == NULL || move == NULL)
        return TETRESS_EARG;
    ttr_rng_seed(&rng, ttr_rng_mix(seed));
    *move = ttr_movegen_random(ttr_game_board(game), &rng);
    return *move == TTR_MOVE_NONE ? TETRESS_EOVER : TETRESS_OK;
}

tetress_status tetress_game_playouts(const tetress_game *game, uint64_t *seed, uint64_t count,
                                     tetress_playouts *results)
{
    tetress_playouts found = TETRESS_PLAYOUTS_INIT;
    ttr_tally tally = {{0, 0}, 0, 0};

    if (game == NULL || seed == NULL || results == NULL ||
        !ttr_struct_fits(results, TTR_OLDEST(tetress_playouts)))
        return TETRESS_EARG;
    ttr_kernel_now()->playouts(ttr_game_board(game), seed, count, &tally);
    found.red_wins = tally.wins[TTR_RED];
    found.blue_wins = tally.wins[TTR_BLUE];
    found.draws = tally.draws;
    found.actions = tally.actions;
    ttr_struct_write(results, &found, sizeof found);
    return TETRESS_OK;
}

tetress_status tetress_game_perft(const tetress_game *game, uint32_t depth, uint64_t *nodes)
{
    if (game == NULL || nodes == NULL || depth > TETRESS_MAX_ACTIONS)
        return TETRESS_EARG;
    *nodes = ttr_perft(ttr_game_board(game), depth);
    return TETRESS_OK;
}

/* ---- The position ---------------------------------------------------------------------------- */

int32_t tetress_game_turn(const tetress_game *game)
{
    return game == NULL ? TETRESS_EARG : ttr_board_turn(ttr_game_board(game));
}

int32_t tetress_game_ply(const tetress_game *game)
{
    return game == NULL ? TETRESS_EARG : (int32_t)ttr_game_board(game)->ply;
}

int32_t tetress_game_tokens(const tetress_game *game, int32_t colour)
{
    if (game == NULL || !ttr_is_colour(colour))
        return TETRESS_EARG;
    return ttr_cellset_count(ttr_game_board(game)->tokens[colour]);
}

int32_t tetress_game_cell(const tetress_game *game, int32_t row, int32_t column)
{
    const ttr_board *board;
    int cell;

    if (game == NULL || row < 0 || row >= TTR_ROWS || column < 0 || column >= TTR_COLUMNS)
        return TETRESS_EARG;
    board = ttr_game_board(game);
    cell = row * TTR_COLUMNS + column;
    if (ttr_cellset_has(board->tokens[TTR_RED], cell))
        return TETRESS_RED;
    return ttr_cellset_has(board->tokens[TTR_BLUE], cell) ? TETRESS_BLUE : TETRESS_NOBODY;
}

tetress_status tetress_game_bits(const tetress_game *game, int32_t colour, uint64_t bits[2])
{
    if (game == NULL || bits == NULL || !ttr_is_colour(colour))
        return TETRESS_EARG;
    bits[0] = ttr_game_board(game)->tokens[colour].lo;
    bits[1] = ttr_game_board(game)->tokens[colour].hi;
    return TETRESS_OK;
}

int32_t tetress_game_reason(const tetress_game *game)
{
    return game == NULL ? TETRESS_EARG : (int32_t)ttr_rules_outcome(ttr_game_board(game)).reason;
}

int32_t tetress_game_winner(const tetress_game *game)
{
    return game == NULL ? TETRESS_EARG : ttr_rules_outcome(ttr_game_board(game)).winner;
}

uint64_t tetress_game_hash(const tetress_game *game)
{
    return game == NULL ? 0 : ttr_game_board(game)->key;
}

tetress_status tetress_game_to_text(const tetress_game *game, char *buffer, size_t capacity,
                                    size_t *length)
{
    char whole[TETRESS_POSITION_TEXT];
    ttr_text text = ttr_text_start(whole, sizeof whole);

    if (game == NULL)
        return TETRESS_EARG;
    ttr_notation_write_position(&text, ttr_game_board(game));
    return ttr_text_give(&text, buffer, capacity, length);
}

/* ---- History --------------------------------------------------------------------------------- */

tetress_status tetress_game_history(const tetress_game *game, tetress_move *moves, size_t capacity,
                                    size_t *count)
{
    if (game == NULL || count == NULL || (moves == NULL && capacity > 0))
        return TETRESS_EARG;
    *count = game->played;
    if (moves == NULL)
        return TETRESS_OK;
    if (capacity < *count)
        return TETRESS_ESIZE;
    memcpy(moves, game->moves, game->played * sizeof moves[0]);
    return TETRESS_OK;
}

int32_t tetress_game_start_ply(const tetress_game *game)
{
    return game == NULL ? TETRESS_EARG : (int32_t)game->boards[0].ply;
}
