/* SPDX-License-Identifier: MIT */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BENCH_MAX_ISAS    8
#define BENCH_MAX_ROWS    32
#define BENCH_MAX_FIGURES 16

/* One quantity, measured several times with each kind of kernels. */
typedef struct bench_row {
    const char *name;
    const char *unit; /* "ns", where less is better, or "/s" */
    uint64_t nodes;   /* searched for one figure; 0 where there are none */
    double figures[BENCH_MAX_ISAS][BENCH_MAX_FIGURES];
    size_t counts[BENCH_MAX_ISAS];
} bench_row;

typedef struct bench_table {
    const char *isas[BENCH_MAX_ISAS]; /* columns: the kernels that run here */
    size_t isa_count;
    bench_row rows[BENCH_MAX_ROWS];
    size_t row_count;
} bench_table;

/* An empty table with its columns. */
void bench_start(bench_table *table);

/* A new row; names are not copied. */
bench_row *bench_add_row(bench_table *table, const char *name, const char *unit);

void bench_add_figure(bench_row *row, size_t isa, double figure);

/* As text (the best figure of each) or as one JSON line (best and median), the signature last. */
void bench_print(const bench_table *table, uint64_t signature, bool json);

#endif
