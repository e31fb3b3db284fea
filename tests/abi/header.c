/* SPDX-License-Identifier: MIT */
/* Compiled as C11 and C++17, every pedantic warning an error: the header needs nothing else. */
#include <tetress/experimental/routines.h>
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
    tetress_match_settings settings = TETRESS_MATCH_SETTINGS_INIT;
    tetress_match_task task = TETRESS_MATCH_TASK_INIT;
    tetress_standing standing = TETRESS_STANDING_INIT;
    tetress_comparison comparison = TETRESS_COMPARISON_INIT;

    return error.size + budget.size + result.size + line.size + option.size + player.size +
                       evaluator.size + limits.size + spent.size + settings.size + task.size +
                       standing.size + comparison.size >
                   0
               ? tetress_abi_version() == TETRESS_ABI_VERSION
               : 0;
}
