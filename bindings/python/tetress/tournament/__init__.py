# SPDX-License-Identifier: MIT
"""Matches and tournaments between entrants of the referee: schedules, a store that survives anything,
ratings, summaries."""
