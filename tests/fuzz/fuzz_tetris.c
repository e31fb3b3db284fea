/* SPDX-License-Identifier: MIT */
/* Text of a single-player game: refused with an offset inside it, or read to a game that writes
 * back, goes on with the same pieces and is played on by an agent. */
#include <tetress/tetress.h>

#include "fuzz_common.h"

/* The game as text, from malloc(). */
static char *text_of(const tetress_tetris *game)
{
    size_t length;
    char *text;

    MUST(tetress_tetris_to_text(game, NULL, 0, &length) == TETRESS_OK);
    text = malloc(length + 1);
    MUST(text != NULL);
    MUST(tetress_tetris_to_text(game, text, length + 1, NULL) == TETRESS_OK);
    return text;
}

static void must_be_alike(const tetress_tetris *one, const tetress_tetris *other)
{
    char *text = text_of(one), *again = text_of(other);

    MUST(strcmp(text, again) == 0);
    MUST(tetress_tetris_hash(one) == tetress_tetris_hash(other));
    free(text);
    free(again);
}

/* No cell above the rows, no row that is full. */
static void must_be_sound(const tetress_tetris *game)
{
    uint32_t columns[TETRESS_TETRIS_COLUMNS], all = 0, full = UINT32_MAX;

    MUST(tetress_tetris_columns(game, columns) == TETRESS_OK);
    for (int c = 0; c < TETRESS_TETRIS_COLUMNS; c++) {
        all |= columns[c];
        full &= columns[c];
    }
    MUST(full == 0 && all >> tetress_tetris_rows(game) == 0);
}

static void play_both(tetress_tetris *one, tetress_tetris *other)
{
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris_agent *agent;

    options.rows = (uint32_t)tetress_tetris_rows(one);
    MUST(tetress_tetris_agent_new(NULL, "s2", &options, &agent, NULL) == TETRESS_OK);
    for (int i = 0; i < 12; i++) {
        tetress_status status = tetress_tetris_agent_play(agent, one, 1);

        MUST(status == (tetress_tetris_over(other) == 1 ? TETRESS_EOVER : TETRESS_OK));
        MUST(tetress_tetris_agent_play(agent, other, 1) == status);
        must_be_sound(one);
    }
    must_be_alike(one, other);
    tetress_tetris_agent_free(agent);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_string(data, size), *written;
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_tetris *game, *again;

    if (tetress_tetris_from_text(NULL, text, &game, &error) != TETRESS_OK) {
        MUST(error.status == TETRESS_ETEXT);
        MUST(error.offset >= 0 && (size_t)error.offset <= strlen(text));
        MUST(game == NULL && error.text[0] != '\0');
    } else {
        written = text_of(game);
        MUST(tetress_tetris_from_text(NULL, written, &again, NULL) == TETRESS_OK);
        MUST(strncmp(text, written, strcspn(text, " ") + 2) == 0); /* well and piece */
        must_be_alike(game, again);
        play_both(game, again);
        free(written);
        tetress_tetris_free(again);
        tetress_tetris_free(game);
    }
    free(text);
    return 0;
}
