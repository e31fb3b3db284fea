# SPDX-License-Identifier: MIT
"""Uses up its time while it is imported."""
while True:
    pass
