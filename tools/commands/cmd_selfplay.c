/* SPDX-License-Identifier: MIT */
/* `tetress selfplay`: plays games of a player against itself and writes training data. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "budget_text.h"
#include "commands.h"
#include "engines.h"
#include "json_line.h"
#include "openings.h"
#include "ordered_jobs.h"
#include "progress_bar.h"
#include "training_file.h"
#include "workers.h"

/* A run. Threads take games by number; everything of a game follows from its number and the seed.
 */
typedef struct selfplay {
    const char *spec;
    tetress_budget budget;
    openings openings;
    uint64_t seed;
    uint64_t games;
    uint64_t permille; /* of moves that are drawn at random */

    ordered_jobs jobs;
    training_file out;
    uint64_t positions; /* of the games of this run */
    uint64_t results[3];
    progress_bar bar;
} selfplay;

/* ---- One game -------------------------------------------------------------------------------- */

static bool clears_line(tetress_game *game, tetress_move move)
{
    int32_t before =
        tetress_game_tokens(game, TETRESS_RED) + tetress_game_tokens(game, TETRESS_BLUE);
    int32_t after;

    tetress_game_apply(game, move);
    after = tetress_game_tokens(game, TETRESS_RED) + tetress_game_tokens(game, TETRESS_BLUE);
    tetress_game_undo(game);
    return after != before + 4;
}

/* What is kept of a position and its search; the search's move is the one played. */
static training_position describe(tetress_game *game, const tetress_result *result)
{
    training_position position = {
        .score = result->score,
        .move = result->move,
        .ply = (uint8_t)tetress_game_ply(game),
        .depth = (uint8_t)(result->depth < UINT8_MAX ? result->depth : UINT8_MAX),
    };

    tetress_game_bits(game, TETRESS_RED, position.tokens[TETRESS_RED]);
    tetress_game_bits(game, TETRESS_BLUE, position.tokens[TETRESS_BLUE]);
    if (result->mate != 0)
        position.flags |= TRAINING_PROVEN;
    if (clears_line(game, result->move))
        position.flags |= TRAINING_CLEARS;
    return position;
}

/* Instead of the search's move, now and then, one drawn at random: play that differs from that of
 * the best leads to positions that the best have to judge too. */
static void draw_move(const selfplay *run, const tetress_game *game, uint64_t *random,
                      training_position *position)
{
    *random = tetress_derived_seed(*random, position->ply);
    if (*random % 1000 >= run->permille)
        return;
    tetress_game_random_move(game, random, &position->move);
    position->flags |= TRAINING_RANDOM;
}

/* Play to the end. False, after saying so, if a search failed. */
static bool play(selfplay *run, tetress_engine *engine, tetress_game *game, uint64_t number,
                 training_game *record)
{
    uint64_t random = tetress_derived_seed(~run->seed, number);

    while (tetress_game_reason(game) == TETRESS_REASON_NONE) {
        training_position *position = &record->positions[record->count++];
        tetress_result result = TETRESS_RESULT_INIT;

        if (tetress_engine_search(engine, game, &run->budget, &result) != TETRESS_OK) {
            ordered_jobs_fail(&run->jobs, run->spec, tetress_engine_error(engine)->text);
            return false;
        }
        *position = describe(game, &result);
        draw_move(run, game, &random, position);
        tetress_game_apply(game, position->move);
    }
    record->positions[0].flags |= TRAINING_FIRST;
    record->winner = tetress_game_winner(game);
    record->reason = tetress_game_reason(game);
    return true;
}

/* Game `number`; NULL, after saying why, if the work must end. */
static training_game *play_number(selfplay *run, tetress_engine *engine, uint64_t number)
{
    training_game *record = calloc(1, sizeof *record);
    tetress_game *game = openings_game(&run->openings, number);
    bool played = record != NULL && game != NULL;

    if (!played)
        ordered_jobs_fail(&run->jobs, "opening", "out of memory");
    if (played) {
        tetress_engine_reseed(engine, tetress_derived_seed(run->seed, number));
        played = play(run, engine, game, number, record);
    }
    tetress_game_free(game);
    if (played)
        return record;
    free(record);
    return NULL;
}

static void *work(void *shared)
{
    selfplay *run = shared;
    tetress_engine *engine = NULL;
    char fault[256];
    uint64_t number;

    if (!make_engine(run->spec, &engine, fault, sizeof fault))
        ordered_jobs_fail(&run->jobs, run->spec, fault);
    while (ordered_jobs_next(&run->jobs, &number)) {
        training_game *record = play_number(run, engine, number);

        if (record == NULL)
            break;
        ordered_jobs_finish(&run->jobs, number, record);
    }
    tetress_engine_free(engine);
    return NULL;
}

static bool take_up(void *shared, uint64_t number, void *result, char fault[JOBS_FAULT_SIZE])
{
    selfplay *run = shared;
    const training_game *game = result;
    char note[64];

    if (!training_file_add(&run->out, game)) {
        snprintf(fault, JOBS_FAULT_SIZE, "cannot write the games");
        return false;
    }
    run->positions += game->count;
    run->results[game->winner == TETRESS_NOBODY ? 2 : game->winner]++;
    snprintf(note, sizeof note, "%" PRIu64 " positions", run->positions);
    progress_bar_show(&run->bar, number + 1, note);
    return true;
}

/* ---- The command ----------------------------------------------------------------------------- */

static void print_text(const selfplay *run, uint64_t before)
{
    printf("%" PRIu64 " games, of which %" PRIu64 " were there; %" PRIu64 " positions added\n",
           (uint64_t)run->out.games, before, run->positions);
    printf("red won %" PRIu64 ", blue %" PRIu64 ", drawn %" PRIu64 "\n", run->results[TETRESS_RED],
           run->results[TETRESS_BLUE], run->results[2]);
}

static void print_json(const selfplay *run, uint64_t before)
{
    json_t *object =
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "games", (json_int_t)run->out.games, "before",
                  (json_int_t)before, "positions", (json_int_t)run->positions, "red",
                  (json_int_t)run->results[TETRESS_RED], "blue",
                  (json_int_t)run->results[TETRESS_BLUE], "drawn", (json_int_t)run->results[2]);

    write_json_line(object, stdout);
}

/* Everything that can be wrong is found before the first game. */
static int set_up(const cli_command *command, const cli_arguments *arguments, selfplay *run,
                  uint64_t *threads)
{
    uint64_t actions;
    tetress_engine *engine;
    int exit_code;

    if (!arguments_has(arguments, OPTION_OUT))
        return usage_error(command, "needs --out FILE");
    if (!arguments_integer(arguments, OPTION_GAMES, 1, UINT32_MAX, 100, &run->games) ||
        !arguments_integer(arguments, OPTION_OPENING, 0, TETRESS_MATCH_MAX_OPENING, 4, &actions) ||
        !arguments_integer(arguments, OPTION_RANDOM, 0, 1000, 0, &run->permille) ||
        !arguments_integer(arguments, OPTION_CONCURRENCY, 1, MAX_WORKERS, 1, threads) ||
        !arguments_integer(arguments, OPTION_SEED, 0, UINT64_MAX, 1, &run->seed))
        return EXIT_USAGE;
    run->spec = arguments->operands[0];
    run->openings = openings_random(run->seed, (uint32_t)actions);
    exit_code = engine_from_spec(run->spec, &engine);
    if (exit_code != EXIT_DONE)
        return exit_code;
    exit_code = budget_from_options(command, arguments, "", &run->budget);
    run->budget = engine_budget(engine, &run->budget, MATCH_FALLBACK);
    tetress_engine_free(engine);
    if (exit_code == EXIT_DONE && arguments_has(arguments, OPTION_OPENINGS))
        exit_code = openings_read(&run->openings, arguments->values[OPTION_OPENINGS], false);
    return exit_code;
}

/* How the games are made: two runs with this text write the same games. */
static void describe_run(const selfplay *run, char *text, size_t size)
{
    char budget[BUDGET_TEXT], start[OPENINGS_TEXT];

    snprintf(text, size,
             "library=%s\nspec=%s\nbudget=%s\nseed=%" PRIu64 "\nopenings=%s\nrandom=%" PRIu64 "\n",
             tetress_version(), run->spec, budget_text(&run->budget, budget), run->seed,
             openings_text(&run->openings, start), run->permille);
}

static int play_games(const cli_arguments *arguments, selfplay *run, size_t threads)
{
    char text[2 * TRAINING_TEXT_SIZE]; /* a text that is cut here is too long there too */
    uint64_t before;
    int exit_code;

    describe_run(run, text, sizeof text);
    exit_code = training_file_open(&run->out, arguments->values[OPTION_OUT], text);
    if (exit_code != EXIT_DONE)
        return exit_code;
    before = run->out.games;
    if (!ordered_jobs_init(&run->jobs, before, run->games, threads, take_up, run)) {
        training_file_close(&run->out);
        return problem("out of memory");
    }
    run->bar = progress_bar_start(run->games, arguments_has(arguments, OPTION_QUIET));
    run_workers(threads, work, run);
    progress_bar_end(&run->bar);
    if (!training_file_close(&run->out))
        exit_code = problem_writing(arguments->values[OPTION_OUT]);
    else if (run->jobs.fault[0] != '\0')
        exit_code = problem("%s", run->jobs.fault);
    else
        (arguments_has(arguments, OPTION_JSON) ? print_json : print_text)(run, before);
    ordered_jobs_free(&run->jobs);
    return exit_code;
}

static int run_selfplay(const cli_command *command, const cli_arguments *arguments)
{
    selfplay *run = calloc(1, sizeof *run);
    uint64_t threads;
    int exit_code;

    if (run == NULL)
        return problem("out of memory");
    exit_code = set_up(command, arguments, run, &threads);
    if (exit_code == EXIT_DONE)
        exit_code = play_games(arguments, run, threads);
    openings_free(&run->openings);
    free(run);
    return exit_code;
}

static const option_id SELFPLAY_OPTIONS[] = {
    OPTION_GAMES, OPTION_BUDGET,  OPTION_WALL_MS,     OPTION_NODES,  OPTION_PLAYOUTS,
    OPTION_DEPTH, OPTION_OPENING, OPTION_OPENINGS,    OPTION_RANDOM, OPTION_SEED,
    OPTION_OUT,   OPTION_QUIET,   OPTION_CONCURRENCY, OPTION_JSON,   OPTION_HELP};

const cli_command command_selfplay = {
    .name = "selfplay",
    .operands = "SPEC",
    .operands_wanted = 1,
    .operand_values = VALUES_PLAYERS,
    .summary = "play games of a player against itself, as training data",
    .description =
        "Play games of a player against itself, and write each position with the score of its\n"
        "search, the move and the result of the game to --out, 48 bytes a position\n"
        "(docs/reference/formats.md). An existing file is continued: games are added until it has\n"
        "--games of them, and a game that was cut off is played again. Without a budget the player's\n"
        "own limits hold; a player without limits visits 2000 nodes a move. Unless time is limited,\n"
        "the file depends only on the seed, not on --concurrency, interruptions or the machine.\n",
    .options = SELFPLAY_OPTIONS,
    .run = run_selfplay,
};
