# SPDX-License-Identifier: MIT
"""Training of weights for the single-player game (docs/guide/tetris.md): `python -m tetress.training`.

    kind, weights = tetress.training.read_weights("run/weights.json")
    agent.set_weights(kind, weights)

Reading needs no other package; training needs the extra `training`.
"""

from .weights import WeightsError, read_weights

__all__ = ["WeightsError", "read_weights"]
