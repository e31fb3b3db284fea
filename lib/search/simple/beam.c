/* SPDX-License-Identifier: MIT */
/*
 * Beam search. Every move of a node is judged, and only the best of them for the side to move are
 * searched on, to a fixed depth, with alpha-beta among them.
 *
 * Two seed reports have it. S2 keeps the best boards of a single player's game; here a side
 * answers. S4's narrow alpha-beta keeps the ten best moves for one side and the ten worst for the
 * other, seen from one side: that is the ten best for each.
 *
 * What is left out is a risk: if all searched moves of a node lose, the others might not. So such a
 * node gets the score of a bad evaluation, not of a proven loss (unproven_loss), and all wins and
 * losses that are told are true. At the root, moves beyond the beam are searched as long as all
 * others lose.
 */
#include <string.h>

#include "alloc.h"
#include "found_lines.h"
#include "movegen.h"
#include "order_key.h"
#include "rules.h"
#include "simple.h"
#include "time_plan.h"

/* The deepest beam, and the number of frames that are allocated, 23 KiB each. A deeper beam could
 * not be searched in a game's time. */
#define MOST_PLIES 32

_Static_assert(MOST_PLIES <= TTR_MAX_PV, "a line holds all plies");

/* One node of the current path. */
typedef struct frame {
    uint16_t pv_length;
    ttr_move pv[MOST_PLIES];
    size_t count; /* legal moves */
    ttr_move moves[TTR_LIST_ROOM];
    int64_t keys[TTR_PLACEMENTS]; /* ttr_order_key() of the values, best first */
} frame;

typedef struct beam {
    frame frames[MOST_PLIES]; /* by height above the root */
} beam;

/* How deep and how wide a search is. */
typedef struct plan {
    uint32_t plies;
    uint32_t width; /* 0: all moves */
} plan;

static frame *frame_at(const ttr_search *search, uint32_t height)
{
    beam *b = search->work;

    return &b->frames[height];
}

/* Choose depth and width by the number of moves at the root. With many moves judging them all takes
 * long; with few the game may be decided soon. A forced move needs no search. */
static plan plan_for(const ttr_search *search, size_t moves)
{
    uint32_t limit = search->budget.limits.depth;
    ttr_beam_settings own;
    plan p;

    ttr_search_own(search, &own, sizeof own);
    p = (plan){own.plies, own.width};
    if (moves > own.many)
        p = (plan){own.many_plies, own.many_width};
    else if (moves <= own.few)
        p = (plan){own.few_plies, own.few_width};
    if (moves == 1 || p.plies == 0)
        p.plies = 1;
    if (limit != 0 && p.plies > limit)
        p.plies = limit;
    if (p.plies > MOST_PLIES)
        p.plies = MOST_PLIES;
    return p;
}

/* The number of moves that are searched on. */
static size_t kept_of(const plan *p, size_t count)
{
    return p->width != 0 && p->width < count ? p->width : count;
}

/* Judge the moves of a node and sort them. Returns how many were judged before the budget ended. */
static size_t judge_moves(ttr_search *search, frame *f, const ttr_board *board, uint32_t height)
{
    size_t judged = 0;

    for (size_t i = 0; i < f->count && ttr_budget_node(&search->budget); i++) {
        ttr_board child = ttr_board_after(board, f->moves[i]);
        int replies;
        int32_t value = ttr_search_value_after(search, &child, (int)height + 1, &replies);

        if (search->budget.over)
            break;
        f->keys[judged++] = ttr_order_key(value, i);
    }
    ttr_order_sort(f->keys, judged);
    return judged;
}

/* ---- Below the root -------------------------------------------------------------------------- */

/*
 * The least value of a node whose moves are not all searched: as bad as an evaluation can be, but
 * no proof of a loss, and worse the sooner it comes. So every win and loss that is told is a true
 * one.
 */
static int32_t unproven_loss(const ttr_search *search, uint32_t height)
{
    return (int32_t)height - 10000 * search->evaluator->token;
}

static void set_pv(frame *f, ttr_move move, const frame *below)
{
    uint16_t length = below == NULL ? 0 : below->pv_length;

    f->pv[0] = move;
    if (length > 0)
        memcpy(f->pv + 1, below->pv, length * sizeof *f->pv);
    f->pv_length = (uint16_t)(length + 1);
}

/* The last ply: the value of each move is its evaluation, so none has to be left out. */
static int32_t last_ply(ttr_search *search, frame *f, const ttr_board *board, uint32_t height,
                        int32_t beta)
{
    int32_t best = -TTR_SCORE_INFINITE;

    for (size_t i = 0; i < f->count && best < beta; i++) {
        ttr_board child = ttr_board_after(board, f->moves[i]);
        int32_t value;
        int replies;

        if (!ttr_budget_node(&search->budget))
            return 0;
        value = ttr_search_value_after(search, &child, (int)height + 1, &replies);
        if (value > best) {
            best = value;
            set_pv(f, f->moves[i], NULL);
        }
    }
    return best;
}

/*
 * Search `board`. Returns its value for the side to move: exact within (alpha, beta), a bound
 * outside (fail soft). Meaningless once the budget is over.
 */
static int32_t beam_node(ttr_search *search, const plan *p, const ttr_board *board, uint32_t height,
                         int32_t alpha, int32_t beta)
{
    const int32_t won_at_once = TTR_SCORE_WIN - (int32_t)(height + 1);
    frame *f = frame_at(search, height);
    int32_t best = -TTR_SCORE_INFINITE;
    size_t kept;

    /* 1. The end of the game. Nothing is better than to win at once. */
    f->pv_length = 0;
    f->count = ttr_movegen_list(board, f->moves);
    if (f->count == 0)
        return ttr_search_score_end(board, ttr_rules_outcome(board), (int)height);
    if (beta > won_at_once)
        beta = won_at_once;
    if (alpha >= beta)
        return beta;

    /* 2. The last ply */
    if (height + 1 >= p->plies)
        return last_ply(search, f, board, height, beta);

    /* 3. The best moves by evaluation */
    judge_moves(search, f, board, height);
    kept = kept_of(p, f->count);
    if (kept < f->count)
        best = unproven_loss(search, height);
    for (size_t i = 0; i < kept && best < beta && !search->budget.over; i++) {
        ttr_move move = f->moves[ttr_order_place(f->keys[i])];
        ttr_board child = ttr_board_after(board, move);
        int32_t score =
            -beam_node(search, p, &child, height + 1, -beta, alpha > best ? -alpha : -best);

        if (score > best && !search->budget.over) {
            best = score;
            set_pv(f, move, frame_at(search, height + 1));
        }
    }
    return best;
}

/* ---- The root -------------------------------------------------------------------------------- */

/* The root move at a place in the order. */
static ttr_move root_move(const frame *f, size_t place)
{
    return f->moves[ttr_order_place(f->keys[place])];
}

/* Tell the lines by evaluation alone, before anything is searched on. */
static void tell_judged(ttr_search *search, size_t judged)
{
    const frame *f = frame_at(search, 0);
    int32_t scores[TTR_MAX_LINES];

    for (size_t i = 0; i < judged && i < search->settings.multipv; i++) {
        ttr_move move = root_move(f, i);

        ttr_search_keep_line(search, scores, (int32_t)ttr_order_of(f->keys[i]), 1, &move, 1);
    }
    if (judged == 0)
        ttr_search_keep_line(search, scores, 0, 0, &f->moves[0], 1);
    search->findings.depth = search->findings.selective_depth = judged == f->count;
    ttr_search_tell(search);
}

/* Search one root move on. False if the budget ended first. */
static bool search_move(ttr_search *search, const plan *p, const ttr_board *root, ttr_move move,
                        int32_t *scores)
{
    uint32_t count = search->findings.line_count;
    int32_t alpha = count < search->settings.multipv ? -TTR_SCORE_INFINITE : scores[count - 1];
    ttr_board child = ttr_board_after(root, move);
    frame *f = frame_at(search, 0);
    int32_t score;

    if (alpha >= TTR_SCORE_WIN - 1)
        return true;
    score = -beam_node(search, p, &child, 1, -TTR_SCORE_INFINITE, -alpha);
    if (search->budget.over)
        return false;
    set_pv(f, move, frame_at(search, 1));
    ttr_search_keep_line(search, scores, score, p->plies, f->pv, f->pv_length);
    return true;
}

/* Search the best moves on, best first, and the others as long as all before them lose. If the
 * budget ends while no move is known that does not lose, the next one by evaluation is played. */
static void search_root(ttr_search *search, const plan *p, const ttr_board *root)
{
    frame *f = frame_at(search, 0);
    size_t kept = kept_of(p, f->count);
    int32_t scores[TTR_MAX_LINES] = {-TTR_SCORE_INFINITE};

    search->findings.line_count = 0;
    for (size_t i = 0; i < f->count && (i < kept || scores[0] <= -TTR_SCORE_PROVEN); i++) {
        ttr_move move = root_move(f, i);

        if (ttr_budget_iteration(&search->budget) && search_move(search, p, root, move, scores))
            continue;
        if (scores[0] <= -TTR_SCORE_PROVEN)
            ttr_search_keep_line(search, scores, (int32_t)ttr_order_of(f->keys[i]), 1, &move, 1);
        return;
    }
    search->findings.depth = search->findings.selective_depth = p->plies;
}

static void beam_run(ttr_search *search, const ttr_board *root)
{
    frame *f = frame_at(search, 0);
    plan p;

    search->budget.soft_permille = TTR_TIME_PLAN_WHOLE;
    f->count = ttr_movegen_list(root, f->moves);
    p = plan_for(search, f->count);
    tell_judged(search, judge_moves(search, f, root, 0));
    if (p.plies == 1 || search->budget.over)
        return;
    search_root(search, &p, root);
    ttr_search_tell(search);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *beam_create(const tetress_allocator *memory, const ttr_settings *settings)
{
    (void)settings;
    return ttr_alloc_zeroed(memory, 1, sizeof(beam));
}

static void beam_destroy(const tetress_allocator *memory, void *work)
{
    ttr_alloc_free(memory, work, 1, sizeof(beam));
}

static void beam_reset(void *work)
{
    (void)work; /* nothing is kept between searches */
}

/*
 * Four plies with the ten best moves of each; with few moves deeper, where it costs little. With
 * `many` above every number of moves and `few` 0, both exceptions are off. Players set what they
 * need: the preset `beam` is wider, those of S4 have S4's numbers. A wider beam costs more at
 * every ply but the last; other defaults were not measured.
 */
static const ttr_beam_settings DEFAULTS = {
    .plies = 4,
    .width = 10,
    .many = TTR_PLACEMENTS, /* there are never more */
    .many_plies = 2,
    .many_width = 10,
    .few_plies = 6,
    .few_width = 10,
};

/* clang-format off */
static const ttr_option OWN[8] = {
    {"plies", TTR_OPTION_INTEGER, "1", "32", NULL,
     "Depth of the search in actions.",
     TTR_STORE_U32, offsetof(ttr_beam_settings, plies), false},
    {"width", TTR_OPTION_INTEGER, "0", "2299", NULL,
     "Number of moves searched in each position, the best by evaluation; 0 searches all.",
     TTR_STORE_U32, offsetof(ttr_beam_settings, width), false},
    {"many", TTR_OPTION_INTEGER, "0", "2299", NULL,
     "With more than this many moves to choose from, many_plies and many_width replace plies and width.",
     TTR_STORE_U32, offsetof(ttr_beam_settings, many), false},
    {"many_plies", TTR_OPTION_INTEGER, "1", "32", NULL,
     "Depth of the search with many moves, see the option many.",
     TTR_STORE_U32, offsetof(ttr_beam_settings, many_plies), false},
    {"many_width", TTR_OPTION_INTEGER, "0", "2299", NULL,
     "Number of moves searched in each position with many moves; 0 searches all.",
     TTR_STORE_U32, offsetof(ttr_beam_settings, many_width), false},
    {"few", TTR_OPTION_INTEGER, "0", "2299", NULL,
     "With at most this many moves to choose from, few_plies and few_width replace plies and width.",
     TTR_STORE_U32, offsetof(ttr_beam_settings, few), false},
    {"few_plies", TTR_OPTION_INTEGER, "1", "32", NULL,
     "Depth of the search with few moves, see the option few.",
     TTR_STORE_U32, offsetof(ttr_beam_settings, few_plies), false},
    {"few_width", TTR_OPTION_INTEGER, "0", "2299", NULL,
     "Number of moves searched in each position with few moves; 0 searches all.",
     TTR_STORE_U32, offsetof(ttr_beam_settings, few_width), false},
};
/* clang-format on */

static const ttr_option_group OPTIONS[] = {
    TTR_COMMON_OPTIONS(ttr_options_evaluator),
    TTR_COMMON_OPTIONS(ttr_option_cache),
    TTR_OWN_OPTIONS(OWN, 0),
    TTR_COMMON_OPTIONS(ttr_option_last_look),
    TTR_COMMON_OPTIONS(ttr_option_lines),
    TTR_COMMON_OPTIONS(ttr_option_depth),
    TTR_COMMON_OPTIONS(ttr_option_nodes),
    TTR_COMMON_OPTIONS(ttr_options_time),
};

const ttr_algorithm ttr_algorithm_beam = {
    .name = "beam",
    .evaluates = true,
    .uses_depth = true,
    .forgets = true,
    .looks_ahead = true,
    .options = OPTIONS,
    .option_groups = TTR_COUNT_OF(OPTIONS),
    .own_defaults = &DEFAULTS,
    .own_size = sizeof DEFAULTS,
    .look_every = 256,
    .create = beam_create,
    .destroy = beam_destroy,
    .reset = beam_reset,
    .run = beam_run,
};
