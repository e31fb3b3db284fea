/* SPDX-License-Identifier: MIT */
/* Reads games from logs of the course's referee, amid whatever the agents printed. */
#include "referee_log.h"

#include <inttypes.h>
#include <string.h>

#include "arguments.h"
#include "names.h"
#include "shown_text.h"
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
    EVENT_RESULT, /* who has won, said once more behind the end, or with nothing else */
    EVENT_WRONG   /* no line of a log */
} event_kind;

typedef struct event {
    event_kind kind;
    int32_t colour;   /* of player, turn, action; the winner of an end */
    uint64_t turn;    /* number of the turn, from 1; 0 if the line does not say it */
    const char *text; /* name of the player, action, or what is said of a failure */
    uint64_t at_ms;   /* since the log began; 0 if the line does not say it */
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

/* A line as a string, without colour codes. */
static void copy_line(const text_lines *lines, char clean[LINE_LENGTH])
{
    const char *at = lines->line;
    const char *end = at + lines->length;
    size_t length = 0;

    while (at < end && length + 1 < LINE_LENGTH) {
        const char *behind = skip_escape(at, end);

        if (behind == at) {
            clean[length++] = *at;
            behind++;
        }
        at = behind;
    }
    show_zeros(clean, length);
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
            *found = (event){EVENT_PLAYER, colour, 0, name + 1, 0};
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
        *found = (event){EVENT_ACTION, colour, 0, message, 0};
        return true;
    }
    *found = (event){EVENT_TURN, colour, 0, NULL, 0};
    return skip_word(&message, " to play (turn ") && cut_ending(message, ") ...") &&
           read_integer(message, UINT64_MAX, &found->turn);
}

static bool read_printed_end(char *message, event *found)
{
    *found = (event){EVENT_END, TETRESS_NOBODY, 0, NULL, 0};
    if (strcmp(message, "game ended in a draw") == 0)
        return true;
    return skip_word(&message, "game over, winner is ") && skip_colour(&message, &found->colour) &&
           *message == '\0';
}

/* Also notes whether the line comes from the referee. */
static event read_printed(char *line, bool *heard)
{
    char *message = printed_message(line);
    event found = {EVENT_OTHER, TETRESS_NOBODY, 0, NULL, 0};

    if (message == NULL)
        return found;
    *heard = true;
    if (strcmp(message, "let the game begin!") == 0)
        found.kind = EVENT_BEGIN;
    else if (skip_word(&message, "player error: "))
        found = (event){EVENT_FAIL, TETRESS_NOBODY, 0, message, 0};
    else if (skip_word(&message, "fatal error: "))
        found.kind = EVENT_ABORT;
    else if (skip_word(&message, "result: "))
        found.kind = EVENT_RESULT;
    else if (!read_wrapping(message, &found) && !read_printed_turn(message, &found) &&
             !read_printed_end(message, &found))
        found = (event){EVENT_OTHER, TETRESS_NOBODY, 0, NULL, 0};
    return found;
}

/* ---- What the referee logs ------------------------------------------------------------------- */

/* Milliseconds of so many digits of seconds, a point and three digits; 0 if there are not three, or
 * more seconds than a game takes. */
static uint64_t milliseconds(const char *digits, size_t whole, size_t part)
{
    uint64_t time = 0;

    if (whole > 9 || part != 3)
        return 0;
    for (size_t i = 0; i < whole + 1 + part; i++) {
        if (i != whole)
            time = 10 * time + (uint64_t)(digits[i] - '0');
    }
    return time;
}

/* Tnnnn.nnn and a tab. */
static bool skip_time(char **at, uint64_t *at_ms)
{
    char *digits = *at + 1;
    size_t whole = **at == 'T' ? strspn(digits, "0123456789") : 0;
    size_t part = whole > 0 && digits[whole] == '.' ? strspn(digits + whole + 1, "0123456789") : 0;

    if (part == 0 || digits[whole + 1 + part] != '\t')
        return false;
    *at_ms = milliseconds(digits, whole, part);
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
    event found = {EVENT_WRONG, colour, 0, NULL, 0};

    if (strcmp(name, "initialising") == 0)
        found.kind = EVENT_OTHER;
    else if (strcmp(name, "turn_begin") == 0 && read_integer(rest, UINT64_MAX, &found.turn))
        found.kind = EVENT_TURN;
    else if (strcmp(name, "turn_end") == 0 &&
             read_integer(next_field(&rest), UINT64_MAX, &found.turn))
        found = (event){EVENT_ACTION, colour, found.turn, rest, 0};
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
    event found = {EVENT_WRONG, TETRESS_NOBODY, 0, rest, 0};

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
    uint64_t at_ms;
    int32_t colour;
    char *actor, *name;
    event found;

    if (!skip_time(&line, &at_ms))
        return (event){EVENT_WRONG, TETRESS_NOBODY, 0, NULL, 0};
    actor = next_field(&line);
    name = next_field(&line);
    if (strcmp(actor, "referee") == 0)
        return read_logged_referee(name, line);
    if (!skip_colour(&actor, &colour) || *actor != '\0')
        return (event){EVENT_WRONG, TETRESS_NOBODY, 0, NULL, 0};
    found = read_logged_player(colour, name, line);
    found.at_ms = at_ms;
    return found;
}

/* ---- Following the game ---------------------------------------------------------------------- */

typedef struct follower {
    bool is_file;    /* not printed */
    bool heard;      /* a line of the referee was seen */
    bool told_end;   /* who has won, of any game */
    bool told_turns; /* turns or actions, of any game */
    uint64_t wanted; /* which game of the text */
    uint64_t begun;  /* games that have begun so far */
    saved_game *saved;
    read_fault *fault;
    size_t line;
    char names[2][LINE_LENGTH];
    bool refused; /* the last action was illegal, as `refusal` says: a failure must follow */
    read_fault refusal;
    bool broken;     /* a player or the referee failed */
    bool failed;     /* a player did: the next event is who wins */
    int32_t outcome; /* what the referee said of that */
    bool ended;
    uint64_t turn_ms; /* when the last turn began */
} follower;

/* Files are ASCII: other characters of the log become '?'. */
static void copy_ascii(char *to, const char *text)
{
    for (; *text != '\0'; text++)
        *to++ = (char)(*text < ' ' || *text > '~' ? '?' : *text);
    *to = '\0';
}

static bool follow_player(follower *f, const event *e)
{
    if (e->text[0] != '\0')
        copy_ascii(f->names[e->colour], e->text);
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

/* Is the player to move, and is the number of the turn right? */
static bool check_turn(follower *f, const event *e)
{
    const tetress_game *game = f->saved->game;
    int32_t turn = tetress_game_ply(game) + 1;

    if (tetress_game_reason(game) != TETRESS_REASON_NONE)
        return read_fault_say(f->fault, f->line, "the game goes on after it is over");
    if (e->colour != tetress_game_turn(game))
        return read_fault_say(f->fault, f->line, "turn %" PRId32 " belongs to %s", turn,
                              tetress_colour_name(tetress_game_turn(game)));
    if (e->turn != 0 && e->turn != (uint64_t)turn)
        return read_fault_say(f->fault, f->line,
                              "turn %" PRIu64 " stands where turn %" PRId32 " should be", e->turn,
                              turn);
    return true;
}

static bool follow_action(follower *f, const event *e)
{
    saved_game *saved = f->saved;
    tetress_move move;

    if (!check_turn(f, e))
        return false;
    if (tetress_game_apply_text(saved->game, e->text, &move) == TETRESS_OK) {
        game_record_add(&saved->record, move, NULL);
        if (e->at_ms > f->turn_ms && f->turn_ms > 0)
            saved->record.actions[saved->record.count - 1].wall_ms = e->at_ms - f->turn_ms;
    } else {
        f->refused = true;
        read_fault_say(&f->refusal, f->line, "'%.60s': %s", e->text,
                       tetress_game_error(saved->game)->text);
    }
    return true;
}

/* Why a player lost, by how the referee's sentence starts: further on are names of packages and
 * what agents say. What it names no limit or rule for is a crash. */
static int32_t failure_outcome(const char *text)
{
    static const struct {
        const char *start;
        int32_t outcome;
    } SENTENCES[] = {
        {"ILLEGAL ACTION: Unknown action ", TETRESS_OUTCOME_PROTOCOL},
        {"ILLEGAL ACTION: ", TETRESS_OUTCOME_ILLEGAL},
        {"ERROR: exceeded available time", TETRESS_OUTCOME_TIME},
        {"ERROR: subprocess message recv time limit (", TETRESS_OUTCOME_TIME},
        {"ERROR: exceeded space limit", TETRESS_OUTCOME_MEMORY},
    };

    for (size_t i = 0; i < sizeof SENTENCES / sizeof SENTENCES[0]; i++) {
        if (strncmp(text, SENTENCES[i].start, strlen(SENTENCES[i].start)) == 0)
            return SENTENCES[i].outcome;
    }
    return TETRESS_OUTCOME_CRASH;
}

/* A player failed: the one whose action was refused if there is one, else either of them. */
static bool follow_forfeit(follower *f, int32_t winner)
{
    int32_t outcome = f->outcome;

    if (winner == TETRESS_NOBODY)
        return read_fault_say(f->fault, f->line, "a player failed, but nobody wins");
    if (f->refused && winner == tetress_game_turn(f->saved->game))
        return read_fault_say(f->fault, f->line, "%s wins with an illegal action",
                              tetress_colour_name(winner));
    if (winner == tetress_game_turn(f->saved->game) && outcome == TETRESS_OUTCOME_ILLEGAL)
        outcome = TETRESS_OUTCOME_PROTOCOL; /* the action came out of turn */
    game_record_end(&f->saved->record, outcome, winner);
    return true;
}

static bool follow_end(follower *f, const event *e)
{
    int32_t reason = tetress_game_reason(f->saved->game);
    int32_t winner = tetress_game_winner(f->saved->game);

    f->ended = true;
    if (f->failed)
        return follow_forfeit(f, e->colour);
    if (reason == TETRESS_REASON_NONE)
        return read_fault_say(f->fault, f->line, "the referee ends the game, but it is not over");
    if (winner != e->colour)
        return read_fault_say(f->fault, f->line, "the winner is %s, but the actions lead to %s",
                              tetress_colour_name(e->colour), tetress_colour_name(winner));
    return true;
}

/* A player or the referee failed. If the referee failed, there is no winner. */
static bool follow_failure(follower *f, const event *e)
{
    char evidence[LINE_LENGTH];

    f->broken = true;
    f->failed = e->kind == EVENT_FAIL;
    f->ended = !f->failed;
    if (!f->failed)
        return true;
    f->outcome = failure_outcome(e->text);
    copy_ascii(evidence, e->text);
    if (evidence[0] == '\0' || saved_game_note(f->saved, evidence))
        return true;
    return read_fault_say(f->fault, 0, "out of memory");
}

/* An event of the game that is wanted. */
static bool follow_game(follower *f, const event *e)
{
    if (f->ended || (f->failed && e->kind != EVENT_END))
        return read_fault_say(f->fault, f->line, "the game goes on after its end");
    if (e->kind == EVENT_FAIL || e->kind == EVENT_ABORT)
        return follow_failure(f, e);
    if (f->refused && !f->failed) {
        *f->fault = f->refusal;
        return false;
    }
    if (e->kind == EVENT_TURN) {
        f->turn_ms = e->at_ms;
        return check_turn(f, e);
    }
    return e->kind == EVENT_ACTION ? follow_action(f, e) : follow_end(f, e);
}

/* What agents return and errors say may have several lines: what follows such a line may be of any
 * form. */
static bool follow_wrong(follower *f)
{
    if (f->refused || f->broken || (f->begun > 0 && f->begun != f->wanted))
        return true;
    return read_fault_say(f->fault, f->line,
                          "expected a time, an actor and an event with tabs between them");
}

static bool follow(follower *f, const event *e)
{
    f->told_turns |= e->kind == EVENT_TURN || e->kind == EVENT_ACTION;
    f->told_end |= e->kind == EVENT_END || e->kind == EVENT_RESULT;
    switch (e->kind) {
    case EVENT_OTHER:
    case EVENT_RESULT:
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

/* The line that the log breaks off in counts if it makes sense as far as it goes: an action must be
 * whole, and what cannot be read or followed is not held against the log. */
static bool follow_torn(follower *f, const event *e)
{
    bool refused = f->refused;
    bool is_whole =
        e->kind != EVENT_ACTION || (e->text[0] != '\0' && e->text[strlen(e->text) - 1] == ')');

    if (e->kind == EVENT_WRONG || !is_whole)
        return true;
    if (!follow(f, e) && (e->kind == EVENT_END || e->kind == EVENT_FAIL || e->kind == EVENT_ABORT))
        return false;
    f->refused = refused;
    return true;
}

/* Say why there is no such game. */
static bool say_no_game(follower *f)
{
    if (!f->is_file && !f->heard)
        return read_fault_say(f->fault, 0,
                              "neither game records nor a log of the course's referee");
    if (f->begun == 0 && f->told_turns)
        return read_fault_say(f->fault, 0,
                              "the start of the log is missing: no line says %s before the first "
                              "turn",
                              f->is_file ? "game_begin" : "'let the game begin!'");
    if (f->begun == 0 && f->told_end)
        return read_fault_say(
            f->fault, 0,
            "the log tells the result only; the referee writes the game with -v 1 "
            "or -l");
    if (f->begun == 0)
        return read_fault_say(f->fault, 0, "the log ends before a game begins");
    read_fault_say(f->fault, 0, "the log has %" PRIu64 " game%s, not %" PRIu64, f->begun,
                   f->begun == 1 ? "" : "s", f->wanted);
    f->fault->past_end = true;
    return false;
}

static bool follow_lines(follower *f, text_lines lines)
{
    while (f->begun <= f->wanted && text_lines_next(&lines)) {
        char clean[LINE_LENGTH];
        event e;

        f->line = lines.number;
        copy_line(&lines, clean);
        e = f->is_file ? read_logged(clean) : read_printed(clean, &f->heard);
        if (lines.torn ? !follow_torn(f, &e) : !follow(f, &e))
            return false;
    }
    if (f->saved->game == NULL)
        return say_no_game(f);
    /* Another game follows, so the log of this one is complete. */
    if (f->refused && !f->broken && f->begun > f->wanted) {
        *f->fault = f->refusal;
        return false;
    }
    return true;
}

/* A log file starts with a time; nothing that is printed does. */
static bool is_log_file(text_lines lines)
{
    char clean[LINE_LENGTH];
    char *at = clean;
    uint64_t at_ms;

    if (!text_lines_next(&lines))
        return false;
    copy_line(&lines, clean);
    return skip_time(&at, &at_ms);
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
    if (!follow_lines(&f, lines)) {
        saved_game_clear(saved);
        return false;
    }
    if (!game_record_is_forfeit(&saved->record))
        game_record_finish(&saved->record, saved->game);
    return true;
}
