/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_SEARCH_H
#define TTR_WELL_SEARCH_H

#include "share_work.h"
#include "well_lanes.h"

/* Deeper than anything that can be waited for. */
enum { TTR_WELL_LOOKAHEAD = 4, TTR_WELL_WIDTH = TTR_WELL_MOVES };

/*
 * A player of the single-player game. Without look-ahead it takes the move of the best score. With
 * it, the `width` best moves are looked at: a move is worth the mean, over the seven pieces that
 * may come, of the best that can then be reached, where again only the `width` best moves of each
 * are followed; at the last level the best score counts.
 *
 * Family S2 takes the scores of the last level alone, as S2's program does: what the first
 * moves removed is not in them. Family DT adds landing and eroded cells of all moves on the way,
 * which are of the move and not of the well.
 *
 * Below the height `shallow` it does without look-ahead (0: never). With `preview` it knows the
 * next piece: there is no mean over that one. `threads` share the first moves of a decision.
 */
typedef struct ttr_well_player {
    ttr_well_weights weights;
    int lookahead, width, shallow, threads;
    bool preview;
    const ttr_well_kernel *kernel;
    ttr_lane_tables tables;
} ttr_well_player;

/* What a move is worth: value / (1024 * scale). A lost end counts as the score -2^31, as in S2. */
typedef struct ttr_well_choice {
    int move; /* -1 if every move loses */
    int64_t value;
    int64_t scale;
} ttr_well_choice;

/* `rows` of the well. No preview, one thread. NULL for the kernel that runs now. */
void ttr_well_player_init(ttr_well_player *player, const ttr_well_weights *weights, int rows,
                          int lookahead, int width, int shallow, const ttr_well_kernel *kernel);

/* The move for `piece`, the first of equal ones. `next` comes after it; only a player with preview
 * looks at it. */
ttr_well_choice ttr_well_choose(const ttr_well_player *player, const ttr_well *well, int piece,
                                int next);

/* The values of the moves that are followed (without look-ahead all that do not lose), best score
 * first; how many. Such a decision is what ttr_well_choose() takes the best of. */
int ttr_well_values(const ttr_well_player *player, const ttr_well *well, int piece, int next,
                    ttr_well_choice kept[TTR_WELL_MOVES]);

#endif
