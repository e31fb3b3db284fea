/* SPDX-License-Identifier: MIT */
/*
 * The table of named players, and the reader of player specs.
 *
 * A player is not a program but a row: an algorithm and the options that differ from the
 * algorithm's defaults. Where a
 * seed report and its students' program disagree, the program has a second row, named "-coded".
 * Options that several rows share are macros; a later option of a row overrides an earlier one.
 */
#include "player_table.h"

#include <string.h>

#include "simple.h"
#include "solver_player.h"

/* Everything off that is not in the paper of Kocsis and Szepesvari. */
#define PLAIN_UCT                                                                                  \
    "selection=uct,firstplay=first,evaluationvisits=0,minimax=off,mixselection=0,mixbackup=0,"     \
    "proofs=off"

/* Alpha-beta and nothing else: all moves in list order, nothing remembered. */
#define PLAIN_ALPHABETA                                                                            \
    "table=off,ordering=none,bestfirst=off,nullwindow=off,partial=off,killers=off,"                \
    "countermoves=off,history=off,aspiration=off,reductions=off,pruning=off,iir=off,extension=0,"  \
    "solver=off,book=off,lastlook=cut"
/* The search of S1: a table in which entries are always replaced, null windows, the last
 * iteration's best move first. */
#define S1_NEGAMAX                                                                                 \
    "entries=100000,replacement=always,ordering=none,partial=off,killers=off,countermoves=off,"    \
    "history=off,aspiration=off,reductions=off,pruning=off,iir=off,solver=off,book=off,"           \
    "lastlook=cut"

/* The search of S3: UCT with evaluations added as ratios, where 50 tokens of the evaluator are one
 * more. */
#define S3_MCTS                                                                                    \
    "selection=uct,exploration=0.2,children=10,firstplay=evaluation,evaluationvisits=0,"           \
    "evaluationform=add,evaluationscale=50,minimax=off,mixselection=0.4,mixbackup=0.5,"            \
    "choose=uct,proofs=off,playouts=32,lastlook=cut"
/* S3's other search: alpha-beta, two actions deep (S3 does not tell the depth). */
#define S3_ALPHABETA                                                                               \
    "ordering=history,killers=off,countermoves=off,history=off,aspiration=off,reductions=off,"     \
    "pruning=off,iir=off,extension=0,solver=off,book=off,lastlook=cut,depth=2"

/* S4 remembers every utility; a cache of one mebibyte finds them as well. */
#define S4_CACHE "cache=65536"

static const ttr_player PLAYERS[] = {
    {"negamax", "selective alpha-beta with the strongest evaluator, region",
     "S1's search, developed further", &ttr_algorithm_negamax, ""},
    {"reach-plain", "the search of negamax with the evaluator reach, to measure others against",
     "the prototype's evaluation", &ttr_algorithm_negamax, "evaluator=reach"},
    {"s1-negamax",
     "S1's alpha-beta: principal variation search with a table of 100,000 positions that always "
     "replaces, the best moves of the table and of the last iteration first, leaves with at most "
     "5 moves extended, 1.5 to 3 s by the tokens on the board",
     "S1", &ttr_algorithm_negamax, "evaluator=s1,extension=5,extendfirst=on,timing=s1," S1_NEGAMAX},
    {"s1-negamax-coded",
     "the search of S1's program: a token weighs as much as 1000 moves, no leaf is extended, and "
     "the times change at other numbers of tokens",
     "S1's program", &ttr_algorithm_negamax,
     "evaluator=s1-coded,extension=0,timing=s1-coded," S1_NEGAMAX},
    {"s1-restrict",
     "plays the move that leaves the opponent the fewest moves; chooses among equal moves at random",
     "S1's opponent", &ttr_algorithm_greedy, "evaluator=moves"},
    {"level-1", "for beginners: looks one action ahead by board control and tokens", "for people",
     &ttr_algorithm_greedy, "evaluator=s0"},
    {"level-2", "plays a hundred random games for each move", "for people", &ttr_algorithm_mcts,
     PLAIN_UCT ",exploration=0.25,playouts=100"},
    {"level-3", "looks one action ahead with the best evaluator", "for people",
     &ttr_algorithm_greedy, ""},
    {"level-4", "visits 500 positions for each move", "for people", &ttr_algorithm_negamax,
     "nodes=500"},
    {"level-5", "visits 1500 positions for each move", "for people", &ttr_algorithm_negamax,
     "nodes=1500"},
    {"level-6", "visits 4000 positions for each move", "for people", &ttr_algorithm_negamax,
     "nodes=4000"},
    {"level-7", "visits 10,000 positions for each move", "for people", &ttr_algorithm_negamax,
     "nodes=10000"},
    {"level-8", "visits 30,000 positions for each move", "for people", &ttr_algorithm_negamax,
     "nodes=30000"},
    {"level-9", "visits 100,000 positions for each move", "for people", &ttr_algorithm_negamax,
     "nodes=100000"},
    {"level-10", "full strength: visits a million positions for each move", "for people",
     &ttr_algorithm_negamax, "nodes=1000000"},
    {"s0-greedy",
     "plays the move with the best board control and domination; chooses among equal moves at random",
     "S0", &ttr_algorithm_greedy, "evaluator=s0"},
    {"s0-alphabeta",
     "plain alpha-beta to depth 2, which S0 found best, for at most 2.4 s: no table, no move "
     "ordering, no null windows",
     "S0", &ttr_algorithm_negamax, "evaluator=s0,depth=2,wall_ms=2400," PLAIN_ALPHABETA},
    {"s0-mcts",
     "UCB1 with S0's 8 simulations, which play the first legal move to the end of the "
     "game; a win counts for every node of the path; at most 2.4 s",
     "S0", &ttr_algorithm_mcts,
     PLAIN_UCT
     ",exploration=1.414214,backup=path,policy=first,playouts=8,lastlook=cut,wall_ms=2400"},
    {"s3-mcts",
     "UCT over the ten best children with random playouts; the evaluation is added to selection and "
     "results; plays the child of the highest UCT value, and by the ending rule on full boards",
     "S3", &ttr_algorithm_mcts, "evaluator=s3,ending=85," S3_MCTS},
    {"s3-alphabeta", "alpha-beta two actions deep with the evaluation and ending rule of s3-mcts",
     "S3, which does not tell the depth", &ttr_algorithm_negamax,
     "evaluator=s3,ending=85," S3_ALPHABETA},
    {"s3-hybrid", "s3-alphabeta for the first 19 actions, half of S3's games, then s3-mcts", "S3",
     &ttr_algorithm_hybrid, "evaluator=s3,ending=85," S3_ALPHABETA "," S3_MCTS},
    {"s3-mcts-coded",
     "S3's program: counts holes of four cells, only on full boards; the evaluation is added to "
     "selection only; ending rule above 81 tokens",
     "S3's program", &ttr_algorithm_mcts,
     "evaluator=s3-coded,ending=81,endingholes=4," S3_MCTS ",mixbackup=0"},
    {"s3-alphabeta-coded",
     "S3's program: one action ahead, because its search ends when one side has more tokens; ending "
     "rule above 70 tokens",
     "S3's program", &ttr_algorithm_greedy, "evaluator=s3-coded,ending=70,endingholes=4"},
    {"s4-greedy",
     "plays the move with the best open sides, tokens and lost tokens of both sides; chooses among "
     "equal moves at random",
     "S4", &ttr_algorithm_greedy, "evaluator=s4," S4_CACHE},
    {"s4-alphabeta-2",
     "alpha-beta two actions deep over all moves with the evaluation of s4-greedy", "S4",
     &ttr_algorithm_beam, "evaluator=s4,lastlook=cut," S4_CACHE ",plies=2,width=0"},
    {"s4-narrow", "alpha-beta two actions deep over the ten best moves of each side", "S4",
     &ttr_algorithm_beam, "evaluator=s4,lastlook=cut," S4_CACHE ",plies=2,width=10"},
    {"s4-varying",
     "with more than 50 moves two actions deep over the 10 best, with at most 25 six over the 3 "
     "best, else four over the 5 best",
     "S4", &ttr_algorithm_beam,
     "evaluator=s4,lastlook=cut," S4_CACHE
     ",plies=4,width=5,many=50,many_plies=2,many_width=10,few=25,few_plies=6,"
     "few_width=3"},
    {"s4-combined",
     "with more than 40 moves one action ahead, else four actions deep over the 4 best", "S4",
     &ttr_algorithm_beam,
     "evaluator=s4,lastlook=cut," S4_CACHE ",plies=4,width=4,many=40,many_plies=1,many_width=0"},
    {"s4-final",
     "as s4-greedy, but with at most 400 moves it avoids those that allow a reply after which it has "
     "no move, unless all do; the first action is fixed",
     "S4", &ttr_algorithm_greedy, "evaluator=s4," S4_CACHE ",deathcheck=400,first=s4"},
    {"mcts",
     "PUCT: the evaluator gives priors and judges leaves instead of playouts, means and the best "
     "replies are backed up, wins and losses are proven",
     "the seed reports' favourite, developed further", &ttr_algorithm_mcts, ""},
    {"uct", "plain UCT with uniformly random playouts to the end of the game", "S0 and S3",
     &ttr_algorithm_mcts, PLAIN_UCT ",exploration=0.25"},
    {"solver",
     "proves who wins and in at most how many actions; plays the most promising move until then",
     "depth-first proof-number search, for the end of a game", &ttr_algorithm_solver, ""},
    {"beam", "searches the best moves of each side several actions deep",
     "S2's search, for two players", &ttr_algorithm_beam,
     "width=20,many=150,many_plies=2,many_width=0"},
    {"greedy", "plays the move with the best evaluation; chooses among equal moves at random",
     "S0 and S4", &ttr_algorithm_greedy, ""},
    {"random", "plays a legal move at random, each equally likely",
     "every seed report's first opponent", &ttr_algorithm_random, ""},
};

size_t ttr_player_count(void)
{
    return TTR_COUNT_OF(PLAYERS);
}

const ttr_player *ttr_player_at(size_t index)
{
    TTR_ASSERT(index < TTR_COUNT_OF(PLAYERS));
    return &PLAYERS[index];
}

/* The player of a name, or NULL. */
static const ttr_player *find_player(const char *name, size_t length)
{
    for (size_t i = 0; i < TTR_COUNT_OF(PLAYERS); i++) {
        if (strlen(PLAYERS[i].name) == length && memcmp(PLAYERS[i].name, name, length) == 0)
            return &PLAYERS[i];
    }
    return NULL;
}

/* ---- Specs ----------------------------------------------------------------------------------- */

/* Note what is wrong. Returns false for the caller to return. */
static bool spec_fail(ttr_spec_fault *fault, tetress_status status, size_t offset, size_t length,
                      const char *reason)
{
    *fault =
        (ttr_spec_fault){.status = status, .offset = offset, .length = length, .reason = reason};
    return false;
}

static bool unknown_player(ttr_spec_fault *fault, const char *text, size_t length)
{
    spec_fail(fault, TETRESS_EUNKNOWN, 0, length, "the name of a player");
    fault->prefixed = strncmp(text, TTR_REFEREE_PREFIX, strlen(TTR_REFEREE_PREFIX)) == 0;
    fault->nearest = ttr_nearest_start(text, length);
    for (size_t i = 0; i < TTR_COUNT_OF(PLAYERS); i++)
        ttr_nearest_offer(&fault->nearest, PLAYERS[i].name, strlen(PLAYERS[i].name));
    return false;
}

static bool unknown_option(ttr_spec_fault *fault, const ttr_algorithm *algorithm, const char *text,
                           size_t offset, size_t length)
{
    spec_fail(fault, TETRESS_EUNKNOWN, offset, length, "the name of an option");
    fault->nearest = ttr_option_nearest(algorithm, text + offset, length);
    return false;
}

/* Read one "key=value" at *at. *at moves to the comma or the end behind it. */
static bool read_pair(const char *text, size_t *at, const ttr_algorithm *algorithm,
                      ttr_settings *settings, ttr_spec_fault *fault)
{
    size_t key = *at;
    size_t key_length = strcspn(text + key, "=,");
    size_t value = key + key_length + 1;
    size_t value_length;
    const ttr_option *option;

    if (text[key + key_length] != '=')
        return spec_fail(fault, TETRESS_ETEXT, key + key_length, 0,
                         "'=' after the name of an option");
    option = ttr_option_find(algorithm, text + key, key_length);
    if (option == NULL)
        return unknown_option(fault, algorithm, text, key, key_length);
    value_length = strcspn(text + value, ",");
    if (!ttr_option_set(algorithm, option, settings, text + value, value_length)) {
        spec_fail(fault, TETRESS_EVALUE, value, value_length, "a value of the option");
        fault->option = option;
        return false;
    }
    *at = value + value_length;
    return true;
}

static bool read_pairs(const char *text, size_t at, const ttr_algorithm *algorithm,
                       ttr_settings *settings, ttr_spec_fault *fault)
{
    for (;;) {
        if (!read_pair(text, &at, algorithm, settings, fault))
            return false;
        if (text[at] == '\0')
            return true;
        at++;
    }
}

/* The settings of a player: its algorithm's defaults and the options of its row. */
static bool player_preset(const ttr_player *player, ttr_settings *settings, ttr_spec_fault *fault)
{
    *settings = ttr_settings_default(player->algorithm);
    return player->options[0] == '\0' ||
           read_pairs(player->options, 0, player->algorithm, settings, fault);
}

bool ttr_spec_read(const char *text, ttr_spec *spec, ttr_spec_fault *fault)
{
    size_t length = strcspn(text, ":");
    bool sound;

    spec->player = find_player(text, length);
    if (spec->player == NULL)
        return unknown_player(fault, text, length);
    sound = player_preset(spec->player, &spec->preset, fault);
    TTR_ASSERT(sound); /* our own row: a test reads every one */
    (void)sound;
    spec->settings = spec->preset;
    return text[length] == '\0' ||
           read_pairs(text, length + 1, spec->player->algorithm, &spec->settings, fault);
}

/* Of a seed it matters that it was set, even to its default: it must be read back. */
static bool is_set_to_default(const ttr_option *option, const ttr_settings *preset,
                              const ttr_settings *settings)
{
    return option->storage == TTR_STORE_SEED && settings->seed_set && !preset->seed_set;
}

void ttr_spec_write(ttr_text *text, const ttr_player *player, const ttr_settings *preset,
                    const ttr_settings *settings)
{
    const ttr_option *option;
    char separator = ':';

    ttr_text_add(text, player->name);
    for (size_t i = 0; (option = ttr_option_at(player->algorithm, i)) != NULL; i++) {
        char before[TTR_OPTION_TEXT], now[TTR_OPTION_TEXT];
        ttr_text before_text = ttr_text_start(before, sizeof before);
        ttr_text now_text = ttr_text_start(now, sizeof now);

        ttr_option_get(player->algorithm, option, preset, &before_text);
        ttr_option_get(player->algorithm, option, settings, &now_text);
        if (strcmp(before, now) == 0 && !is_set_to_default(option, preset, settings))
            continue;
        ttr_text_add_char(text, separator);
        ttr_text_add(text, option->name);
        ttr_text_add_char(text, '=');
        ttr_text_add(text, now);
        separator = ',';
    }
}
