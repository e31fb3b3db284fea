/* SPDX-License-Identifier: MIT */
/* Keeps the lines that a search finds in order, and translates their scores into what a host reads:
 * centi-tokens, a chance of winning, or a distance to the end. */
#include "found_lines.h"

#include <string.h>

#include "temper.h"

void ttr_search_score_line(const ttr_search *search, ttr_line *line, int32_t score)
{
    if (score >= TTR_SCORE_PROVEN) {
        line->mate = TTR_SCORE_WIN - score;
        line->score = TTR_CENTI_WIN - line->mate;
        line->win = 1;
    } else if (score <= -TTR_SCORE_PROVEN) {
        line->mate = -TTR_SCORE_WIN - score;
        line->score = -TTR_CENTI_WIN - line->mate;
        line->win = 0;
    } else {
        line->mate = 0;
        line->score = ttr_evaluator_centi(search->evaluator, score);
        line->win = ttr_evaluator_win(search->evaluator, score);
        ttr_search_temper(search, line);
    }
}

void ttr_search_keep_line(ttr_search *search, int32_t *scores, int32_t score, uint32_t depth,
                          const ttr_move *pv, uint16_t length)
{
    ttr_findings *findings = &search->findings;
    uint32_t at = findings->line_count;

    while (at > 0 && scores[at - 1] < score)
        at--;
    if (at >= search->settings.multipv)
        return;
    if (findings->line_count < search->settings.multipv)
        findings->line_count++;
    for (uint32_t i = findings->line_count - 1; i > at; i--) {
        findings->lines[i] = findings->lines[i - 1];
        scores[i] = scores[i - 1];
    }
    scores[at] = score;
    findings->lines[at] = (ttr_line){.depth = depth, .length = length};
    memcpy(findings->lines[at].pv, pv, length * sizeof *pv);
    ttr_search_score_line(search, &findings->lines[at], score);
}

void ttr_search_tell(ttr_search *search)
{
    if (search->progress == NULL)
        return;
    for (uint32_t i = 0; i < search->findings.line_count; i++) {
        if (search->progress(search, &search->findings.lines[i], i + 1, search->progress_user)) {
            ttr_budget_end(&search->budget, TTR_STOP_CALLBACK);
            return;
        }
    }
}
