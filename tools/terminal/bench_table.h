/* SPDX-License-Identifier: MIT */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BENCH_MAX_KERNELS 8
#define BENCH_MAX_ROWS    32
#define BENCH_MAX_FIGURES 16

/* One quantity, measured several times with each kind of kernels. */
typedef struct bench_row {
    const char *name;
    const char *unit; /* "ns", where less is better, or "/s" */
    uint64_t nodes;   /* or other work, done for one figure; 0 where there are none */
    double figures[BENCH_MAX_KERNELS][BENCH_MAX_FIGURES];
    size_t counts[BENCH_MAX_KERNELS];
} bench_row;

typedef struct bench_table {
    const char *work; /* what rows count: "nodes", unless changed after the start */
    const char *kernels[BENCH_MAX_KERNELS]; /* columns: the kernels that run here */
    size_t kernel_count;
    bench_row rows[BENCH_MAX_ROWS];
    size_t row_count;
} bench_table;

/* An empty table with its columns. */
void bench_start(bench_table *table);

/* A new row; names are not copied. */
bench_row *bench_add_row(bench_table *table, const char *name, const char *unit);

void bench_add_figure(bench_row *row, size_t kernel, double figure);

/* Do the kernels of all columns have the same signature? Says on stderr if not; returns the exit
 * code. */
int bench_check_signatures(const bench_table *table, const uint64_t *signatures);

/* As text (the best figure of each) or as one JSON line (best and median), the signature last. */
void bench_print(const bench_table *table, uint64_t signature, bool json);

#endif
