/* SPDX-License-Identifier: MIT */
/* Collects measurements and prints them with a column for each kernel. */
#include "bench_table.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tetress/tetress.h>

#include "arguments.h"
#include "json_line.h"

void bench_start(bench_table *table)
{
    const char *name;

    memset(table, 0, sizeof *table);
    table->work = "nodes";
    while (table->kernel_count < BENCH_MAX_KERNELS &&
           (name = tetress_kernel_at((uint32_t)table->kernel_count)) != NULL)
        table->kernels[table->kernel_count++] = name;
}

bench_row *bench_add_row(bench_table *table, const char *name, const char *unit)
{
    bench_row *row = &table->rows[table->row_count++];

    assert(table->row_count <= BENCH_MAX_ROWS);
    row->name = name;
    row->unit = unit;
    return row;
}

void bench_add_figure(bench_row *row, size_t kernel, double figure)
{
    assert(row->counts[kernel] < BENCH_MAX_FIGURES);
    row->figures[kernel][row->counts[kernel]++] = figure;
}

/* ---- Signatures ------------------------------------------------------------------------------ */

int bench_check_signatures(const bench_table *table, const uint64_t *signatures)
{
    for (size_t kernel = 1; kernel < table->kernel_count; kernel++) {
        if (signatures[kernel] != signatures[0])
            return problem("the signature of %s is %016" PRIx64 ", that of %s %016" PRIx64,
                           table->kernels[kernel], signatures[kernel], table->kernels[0],
                           signatures[0]);
    }
    return EXIT_DONE;
}

/* ---- Best and median ------------------------------------------------------------------------- */

static int compare_figures(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static void summarise(const bench_row *row, size_t kernel, double *best, double *median)
{
    double sorted[BENCH_MAX_FIGURES];
    size_t count = row->counts[kernel];

    memcpy(sorted, row->figures[kernel], sizeof sorted);
    qsort(sorted, count, sizeof sorted[0], compare_figures);
    *best = strcmp(row->unit, "ns") == 0 ? sorted[0] : sorted[count - 1];
    *median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

/* ---- Printing -------------------------------------------------------------------------------- */

static void print_row(const bench_table *table, const bench_row *row)
{
    double best, median;

    printf("%-42s", row->name);
    if (row->nodes > 0)
        printf(" %12" PRIu64, row->nodes);
    else
        printf(" %12s", "");
    printf("  %2s", row->unit);
    for (size_t kernel = 0; kernel < table->kernel_count; kernel++) {
        summarise(row, kernel, &best, &median);
        printf(strcmp(row->unit, "ns") == 0 ? " %12.2f" : " %12.0f", best);
    }
    putchar('\n');
}

static void print_text(const bench_table *table, uint64_t signature)
{
    printf("kernels: %s\n%-42s %12s    ", tetress_kernel_name(), "", table->work);
    for (size_t kernel = 0; kernel < table->kernel_count; kernel++)
        printf(" %12s", table->kernels[kernel]);
    putchar('\n');
    for (size_t i = 0; i < table->row_count; i++)
        print_row(table, &table->rows[i]);
    printf("signature %016" PRIx64 "\n", signature);
}

static json_t *row_as_json(const bench_table *table, const bench_row *row)
{
    json_t *object = json_pack("{s:s, s:s, s:I}", "name", row->name, "unit", row->unit, table->work,
                               (json_int_t)row->nodes);
    double best, median;

    for (size_t kernel = 0; kernel < table->kernel_count; kernel++) {
        summarise(row, kernel, &best, &median);
        json_object_set_new(object, table->kernels[kernel],
                            json_pack("{s:f, s:f}", "best", best, "median", median));
    }
    return object;
}

static void print_json(const bench_table *table, uint64_t signature)
{
    json_t *rows = json_array(), *kernels = json_array();
    char hex[17];

    for (size_t i = 0; i < table->row_count; i++)
        json_array_append_new(rows, row_as_json(table, &table->rows[i]));
    for (size_t kernel = 0; kernel < table->kernel_count; kernel++)
        json_array_append_new(kernels, json_string(table->kernels[kernel]));
    snprintf(hex, sizeof hex, "%016" PRIx64, signature);
    write_json_line(json_pack("{s:s, s:s, s:o, s:o, s:s}", "library", tetress_version(), "kernel",
                              tetress_kernel_name(), "kernels", kernels, "rows", rows, "signature",
                              hex),
                    stdout);
}

void bench_print(const bench_table *table, uint64_t signature, bool json)
{
    if (json)
        print_json(table, signature);
    else
        print_text(table, signature);
}
