/* SPDX-License-Identifier: MIT */
/* Games, single moves and features of the original program of S2 (data/tetris/README.md),
 * from inside. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmocka_all.h"
#include "golden_records.h"
#include "well_evaluators.h"
#include "well_search.h"

static int number_at(const json_t *array, size_t index)
{
    const json_t *number = json_array_get(array, index);

    assert_true(json_is_integer(number));
    return (int)json_integer_value(number);
}

static ttr_well well_of(const json_t *columns)
{
    ttr_well well;

    assert_int_equal(json_array_size(columns), TTR_WELL_COLUMNS);
    for (size_t c = 0; c < TTR_WELL_COLUMNS; c++)
        well.columns[c] = (uint32_t)number_at(columns, c);
    return well;
}

static int move_named(int piece, int orientation, int slot)
{
    for (int i = 0; i < ttr_well_move_count(piece); i++) {
        ttr_drop_move move = ttr_well_move(piece, i);

        if (move.orientation == orientation && move.slot == slot)
            return i;
    }
    fail_msg("piece %d has no move %d, %d", piece, orientation, slot);
    return -1;
}

static void check_game(const json_t *game)
{
    const json_t *moves = json_object_get(game, "moves");
    ttr_well well = {{0}};
    int cleared = 0;

    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        int piece = number_at(move, 0), index = number_at(move, 3);
        ttr_dropped dropped = ttr_well_drop(&well, TTR_WELL_ROWS, piece, index);
        ttr_well expected = well_of(json_array_get(move, 7));

        assert_int_equal(index, move_named(piece, number_at(move, 1), number_at(move, 2)));
        assert_int_equal(dropped.cleared, number_at(move, 4));
        assert_int_equal(dropped.lost, number_at(move, 5));
        assert_memory_equal(&well, &expected, sizeof well);
        for (size_t c = 0; c < TTR_WELL_COLUMNS; c++)
            assert_int_equal(ttr_column_height(well.columns[c]),
                             number_at(json_array_get(move, 6), c));
        cleared += dropped.cleared;
    }
    assert_int_equal(cleared, number_of(game, "cleared"));
}

static void games_are_those_of_the_original(void **state)
{
    (void)state;
    assert_int_equal(each_record("tetris/games.jsonl", check_game), 80);
}

static void check_edge(const json_t *edge)
{
    ttr_well well = well_of(json_object_get(edge, "cols"));
    ttr_well after = well_of(json_object_get(edge, "after"));
    int piece = number_of(edge, "piece");
    ttr_dropped dropped =
        ttr_well_drop(&well, TTR_WELL_ROWS, piece,
                      move_named(piece, number_of(edge, "orient"), number_of(edge, "slot")));

    assert_int_equal(dropped.lost, json_is_true(json_object_get(edge, "lost")));
    if (!dropped.lost)
        assert_int_equal(dropped.cleared, number_of(edge, "cleared"));
    assert_memory_equal(&well, &after, sizeof well);
}

static void edges_are_those_of_the_original(void **state)
{
    (void)state;
    assert_int_equal(each_record("tetris/edge.jsonl", check_edge), 3000);
}

static void check_features(const json_t *record)
{
    ttr_well well = well_of(json_object_get(record, "cols"));
    const json_t *expected = json_object_get(record, "features");
    int piece = number_of(record, "piece");
    int32_t features[TTR_S2_FEATURES];
    ttr_dropped dropped =
        ttr_well_drop(&well, TTR_WELL_ROWS, piece,
                      move_named(piece, number_of(record, "orient"), number_of(record, "slot")));

    assert_int_equal(dropped.lost, json_is_true(json_object_get(record, "lost")));
    if (dropped.lost)
        return;
    ttr_well_features_s2(&well, &dropped, features);
    for (size_t i = 0; i < TTR_S2_FEATURES; i++)
        assert_int_equal(features[i], number_at(expected, i));
}

static void features_are_those_of_the_original(void **state)
{
    (void)state;
    assert_int_equal(each_record("tetris/features.jsonl", check_features), 2000);
}

static void moves_are_numbered_as_in_the_original(void **state)
{
    char path[512];
    json_t *pieces;
    int total = 0;

    (void)state;
    snprintf(path, sizeof path, "%s/tetris/legal_moves.json", TEST_DATA);
    pieces = json_load_file(path, 0, NULL);
    assert_non_null(pieces);
    for (int piece = 0; piece < TTR_WELL_PIECES; piece++) {
        char key[2] = {(char)('0' + piece), '\0'};
        const json_t *moves = json_object_get(pieces, key);

        assert_int_equal(json_array_size(moves), ttr_well_move_count(piece));
        for (int i = 0; i < ttr_well_move_count(piece); i++) {
            ttr_drop_move move = ttr_well_move(piece, i);

            assert_int_equal(move.orientation, number_at(json_array_get(moves, (size_t)i), 0));
            assert_int_equal(move.slot, number_at(json_array_get(moves, (size_t)i), 1));
        }
        total += ttr_well_move_count(piece);
    }
    json_decref(pieces);
    assert_int_equal(total, 162);
}

/* ---- Decisions ------------------------------------------------------------------------------- */

/* The original's weights, in its own arithmetic. */
static const double S2_WEIGHTS[TTR_S2_FEATURES] = {
    -1.4101417483877365, 1.7211254382260732,   -9.430143863717376,  -9.994060706564685,
    -2.151838313833677,  -0.44094887506903957, -0.1085005610847889, 2.575604041318804,
    -0.782307878163081,  -0.2962660424028918,  -2.8036583031140183};

static double exact_score(const ttr_well *well, int piece, int move, ttr_well *after)
{
    int32_t features[TTR_S2_FEATURES];
    ttr_dropped dropped;
    double score = 0;

    *after = *well;
    dropped = ttr_well_drop(after, TTR_WELL_ROWS, piece, move);
    if (dropped.lost)
        return -2147483648.0;
    ttr_well_features_s2(after, &dropped, features);
    for (int i = 0; i < TTR_S2_FEATURES; i++)
        score += S2_WEIGHTS[i] * features[i];
    return score;
}

/* What a move is worth: its score, or the mean of the best scores after it. */
static double exact_value(const ttr_well *well, int piece, int move, int lookahead)
{
    ttr_well after, ignored;
    double score = exact_score(well, piece, move, &after), sum = 0;

    if (lookahead == 0)
        return score;
    for (int next = 0; next < TTR_WELL_PIECES; next++) {
        double best = -2147483648.0;

        for (int i = 0; i < ttr_well_move_count(next); i++) {
            double found = exact_score(&after, next, i, &ignored);

            best = found > best ? found : best;
        }
        sum += best;
    }
    return sum / (double)TTR_WELL_PIECES;
}

static double real_at(const json_t *array, size_t index)
{
    const json_t *number = json_array_get(array, index);

    assert_true(json_is_number(number));
    return json_number_value(number);
}

static long decisions, equal_moves;

/* How many moves have at least the score of this one. */
static int tied_with(const ttr_well *well, int piece, int move)
{
    ttr_well ignored;
    double score = exact_score(well, piece, move, &ignored);
    int count = 0;

    for (int i = 0; i < ttr_well_move_count(piece); i++)
        count += exact_score(well, piece, i, &ignored) > score - 0.02;
    return count;
}

static void check_step(const ttr_well *well, const json_t *step, const ttr_well_player *player)
{
    int piece = number_at(step, 0);
    const json_t *kept = json_array_get(step, 1), *chosen = json_array_get(step, 2);
    int best = move_named(piece, number_at(chosen, 0), number_at(chosen, 1));
    double value = real_at(chosen, 2);
    ttr_well_choice choice = ttr_well_choose(player, well, piece, -1);

    for (size_t i = 0; i < json_array_size(kept); i++) {
        const json_t *one = json_array_get(kept, i);
        int move = move_named(piece, number_at(one, 0), number_at(one, 1));

        assert_true(fabs(exact_value(well, piece, move, player->lookahead) - real_at(one, 2)) <
                    1e-6 * (1 + fabs(real_at(one, 2))));
    }
    decisions++;
    if (choice.move == best) {
        equal_moves++;
        return;
    }
    /* Another move: then it is as good, or more moves than the beam takes were as good as the last
     * of it, of which the original took some as they came. Weights are rounded to 1024ths. */
    if (choice.move < 0) {
        assert_true(value <= -2147483648.0); /* all lose, and the original names one of them */
        return;
    }
    if (exact_value(well, piece, choice.move, player->lookahead) < value - 0.25)
        assert_true(tied_with(well, piece, best) > player->width);
}

static void check_decisions(const json_t *game)
{
    static ttr_well_player player;
    const json_t *steps = json_object_get(game, "steps");
    ttr_well well = {{0}};

    ttr_well_player_init(&player, &ttr_well_evaluator_named("s2")->weights, TTR_WELL_ROWS,
                         number_of(game, "lookahead"), number_of(game, "beam"), 0, NULL);
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i);

        check_step(&well, step, &player);
        well = well_of(json_array_get(step, 3));
    }
}

static void decisions_are_those_of_the_original(void **state)
{
    (void)state;
    assert_int_equal(each_record("tetris/decisions.jsonl", check_decisions), 12);
    assert_int_equal(decisions, 1699);
    assert_true(equal_moves >= decisions - 62); /* ties of its beams */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_numbered_as_in_the_original),
        cmocka_unit_test(games_are_those_of_the_original),
        cmocka_unit_test(edges_are_those_of_the_original),
        cmocka_unit_test(features_are_those_of_the_original),
        cmocka_unit_test(decisions_are_those_of_the_original),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
