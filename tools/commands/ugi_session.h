/* SPDX-License-Identifier: MIT */
#ifndef UGI_SESSION_H
#define UGI_SESSION_H

#include <stdbool.h>
#include <stdio.h>
#include <tetress/tetress.h>

/*
 * One side of a conversation in UGI (docs/reference/ugi.md), fed line by line. Searches run in a
 * thread of their own, so that `stop` and `isready` are heard meanwhile; all else waits for the
 * search to end. One thread feeds a session.
 */
typedef struct ugi_session ugi_session;

/* Longest player spec that a session takes. */
#define UGI_SPEC_LENGTH 255

/*
 * A session with the player of a spec, whose engines take their memory from `memory` (NULL: malloc
 * and free). It answers on `out`, which stays the caller's. Returns as tetress_engine_new() does,
 * with a sentence in `error`; also TETRESS_ETEXT if the spec is too long.
 */
tetress_status ugi_session_new(const char *spec, const tetress_allocator *memory, FILE *out,
                               ugi_session **session, tetress_error *error);

/* Stop what is searched, which says its move, and free the session. */
void ugi_session_free(ugi_session *session);

/* Obey one line, with or without its end, which is taken apart in place. False for `quit`. */
bool ugi_session_obey(ugi_session *session, char *line);

/* Wait until the search that runs has said its move, unless it is to search until `stop`. */
void ugi_session_settle(ugi_session *session);

/* The game as the session sees it; lives until the next line. */
const tetress_game *ugi_session_game(const ugi_session *session);

#endif
