/* SPDX-License-Identifier: MIT */
/* Does the fixed work of both benchmarks and signs its results. */
#include "bench_work.h"

#include "stopwatch.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

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

#define PLAYER(spec, nodes)                                                                        \
    {                                                                                              \
        "search " spec, spec, nodes                                                                \
    }

static const bench_search SEARCHES[] = {
    PLAYER("negamax", 60000),
    PLAYER("negamax:evaluator=mobility", 60000),
    PLAYER("negamax:evaluator=s1-coded", 60000),
    PLAYER("negamax:evaluator=tokens,multipv=3", 60000),
    PLAYER("mcts", 30000),
    PLAYER("uct", 3000),
    PLAYER("beam", 30000),
    PLAYER("greedy", 100000),
    PLAYER("random", 100000),
};

const bench_search *bench_search_at(size_t index)
{
    return index < COUNT_OF(SEARCHES) ? &SEARCHES[index] : NULL;
}

/* FNV-1a over the bytes of numbers, low byte first. */
void bench_sign(uint64_t *signature, uint64_t number)
{
    for (int i = 0; i < 8; i++) {
        *signature ^= number >> (8 * i) & 0xff;
        *signature *= UINT64_C(0x100000001b3);
    }
}

/* ---- Two players ----------------------------------------------------------------------------- */

bool bench_work_perft(uint64_t *signature, uint64_t *nodes)
{
    *nodes = 0;
    for (size_t i = 0; i < COUNT_OF(POSITIONS); i++) {
        tetress_game *game;
        uint64_t count = 0;

        if (tetress_game_from_text(NULL, POSITIONS[i], &game, NULL) != TETRESS_OK)
            return false;
        tetress_game_perft(game, 2, &count);
        tetress_game_free(game);
        *nodes += count;
        bench_sign(signature, count);
    }
    return true;
}

static bool search_position(tetress_engine *engine, const char *position, uint64_t most_nodes,
                            uint64_t *signature, uint64_t *nodes, double *seconds)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;
    tetress_game *game;
    double start;

    if (tetress_game_from_text(NULL, position, &game, NULL) != TETRESS_OK)
        return false;
    budget.nodes = most_nodes;
    start = stopwatch_seconds();
    tetress_engine_search(engine, game, &budget, &result);
    *seconds += stopwatch_seconds() - start;
    *nodes += result.nodes;
    bench_sign(signature, result.move);
    bench_sign(signature, (uint64_t)(int64_t)result.score);
    bench_sign(signature, (uint64_t)(int64_t)result.mate);
    bench_sign(signature, result.depth);
    bench_sign(signature, result.nodes);
    tetress_game_free(game);
    return true;
}

bool bench_work_search(const bench_search *search, uint64_t *signature, uint64_t *nodes,
                       double *seconds)
{
    tetress_engine *engine;
    bool good = true;

    *nodes = 0;
    *seconds = 0;
    if (tetress_engine_new(NULL, search->spec, &engine, NULL) != TETRESS_OK)
        return false;
    for (size_t i = 0; i < COUNT_OF(POSITIONS) && good; i++) {
        tetress_engine_reset(engine);
        good = search_position(engine, POSITIONS[i], search->nodes, signature, nodes, seconds);
    }
    tetress_engine_free(engine);
    return good;
}

/* ---- Single-player Tetris -------------------------------------------------------------------- */

static const bench_well WELLS[] = {
    {"s2, no look-ahead", "s2", 0, 50000},
    {"dt20, no look-ahead", "dt20", 0, 50000},
    {"s2, look-ahead 1, width 2", "s2", 1, 5000},
    {"dt20, look-ahead 1, width 2", "dt20", 1, 5000},
};

const bench_well *bench_well_at(size_t index)
{
    return index < COUNT_OF(WELLS) ? &WELLS[index] : NULL;
}

tetress_tetris_agent *bench_well_agent(const bench_well *well)
{
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris_agent *agent = NULL;

    options.lookahead = well->lookahead;
    options.width = 2;
    tetress_tetris_agent_new(NULL, well->evaluator, &options, &agent, NULL);
    return agent;
}

/* Play one game with at most `pieces` pieces and sign how it ends. Returns the number of pieces
 * that were placed, 0 if there is no memory. */
static uint64_t play_game(const tetress_tetris_agent *agent, uint64_t seed, uint64_t pieces,
                          uint64_t *signature)
{
    tetress_tetris *game;
    uint64_t turns = 0;

    if (tetress_tetris_new(NULL, 0, TETRESS_TETRIS_UNIFORM, seed, &game, NULL) != TETRESS_OK)
        return 0;
    if (tetress_tetris_agent_play(agent, game, pieces) == TETRESS_OK) {
        turns = tetress_tetris_turns(game);
        bench_sign(signature, tetress_tetris_hash(game));
        bench_sign(signature, tetress_tetris_lines(game));
        bench_sign(signature, turns);
    }
    tetress_tetris_free(game);
    return turns;
}

bool bench_work_well(const bench_well *well, const tetress_tetris_agent *agent, uint64_t *signature,
                     double *seconds)
{
    double start = stopwatch_thread_seconds();
    uint64_t left = well->pieces;

    for (uint64_t seed = 1; left > 0; seed++) {
        uint64_t pieces = play_game(agent, seed, left, signature);

        if (pieces == 0)
            return false;
        left -= pieces;
    }
    *seconds = stopwatch_thread_seconds() - start;
    return true;
}
