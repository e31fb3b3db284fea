/* SPDX-License-Identifier: MIT */
/* Reads and writes a single-player game as one line of text. */
#include "tetris_text.h"

#include <string.h>

#include "check.h"

static const char HEX[] = "0123456789abcdef";
static const char *const SOURCES[] = {"uniform", "bag"};

/* ---- Writing --------------------------------------------------------------------------------- */

static void write_well(ttr_text *text, const ttr_tetris_game *game)
{
    for (int row = game->rows - 1; row >= 0; row--) {
        for (int c = 0; c < TTR_WELL_COLUMNS; c++)
            ttr_text_add_char(text, (game->well.columns[c] >> row & 1) != 0 ? '#' : '.');
        if (row > 0)
            ttr_text_add_char(text, '/');
    }
}

static void write_piece(ttr_text *text, int piece)
{
    ttr_text_add_char(text, TTR_PIECE_LETTERS[piece]);
}

/* The pieces that come before the source is asked again. */
static void write_known(ttr_text *text, const ttr_tetris_game *game)
{
    write_piece(text, game->next);
    for (size_t i = game->sequence.at; i < game->sequence.count; i++)
        write_piece(text, game->sequence.pieces[i]);
    for (int i = game->bag_left; i-- > 0;)
        write_piece(text, game->bag[i]);
}

void ttr_tetris_write(ttr_text *text, const ttr_tetris_game *game)
{
    write_well(text, game);
    ttr_text_add_char(text, ' ');
    if (game->over)
        ttr_text_add_char(text, 'x');
    else
        write_piece(text, game->piece);
    ttr_text_add_char(text, ' ');
    write_known(text, game);
    ttr_text_add_char(text, ' ');
    ttr_text_add_unsigned(text, game->lines);
    ttr_text_add_char(text, ' ');
    ttr_text_add_unsigned(text, game->turns);
    ttr_text_add_char(text, ' ');
    ttr_text_add(text, SOURCES[game->source]);
    ttr_text_add_char(text, ' ');
    for (int i = 0; i < 4; i++) {
        for (int shift = 60; shift >= 0; shift -= 4)
            ttr_text_add_char(text, HEX[game->rng.state[i] >> shift & 15]);
    }
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* A text that is being read: the cursor, what was read so far, and the first mistake. */
typedef struct reader {
    const char *at;
    ttr_tetris_game *game;
    const char *letters; /* letters of the pieces that come next */
    size_t letter_count;
    const char *reason;
} reader;

static bool fail(reader *r, const char *reason)
{
    r->reason = reason;
    return false;
}

static bool read_row(reader *r, uint32_t *row)
{
    const char *begin = r->at;

    *row = 0;
    for (int c = 0; c < TTR_WELL_COLUMNS; c++, r->at++) {
        if (*r->at == '#')
            *row |= UINT32_C(1) << c;
        else if (*r->at != '.')
            return fail(r, "'.' or '#'");
    }
    if (*row == (UINT32_C(1) << TTR_WELL_COLUMNS) - 1) {
        r->at = begin;
        return fail(r, "no full row");
    }
    return true;
}

static bool read_well(reader *r)
{
    uint32_t rows[TTR_WELL_ROWS];
    int count = 0;

    for (;; r->at++) {
        if (count == TTR_WELL_ROWS)
            return fail(r, "at most " TTR_TEXT_OF(TTR_WELL_ROWS) " rows");
        if (!read_row(r, &rows[count++]))
            return false;
        if (*r->at != '/')
            break;
    }
    if (count < TTR_WELL_LEAST_ROWS)
        return fail(r,
                    "'/' and another row: there are " TTR_TEXT_OF(TTR_WELL_LEAST_ROWS) " or more");
    r->game->rows = count;
    for (int row = 0; row < count; row++) {
        for (int c = 0; c < TTR_WELL_COLUMNS; c++)
            r->game->well.columns[c] |= (rows[count - 1 - row] >> c & 1) << row;
    }
    return true;
}

static bool read_blank(reader *r)
{
    if (*r->at != ' ')
        return fail(r, "a blank");
    r->at++;
    return true;
}

static bool read_piece(reader *r)
{
    r->game->over = *r->at == 'x';
    r->game->piece = r->game->over ? 0 : ttr_piece_of_letter(*r->at);
    if (r->game->piece < 0)
        return fail(r, "a letter of " TTR_PIECE_LETTERS ", or 'x'");
    r->at++;
    return true;
}

static bool read_letters(reader *r)
{
    r->letters = r->at;
    if (*r->at == '-') {
        r->at++;
        return true;
    }
    while (ttr_piece_of_letter(*r->at) >= 0)
        r->at++;
    r->letter_count = (size_t)(r->at - r->letters);
    return r->letter_count > 0 || fail(r, "letters of " TTR_PIECE_LETTERS ", or '-'");
}

static bool read_number(reader *r, uint64_t *number)
{
    const char *end = r->at + strcspn(r->at, " ");

    if (!ttr_text_read_unsigned(r->at, end, number))
        return fail(r, "a number from 0 on");
    r->at = end;
    return true;
}

static bool read_lines(reader *r)
{
    return read_number(r, &r->game->lines);
}

static bool read_turns(reader *r)
{
    return read_number(r, &r->game->turns);
}

static bool read_source(reader *r)
{
    for (size_t i = 0; i < TTR_COUNT_OF(SOURCES); i++) {
        size_t length = strlen(SOURCES[i]);

        if (strncmp(r->at, SOURCES[i], length) == 0) {
            r->game->source = (ttr_source)i;
            r->at += length;
            return true;
        }
    }
    return fail(r, "\"uniform\" or \"bag\"");
}

static bool read_generator(reader *r)
{
    ttr_rng rng = {{0}};
    const char *begin = r->at;

    for (int digit = 0; digit < 64; digit++, r->at++) {
        const char *found = *r->at == '\0' ? NULL : strchr(HEX, *r->at);
        uint64_t *state = &rng.state[digit / 16];

        if (found == NULL)
            return fail(r, "64 digits of 0-9 and a-f");
        *state = *state << 4 | (uint64_t)(found - HEX);
    }
    if ((rng.state[0] | rng.state[1] | rng.state[2] | rng.state[3]) == 0) {
        r->at = begin;
        return fail(r, "digits that are not all 0");
    }
    r->game->rng = rng;
    return true;
}

static bool read_parts(reader *r)
{
    static bool (*const optional[])(reader *) = {read_letters, read_lines, read_turns, read_source,
                                                 read_generator};

    if (!read_well(r) || !read_blank(r) || !read_piece(r))
        return false;
    for (size_t i = 0; i < TTR_COUNT_OF(optional) && *r->at != '\0'; i++) {
        if (!read_blank(r) || !optional[i](r))
            return false;
    }
    return *r->at == '\0' || fail(r, "the end");
}

/* NULL if there is no memory. */
static uint8_t *pieces_of(const char *letters, size_t count, const tetress_allocator *memory)
{
    uint8_t *pieces = ttr_alloc_array(memory, count, 1);

    for (size_t i = 0; pieces != NULL && i < count; i++)
        pieces[i] = (uint8_t)ttr_piece_of_letter(letters[i]);
    return pieces;
}

/* The letters become the sequence. Its first piece is the next piece; without letters the next
 * piece is drawn. */
static bool take_letters(const reader *r, const tetress_allocator *memory)
{
    if (r->letter_count > 0) {
        r->game->sequence.pieces = pieces_of(r->letters, r->letter_count, memory);
        if (r->game->sequence.pieces == NULL)
            return false;
        r->game->sequence.count = r->letter_count;
    }
    r->game->next = ttr_tetris_draw(r->game);
    return true;
}

ttr_reading ttr_tetris_read(const char *string, ttr_tetris_game *game,
                            const tetress_allocator *memory, ttr_misread *misread)
{
    reader r = {.at = string, .game = game};

    memset(game, 0, sizeof *game);
    ttr_rng_seed(&game->rng, 0);
    if (!read_parts(&r)) {
        *misread = (ttr_misread){(size_t)(r.at - string), r.reason};
        return TTR_MISREAD;
    }
    return take_letters(&r, memory) ? TTR_READ : TTR_NO_MEMORY;
}
