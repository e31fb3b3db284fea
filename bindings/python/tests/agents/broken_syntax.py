# SPDX-License-Identifier: MIT
"""Is not Python."""
class Agent
    pass
