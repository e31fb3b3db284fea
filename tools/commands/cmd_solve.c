/* SPDX-License-Identifier: MIT */
/* `tetress solve`: proves who wins a position near the end of a game. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "budget_text.h"
#include "commands.h"
#include "engines.h"
#include "game_file.h"
#include "json_line.h"
#include "names.h"
#include "start_position.h"

#define SOLVER    "solver:hash=64"
#define MOST_ENDS 16

/* The solver is complete without a proof only where it has given up: a draw is told from that by
 * its depth, which is all actions that are left. */
static const char *outcome_of(const tetress_result *result, const tetress_game *game)
{
    if (result->mate != 0)
        return result->mate > 0 ? "won" : "lost";
    if (result->stop_reason == TETRESS_STOP_COMPLETE &&
        result->depth == (uint32_t)(TETRESS_MAX_ACTIONS - tetress_game_ply(game)))
        return "drawn";
    return "unknown";
}

static int32_t actions_proven(const tetress_result *result)
{
    return result->mate > 0 ? result->mate : -result->mate;
}

static int solve(tetress_engine *engine, const tetress_game *game, const tetress_budget *budget,
                 tetress_result *result)
{
    *result = (tetress_result)TETRESS_RESULT_INIT;
    if (tetress_engine_search(engine, game, budget, result) != TETRESS_OK)
        return problem("%s", tetress_engine_error(engine)->text);
    return EXIT_DONE;
}

/* ---- One position ---------------------------------------------------------------------------- */

static void print_outcome(const tetress_result *result, const tetress_game *game, bool json)
{
    const char *outcome = outcome_of(result, game);
    char name[TETRESS_MOVE_TEXT];

    if (json) {
        write_json_line(json_pack("{s:s, s:i, s:s, s:I, s:I}", "outcome", outcome, "actions",
                                  (int)actions_proven(result), "move",
                                  move_name(result->move, name), "nodes", (json_int_t)result->nodes,
                                  "cpu_ms", (json_int_t)result->cpu_ms),
                        stdout);
        return;
    }
    printf("%s", outcome);
    if (result->mate != 0)
        printf(" in at most %" PRId32 " actions", actions_proven(result));
    printf("\nmove %s\nnodes %" PRIu64 "  cpu %" PRIu64 " ms\n", move_name(result->move, name),
           result->nodes, result->cpu_ms);
}

static int solve_one(const cli_command *command, const cli_arguments *arguments,
                     tetress_engine *engine, const tetress_budget *budget)
{
    tetress_game *game = NULL;
    tetress_result result;
    int exit_code = game_from_options(command, arguments, &game);

    if (exit_code == EXIT_DONE)
        exit_code = solve(engine, game, budget, &result);
    if (exit_code == EXIT_DONE)
        print_outcome(&result, game, arguments_has(arguments, OPTION_JSON));
    tetress_game_free(game);
    return exit_code;
}

/* ---- The ends of all games of a file --------------------------------------------------------- */

/* What was proven so many actions before the end. */
typedef struct end_row {
    uint64_t before;
    uint64_t positions, proven, moves, length, nodes, cpu_ms;
} end_row;

static int read_ends(const cli_command *command, const char *text, end_row *rows, size_t *count)
{
    *count = 0;
    for (;;) {
        size_t digits = strcspn(text, ",");
        char number[8] = "";

        if (digits < sizeof number)
            memcpy(number, text, digits);
        if (*count == MOST_ENDS ||
            !read_integer(number, TETRESS_MAX_ACTIONS, &rows[*count].before) ||
            rows[*count].before == 0)
            return usage_error(command,
                               "--ends takes up to %d numbers from 1 to %d, joined by commas",
                               MOST_ENDS, TETRESS_MAX_ACTIONS);
        (*count)++;
        if (text[digits] == '\0')
            return EXIT_DONE;
        text += digits + 1;
    }
}

/* Solve a game as it stood so many actions before its end; without proofs of other positions, as if
 * it were the only one. */
static int solve_end(tetress_engine *engine, const tetress_budget *budget, saved_game *saved,
                     end_row *row)
{
    tetress_result result;
    tetress_game *game;
    size_t moves = 0;
    int exit_code;

    if (row->before > saved->record.count)
        return EXIT_DONE;
    if (tetress_game_copy(saved->game, &game) != TETRESS_OK)
        return problem("out of memory");
    for (uint64_t i = 0; i < row->before; i++)
        tetress_game_undo(game);
    tetress_game_legal_moves(game, NULL, 0, &moves);
    tetress_engine_reset(engine);
    exit_code = solve(engine, game, budget, &result);
    if (exit_code == EXIT_DONE) {
        row->positions++;
        row->moves += moves;
        row->nodes += result.nodes;
        row->cpu_ms += result.cpu_ms;
        if (strcmp(outcome_of(&result, game), "unknown") != 0) {
            row->proven++;
            row->length += (uint64_t)actions_proven(&result);
        }
    }
    tetress_game_free(game);
    return exit_code;
}

static bool same_game(const game_record *a, const game_record *b)
{
    if (a->count != b->count || strcmp(a->start, b->start) != 0)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        if (a->actions[i].move != b->actions[i].move)
            return false;
    }
    return true;
}

static void print_rows(const end_row *rows, size_t count, bool json)
{
    if (!json)
        printf("%6s %9s %7s %8s %6s %7s %10s %7s\n", "before", "positions", "proven", "share",
               "moves", "length", "nodes", "ms");
    for (size_t i = 0; i < count; i++) {
        const end_row *row = &rows[i];
        double positions = row->positions > 0 ? (double)row->positions : 1;
        double proven = row->proven > 0 ? (double)row->proven : 1;

        if (json)
            write_json_line(json_pack("{s:I, s:I, s:I, s:f, s:f, s:f, s:f}", "before",
                                      (json_int_t)row->before, "positions",
                                      (json_int_t)row->positions, "proven", (json_int_t)row->proven,
                                      "moves", (double)row->moves / positions, "length",
                                      (double)row->length / proven, "nodes",
                                      (double)row->nodes / positions, "cpu_ms",
                                      (double)row->cpu_ms / positions),
                            stdout);
        else
            printf("%6" PRIu64 " %9" PRIu64 " %7" PRIu64 " %6.1f %% %6.1f %7.1f %10.0f %7.1f\n",
                   row->before, row->positions, row->proven, 100 * (double)row->proven / positions,
                   (double)row->moves / positions, (double)row->length / proven,
                   (double)row->nodes / positions, (double)row->cpu_ms / positions);
    }
}

static int solve_ends(const cli_command *command, const cli_arguments *arguments,
                      tetress_engine *engine, const tetress_budget *budget)
{
    const char *path = arguments->values[OPTION_GAME];
    end_row rows[MOST_ENDS] = {{0}};
    saved_game saved;
    game_record last = {.count = 0};
    read_fault fault;
    size_t count;
    int exit_code = read_ends(command, arguments->values[OPTION_ENDS], rows, &count);

    if (exit_code == EXIT_DONE && path == NULL)
        return usage_error(command, "--ends needs a --game");
    for (uint64_t number = 1; exit_code == EXIT_DONE; number++) {
        if (!game_file_read(path, number, &saved, &fault)) {
            if (number == 1 || !fault.past_end)
                exit_code = problem("--game %s: %s", path, fault.text);
            break;
        }
        if (saved.record.outcome == TETRESS_OUTCOME_NO_MOVES &&
            !(number > 1 && same_game(&saved.record, &last))) {
            for (size_t i = 0; i < count && exit_code == EXIT_DONE; i++)
                exit_code = solve_end(engine, budget, &saved, &rows[i]);
        }
        last = saved.record;
        saved_game_clear(&saved);
    }
    if (exit_code == EXIT_DONE)
        print_rows(rows, count, arguments_has(arguments, OPTION_JSON));
    return exit_code;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int run_solve(const cli_command *command, const cli_arguments *arguments)
{
    tetress_budget budget;
    tetress_engine *engine = NULL;
    int exit_code = budget_from_options(command, arguments, "cpu_ms=2000", &budget);

    if (exit_code == EXIT_DONE)
        exit_code = engine_from_spec(SOLVER, &engine);
    if (exit_code == EXIT_DONE)
        exit_code = (arguments_has(arguments, OPTION_ENDS) ? solve_ends : solve_one)(
            command, arguments, engine, &budget);
    tetress_engine_free(engine);
    return exit_code;
}

static const option_id SOLVE_OPTIONS[] = {
    OPTION_POSITION, OPTION_GAME,  OPTION_NUMBER, OPTION_ACTIONS, OPTION_MOVES, OPTION_ENDS,
    OPTION_WALL_MS,  OPTION_NODES, OPTION_BUDGET, OPTION_JSON,    OPTION_HELP};

const cli_command command_solve = {
    .name = "solve",
    .operands = "",
    .summary = "prove who wins",
    .description =
        "Prove the result of a position for its side to move: won, lost, drawn, or unknown if the\n"
        "budget was not enough. Without a budget it takes up to two seconds of CPU time. With --ends\n"
        "it proves the games in a file that ended because the side to move had no move, and prints\n"
        "the share of proven games. Of equal games that follow one another only the first counts.\n",
    .options = SOLVE_OPTIONS,
    .run = run_solve,
};
