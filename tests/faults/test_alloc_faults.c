/* SPDX-License-Identifier: MIT */
/*
 * Memory that runs out. Each exported function stands in one of three lists below, and a test
 * compares them with the list of exported symbols: those that allocate are called with every n-th
 * allocation failing, the others are seen to allocate nothing.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tetress/tetress.h>

#include "cmocka_all.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* ---- A bank that runs out -------------------------------------------------------------------- */

/* Counts what is held and refuses allocation number `fail_at`, from 1, or with `fail_on` all from
 * there on; 0 refuses none. */
typedef struct bank {
    size_t held;
    size_t blocks;
    int asked;
    int refused;
    int fail_at;
    bool fail_on;
} bank;

/* In front of each block: its size, so that a wrong one on free is noticed. */
typedef union header {
    size_t size;
    max_align_t align;
} header;

/* Fresh memory is never zero by luck. Under valgrind it stays unwritten, so that valgrind sees who
 * reads it; tests/CMakeLists.txt says so, and has valgrind fill it. */
static bool fills_memory(void)
{
    return getenv("TEST_MEMORY_UNWRITTEN") == NULL;
}

static void *bank_alloc(void *ctx, size_t size)
{
    bank *b = ctx;
    header *block;

    assert_true(size > 0);
    b->asked++;
    if (b->fail_at != 0 && (b->asked == b->fail_at || (b->fail_on && b->asked > b->fail_at))) {
        b->refused++;
        return NULL;
    }
    block = malloc(sizeof *block + size);
    assert_non_null(block);
    block->size = size;
    if (fills_memory())
        memset(block + 1, 0xa5, size);
    b->held += size;
    b->blocks++;
    return block + 1;
}

static void bank_free(void *ctx, void *memory, size_t size)
{
    bank *b = ctx;
    header *block;

    assert_non_null(memory);
    block = (header *)memory - 1;
    assert_int_equal(block->size, size);
    memset(block, 0x5a, sizeof *block + size);
    b->held -= size;
    b->blocks--;
    free(block);
}

/* ---- A world of one game and one engine ------------------------------------------------------ */

/* Small tables: a sweep makes and frees them often. Two sets of options for each algorithm. */
static const struct {
    const char *algorithm, *options[2];
} OPTIONS[] = {
    {"negamax", {"hash=1", "hash=1,multipv=4,evaluator=tokens,solver=off"}},
    {"mcts", {"memory=1", "memory=1,multipv=3,seed=9,rave=50,reuse=on"}},
    {"greedy", {"multipv=1", "evaluator=s1,multipv=2"}},
    {"beam", {"plies=2,cache=64", "plies=3,width=2,evaluator=s4,cache=4096"}},
    {"hybrid", {"hash=1,memory=1", "hash=1,memory=1,multipv=3,firsthalf=0"}},
    {"solver", {"hash=1", "hash=1,evaluator=tokens"}},
    {"random", {"seed=1", "seed=5"}},
};

typedef struct world {
    bank bank;
    tetress_allocator memory;
    char spec[96];
    tetress_game *game, *made_game;
    tetress_engine *engine, *made_engine;
    tetress_referee *referee, *made_referee;
    tetress_match *match, *made_match;
    tetress_tetris *tetris, *made_tetris;
    tetress_tetris_agent *agent, *made_agent;
    const char *option, *value; /* for tetress_engine_set(); NULL where it is not called */
    tetress_error error;        /* of functions without a handle */
    tetress_status evaluates;   /* what tetress_engine_evaluate() says of this player */
} world;

static tetress_move any_move(const tetress_game *game)
{
    uint64_t seed = (uint64_t)tetress_game_ply(game);
    tetress_move move;

    assert_int_equal(tetress_game_random_move(game, &seed, &move), TETRESS_OK);
    return move;
}

static tetress_result search(tetress_engine *engine, const tetress_game *game)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;

    budget.nodes = 150;
    assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_OK);
    return result;
}

static const char *options_of(const char *algorithm, size_t set)
{
    for (size_t i = 0; i < COUNT_OF(OPTIONS); i++) {
        if (strcmp(OPTIONS[i].algorithm, algorithm) == 0)
            return OPTIONS[i].options[set];
    }
    fail_msg("there are no options for the algorithm %s", algorithm);
    return "";
}

/* The one algorithm that is tested, or "functions" for what depends on none; NULL for all. */
static const char *chosen_group;

static bool is_chosen(const char *group)
{
    return chosen_group == NULL || strcmp(chosen_group, group) == 0;
}

/* The next player from this one on whose algorithm is chosen and no earlier one has: players of one
 * algorithm differ in the values of options alone. */
static uint32_t next_player(uint32_t index)
{
    tetress_player player = TETRESS_PLAYER_INIT, earlier = TETRESS_PLAYER_INIT;

    for (; index < tetress_player_count(); index++) {
        bool repeated = false;

        assert_int_equal(tetress_player_at(index, &player), TETRESS_OK);
        if (!is_chosen(player.algorithm))
            continue;
        for (uint32_t i = 0; i < index && !repeated; i++) {
            assert_int_equal(tetress_player_at(i, &earlier), TETRESS_OK);
            repeated = strcmp(earlier.algorithm, player.algorithm) == 0;
        }
        if (!repeated)
            return index;
    }
    return index;
}

/* A game of some actions and an engine that has searched it. */
static void world_open(world *w, uint32_t player_index, size_t set)
{
    tetress_player player = TETRESS_PLAYER_INIT;

    memset(w, 0, sizeof *w);
    w->memory = (tetress_allocator){&w->bank, bank_alloc, bank_free};
    w->error = (tetress_error)TETRESS_ERROR_INIT;
    assert_int_equal(tetress_player_at(player_index, &player), TETRESS_OK);
    snprintf(w->spec, sizeof w->spec, "%s:%s", player.name, options_of(player.algorithm, set));
    w->evaluates = strcmp(player.algorithm, "random") != 0 ? TETRESS_OK : TETRESS_EUNKNOWN;
    assert_int_equal(tetress_game_new(&w->memory, &w->game), TETRESS_OK);
    for (int i = 0; i < 20; i++)
        assert_int_equal(tetress_game_apply(w->game, any_move(w->game)), TETRESS_OK);
    assert_int_equal(tetress_engine_new(&w->memory, w->spec, &w->engine, NULL), TETRESS_OK);
    search(w->engine, w->game);
    assert_int_equal(tetress_referee_new(&w->memory, w->game, NULL, &w->referee, NULL), TETRESS_OK);
    assert_int_equal(tetress_match_new(&w->memory, NULL, &w->match, NULL), TETRESS_OK);
    assert_int_equal(tetress_tetris_new(&w->memory, 0, 0, 7, &w->tetris, NULL), TETRESS_OK);
    assert_int_equal(tetress_tetris_insert(w->tetris, "OOO"), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_new(&w->memory, "dt20", NULL, &w->agent, NULL),
                     TETRESS_OK);
}

static void world_close(world *w)
{
    tetress_game_free(w->game);
    tetress_game_free(w->made_game);
    tetress_engine_free(w->engine);
    tetress_engine_free(w->made_engine);
    tetress_referee_free(w->referee);
    tetress_referee_free(w->made_referee);
    tetress_match_free(w->match);
    tetress_match_free(w->made_match);
    tetress_tetris_free(w->tetris);
    tetress_tetris_free(w->made_tetris);
    tetress_tetris_agent_free(w->agent);
    tetress_tetris_agent_free(w->made_agent);
    assert_int_equal(w->bank.held, 0);
    assert_int_equal(w->bank.blocks, 0);
}

/* ---- Functions that allocate ----------------------------------------------------------------- */

static tetress_status make_game(world *w)
{
    return tetress_game_new(&w->memory, &w->made_game);
}

static tetress_status read_game(world *w)
{
    char text[TETRESS_POSITION_TEXT];

    tetress_game_to_text(w->game, text, sizeof text, NULL);
    return tetress_game_from_text(&w->memory, text, &w->made_game, &w->error);
}

static tetress_status copy_game(world *w)
{
    return tetress_game_copy(w->game, &w->made_game);
}

static const double ELEVEN[11] = {-1, 1, -9, -10, -2, -1, -1, 2, -1, -1, -3};

static tetress_status make_engine(world *w)
{
    return tetress_engine_new(&w->memory, w->spec, &w->made_engine, &w->error);
}

static tetress_status make_referee(world *w)
{
    return tetress_referee_new(&w->memory, w->game, NULL, &w->made_referee, NULL);
}

static tetress_status make_match(world *w)
{
    return tetress_match_new(&w->memory, NULL, &w->made_match, &w->error);
}

static tetress_status add_opening(world *w)
{
    char text[TETRESS_POSITION_TEXT];

    tetress_game_to_text(w->game, text, sizeof text, NULL);
    return tetress_match_add_opening(w->match, text);
}

static tetress_status add_result(world *w)
{
    return tetress_match_add_result(w->match, 1, TETRESS_RED);
}

static tetress_status start_game(world *w)
{
    return tetress_match_start(w->match, 1, &w->memory, &w->made_game);
}

static tetress_status open_game(world *w)
{
    return tetress_random_opening(&w->memory, 1, 2, 4, &w->made_game);
}

static tetress_status make_tetris(world *w)
{
    return tetress_tetris_new(&w->memory, 0, 1, 1, &w->made_tetris, NULL);
}

static tetress_status copy_tetris(world *w)
{
    return tetress_tetris_copy(w->tetris, &w->made_tetris);
}

static tetress_status read_tetris(world *w)
{
    return tetress_tetris_from_text(&w->memory, "#........./#........./#........./#......... O IJ",
                                    &w->made_tetris, &w->error);
}

static tetress_status insert_pieces(world *w)
{
    return tetress_tetris_insert(w->tetris, "OIL");
}

static tetress_status make_agent(world *w)
{
    return tetress_tetris_agent_new(&w->memory, "s2", NULL, &w->made_agent, NULL);
}

static tetress_status split_agent(world *w)
{
    double lines;

    return tetress_tetris_agent_split(w->agent, 1, 1, 3, 1, &lines);
}

static tetress_status rate_weights(world *w)
{
    double fitness;
    tetress_tetris_objective objective = TETRESS_TETRIS_OBJECTIVE_INIT;

    objective.trials = 1;
    return tetress_tetris_fitness(&w->memory, NULL, TETRESS_TETRIS_S2, ELEVEN, 1, &objective,
                                  &fitness, NULL);
}

static tetress_status set_option(world *w)
{
    return tetress_engine_set(w->engine, w->option, w->value);
}

/* Where a function that was refused memory says so, beyond its status. */
static const tetress_error *said_to_caller(const world *w)
{
    return &w->error;
}

static const tetress_error *said_by_engine(const world *w)
{
    return tetress_engine_error(w->engine);
}

static const tetress_error *said_by_match(const world *w)
{
    return tetress_match_error(w->match);
}

static const struct allocating {
    const char *name;
    tetress_status (*call)(world *w);
    const tetress_error *(*said)(const world *w); /* NULL: the status is all */
    bool plays; /* what it allocates depends on the player and its options */
} ALLOCATING[] = {
    {"tetress_game_new", make_game, NULL, false},
    {"tetress_game_from_text", read_game, said_to_caller, false},
    {"tetress_game_copy", copy_game, NULL, false},
    {"tetress_engine_new", make_engine, said_to_caller, true},
    {"tetress_referee_new", make_referee, NULL, false},
    {"tetress_match_new", make_match, said_to_caller, false},
    {"tetress_match_add_opening", add_opening, said_by_match, false},
    {"tetress_match_add_result", add_result, said_by_match, false},
    {"tetress_match_start", start_game, NULL, false},
    {"tetress_random_opening", open_game, NULL, false},
    {"tetress_tetris_new", make_tetris, NULL, false},
    {"tetress_tetris_from_text", read_tetris, said_to_caller, false},
    {"tetress_tetris_copy", copy_tetris, NULL, false},
    {"tetress_tetris_insert", insert_pieces, NULL, false},
    {"tetress_tetris_agent_new", make_agent, NULL, false},
    {"tetress_tetris_agent_split", split_agent, NULL, false},
    {"tetress_tetris_fitness", rate_weights, NULL, false},
    {"tetress_engine_set", set_option, said_by_engine, true},
};

/* ---- Functions that do not, each with what it answers ---------------------------------------- */

static tetress_game *take_game(world *w)
{
    tetress_game *game = w->game;

    w->game = NULL;
    return game;
}

static tetress_engine *take_engine(world *w)
{
    tetress_engine *engine = w->engine;

    w->engine = NULL;
    return engine;
}

static tetress_referee *take_referee(world *w)
{
    tetress_referee *referee = w->referee;

    w->referee = NULL;
    return referee;
}

static tetress_match *take_match(world *w)
{
    tetress_match *match = w->match;

    w->match = NULL;
    return match;
}

static tetress_tetris *take_tetris(world *w)
{
    tetress_tetris *tetris = w->tetris;

    w->tetris = NULL;
    return tetris;
}

static tetress_tetris_agent *take_agent(world *w)
{
    tetress_tetris_agent *agent = w->agent;

    w->agent = NULL;
    return agent;
}

static const char *first_option(const world *w)
{
    tetress_option option = TETRESS_OPTION_INIT;

    assert_int_equal(tetress_engine_option(w->engine, 0, &option), TETRESS_OK);
    return option.name;
}

static const char *move_text(const world *w, char *text)
{
    assert_int_equal(tetress_move_to_text(any_move(w->game), 0, text, TETRESS_MOVE_TEXT, NULL),
                     TETRESS_OK);
    return text;
}

static const int32_t *move_coordinates(const world *w, int32_t *coordinates)
{
    uint8_t cells[4];

    assert_int_equal(tetress_move_cells(any_move(w->game), cells), TETRESS_OK);
    for (int i = 0; i < 4; i++) {
        coordinates[2 * i] = cells[i] / TETRESS_COLUMNS;
        coordinates[2 * i + 1] = cells[i] % TETRESS_COLUMNS;
    }
    return coordinates;
}

static int32_t host_mobility(const tetress_game *position, void *user)
{
    (void)user;
    return 100 * tetress_game_mobility(position, tetress_game_turn(position));
}

static int32_t keep_going(const tetress_result *so_far, const tetress_line *line, void *user)
{
    (void)so_far;
    (void)line;
    (void)user;
    return 0;
}

/* Room for whatever the functions below write. */
typedef struct scratch {
    char text[512];
    uint8_t mask[TETRESS_PLACEMENTS];
    tetress_move moves[TETRESS_PLACEMENTS];
    int32_t coordinates[8];
    uint64_t bits[2];
    uint8_t cells[4];
    uint64_t number;
    size_t count;
    int32_t score;
    tetress_move move;
    tetress_budget budget;
    tetress_result result;
    tetress_line line;
    tetress_option option;
    tetress_player player;
    tetress_evaluator evaluator;
    tetress_comparison comparison;
    tetress_match_task task;
    tetress_standing standing;
    tetress_playouts playouts;
    tetress_spent spent;
    uint64_t tokens[4];
    uint32_t columns[TETRESS_TETRIS_COLUMNS];
    double reals[34];
} scratch;

static const char *const NAMES[] = {"greedy", "negamax"};
static const uint64_t PAIRS[TETRESS_PAIR_OUTCOMES] = {1, 2, 3, 4, 5};

/* clang-format off */
#define ANSWERS(X)                                                                                 \
    X(tetress_abi_version, (), == TETRESS_ABI_VERSION)                                             \
    X(tetress_version, (), != NULL)                                                                \
    X(tetress_status_text, (TETRESS_ENOMEM), != NULL)                                              \
    X(tetress_rule_name, (TETRESS_RULE_OCCUPIED), != NULL)                                         \
    X(tetress_colour_name, (TETRESS_RED), != NULL)                                                 \
    X(tetress_reason_name, (TETRESS_REASON_NONE), != NULL)                                         \
    X(tetress_sprt_name, (TETRESS_SPRT_H0), != NULL)                                               \
    X(tetress_stop_name, (TETRESS_STOP_BOOK), != NULL)                                             \
    X(tetress_piece_name, (3), != NULL)                                                            \
    X(tetress_player_count, (), > 0)                                                               \
    X(tetress_player_at, (0, &s->player), == TETRESS_OK)                                           \
    X(tetress_evaluator_count, (), > 0)                                                            \
    X(tetress_evaluator_at, (0, &s->evaluator), == TETRESS_OK)                                     \
    X(tetress_nearest_name, ("negmax", NAMES, COUNT_OF(NAMES)), == NAMES[1])                       \
    X(tetress_compare_pairs, (PAIRS, &s->comparison), == TETRESS_OK)                         \
    X(tetress_move_cells, (7, s->cells), == TETRESS_OK)                                            \
    X(tetress_move_piece, (7), == 0)                                                               \
    X(tetress_move_to_text, (7, 1, s->text, sizeof s->text, NULL), == TETRESS_OK)                  \
    X(tetress_move_from_text, (move_text(w, s->text), &s->move, &w->error), == TETRESS_OK)         \
    X(tetress_move_from_cells, (move_coordinates(w, s->coordinates), 4, &s->move, &w->error),      \
      == TETRESS_OK)                                                                               \
    X(tetress_game_error, (w->game), != NULL)                                                      \
    X(tetress_game_apply, (w->game, any_move(w->game)), == TETRESS_OK)                             \
    X(tetress_game_apply_cells, (w->game, move_coordinates(w, s->coordinates), 4, &s->move),       \
      == TETRESS_OK)                                                                               \
    X(tetress_game_apply_text, (w->game, move_text(w, s->text), &s->move), == TETRESS_OK)          \
    X(tetress_game_check_cells,                                                                    \
      (w->game, move_coordinates(w, s->coordinates), 4, &s->move, &w->error), == TETRESS_OK)       \
    X(tetress_game_undo, (w->game), == TETRESS_OK)                                                 \
    X(tetress_game_rewind, (w->game), == TETRESS_OK)                                               \
    X(tetress_game_legal_moves, (w->game, s->moves, TETRESS_PLACEMENTS, &s->count), == TETRESS_OK) \
    X(tetress_game_legal_mask, (w->game, s->mask, sizeof s->mask), == TETRESS_OK)                  \
    X(tetress_game_is_legal, (w->game, any_move(w->game)), == 1)                                   \
    X(tetress_game_mobility, (w->game, TETRESS_BLUE), > 0)                                         \
    X(tetress_game_random_move, (w->game, &s->number, &s->move), == TETRESS_OK)                    \
    X(tetress_game_playouts, (w->game, &s->number, 3, &s->playouts), == TETRESS_OK)                \
    X(tetress_kernel_name, (), != NULL)                                                                    \
    X(tetress_kernel_at, (0), != NULL)                                                                \
    X(tetress_kernel_select, (NULL), == TETRESS_OK)                                                   \
    X(tetress_game_perft, (w->game, 2, &s->number), == TETRESS_OK)                                 \
    X(tetress_game_turn, (w->game), == TETRESS_RED)                                                \
    X(tetress_game_ply, (w->game), == 20)                                                          \
    X(tetress_game_start_ply, (w->game), == 0)                                                     \
    X(tetress_game_tokens, (w->game, TETRESS_RED), > 0)                                            \
    X(tetress_game_cell, (w->game, 3, 4), >= TETRESS_RED)                                       \
    X(tetress_game_bits, (w->game, TETRESS_RED, s->bits), == TETRESS_OK)                           \
    X(tetress_game_reason, (w->game), == TETRESS_REASON_NONE)                                      \
    X(tetress_game_winner, (w->game), == TETRESS_NOBODY)                                           \
    X(tetress_game_hash, (w->game), != 0)                                                          \
    X(tetress_game_to_text, (w->game, s->text, sizeof s->text, NULL), == TETRESS_OK)               \
    X(tetress_game_history, (w->game, s->moves, TETRESS_PLACEMENTS, &s->count), == TETRESS_OK)     \
    X(tetress_referee_play, (w->referee, any_move(w->game), NULL), == TETRESS_OK)                      \
    X(tetress_referee_play_cells, (w->referee, move_coordinates(w, s->coordinates), 4, NULL),          \
      == TETRESS_OK)                                                                               \
    X(tetress_referee_play_text, (w->referee, move_text(w, s->text), NULL), == TETRESS_OK)             \
    X(tetress_referee_check, (w->referee, TETRESS_BLUE, &s->spent, NULL), == TETRESS_OUTCOME_OPEN)     \
    X(tetress_referee_charge, (w->referee, TETRESS_BLUE, &s->spent), == TETRESS_OK)                    \
    X(tetress_referee_end, (w->referee, TETRESS_OUTCOME_CRASH, TETRESS_RED, "seen"), == TETRESS_OK)    \
    X(tetress_referee_outcome, (w->referee), == TETRESS_OUTCOME_OPEN)                                  \
    X(tetress_referee_winner, (w->referee), == TETRESS_NOBODY)                                         \
    X(tetress_referee_blame, (w->referee), == TETRESS_NOBODY)                                          \
    X(tetress_referee_error, (w->referee), != NULL)                                                    \
    X(tetress_referee_evidence, (w->referee), != NULL)                                                 \
    X(tetress_referee_game, (w->referee), != NULL)                                                     \
    X(tetress_referee_spent, (w->referee, TETRESS_RED, &s->spent), == TETRESS_OK)                      \
    X(tetress_referee_left, (w->referee, TETRESS_RED, &s->number, NULL), == TETRESS_OK)                \
    X(tetress_derived_seed, (1, 2), != 0)                                                          \
    X(tetress_match_error, (w->match), != NULL)                                                    \
    X(tetress_match_next, (w->match, &s->task), == TETRESS_OK)                                     \
    X(tetress_match_task_of, (w->match, 3, &s->task), == TETRESS_OK)                               \
    X(tetress_match_over, (w->match), == 0)                                                        \
    X(tetress_match_summary, (w->match, &s->standing, &s->comparison), == TETRESS_OK)              \
    X(tetress_outcome_name, (TETRESS_OUTCOME_TIME), != NULL)                                       \
    X(tetress_outcome_kind, (TETRESS_OUTCOME_TIME), == TETRESS_OUTCOME_KIND_FAULT)                 \
    X(tetress_tetris_piece, (w->tetris), >= 0)                                                     \
    X(tetress_tetris_next, (w->tetris), >= 0)                                                      \
    X(tetress_tetris_hash, (w->tetris), != 0)                                                      \
    X(tetress_tetris_to_text, (w->tetris, NULL, 0, &s->count), == TETRESS_OK)                       \
    X(tetress_tetris_features, (w->tetris, 0, TETRESS_TETRIS_DT, s->reals), == TETRESS_OK)         \
    X(tetress_tetris_agent_weights, (w->agent, &s->score, s->reals), == TETRESS_OK) \
    X(tetress_tetris_agent_values, (w->agent, w->tetris, s->reals, 34), == TETRESS_OK)             \
    X(tetress_tetris_interval, (s->reals, 3, NULL), == TETRESS_EARG)                               \
    X(tetress_tetris_set_piece, (w->tetris, 3), == TETRESS_OK)                                     \
    X(tetress_tetris_move_count, (3), == 34)                                                       \
    X(tetress_tetris_move, (3, 0, NULL, NULL), == TETRESS_OK)                                      \
    X(tetress_tetris_play, (w->tetris, 0), == TETRESS_OK)                                          \
    X(tetress_tetris_rows, (w->tetris), == 20)                                                     \
    X(tetress_tetris_over, (w->tetris), == 0)                                                      \
    X(tetress_tetris_lines, (w->tetris), == 0)                                                     \
    X(tetress_tetris_turns, (w->tetris), == 0)                                                     \
    X(tetress_tetris_columns, (w->tetris, s->columns), == TETRESS_OK)                              \
    X(tetress_tetris_evaluator_name, (0), != NULL)                                                 \
    X(tetress_tetris_evaluator_summary, (0), != NULL)                                              \
    X(tetress_tetris_agent_set_weights, (w->agent, TETRESS_TETRIS_S2, ELEVEN, 11), == TETRESS_OK)  \
    X(tetress_tetris_agent_choose, (w->agent, w->tetris, &s->score, NULL), == TETRESS_OK)          \
    X(tetress_tetris_agent_play, (w->agent, w->tetris, 20), == TETRESS_OK)                         \
    X(tetress_tetris_agent_games, (w->agent, 1, 0, 2, 50, 1, s->tokens), == TETRESS_OK)               \
    X(tetress_engine_error, (w->engine), != NULL)                                                  \
    X(tetress_engine_option_count, (w->engine), > 0)                                               \
    X(tetress_engine_option, (w->engine, 0, &s->option), == TETRESS_OK)                            \
    X(tetress_engine_get, (w->engine, first_option(w), s->text, sizeof s->text, NULL, NULL),             \
      == TETRESS_OK)                                                                               \
    X(tetress_engine_spec, (w->engine, s->text, sizeof s->text, NULL), == TETRESS_OK)              \
    X(tetress_engine_set_evaluator, (w->engine, host_mobility, NULL), == TETRESS_OK)               \
    X(tetress_engine_set_weights, (w->engine, NULL, 0), == TETRESS_OK)                             \
    X(tetress_engine_set_info, (w->engine, keep_going, NULL), == TETRESS_OK)                       \
    X(tetress_engine_reseed, (w->engine, 9), == TETRESS_OK)                                        \
    X(tetress_engine_reset, (w->engine), == TETRESS_OK)                                            \
    X(tetress_engine_search, (w->engine, w->game, &s->budget, &s->result), == TETRESS_OK)          \
    X(tetress_engine_own_limits, (w->engine, &s->budget), >= 0)                                    \
    X(tetress_engine_line, (w->engine, 0, &s->line), == TETRESS_OK)                                \
    X(tetress_engine_evaluate, (w->engine, w->game, &s->score), == w->evaluates)

#define SILENT(X)                                                                                  \
    X(tetress_game_free, (take_game(w)), )                                                         \
    X(tetress_engine_free, (take_engine(w)), )                                                     \
    X(tetress_match_free, (take_match(w)), )                                                       \
    X(tetress_referee_free, (take_referee(w)), )                                                       \
    X(tetress_tetris_free, (take_tetris(w)), )                                                     \
    X(tetress_tetris_agent_free, (take_agent(w)), )                                                \
    X(tetress_engine_stop, (w->engine), )                                                          \
    X(tetress_engine_resume, (w->engine), )

#define DEFINE_ANSWER(function, arguments, expected)     \
    static void call_##function(world *w, scratch *s)    \
    {                                                    \
        (void)w, (void)s;                                \
        assert_true(function arguments expected);        \
    }
#define DEFINE_SILENT(function, arguments, nothing)      \
    static void call_##function(world *w, scratch *s)    \
    {                                                    \
        (void)s;                                         \
        function arguments;                              \
    }
#define ROW(function, arguments, expected) {#function, call_##function},

ANSWERS(DEFINE_ANSWER)
SILENT(DEFINE_SILENT)

static const struct {
    const char *name;
    void (*call)(world *w, scratch *s);
} QUIET[] = {ANSWERS(ROW) SILENT(ROW)};
/* clang-format on */

/* ---- The lists are complete ------------------------------------------------------------------ */

static int times_listed(const char *name)
{
    int times = 0;

    for (size_t i = 0; i < COUNT_OF(ALLOCATING); i++)
        times += strcmp(ALLOCATING[i].name, name) == 0;
    for (size_t i = 0; i < COUNT_OF(QUIET); i++)
        times += strcmp(QUIET[i].name, name) == 0;
    return times;
}

static void every_exported_function_is_known_to_allocate_or_not(void **state)
{
    FILE *list = fopen(TEST_SYMBOLS, "r");
    char name[80];
    size_t symbols = 0;

    (void)state;
    assert_non_null(list);
    for (; fscanf(list, "%79s", name) == 1; symbols++) {
        if (times_listed(name) != 1)
            fail_msg("%s stands in the lists of this test %d times", name, times_listed(name));
    }
    fclose(list);
    assert_int_equal(symbols, COUNT_OF(ALLOCATING) + COUNT_OF(QUIET));
}

/* ---- The sweep ------------------------------------------------------------------------------- */

/* All of a world that a function which fails must leave as it was. */
typedef struct snapshot {
    char position[TETRESS_POSITION_TEXT], spec[512];
    tetress_move history[TETRESS_MAX_ACTIONS];
    size_t played;
    tetress_status game_said;
    tetress_line line;
    size_t held, blocks;
} snapshot;

/* Every byte is written, so that two of them can be compared as memory. */
static void take_snapshot(const world *w, snapshot *now)
{
    memset(now, 0, sizeof *now);
    now->line.size = sizeof now->line;
    tetress_game_to_text(w->game, now->position, sizeof now->position, NULL);
    tetress_game_history(w->game, now->history, TETRESS_MAX_ACTIONS, &now->played);
    now->game_said = tetress_game_error(w->game)->status;
    tetress_engine_spec(w->engine, now->spec, sizeof now->spec, NULL);
    tetress_engine_line(w->engine, 0, &now->line);
    now->held = w->bank.held;
    now->blocks = w->bank.blocks;
}

/* After a failure: it is told, nothing was made, nothing kept and nothing changed. */
static void assert_failed_cleanly(const world *w, const struct allocating *function,
                                  tetress_status status, const snapshot *before)
{
    snapshot after;

    take_snapshot(w, &after);
    assert_int_equal(status, TETRESS_ENOMEM);
    if (function->said != NULL) {
        assert_int_equal(function->said(w)->status, TETRESS_ENOMEM);
        assert_non_null(strstr(function->said(w)->text, "memory"));
    }
    assert_null(w->made_game);
    assert_null(w->made_engine);
    assert_memory_equal(before, &after, sizeof after);
}

/* Which player with which options, and for tetress_engine_set() which option is set to what. */
typedef struct scene {
    uint32_t player;
    size_t set;
    const char *option, *value;
} scene;

/* Three moves, each of an engine that remembers nothing. */
typedef struct moves {
    tetress_result at[3];
} moves;

static void play_on(world *w, moves *played)
{
    for (size_t i = 0; i < COUNT_OF(played->at); i++) {
        tetress_engine_reset(w->engine);
        played->at[i] = search(w->engine, w->game);
        assert_int_equal(tetress_game_apply(w->game, played->at[i].move), TETRESS_OK);
    }
}

/* What a world plays that has never lacked memory. */
static moves sound_moves(const scene *at)
{
    world sound;
    moves played;

    world_open(&sound, at->player, at->set);
    if (at->option != NULL)
        assert_int_equal(tetress_engine_set(sound.engine, at->option, at->value), TETRESS_OK);
    play_on(&sound, &played);
    world_close(&sound);
    return played;
}

/* Both handles do what those of a sound world do. */
static void assert_usable(world *w, const moves *sound)
{
    bool repeats = w->option == NULL || strcmp(w->option, "threads") != 0;
    moves played;

    play_on(w, &played);
    for (size_t i = 0; i < COUNT_OF(played.at) && repeats; i++) {
        const tetress_result *a = &played.at[i], *b = &sound->at[i];

        assert_true(a->move == b->move && a->score == b->score && a->nodes == b->nodes);
    }
}

/* Call a function with its allocation number `n` failing, and with `fail_on` all later ones, then
 * again with memory. False if it allocates less often. */
static bool call_without_memory(const struct allocating *function, const scene *at,
                                const moves *sound, int n, bool fail_on)
{
    world w;
    snapshot before;
    tetress_status status;
    bool refused;

    world_open(&w, at->player, at->set);
    w.option = at->option;
    w.value = at->value;
    take_snapshot(&w, &before);
    w.bank.fail_at = w.bank.asked + n;
    w.bank.fail_on = fail_on;
    status = function->call(&w);
    refused = w.bank.refused > 0;
    w.bank.fail_at = 0;
    if (refused) {
        assert_failed_cleanly(&w, function, status, &before);
        status = function->call(&w);
    }
    assert_int_equal(status, TETRESS_OK);
    assert_usable(&w, sound);
    world_close(&w);
    return refused;
}

/* How often the function allocates: each time was made to fail. */
static int sweep(const struct allocating *function, const scene *at)
{
    const moves sound = sound_moves(at);
    int allocations[2];

    for (int fail_on = 0; fail_on < 2; fail_on++) {
        int n = 1;

        while (call_without_memory(function, at, &sound, n, fail_on != 0))
            n++;
        allocations[fail_on] = n - 1;
    }
    assert_int_equal(allocations[0], allocations[1]);
    return allocations[0];
}

static void every_allocation_of_a_function_may_fail(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ALLOCATING) && is_chosen("functions"); i++) {
        const scene at = {0, 0, NULL, NULL};

        if (!ALLOCATING[i].plays)
            assert_true(sweep(&ALLOCATING[i], &at) > 0);
    }
}

static void every_allocation_for_an_engine_may_fail(void **state)
{
    (void)state;
    for (uint32_t player = next_player(0); player < tetress_player_count();
         player = next_player(player + 1)) {
        for (size_t set = 0; set < 2; set++) {
            const scene at = {player, set, NULL, NULL};

            for (size_t i = 0; i < COUNT_OF(ALLOCATING); i++) {
                if (ALLOCATING[i].plays && ALLOCATING[i].call != set_option)
                    assert_true(sweep(&ALLOCATING[i], &at) > 0);
            }
        }
    }
}

/* A value that differs from those in OPTIONS, ends no search by its time and takes little. */
static const char *other_value(const tetress_option *option)
{
    if (option->type == TETRESS_OPTION_CHOICE)
        return strrchr(option->choices, ' ') + 1;
    if (option->type == TETRESS_OPTION_REAL)
        return "0.5";
    return strlen(option->maximum) > 5 ? "60000" : "2";
}

/* Options that size a table, and the one that makes the transposition table anew. */
static bool is_size(const char *option)
{
    return strcmp(option, "hash") == 0 || strcmp(option, "memory") == 0 ||
           strcmp(option, "entries") == 0 || strcmp(option, "replacement") == 0 ||
           strcmp(option, "threads") == 0 || strcmp(option, "rave") == 0 ||
           strcmp(option, "cache") == 0;
}

/* Each option of each player: sizes allocate, and nothing else does. */
static void every_allocation_for_an_option_may_fail(void **state)
{
    const struct allocating *function = &ALLOCATING[COUNT_OF(ALLOCATING) - 1];

    (void)state;
    assert_string_equal(function->name, "tetress_engine_set");
    for (uint32_t player = next_player(0); player < tetress_player_count();
         player = next_player(player + 1)) {
        for (size_t set = 0; set < 2; set++) {
            tetress_option option = TETRESS_OPTION_INIT;
            world w;

            world_open(&w, player, set);
            for (uint32_t i = 0; i < tetress_engine_option_count(w.engine); i++) {
                scene at = {player, set, NULL, NULL};

                assert_int_equal(tetress_engine_option(w.engine, i, &option), TETRESS_OK);
                at.option = option.name;
                at.value = other_value(&option);
                if ((sweep(function, &at) > 0) != is_size(option.name))
                    fail_msg("%s %s: sizes allocate, and nothing else does", w.spec, option.name);
            }
            world_close(&w);
        }
    }
}

/* ---- What never allocates -------------------------------------------------------------------- */

static void the_other_functions_ask_for_no_memory(void **state)
{
    (void)state;
    for (uint32_t player = next_player(0); player < tetress_player_count();
         player = next_player(player + 1)) {
        for (size_t i = 0; i < COUNT_OF(QUIET); i++) {
            scratch s = {.budget = TETRESS_BUDGET_INIT,
                         .result = TETRESS_RESULT_INIT,
                         .line = TETRESS_LINE_INIT,
                         .option = TETRESS_OPTION_INIT,
                         .player = TETRESS_PLAYER_INIT,
                         .evaluator = TETRESS_EVALUATOR_INIT,
                         .comparison = TETRESS_COMPARISON_INIT,
                         .task = TETRESS_MATCH_TASK_INIT,
                         .standing = TETRESS_STANDING_INIT,
                         .playouts = TETRESS_PLAYOUTS_INIT,
                         .spent = TETRESS_SPENT_INIT};
            world w;
            int asked;

            s.budget.nodes = 50;
            world_open(&w, player, 0);
            asked = w.bank.asked;
            QUIET[i].call(&w, &s);
            assert_int_equal(w.bank.asked, asked);
            world_close(&w);
        }
    }
}

/* However long its history grows, a game that a player plays to its end. */
static void a_whole_game_asks_for_no_memory(void **state)
{
    (void)state;
    for (uint32_t player = next_player(0); player < tetress_player_count();
         player = next_player(player + 1)) {
        world w;
        int asked;

        world_open(&w, player, 0);
        asked = w.bank.asked;
        assert_int_equal(tetress_game_rewind(w.game), TETRESS_OK);
        while (tetress_game_reason(w.game) == TETRESS_REASON_NONE)
            assert_int_equal(tetress_game_apply(w.game, search(w.engine, w.game).move), TETRESS_OK);
        assert_int_equal(w.bank.asked, asked);
        world_close(&w);
    }
}

/* ---- A host's evaluator that needs memory ---------------------------------------------------- */

/* Copies the position that it is lent, and stops the search when there is no memory for that. */
static int32_t host_copying(const tetress_game *position, void *user)
{
    world *w = user;
    tetress_game *copy = NULL;
    int32_t score;

    if (tetress_game_copy(position, &copy) != TETRESS_OK) {
        assert_null(copy);
        tetress_engine_stop(w->engine);
        return 777777;
    }
    score = host_mobility(copy, NULL);
    tetress_game_free(copy);
    return score;
}

static tetress_result search_anew(tetress_engine *engine, const tetress_game *game)
{
    assert_int_equal(tetress_engine_reset(engine), TETRESS_OK);
    return search(engine, game);
}

static void an_evaluator_without_memory_stops_the_search_and_no_more(void **state)
{
    (void)state;
    for (uint32_t player = next_player(0); player < tetress_player_count();
         player = next_player(player + 1)) {
        world w;
        tetress_result whole, cut, again;
        size_t held;
        int asks;

        world_open(&w, player, 0);
        if (w.evaluates == TETRESS_OK) {
            tetress_engine_set_evaluator(w.engine, host_copying, &w);
            asks = w.bank.asked;
            whole = search_anew(w.engine, w.game);
            held = w.bank.held;
            asks = w.bank.asked - asks; /* not every node is judged, with plain UCT none */
            for (int n = 1; n < 40 && n <= asks; n++) {
                w.bank.refused = 0;
                w.bank.fail_at = w.bank.asked + n;
                cut = search_anew(w.engine, w.game);
                assert_int_equal(w.bank.refused, 1);
                assert_int_equal(cut.stop_reason, TETRESS_STOP_REQUESTED);
                assert_int_equal(tetress_game_is_legal(w.game, cut.move), 1);
                assert_int_not_equal(abs(cut.score), 777777);
                assert_int_equal(w.bank.held, held);
                again = search_anew(w.engine, w.game);
                assert_true(again.move == whole.move && again.score == whole.score);
            }
        }
        world_close(&w);
    }
}

static void an_allocator_without_a_function_is_refused(void **state)
{
    bank b = {0};
    const tetress_allocator lacking[] = {{&b, NULL, bank_free}, {&b, bank_alloc, NULL}};

    (void)state;
    for (int i = 0; i < 2; i++) {
        tetress_game *game = (tetress_game *)1;
        tetress_engine *engine = (tetress_engine *)1;

        assert_int_equal(tetress_game_new(&lacking[i], &game), TETRESS_EARG);
        assert_null(game);
        assert_int_equal(tetress_engine_new(&lacking[i], "random", &engine, NULL), TETRESS_EARG);
        assert_null(engine);
    }
    assert_int_equal(b.asked, 0);
}

/* ---- Groups, which may be tested one by one -------------------------------------------------- */

static bool is_group(const char *name)
{
    const char *found = strstr(" " TEST_GROUPS " ", name);

    return found != NULL && found[-1] == ' ' && found[strlen(name)] == ' ';
}

static void every_algorithm_is_a_group(void **state)
{
    tetress_player player = TETRESS_PLAYER_INIT;

    (void)state;
    for (uint32_t i = 0; i < tetress_player_count(); i++) {
        assert_int_equal(tetress_player_at(i, &player), TETRESS_OK);
        if (!is_group(player.algorithm))
            fail_msg("%s is no group of this test", player.algorithm);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_exported_function_is_known_to_allocate_or_not),
        cmocka_unit_test(every_algorithm_is_a_group),
        cmocka_unit_test(every_allocation_of_a_function_may_fail),
        cmocka_unit_test(every_allocation_for_an_engine_may_fail),
        cmocka_unit_test(every_allocation_for_an_option_may_fail),
        cmocka_unit_test(the_other_functions_ask_for_no_memory),
        cmocka_unit_test(a_whole_game_asks_for_no_memory),
        cmocka_unit_test(an_evaluator_without_memory_stops_the_search_and_no_more),
        cmocka_unit_test(an_allocator_without_a_function_is_refused),
    };

    if (argc > 1 && !is_group(argv[1])) {
        fprintf(stderr, "no group %s: %s\n", argv[1], TEST_GROUPS);
        return 2;
    }
    chosen_group = argc > 1 ? argv[1] : NULL;
    return cmocka_run_group_tests_name("alloc_faults", tests, NULL, NULL);
}
