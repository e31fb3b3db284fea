# SPDX-License-Identifier: MIT
"""Not served."""

from __future__ import annotations

from ._unserved import unserved

raise unserved(__name__)
