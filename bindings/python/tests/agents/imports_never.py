# SPDX-License-Identifier: MIT
"""Sleeps while it is imported."""
import time

time.sleep(1e6)
