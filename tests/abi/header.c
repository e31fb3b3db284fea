/* SPDX-License-Identifier: MIT */
/* Compiled as C11 and C++17, every pedantic warning an error: the header needs nothing else. */
#include <tetress/tetress.h>

int tetress_header_alone(void);

int tetress_header_alone(void)
{
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;
    tetress_line line = TETRESS_LINE_INIT;
    tetress_option option = TETRESS_OPTION_INIT;
    tetress_player player = TETRESS_PLAYER_INIT;
    tetress_evaluator evaluator = TETRESS_EVALUATOR_INIT;
    tetress_referee_limits limits = TETRESS_REFEREE_LIMITS_INIT;
    tetress_spent spent = TETRESS_SPENT_INIT;

    return error.size + budget.size + result.size + line.size + option.size + player.size +
                       evaluator.size + limits.size + spent.size >
                   0
               ? tetress_abi_version() == TETRESS_ABI_VERSION
               : 0;
}
