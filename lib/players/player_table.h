/* SPDX-License-Identifier: MIT */
#ifndef TTR_PLAYER_TABLE_H
#define TTR_PLAYER_TABLE_H

#include "options.h"

/* A player is a row of a table: an algorithm and the options that make the player what it is. */
typedef struct ttr_player {
    const char *name;
    const char *description;
    const char *source;
    const ttr_algorithm *algorithm;
    const char *options; /* "key=value,..." */
} ttr_player;

size_t ttr_player_count(void);
const ttr_player *ttr_player_at(size_t index);

/* What the referee and tournaments put before a player of the library. */
#define TTR_REFEREE_PREFIX "tetress:"

/* What a player spec says. */
typedef struct ttr_spec {
    const ttr_player *player;
    ttr_settings preset;   /* the player's own options */
    ttr_settings settings; /* with those of the spec set as well */
} ttr_spec;

/* What is wrong with a spec, in enough detail for a sentence that says the way out. */
typedef struct ttr_spec_fault {
    tetress_status status;    /* TETRESS_EUNKNOWN, TETRESS_EVALUE or TETRESS_ETEXT */
    size_t offset;            /* bytes into the text */
    size_t length;            /* of the name or value at fault; 0 for TETRESS_ETEXT */
    const ttr_option *option; /* for TETRESS_EVALUE */
    const char *reason;       /* static; what was expected */
    ttr_nearest nearest;      /* for TETRESS_EUNKNOWN: the name that may have been meant */
    bool prefixed;            /* the spec begins with TTR_REFEREE_PREFIX */
} ttr_spec_fault;

/* Read "NAME" or "NAME:key=value,key=value". On false *fault says what is wrong. */
bool ttr_spec_read(const char *text, ttr_spec *spec, ttr_spec_fault *fault);

/* Write the shortest spec that reads back as these settings: only options that differ from the
 * player's. */
void ttr_spec_write(ttr_text *text, const ttr_player *player, const ttr_settings *preset,
                    const ttr_settings *settings);

#endif
