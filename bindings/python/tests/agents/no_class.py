# SPDX-License-Identifier: MIT
"""Has no class Agent."""
