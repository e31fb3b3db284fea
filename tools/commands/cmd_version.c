/* SPDX-License-Identifier: MIT */
/* `tetress version`: tells which library this is, how it was built, and which kernels can run. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <tetress/tetress.h>

#include "commands.h"
#include "json_line.h"

/* Nothing here depends on the day or the folder of the build, so that equal builds stay equal. */
#define TEXT_OF(number)  #number
#define NUMBER_OF(macro) TEXT_OF(macro)
#if defined(__clang__)
#define COMPILER                                                                                   \
    "clang " NUMBER_OF(__clang_major__) "." NUMBER_OF(__clang_minor__) "." NUMBER_OF(              \
        __clang_patchlevel__)
#elif defined(__GNUC__)
#define COMPILER                                                                                   \
    "gcc " NUMBER_OF(__GNUC__) "." NUMBER_OF(__GNUC_MINOR__) "." NUMBER_OF(__GNUC_PATCHLEVEL__)
#else
#define COMPILER "unknown compiler"
#endif

#ifdef NDEBUG
#define ASSERTS false
#else
#define ASSERTS true
#endif

#ifdef TETRESS_EXPERIMENTAL
#define EXPERIMENTAL true
#else
#define EXPERIMENTAL false
#endif

static const char *on_or_off(bool on)
{
    return on ? "on" : "off";
}

/* Scripts read the first line; whatever else there is to tell comes below it. */
static void print_text(void)
{
    const char *running = tetress_kernel_name();

    printf("tetress %s (ABI %u)\n", tetress_version(), tetress_abi_version());
    printf("build: %s, asserts %s, experimental functions %s\nkernels:", COMPILER,
           on_or_off(ASSERTS), on_or_off(EXPERIMENTAL));
    for (uint32_t i = 0; tetress_kernel_at(i) != NULL; i++)
        printf("%s %s%s", i == 0 ? "" : ",", tetress_kernel_at(i),
               strcmp(tetress_kernel_at(i), running) == 0 ? " (runs)" : "");
    putchar('\n');
}

static void print_json(void)
{
    json_t *kernels = json_array();

    for (uint32_t i = 0; tetress_kernel_at(i) != NULL; i++)
        json_array_append_new(kernels, json_string(tetress_kernel_at(i)));
    write_json_line(json_pack("{s:s, s:i, s:s, s:b, s:b, s:o, s:s}", "version", tetress_version(),
                              "abi", (int)tetress_abi_version(), "compiler", COMPILER, "asserts",
                              (int)ASSERTS, "experimental", (int)EXPERIMENTAL, "kernels", kernels,
                              "kernel", tetress_kernel_name()),
                    stdout);
}

static int run_version(const cli_command *command, const cli_arguments *arguments)
{
    (void)command;
    (arguments_has(arguments, OPTION_JSON) ? print_json : print_text)();
    return EXIT_DONE;
}

static const option_id VERSION_OPTIONS[] = {OPTION_JSON, OPTION_HELP};

const cli_command command_version = {
    .name = "version",
    .operands = "",
    .summary = "tell the version, the build and the kernels",
    .description =
        "Tell the versions of the library and of its binary interface, the compiler, whether asserts and\n"
        "experimental functions are built in, and which kernels can run here, the fastest first. 'tetress\n"
        "--version' is the same.\n",
    .options = VERSION_OPTIONS,
    .run = run_version,
};
