/* SPDX-License-Identifier: MIT */
/* Moves for the host: converts them between indices, cells and text. Needs no game, so legality is
 * not asked. */
#include <string.h>

#include "error_text.h"
#include "notation.h"
#include "rules.h"
#include "struct_io.h"
#include "struct_sizes.h"
#include "tetress/move.h"
#include "text_out.h"

_Static_assert(TETRESS_PLACEMENTS == TTR_PLACEMENTS && TETRESS_CELLS == TTR_CELLS &&
                   TETRESS_PIECES == TTR_PIECES && TETRESS_MAX_ACTIONS == TTR_MAX_ACTIONS &&
                   TETRESS_MOVE_NONE == TTR_MOVE_NONE &&
                   TETRESS_STYLE_COMPACT == (int)TTR_STYLE_COMPACT &&
                   TETRESS_STYLE_COURSE == (int)TTR_STYLE_COURSE &&
                   TETRESS_STYLE_PIECE == (int)TTR_STYLE_PIECE,
               "the public numbers are the core's");

tetress_status tetress_move_cells(tetress_move move, uint8_t cells[4])
{
    if (move >= TTR_PLACEMENTS || cells == NULL)
        return TETRESS_EARG;
    memcpy(cells, ttr_placement_list[move], 4);
    return TETRESS_OK;
}

static tetress_status find_move(const int32_t *coordinates, size_t count, tetress_move *move,
                                tetress_error *error)
{
    ttr_move found;
    ttr_verdict verdict = ttr_rules_judge_cells(coordinates, count, &found);

    if (verdict.rule != TTR_RULE_NONE)
        return ttr_error_rule(error, verdict, coordinates, count);
    *move = found;
    return ttr_error_none(error);
}

tetress_status tetress_move_from_cells(const int32_t *coordinates, size_t count, tetress_move *move,
                                       tetress_error *error)
{
    tetress_error found;
    tetress_status status;

    if ((coordinates == NULL && count > 0) || move == NULL ||
        !ttr_struct_fits(error, TTR_OLDEST(tetress_error)))
        return TETRESS_EARG;
    status = find_move(coordinates, count, move, &found);
    ttr_struct_write(error, &found, sizeof found);
    return status;
}

tetress_status tetress_move_from_text(const char *text, tetress_move *move, tetress_error *error)
{
    ttr_cell_list cells;
    ttr_misread misread;
    tetress_error found;

    if (text == NULL || move == NULL || !ttr_struct_fits(error, TTR_OLDEST(tetress_error)))
        return TETRESS_EARG;
    if (ttr_notation_read_cells(text, &cells, &misread))
        return tetress_move_from_cells(cells.coordinates, cells.count, move, error);
    ttr_error_misread(&found, &misread);
    ttr_struct_write(error, &found, sizeof found);
    return TETRESS_ETEXT;
}

tetress_status tetress_move_to_text(tetress_move move, int32_t style, char *buffer, size_t capacity,
                                    size_t *length)
{
    char whole[TETRESS_MOVE_TEXT];
    ttr_text text = ttr_text_start(whole, sizeof whole);

    if (move >= TTR_PLACEMENTS)
        return TETRESS_EARG;
    if (style < TETRESS_STYLE_COMPACT || style > TETRESS_STYLE_PIECE)
        return TETRESS_EARG;
    ttr_notation_write_move(&text, move, (ttr_move_style)style);
    return ttr_text_give(&text, buffer, capacity, length);
}

int32_t tetress_move_piece(tetress_move move)
{
    return move < TTR_PLACEMENTS ? ttr_placement_piece(move) : TETRESS_EARG;
}

const char *tetress_piece_name(int32_t piece)
{
    return piece >= 0 && piece < TTR_PIECES ? ttr_piece_name(piece) : NULL;
}
