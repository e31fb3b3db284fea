/* SPDX-License-Identifier: MIT */
/* Writes scripts that complete command lines in bash and zsh, from the tables that --help prints
 * and the library's lists of players and evaluators. */
#include "completion.h"

#include <stdio.h>
#include <string.h>
#include <tetress/tetress.h>
#include <tetress/tetris.h>

#include "budget_text.h"
#include "engines.h"

/* ---- What is known, for both shells ---------------------------------------------------------- */

/* How the scripts call each kind of value. */
static const char *const KINDS[] = {
    [VALUES_FREE] = "free",       [VALUES_FILES] = "files",
    [VALUES_PLAYERS] = "players", [VALUES_SIDES] = "sides",
    [VALUES_BUDGETS] = "budgets", [VALUES_WELL_EVALUATORS] = "evaluators",
    [VALUES_SOURCES] = "sources",
};

static const char *last_word(const char *name)
{
    const char *blank = strrchr(name, ' ');

    return blank == NULL ? name : blank + 1;
}

static void print_members(const char *group, const cli_command *const *commands, size_t count)
{
    printf("    'commands%s%s') known='", group[0] == '\0' ? "" : " ", group);
    for (size_t i = 0; i < count; i++)
        printf("%s ", last_word(commands[i]->name));
    puts("help' ;;");
}

/* Options that take a value end with '='. */
static void print_options(const cli_command *command)
{
    printf("    'options %s') known='", command->name);
    for (const option_id *id = command->options; id != NULL;
         id = *id == OPTION_HELP ? NULL : id + 1) {
        const cli_option *option = arguments_option(*id);

        printf("%s--%s%s", id == command->options ? "" : " ", option->name,
               option->value == NULL ? "" : "=");
    }
    puts(command->options == NULL ? "--help' ;;" : "' ;;");
}

/* A kind for each operand; "..." after the last if there may be more of it. */
static void print_operands(const cli_command *command)
{
    const char *kind = KINDS[command->operand_values];
    bool some = command->operands_wanted == OPERANDS_SOME;
    int most = some ? 1 : command->operands_wanted + command->operands_more;

    if (command->pass != NULL && command->members == NULL)
        most = some = true; /* another program reads them */
    if (most == 0)
        return;
    printf("    'operands %s') known='%s", command->name, kind);
    for (int i = 1; i < most; i++)
        printf(" %s", kind);
    printf("%s' ;;\n", some ? " ..." : "");
}

static void print_commands(const char *group, const cli_command *const *commands, size_t count)
{
    print_members(group, commands, count);
    for (size_t i = 0; i < count; i++) {
        print_options(commands[i]);
        print_operands(commands[i]);
        if (commands[i]->members != NULL)
            print_commands(commands[i]->name, commands[i]->members, commands[i]->members_count);
    }
}

static void print_values_of_options(void)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        cli_values values = arguments_values((option_id)id);

        if (values != VALUES_FREE)
            printf("    'value --%s') known=%s ;;\n", arguments_option((option_id)id)->name,
                   KINDS[values]);
    }
}

static void print_lists(void)
{
    fputs("    sources) known='uniform bag' ;;\n    budgets) known='", stdout);
    for (size_t i = 0; budget_key(i) != NULL; i++)
        printf("%s%s=", i == 0 ? "" : " ", budget_key(i));
    fputs("' ;;\n    evaluators) known='", stdout);
    for (uint32_t i = 0; tetress_tetris_evaluator_name(i) != NULL; i++)
        printf("%s%s", i == 0 ? "" : " ", tetress_tetris_evaluator_name(i));
    puts("' ;;");
}

/* ---- Players and their options --------------------------------------------------------------- */

static void print_players(void)
{
    fputs("    players) known='", stdout);
    for (uint32_t i = 0; i < tetress_player_count(); i++) {
        tetress_player player = TETRESS_PLAYER_INIT;

        tetress_player_at(i, &player);
        printf("%s%s", i == 0 ? "" : " ", player.name);
    }
    puts("' ;;");
}

static void print_keys(const tetress_engine *engine, const char *algorithm)
{
    printf("    'keys %s') known='", algorithm);
    for (uint32_t i = 0; i < tetress_engine_option_count(engine); i++) {
        tetress_option option = TETRESS_OPTION_INIT;

        tetress_engine_option(engine, i, &option);
        printf("%s%s=", i == 0 ? "" : " ", option.name);
    }
    puts("' ;;");
    for (uint32_t i = 0; i < tetress_engine_option_count(engine); i++) {
        tetress_option option = TETRESS_OPTION_INIT;

        tetress_engine_option(engine, i, &option);
        if (option.choices != NULL)
            printf("    'choices %s %s') known='%s' ;;\n", algorithm, option.name, option.choices);
    }
}

/* Is this player the first of its algorithm? All of them have the same options. */
static bool is_first(uint32_t index, const char *algorithm)
{
    for (uint32_t i = 0; i < index; i++) {
        tetress_player before = TETRESS_PLAYER_INIT;

        tetress_player_at(i, &before);
        if (strcmp(before.algorithm, algorithm) == 0)
            return false;
    }
    return true;
}

static int print_algorithms(void)
{
    for (uint32_t i = 0; i < tetress_player_count(); i++) {
        tetress_player player = TETRESS_PLAYER_INIT;
        tetress_engine *engine;
        int exit_code;

        tetress_player_at(i, &player);
        printf("    'algorithm %s') known=%s ;;\n", player.name, player.algorithm);
        if (!is_first(i, player.algorithm))
            continue;
        exit_code = engine_from_spec(player.name, &engine);
        if (exit_code != EXIT_DONE)
            return exit_code;
        print_keys(engine, player.algorithm);
        tetress_engine_free(engine);
    }
    return EXIT_DONE;
}

/* One function that both shells read, _tetress_known KEY. */
static int print_known(const cli_program *program)
{
    int exit_code;

    puts("# Puts what is known under a key into `known`, nothing for any other.\n"
         "_tetress_known() {\n"
         "    case $1 in\n"
         "    'options ') known='--help --version' ;;");
    print_commands("", program->commands, program->commands_count);
    print_values_of_options();
    print_lists();
    print_players();
    exit_code = print_algorithms();
    puts("    *) known= ;;\n"
         "    esac\n"
         "}\n");
    return exit_code;
}

/* ---- bash ------------------------------------------------------------------------------------ */

static const char BASH[] =
    "# Completes the word `whole` as a value of a kind. `part` is the end of it that is completed.\n"
    "_tetress_value() {\n"
    "    local name key\n"
    "    case $1 in\n"
    "    players | sides)\n"
    "        if [[ $part == *@* ]]; then\n"
    "            part=${part#*@} kind=files\n"
    "        elif [[ $part == *:* ]]; then\n"
    "            name=${part%%:*} part=${part#*:}\n"
    "            part=${part##*,}\n"
    "            _tetress_known \"algorithm $name\"\n"
    "            name=$known\n"
    "            key=${part%%=*}\n"
    "            if [[ $part == *=* ]]; then\n"
    "                part=${part#*=}\n"
    "                _tetress_known \"choices $name $key\"\n"
    "            else\n"
    "                _tetress_known \"keys $name\"\n"
    "            fi\n"
    "        else\n"
    "            _tetress_known players\n"
    "            [[ $1 == players ]] || known=\"human $known\"\n"
    "        fi\n"
    "        ;;\n"
    "    budgets)\n"
    "        part=${part##*,} known=\n"
    "        [[ $part == *=* ]] || _tetress_known budgets\n"
    "        ;;\n"
    "    *) _tetress_known \"$1\" ;;\n"
    "    esac\n"
    "}\n"
    "\n"
    "_tetress() {\n"
    "    local known kind='' whole part head word path='' wanted='' operands=0 joined='' i\n"
    "    local -a words=() kinds=()\n"
    "    COMPREPLY=()\n"
    "    # bash parts words at these signs as well as at blanks.\n"
    "    for ((i = 0; i <= COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if ((${#words[@]} > 1)) && [[ $joined || ($word == [:=@]* && $word != *[!:=@]*) ]]; then\n"
    "            words[${#words[@]} - 1]+=$word\n"
    "        else\n"
    "            words+=(\"$word\")\n"
    "        fi\n"
    "        joined=\n"
    "        [[ $word != [:=@]* || $word == *[!:=@]* ]] || joined=yes\n"
    "    done\n"
    "    whole=${words[${#words[@]} - 1]} part=$whole\n"
    "\n"
    "    # The command, and then how many operands it has and which option waits for its value.\n"
    "    for ((i = 1; i < ${#words[@]} - 1; i++)); do\n"
    "        word=${words[i]}\n"
    "        _tetress_known \"commands${path:+ $path}\"\n"
    "        if [[ $known ]]; then\n"
    "            [[ $word != --version ]] || word=version\n"
    "            [[ $word == help ]] || path=${path:+$path }$word\n"
    "            continue\n"
    "        fi\n"
    "        _tetress_known \"options $path\"\n"
    "        if [[ $wanted ]]; then\n"
    "            wanted=\n"
    "        elif [[ $word == --* && \" $known \" == *\" $word= \"* ]]; then\n"
    "            wanted=$word\n"
    "        elif [[ $word != -* ]]; then\n"
    "            operands=$((operands + 1))\n"
    "        fi\n"
    "    done\n"
    "\n"
    "    _tetress_known \"commands${path:+ $path}\"\n"
    "    if [[ $wanted ]]; then\n"
    "        _tetress_known \"value $wanted\"\n"
    "        kind=${known:-free}\n"
    "    elif [[ $whole == --*=* ]]; then\n"
    "        part=${whole#*=}\n"
    "        _tetress_known \"value ${whole%%=*}\"\n"
    "        kind=${known:-free}\n"
    "    elif [[ $whole != -* && -z $known ]]; then\n"
    "        _tetress_known \"operands $path\"\n"
    "        read -ra kinds <<<\"$known\"\n"
    "        kind=${kinds[operands]-}\n"
    "        [[ ${kinds[1]-} != ... ]] || kind=${kinds[0]}\n"
    "        known=\n"
    "    fi\n"
    "    if [[ $kind ]]; then\n"
    "        _tetress_value \"$kind\"\n"
    "    elif [[ $whole == -* || -z $known ]]; then\n"
    "        _tetress_known \"options $path\"\n"
    "        known=${known//=/}\n"
    "    fi\n"
    "\n"
    "    # bash puts the answer behind the last of its signs: what stands before is not repeated.\n"
    "    head=${whole%\"$part\"}\n"
    "    for word in : = @; do\n"
    "        [[ $COMP_WORDBREAKS != *\"$word\"* ]] || head=${head##*\"$word\"}\n"
    "    done\n"
    "    if [[ $kind == files ]]; then\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        known=$(compgen -f -- \"$part\")\n"
    "    else\n"
    "        known=$(compgen -W \"$known\" -- \"$part\")\n"
    "    fi\n"
    "    while IFS= read -r word; do\n"
    "        [[ -z $word ]] || COMPREPLY+=(\"$head$word\")\n"
    "        [[ $kind == files || $word != *= ]] || compopt -o nospace 2>/dev/null\n"
    "    done <<<\"$known\"\n"
    "}\n"
    "\n"
    "complete -F _tetress tetress\n";

/* ---- zsh ------------------------------------------------------------------------------------- */

static const char ZSH_VALUES[] =
    "_tetress_sources() {\n"
    "    local known\n"
    "    _tetress_known sources\n"
    "    compadd -- ${=known}\n"
    "}\n"
    "\n"
    "_tetress_evaluators() {\n"
    "    local known\n"
    "    _tetress_known evaluators\n"
    "    compadd -- ${=known}\n"
    "}\n"
    "\n"
    "_tetress_budgets() {\n"
    "    local known\n"
    "    compset -P '*,'\n"
    "    [[ $PREFIX == *=* ]] && return 1\n"
    "    _tetress_known budgets\n"
    "    compadd -S '' -- ${=known}\n"
    "}\n"
    "\n"
    "# NAME, NAME:key=value,... or either with @FILE behind it.\n"
    "_tetress_players() {\n"
    "    local known algorithm key\n"
    "    if compset -P '*@'; then\n"
    "        _files\n"
    "    elif [[ $PREFIX == *:* ]]; then\n"
    "        _tetress_known \"algorithm ${PREFIX%%:*}\"\n"
    "        algorithm=$known\n"
    "        compset -P '*:'\n"
    "        compset -P '*,'\n"
    "        key=${PREFIX%%=*}\n"
    "        if compset -P '*='; then\n"
    "            _tetress_known \"choices $algorithm $key\"\n"
    "            compadd -- ${=known}\n"
    "        else\n"
    "            _tetress_known \"keys $algorithm\"\n"
    "            compadd -S '' -- ${=known}\n"
    "        fi\n"
    "    else\n"
    "        _tetress_known players\n"
    "        compadd -- ${=known}\n"
    "    fi\n"
    "}\n"
    "\n"
    "_tetress_sides() {\n"
    "    local answer=1\n"
    "    [[ $PREFIX == *[:@]* ]] || { compadd -- human && answer=0; }\n"
    "    _tetress_players || return answer\n"
    "}\n";

static const char ZSH_END[] = "if [[ ${funcstack[1]} == _tetress ]]; then\n"
                              "    _tetress \"$@\"\n"
                              "else\n"
                              "    compdef _tetress tetress\n"
                              "fi\n";

/* Text between single quotes; each sign of `special` gets a backslash. */
static void print_quoted(const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (strchr(special, *text) != NULL)
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void print_action(cli_values values)
{
    if (values == VALUES_FREE)
        putchar(' ');
    else
        printf("_%s%s", values == VALUES_FILES ? "" : "tetress_", KINDS[values]);
}

static void print_zsh_option(option_id id)
{
    const cli_option *option = arguments_option(id);

    printf(" \\\n            '--%s%s[", option->name, option->value == NULL ? "" : "=");
    print_quoted(option->help, "[]\\");
    putchar(']');
    if (option->value != NULL) {
        putchar(':');
        print_quoted(option->value, ":\\");
        putchar(':');
        print_action(arguments_values(id));
    }
    putchar('\'');
}

static void print_zsh_operands(const cli_command *command)
{
    int most = command->operands_wanted + command->operands_more;

    if (command->operands_wanted == OPERANDS_SOME || command->pass != NULL) {
        fputs(" \\\n            '*:operand:", stdout);
        print_action(command->operand_values);
        putchar('\'');
        return;
    }
    for (int i = 1; i <= most; i++) {
        printf(" \\\n            '%d:%soperand:", i, i > command->operands_wanted ? ":" : "");
        print_action(command->operand_values);
        putchar('\'');
    }
}

static void print_zsh_command(const cli_command *command)
{
    const char *word = last_word(command->name);

    if (command->members != NULL) {
        printf("    %s) _tetress_%s ;;\n", word, word);
        return;
    }
    printf("    %s%s)\n        _arguments", word,
           strcmp(command->name, "version") == 0 ? " | --version" : "");
    for (const option_id *id = command->options; id != NULL;
         id = *id == OPTION_HELP ? NULL : id + 1)
        print_zsh_option(*id);
    print_zsh_operands(command);
    puts("\n        ;;");
}

/* A function for the commands of a group, or of the program, which completes the name of one or
 * leaves the rest to it. */
static void print_zsh_group(const char *function, const cli_command *const *commands, size_t count,
                            bool whole)
{
    for (size_t i = 0; i < count; i++) {
        if (commands[i]->members != NULL) {
            char name[64];

            snprintf(name, sizeof name, "_tetress_%s", last_word(commands[i]->name));
            print_zsh_group(name, commands[i]->members, commands[i]->members_count, false);
        }
    }
    printf("%s() {\n    local -a commands options\n    commands=(\n", function);
    for (size_t i = 0; i < count; i++) {
        printf("        '%s:", last_word(commands[i]->name));
        print_quoted(commands[i]->summary, ":\\");
        puts("'");
    }
    printf("        'help:show the help of a command'\n    )\n    options=(--help%s)\n"
           "    if ((CURRENT == 2)); then\n"
           "        if [[ $PREFIX == -* ]]; then\n"
           "            compadd -- $options\n"
           "        else\n"
           "            _describe command commands\n"
           "        fi\n"
           "        return\n"
           "    fi\n"
           "    shift words\n"
           "    ((CURRENT--))\n"
           "    case ${words[1]} in\n"
           "    help) %s ;;\n",
           whole ? " --version" : "", function);
    for (size_t i = 0; i < count; i++)
        print_zsh_command(commands[i]);
    puts("    esac\n}\n");
}

/* ---- The scripts ----------------------------------------------------------------------------- */

static void print_head(const char *shell)
{
    printf(
        "# Completes command lines of tetress %s in %s. Made by 'tetress help --completion %s'.\n\n",
        tetress_version(), shell, shell);
}

int completion_print(const cli_program *program, const char *shell)
{
    bool zsh = strcmp(shell, "zsh") == 0;
    int exit_code;

    if (!zsh && strcmp(shell, "bash") != 0) {
        problem("--completion takes bash or zsh, not '%s'", shell);
        return EXIT_USAGE;
    }
    if (zsh)
        puts("#compdef tetress"); /* on the first line, where zsh looks for it */
    print_head(shell);
    exit_code = print_known(program);
    if (exit_code != EXIT_DONE)
        return exit_code;
    fputs(zsh ? ZSH_VALUES : BASH, stdout);
    if (zsh) {
        putchar('\n');
        print_zsh_group("_tetress", program->commands, program->commands_count, true);
        fputs(ZSH_END, stdout);
    }
    return EXIT_DONE;
}
