/* SPDX-License-Identifier: MIT */
#include "referee_log.h"

#include <inttypes.h>
#include <string.h>

#include "setup.h"
#include "text_lines.h"

/* Lines of the referee are shorter; of longer ones, which are an agent's, the start will do. */
#define LINE_LENGTH 1024

/* What the lines tell. */
typedef enum event_kind {
    EVENT_OTHER,  /* nothing about the game: boards, messages of agents */
    EVENT_PLAYER, /* who plays a colour */
    EVENT_BEGIN,
    EVENT_TURN,   /* whose turn it is */
    EVENT_ACTION, /* what a player wants to play; whether it may comes to light afterwards */
    EVENT_FAIL,   /* a player broke a rule, a limit or down */
    EVENT_ABORT,  /* the referee broke down */
    EVENT_END,
    EVENT_WRONG /* no line of a log */
} event_kind;

typedef struct event {
    event_kind kind;
    int32_t colour;   /* of player, turn, action; the winner of an end */
    uint64_t turn;    /* number of the turn, from 1; 0 if the line does not say it */
    const char *text; /* name of the player, or action */
} event;

/* ---- Words ----------------------------------------------------------------------------------- */

/* If *at starts with `word`, go behind it. */
static bool skip_word(char **at, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

static bool skip_colour(char **at, int32_t *colour)
{
    *colour = skip_word(at, "RED")    ? TETRESS_RED
              : skip_word(at, "BLUE") ? TETRESS_BLUE
                                      : TETRESS_NOBODY;
    return *colour != TETRESS_NOBODY;
}

/* Cut `ending` off the text; false if it does not end so. */
static bool cut_ending(char *text, const char *ending)
{
    size_t length = strlen(text);
    size_t cut = strlen(ending);

    if (length < cut || strcmp(text + length - cut, ending) != 0)
        return false;
    text[length - cut] = '\0';
    return true;
}

/* Behind a colour code, ESC [ ... letter, that starts at `at`; `at` itself if none does. */
static const char *skip_escape(const char *at, const char *end)
{
    const char *from = at;

    if (end - at < 2 || at[0] != '\033' || at[1] != '[')
        return at;
    for (at += 2; at < end; at++) {
        if (*at >= '@' && *at <= '~')
            return at + 1;
    }
    return from;
}

/* A line as a string, without colour codes; a NUL in it does not hide the rest. */
static void copy_line(const text_lines *lines, char clean[LINE_LENGTH])
{
    const char *at = lines->line;
    const char *end = at + lines->length;
    size_t length = 0;

    while (at < end && length + 1 < LINE_LENGTH) {
        const char *behind = skip_escape(at, end);

        if (behind == at) {
            clean[length++] = *at == '\0' ? '?' : *at;
            behind++;
        }
        at = behind;
    }
    clean[length] = '\0';
}

/* ---- What the referee prints ----------------------------------------------------------------- */

/* Behind "* referee : " or another level's mark, wherever in the line it is, since an agent may
 * have left its own line open; NULL if the line is not the referee's. */
static char *printed_message(char *line)
{
    char *at = strstr(line, "* referee ");

    if (at == NULL)
        return NULL;
    at += strlen("* referee ");
    at += strspn(at, " ");
    if (*at == '\0' || strchr(":#!@~", *at) == NULL || at[1] != ' ')
        return NULL;
    return at + 2;
}

/* wrapping player 1 [agent:Agent] as RED... */
static bool read_wrapping(char *message, event *found)
{
    static const char *const AS[] = {"] as RED...", "] as BLUE..."};
    char *name = skip_word(&message, "wrapping player ") ? strchr(message, '[') : NULL;

    for (int32_t colour = TETRESS_RED; name != NULL && colour <= TETRESS_BLUE; colour++) {
        if (cut_ending(name, AS[colour])) {
            *found = (event){EVENT_PLAYER, colour, 0, name + 1};
            return true;
        }
    }
    return false;
}

/* RED to play (turn 3) ... or RED plays action PLACE(...) */
static bool read_printed_turn(char *message, event *found)
{
    int32_t colour;

    if (!skip_colour(&message, &colour))
        return false;
    if (skip_word(&message, " plays action ")) {
        *found = (event){EVENT_ACTION, colour, 0, message};
        return true;
    }
    *found = (event){EVENT_TURN, colour, 0, NULL};
    return skip_word(&message, " to play (turn ") && cut_ending(message, ") ...") &&
           read_integer(message, UINT64_MAX, &found->turn);
}

static bool read_printed_end(char *message, event *found)
{
    *found = (event){EVENT_END, TETRESS_NOBODY, 0, NULL};
    if (strcmp(message, "game ended in a draw") == 0)
        return true;
    return skip_word(&message, "game over, winner is ") && skip_colour(&message, &found->colour) &&
           *message == '\0';
}

/* Notes whether the line is the referee's at all. */
static event read_printed(char *line, bool *heard)
{
    char *message = printed_message(line);
    event found = {EVENT_OTHER, TETRESS_NOBODY, 0, NULL};

    if (message == NULL)
        return found;
    *heard = true;
    if (strcmp(message, "let the game begin!") == 0)
        found.kind = EVENT_BEGIN;
    else if (skip_word(&message, "player error: "))
        found.kind = EVENT_FAIL;
    else if (skip_word(&message, "fatal error: "))
        found.kind = EVENT_ABORT;
    else if (!read_wrapping(message, &found) && !read_printed_turn(message, &found) &&
             !read_printed_end(message, &found))
        found = (event){EVENT_OTHER, TETRESS_NOBODY, 0, NULL};
    return found;
}

/* ---- What the referee logs ------------------------------------------------------------------- */

/* Tnnnn.nnn and a tab. */
static bool skip_time(char **at)
{
    char *digits = *at + 1;
    size_t whole = **at == 'T' ? strspn(digits, "0123456789") : 0;
    size_t part = whole > 0 && digits[whole] == '.' ? strspn(digits + whole + 1, "0123456789") : 0;

    if (part == 0 || digits[whole + 1 + part] != '\t')
        return false;
    *at = digits + whole + part + 2;
    return true;
}

/* The text up to the next tab or the end, ended in place; *at moves behind it. */
static char *next_field(char **at)
{
    char *field = *at;

    *at += strcspn(field, "\t");
    if (**at != '\0')
        *(*at)++ = '\0';
    return field;
}

static event read_logged_player(int32_t colour, const char *name, char *rest)
{
    event found = {EVENT_WRONG, colour, 0, NULL};

    if (strcmp(name, "initialising") == 0)
        found.kind = EVENT_OTHER;
    else if (strcmp(name, "turn_begin") == 0 && read_integer(rest, UINT64_MAX, &found.turn))
        found.kind = EVENT_TURN;
    else if (strcmp(name, "turn_end") == 0 &&
             read_integer(next_field(&rest), UINT64_MAX, &found.turn))
        found = (event){EVENT_ACTION, colour, found.turn, rest};
    return found;
}

static event read_logged_referee(const char *name, char *rest)
{
    static const struct {
        const char *name;
        event_kind kind;
    } EVENTS[] = {{"game_begin", EVENT_BEGIN},
                  {"board_update", EVENT_OTHER},
                  {"player_error", EVENT_FAIL},
                  {"unhandled_error", EVENT_ABORT}};
    event found = {EVENT_WRONG, TETRESS_NOBODY, 0, NULL};

    for (size_t i = 0; i < sizeof EVENTS / sizeof EVENTS[0]; i++) {
        if (strcmp(EVENTS[i].name, name) == 0)
            found.kind = EVENTS[i].kind;
    }
    if (strcmp(name, "game_end") == 0 && skip_word(&rest, "winner:") &&
        (skip_colour(&rest, &found.colour) || skip_word(&rest, "None")) && *rest == '\0')
        found.kind = EVENT_END;
    return found;
}

static event read_logged(char *line)
{
    int32_t colour;
    char *actor, *name;

    if (!skip_time(&line))
        return (event){EVENT_WRONG, TETRESS_NOBODY, 0, NULL};
    actor = next_field(&line);
    name = next_field(&line);
    if (strcmp(actor, "referee") == 0)
        return read_logged_referee(name, line);
    if (!skip_colour(&actor, &colour) || *actor != '\0')
        return (event){EVENT_WRONG, TETRESS_NOBODY, 0, NULL};
    return read_logged_player(colour, name, line);
}

/* ---- Following the game ---------------------------------------------------------------------- */

typedef struct follower {
    bool is_file;    /* not printed */
    bool heard;      /* the referee has said something */
    uint64_t wanted; /* which game of the text */
    uint64_t begun;  /* games that have begun so far */
    saved_game *saved;
    read_fault *fault;
    size_t line;
    char names[2][LINE_LENGTH];
    bool refused; /* the last action was illegal, as `refusal` says: a failure must follow */
    read_fault refusal;
    bool broken; /* a player or the referee failed */
    bool ended;
} follower;

static bool follow_player(follower *f, const event *e)
{
    strcpy(f->names[e->colour], e->text);
    return true;
}

static bool follow_begin(follower *f)
{
    saved_game *saved = f->saved;

    if (f->begun != f->wanted)
        return true;
    if (tetress_game_new(NULL, &saved->game) != TETRESS_OK)
        return read_fault_say(f->fault, 0, "out of memory");
    game_record_start(&saved->record, saved->game, "", "", 0);
    if (!saved_game_name(saved, f->names[TETRESS_RED], f->names[TETRESS_BLUE]))
        return read_fault_say(f->fault, 0, "out of memory");
    return true;
}

/* Is it this player's turn, and this turn's? */
static bool check_turn(follower *f, const event *e)
{
    const tetress_game *game = f->saved->game;
    int32_t turn = tetress_game_ply(game) + 1;

    if (tetress_game_reason(game) != TETRESS_REASON_NONE)
        return read_fault_say(f->fault, f->line, "the game is over, but goes on");
    if (e->colour != tetress_game_turn(game))
        return read_fault_say(f->fault, f->line, "turn %" PRId32 " is %s's", turn,
                              colour_name(tetress_game_turn(game)));
    if (e->turn != 0 && e->turn != (uint64_t)turn)
        return read_fault_say(f->fault, f->line,
                              "turn %" PRIu64 " where turn %" PRId32 " should be", e->turn, turn);
    return true;
}

static bool follow_action(follower *f, const event *e)
{
    saved_game *saved = f->saved;
    tetress_move move;

    if (!check_turn(f, e))
        return false;
    if (play_text(saved->game, e->text, &move)) {
        game_record_add(&saved->record, move, NULL);
    } else {
        f->refused = true;
        read_fault_say(&f->refusal, f->line, "'%.60s': %s", e->text,
                       tetress_game_error(saved->game)->text);
    }
    return true;
}

/* A player failed: whoever's action was refused, if one was, and else either of them. */
static bool check_failure(follower *f, int32_t winner)
{
    if (winner == TETRESS_NOBODY)
        return read_fault_say(f->fault, f->line, "a player failed, but nobody wins");
    if (f->refused && winner == tetress_game_turn(f->saved->game))
        return read_fault_say(f->fault, f->line, "%s wins with an illegal action",
                              colour_name(winner));
    return true;
}

static bool follow_end(follower *f, const event *e)
{
    int32_t reason = tetress_game_reason(f->saved->game);
    int32_t winner = tetress_game_winner(f->saved->game);

    f->ended = true;
    f->saved->winner = e->colour;
    if (f->saved->failed)
        return check_failure(f, e->colour);
    if (reason == TETRESS_REASON_NONE)
        return read_fault_say(f->fault, f->line, "the game ends, but it is not over");
    if (winner != e->colour)
        return read_fault_say(f->fault, f->line, "the winner is %s, but the actions lead to %s",
                              colour_name(e->colour), colour_name(winner));
    return true;
}

/* A player or the referee is down. The latter names no winner. */
static bool follow_failure(follower *f, bool of_player)
{
    f->broken = true;
    f->saved->failed = of_player;
    f->ended = !of_player;
    return true;
}

/* An event of the game that is wanted. */
static bool follow_game(follower *f, const event *e)
{
    if (f->ended || (f->saved->failed && e->kind != EVENT_END))
        return read_fault_say(f->fault, f->line, "the game has ended, but goes on");
    if (e->kind == EVENT_FAIL || e->kind == EVENT_ABORT)
        return follow_failure(f, e->kind == EVENT_FAIL);
    if (f->refused && !f->saved->failed) {
        *f->fault = f->refusal;
        return false;
    }
    if (e->kind == EVENT_TURN)
        return check_turn(f, e);
    return e->kind == EVENT_ACTION ? follow_action(f, e) : follow_end(f, e);
}

/* What agents return and errors say may have several lines: what follows such a line may be of any
 * form. */
static bool follow_wrong(follower *f)
{
    if (f->refused || f->broken)
        return true;
    return read_fault_say(f->fault, f->line, "no time, actor and event with tabs between");
}

static bool follow(follower *f, const event *e)
{
    switch (e->kind) {
    case EVENT_OTHER:
        return true;
    case EVENT_WRONG:
        return follow_wrong(f);
    case EVENT_PLAYER:
        return follow_player(f, e);
    case EVENT_BEGIN:
        f->begun++;
        return follow_begin(f);
    default:
        return f->begun != f->wanted || follow_game(f, e);
    }
}

static bool follow_lines(follower *f, text_lines lines)
{
    while (f->begun <= f->wanted && text_lines_next(&lines)) {
        char clean[LINE_LENGTH];
        event e;

        f->line = lines.number;
        copy_line(&lines, clean);
        e = f->is_file ? read_logged(clean) : read_printed(clean, &f->heard);
        if (!follow(f, &e))
            return false;
    }
    if (!f->is_file && !f->heard)
        return read_fault_say(f->fault, 0,
                              "neither game records nor a log of the course's referee");
    if (f->saved->game == NULL) {
        read_fault_say(f->fault, 0, "the log has %" PRIu64 " game%s, not %" PRIu64, f->begun,
                       f->begun == 1 ? "" : "s", f->wanted);
        f->fault->past_end = true;
        return false;
    }
    if (!f->refused || f->broken)
        return true;
    *f->fault = f->refusal;
    return false;
}

/* A log file starts with a time; nothing that is printed does. */
static bool is_log_file(text_lines lines)
{
    char clean[LINE_LENGTH];
    char *at = clean;

    if (!text_lines_next(&lines))
        return false;
    copy_line(&lines, clean);
    return skip_time(&at);
}

bool referee_log_read(const char *text, size_t size, uint64_t number, saved_game *saved,
                      read_fault *fault)
{
    text_lines lines = text_lines_of(text, size);
    follower f = {.is_file = is_log_file(lines),
                  .wanted = number,
                  .saved = saved,
                  .fault = fault,
                  .names = {"unknown", "unknown"}};

    memset(saved, 0, sizeof *saved);
    saved->winner = TETRESS_NOBODY;
    if (!follow_lines(&f, lines)) {
        saved_game_clear(saved);
        return false;
    }
    game_record_finish(&saved->record, saved->game);
    return true;
}
