/* SPDX-License-Identifier: MIT */
/* Lists legal moves by the filters that a person types, since there are too many to show at
 * once. */
#define _POSIX_C_SOURCE 200809L /* strtok_r */

#include "play_moves.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "cleared_lines.h"
#include "names.h"

#define ANY          (-1)
#define COLUMN_WIDTH 14 /* of a move in the list */

/* Which moves are wanted; ANY where it does not matter. */
typedef struct filter {
    int piece;    /* 'T' */
    int rotation; /* 'r' */
    int cell;
    int row; /* of any of its cells */
    int column;
    int lines; /* at least */
} filter;

/* ---- Reading --------------------------------------------------------------------------------- */

static bool read_number(const char *word, int high, int *number)
{
    uint64_t value;

    if (!read_integer(word, (uint64_t)high, &value))
        return false;
    *number = (int)value;
    return true;
}

static bool read_cell(const char *word, int *cell)
{
    const char *dash = strchr(word, '-');
    char before[8];
    int row, column;

    if (dash == NULL || (size_t)(dash - word) >= sizeof before)
        return false;
    snprintf(before, sizeof before, "%.*s", (int)(dash - word), word);
    if (!read_number(before, TETRESS_ROWS - 1, &row) ||
        !read_number(dash + 1, TETRESS_COLUMNS - 1, &column))
        return false;
    *cell = TETRESS_COLUMNS * row + column;
    return true;
}

static bool is_one_of(char letter, const char *letters)
{
    return letter != '\0' && strchr(letters, letter) != NULL;
}

/* "T", "Tr", or the "r" after it. */
static bool read_piece(const char *word, filter *wanted)
{
    size_t length = strlen(word);
    char first = (char)toupper((unsigned char)word[0]);
    char last = (char)tolower((unsigned char)word[length - 1]);

    if (length == 1 && wanted->piece != ANY && is_one_of(last, "urdlhv")) {
        wanted->rotation = last;
        return true;
    }
    if (length > 2 || !is_one_of(first, "IOTJLSZ") || (length == 2 && !is_one_of(last, "urdlhv")))
        return false;
    wanted->piece = first;
    if (length == 2)
        wanted->rotation = last;
    return true;
}

static bool starts(const char *whole, const char *word)
{
    return strlen(word) >= 3 && strncmp(whole, word, strlen(word)) == 0;
}

static const char BLANKS[] = " \t,";

/* The number after `word`. What cannot be read: the number, or the word if none follows it. */
static const char *read_bound(const char *word, char **rest, int high, int *number)
{
    const char *text = strtok_r(NULL, BLANKS, rest);

    if (text == NULL)
        return word;
    return read_number(text, high, number) ? NULL : text;
}

/* One word, and the number after it where it needs one. What cannot be read, or NULL. */
static const char *read_word(const char *word, char **rest, filter *wanted)
{
    if (starts("rows", word))
        return read_bound(word, rest, TETRESS_ROWS - 1, &wanted->row);
    if (starts("columns", word))
        return read_bound(word, rest, TETRESS_COLUMNS - 1, &wanted->column);
    if (starts("lines", word)) {
        const char *wrong = read_bound(word, rest, 5, &wanted->lines);

        if (wrong != word)
            return wrong;
        wanted->lines = 1; /* at least, where no number follows */
        return NULL;
    }
    return read_cell(word, &wanted->cell) || read_piece(word, wanted) ? NULL : word;
}

/* What cannot be read, or NULL. */
static const char *read_filter(char *words, filter *wanted)
{
    char *rest = NULL;
    const char *wrong = NULL;

    *wanted = (filter){ANY, ANY, ANY, ANY, ANY, ANY};
    for (char *word = strtok_r(words, BLANKS, &rest); word != NULL && wrong == NULL;
         word = strtok_r(NULL, BLANKS, &rest))
        wrong = read_word(word, &rest, wanted);
    return wrong;
}

/* ---- Listing --------------------------------------------------------------------------------- */

static bool fits(const filter *wanted, tetress_move move, int lines)
{
    const char *name = tetress_piece_name(tetress_move_piece(move));
    bool cell = wanted->cell == ANY, row = wanted->row == ANY, column = wanted->column == ANY;
    uint8_t cells[4] = {0};

    tetress_move_cells(move, cells);
    for (int i = 0; i < 4; i++) {
        cell = cell || cells[i] == wanted->cell;
        row = row || cells[i] / TETRESS_COLUMNS == wanted->row;
        column = column || cells[i] % TETRESS_COLUMNS == wanted->column;
    }
    return cell && row && column && lines >= wanted->lines &&
           (wanted->piece == ANY || wanted->piece == name[0]) &&
           (wanted->rotation == ANY || wanted->rotation == tolower((unsigned char)name[1]));
}

static void print_move(tetress_move move, int lines, bool last)
{
    char name[TETRESS_MOVE_TEXT], text[TETRESS_MOVE_TEXT + 4];

    if (lines > 0)
        snprintf(text, sizeof text, "%s +%d", move_piece_name(move, name), lines);
    else
        snprintf(text, sizeof text, "%s", move_piece_name(move, name));
    if (last)
        puts(text);
    else
        printf("%-*s", COLUMN_WIDTH, text);
}

static void list_moves(const play_table *t, const filter *wanted)
{
    tetress_move moves[TETRESS_PLACEMENTS];
    int lines[TETRESS_PLACEMENTS];
    size_t count = 0, fitting = 0;
    int width = screen_width(&t->screen);
    size_t columns = width == 0 ? 5 : (size_t)(width / COLUMN_WIDTH);
    bool clearing = false;

    tetress_game_legal_moves(t->game, moves, TETRESS_PLACEMENTS, &count);
    for (size_t i = 0; i < count; i++) {
        lines[fitting] = cleared_lines_count(cleared_lines_of(t->game, moves[i]));
        moves[fitting] = moves[i];
        fitting += fits(wanted, moves[fitting], lines[fitting]);
    }
    for (size_t i = 0; i < fitting; i++) {
        clearing = clearing || lines[i] > 0;
        print_move(moves[i], lines[i], i % columns == columns - 1 || i + 1 == fitting);
    }
    screen_say(&t->screen, 0, "%zu of %zu legal moves%s", fitting, count,
               clearing ? "; +1: it clears a line" : "");
}

void play_moves_list(const play_table *t, char *words)
{
    filter wanted;
    const char *wrong = read_filter(words, &wanted);

    if (wrong == NULL) {
        list_moves(t, &wanted);
        return;
    }
    screen_say(
        &t->screen, 2,
        "'%.40s' cannot be read. 'moves' lists all legal moves, or those that fit every word "
        "after it: a piece (T, or T r), a cell (3-4), row 3, column 4 (0 to 10), lines 1 "
        "(clears a line, or up to 5)",
        wrong);
}
