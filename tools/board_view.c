/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* fileno, isatty */

#include "board_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "setup.h"

bool board_view_has_colour(void)
{
    return isatty(fileno(stdout)) == 1 && getenv("NO_COLOR") == NULL;
}

static bool is_cell_of(tetress_move move, int cell)
{
    uint8_t cells[4];

    if (tetress_move_cells(move, cells) != TETRESS_OK)
        return false;
    return cells[0] == cell || cells[1] == cell || cells[2] == cell || cells[3] == cell;
}

/* Letters as well as colours, so that nothing depends on seeing colours; the last move's are
 * capital. */
static void draw_cell(int32_t holder, bool last, bool colour)
{
    static const char *const PAINT[] = {"\033[1;97;41m", "\033[1;97;44m"};
    const char *letters = holder == TETRESS_RED ? "rR" : "bB";

    if (holder == TETRESS_NOBODY)
        fputs(" .", stdout);
    else if (colour)
        printf("%s%c%c\033[0m", PAINT[holder], last ? '>' : ' ', letters[last]);
    else
        printf(" %c", letters[last]);
}

static void draw_columns(void)
{
    fputs("   ", stdout);
    for (int column = 0; column < TETRESS_COLUMNS; column++)
        printf("%2d", column);
    putchar('\n');
}

void board_view_draw(const tetress_game *game, tetress_move last, bool colour)
{
    draw_columns();
    for (int row = 0; row < TETRESS_ROWS; row++) {
        printf("%2d ", row);
        for (int column = 0; column < TETRESS_COLUMNS; column++)
            draw_cell(tetress_game_cell(game, row, column),
                      is_cell_of(last, row * TETRESS_COLUMNS + column), colour);
        putchar('\n');
    }
    printf("action %d, red %d, blue %d, %s to move\n", tetress_game_ply(game),
           tetress_game_tokens(game, TETRESS_RED), tetress_game_tokens(game, TETRESS_BLUE),
           colour_name(tetress_game_turn(game)));
}

/* A cell of one move, of the other, or of both. */
static void draw_choice(bool played, bool better, bool colour)
{
    const char *paint = better ? "\033[1;32m" : "\033[1;33m";

    printf("%s %c%s", colour ? paint : "",
           played && better ? '*'
           : better         ? '+'
                            : 'x',
           colour ? "\033[0m" : "");
}

void board_view_compare(const tetress_game *game, tetress_move played, tetress_move better,
                        bool colour)
{
    draw_columns();
    for (int row = 0; row < TETRESS_ROWS; row++) {
        printf("%2d ", row);
        for (int column = 0; column < TETRESS_COLUMNS; column++) {
            int cell = row * TETRESS_COLUMNS + column;
            bool in_played = is_cell_of(played, cell), in_better = is_cell_of(better, cell);

            if (in_played || in_better)
                draw_choice(in_played, in_better, colour);
            else
                draw_cell(tetress_game_cell(game, row, column), false, colour);
        }
        putchar('\n');
    }
    puts("     x played   + better   * both");
}
