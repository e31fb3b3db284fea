/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "json_line.h"
#include "setup.h"
#include "stopwatch.h"

/* From the empty board to action 132, replayed from random and greedy games. */
static const char *const POSITIONS[] = {
    ".........../.........../.........../.........../.........../.........../.........../"
    ".........../.........../.........../........... r 0",
    ".........../.........../.........../.........../....b....../...bb....../....b....../"
    ".r........./.rr......../.r........./........... r 2",
    ".........../.........../..r......../..rr......r/rrrr......r/.rr......../b.r......bb/"
    ".........bb/........bbb/.........../........... b 5",
    ".........../.........../........r../rrrr....rrr/..r.....rrr/r.rb.....rr/rr.bbbb..../"
    "rr.bbb...../...bbbbb.../....b.bb.../........... b 9",
    "....rrr..../......rrb../......bbb../....r.b..../....r.b..../....bbbbb../....b....../"
    "....b....../.........../....r....../...rr...... r 14",
    ".......b.../.......bb../.......bb../.........../.........../...r......./.........../"
    "brrr...b.../brrr.bbbbbb/brrrr.bbbbb/b.......... b 19",
    ".rrrrbrrrrr/.r..r.bb.rr/..rrrr.b.r./rr....bb.rr/rr........r/rrbbbbb.b../rr.bb.b...r/"
    "..b.b.b..br/..bb...bbrr/rbb.bbbbr.r/rrr.bb.rrrr r 24",
    ".....rr.r.b/..rr..rrr.b/.bb.rrrrrrb/.........../b.rbb..r.b./...bbb...b./.b.bbb...b./"
    "bb.rrb...b./bbbrr....../bbbr.b..rb./bb.r..rrr.. b 31",
    "rrbb....bbr/rbbr...rrrr/..rr..rrr../r.rb...rrrr/bbrb...r.b./bb.bb..r.bb/bb.bb.b.bbb/"
    "..brb.b.bbb/bbb...bbrrb/.bbb..brr.b/.bb....bbbb r 38",
    "rrr..bbr.rr/rr..bbbrrr./.r...b.bb../.br..bbrbb./rbb.r.rrbb./..b.bbbbr../.bb.rbbrrr./"
    ".b...r.rrbb/.brrrrrrrbb/b.r.rbr.r.b/..r.r.b.rrr b 47",
    "......br.../.....bbb.../......bb.../..b...bb.../.bbbbbbbbbb/.........../......rr.../"
    "......rr.../......rr.../rrrrrrrr.rr/......rr.rr r 58",
    "b......rrr./b.......r../rrr..b.rrr./.......rr../.rrr..rrb../.r.bb....../brbbbbbbbb./"
    "...rr.rrr../.rrrr..rbb./.b...bbbb../bb......... b 71",
    "r.bb......./rbb.rrrb.bb/rbbbb.rbrbr/rrb...rrrrr/bbbb.bbbrrb/bbbbbbrb.r./rrbbrb.bbrr/"
    "..rrrbbbbbb/rrrrrbb.bbb/bbb.r.bbb.b/r..rr.bb..b r 96",
    ".bb..bbbb../bbbbr.bb.br/.bbrrrbbbbr/b..rrbbbbbb/bb.r.bbrrrr/bb.rbr.bbrr/.r.rr.bbbr./"
    "bb.bbrrbbrb/rrrr.rrrb../rrrbrbb.b.r/brrbr.bbrbb r 132",
};

#define POSITIONS_COUNT (sizeof POSITIONS / sizeof POSITIONS[0])

/* Searches of every position with one player; budgets in nodes, so that the work is the same
 * everywhere. */
static const struct {
    const char *spec;
    uint64_t nodes;
} SEARCHES[] = {
    {"negamax", 60000},
    {"negamax:evaluator=mobility", 60000},
    {"negamax:evaluator=s1", 60000},
    {"negamax:evaluator=tokens,multipv=3", 60000},
    {"mcts", 3000},
    {"greedy", 100000},
    {"random", 100000},
};

#define SEARCHES_COUNT (sizeof SEARCHES / sizeof SEARCHES[0])

typedef struct row {
    const char *name;
    uint64_t nodes;
    double seconds;
} row;

/* FNV-1a over the bytes of numbers, low byte first. */
static void sign(uint64_t *signature, uint64_t number)
{
    for (int i = 0; i < 8; i++) {
        *signature ^= number >> (8 * i) & 0xff;
        *signature *= UINT64_C(0x100000001b3);
    }
}

static bool bench_perft(row *out, uint64_t *signature)
{
    double start = stopwatch_seconds();

    out->name = "perft 2";
    for (size_t i = 0; i < POSITIONS_COUNT; i++) {
        tetress_game *game;
        uint64_t nodes = 0;

        if (tetress_game_from_text(NULL, POSITIONS[i], &game, NULL) != TETRESS_OK)
            return false;
        tetress_game_perft(game, 2, &nodes);
        tetress_game_free(game);
        out->nodes += nodes;
        sign(signature, nodes);
    }
    out->seconds = stopwatch_seconds() - start;
    return true;
}

/* What is signed is what no compiler, machine or build may change: move, score, proof, depth and
 * nodes of every search. */
static bool bench_position(tetress_engine *engine, const char *position, uint64_t nodes, row *out,
                           uint64_t *signature)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;
    tetress_game *game;
    double start;

    if (tetress_game_from_text(NULL, position, &game, NULL) != TETRESS_OK)
        return false;
    budget.nodes = nodes;
    start = stopwatch_seconds();
    tetress_engine_search(engine, game, &budget, &result);
    out->seconds += stopwatch_seconds() - start;
    out->nodes += result.nodes;
    sign(signature, result.move);
    sign(signature, (uint64_t)(int64_t)result.score);
    sign(signature, (uint64_t)(int64_t)result.mate);
    sign(signature, result.depth);
    sign(signature, result.nodes);
    tetress_game_free(game);
    return true;
}

static bool bench_search(const char *spec, uint64_t nodes, row *out, uint64_t *signature)
{
    tetress_engine *engine;
    bool good = true;

    out->name = spec;
    if (tetress_engine_new(NULL, spec, &engine, NULL) != TETRESS_OK)
        return false;
    for (size_t i = 0; i < POSITIONS_COUNT && good; i++) {
        tetress_engine_reset(engine);
        good = bench_position(engine, POSITIONS[i], nodes, out, signature);
    }
    tetress_engine_free(engine);
    return good;
}

static double rate(const row *r)
{
    return r->seconds > 0 ? (double)r->nodes / r->seconds : 0;
}

static void print_text(const row *rows, size_t count, uint64_t signature)
{
    for (size_t i = 0; i < count; i++)
        printf("%-36s nodes %10" PRIu64 "  seconds %7.3f  nps %11.0f\n", rows[i].name,
               rows[i].nodes, rows[i].seconds, rate(&rows[i]));
    printf("signature %016" PRIx64 "\n", signature);
}

static void print_json(const row *rows, size_t count, uint64_t signature)
{
    json_t *list = json_array();
    json_t *object;
    char hex[17];

    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_pack("{s:s, s:I, s:f, s:f}", "name", rows[i].name, "nodes",
                                              (json_int_t)rows[i].nodes, "seconds", rows[i].seconds,
                                              "nps", rate(&rows[i])));
    snprintf(hex, sizeof hex, "%016" PRIx64, signature);
    object =
        json_pack("{s:s, s:o, s:s}", "library", tetress_version(), "rows", list, "signature", hex);
    write_json_line(object, stdout);
}

static int run_bench(const cli_command *command, const cli_arguments *arguments)
{
    row rows[1 + SEARCHES_COUNT] = {{NULL, 0, 0}};
    uint64_t signature = UINT64_C(0xcbf29ce484222325);

    (void)command;
    if (!bench_perft(&rows[0], &signature))
        return problem("out of memory");
    for (size_t i = 0; i < SEARCHES_COUNT; i++) {
        if (!bench_search(SEARCHES[i].spec, SEARCHES[i].nodes, &rows[1 + i], &signature))
            return problem("out of memory");
    }
    (arguments_has(arguments, OPTION_JSON) ? print_json : print_text)(rows, 1 + SEARCHES_COUNT,
                                                                      signature);
    return EXIT_DONE;
}

static const option_id BENCH_OPTIONS[] = {OPTION_JSON, OPTION_HELP};

const cli_command command_bench = {
    .name = "bench",
    .operands = "",
    .summary = "fixed work for speed and signature",
    .description =
        "Search fixed positions with fixed node budgets, one thread and fixed seeds. Prints nodes\n"
        "and nodes a second for each player, and last a signature of all moves, scores and node\n"
        "counts, which is the same on every compiler and machine.\n",
    .options = BENCH_OPTIONS,
    .run = run_bench,
};
