/* SPDX-License-Identifier: MIT */
/* Writes the manual from the tables that --help prints: as pages for man(1), and as JSON for the
 * documents. */
#include "manual.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <tetress/tetress.h>

#include "json_line.h"

/* ---- Text for troff -------------------------------------------------------------------------- */

/* Write a part of a line so that troff reads no command or sign in it. */
static void put_text(FILE *to, const char *text, size_t length)
{
    if (length > 0 && (text[0] == '.' || text[0] == '\''))
        fputs("\\&", to);
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '\\':
            fputs("\\e", to);
            break;
        case '-':
            fputs("\\-", to);
            break;
        case '\'':
            fputs("\\(aq", to);
            break;
        case '^':
            fputs("\\(ha", to);
            break;
        case '~':
            fputs("\\(ti", to);
            break;
        case '`':
            fputs("\\(ga", to);
            break;
        default:
            fputc(text[i], to);
        }
    }
}

static void put_string(FILE *to, const char *text)
{
    put_text(to, text, strlen(text));
}

/* A text of many lines: indented ones keep their places, others are filled, and an empty line ends
 * a paragraph. */
static void put_paragraphs(FILE *to, const char *text)
{
    bool kept = false;

    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        bool keep = length > 0 && text[0] == ' ';

        if (keep != kept)
            fputs(keep ? ".PP\n.nf\n" : ".fi\n", to);
        kept = keep;
        if (length == 0) {
            fputs(".PP\n", to);
        } else {
            put_text(to, text, length);
            fputc('\n', to);
        }
        text += length + (text[length] != '\0');
    }
    if (kept)
        fputs(".fi\n", to);
}

/* The title of a page: `name` with hyphens between its words. */
static void put_title(FILE *to, const char *name, const char *between)
{
    for (; *name != '\0'; name++) {
        if (*name == ' ')
            fputs(between, to);
        else
            fputc(*name, to);
    }
}

static void put_head(FILE *to, const char *name, const char *summary)
{
    fputs(".TH \"", to);
    put_title(to, name, "-");
    fprintf(to, "\" 1 \"\" \"tetress %s\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\n",
            tetress_version());
    put_title(to, name, "\\-");
    fputs(" \\- ", to);
    put_string(to, summary);
    fputc('\n', to);
}

static void put_exit_status(FILE *to)
{
    fputs(".SH EXIT STATUS\n"
          ".TP\n0\nThe command did what it was asked to do.\n"
          ".TP\n1\nIt failed; standard error says why.\n"
          ".TP\n2\nThe command line was wrong; standard error says where.\n",
          to);
}

/* ---- Pages ----------------------------------------------------------------------------------- */

static void put_option(FILE *to, option_id id)
{
    const cli_option *option = arguments_option(id);

    fputs(".TP\n\\fB\\-\\-", to);
    put_string(to, option->name);
    fputs("\\fR", to);
    if (option->value != NULL) {
        fputs(" \\fI", to);
        put_string(to, option->value);
        fputs("\\fR", to);
    }
    fputc('\n', to);
    put_string(to, option->help);
    fputc('\n', to);
}

static void put_command_list(FILE *to, const cli_command *const *commands, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs(".TP\n.BR ", to);
        put_title(to, "tetress ", "\\-");
        put_title(to, commands[i]->name, "\\-");
        fputs(" (1)\n", to);
        put_string(to, commands[i]->summary);
        fputc('\n', to);
    }
}

static void put_rows(FILE *to, const cli_example *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs(".TP\n\\fB", to);
        put_string(to, rows[i].text);
        fputs("\\fR\n", to);
        put_string(to, rows[i].what);
        fputc('\n', to);
    }
}

static void put_command(FILE *to, const cli_command *command)
{
    char name[64];

    snprintf(name, sizeof name, "tetress %s", command->name);
    put_head(to, name, command->summary);
    fprintf(to, ".SH SYNOPSIS\n\\fB%s\\fR ", name);
    put_string(to, command->operands == NULL ? "" : command->operands);
    fprintf(to, "%s[\\fIOPTION\\fR...]\n.SH DESCRIPTION\n",
            command->operands == NULL || command->operands[0] == '\0' ? "" : " ");
    put_paragraphs(to, command->description);
    if (command->members_count > 0) {
        fputs(".SH COMMANDS\n", to);
        put_command_list(to, command->members, command->members_count);
    }
    if (command->options != NULL) {
        fputs(".SH OPTIONS\n", to);
        for (const option_id *id = command->options;; id++) {
            put_option(to, *id);
            if (*id == OPTION_HELP)
                break;
        }
    }
    put_exit_status(to);
    fputs(".SH SEE ALSO\n.BR tetress (1)\n", to);
}

static void put_program(FILE *to, const cli_program *program)
{
    put_head(to, "tetress", program->summary);
    fputs(".SH SYNOPSIS\n\\fBtetress\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...]\n"
          ".SH DESCRIPTION\n",
          to);
    put_paragraphs(to, program->notes);
    fputs(".SH COMMANDS\n", to);
    put_command_list(to, program->commands, program->commands_count);
    fputs(".SH EXAMPLES\n", to);
    put_rows(to, program->examples, program->examples_count);
    fputs(".SH ENVIRONMENT\n", to);
    put_rows(to, program->environment, program->environment_count);
    put_exit_status(to);
}

/* Open the page of a command, "" for the program itself. */
static FILE *open_page(const char *folder, const char *name)
{
    char path[4096];
    int length =
        snprintf(path, sizeof path, "%s/tetress%s%s.1", folder, name[0] == '\0' ? "" : "-", name);
    FILE *file;

    if (length < 0 || (size_t)length >= sizeof path) {
        problem("the path of the folder is too long");
        return NULL;
    }
    for (char *c = path + strlen(folder); *c != '\0'; c++) {
        if (*c == ' ')
            *c = '-';
    }
    file = fopen(path, "w");
    if (file == NULL)
        problem_writing(path);
    return file;
}

static int close_page(FILE *file)
{
    return fclose(file) == 0 ? EXIT_DONE : problem("cannot write a manual page");
}

static int write_commands(const char *folder, const cli_command *const *commands, size_t count)
{
    int exit_code = EXIT_DONE;

    for (size_t i = 0; i < count && exit_code == EXIT_DONE; i++) {
        FILE *to = open_page(folder, commands[i]->name);

        if (to == NULL)
            return EXIT_PROBLEM;
        put_command(to, commands[i]);
        exit_code = close_page(to);
        if (exit_code == EXIT_DONE)
            exit_code = write_commands(folder, commands[i]->members, commands[i]->members_count);
    }
    return exit_code;
}

int manual_write_pages(const cli_program *program, const char *folder)
{
    FILE *to = open_page(folder, "");

    if (to == NULL)
        return EXIT_PROBLEM;
    put_program(to, program);
    if (close_page(to) != EXIT_DONE)
        return EXIT_PROBLEM;
    return write_commands(folder, program->commands, program->commands_count);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *options_json(const option_id *ids)
{
    json_t *list = json_array();

    for (const option_id *id = ids; id != NULL; id = *id == OPTION_HELP ? NULL : id + 1) {
        const cli_option *option = arguments_option(*id);

        json_array_append_new(list, json_pack("{s:s, s:s?, s:s}", "name", option->name, "value",
                                              option->value, "help", option->help));
    }
    return list;
}

static json_t *commands_json(const cli_command *const *commands, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        const cli_command *one = commands[i];

        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:s, s:o, s:o}", "name", one->name, "operands",
                            one->operands == NULL ? "" : one->operands, "summary", one->summary,
                            "description", one->description, "options", options_json(one->options),
                            "commands", commands_json(one->members, one->members_count)));
    }
    return list;
}

static json_t *rows_json(const cli_example *rows, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:s}", "text", rows[i].text, "what", rows[i].what));
    return list;
}

int manual_print_json(const cli_program *program)
{
    write_json_line(
        json_pack("{s:s, s:s, s:o, s:s, s:o, s:o}", "version", tetress_version(), "summary",
                  program->summary, "examples",
                  rows_json(program->examples, program->examples_count), "notes", program->notes,
                  "environment", rows_json(program->environment, program->environment_count),
                  "commands", commands_json(program->commands, program->commands_count)),
        stdout);
    return EXIT_DONE;
}
