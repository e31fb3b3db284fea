/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_SEARCH_H
#define TTR_WELL_SEARCH_H

#include "share_work.h"
#include "well_lanes.h"

/* The most look-ahead, and the most moves of a piece that can be followed. Each piece of look-ahead
 * multiplies the work by up to 7 * width; values are sums over 7^lookahead wells and have to fit
 * into 64 bits. */
enum { TTR_WELL_LOOKAHEAD = 4, TTR_WELL_WIDTH = TTR_WELL_MOVES };

/*
 * A player of the single-player game.
 *
 * Without look-ahead it takes the move of the best score. With look-ahead it follows the `width`
 * best moves of a piece: such a move is worth the mean, over the seven pieces that may come, of the
 * best that the piece can reach, where again only its `width` best moves are followed; at the last
 * level the best score counts (expectimax in a beam).
 *
 *     piece known      o            the `width` best moves
 *                     /|\
 *     next piece     O I L ...      the mean over seven: one node for each piece that may come
 *                   /|\
 *     its moves    . . .            the best of its `width` best, or in the end the best score
 *
 * Family S2 counts the scores of the last level alone, as S2's program does: rows that the first
 * moves removed are not in them. Family DT adds landing and eroded cells of all moves on the way,
 * which belong to a move and not to a well.
 *
 * In a well lower than `shallow` the player does without look-ahead (0: never), which saves time
 * where nothing can go wrong. With `preview` it knows the next piece, and there is no mean over
 * that one. `threads` share the first moves of a decision.
 */
typedef struct ttr_well_player {
    ttr_well_weights weights;
    int lookahead, width, shallow, threads;
    bool preview;
    const ttr_well_kernel *kernel;
    ttr_halt *halt; /* of the call that the player serves; NULL if nothing stops it */
    ttr_lane_tables tables;
} ttr_well_player;

/* What a move is worth: value / (1024 * scale). Whole numbers, so that sums over seven pieces are
 * exact and every machine chooses the same move. A lost end counts as the score -2^31, as in S2. */
typedef struct ttr_well_choice {
    int move; /* -1 if every move loses */
    int64_t value;
    int64_t scale;
} ttr_well_choice;

/* Is the player to give up? Then what it chose and measured means nothing. Once true, it stays so
 * until the call returns. */
static inline bool ttr_well_stopped(const ttr_well_player *player)
{
    return ttr_halted(player->halt);
}

/* Make a player for wells of `rows` rows, without preview, with one thread, and one that is not
 * stopped. `kernel` NULL: the one that runs now. */
void ttr_well_player_init(ttr_well_player *player, const ttr_well_weights *weights, int rows,
                          int lookahead, int width, int shallow, const ttr_well_kernel *kernel);

/* Choose the move for `piece`, the first of equal ones. `next` is the piece after it, which only a
 * player with preview uses. */
ttr_well_choice ttr_well_choose(const ttr_well_player *player, const ttr_well *well, int piece,
                                int next);

/* The values of the moves that are followed (without look-ahead all that do not lose), best score
 * first. Returns their number. ttr_well_choose() takes the best of them. */
int ttr_well_values(const ttr_well_player *player, const ttr_well *well, int piece, int next,
                    ttr_well_choice kept[TTR_WELL_MOVES]);

#endif
