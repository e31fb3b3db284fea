/* SPDX-License-Identifier: MIT */
/*
 * The players random and greedy. Random plays any legal move. Greedy judges every move by the
 * evaluation of the position after it, and has two additions of S4: a fixed first action, and
 * refusing "death moves", after which the opponent can leave us without a move.
 */
#include "found_lines.h"
#include "movegen.h"
#include "one_ahead.h"
#include "rules.h"
#include "simple.h"
#include "temper.h"

static void random_run(ttr_search *search, const ttr_board *root)
{
    ttr_line *line = &search->findings.lines[0];

    ttr_budget_node(&search->budget);
    *line = (ttr_line){.win = 0.5, .length = 1};
    line->pv[0] = ttr_movegen_random(root, &search->rng);
    ttr_search_temper(search, line);
    search->findings.line_count = 1;
    ttr_search_tell(search);
}

static const ttr_option_group RANDOM_OPTIONS[] = {TTR_COMMON_OPTIONS(ttr_option_seed)};

const ttr_algorithm ttr_algorithm_random = {
    .name = "random",
    .options = RANDOM_OPTIONS,
    .option_groups = TTR_COUNT_OF(RANDOM_OPTIONS),
    .look_every = 1,
    .run = random_run,
};

/* A copy of greedy's own settings. */
static ttr_greedy_settings own_settings(const ttr_search *search)
{
    ttr_greedy_settings own;

    ttr_search_own(search, &own, sizeof own);
    return own;
}

/* ---- The first action ------------------------------------------------------------------------ */

/* The first actions of S4 as pairs (row, column), both of the straight piece: 2-2 to 2-5 and 7-6 to
 * 7-9. */
static const int32_t FIRST[][8] = {{2, 2, 2, 3, 2, 4, 2, 5}, {7, 6, 7, 7, 7, 8, 7, 9}};

/* The first of S4's first actions that is legal, or TTR_MOVE_NONE. */
static ttr_move first_action(const ttr_board *root)
{
    for (size_t i = 0; i < TTR_COUNT_OF(FIRST); i++) {
        ttr_move move = TTR_MOVE_NONE;

        ttr_rules_judge_cells(FIRST[i], 4, &move);
        if (ttr_rules_judge(root, move).rule == TTR_RULE_NONE)
            return move;
    }
    return TTR_MOVE_NONE;
}

/* Play S4's first action, if the settings and the position ask for it. With several lines all moves
 * are judged instead. */
static bool first_action_answers(ttr_search *search, const ttr_board *root)
{
    int32_t scores[TTR_MAX_LINES], score = 0;
    ttr_board child;
    ttr_move move;
    int replies;

    if (own_settings(search).first_action != TTR_FIRST_S4 || search->settings.multipv > 1 ||
        !ttr_board_is_opening(root))
        return false;
    move = first_action(root);
    if (move == TTR_MOVE_NONE)
        return false;
    child = ttr_board_after(root, move);
    if (ttr_budget_node(&search->budget))
        score = ttr_search_value_after(search, &child, 1, &replies);
    ttr_search_keep_line(search, scores, search->budget.over ? 0 : score, 1, &move, 1);
    ttr_one_ahead_tell(search);
    return true;
}

/* ---- Death moves ----------------------------------------------------------------------------- */

static bool can_end(ttr_search *search, const ttr_board *board, uint32_t replies);

/* Does the side to move run out of moves within `replies` replies, whatever it plays? */
static bool is_doomed(ttr_search *search, const ttr_board *board, uint32_t replies)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count;

    if (board->ply >= TTR_MAX_ACTIONS)
        return false;
    if (!ttr_movegen_any(board))
        return true;
    if (replies == 0)
        return false;
    count = ttr_movegen_list(board, moves);
    for (size_t i = 0; i < count; i++) {
        ttr_board child = ttr_board_after(board, moves[i]);

        if (!can_end(search, &child, replies))
            return false;
    }
    return true;
}

/* Can the side to move leave the other without a move, with one of its next `replies` moves,
 * whatever the other plays in between? False if the budget ends first. */
static bool can_end(ttr_search *search, const ttr_board *board, uint32_t replies)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count = board->ply < TTR_MAX_ACTIONS ? ttr_movegen_list(board, moves) : 0;

    for (size_t i = 0; i < count && ttr_budget_node(&search->budget); i++) {
        ttr_board after = ttr_board_after(board, moves[i]);

        if (is_doomed(search, &after, replies - 1))
            return true;
    }
    return false;
}

/* The score of a death move, after which the opponent can leave us without a move, the later the
 * better; 0 for any other move, as far as the settings look. */
static int32_t death_score(ttr_search *search, const ttr_board *root, ttr_move move)
{
    ttr_board child = ttr_board_after(root, move);
    uint32_t most = own_settings(search).deathreplies;

    for (uint32_t replies = 1; replies <= most; replies++) {
        if (can_end(search, &child, replies))
            return 2 * (int32_t)replies - TTR_SCORE_WIN;
    }
    return 0;
}

/* The rule that refuses death moves, if there are few moves to choose from; else NULL. */
static ttr_refuse_fn refusal(const ttr_search *search, const ttr_board *root)
{
    uint32_t most = own_settings(search).deathcheck;

    return most > 0 && (uint32_t)ttr_movegen_count(root, ttr_board_turn(root)) <= most ? death_score
                                                                                       : NULL;
}

/* ---- All moves ------------------------------------------------------------------------------- */

static void greedy_run(ttr_search *search, const ttr_board *root)
{
    if (!first_action_answers(search, root))
        ttr_one_ahead(search, root, refusal(search, root));
}

static bool greedy_answer(ttr_search *search, const ttr_board *root)
{
    ttr_greedy_settings own = own_settings(search);

    return ttr_ending_answers(search, root, &own.ending, refusal(search, root));
}

static const ttr_greedy_settings DEFAULTS = {.deathreplies = 1, .ending = TTR_ENDING_DEFAULTS};

/* clang-format off */
static const ttr_option OWN[3] = {
    {"deathcheck", TTR_OPTION_INTEGER, "0", "2299", NULL,
     "With at most this many moves, avoid death moves, which allow a reply that leaves us without a move, unless all are death moves; 0 never does.",
     TTR_STORE_U32, offsetof(ttr_greedy_settings, deathcheck), false},
    {"deathreplies", TTR_OPTION_INTEGER, "1", "2", NULL,
     "How many replies deathcheck looks ahead: 1 is two actions, 2 is four.",
     TTR_STORE_U32, offsetof(ttr_greedy_settings, deathreplies), false},
    {"first", TTR_OPTION_CHOICE, NULL, NULL, "judged s4",
     "The first action: judged evaluates it like all others, s4 plays 2-2 to 2-5, else 7-6 to 7-9, if legal and only one line is wanted.",
     TTR_STORE_CHOICE, offsetof(ttr_greedy_settings, first_action), false},
};
/* clang-format on */

static const ttr_option_group OPTIONS[] = {
    TTR_COMMON_OPTIONS(ttr_options_evaluator),
    TTR_COMMON_OPTIONS(ttr_option_cache),
    TTR_OWN_OPTIONS(OWN, 0),
    TTR_OWN_OPTIONS(ttr_options_ending, offsetof(ttr_greedy_settings, ending)),
    TTR_COMMON_OPTIONS(ttr_option_lines),
    TTR_COMMON_OPTIONS(ttr_option_seed),
};

const ttr_algorithm ttr_algorithm_greedy = {
    .name = "greedy",
    .evaluates = true,
    .forgets = true,
    .options = OPTIONS,
    .option_groups = TTR_COUNT_OF(OPTIONS),
    .own_defaults = &DEFAULTS,
    .own_size = sizeof DEFAULTS,
    .look_every = 256,
    .answer = greedy_answer,
    .run = greedy_run,
};
