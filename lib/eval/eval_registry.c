/* SPDX-License-Identifier: MIT */
/* The list of evaluators, in the order in which they are offered to users. */
#include <string.h>

#include "eval.h"
#include "real.h"

static const ttr_evaluator *const EVALUATORS[] = {
    &ttr_eval_region,    &ttr_eval_reach, &ttr_eval_mobility, &ttr_eval_s0,
    &ttr_eval_s0_intent, &ttr_eval_s1,    &ttr_eval_s1_coded, &ttr_eval_s3,
    &ttr_eval_s3_coded,  &ttr_eval_s4,    &ttr_eval_moves,    &ttr_eval_tokens,
};

size_t ttr_evaluator_count(void)
{
    return TTR_COUNT_OF(EVALUATORS);
}

const ttr_evaluator *ttr_evaluator_at(size_t index)
{
    TTR_ASSERT(index < TTR_COUNT_OF(EVALUATORS));
    return EVALUATORS[index];
}

const ttr_evaluator *ttr_evaluator_find(const char *name, size_t length)
{
    for (size_t i = 0; i < TTR_COUNT_OF(EVALUATORS); i++) {
        const char *candidate = EVALUATORS[i]->name;

        if (strlen(candidate) == length && memcmp(candidate, name, length) == 0)
            return EVALUATORS[i];
    }
    return NULL;
}

int32_t ttr_centi_of(double centi)
{
    TTR_ASSERT(centi >= 0 || centi < 0);
    if (centi >= TTR_CENTI_LIMIT)
        return TTR_CENTI_LIMIT;
    return centi > -TTR_CENTI_LIMIT ? (int32_t)centi : -TTR_CENTI_LIMIT;
}

int32_t ttr_evaluator_centi(const ttr_evaluator *evaluator, int32_t score)
{
    int64_t centi = (int64_t)score * 100 / evaluator->token;

    if (centi > TTR_CENTI_LIMIT)
        return TTR_CENTI_LIMIT;
    return centi < -TTR_CENTI_LIMIT ? -TTR_CENTI_LIMIT : (int32_t)centi;
}

double ttr_evaluator_win(const ttr_evaluator *evaluator, int32_t score)
{
    return ttr_real_logistic((double)score / evaluator->token, evaluator->win_scale);
}
