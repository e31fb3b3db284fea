/* SPDX-License-Identifier: MIT */
/* Play against an engine in the terminal. docs/guide/c.md builds this program step by step.
 *
 * usage: opponent [SPEC [POSITION-FILE]]      you are red
 *        opponent SPEC options                what can be set
 *
 * Type a move, or: moves, hint, undo, save FILE, quit. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <tetress/tetress.h>

static void print_board(const tetress_game *game)
{
    static const char tokens[] = "rb.";

    puts("    0 1 2 3 4 5 6 7 8 9 10");
    for (int32_t row = 0; row < 11; row++) {
        printf("%2d ", row);
        for (int32_t column = 0; column < 11; column++)
            printf(" %c", tokens[tetress_game_cell(game, row, column)]);
        putchar('\n');
    }
    printf("action %d, %s to move, %d red and %d blue tokens\n", tetress_game_ply(game) + 1,
           tetress_colour_name(tetress_game_turn(game)), tetress_game_tokens(game, TETRESS_RED),
           tetress_game_tokens(game, TETRESS_BLUE));
}

static void print_move(const char *before, tetress_move move)
{
    char text[TETRESS_MOVE_TEXT];

    tetress_move_to_text(move, TETRESS_STYLE_PIECE, text, sizeof text, NULL);
    printf("%s%s", before, text);
}

static void print_moves(const tetress_game *game)
{
    tetress_move moves[TETRESS_PLACEMENTS];
    size_t count = 0;

    tetress_game_legal_moves(game, moves, TETRESS_PLACEMENTS, &count);
    printf("%zu moves:", count);
    for (size_t i = 0; i < count && i < 6; i++)
        print_move(i == 0 ? " " : ", ", moves[i]);
    puts(count > 6 ? ", ..." : "");
}

static int player_moves(tetress_game *game, const char *text)
{
    if (tetress_game_apply_text(game, text, NULL) == TETRESS_OK)
        return 1;
    printf("%s\n", tetress_game_error(game)->text);
    return 0;
}

static void print_result(const tetress_engine *engine, const tetress_result *result)
{
    tetress_line line = TETRESS_LINE_INIT;

    printf("score %+.2f, %.0f %% to win, depth %u, %llu nodes, stopped by: %s\n",
           result->score / 100.0, 100 * result->win, result->depth,
           (unsigned long long)result->nodes, tetress_stop_name(result->stop_reason));
    for (uint32_t i = 0; i < result->lines; i++) {
        tetress_engine_line(engine, i, &line);
        printf("  %+.2f", line.score / 100.0);
        for (int m = 0; m < line.pv_length && m < 3; m++)
            print_move(m == 0 ? "  " : ", ", line.pv[m]);
        putchar('\n');
    }
}

static void engine_moves(tetress_engine *engine, tetress_game *game)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;

    budget.nodes = 20000;
    if (tetress_engine_search(engine, game, &budget, &result) != TETRESS_OK) {
        printf("%s\n", tetress_engine_error(engine)->text);
        return;
    }
    print_move("blue plays ", result.move);
    putchar('\n');
    print_result(engine, &result);
    tetress_game_apply(game, result.move);
}

static void *stop_on_enter(void *engine)
{
    for (int c = getchar(); c != '\n' && c != EOF;)
        c = getchar();
    tetress_engine_stop(engine);
    return NULL;
}

static void give_hint(tetress_engine *engine, const tetress_game *game)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;
    pthread_t listener;

    puts("thinking until you press Enter");
    budget.flags = TETRESS_BUDGET_INFINITE;
    tetress_engine_resume(engine); /* a stop that came too late for the last search is dropped */
    if (pthread_create(&listener, NULL, stop_on_enter, engine) != 0)
        return;
    if (tetress_engine_search(engine, game, &budget, &result) == TETRESS_OK)
        print_result(engine, &result);
    pthread_join(listener, NULL);
}

static void save(const tetress_game *game, const char *name)
{
    char text[TETRESS_POSITION_TEXT];
    FILE *file = fopen(name, "w");

    tetress_game_to_text(game, text, sizeof text, NULL);
    if (file == NULL || fprintf(file, "%s\n", text) < 0 || fclose(file) != 0)
        perror(name);
}

static tetress_game *load(const char *name)
{
    char text[TETRESS_POSITION_TEXT] = "";
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_game *game = NULL;
    FILE *file = fopen(name, "r");

    if (file == NULL || fgets(text, sizeof text, file) == NULL)
        perror(name);
    else if (tetress_game_from_text(NULL, strtok(text, "\n"), &game, &error) != TETRESS_OK)
        fprintf(stderr, "%s, byte %d: %s\n", name, error.offset, error.text);
    if (file != NULL)
        fclose(file);
    return game;
}

static void obey(tetress_game *game, tetress_engine *engine, char *line)
{
    if (strcmp(line, "moves") == 0)
        print_moves(game);
    else if (strcmp(line, "hint") == 0)
        give_hint(engine, game);
    else if (strcmp(line, "undo") == 0) /* the engine's move and yours */
        (void)(tetress_game_undo(game) == TETRESS_OK && tetress_game_undo(game));
    else if (strncmp(line, "save ", 5) == 0)
        save(game, line + 5);
    else if (player_moves(game, line) && tetress_game_reason(game) == TETRESS_REASON_NONE)
        engine_moves(engine, game);
}

static void play(tetress_game *game, tetress_engine *engine)
{
    char line[128];

    print_board(game);
    while (tetress_game_reason(game) == TETRESS_REASON_NONE &&
           fgets(line, sizeof line, stdin) != NULL && strcmp(line, "quit\n") != 0) {
        line[strcspn(line, "\n")] = '\0';
        obey(game, engine, line);
        print_board(game);
    }
    if (tetress_game_reason(game) != TETRESS_REASON_NONE)
        printf("%s has won: %s\n", tetress_colour_name(tetress_game_winner(game)),
               tetress_reason_name(tetress_game_reason(game)));
}

static void print_options(const tetress_engine *engine)
{
    tetress_option option = TETRESS_OPTION_INIT;

    for (uint32_t i = 0; tetress_engine_option(engine, i, &option) == TETRESS_OK; i++)
        printf("%-12s %-8s %s\n", option.name, option.default_value, option.summary);
}

int main(int argc, char **argv)
{
    const char *spec = argc > 1 ? argv[1] : "level-3";
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_engine *engine = NULL;
    tetress_game *game = NULL;

    if (tetress_engine_new(NULL, spec, &engine, &error) != TETRESS_OK) {
        fprintf(stderr, "%s: %s\n", spec, error.text);
        return 1;
    }
    if (argc > 2 && strcmp(argv[2], "options") == 0)
        print_options(engine);
    else if (argc > 2)
        game = load(argv[2]);
    else if (tetress_game_new(NULL, &game) != TETRESS_OK)
        fprintf(stderr, "no memory\n");
    if (game != NULL)
        play(game, engine);
    tetress_engine_free(engine);
    tetress_game_free(game);
    return 0;
}
