/* SPDX-License-Identifier: MIT */
/*
 * Every exported function, called as a foreign language calls it: found by name in the shared
 * library TETRESS_LIBRARY, through libffi, with the types that the generated table gives.
 * Structures are blocks of bytes whose fields the table places. The public header is included only
 * to compare the table with what the C compiler thinks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dlfcn.h>
#include <ffi.h>

#include "abi_table.h"
#include "tetress/tetress.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

_Static_assert(sizeof(void *) == 8 && sizeof(size_t) == 8,
               "the table gives sizes and offsets for pointers of 8 bytes");

static void *library;
static bool called[COUNT_OF(ABI_FUNCTIONS)];

/* ---- Calls ----------------------------------------------------------------------------------- */

typedef union any_value {
    uint16_t u16;
    int32_t i32;
    uint32_t u32;
    uint64_t u64;
    size_t size;
    const void *pointer;
    void (*function)(void);
} any_value;

typedef struct argument {
    abi_code code;
    any_value as;
} argument;

/* libffi widens integer results to a whole register. */
typedef union result {
    ffi_arg word;
    uint64_t u64;
    const void *pointer;
} result;

#define U16(number)    ((argument){ABI_U16, {.u16 = (number)}})
#define I32(number)    ((argument){ABI_I32, {.i32 = (number)}})
#define U32(number)    ((argument){ABI_U32, {.u32 = (number)}})
#define U64(number)    ((argument){ABI_U64, {.u64 = (number)}})
#define SIZE(number)   ((argument){ABI_SIZE, {.size = (number)}})
#define TEXT(string)   ((argument){ABI_TEXT, {.pointer = (string)}})
#define POINTER(block) ((argument){ABI_POINTER, {.pointer = (block)}})
#define FUNCTION(code) ((argument){ABI_FUNCTION, {.function = (code)}})

#define ARGUMENTS(...)                                                                             \
    (const argument[]){__VA_ARGS__}, sizeof((const argument[]){__VA_ARGS__}) / sizeof(argument)
#define NO_ARGUMENTS NULL, 0

static ffi_type *type_of(abi_code code)
{
    switch (code) {
    case ABI_VOID:
        return &ffi_type_void;
    case ABI_I8:
    case ABI_CHAR:
        return &ffi_type_sint8;
    case ABI_U8:
        return &ffi_type_uint8;
    case ABI_I16:
        return &ffi_type_sint16;
    case ABI_U16:
        return &ffi_type_uint16;
    case ABI_I32:
        return &ffi_type_sint32;
    case ABI_U32:
        return &ffi_type_uint32;
    case ABI_I64:
        return &ffi_type_sint64;
    case ABI_U64:
    case ABI_SIZE:
        return &ffi_type_uint64;
    case ABI_F64:
        return &ffi_type_double;
    case ABI_TEXT:
    case ABI_POINTER:
    case ABI_FUNCTION:
        break;
    }
    return &ffi_type_pointer;
}

/* libffi keeps a pointer to the types: they live with the call interface. */
typedef struct interface {
    ffi_cif cif;
    ffi_type *types[ABI_MAX_ARGUMENTS];
} interface;

static void prepare(interface *made, const abi_function *function)
{
    for (size_t i = 0; i < function->argument_count; i++)
        made->types[i] = type_of(function->arguments[i]);
    assert_int_equal(ffi_prep_cif(&made->cif, FFI_DEFAULT_ABI, (unsigned)function->argument_count,
                                  type_of(function->result), made->types),
                     FFI_OK);
}

/* A symbol is an object pointer; ISO C has no conversion to a function pointer. */
static void (*function_named(const char *name))(void)
{
    void *symbol = dlsym(library, name);
    void (*function)(void);

    if (symbol == NULL)
        fail_msg("the library has no %s", name);
    memcpy(&function, &symbol, sizeof function);
    return function;
}

static size_t index_of(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(ABI_FUNCTIONS); i++) {
        if (strcmp(ABI_FUNCTIONS[i].name, name) == 0)
            return i;
    }
    fail_msg("the table has no %s", name);
    return 0;
}

static result call_function(const abi_function *function, const argument *arguments)
{
    interface made;
    any_value values[ABI_MAX_ARGUMENTS];
    void *places[ABI_MAX_ARGUMENTS];
    result returned = {0};

    for (size_t i = 0; i < function->argument_count; i++) {
        values[i] = arguments[i].as;
        places[i] = &values[i];
    }
    prepare(&made, function);
    ffi_call(&made.cif, function_named(function->name), &returned, places);
    return returned;
}

/* Call by name; the types must be those that the table says. */
static result call(abi_code returns, const char *name, const argument *arguments, size_t count)
{
    size_t index = index_of(name);
    const abi_function *function = &ABI_FUNCTIONS[index];

    if (function->result != returns || function->argument_count != count)
        fail_msg("the table says otherwise about %s", name);
    for (size_t i = 0; i < count; i++) {
        if (function->arguments[i] != arguments[i].code)
            fail_msg("the table says otherwise about argument %zu of %s", i, name);
    }
    called[index] = true;
    return call_function(function, arguments);
}

static int32_t call_i32(const char *name, const argument *arguments, size_t count)
{
    return (int32_t)(ffi_sarg)call(ABI_I32, name, arguments, count).word;
}

static uint32_t call_u32(const char *name, const argument *arguments, size_t count)
{
    return (uint32_t)call(ABI_U32, name, arguments, count).word;
}

static uint64_t call_u64(const char *name, const argument *arguments, size_t count)
{
    return call(ABI_U64, name, arguments, count).u64;
}

static const char *call_text(const char *name, const argument *arguments, size_t count)
{
    return call(ABI_TEXT, name, arguments, count).pointer;
}

static const void *call_pointer(const char *name, const argument *arguments, size_t count)
{
    return call(ABI_POINTER, name, arguments, count).pointer;
}

static void call_void(const char *name, const argument *arguments, size_t count)
{
    call(ABI_VOID, name, arguments, count);
}

/* A call that must succeed. */
static void call_ok(const char *name, const argument *arguments, size_t count)
{
    int32_t status = call_i32(name, arguments, count);

    if (status != TETRESS_OK)
        fail_msg("%s returned %d", name, (int)status);
}

/* ---- Structures ------------------------------------------------------------------------------ */

/* Room for any structure of the ABI. */
typedef struct block {
    _Alignas(max_align_t) unsigned char bytes[256];
} block;

static const abi_struct *struct_named(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(ABI_STRUCTS); i++) {
        if (strcmp(ABI_STRUCTS[i].name, name) == 0)
            return &ABI_STRUCTS[i];
    }
    fail_msg("the table has no structure %s", name);
    return NULL;
}

static size_t offset_of(const char *structure, const char *field, abi_code code)
{
    const abi_struct *found = struct_named(structure);

    for (size_t i = 0; i < found->field_count; i++) {
        if (strcmp(found->fields[i].name, field) == 0) {
            assert_int_equal(found->fields[i].code, code);
            return found->fields[i].offset;
        }
    }
    fail_msg("the table has no field %s.%s", structure, field);
    return 0;
}

static void put_u32(block *to, const char *structure, const char *field, uint32_t number)
{
    memcpy(to->bytes + offset_of(structure, field, ABI_U32), &number, sizeof number);
}

static void put_u64(block *to, const char *structure, const char *field, uint64_t number)
{
    memcpy(to->bytes + offset_of(structure, field, ABI_U64), &number, sizeof number);
}

static void put_pointer(block *to, const char *structure, const char *field, void *pointer)
{
    memcpy(to->bytes + offset_of(structure, field, ABI_POINTER), &pointer, sizeof pointer);
}

static void put_function(block *to, const char *structure, const char *field,
                         void (*function)(void))
{
    memcpy(to->bytes + offset_of(structure, field, ABI_FUNCTION), &function, sizeof function);
}

static uint16_t get_u16(const void *from, const char *structure, const char *field)
{
    uint16_t number;

    memcpy(&number, (const char *)from + offset_of(structure, field, ABI_U16), sizeof number);
    return number;
}

static int32_t get_i32(const void *from, const char *structure, const char *field)
{
    int32_t number;

    memcpy(&number, (const char *)from + offset_of(structure, field, ABI_I32), sizeof number);
    return number;
}

static uint32_t get_u32(const void *from, const char *structure, const char *field)
{
    uint32_t number;

    memcpy(&number, (const char *)from + offset_of(structure, field, ABI_U32), sizeof number);
    return number;
}

static uint64_t get_u64(const void *from, const char *structure, const char *field)
{
    uint64_t number;

    memcpy(&number, (const char *)from + offset_of(structure, field, ABI_U64), sizeof number);
    return number;
}

static double get_f64(const void *from, const char *structure, const char *field)
{
    double number;

    memcpy(&number, (const char *)from + offset_of(structure, field, ABI_F64), sizeof number);
    return number;
}

static const char *get_text(const void *from, const char *structure, const char *field)
{
    const char *text;

    memcpy(&text, (const char *)from + offset_of(structure, field, ABI_TEXT), sizeof text);
    return text;
}

/* A structure of zeros with its size set. */
static block new_struct(const char *name)
{
    block made = {{0}};
    size_t size = struct_named(name)->size;

    assert_true(size <= sizeof made.bytes);
    put_u32(&made, name, "size", (uint32_t)size);
    return made;
}

static const char *error_text(const void *error)
{
    return (const char *)error + offset_of("tetress_error", "text", ABI_CHAR);
}

/* ---- Handles --------------------------------------------------------------------------------- */

/* Red holds a column of four and blue three cells beside it; red to move. */
#define POSITION                                                                                   \
    "r........../r........../r........../rbbb......./.........../.........../.........../"         \
    ".........../.........../.........../........... r 10"

static void *new_game(void)
{
    void *game = NULL;

    call_ok("tetress_game_new", ARGUMENTS(POINTER(NULL), POINTER(&game)));
    assert_non_null(game);
    return game;
}

static void *game_from(const char *text)
{
    void *game = NULL;
    block error = new_struct("tetress_error");

    call_ok("tetress_game_from_text",
            ARGUMENTS(POINTER(NULL), TEXT(text), POINTER(&game), POINTER(&error)));
    assert_non_null(game);
    return game;
}

static void free_game(void *game)
{
    call_void("tetress_game_free", ARGUMENTS(POINTER(game)));
}

static void *new_engine(const char *spec)
{
    void *engine = NULL;

    call_ok("tetress_engine_new",
            ARGUMENTS(POINTER(NULL), TEXT(spec), POINTER(&engine), POINTER(NULL)));
    assert_non_null(engine);
    return engine;
}

static void free_engine(void *engine)
{
    call_void("tetress_engine_free", ARGUMENTS(POINTER(engine)));
}

static int32_t ask_game(const char *question, const void *game)
{
    return call_i32(question, ARGUMENTS(POINTER(game)));
}

static void expect_text(const void *game, const char *text)
{
    char buffer[TETRESS_POSITION_TEXT];
    size_t length = 0;

    call_ok("tetress_game_to_text",
            ARGUMENTS(POINTER(game), POINTER(buffer), SIZE(sizeof buffer), POINTER(&length)));
    assert_string_equal(buffer, text);
    assert_int_equal(length, strlen(text));
}

static block search(void *engine, const void *game, uint64_t nodes)
{
    block budget = new_struct("tetress_budget");
    block found = new_struct("tetress_result");

    put_u64(&budget, "tetress_budget", "nodes", nodes);
    call_ok("tetress_engine_search",
            ARGUMENTS(POINTER(engine), POINTER(game), POINTER(&budget), POINTER(&found)));
    return found;
}

/* ---- Callbacks ------------------------------------------------------------------------------- */

typedef void (*handler)(ffi_cif *cif, void *answer, void **arguments, void *context);

typedef struct closure {
    interface types;
    ffi_closure *memory;
    void (*code)(void);
} closure;

/* A function pointer of the type that the table gives for `type`, which runs `run`. */
static void make_closure(closure *made, const char *type, handler run, void *context)
{
    void *code = NULL;

    for (size_t i = 0; i < COUNT_OF(ABI_CALLBACKS); i++) {
        if (strcmp(ABI_CALLBACKS[i].name, type) == 0)
            prepare(&made->types, &ABI_CALLBACKS[i]);
    }
    made->memory = ffi_closure_alloc(sizeof *made->memory, &code);
    assert_non_null(made->memory);
    assert_int_equal(ffi_prep_closure_loc(made->memory, &made->types.cif, run, context, code),
                     FFI_OK);
    memcpy(&made->code, &code, sizeof made->code);
}

static void free_closure(closure *made)
{
    ffi_closure_free(made->memory);
}

static void *pointer_argument(void **arguments, size_t index)
{
    void *pointer;

    memcpy(&pointer, arguments[index], sizeof pointer);
    return pointer;
}

static size_t size_argument(void **arguments, size_t index)
{
    size_t size;

    memcpy(&size, arguments[index], sizeof size);
    return size;
}

static void answer_i32(void *answer, int32_t number)
{
    ffi_sarg word = number;

    memcpy(answer, &word, sizeof word);
}

/* What the callbacks saw. */
typedef struct witness {
    size_t calls;
    uint64_t nodes;
    int32_t answer;
    void *user;
} witness;

static void see_info(ffi_cif *cif, void *answer, void **arguments, void *context)
{
    witness *seen = context;
    const void *so_far = pointer_argument(arguments, 0);
    const void *line = pointer_argument(arguments, 1);

    (void)cif;
    seen->calls++;
    seen->nodes = get_u64(so_far, "tetress_result", "nodes");
    seen->user = pointer_argument(arguments, 2);
    assert_int_equal(get_u32(line, "tetress_line", "rank"), 1);
    answer_i32(answer, seen->answer);
}

/* The evaluator `tokens`, by the host. */
static void count_tokens(ffi_cif *cif, void *answer, void **arguments, void *context)
{
    witness *seen = context;
    const void *game = pointer_argument(arguments, 0);
    int32_t turn = ask_game("tetress_game_turn", game);
    int32_t own = call_i32("tetress_game_tokens", ARGUMENTS(POINTER(game), I32(turn)));
    int32_t other = call_i32("tetress_game_tokens", ARGUMENTS(POINTER(game), I32(1 - turn)));

    (void)cif;
    seen->calls++;
    seen->user = pointer_argument(arguments, 1);
    answer_i32(answer, 100 * (own - other));
}

/* An allocator that counts, and has no memory while `empty`. */
typedef struct heap {
    size_t blocks;
    size_t bytes;
    bool empty;
} heap;

static void heap_alloc(ffi_cif *cif, void *answer, void **arguments, void *context)
{
    heap *memory = pointer_argument(arguments, 0);
    size_t size = size_argument(arguments, 1);
    void *made = memory->empty ? NULL : malloc(size);

    (void)cif;
    (void)context;
    if (made != NULL) {
        memory->blocks++;
        memory->bytes += size;
    }
    memcpy(answer, &made, sizeof made);
}

static void heap_free(ffi_cif *cif, void *answer, void **arguments, void *context)
{
    heap *memory = pointer_argument(arguments, 0);

    (void)cif;
    (void)answer;
    (void)context;
    memory->blocks--;
    memory->bytes -= size_argument(arguments, 2);
    free(pointer_argument(arguments, 1));
}

/* ---- Versions, statuses, moves --------------------------------------------------------------- */

static void the_library_has_the_version_of_the_header(void **state)
{
    char version[32];

    (void)state;
    snprintf(version, sizeof version, "%d.%d.%d", TETRESS_VERSION_MAJOR, TETRESS_VERSION_MINOR,
             TETRESS_VERSION_PATCH);
    assert_string_equal(call_text("tetress_version", NO_ARGUMENTS), version);
    assert_int_equal(call_u32("tetress_abi_version", NO_ARGUMENTS), TETRESS_ABI_VERSION);
}

static void every_status_and_rule_has_its_text(void **state)
{
    (void)state;
#define EXPECT_SENTENCE(name, number, sentence)                                                    \
    assert_string_equal(call_text("tetress_status_text", ARGUMENTS(I32(number))), sentence);
    TETRESS_STATUS_MAP(EXPECT_SENTENCE)
#undef EXPECT_SENTENCE
    assert_string_equal(call_text("tetress_status_text", ARGUMENTS(I32(1))), "unknown status");
    assert_string_equal(call_text("tetress_rule_name", ARGUMENTS(I32(TETRESS_RULE_OCCUPIED))),
                        "occupied");
    assert_string_equal(call_text("tetress_rule_name", ARGUMENTS(I32(-1))), "unknown");
    assert_string_equal(call_text("tetress_colour_name", ARGUMENTS(I32(TETRESS_BLUE))), "blue");
    assert_string_equal(call_text("tetress_colour_name", ARGUMENTS(I32(TETRESS_BOTH))), "both");
    assert_string_equal(call_text("tetress_colour_name", ARGUMENTS(I32(4))), "unknown");
    assert_string_equal(call_text("tetress_reason_name", ARGUMENTS(I32(TETRESS_REASON_TURN_LIMIT))),
                        "turn_limit");
    assert_string_equal(call_text("tetress_reason_name", ARGUMENTS(I32(3))), "unknown");
    assert_string_equal(call_text("tetress_stop_name", ARGUMENTS(I32(TETRESS_STOP_RUNNING))),
                        "running");
    assert_string_equal(call_text("tetress_stop_name", ARGUMENTS(I32(TETRESS_STOP_BOOK))), "book");
    assert_string_equal(call_text("tetress_sprt_name", ARGUMENTS(I32(TETRESS_SPRT_H1))), "H1");
    assert_string_equal(call_text("tetress_stop_name", ARGUMENTS(I32(-1))), "unknown");
}

static void cells_make_a_move_and_back(void **state)
{
    const int32_t coordinates[] = {4, 5, 3, 4, 4, 4, 4, 3};
    const uint8_t expected[] = {37, 47, 48, 49};
    uint8_t cells[4] = {0};
    uint16_t move = TETRESS_MOVE_NONE;

    (void)state;
    call_ok("tetress_move_from_cells",
            ARGUMENTS(POINTER(coordinates), SIZE(4), POINTER(&move), POINTER(NULL)));
    call_ok("tetress_move_cells", ARGUMENTS(U16(move), POINTER(cells)));
    assert_memory_equal(cells, expected, sizeof cells);
    assert_string_equal(
        call_text("tetress_piece_name",
                  ARGUMENTS(I32(call_i32("tetress_move_piece", ARGUMENTS(U16(move)))))),
        "TDown");
}

static void a_move_is_read_and_written_in_both_styles(void **state)
{
    char buffer[TETRESS_MOVE_TEXT];
    uint16_t move = TETRESS_MOVE_NONE;

    (void)state;
    call_ok("tetress_move_from_text",
            ARGUMENTS(TEXT("4-5, 4-4,4-3,3-4"), POINTER(&move), POINTER(NULL)));
    call_ok("tetress_move_to_text", ARGUMENTS(U16(move), I32(TETRESS_STYLE_COMPACT),
                                              POINTER(buffer), SIZE(sizeof buffer), POINTER(NULL)));
    assert_string_equal(buffer, "3-4,4-3,4-4,4-5");
    call_ok("tetress_move_to_text", ARGUMENTS(U16(move), I32(TETRESS_STYLE_COURSE), POINTER(buffer),
                                              SIZE(sizeof buffer), POINTER(NULL)));
    assert_string_equal(buffer, "PLACE(3-4, 4-3, 4-4, 4-5)");
}

static void what_is_no_move_is_refused_with_its_place(void **state)
{
    const int32_t apart[] = {0, 0, 0, 1, 0, 2, 5, 5};
    block error = new_struct("tetress_error");
    uint16_t move = 7;

    (void)state;
    assert_int_equal(call_i32("tetress_move_from_cells",
                              ARGUMENTS(POINTER(apart), SIZE(4), POINTER(&move), POINTER(&error))),
                     TETRESS_EILLEGAL);
    assert_int_equal(get_i32(&error, "tetress_error", "rule"), TETRESS_RULE_NOT_TETROMINO);
    assert_int_equal(call_i32("tetress_move_from_text",
                              ARGUMENTS(TEXT("3-4,x"), POINTER(&move), POINTER(&error))),
                     TETRESS_ETEXT);
    assert_int_equal(get_i32(&error, "tetress_error", "offset"), 4);
    assert_true(strlen(error_text(&error)) > 0);
    assert_int_equal(move, 7);
}

/* ---- Games ----------------------------------------------------------------------------------- */

static void a_new_game_has_all_placements_and_the_known_perft(void **state)
{
    void *game = new_game();
    size_t count = 0;
    uint64_t nodes = 0;

    (void)state;
    assert_int_equal(ask_game("tetress_game_turn", game), TETRESS_RED);
    assert_int_equal(ask_game("tetress_game_ply", game), 0);
    assert_int_equal(ask_game("tetress_game_reason", game), TETRESS_REASON_NONE);
    assert_int_equal(ask_game("tetress_game_winner", game), TETRESS_NOBODY);
    call_ok("tetress_game_legal_moves",
            ARGUMENTS(POINTER(game), POINTER(NULL), SIZE(0), POINTER(&count)));
    assert_int_equal(count, TETRESS_PLACEMENTS);
    call_ok("tetress_game_perft", ARGUMENTS(POINTER(game), U32(2), POINTER(&nodes)));
    assert_int_equal(nodes, 4808298);
    free_game(game);
}

static void random_games_are_counted(void **state)
{
    void *game = new_game();
    block results = new_struct("tetress_playouts");
    uint64_t seed = 5;

    (void)state;
    call_ok("tetress_game_playouts",
            ARGUMENTS(POINTER(game), POINTER(&seed), U64(40), POINTER(&results)));
    assert_int_equal(get_u64(&results, "tetress_playouts", "red_wins") +
                         get_u64(&results, "tetress_playouts", "blue_wins") +
                         get_u64(&results, "tetress_playouts", "draws"),
                     40);
    free_game(game);
}

static void kernels_are_named_and_chosen(void **state)
{
    const char *name = call_text("tetress_kernel_name", NO_ARGUMENTS);

    (void)state;
    assert_non_null(call_text("tetress_kernel_at", ARGUMENTS(U32(0))));
    assert_null(call_text("tetress_kernel_at", ARGUMENTS(U32(99))));
    call_ok("tetress_kernel_select", ARGUMENTS(TEXT("portable")));
    assert_string_equal(call_text("tetress_kernel_name", NO_ARGUMENTS), "portable");
    call_ok("tetress_kernel_select", ARGUMENTS(TEXT(name)));
    assert_int_equal(call_i32("tetress_kernel_select", ARGUMENTS(TEXT("sse9"))), TETRESS_EUNKNOWN);
}

static void a_position_in_text_is_read_and_described(void **state)
{
    void *game = game_from(POSITION);
    uint64_t bits[2] = {0};

    (void)state;
    expect_text(game, POSITION);
    assert_int_equal(ask_game("tetress_game_start_ply", game), 10);
    assert_int_equal(call_i32("tetress_game_tokens", ARGUMENTS(POINTER(game), I32(TETRESS_BLUE))),
                     3);
    assert_int_equal(call_i32("tetress_game_cell", ARGUMENTS(POINTER(game), I32(3), I32(1))),
                     TETRESS_BLUE);
    assert_int_equal(call_i32("tetress_game_cell", ARGUMENTS(POINTER(game), I32(11), I32(0))),
                     TETRESS_EARG);
    call_ok("tetress_game_bits", ARGUMENTS(POINTER(game), I32(TETRESS_RED), POINTER(bits)));
    assert_int_equal(bits[0], 1u | 1u << 11 | 1u << 22 | UINT64_C(1) << 33);
    assert_int_equal(bits[1], 0);
    free_game(game);
}

static void a_bad_position_leaves_no_game(void **state)
{
    block error = new_struct("tetress_error");
    void *game = &error;

    (void)state;
    assert_int_equal(call_i32("tetress_game_from_text", ARGUMENTS(POINTER(NULL), TEXT("....x"),
                                                                  POINTER(&game), POINTER(&error))),
                     TETRESS_ETEXT);
    assert_null(game);
    assert_int_equal(get_i32(&error, "tetress_error", "offset"), 4);
}

/* Moves, mask, mobility and is_legal agree. */
static void all_questions_about_legal_moves_agree(void **state)
{
    void *game = game_from(POSITION);
    uint16_t moves[TETRESS_PLACEMENTS];
    uint8_t mask[TETRESS_PLACEMENTS];
    size_t count = 0;
    size_t masked = 0;

    (void)state;
    call_ok("tetress_game_legal_moves",
            ARGUMENTS(POINTER(game), POINTER(moves), SIZE(COUNT_OF(moves)), POINTER(&count)));
    call_ok("tetress_game_legal_mask", ARGUMENTS(POINTER(game), POINTER(mask), SIZE(sizeof mask)));
    for (size_t i = 0; i < sizeof mask; i++)
        masked += mask[i];
    assert_true(count > 0);
    assert_int_equal(masked, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(mask[moves[i]], 1);
    assert_int_equal(call_i32("tetress_game_mobility", ARGUMENTS(POINTER(game), I32(TETRESS_RED))),
                     (int)count);
    assert_int_equal(call_i32("tetress_game_is_legal", ARGUMENTS(POINTER(game), U16(moves[0]))), 1);
    assert_int_equal(
        call_i32("tetress_game_is_legal", ARGUMENTS(POINTER(game), U16(TETRESS_PLACEMENTS))), 0);
    free_game(game);
}

static void play_three_ways(void *game, uint16_t move)
{
    const int32_t coordinates[] = {4, 0, 5, 0, 6, 0, 7, 0};
    uint16_t judged = TETRESS_MOVE_NONE, played = TETRESS_MOVE_NONE;

    call_ok("tetress_game_apply", ARGUMENTS(POINTER(game), U16(move)));
    call_ok("tetress_game_apply_text",
            ARGUMENTS(POINTER(game), TEXT("4-1,4-2,4-3,5-2"), POINTER(NULL)));
    call_ok("tetress_game_check_cells", ARGUMENTS(POINTER(game), POINTER(coordinates), SIZE(4),
                                                  POINTER(&judged), POINTER(NULL)));
    call_ok("tetress_game_apply_cells",
            ARGUMENTS(POINTER(game), POINTER(coordinates), SIZE(4), POINTER(&played)));
    assert_int_equal(played, judged);
}

static void moves_are_played_recorded_and_taken_back(void **state)
{
    void *game = game_from(POSITION);
    uint16_t history[TETRESS_MAX_ACTIONS];
    uint16_t move = 0;
    size_t count = 0;

    (void)state;
    call_ok("tetress_move_from_text",
            ARGUMENTS(TEXT("0-1,0-2,0-3,0-4"), POINTER(&move), POINTER(NULL)));
    play_three_ways(game, move);
    expect_text(game, "rrrrr....../r........../r........../rbbb......./rbbb......./r.b......../"
                      "r........../r........../.........../.........../........... b 13");
    call_ok("tetress_game_history",
            ARGUMENTS(POINTER(game), POINTER(history), SIZE(COUNT_OF(history)), POINTER(&count)));
    assert_int_equal(count, 3);
    assert_int_equal(history[0], move);
    call_ok("tetress_game_undo", ARGUMENTS(POINTER(game)));
    assert_int_equal(ask_game("tetress_game_ply", game), 12);
    call_ok("tetress_game_rewind", ARGUMENTS(POINTER(game)));
    expect_text(game, POSITION);
    assert_int_equal(call_i32("tetress_game_undo", ARGUMENTS(POINTER(game))), TETRESS_ENOUNDO);
    free_game(game);
}

static void a_refused_move_says_why_and_changes_nothing(void **state)
{
    void *game = game_from(POSITION);
    const int32_t taken[] = {3, 1, 4, 1, 5, 1, 6, 1};
    const void *error;

    (void)state;
    assert_int_equal(call_i32("tetress_game_apply_cells",
                              ARGUMENTS(POINTER(game), POINTER(taken), SIZE(4), POINTER(NULL))),
                     TETRESS_EILLEGAL);
    error = call_pointer("tetress_game_error", ARGUMENTS(POINTER(game)));
    assert_int_equal(get_i32(error, "tetress_error", "rule"), TETRESS_RULE_OCCUPIED);
    assert_int_equal(get_i32(error, "tetress_error", "cell"), 34);
    assert_non_null(strstr(error_text(error), "3-1"));
    expect_text(game, POSITION);
    free_game(game);
}

static void a_copy_is_equal_and_independent(void **state)
{
    void *game = game_from(POSITION);
    void *copy = NULL;
    uint16_t move = TETRESS_MOVE_NONE;
    uint64_t seed = 1;

    (void)state;
    call_ok("tetress_game_copy", ARGUMENTS(POINTER(game), POINTER(&copy)));
    assert_int_equal(call_u64("tetress_game_hash", ARGUMENTS(POINTER(game))),
                     call_u64("tetress_game_hash", ARGUMENTS(POINTER(copy))));
    call_ok("tetress_game_random_move", ARGUMENTS(POINTER(copy), POINTER(&seed), POINTER(&move)));
    assert_int_not_equal(seed, 1);
    call_ok("tetress_game_apply", ARGUMENTS(POINTER(copy), U16(move)));
    free_game(copy);
    expect_text(game, POSITION);
    free_game(game);
}

static void after_150_actions_more_tokens_win(void **state)
{
    void *game = game_from("rrr......../b........../.........../.........../.........../"
                           ".........../.........../.........../.........../.........../"
                           "........... r 150");

    (void)state;
    assert_int_equal(ask_game("tetress_game_reason", game), TETRESS_REASON_TURN_LIMIT);
    assert_int_equal(ask_game("tetress_game_winner", game), TETRESS_RED);
    assert_int_equal(call_i32("tetress_game_apply", ARGUMENTS(POINTER(game), U16(0))),
                     TETRESS_EOVER);
    free_game(game);
}

/* ---- Engines --------------------------------------------------------------------------------- */

static void a_bad_spec_leaves_no_engine(void **state)
{
    block error = new_struct("tetress_error");
    void *engine = &error;

    (void)state;
    assert_int_equal(
        call_i32("tetress_engine_new", ARGUMENTS(POINTER(NULL), TEXT("negamax:hash=none"),
                                                 POINTER(&engine), POINTER(&error))),
        TETRESS_EVALUE);
    assert_null(engine);
    assert_int_equal(get_i32(&error, "tetress_error", "offset"), 13);
}

static void expect_option(void *engine, const char *name, const char *value)
{
    char buffer[64];

    call_ok("tetress_engine_get", ARGUMENTS(POINTER(engine), TEXT(name), POINTER(buffer),
                                            SIZE(sizeof buffer), POINTER(NULL), POINTER(NULL)));
    assert_string_equal(buffer, value);
}

static void options_are_described_set_and_read(void **state)
{
    void *engine = new_engine("negamax");
    block option = new_struct("tetress_option");
    uint32_t count = call_u32("tetress_engine_option_count", ARGUMENTS(POINTER(engine)));

    (void)state;
    assert_true(count > 0);
    for (uint32_t i = 0; i < count; i++) {
        call_ok("tetress_engine_option", ARGUMENTS(POINTER(engine), U32(i), POINTER(&option)));
        expect_option(engine, get_text(&option, "tetress_option", "name"),
                      get_text(&option, "tetress_option", "default_value"));
        assert_true(strlen(get_text(&option, "tetress_option", "summary")) > 0);
    }
    assert_int_equal(
        call_i32("tetress_engine_option", ARGUMENTS(POINTER(engine), U32(count), POINTER(&option))),
        TETRESS_EARG);
    call_ok("tetress_engine_set", ARGUMENTS(POINTER(engine), TEXT("hash"), TEXT("2")));
    expect_option(engine, "hash", "2");
    free_engine(engine);
}

static void a_refused_option_says_why(void **state)
{
    void *engine = new_engine("negamax");
    const void *error;

    (void)state;
    assert_int_equal(
        call_i32("tetress_engine_set", ARGUMENTS(POINTER(engine), TEXT("hash"), TEXT("zero"))),
        TETRESS_EVALUE);
    error = call_pointer("tetress_engine_error", ARGUMENTS(POINTER(engine)));
    assert_int_equal(get_i32(error, "tetress_error", "status"), TETRESS_EVALUE);
    assert_non_null(strstr(error_text(error), "zero"));
    free_engine(engine);
}

static void an_engine_tells_the_spec_that_makes_it(void **state)
{
    void *engine = new_engine("negamax:hash=2,evaluator=tokens");
    char spec[128];

    (void)state;
    call_ok("tetress_engine_spec",
            ARGUMENTS(POINTER(engine), POINTER(spec), SIZE(sizeof spec), POINTER(NULL)));
    assert_string_equal(spec, "negamax:evaluator=tokens,hash=2");
    free_engine(engine);
}

static void an_engine_tells_its_own_limits(void **state)
{
    void *engine = new_engine("negamax:hash=1,nodes=70");
    block limits = new_struct("tetress_budget");

    (void)state;
    assert_int_equal(
        call_i32("tetress_engine_own_limits", ARGUMENTS(POINTER(engine), POINTER(&limits))), 1);
    assert_int_equal(get_u64(&limits, "tetress_budget", "nodes"), 70);
    free_engine(engine);
}

static void a_search_keeps_its_budget_and_repeats(void **state)
{
    void *engine = new_engine("negamax:hash=1");
    void *game = game_from(POSITION);
    block first = search(engine, game, 20000);
    block second;

    (void)state;
    assert_int_equal(get_u64(&first, "tetress_result", "nodes"), 20000);
    assert_int_equal(get_i32(&first, "tetress_result", "stop_reason"), TETRESS_STOP_NODES);
    assert_int_equal(
        call_i32("tetress_game_is_legal",
                 ARGUMENTS(POINTER(game), U16(get_u16(&first, "tetress_result", "move")))),
        1);
    call_ok("tetress_engine_reset", ARGUMENTS(POINTER(engine)));
    call_ok("tetress_engine_reseed", ARGUMENTS(POINTER(engine), U64(3)));
    second = search(engine, game, 20000);
    assert_int_equal(get_u16(&first, "tetress_result", "move"),
                     get_u16(&second, "tetress_result", "move"));
    assert_int_equal(get_i32(&first, "tetress_result", "score"),
                     get_i32(&second, "tetress_result", "score"));
    free_game(game);
    free_engine(engine);
}

static void lines_come_best_first(void **state)
{
    void *engine = new_engine("negamax:hash=1,multipv=3");
    void *game = game_from(POSITION);
    block found = search(engine, game, 20000);
    int32_t above = INT32_MAX;

    (void)state;
    assert_int_equal(get_u32(&found, "tetress_result", "lines"), 3);
    for (uint32_t i = 0; i < 3; i++) {
        block line = new_struct("tetress_line");
        uint16_t first;

        call_ok("tetress_engine_line", ARGUMENTS(POINTER(engine), U32(i), POINTER(&line)));
        memcpy(&first, line.bytes + offset_of("tetress_line", "pv", ABI_U16), sizeof first);
        assert_int_equal(first, get_u16(&line, "tetress_line", "move"));
        assert_int_equal(get_u32(&line, "tetress_line", "rank"), i + 1);
        assert_true(get_i32(&line, "tetress_line", "score") <= above);
        assert_true(get_f64(&line, "tetress_line", "win") >= 0);
        assert_true(get_f64(&line, "tetress_line", "win") <= 1);
        above = get_i32(&line, "tetress_line", "score");
    }
    free_game(game);
    free_engine(engine);
}

static void a_stop_ends_the_next_search_unless_dropped(void **state)
{
    void *engine = new_engine("negamax:hash=1");
    void *game = game_from(POSITION);
    block found;

    (void)state;
    call_void("tetress_engine_stop", ARGUMENTS(POINTER(engine)));
    found = search(engine, game, 20000);
    assert_int_equal(get_i32(&found, "tetress_result", "stop_reason"), TETRESS_STOP_REQUESTED);
    call_void("tetress_engine_stop", ARGUMENTS(POINTER(engine)));
    call_void("tetress_engine_resume", ARGUMENTS(POINTER(engine)));
    found = search(engine, game, 20000);
    assert_int_equal(get_i32(&found, "tetress_result", "stop_reason"), TETRESS_STOP_NODES);
    free_game(game);
    free_engine(engine);
}

static void progress_is_told_and_can_stop(void **state)
{
    void *engine = new_engine("negamax:hash=1");
    void *game = game_from(POSITION);
    witness seen = {0};
    closure info;
    block found;

    (void)state;
    make_closure(&info, "tetress_info_fn", see_info, &seen);
    call_ok("tetress_engine_set_info",
            ARGUMENTS(POINTER(engine), FUNCTION(info.code), POINTER(game)));
    found = search(engine, game, 20000);
    assert_true(seen.calls > 0 && seen.nodes > 0 && seen.nodes <= 20000);
    assert_ptr_equal(seen.user, game);
    seen.answer = 1;
    found = search(engine, game, 2000000);
    assert_int_equal(get_i32(&found, "tetress_result", "stop_reason"), TETRESS_STOP_CALLBACK);
    call_ok("tetress_engine_set_info", ARGUMENTS(POINTER(engine), FUNCTION(NULL), POINTER(NULL)));
    free_closure(&info);
    free_game(game);
    free_engine(engine);
}

static void the_host_can_evaluate(void **state)
{
    void *engine = new_engine("negamax:hash=1,evaluator=tokens");
    void *game = game_from(POSITION);
    witness seen = {0};
    closure evaluator;
    block by_library, by_host;
    int32_t score = 0;

    (void)state;
    by_library = search(engine, game, 2000);
    make_closure(&evaluator, "tetress_evaluate_fn", count_tokens, &seen);
    call_ok("tetress_engine_set_evaluator",
            ARGUMENTS(POINTER(engine), FUNCTION(evaluator.code), POINTER(&seen)));
    call_ok("tetress_engine_evaluate", ARGUMENTS(POINTER(engine), POINTER(game), POINTER(&score)));
    assert_int_equal(score, 100);
    assert_int_equal(call_i32("tetress_engine_set_weights",
                              ARGUMENTS(POINTER(engine), POINTER(&seen), SIZE(sizeof seen))),
                     TETRESS_ETEXT);
    call_ok("tetress_engine_reset", ARGUMENTS(POINTER(engine)));
    by_host = search(engine, game, 2000);
    assert_true(seen.calls > 100);
    assert_ptr_equal(seen.user, &seen);
    assert_int_equal(get_u16(&by_host, "tetress_result", "move"),
                     get_u16(&by_library, "tetress_result", "move"));
    assert_int_equal(get_i32(&by_host, "tetress_result", "score"),
                     get_i32(&by_library, "tetress_result", "score"));
    free_engine(engine);
    free_closure(&evaluator);
    free_game(game);
}

/* ---- Memory of the host ---------------------------------------------------------------------- */

static block make_allocator(heap *memory, closure *alloc, closure *release)
{
    block allocator = {{0}};

    make_closure(alloc, "tetress_allocator.alloc", heap_alloc, NULL);
    make_closure(release, "tetress_allocator.free", heap_free, NULL);
    put_pointer(&allocator, "tetress_allocator", "ctx", memory);
    put_function(&allocator, "tetress_allocator", "alloc", alloc->code);
    put_function(&allocator, "tetress_allocator", "free", release->code);
    return allocator;
}

static void handles_live_in_memory_of_the_host(void **state)
{
    heap memory = {0};
    closure alloc, release;
    block allocator = make_allocator(&memory, &alloc, &release);
    void *game = NULL;
    void *copy = NULL;
    void *engine = NULL;

    (void)state;
    call_ok("tetress_game_new", ARGUMENTS(POINTER(&allocator), POINTER(&game)));
    call_ok("tetress_game_copy", ARGUMENTS(POINTER(game), POINTER(&copy)));
    call_ok("tetress_engine_new", ARGUMENTS(POINTER(&allocator), TEXT("negamax:hash=1"),
                                            POINTER(&engine), POINTER(NULL)));
    search(engine, game, 1000);
    assert_true(memory.bytes > 1024 * 1024);
    free_engine(engine);
    free_game(copy);
    free_game(game);
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(memory.bytes, 0);
    memory.empty = true;
    assert_int_equal(call_i32("tetress_game_new", ARGUMENTS(POINTER(&allocator), POINTER(&game))),
                     TETRESS_ENOMEM);
    assert_null(game);
    free_closure(&alloc);
    free_closure(&release);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static void every_player_is_described_and_can_be_made(void **state)
{
    uint32_t count = call_u32("tetress_player_count", NO_ARGUMENTS);
    block player = new_struct("tetress_player");

    (void)state;
    assert_true(count > 0);
    for (uint32_t i = 0; i < count; i++) {
        call_ok("tetress_player_at", ARGUMENTS(U32(i), POINTER(&player)));
        assert_true(strlen(get_text(&player, "tetress_player", "description")) > 0);
        free_engine(new_engine(get_text(&player, "tetress_player", "name")));
    }
    assert_int_equal(call_i32("tetress_player_at", ARGUMENTS(U32(count), POINTER(&player))),
                     TETRESS_EARG);
}

static void every_evaluator_is_described_and_can_be_chosen(void **state)
{
    uint32_t count = call_u32("tetress_evaluator_count", NO_ARGUMENTS);
    block evaluator = new_struct("tetress_evaluator");
    void *engine = new_engine("greedy");

    (void)state;
    assert_true(count > 0);
    for (uint32_t i = 0; i < count; i++) {
        call_ok("tetress_evaluator_at", ARGUMENTS(U32(i), POINTER(&evaluator)));
        call_ok("tetress_engine_set",
                ARGUMENTS(POINTER(engine), TEXT("evaluator"),
                          TEXT(get_text(&evaluator, "tetress_evaluator", "name"))));
    }
    free_engine(engine);
}

static void names_are_compared(void **state)
{
    static const char *const names[] = {"greedy", "negamax"};

    (void)state;
    assert_string_equal(
        call_text("tetress_nearest_name", ARGUMENTS(TEXT("negmax"), POINTER(names), SIZE(2))),
        "negamax");
    assert_null(
        call_text("tetress_nearest_name", ARGUMENTS(TEXT("deepblue"), POINTER(names), SIZE(2))));
    assert_null(
        call_text("tetress_nearest_name", ARGUMENTS(TEXT("negmax"), POINTER(NULL), SIZE(0))));
}

static void players_are_compared_by_pairs_of_games(void **state)
{
    static const uint64_t pairs[TETRESS_PAIR_OUTCOMES] = {0, 0, 0, 0, 1};
    block found = new_struct("tetress_comparison");

    (void)state;
    call_ok("tetress_compare_pairs", ARGUMENTS(POINTER(pairs), POINTER(&found)));
    assert_true(get_f64(&found, "tetress_comparison", "score") == 1);
    assert_true(get_f64(&found, "tetress_comparison", "high") == 1);
    assert_true(get_f64(&found, "tetress_comparison", "los") == 0.75);
    assert_true(get_f64(&found, "tetress_comparison", "elo") > 1e9);
    assert_true(get_f64(&found, "tetress_comparison", "elo_low") < 0);
    assert_int_equal(call_i32("tetress_compare_pairs", ARGUMENTS(POINTER(pairs), POINTER(NULL))),
                     TETRESS_EARG);
}

/* ---- Matches --------------------------------------------------------------------------------- */

static void *new_match(void)
{
    void *match = NULL;
    block settings = new_struct("tetress_match_settings");

    put_u64(&settings, "tetress_match_settings", "games", 2);
    put_u64(&settings, "tetress_match_settings", "seed", 5);
    call_ok("tetress_match_new",
            ARGUMENTS(POINTER(NULL), POINTER(&settings), POINTER(&match), POINTER(NULL)));
    assert_non_null(match);
    return match;
}

static void a_match_is_stepped_to_its_end(void **state)
{
    void *match = new_match(), *start = NULL, *opening = NULL;
    block task = new_struct("tetress_match_task"), again = new_struct("tetress_match_task");
    block standing = new_struct("tetress_standing"), found = new_struct("tetress_comparison");
    char text[TETRESS_POSITION_TEXT];

    (void)state;
    call_ok("tetress_random_opening",
            ARGUMENTS(POINTER(NULL), U64(5), U64(0), U32(3), POINTER(&opening)));
    call_ok("tetress_game_to_text",
            ARGUMENTS(POINTER(opening), POINTER(text), SIZE(sizeof text), POINTER(NULL)));
    call_ok("tetress_match_add_opening", ARGUMENTS(POINTER(match), TEXT(text)));
    call_ok("tetress_match_next", ARGUMENTS(POINTER(match), POINTER(&task)));
    call_ok("tetress_match_task_of", ARGUMENTS(POINTER(match), U64(0), POINTER(&again)));
    assert_true(get_u64(&task, "tetress_match_task", "seed") ==
                call_u64("tetress_derived_seed", ARGUMENTS(U64(5), U64(0))));
    assert_memory_equal(&task, &again, sizeof task);
    call_ok("tetress_match_start",
            ARGUMENTS(POINTER(match), U64(1), POINTER(NULL), POINTER(&start)));
    assert_int_equal(ask_game("tetress_game_ply", start), 3);
    call_ok("tetress_match_add_result", ARGUMENTS(POINTER(match), U64(0), I32(TETRESS_RED)));
    call_ok("tetress_match_add_result", ARGUMENTS(POINTER(match), U64(1), I32(TETRESS_BLUE)));
    assert_int_equal(call_i32("tetress_match_over", ARGUMENTS(POINTER(match))), 1);
    call_ok("tetress_match_summary",
            ARGUMENTS(POINTER(match), POINTER(&standing), POINTER(&found)));
    assert_true(get_u64(&standing, "tetress_standing", "wins") == 2);
    assert_true(get_f64(&found, "tetress_comparison", "score") == 1);
    assert_int_equal(call_i32("tetress_match_next", ARGUMENTS(POINTER(match), POINTER(&task))),
                     TETRESS_EOVER);
    assert_int_equal(get_i32(call_pointer("tetress_match_error", ARGUMENTS(POINTER(match))),
                             "tetress_error", "status"),
                     TETRESS_EOVER);
    call_void("tetress_game_free", ARGUMENTS(POINTER(start)));
    call_void("tetress_game_free", ARGUMENTS(POINTER(opening)));
    call_void("tetress_match_free", ARGUMENTS(POINTER(match)));
}

/* ---- The referee ----------------------------------------------------------------------------- */

static void *new_referee(void)
{
    void *referee = NULL;

    call_ok("tetress_referee_new", ARGUMENTS(POINTER(NULL), POINTER(NULL), POINTER(NULL),
                                             POINTER(&referee), POINTER(NULL)));
    assert_non_null(referee);
    return referee;
}

static void a_game_is_refereed_charged_and_ended(void **state)
{
    const int32_t cells[] = {5, 5, 5, 6, 5, 7, 5, 8};
    void *referee = new_referee();
    block spent = new_struct("tetress_spent");
    uint64_t cpu_left = 0, wall_left = 0;
    const void *evidence;

    (void)state;
    call_ok("tetress_referee_play", ARGUMENTS(POINTER(referee), U16(0), POINTER(NULL)));
    call_ok("tetress_referee_play_cells",
            ARGUMENTS(POINTER(referee), POINTER(cells), SIZE(4), POINTER(&spent)));
    assert_int_equal(call_i32("tetress_referee_check", ARGUMENTS(POINTER(referee), I32(TETRESS_RED),
                                                                 POINTER(&spent), POINTER(NULL))),
                     TETRESS_OUTCOME_OPEN);
    call_ok("tetress_referee_charge",
            ARGUMENTS(POINTER(referee), I32(TETRESS_RED), POINTER(&spent)));
    assert_int_equal(ask_game("tetress_game_ply",
                              call_pointer("tetress_referee_game", ARGUMENTS(POINTER(referee)))),
                     2);
    call_ok("tetress_referee_left", ARGUMENTS(POINTER(referee), I32(TETRESS_BLUE),
                                              POINTER(&cpu_left), POINTER(&wall_left)));
    assert_true(cpu_left == UINT64_MAX && wall_left == UINT64_MAX);
    call_ok("tetress_referee_play_text",
            ARGUMENTS(POINTER(referee), TEXT("5-5,5-6,5-7,5-8"), POINTER(NULL)));
    assert_int_equal(call_i32("tetress_referee_outcome", ARGUMENTS(POINTER(referee))),
                     TETRESS_OUTCOME_ILLEGAL);
    assert_int_equal(call_i32("tetress_referee_winner", ARGUMENTS(POINTER(referee))), TETRESS_BLUE);
    assert_int_equal(call_i32("tetress_referee_blame", ARGUMENTS(POINTER(referee))), TETRESS_RED);
    evidence = call_pointer("tetress_referee_evidence", ARGUMENTS(POINTER(referee)));
    assert_int_equal(get_i32(evidence, "tetress_error", "rule"), TETRESS_RULE_OCCUPIED);
    call_ok("tetress_referee_spent",
            ARGUMENTS(POINTER(referee), I32(TETRESS_RED), POINTER(&spent)));
    assert_int_equal(get_u64(&spent, "tetress_spent", "cpu_us"), 0);
    assert_int_equal(call_i32("tetress_referee_charge",
                              ARGUMENTS(POINTER(referee), I32(TETRESS_RED), POINTER(NULL))),
                     TETRESS_EOVER);
    evidence = call_pointer("tetress_referee_error", ARGUMENTS(POINTER(referee)));
    assert_int_equal(get_i32(evidence, "tetress_error", "status"), TETRESS_EOVER);
    call_void("tetress_referee_free", ARGUMENTS(POINTER(referee)));
    referee = new_referee();
    call_ok("tetress_referee_end", ARGUMENTS(POINTER(referee), I32(TETRESS_OUTCOME_CRASH),
                                             I32(TETRESS_BLUE), TEXT("it fell")));
    assert_int_equal(call_i32("tetress_outcome_kind", ARGUMENTS(I32(TETRESS_OUTCOME_CRASH))),
                     TETRESS_OUTCOME_KIND_FAULT);
    assert_string_equal(call_text("tetress_outcome_name", ARGUMENTS(I32(TETRESS_OUTCOME_CRASH))),
                        "crash");
    call_void("tetress_referee_free", ARGUMENTS(POINTER(referee)));
}

/* ---- The single-player game ------------------------------------------------------------------ */

static void tetris_is_played_by_hand_and_by_an_agent(void **state)
{
    static const double weights[] = {-1, 1, -9, -10, -2, -1, -1, 2, -1, -1, -3};
    void *game = NULL, *copy = NULL, *agent = NULL;
    uint32_t columns[TETRESS_TETRIS_COLUMNS];
    int32_t orientation = -1, slot = -1, move = -1;
    uint64_t lines[2] = {0, 0};
    double value = 0, mean = 0, values[34], features[11], fitness = 0;
    char text[TETRESS_TETRIS_TEXT];
    size_t length = 0;
    block options = new_struct("tetress_tetris_options");
    block objective = new_struct("tetress_tetris_objective");
    block interval = new_struct("tetress_tetris_mean");

    (void)state;
    call_ok("tetress_tetris_new",
            ARGUMENTS(POINTER(NULL), U32(0), I32(0), U64(5), POINTER(&game), POINTER(NULL)));
    call_ok("tetress_tetris_set_piece", ARGUMENTS(POINTER(game), I32(1)));
    assert_int_equal(call_i32("tetress_tetris_piece", ARGUMENTS(POINTER(game))), 1);
    assert_int_equal(call_i32("tetress_tetris_move_count", ARGUMENTS(I32(1))), 17);
    call_ok("tetress_tetris_move",
            ARGUMENTS(I32(1), I32(12), POINTER(&orientation), POINTER(&slot)));
    assert_true(orientation == 1 && slot == 2);
    call_ok("tetress_tetris_play", ARGUMENTS(POINTER(game), I32(12)));
    call_ok("tetress_tetris_columns", ARGUMENTS(POINTER(game), POINTER(columns)));
    assert_true(columns[1] == 0 && columns[2] == 1 && columns[5] == 1 && columns[6] == 0);
    call_ok("tetress_tetris_copy", ARGUMENTS(POINTER(game), POINTER(&copy)));
    put_u32(&options, "tetress_tetris_options", "lookahead", 1);
    call_ok("tetress_tetris_agent_new",
            ARGUMENTS(POINTER(NULL),
                      TEXT(call_text("tetress_tetris_evaluator_name", ARGUMENTS(U32(0)))),
                      POINTER(&options), POINTER(&agent), POINTER(NULL)));
    assert_non_null(call_text("tetress_tetris_evaluator_summary", ARGUMENTS(U32(0))));
    call_ok("tetress_tetris_agent_choose",
            ARGUMENTS(POINTER(agent), POINTER(copy), POINTER(&move), POINTER(&value)));
    assert_true(move >= 0 && value < 0);
    call_ok("tetress_tetris_agent_play", ARGUMENTS(POINTER(agent), POINTER(copy), U64(30)));
    assert_int_equal(call_u64("tetress_tetris_turns", ARGUMENTS(POINTER(copy))), 31);
    assert_true(call_u64("tetress_tetris_lines", ARGUMENTS(POINTER(copy))) > 5);
    assert_int_equal(call_u64("tetress_tetris_turns", ARGUMENTS(POINTER(game))), 1);
    assert_int_equal(call_i32("tetress_tetris_over", ARGUMENTS(POINTER(copy))), 0);
    call_ok("tetress_tetris_agent_set_weights",
            ARGUMENTS(POINTER(agent), I32(TETRESS_TETRIS_S2), POINTER(weights), SIZE(11)));
    call_ok("tetress_tetris_agent_games",
            ARGUMENTS(POINTER(agent), U64(1), U64(0), SIZE(2), U64(20), U32(2), POINTER(lines)));
    assert_true(lines[0] > 2 && lines[1] > 2);
    call_ok("tetress_tetris_agent_split",
            ARGUMENTS(POINTER(agent), U64(1), SIZE(1), U32(2), U32(1), POINTER(&mean)));
    assert_true(mean == -1 || mean > 0);
    call_ok("tetress_tetris_agent_weights",
            ARGUMENTS(POINTER(agent), POINTER(&move), POINTER(features)));
    assert_true(move == TETRESS_TETRIS_S2 && features[3] == -24);
    call_ok("tetress_tetris_agent_values",
            ARGUMENTS(POINTER(agent), POINTER(copy), POINTER(values), SIZE(34)));
    assert_true(values[0] < 0);
    call_ok("tetress_tetris_interval", ARGUMENTS(POINTER(values), SIZE(4), POINTER(&interval)));
    assert_int_equal(get_u64(interval.bytes, "tetress_tetris_mean", "count"), 4);
    put_u32(&objective, "tetress_tetris_objective", "kind", TETRESS_TETRIS_LINES);
    put_u64(&objective, "tetress_tetris_objective", "pieces", 500);
    call_ok("tetress_tetris_fitness",
            ARGUMENTS(POINTER(NULL), POINTER(NULL), I32(TETRESS_TETRIS_S2), POINTER(weights),
                      SIZE(1), POINTER(&objective), POINTER(&fitness), POINTER(NULL)));
    assert_true(fitness > 100 && fitness < 1000);
    call_void("tetress_tetris_agent_free", ARGUMENTS(POINTER(agent)));
    call_void("tetress_tetris_free", ARGUMENTS(POINTER(copy)));
    call_ok("tetress_tetris_insert", ARGUMENTS(POINTER(game), TEXT("OT")));
    assert_int_equal(call_i32("tetress_tetris_next", ARGUMENTS(POINTER(game))), 4);
    assert_int_equal(call_i32("tetress_tetris_rows", ARGUMENTS(POINTER(game))), 20);
    call_ok("tetress_tetris_features",
            ARGUMENTS(POINTER(game), I32(0), I32(TETRESS_TETRIS_S2), POINTER(features)));
    assert_true(features[0] == 8);
    call_ok("tetress_tetris_to_text",
            ARGUMENTS(POINTER(game), POINTER(text), SIZE(sizeof text), POINTER(&length)));
    call_ok("tetress_tetris_from_text",
            ARGUMENTS(POINTER(NULL), TEXT(text), POINTER(&copy), POINTER(NULL)));
    assert_int_equal(call_u64("tetress_tetris_hash", ARGUMENTS(POINTER(copy))),
                     call_u64("tetress_tetris_hash", ARGUMENTS(POINTER(game))));
    call_void("tetress_tetris_free", ARGUMENTS(POINTER(copy)));
    call_void("tetress_tetris_free", ARGUMENTS(POINTER(game)));
}

/* ---- The table itself ------------------------------------------------------------------------ */

/* What functions that take a pointer say to nothing but zeros, if not EARG. */
static const struct {
    const char *name;
    int32_t answer;
} ANSWERS_TO_ZEROS[] = {
    {"tetress_move_to_text", TETRESS_OK}, /* no buffer: asks for the length of move 0 */
    {"tetress_game_cell", TETRESS_EARG},      {"tetress_game_winner", TETRESS_EARG},
    {"tetress_referee_winner", TETRESS_EARG}, {"tetress_referee_blame", TETRESS_EARG},
    {"tetress_tetris_move", TETRESS_OK},   /* move 0 of O, whose place is not asked for */
    {"tetress_kernel_select", TETRESS_OK}, /* no name: the kernels that run anyway */
};

static int32_t answer_to_zeros(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(ANSWERS_TO_ZEROS); i++) {
        if (strcmp(ANSWERS_TO_ZEROS[i].name, name) == 0)
            return ANSWERS_TO_ZEROS[i].answer;
    }
    return TETRESS_EARG;
}

static bool takes_pointer(const abi_function *function)
{
    for (size_t i = 0; i < function->argument_count; i++) {
        if (type_of(function->arguments[i]) == &ffi_type_pointer)
            return true;
    }
    return false;
}

/* Not counted as calls: they show nothing of what the functions do. */
static void no_function_minds_null(void **state)
{
    static const argument zeros[ABI_MAX_ARGUMENTS];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ABI_FUNCTIONS); i++) {
        const abi_function *function = &ABI_FUNCTIONS[i];
        int32_t returned = (int32_t)(ffi_sarg)call_function(function, zeros).word;

        if (!takes_pointer(function) || function->result != ABI_I32)
            continue;
        if (returned != answer_to_zeros(function->name))
            fail_msg("%s returned %d for zeros", function->name, (int)returned);
    }
}

typedef struct compiled {
    const char *structure;
    const char *field;
    size_t size;
    size_t offset;
} compiled;

#define FIELD(structure, field)                                                                    \
    {                                                                                              \
#structure, #field, sizeof(((structure *)NULL)->field), offsetof(structure, field)         \
    }
#define WHOLE(structure)                                                                           \
    {                                                                                              \
#structure, NULL, sizeof(structure), 0                                                     \
    }

/* What the compiler says. Order as in the table. */
static const compiled COMPILED[] = {
    WHOLE(tetress_allocator),
    FIELD(tetress_allocator, ctx),
    FIELD(tetress_allocator, alloc),
    FIELD(tetress_allocator, free),
    WHOLE(tetress_error),
    FIELD(tetress_error, size),
    FIELD(tetress_error, status),
    FIELD(tetress_error, rule),
    FIELD(tetress_error, cell),
    FIELD(tetress_error, offset),
    FIELD(tetress_error, text),
    WHOLE(tetress_playouts),
    FIELD(tetress_playouts, size),
    FIELD(tetress_playouts, reserved),
    FIELD(tetress_playouts, red_wins),
    FIELD(tetress_playouts, blue_wins),
    FIELD(tetress_playouts, draws),
    FIELD(tetress_playouts, actions),
    WHOLE(tetress_option),
    FIELD(tetress_option, size),
    FIELD(tetress_option, type),
    FIELD(tetress_option, name),
    FIELD(tetress_option, default_value),
    FIELD(tetress_option, minimum),
    FIELD(tetress_option, maximum),
    FIELD(tetress_option, choices),
    FIELD(tetress_option, summary),
    WHOLE(tetress_budget),
    FIELD(tetress_budget, size),
    FIELD(tetress_budget, flags),
    FIELD(tetress_budget, nodes),
    FIELD(tetress_budget, playouts),
    FIELD(tetress_budget, depth),
    FIELD(tetress_budget, wall_ms),
    FIELD(tetress_budget, cpu_ms),
    FIELD(tetress_budget, clock_ms),
    FIELD(tetress_budget, increment_ms),
    FIELD(tetress_budget, reserved),
    WHOLE(tetress_result),
    FIELD(tetress_result, size),
    FIELD(tetress_result, stop_reason),
    FIELD(tetress_result, move),
    FIELD(tetress_result, reserved),
    FIELD(tetress_result, score),
    FIELD(tetress_result, win),
    FIELD(tetress_result, mate),
    FIELD(tetress_result, depth),
    FIELD(tetress_result, selective_depth),
    FIELD(tetress_result, lines),
    FIELD(tetress_result, nodes),
    FIELD(tetress_result, playouts),
    FIELD(tetress_result, wall_ms),
    FIELD(tetress_result, cpu_ms),
    FIELD(tetress_result, hash_permille),
    FIELD(tetress_result, reserved2),
    FIELD(tetress_result, cache_lookups),
    FIELD(tetress_result, cache_hits),
    WHOLE(tetress_line),
    FIELD(tetress_line, size),
    FIELD(tetress_line, rank),
    FIELD(tetress_line, move),
    FIELD(tetress_line, pv_length),
    FIELD(tetress_line, score),
    FIELD(tetress_line, win),
    FIELD(tetress_line, mate),
    FIELD(tetress_line, depth),
    FIELD(tetress_line, visits),
    FIELD(tetress_line, pv),
    FIELD(tetress_line, prior),
    WHOLE(tetress_match_settings),
    FIELD(tetress_match_settings, size),
    FIELD(tetress_match_settings, opening),
    FIELD(tetress_match_settings, games),
    FIELD(tetress_match_settings, seed),
    FIELD(tetress_match_settings, elo0),
    FIELD(tetress_match_settings, elo1),
    FIELD(tetress_match_settings, alpha),
    FIELD(tetress_match_settings, beta),
    WHOLE(tetress_match_task),
    FIELD(tetress_match_task, size),
    FIELD(tetress_match_task, first_colour),
    FIELD(tetress_match_task, number),
    FIELD(tetress_match_task, seed),
    FIELD(tetress_match_task, seeds),
    WHOLE(tetress_standing),
    FIELD(tetress_standing, size),
    FIELD(tetress_standing, verdict),
    FIELD(tetress_standing, wins),
    FIELD(tetress_standing, draws),
    FIELD(tetress_standing, losses),
    FIELD(tetress_standing, pairs),
    FIELD(tetress_standing, llr),
    FIELD(tetress_standing, llr_low),
    FIELD(tetress_standing, llr_high),
    WHOLE(tetress_comparison),
    FIELD(tetress_comparison, size),
    FIELD(tetress_comparison, reserved),
    FIELD(tetress_comparison, score),
    FIELD(tetress_comparison, low),
    FIELD(tetress_comparison, high),
    FIELD(tetress_comparison, elo),
    FIELD(tetress_comparison, elo_low),
    FIELD(tetress_comparison, elo_high),
    FIELD(tetress_comparison, los),
    WHOLE(tetress_player),
    FIELD(tetress_player, size),
    FIELD(tetress_player, reserved),
    FIELD(tetress_player, name),
    FIELD(tetress_player, description),
    FIELD(tetress_player, source),
    FIELD(tetress_player, algorithm),
    FIELD(tetress_player, options),
    WHOLE(tetress_evaluator),
    FIELD(tetress_evaluator, size),
    FIELD(tetress_evaluator, reserved),
    FIELD(tetress_evaluator, name),
    FIELD(tetress_evaluator, summary),
    FIELD(tetress_evaluator, source),
    WHOLE(tetress_referee_limits),
    FIELD(tetress_referee_limits, size),
    FIELD(tetress_referee_limits, reserved),
    FIELD(tetress_referee_limits, cpu_us),
    FIELD(tetress_referee_limits, wall_us),
    FIELD(tetress_referee_limits, call_cpu_us),
    FIELD(tetress_referee_limits, call_wall_us),
    FIELD(tetress_referee_limits, increment_us),
    FIELD(tetress_referee_limits, memory_bytes),
    WHOLE(tetress_spent),
    FIELD(tetress_spent, size),
    FIELD(tetress_spent, reserved),
    FIELD(tetress_spent, cpu_us),
    FIELD(tetress_spent, wall_us),
    FIELD(tetress_spent, memory_bytes),
    WHOLE(tetress_tetris_options),
    FIELD(tetress_tetris_options, size),
    FIELD(tetress_tetris_options, rows),
    FIELD(tetress_tetris_options, lookahead),
    FIELD(tetress_tetris_options, width),
    FIELD(tetress_tetris_options, shallow),
    FIELD(tetress_tetris_options, preview),
    FIELD(tetress_tetris_options, threads),
    FIELD(tetress_tetris_options, reserved),
    FIELD(tetress_tetris_options, stop),
    WHOLE(tetress_tetris_mean),
    FIELD(tetress_tetris_mean, size),
    FIELD(tetress_tetris_mean, reserved),
    FIELD(tetress_tetris_mean, count),
    FIELD(tetress_tetris_mean, mean),
    FIELD(tetress_tetris_mean, error),
    FIELD(tetress_tetris_mean, low),
    FIELD(tetress_tetris_mean, high),
    WHOLE(tetress_tetris_objective),
    FIELD(tetress_tetris_objective, size),
    FIELD(tetress_tetris_objective, kind),
    FIELD(tetress_tetris_objective, seed),
    FIELD(tetress_tetris_objective, games),
    FIELD(tetress_tetris_objective, trials),
    FIELD(tetress_tetris_objective, pieces),
    FIELD(tetress_tetris_objective, threads),
    FIELD(tetress_tetris_objective, reserved),
};

static void expect_compiled(const compiled *row, const char *structure, const char *field,
                            size_t size, size_t offset)
{
    assert_string_equal(row->structure, structure);
    if (field == NULL)
        assert_null(row->field);
    else
        assert_string_equal(row->field, field);
    if (row->size != size || row->offset != offset)
        fail_msg("%s.%s: the table says size %zu, offset %zu, the compiler %zu, %zu", structure,
                 field == NULL ? "" : field, size, offset, row->size, row->offset);
}

static void the_compiler_agrees_with_every_structure(void **state)
{
    const compiled *row = COMPILED;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ABI_STRUCTS); i++) {
        const abi_struct *structure = &ABI_STRUCTS[i];

        expect_compiled(row++, structure->name, NULL, structure->size, 0);
        for (size_t j = 0; j < structure->field_count; j++) {
            const abi_field *field = &structure->fields[j];
            size_t size = field->code == ABI_CHAR ? 1 : type_of(field->code)->size;

            expect_compiled(row++, structure->name, field->name, size * field->count,
                            field->offset);
        }
    }
    assert_ptr_equal(row, COMPILED + COUNT_OF(COMPILED));
}

/* The last test. */
static void every_function_has_been_called(void **state)
{
    size_t missed = 0;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ABI_FUNCTIONS); i++) {
        if (!called[i])
            print_error("no test calls %s\n", ABI_FUNCTIONS[i].name);
        missed += !called[i];
    }
    assert_int_equal(missed, 0);
}

static int open_library(void **state)
{
    (void)state;
    library = dlopen(TETRESS_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        print_error("%s\n", dlerror());
    return library == NULL ? -1 : 0;
}

static int close_library(void **state)
{
    (void)state;
    return dlclose(library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_library_has_the_version_of_the_header),
        cmocka_unit_test(every_status_and_rule_has_its_text),
        cmocka_unit_test(cells_make_a_move_and_back),
        cmocka_unit_test(a_move_is_read_and_written_in_both_styles),
        cmocka_unit_test(what_is_no_move_is_refused_with_its_place),
        cmocka_unit_test(a_new_game_has_all_placements_and_the_known_perft),
        cmocka_unit_test(random_games_are_counted),
        cmocka_unit_test(kernels_are_named_and_chosen),
        cmocka_unit_test(a_position_in_text_is_read_and_described),
        cmocka_unit_test(a_bad_position_leaves_no_game),
        cmocka_unit_test(all_questions_about_legal_moves_agree),
        cmocka_unit_test(moves_are_played_recorded_and_taken_back),
        cmocka_unit_test(a_refused_move_says_why_and_changes_nothing),
        cmocka_unit_test(a_copy_is_equal_and_independent),
        cmocka_unit_test(after_150_actions_more_tokens_win),
        cmocka_unit_test(a_bad_spec_leaves_no_engine),
        cmocka_unit_test(options_are_described_set_and_read),
        cmocka_unit_test(a_refused_option_says_why),
        cmocka_unit_test(an_engine_tells_the_spec_that_makes_it),
        cmocka_unit_test(an_engine_tells_its_own_limits),
        cmocka_unit_test(a_search_keeps_its_budget_and_repeats),
        cmocka_unit_test(lines_come_best_first),
        cmocka_unit_test(a_stop_ends_the_next_search_unless_dropped),
        cmocka_unit_test(progress_is_told_and_can_stop),
        cmocka_unit_test(the_host_can_evaluate),
        cmocka_unit_test(handles_live_in_memory_of_the_host),
        cmocka_unit_test(every_player_is_described_and_can_be_made),
        cmocka_unit_test(every_evaluator_is_described_and_can_be_chosen),
        cmocka_unit_test(names_are_compared),
        cmocka_unit_test(players_are_compared_by_pairs_of_games),
        cmocka_unit_test(a_match_is_stepped_to_its_end),
        cmocka_unit_test(a_game_is_refereed_charged_and_ended),
        cmocka_unit_test(tetris_is_played_by_hand_and_by_an_agent),
        cmocka_unit_test(no_function_minds_null),
        cmocka_unit_test(the_compiler_agrees_with_every_structure),
        cmocka_unit_test(every_function_has_been_called),
    };

    return cmocka_run_group_tests(tests, open_library, close_library);
}
