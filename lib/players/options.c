/* SPDX-License-Identifier: MIT */
/* The table of options: for each its type, bounds, default and help, and the field of the settings
 * that holds it. */
#include "options.h"

#include <stddef.h>
#include <string.h>

/* How a value is stored: at an offset in ttr_settings, as one of these. */
typedef enum storage { STORE_U32, STORE_U64, STORE_REAL, STORE_CHOICE, STORE_EVALUATOR } storage;

typedef struct row {
    ttr_option option;
    storage storage;
    size_t offset;
} row;

#define UNLIMITED "18446744073709551615"
#define AT(field) offsetof(ttr_settings, field)

#define RANDOM  &ttr_algorithm_random
#define GREEDY  &ttr_algorithm_greedy
#define NEGAMAX &ttr_algorithm_negamax
#define MCTS    &ttr_algorithm_mcts
#define HYBRID  &ttr_algorithm_hybrid
#define SOLVER  &ttr_algorithm_solver
#define BEAM    &ttr_algorithm_beam

/* clang-format off */
static const row ROWS[] = {
    {{"evaluator", TTR_OPTION_CHOICE, NULL, NULL, "region reach mobility s0 s0-intent s1 s1-coded s3 s3-coded s4 moves tokens",
      "how positions are judged", {GREEDY, NEGAMAX, SOLVER, BEAM, MCTS}},
     STORE_EVALUATOR, AT(evaluator)},
    {{"s4sides", TTR_OPTION_INTEGER, "0", "1000", NULL,
      "evaluator s4: weight of an open side of a token", {GREEDY, NEGAMAX, SOLVER, BEAM, MCTS}},
     STORE_U32, AT(weights[0])},
    {{"s4tokens", TTR_OPTION_INTEGER, "0", "1000", NULL,
      "evaluator s4: weight of a token", {GREEDY, NEGAMAX, SOLVER, BEAM, MCTS}},
     STORE_U32, AT(weights[1])},
    {{"s4lost", TTR_OPTION_INTEGER, "0", "1000", NULL,
      "evaluator s4: weight of a token that a side has less than before", {GREEDY, NEGAMAX, SOLVER, BEAM, MCTS}},
     STORE_U32, AT(weights[2])},
    {{"s4lines", TTR_OPTION_INTEGER, "0", "1000", NULL,
      "evaluator s4: weight of a line with at least 8 tokens, and less that of one with at most 2", {GREEDY, NEGAMAX, SOLVER, BEAM, MCTS}},
     STORE_U32, AT(weights[3])},
    {{"cache", TTR_OPTION_INTEGER, "0", "16777216", NULL,
      "evaluations to remember, rounded down to a power of two, by the Zobrist keys of the position and of the root; 0: none", {GREEDY, BEAM}},
     STORE_U32, AT(cache)},
    {{"hash", TTR_OPTION_INTEGER, "1", "65536", NULL,
      "size of the transposition table in MiB", {NEGAMAX, SOLVER}},
     STORE_U32, AT(hash)},
    {{"table", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "keep positions in the transposition table, with their best moves", {NEGAMAX}},
     STORE_CHOICE, AT(table)},
    {{"entries", TTR_OPTION_INTEGER, "0", "4294967295", NULL,
      "size of the transposition table in positions, in place of hash; 0: as hash says", {NEGAMAX}},
     STORE_U64, AT(entries)},
    {{"replacement", TTR_OPTION_CHOICE, NULL, NULL, "depth always",
      "which entry of the table is replaced: the shallowest or oldest of four, or always the one in the only place that a position has", {NEGAMAX}},
     STORE_CHOICE, AT(replacement)},
    {{"memory", TTR_OPTION_INTEGER, "1", "65536", NULL,
      "size of the pool of tree nodes in MiB; a full pool stops the tree from growing", {MCTS}},
     STORE_U32, AT(memory)},
    {{"selection", TTR_OPTION_CHOICE, NULL, NULL, "uct puct",
      "how the tree is searched: by mean results and visits, or also by priors from the evaluator", {MCTS}},
     STORE_CHOICE, AT(selection)},
    {{"exploration", TTR_OPTION_REAL, "0", "100", NULL,
      "weight of what has few visits, for results between 0 and 1", {MCTS}},
     STORE_REAL, AT(exploration)},
    {{"temperature", TTR_OPTION_REAL, "0", "1000", NULL,
      "tokens of evaluation that make a prior e times as large; 0: all priors alike", {MCTS}},
     STORE_REAL, AT(temperature)},
    {{"firstplay", TTR_OPTION_CHOICE, NULL, NULL, "first evaluation parent",
      "what moves without visits are worth: tried before all others, their evaluation, or what their parent's visits say", {MCTS}},
     STORE_CHOICE, AT(first_play)},
    {{"evaluationvisits", TTR_OPTION_REAL, "0", "1000", NULL,
      "the evaluation of a move counts as so many visits", {MCTS}},
     STORE_REAL, AT(evaluation_visits)},
    {{"evaluationscale", TTR_OPTION_REAL, "0", "1000", NULL,
      "tokens of evaluation that are taken for odds of e to 1, or with evaluationform=add for 1; 0: as the evaluator has it", {MCTS}},
     STORE_REAL, AT(evaluation_scale)},
    {{"evaluationform", TTR_OPTION_CHOICE, NULL, NULL, "mix add",
      "how evaluations are combined with results: mixed as chances of winning, or added as ratios, 1 where both sides are equal", {MCTS}},
     STORE_CHOICE, AT(evaluation_form)},
    {{"children", TTR_OPTION_INTEGER, "0", "2299", NULL,
      "keep so many moves of a position, the best by evaluation; 0: all", {MCTS}},
     STORE_U32, AT(children)},
    {{"widening", TTR_OPTION_REAL, "0", "1", NULL,
      "look at as many moves, the best first, as there are visits to this power; 0: at all", {MCTS}},
     STORE_REAL, AT(widening)},
    {{"mixselection", TTR_OPTION_REAL, "0", "1", NULL,
      "share of the evaluation in the worth of a visited move, or with evaluationform=add its weight", {MCTS}},
     STORE_REAL, AT(mix_selection)},
    {{"minimax", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "let the evaluation of a move follow from those of the best replies, as far as they were searched", {MCTS}},
     STORE_CHOICE, AT(minimax)},
    {{"mixbackup", TTR_OPTION_REAL, "0", "1", NULL,
      "share of the evaluation in the result of a leaf, beside its playout; 1: no playouts. With evaluationform=add its weight", {MCTS}},
     STORE_REAL, AT(mix_backup)},
    {{"backup", TTR_OPTION_CHOICE, NULL, NULL, "sides path",
      "whose result is added to the nodes of a path: in each node that of the side that moved there, or in all nodes that of the side to move at the root, as if both sides played for it", {MCTS}},
     STORE_CHOICE, AT(backup)},
    {{"choose", TTR_OPTION_CHOICE, NULL, NULL, "visits uct",
      "the move that is played: the one most visited, or the one that selection would look at next", {MCTS}},
     STORE_CHOICE, AT(choose)},
    {{"policy", TTR_OPTION_CHOICE, NULL, NULL, "random first lines evaluation",
      "moves of playouts: at random, the first legal, at random among those that empty lines, or the best of four by evaluation", {MCTS}},
     STORE_CHOICE, AT(policy)},
    {{"cutoff", TTR_OPTION_INTEGER, "0", "150", NULL,
      "end playouts after so many actions and let the evaluator judge; 0: play to the end", {MCTS}},
     STORE_U32, AT(cutoff)},
    {{"rave", TTR_OPTION_REAL, "0", "1000000", NULL,
      "let moves share results wherever they are played (all moves as first), until about so many visits; 0: off", {MCTS}},
     STORE_REAL, AT(rave)},
    {{"proofs", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "back up wins and losses that are certain", {MCTS}},
     STORE_CHOICE, AT(proofs)},
    {{"reuse", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "go on with what the last search found below the position", {MCTS}},
     STORE_CHOICE, AT(reuse)},
    {{"threads", TTR_OPTION_INTEGER, "1", "64", NULL,
      "threads of a search; with more than one, results need not repeat", {NEGAMAX, MCTS}},
     STORE_U32, AT(threads)},
    {{"ordering", TTR_OPTION_CHOICE, NULL, NULL, "history evaluation none",
      "order of moves that nothing else is known of: by cut-offs so far, or, from two plies before the leaves, by the evaluation after them, or as they are listed", {NEGAMAX}},
     STORE_CHOICE, AT(ordering)},
    {{"killers", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "try moves early that cut off siblings", {NEGAMAX}},
     STORE_CHOICE, AT(killers)},
    {{"countermoves", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "try the move early that answered the same move elsewhere", {NEGAMAX}},
     STORE_CHOICE, AT(countermoves)},
    {{"history", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "order other moves by how often they cut off", {NEGAMAX}},
     STORE_CHOICE, AT(history)},
    {{"bestfirst", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "begin each iteration with the best move of the last one", {NEGAMAX}},
     STORE_CHOICE, AT(best_first)},
    {{"nullwindow", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "search all moves but the first with a null window, and again those that prove better (principal variation search)", {NEGAMAX}},
     STORE_CHOICE, AT(null_window)},
    {{"partial", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "play a better move even if its iteration was cut off; off, or with bestfirst=off: play the move of the last complete iteration", {NEGAMAX}},
     STORE_CHOICE, AT(partial)},
    {{"aspiration", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "start each iteration with a narrow window around the last score", {NEGAMAX}},
     STORE_CHOICE, AT(aspiration)},
    {{"reductions", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "search late moves less deep first, and fully only if they turn out well", {NEGAMAX}},
     STORE_CHOICE, AT(reductions)},
    {{"pruning", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "leave out moves that are expected to be worth too little to change the result", {NEGAMAX}},
     STORE_CHOICE, AT(pruning)},
    {{"iir", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "search positions of which no best move is known one ply less deep", {NEGAMAX}},
     STORE_CHOICE, AT(iir)},
    {{"extension", TTR_OPTION_INTEGER, "0", "30", NULL,
      "search a leaf one ply deeper if its side to move has at most so many moves; 0: never", {NEGAMAX}},
     STORE_U32, AT(extension)},
    {{"extendfirst", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "extend leaves in the first iteration, too (option extension)", {NEGAMAX}},
     STORE_CHOICE, AT(extend_first)},
    {{"quiescence", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "follow moves that empty lines beyond the leaves", {NEGAMAX}},
     STORE_CHOICE, AT(quiescence)},
    {{"solver", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "first try to prove who wins, with a tenth of the budget, where both sides have fewer than 90 moves and one line is wanted", {NEGAMAX}},
     STORE_CHOICE, AT(solver)},
    {{"book", TTR_OPTION_CHOICE, NULL, NULL, "off on",
      "answer the first actions from a table, on a whole game's clock and if one line is wanted", {NEGAMAX}},
     STORE_CHOICE, AT(book)},
    {{"deathcheck", TTR_OPTION_INTEGER, "0", "2299", NULL,
      "with at most so many moves, play none after which the opponent can leave us without a move, unless all are such; 0: never", {GREEDY}},
     STORE_U32, AT(deathcheck)},
    {{"deathreplies", TTR_OPTION_INTEGER, "1", "2", NULL,
      "how far deathcheck looks: 1 reply of the opponent, which is two actions ahead, or 2, which is four", {GREEDY}},
     STORE_U32, AT(deathreplies)},
    {{"first", TTR_OPTION_CHOICE, NULL, NULL, "judged s4",
      "the first action: judged like all others, or report S4's 2-2 to 2-5 or else 7-6 to 7-9, if one is legal and one line is wanted", {GREEDY}},
     STORE_CHOICE, AT(first_action)},
    {{"plies", TTR_OPTION_INTEGER, "1", "32", NULL,
      "depth of the beam", {BEAM}},
     STORE_U32, AT(plies)},
    {{"width", TTR_OPTION_INTEGER, "0", "2299", NULL,
      "moves of a position that are searched on, the best by evaluation; 0: all", {BEAM}},
     STORE_U32, AT(width)},
    {{"many", TTR_OPTION_INTEGER, "0", "2299", NULL,
      "with more moves than so many to choose from, many_plies and many_width stand for plies and width", {BEAM}},
     STORE_U32, AT(many)},
    {{"many_plies", TTR_OPTION_INTEGER, "1", "32", NULL,
      "depth of the beam with many moves", {BEAM}},
     STORE_U32, AT(many_plies)},
    {{"many_width", TTR_OPTION_INTEGER, "0", "2299", NULL,
      "moves of a position that are searched on with many moves; 0: all", {BEAM}},
     STORE_U32, AT(many_width)},
    {{"few", TTR_OPTION_INTEGER, "0", "2299", NULL,
      "with at most so many moves to choose from, few_plies and few_width stand for plies and width", {BEAM}},
     STORE_U32, AT(few)},
    {{"few_plies", TTR_OPTION_INTEGER, "1", "32", NULL,
      "depth of the beam with few moves", {BEAM}},
     STORE_U32, AT(few_plies)},
    {{"few_width", TTR_OPTION_INTEGER, "0", "2299", NULL,
      "moves of a position that are searched on with few moves; 0: all", {BEAM}},
     STORE_U32, AT(few_width)},
    {{"ending", TTR_OPTION_INTEGER, "0", "121", NULL,
      "with more filled cells than this play what leaves the other side the fewest moves; 0: never", {GREEDY, NEGAMAX, MCTS}},
     STORE_U32, AT(ending)},
    {{"endingholes", TTR_OPTION_INTEGER, "1", "121", NULL,
      "least size of a hole in connected empty cells for the option ending, which among equal moves prefers an even number of holes", {GREEDY, NEGAMAX, MCTS}},
     STORE_U32, AT(ending_holes)},
    {{"lastlook", TTR_OPTION_CHOICE, NULL, NULL, "off cut on",
      "check the chosen move by the rules and replace one that loses at once: never, after searches that the caller's limits, a time or a stop cut short, or after all searches", {NEGAMAX, MCTS, SOLVER, BEAM}},
     STORE_CHOICE, AT(last_look)},
    {{"firsthalf", TTR_OPTION_INTEGER, "0", "150", NULL,
      "actions of the game up to which negamax plays, and mcts from then on", {HYBRID}},
     STORE_U32, AT(first_half)},
    {{"multipv", TTR_OPTION_INTEGER, "1", "32", NULL,
      "number of best lines to find", {GREEDY, NEGAMAX, MCTS, BEAM}},
     STORE_U32, AT(multipv)},
    {{"seed", TTR_OPTION_INTEGER, "0", UNLIMITED, NULL,
      "start of the random numbers", {RANDOM, GREEDY, MCTS}},
     STORE_U64, AT(seed)},
    {{"depth", TTR_OPTION_INTEGER, "0", "64", NULL,
      "limit of every search in plies; 0: none", {NEGAMAX, BEAM}},
     STORE_U64, AT(depth)},
    {{"nodes", TTR_OPTION_INTEGER, "0", UNLIMITED, NULL,
      "limit of every search in positions visited; 0: none", {NEGAMAX, MCTS, SOLVER, BEAM}},
     STORE_U64, AT(nodes)},
    {{"playouts", TTR_OPTION_INTEGER, "0", UNLIMITED, NULL,
      "limit of every search in playouts; 0: none", {MCTS}},
     STORE_U64, AT(playouts)},
    {{"wall_ms", TTR_OPTION_INTEGER, "0", "4294967295", NULL,
      "limit of every search in milliseconds of elapsed time; 0: none", {NEGAMAX, MCTS, SOLVER, BEAM}},
     STORE_U64, AT(wall_ms)},
    {{"cpu_ms", TTR_OPTION_INTEGER, "0", "4294967295", NULL,
      "limit of every search in milliseconds of CPU time; 0: none", {NEGAMAX, MCTS, SOLVER, BEAM}},
     STORE_U64, AT(cpu_ms)},
    {{"timing", TTR_OPTION_CHOICE, NULL, NULL, "none s1 s1-coded",
      "CPU time of a search that nothing else limits: none; s1: 1.5 s below 50 tokens on the board, 2 s below 80, else 3 s; s1-coded: the same with 60 and 90", {NEGAMAX}},
     STORE_CHOICE, AT(timing)},
};
/* clang-format on */

_Static_assert(TTR_COUNT_OF(ROWS) <= TTR_MOST_OPTIONS, "raise TTR_MOST_OPTIONS");

ttr_settings ttr_settings_default(void)
{
    ttr_settings settings = {
        .evaluator = &ttr_eval_region,
        .seed = 1,
        .hash = 16,
        .memory = 64,
        .multipv = 1,
        .threads = 1,
        .ordering = TTR_ORDER_EVALUATION,
        .table = 1,
        .best_first = 1,
        .null_window = 1,
        .partial = 1,
        .killers = 1,
        .countermoves = 1,
        .history = 1,
        .aspiration = 1,
        .reductions = 1,
        .extension = 9,
        .pruning = 1,
        .solver = 1,
        .book = 1,
        .last_look = TTR_LOOK_ALWAYS,
        .deathreplies = 1,
        .ending_holes = 5,
        .first_half = 19,
        .selection = TTR_SELECT_PUCT,
        .first_play = TTR_FIRST_PLAY_EVALUATION,
        .proofs = 1,
        .minimax = 1,
        .exploration = 0.5,
        .temperature = 10,
        .evaluation_visits = 1,
        .mix_selection = 0.9,
        .mix_backup = 1,
        .plies = 4,
        .width = 10,
        .many = TTR_PLACEMENTS, /* never more */
        .many_plies = 2,
        .many_width = 10,
        .few_plies = 6,
        .few_width = 10,
    };

    memcpy(settings.weights, ttr_eval_s4_weights, sizeof settings.weights);
    return settings;
}

/* A hybrid has the options of both its halves. */
static bool has_option(const ttr_option *option, const ttr_algorithm *algorithm)
{
    if (algorithm == HYBRID && (has_option(option, NEGAMAX) || has_option(option, MCTS)))
        return true;
    for (size_t i = 0; i < TTR_COUNT_OF(option->algorithms); i++) {
        if (option->algorithms[i] == algorithm)
            return true;
    }
    return false;
}

size_t ttr_option_count(const ttr_algorithm *algorithm)
{
    size_t count = 0;

    for (size_t i = 0; i < TTR_COUNT_OF(ROWS); i++)
        count += has_option(&ROWS[i].option, algorithm);
    return count;
}

const ttr_option *ttr_option_at(const ttr_algorithm *algorithm, size_t index)
{
    for (size_t i = 0; i < TTR_COUNT_OF(ROWS); i++) {
        if (has_option(&ROWS[i].option, algorithm) && index-- == 0)
            return &ROWS[i].option;
    }
    return NULL;
}

const ttr_option *ttr_option_find(const ttr_algorithm *algorithm, const char *name, size_t length)
{
    for (size_t i = 0; i < TTR_COUNT_OF(ROWS); i++) {
        const ttr_option *option = &ROWS[i].option;

        if (has_option(option, algorithm) && strlen(option->name) == length &&
            memcmp(option->name, name, length) == 0)
            return option;
    }
    return NULL;
}

ttr_nearest ttr_option_nearest(const ttr_algorithm *algorithm, const char *name, size_t length)
{
    ttr_nearest nearest = ttr_nearest_start(name, length);
    const ttr_option *option;

    for (size_t i = 0; (option = ttr_option_at(algorithm, i)) != NULL; i++)
        ttr_nearest_offer(&nearest, option->name, strlen(option->name));
    return nearest;
}

/* Every option is the first member of its row. */
static const row *option_row(const ttr_option *option)
{
    return (const row *)(const void *)option;
}

static bool read_integer(const ttr_option *option, const char *value, size_t length,
                         uint64_t *number)
{
    uint64_t low = 0;
    uint64_t high = 0;

    ttr_text_read_unsigned(option->minimum, option->minimum + strlen(option->minimum), &low);
    ttr_text_read_unsigned(option->maximum, option->maximum + strlen(option->maximum), &high);
    return ttr_text_read_unsigned(value, value + length, number) && *number >= low &&
           *number <= high;
}

static bool read_real(const ttr_option *option, const char *value, size_t length, double *number)
{
    double low = 0;
    double high = 0;

    ttr_text_read_real(option->minimum, option->minimum + strlen(option->minimum), &low);
    ttr_text_read_real(option->maximum, option->maximum + strlen(option->maximum), &high);
    return ttr_text_read_real(value, value + length, number) && *number >= low && *number <= high;
}

/* The place of a value among the choices. */
static bool find_choice(const ttr_option *option, const char *value, size_t length, uint32_t *index)
{
    const char *choice = option->choices;

    for (*index = 0;; ++*index) {
        size_t end = strcspn(choice, " ");

        if (end == length && memcmp(choice, value, length) == 0)
            return true;
        if (choice[end] == '\0')
            return false;
        choice += end + 1;
    }
}

static void add_choice(const ttr_option *option, uint32_t index, ttr_text *text)
{
    const char *choice = option->choices;

    while (index-- > 0)
        choice += strcspn(choice, " ") + 1;
    for (size_t i = 0, end = strcspn(choice, " "); i < end; i++)
        ttr_text_add_char(text, choice[i]);
}

bool ttr_option_set(const ttr_option *option, ttr_settings *settings, const char *value,
                    size_t length)
{
    const row *r = option_row(option);
    unsigned char *field = (unsigned char *)settings + r->offset;
    const ttr_evaluator *evaluator;
    uint64_t number = 0;
    uint32_t small;
    double real = 0;

    switch (r->storage) {
    case STORE_EVALUATOR:
        evaluator = ttr_evaluator_find(value, length);
        if (evaluator == NULL)
            return false;
        memcpy(field, &evaluator, sizeof evaluator);
        return true;
    case STORE_CHOICE:
        if (!find_choice(option, value, length, &small))
            return false;
        memcpy(field, &small, sizeof small);
        return true;
    case STORE_REAL:
        if (!read_real(option, value, length, &real))
            return false;
        memcpy(field, &real, sizeof real);
        return true;
    case STORE_U32:
        if (!read_integer(option, value, length, &number))
            return false;
        small = (uint32_t)number;
        memcpy(field, &small, sizeof small);
        return true;
    case STORE_U64:
        if (!read_integer(option, value, length, &number))
            return false;
        memcpy(field, &number, sizeof number);
        return true;
    }
    return false;
}

void ttr_option_get(const ttr_option *option, const ttr_settings *settings, ttr_text *text)
{
    const row *r = option_row(option);
    const unsigned char *field = (const unsigned char *)settings + r->offset;
    const ttr_evaluator *evaluator;
    uint64_t number;
    uint32_t small;
    double real;

    switch (r->storage) {
    case STORE_EVALUATOR:
        memcpy(&evaluator, field, sizeof evaluator);
        ttr_text_add(text, evaluator->name);
        break;
    case STORE_CHOICE:
        memcpy(&small, field, sizeof small);
        add_choice(option, small, text);
        break;
    case STORE_REAL:
        memcpy(&real, field, sizeof real);
        ttr_text_add_real(text, real);
        break;
    case STORE_U32:
        memcpy(&small, field, sizeof small);
        ttr_text_add_unsigned(text, small);
        break;
    case STORE_U64:
        memcpy(&number, field, sizeof number);
        ttr_text_add_unsigned(text, number);
        break;
    }
}
