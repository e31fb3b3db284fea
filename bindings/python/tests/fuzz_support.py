# SPDX-License-Identifier: MIT
"""How many examples the fuzz tests draw: few, and the same each time, unless TETRESS_FUZZ tells a number.

    TETRESS_FUZZ=100000 pytest bindings/python/tests/test_fuzz_arguments.py
"""

import os

from hypothesis import HealthCheck, settings

COUNT = int(os.environ.get("TETRESS_FUZZ", "0"))


def examples(share=1.0, **more):
    """The settings of a test that draws this share of the profile's examples, or as many as TETRESS_FUZZ tells."""
    return settings(
        max_examples=COUNT or max(1, int(settings().max_examples * share)), derandomize=not COUNT, database=None, deadline=None,
        suppress_health_check=list(HealthCheck), **more,
    )  # fmt: skip
