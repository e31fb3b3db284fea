/* SPDX-License-Identifier: MIT */
/* Prints the progress and result lines of a search, for people and for programs. */
#include "search_lines.h"

#include <inttypes.h>

#include "names.h"
#include "percent.h"

static uint64_t nodes_per_second(const tetress_result *result)
{
    return result->nodes * 1000 / (result->wall_ms == 0 ? 1 : result->wall_ms);
}

void print_info_line(FILE *to, const tetress_result *result, const tetress_line *line,
                     bool for_people)
{
    char name[TETRESS_MOVE_TEXT];

    fprintf(to, "info depth %" PRIu32 " seldepth %" PRIu32 " multipv %" PRIu32 " score ",
            line->depth, result->selective_depth, line->rank);
    if (line->mate != 0)
        fprintf(to, "mate %" PRId32, line->mate);
    else
        fprintf(to, "cp %" PRId32, line->score);
    fprintf(to, " win %.3f nodes %" PRIu64 " nps %" PRIu64 " time %" PRIu64 " hashfull %" PRIu32,
            printed_share(line->win, line->mate != 0), result->nodes, nodes_per_second(result),
            result->wall_ms, result->hash_permille);
    if (result->playouts > 0)
        fprintf(to, " playouts %" PRIu64, result->playouts);
    if (line->visits > 0)
        fprintf(to, " visits %" PRIu64, line->visits);
    if (line->prior > 0)
        fprintf(to, " prior %.3f", line->prior);
    fputs(" pv", to);
    for (uint16_t i = 0; i < line->pv_length; i++) {
        if (for_people)
            fprintf(to, "%s %s", i == 0 ? "" : ",", move_piece_name(line->pv[i], name));
        else
            fprintf(to, " %s", move_name(line->pv[i], name));
    }
    putc('\n', to);
}

json_t *info_json(const tetress_result *result, const tetress_line *line)
{
    char name[TETRESS_MOVE_TEXT];
    json_t *pv = json_array();

    for (uint16_t i = 0; i < line->pv_length; i++)
        json_array_append_new(pv, json_string(move_name(line->pv[i], name)));
    return json_pack("{s:I, s:I, s:I, s:i, s:i, s:f, s:I, s:I, s:I, s:f, s:I, s:I, s:I, s:o}",
                     "rank", (json_int_t)line->rank, "depth", (json_int_t)line->depth,
                     "selective_depth", (json_int_t)result->selective_depth, "score",
                     (int)line->score, "mate", (int)line->mate, "win", line->win, "nodes",
                     (json_int_t)result->nodes, "playouts", (json_int_t)result->playouts, "visits",
                     (json_int_t)line->visits, "prior", line->prior, "wall_ms",
                     (json_int_t)result->wall_ms, "cpu_ms", (json_int_t)result->cpu_ms,
                     "hash_permille", (json_int_t)result->hash_permille, "pv", pv);
}
