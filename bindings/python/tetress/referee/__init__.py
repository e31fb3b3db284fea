# SPDX-License-Identifier: MIT
"""The course referee: plays games between packages written for the course's referee, which it does
not trust, and engines of ours."""
