/* SPDX-License-Identifier: MIT */
/*
 * Reads and writes moves and positions as text, in every style that the course and the library use.
 *
 * Reading goes forward once, with a cursor that remembers the first mistake and its offset; every
 * function below it stops at once after that. It decides about form alone. Whether cells are a
 * placement and whether it is legal is for the rules to say, so that "not a move" and "not a legal
 * move" stay apart.
 */
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

/* A position has no full line. The offset of one that is full is that of its first cell. */
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
        return reader_fail(in, "at most " TTR_TEXT_OF(TTR_MAX_ACTIONS) " actions played");
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

#define A_MOVE "a cell, row-column, or a piece, one of I O T J L S Z"

static bool is_letter(char character)
{
    return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z');
}

static char upper(char letter)
{
    return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

static bool read_cell(reader *in, int32_t cell[2])
{
    if (!reader_number(in, true, &cell[0], A_MOVE))
        return false;
    reader_skip_blanks(in);
    if (!reader_expect(in, '-', "'-' between row and column"))
        return false;
    reader_skip_blanks(in);
    if (!reader_number(in, true, &cell[1], "a column after '-'"))
        return false;
    reader_skip_blanks(in);
    return true;
}

/* Does another cell follow? A comma, blanks or both stand between cells. */
static bool another_cell(reader *in)
{
    char next = reader_peek(in);

    if (next != ',')
        return next == '-' || (next >= '0' && next <= '9');
    in->at++;
    reader_skip_blanks(in);
    return true;
}

static bool read_cells(reader *in, ttr_cell_list *cells)
{
    do {
        if (cells->count == TTR_CELLS_READ)
            return reader_fail(in, "four cells, not so many");
        if (!read_cell(in, &cells->coordinates[2 * cells->count]))
            return false;
        cells->count++;
    } while (another_cell(in));
    return true;
}

/* The fixed tetromino of a letter and a rotation, which may be the start of a word such as Right;
 * -1 if there is none. */
static int find_piece(char letter, const char *rotation, size_t length)
{
    for (int piece = 0; piece < TTR_PIECES; piece++) {
        const char *name = ttr_piece_name(piece);
        size_t same = 0;

        if (name[0] != letter || (length == 0) != (name[1] == '\0'))
            continue;
        while (same < length && upper(name[1 + same]) == upper(rotation[same]))
            same++;
        if (same == length)
            return piece;
    }
    return -1;
}

static const char *rotations(char letter)
{
    if (letter == 'O')
        return "a cell alone, as O has no rotation";
    return strchr("ISZ", letter) != NULL ? "a rotation of this piece, h or v"
                                         : "a rotation of this piece, u, r, d or l";
}

/* The cells of a piece whose first cell is this one. Not wrapped if that cell is off the board, so
 * that the rules refuse it. */
static void put_piece(int piece, const int32_t first[2], ttr_cell_list *cells)
{
    /* the piece in the top left corner of the board */
    const uint8_t *shape = ttr_placement_list[piece * TTR_CELLS];
    bool on_board = first[0] >= 0 && first[0] < TTR_ROWS && first[1] >= 0 && first[1] < TTR_COLUMNS;

    for (int i = 0; i < 4; i++) {
        int32_t row = first[0] + shape[i] / TTR_COLUMNS;
        int32_t column = first[1] + shape[i] % TTR_COLUMNS - shape[0];

        cells->coordinates[2 * i] = on_board ? row % TTR_ROWS : row;
        cells->coordinates[2 * i + 1] = on_board ? (column + TTR_COLUMNS) % TTR_COLUMNS : column;
    }
    cells->count = 4;
}

static void skip_separator(reader *in)
{
    reader_skip_blanks(in);
    if (reader_peek(in) == ',')
        in->at++;
    reader_skip_blanks(in);
}

/* Read the letters that stand here, perhaps none. */
static size_t read_word(reader *in)
{
    size_t start = in->at;

    while (is_letter(reader_peek(in)))
        in->at++;
    return in->at - start;
}

/* Read a piece's letter, then its first cell and its rotation in either order. */
static bool read_piece(reader *in, ttr_cell_list *cells)
{
    char letter = upper(reader_peek(in));
    int32_t first[2];
    size_t rotation, length;
    int piece;

    if (strchr("IOTJLSZ", letter) == NULL)
        return reader_fail(in, A_MOVE);
    in->at++;
    skip_separator(in);
    rotation = in->at;
    length = read_word(in);
    skip_separator(in);
    if (!read_cell(in, first))
        return false;
    if (length == 0 && letter != 'O') {
        skip_separator(in);
        rotation = in->at;
        length = read_word(in);
    }
    piece = find_piece(letter, in->text + rotation, length);
    if (piece < 0) {
        in->at = rotation;
        return reader_fail(in, rotations(letter));
    }
    put_piece(piece, first, cells);
    return true;
}

static bool read_move(reader *in, ttr_cell_list *cells)
{
    static const char open[] = "PLACE(";

    reader_skip_blanks(in);
    if (strncmp(in->text + in->at, open, sizeof open - 1) == 0) {
        in->at += sizeof open - 1;
        reader_skip_blanks(in);
        return read_cells(in, cells) && reader_expect(in, ')', "',' or ')' after a cell");
    }
    return is_letter(reader_peek(in)) ? read_piece(in, cells) : read_cells(in, cells);
}

bool ttr_notation_read_cells(const char *text, ttr_cell_list *cells, ttr_misread *misread)
{
    reader in = {text, 0, {0, NULL}};

    memset(cells, 0, sizeof *cells);
    if (read_move(&in, cells)) {
        reader_skip_blanks(&in);
        if (reader_peek(&in) == '\0')
            return true;
        reader_fail(&in, "',' or the end after a move's cells");
    }
    *misread = in.misread;
    return false;
}

static void write_cell(ttr_text *text, int cell)
{
    ttr_text_add_unsigned(text, (uint64_t)(cell / TTR_COLUMNS));
    ttr_text_add_char(text, '-');
    ttr_text_add_unsigned(text, (uint64_t)(cell % TTR_COLUMNS));
}

static void write_cells(ttr_text *text, ttr_move move, const char *separator)
{
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            ttr_text_add(text, separator);
        write_cell(text, ttr_placement_list[move][i]);
    }
}

static void write_piece(ttr_text *text, ttr_move move)
{
    int piece = ttr_placement_piece(move);
    const char *name = ttr_piece_name(piece);
    int anchor = move % TTR_CELLS;
    int column = anchor % TTR_COLUMNS + ttr_placement_list[piece * TTR_CELLS][0];

    ttr_text_add_char(text, name[0]);
    ttr_text_add_char(text, ' ');
    write_cell(text, anchor - anchor % TTR_COLUMNS + column % TTR_COLUMNS);
    if (name[1] == '\0')
        return;
    ttr_text_add_char(text, ' ');
    ttr_text_add_char(text, (char)(name[1] - 'A' + 'a'));
}

void ttr_notation_write_move(ttr_text *text, ttr_move move, ttr_move_style style)
{
    switch (style) {
    case TTR_STYLE_COMPACT:
        write_cells(text, move, ",");
        break;
    case TTR_STYLE_COURSE:
        ttr_text_add(text, "PLACE(");
        write_cells(text, move, ", ");
        ttr_text_add_char(text, ')');
        break;
    case TTR_STYLE_PIECE:
        write_piece(text, move);
        break;
    }
}
