/* SPDX-License-Identifier: MIT */
/* Draws boards on the terminal, with and without colour. */
#include "board_view.h"

#include <stdio.h>

#include "names.h"
#include "piece_map.h"
#include "screen.h"

bool board_view_has_colour(void)
{
    return screen_of_output(true).colour;
}

static bool is_cell_of(tetress_move move, int cell)
{
    uint8_t cells[4];

    if (tetress_move_cells(move, cells) != TETRESS_OK)
        return false;
    return cells[0] == cell || cells[1] == cell || cells[2] == cell || cells[3] == cell;
}

/* Letters as well as colours, so that nothing depends on seeing colours; the last move's are
 * capital. Each piece has a shade of its side's colour. */
static void draw_cell(int32_t holder, bool last, int shade, bool colour)
{
    static const int PAINT[2][PIECE_SHADES] = {{160, 88, 131, 203}, {25, 18, 61, 75}};
    const char *letters = holder == TETRESS_RED ? "rR" : "bB";

    if (holder == TETRESS_NOBODY)
        fputs(colour ? " . " : "  .", stdout);
    else if (colour)
        printf("\033[1;97;48;5;%dm%c%c%c\033[0m", PAINT[holder][shade], last ? '[' : ' ',
               letters[last], last ? ']' : ' ');
    else
        printf("  %c", letters[last]);
}

static void draw_columns(bool colour)
{
    fputs("  ", stdout);
    for (int column = 0; column < TETRESS_COLUMNS; column++)
        printf(colour ? "%2d " : "%3d", column);
    putchar('\n');
}

void board_view_draw(const tetress_game *game, tetress_move last, bool colour)
{
    piece_map map = piece_map_of(game);

    draw_columns(colour);
    for (int row = 0; row < TETRESS_ROWS; row++) {
        printf("%2d", row);
        for (int column = 0; column < TETRESS_COLUMNS; column++) {
            int cell = row * TETRESS_COLUMNS + column;

            draw_cell(tetress_game_cell(game, row, column), is_cell_of(last, cell),
                      map.shades[cell], colour);
        }
        putchar('\n');
    }
    printf("action %d, red %d, blue %d, %s to move\n", tetress_game_ply(game),
           tetress_game_tokens(game, TETRESS_RED), tetress_game_tokens(game, TETRESS_BLUE),
           tetress_colour_name(tetress_game_turn(game)));
}

/* A cell of one move, of the other, or of both. */
static void draw_choice(bool played, bool better, bool colour)
{
    const char *paint = better ? "\033[1;32m" : "\033[1;33m";
    char mark = better ? '+' : 'x';

    if (played && better)
        mark = '*';
    if (colour)
        printf("%s %c \033[0m", paint, mark);
    else
        printf("  %c", mark);
}

void board_view_compare(const tetress_game *game, tetress_move played, tetress_move better,
                        bool colour)
{
    piece_map map = piece_map_of(game);

    draw_columns(colour);
    for (int row = 0; row < TETRESS_ROWS; row++) {
        printf("%2d", row);
        for (int column = 0; column < TETRESS_COLUMNS; column++) {
            int cell = row * TETRESS_COLUMNS + column;
            bool in_played = is_cell_of(played, cell), in_better = is_cell_of(better, cell);

            if (in_played || in_better)
                draw_choice(in_played, in_better, colour);
            else
                draw_cell(tetress_game_cell(game, row, column), false, map.shades[cell], colour);
        }
        putchar('\n');
    }
    puts("     x played   + better   * both");
}
