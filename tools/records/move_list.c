/* SPDX-License-Identifier: MIT */
/* Moves from text: one, or a list as people type it. */
#include "move_list.h"

#include <stdio.h>
#include <string.h>

#define MOVE_LENGTH_LIMIT 256

/* Between moves of a list; but for the semicolon they may also stand inside of one. */
static const char BETWEEN[] = " \t\r\n,;";
static const char INSIDE[] = " \t\r\n,";

static const char BLANKS[] = " \t\r\n";

static size_t length_without_blanks(const char *text, size_t length)
{
    while (length > 0 && strchr(BLANKS, text[length - 1]) != NULL)
        length--;
    return length;
}

static size_t count_of(const char *text, size_t length, bool (*counts)(char character))
{
    size_t count = 0;

    for (size_t i = 0; i < length; i++)
        count += counts(text[i]);
    return count;
}

static bool is_letter(char character)
{
    return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z');
}

static bool is_comma(char character)
{
    return character == ',';
}

/* Cells, by the '-' after their rows; the sign of a row is none. */
static size_t cells_count(const char *text, size_t length)
{
    size_t count = 0;
    bool after_digit = false;

    for (size_t i = 0; i < length; i++) {
        count += text[i] == '-' && after_digit;
        if (strchr(BLANKS, text[i]) == NULL)
            after_digit = text[i] >= '0' && text[i] <= '9';
    }
    return count;
}

/* Does the text end inside of a cell, which may have blanks around its '-'? A number is a row
 * unless it stands after a '-'. */
static bool ends_within_cell(const char *text, size_t length)
{
    const char *next = text + length + strspn(text + length, BLANKS);
    size_t end = length_without_blanks(text, length);

    if (end == 0 || text[end - 1] == '-')
        return true;
    while (end > 0 && text[end - 1] >= '0' && text[end - 1] <= '9')
        end--;
    end = length_without_blanks(text, end);
    return *next == '-' && (end == 0 || text[end - 1] != '-');
}

/* Is this a whole move, though another word follows? A piece has a cell and, but for O, a rotation.
 * Cells are four, or have commas between them where none follows. */
static bool is_whole_move(const char *text, size_t length)
{
    const char *after = text + length;
    size_t cells = cells_count(text, length);

    if (ends_within_cell(text, length))
        return false;
    if (is_letter(text[0]))
        return cells > 0 &&
               (text[0] == 'O' || text[0] == 'o' || count_of(text, length, is_letter) > 1);
    return cells >= 4 || (count_of(text, length, is_comma) > 0 &&
                          count_of(after, strspn(after, INSIDE), is_comma) == 0);
}

/* How long the move is with which a list begins. */
static size_t move_length(const char *text)
{
    size_t length = strcspn(text, BETWEEN);

    if (strncmp(text, "PLACE(", 6) == 0) {
        length = strcspn(text, ");");
        return length + (text[length] == ')');
    }
    while (!is_whole_move(text, length)) {
        const char *next = text + length + strspn(text + length, INSIDE);

        if (*next == '\0' || *next == ';')
            break;
        length = (size_t)(next - text) + strcspn(next, BETWEEN);
    }
    return length;
}

bool apply_moves(tetress_game *game, const char *text, char *fault, size_t fault_size)
{
    int number = 0;

    for (;;) {
        char move[MOVE_LENGTH_LIMIT];
        size_t length;

        text += strspn(text, BETWEEN);
        if (*text == '\0')
            return true;
        number++;
        length = move_length(text);
        if (length >= sizeof move) {
            snprintf(fault, fault_size, "move %d is too long", number);
            return false;
        }
        memcpy(move, text, length);
        move[length] = '\0';
        if (tetress_game_apply_text(game, move, NULL) != TETRESS_OK) {
            snprintf(fault, fault_size, "move %d, '%s': %s", number, move,
                     tetress_game_error(game)->text);
            return false;
        }
        text += length;
    }
}
