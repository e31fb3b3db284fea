/* SPDX-License-Identifier: MIT */
/*
 * Turns each kind of failure into the sentence that a person reads.
 *
 * A sentence says what is wrong, where, and what to do: "player spec, offset 8: "hahs" is not the
 * name of an option; did you mean "hash"?". It fits into TETRESS_ERROR_TEXT bytes, so what the
 * caller wrote is quoted only in part, and bytes that are no printable ASCII become '?': the text
 * of strangers must not reach a terminal as it is.
 */
#include "error_text.h"
#include "rules.h"
#include "well_evaluators.h"

#include <string.h>

const tetress_error ttr_error_null_handle = {
    sizeof(tetress_error), TETRESS_EARG, TETRESS_RULE_NONE, -1, -1, "the handle is NULL",
};

/* Characters of a caller's name or value that are shown. More would be cut off at the end of the
 * longest sentence. */
#define MOST_QUOTED 32

/* Clear an error, set its status, and begin its text. */
static ttr_text error_start(tetress_error *error, tetress_status status)
{
    memset(error, 0, sizeof *error);
    error->size = sizeof *error;
    error->status = status;
    error->cell = -1;
    error->offset = -1;
    return ttr_text_start(error->text, sizeof error->text);
}

/* Add a name or value of the caller between quotes, shortened and made printable. */
static void add_quoted(ttr_text *text, const char *string, size_t length)
{
    size_t shown = length < MOST_QUOTED ? length : MOST_QUOTED;

    ttr_text_add_char(text, '"');
    for (size_t i = 0; i < shown; i++) {
        bool printable = string[i] >= ' ' && string[i] <= '~';

        ttr_text_add_char(text, printable ? string[i] : '?');
    }
    ttr_text_add(text, shown < length ? "...\"" : "\"");
}

tetress_status ttr_error_none(tetress_error *error)
{
    error_start(error, TETRESS_OK);
    return TETRESS_OK;
}

tetress_status ttr_error_plain(tetress_error *error, tetress_status status, const char *sentence)
{
    ttr_text text = error_start(error, status);

    ttr_text_add(&text, sentence);
    ttr_text_end_whole(&text);
    return status;
}

tetress_status ttr_error_allocator(tetress_error *error)
{
    return ttr_error_plain(error, TETRESS_EARG, "the allocator lacks a function");
}

tetress_status ttr_error_size(tetress_error *error, const char *structure, const char *init)
{
    ttr_text text = error_start(error, TETRESS_EARG);

    ttr_text_add(&text, "the size of ");
    ttr_text_add(&text, structure);
    ttr_text_add(&text, " is wrong; use ");
    ttr_text_add(&text, init);
    ttr_text_end_whole(&text);
    return TETRESS_EARG;
}

tetress_status ttr_error_newer(tetress_error *error, const char *field, const char *structure)
{
    ttr_text text = error_start(error, TETRESS_EVERSION);

    ttr_text_add(&text, field);
    ttr_text_add(&text, " of ");
    ttr_text_add(&text, structure);
    ttr_text_add(&text, " is set, which this version does not know; "
                        "leave it 0 or load a newer library");
    ttr_text_end_whole(&text);
    return TETRESS_EVERSION;
}

tetress_status ttr_error_range(tetress_error *error, const char *name, uint64_t low, uint64_t high,
                               uint64_t fallback)
{
    ttr_text text = error_start(error, TETRESS_EARG);

    ttr_text_add(&text, name);
    ttr_text_add(&text, " must be from ");
    ttr_text_add_unsigned(&text, low);
    ttr_text_add(&text, " to ");
    ttr_text_add_unsigned(&text, high);
    if (fallback != 0) {
        ttr_text_add(&text, ", or 0, which means ");
        ttr_text_add_unsigned(&text, fallback);
    }
    return TETRESS_EARG;
}

tetress_status ttr_error_no_placement(tetress_error *error)
{
    ttr_text text = error_start(error, TETRESS_EARG);

    ttr_text_add(&text, "the move is no placement, 0 to ");
    ttr_text_add_int(&text, TTR_PLACEMENTS - 1);
    return TETRESS_EARG;
}

tetress_status ttr_error_misread(tetress_error *error, const ttr_misread *misread)
{
    ttr_text text = error_start(error, TETRESS_ETEXT);

    error->offset = (int32_t)misread->offset;
    ttr_text_add(&text, "at offset ");
    ttr_text_add_unsigned(&text, misread->offset);
    ttr_text_add(&text, ": expected ");
    ttr_text_add(&text, misread->reason);
    return TETRESS_ETEXT;
}

/* Add the name that may have been meant, if one is near. */
static void add_meant(ttr_text *text, const ttr_nearest *nearest)
{
    if (nearest->found == NULL)
        return;
    ttr_text_add(text, "; did you mean \"");
    ttr_text_add_span(text, nearest->found, nearest->found_length);
    ttr_text_add(text, "\"?");
}

/* Add the name that may have been meant, or else the function that lists all names. */
static void add_way_out(ttr_text *text, const ttr_nearest *nearest, bool is_option)
{
    if (nearest->found != NULL)
        add_meant(text, nearest);
    else
        ttr_text_add(text, is_option ? "; see " TETRESS_SEE_OPTIONS : "; see " TETRESS_SEE_PLAYERS);
}

/* Add the choice that may have been meant, or else all choices; the text may end before the last of
 * them. */
static void add_choices(ttr_text *text, const ttr_option *option, const char *value, size_t length)
{
    ttr_nearest nearest = ttr_nearest_start(value, length);

    ttr_nearest_offer_list(&nearest, option->choices);
    ttr_text_add(text, nearest.found != NULL ? "is not a value of this option" : "is not one of: ");
    if (nearest.found == NULL)
        ttr_text_add(text, option->choices);
    add_meant(text, &nearest);
}

/* Add what is wrong with the value of an option. */
static void add_bounds(ttr_text *text, const ttr_option *option, const char *value, size_t length)
{
    add_quoted(text, value, length);
    ttr_text_add_char(text, ' ');
    if (option->choices != NULL) {
        add_choices(text, option, value, length);
        return;
    }
    ttr_text_add(text, option->type == TTR_OPTION_REAL ? "is not a decimal from "
                                                       : "is not an integer from ");
    ttr_text_add(text, option->minimum);
    ttr_text_add(text, " to ");
    ttr_text_add(text, option->maximum);
}

tetress_status ttr_error_no_option(tetress_error *error, const ttr_player *player, const char *name)
{
    ttr_text text = error_start(error, TETRESS_EUNKNOWN);
    ttr_nearest nearest = ttr_option_nearest(player->algorithm, name, strlen(name));

    ttr_text_add(&text, "this player has no option ");
    add_quoted(&text, name, strlen(name));
    add_way_out(&text, &nearest, true);
    return TETRESS_EUNKNOWN;
}

/* Add the names of all evaluators of the single-player game. They are few enough for a sentence. */
static void add_all_evaluators(ttr_text *text)
{
    const ttr_well_evaluator *known;

    for (uint32_t i = 0; (known = ttr_well_evaluator_at(i)) != NULL; i++) {
        ttr_text_add(text, i == 0 ? "; known are " : ", ");
        ttr_text_add(text, known->name);
    }
}

tetress_status ttr_error_no_evaluator(tetress_error *error, const char *name)
{
    ttr_text text = error_start(error, TETRESS_EUNKNOWN);
    ttr_nearest nearest = ttr_nearest_start(name, strlen(name));
    const ttr_well_evaluator *known;

    for (uint32_t i = 0; (known = ttr_well_evaluator_at(i)) != NULL; i++)
        ttr_nearest_offer(&nearest, known->name, strlen(known->name));
    add_quoted(&text, name, strlen(name));
    ttr_text_add(&text, " is not the name of an evaluator");
    if (nearest.found != NULL)
        add_meant(&text, &nearest);
    else
        add_all_evaluators(&text);
    return TETRESS_EUNKNOWN;
}

tetress_status ttr_error_value(tetress_error *error, const ttr_option *option, const char *value)
{
    ttr_text text = error_start(error, TETRESS_EVALUE);

    ttr_text_add(&text, "option ");
    ttr_text_add(&text, option->name);
    ttr_text_add(&text, ": ");
    add_bounds(&text, option, value, strlen(value));
    return TETRESS_EVALUE;
}

tetress_status ttr_error_spec(tetress_error *error, const ttr_spec_fault *fault, const char *spec)
{
    ttr_text text = error_start(error, fault->status);

    error->offset = (int32_t)fault->offset;
    ttr_text_add(&text, "player spec, offset ");
    ttr_text_add_unsigned(&text, fault->offset);
    ttr_text_add(&text, ": ");
    if (fault->status == TETRESS_ETEXT) {
        ttr_text_add(&text, "expected ");
        ttr_text_add(&text, fault->reason);
        return fault->status;
    }
    if (fault->prefixed) {
        ttr_text_add(&text, "\"" TTR_REFEREE_PREFIX "\" is only for the referee and tournaments; "
                            "leave it out");
        return fault->status;
    }
    if (fault->option != NULL) {
        add_bounds(&text, fault->option, spec + fault->offset, fault->length);
        return fault->status;
    }
    add_quoted(&text, spec + fault->offset, fault->length);
    ttr_text_add(&text, " is not ");
    ttr_text_add(&text, fault->reason);
    add_way_out(&text, &fault->nearest, fault->offset > 0);
    return fault->status;
}

static void add_cell(ttr_text *text, int64_t row, int64_t column)
{
    ttr_text_add_int(text, row);
    ttr_text_add_char(text, '-');
    ttr_text_add_int(text, column);
}

static void add_cells(ttr_text *text, const int32_t *coordinates, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            ttr_text_add_char(text, ',');
        add_cell(text, coordinates[2 * i], coordinates[2 * i + 1]);
    }
}

/* Add the first cell that is not on the board. */
static void add_outside(ttr_text *text, const int32_t *coordinates, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int32_t row = coordinates[2 * i];
        int32_t column = coordinates[2 * i + 1];

        if (row < 0 || row >= TTR_ROWS || column < 0 || column >= TTR_COLUMNS) {
            add_cell(text, row, column);
            return;
        }
    }
}

tetress_status ttr_error_rule(tetress_error *error, ttr_verdict verdict, const int32_t *coordinates,
                              size_t count)
{
    ttr_text text = error_start(error, TETRESS_EILLEGAL);

    error->rule = (int32_t)verdict.rule;
    error->cell = verdict.cell;
    switch (verdict.rule) {
    case TTR_RULE_OUT_OF_RANGE:
        ttr_text_add(&text, "cell ");
        add_outside(&text, coordinates, count);
        ttr_text_add(&text, " is not on the board; rows and columns are 0 to ");
        ttr_text_add_int(&text, TTR_ROWS - 1);
        break;
    case TTR_RULE_DUPLICATE:
        ttr_text_add(&text, "cell ");
        add_cell(&text, verdict.cell / TTR_COLUMNS, verdict.cell % TTR_COLUMNS);
        ttr_text_add(&text, " is named twice");
        break;
    case TTR_RULE_NOT_TETROMINO:
        if (count != 4) {
            ttr_text_add(&text, "a placement has 4 cells, not ");
            ttr_text_add_unsigned(&text, count);
            break;
        }
        add_cells(&text, coordinates, count);
        ttr_text_add(&text, " is no tetromino");
        break;
    case TTR_RULE_OCCUPIED:
        ttr_text_add(&text, "cell ");
        add_cell(&text, verdict.cell / TTR_COLUMNS, verdict.cell % TTR_COLUMNS);
        ttr_text_add(&text, " is occupied");
        break;
    case TTR_RULE_NOT_ADJACENT:
        ttr_text_add(&text, "no cell of ");
        add_cells(&text, coordinates, count);
        ttr_text_add(&text, " is next to a token of the side to move");
        break;
    case TTR_RULE_NONE:
    case TTR_RULE_GAME_OVER:
        TTR_ASSERT(false); /* rules that no placement breaks */
        break;
    }
    return TETRESS_EILLEGAL;
}

tetress_status ttr_error_over(tetress_error *error, ttr_outcome outcome)
{
    ttr_error_plain(
        error, TETRESS_EOVER,
        outcome.reason == TTR_TURN_LIMIT
            ? "the game is over: " TTR_TEXT_OF(TTR_MAX_ACTIONS) " actions have been played"
            : "the game is over: the side to move has no legal move");
    error->rule = TETRESS_RULE_GAME_OVER;
    return TETRESS_EOVER;
}
