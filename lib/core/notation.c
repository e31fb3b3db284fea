/* SPDX-License-Identifier: MIT */
#include "notation.h"

#include <string.h>

/* ---- A cursor over text that remembers the first mistake ------------------------------------- */

typedef struct reader {
    const char *text;
    size_t at;
    ttr_misread misread;
} reader;

static bool reader_fail(reader *in, const char *reason)
{
    in->misread = (ttr_misread){in->at, reason};
    return false;
}

static char reader_peek(const reader *in)
{
    return in->text[in->at];
}

static void reader_skip_blanks(reader *in)
{
    while (reader_peek(in) == ' ' || reader_peek(in) == '\t')
        in->at++;
}

static bool reader_expect(reader *in, char wanted, const char *reason)
{
    if (reader_peek(in) != wanted)
        return reader_fail(in, reason);
    in->at++;
    return true;
}

/* A decimal number of at most six digits; `sign` allows a minus before it. */
static bool reader_number(reader *in, bool sign, int32_t *number, const char *reason)
{
    int digits = 0;
    bool negative = sign && reader_peek(in) == '-';
    int32_t value = 0;

    if (negative)
        in->at++;
    for (; reader_peek(in) >= '0' && reader_peek(in) <= '9'; in->at++) {
        if (++digits > 6)
            return reader_fail(in, "a number of at most six digits");
        value = value * 10 + (reader_peek(in) - '0');
    }
    if (digits == 0)
        return reader_fail(in, reason);
    *number = negative ? -value : value;
    return true;
}

/* ---- Positions ------------------------------------------------------------------------------- */

static bool read_row(reader *in, int row, ttr_cellset tokens[2])
{
    for (int column = 0; column < TTR_COLUMNS; column++, in->at++) {
        ttr_cellset cell = ttr_cellset_of(row * TTR_COLUMNS + column);

        switch (reader_peek(in)) {
        case '.':
            break;
        case 'r':
            tokens[TTR_RED] = ttr_cellset_or(tokens[TTR_RED], cell);
            break;
        case 'b':
            tokens[TTR_BLUE] = ttr_cellset_or(tokens[TTR_BLUE], cell);
            break;
        default:
            return reader_fail(in, "one of '.', 'r', 'b' for each of eleven columns");
        }
    }
    return true;
}

static bool read_rows(reader *in, ttr_cellset tokens[2])
{
    for (int row = 0; row < TTR_ROWS; row++) {
        if (row > 0 && !reader_expect(in, '/', "'/' after each of eleven columns"))
            return false;
        if (!read_row(in, row, tokens))
            return false;
    }
    return true;
}

/* The offset of a full line is that of its first cell. */
static bool check_lines(reader *in, const ttr_cellset tokens[2])
{
    ttr_cellset lines = ttr_cellset_full_lines(ttr_cellset_or(tokens[TTR_RED], tokens[TTR_BLUE]));
    int first;

    if (ttr_cellset_is_empty(lines))
        return true;
    first = ttr_cellset_pop(&lines);
    in->at = (size_t)(first + first / TTR_COLUMNS);
    return reader_fail(in, "a position without full rows and columns");
}

static bool read_turn_and_ply(reader *in, uint32_t *ply)
{
    char turn;
    size_t turn_at;
    int32_t played = 0;

    if (!reader_expect(in, ' ', "a blank and the side to move"))
        return false;
    turn = reader_peek(in);
    turn_at = in->at;
    if (turn != 'r' && turn != 'b')
        return reader_fail(in, "the side to move, 'r' or 'b'");
    in->at++;
    if (!reader_expect(in, ' ', "a blank and the number of actions played"))
        return false;
    if (!reader_number(in, false, &played, "the number of actions played"))
        return false;
    if (reader_peek(in) != '\0')
        return reader_fail(in, "the end of the text");
    if (played > TTR_MAX_ACTIONS)
        return reader_fail(in, "at most 150 actions played");
    in->at = turn_at;
    if (turn != (played % 2 == 0 ? 'r' : 'b'))
        return reader_fail(in,
                           "the side to move that fits the number of actions, red on even ones");
    *ply = (uint32_t)played;
    return true;
}

bool ttr_notation_read_position(const char *text, ttr_board *board, ttr_misread *misread)
{
    reader in = {text, 0, {0, NULL}};
    ttr_cellset tokens[2] = {{0, 0}, {0, 0}};
    uint32_t ply = 0;

    if (!read_rows(&in, tokens) || !read_turn_and_ply(&in, &ply) || !check_lines(&in, tokens)) {
        *misread = in.misread;
        return false;
    }
    *board = ttr_board_of(tokens[TTR_RED], tokens[TTR_BLUE], ply);
    return true;
}

void ttr_notation_write_position(ttr_text *text, const ttr_board *board)
{
    for (int cell = 0; cell < TTR_CELLS; cell++) {
        if (cell > 0 && cell % TTR_COLUMNS == 0)
            ttr_text_add_char(text, '/');
        if (ttr_cellset_has(board->tokens[TTR_RED], cell))
            ttr_text_add_char(text, 'r');
        else
            ttr_text_add_char(text, ttr_cellset_has(board->tokens[TTR_BLUE], cell) ? 'b' : '.');
    }
    ttr_text_add(text, ttr_board_turn(board) == TTR_RED ? " r " : " b ");
    ttr_text_add_unsigned(text, board->ply);
}

/* ---- Moves ----------------------------------------------------------------------------------- */

static bool read_cell(reader *in, ttr_cell_list *cells)
{
    int32_t row = 0;
    int32_t column = 0;

    reader_skip_blanks(in);
    if (cells->count == TTR_CELLS_READ)
        return reader_fail(in, "four cells, not so many");
    if (!reader_number(in, true, &row, "a cell, row-column"))
        return false;
    reader_skip_blanks(in);
    if (!reader_expect(in, '-', "'-' between row and column"))
        return false;
    reader_skip_blanks(in);
    if (!reader_number(in, true, &column, "a column after '-'"))
        return false;
    reader_skip_blanks(in);
    cells->coordinates[2 * cells->count] = row;
    cells->coordinates[2 * cells->count + 1] = column;
    cells->count++;
    return true;
}

static bool read_cells(reader *in, ttr_cell_list *cells)
{
    static const char open[] = "PLACE(";
    bool course;

    reader_skip_blanks(in);
    course = strncmp(in->text + in->at, open, sizeof open - 1) == 0;
    if (course)
        in->at += sizeof open - 1;
    do {
        if (!read_cell(in, cells))
            return false;
    } while (reader_peek(in) == ',' && ++in->at);
    if (course && !reader_expect(in, ')', "',' or ')' after a cell"))
        return false;
    reader_skip_blanks(in);
    if (reader_peek(in) != '\0')
        return reader_fail(in, course ? "the end of the text" : "',' or the end after a cell");
    return true;
}

bool ttr_notation_read_cells(const char *text, ttr_cell_list *cells, ttr_misread *misread)
{
    reader in = {text, 0, {0, NULL}};

    memset(cells, 0, sizeof *cells);
    if (read_cells(&in, cells))
        return true;
    *misread = in.misread;
    return false;
}

void ttr_notation_write_move(ttr_text *text, ttr_move move, bool course_style)
{
    const uint8_t *cells = ttr_placement_list[move];

    if (course_style)
        ttr_text_add(text, "PLACE(");
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            ttr_text_add(text, course_style ? ", " : ",");
        ttr_text_add_unsigned(text, cells[i] / TTR_COLUMNS);
        ttr_text_add_char(text, '-');
        ttr_text_add_unsigned(text, cells[i] % TTR_COLUMNS);
    }
    if (course_style)
        ttr_text_add_char(text, ')');
}
