# SPDX-License-Identifier: MIT
"""A quadratic surface through all evaluations near the optimum, whose summit is known better than any one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .optimiser import Vector

# Evaluations for each coefficient, at least: with fewer the summit is mostly noise.
_PER_COEFFICIENT = 2.0

# Evaluations farther off than so many times their usual distance, or worse than so many times the usual spread, belong to
# another landscape.
_FAR, _WORSE = 2.5, 3.0

# Of the coefficients' sizes, in units of the values' spread: keeps what data says nothing of at 0.
_RIDGE = 1e-3


def _basis(centre: Any, shape: Any) -> Any:
    """A basis (n, n - 1) of the plane through `centre` across it, since only proportions of weights matter. In it the
    distribution of covariance `shape` is round."""
    size = len(centre)
    whole = np.linalg.qr(np.column_stack([centre, np.eye(size)[:, : size - 1]]))[0]
    across = whole[:, 1:]
    return across @ np.linalg.cholesky(across.T @ shape @ across + 1e-12 * np.trace(shape) * np.eye(size - 1))


def _on_plane(centre: Any, points: Any) -> Any:
    """Points (m, n), moved along their rays to that plane, and which of them have such a ray."""
    along = points @ centre / (centre @ centre)
    ahead = along > 1e-9
    return points / np.where(ahead, along, 1.0)[:, None] - centre, ahead


def _terms(z: Any) -> Any:
    """The linear and quadratic terms of points (m, d)."""
    first, second = np.triu_indices(z.shape[1])
    return np.hstack([z, z[:, first] * z[:, second]])


def _summit(gradient: Any, curvature: Any, radius: float) -> Any:
    """The greatest value of gradient.z + z.curvature.z / 2 with |z| <= radius."""
    values, vectors = np.linalg.eigh(curvature)
    slope = vectors.T @ gradient

    def at(lift: float) -> Any:
        return slope / (lift - values)

    low = max(float(values.max()), 0.0) + 1e-9 * (1.0 + float(np.abs(values).max()))
    if np.linalg.norm(at(low)) <= radius:
        return vectors @ at(low)
    high = low + float(np.linalg.norm(slope)) / radius + 1.0
    for _ in range(200):  # |at()| falls with the lift
        middle = (low + high) / 2
        low, high = (middle, high) if np.linalg.norm(at(middle)) > radius else (low, middle)
    return vectors @ at(high)


def summit(
    centre: Sequence[float],
    shape: Any,
    points: Sequence[Sequence[float]],
    values: Sequence[float],
    trials: Sequence[float],
    groups: Sequence[int],
    reach: float = 1.0,
) -> Vector | None:
    """Where the surface through `values` of `points` is highest, no farther from `centre` than `reach` times the points'
    usual distance.

    shape: covariance (n, n) of the search's distribution, for its proportions. trials: a value's weight, since its variance
    falls with them. groups: values of the same group share their random numbers, and an offset of their own. None if there
    are too few points.
    """
    middle = np.array(centre, dtype=float)
    basis = _basis(middle, np.array(shape, dtype=float))
    off, ahead = _on_plane(middle, np.array(points, dtype=float))
    z = off @ np.linalg.pinv(basis).T
    dimension = z.shape[1]
    y, weight = np.array(values, dtype=float), np.array(trials, dtype=float)
    group = np.unique(np.array(groups), return_inverse=True)[1]

    distance = np.linalg.norm(z, axis=1)
    usual = float(np.median(distance[ahead])) if ahead.any() else 0.0
    spread = float(np.median(np.abs(y - np.median(y)))) * 1.4826
    kept = ahead & (distance <= _FAR * usual) & (y >= np.median(y) - _WORSE * spread)
    count = dimension + dimension * (dimension + 1) // 2
    if usual == 0 or spread == 0 or kept.sum() < _PER_COEFFICIENT * count + len(set(group[kept])):
        return None
    scale = usual / np.sqrt(dimension)
    terms = np.hstack([_terms(z[kept] / scale), np.eye(group.max() + 1)[group[kept]]])
    root = np.sqrt(weight[kept] / weight[kept].mean())
    ridge = np.sqrt(_RIDGE * kept.sum()) * np.eye(count, terms.shape[1])
    left = np.vstack([terms * root[:, None], ridge])
    right = np.concatenate([y[kept] / spread * root, np.zeros(count)])
    found = np.linalg.lstsq(left, right, rcond=None)[0][:count]

    first, second = np.triu_indices(dimension)
    curvature = np.zeros((dimension, dimension))
    curvature[first, second] = found[dimension:]
    curvature = curvature + curvature.T
    best = _summit(found[:dimension], curvature, reach * float(np.sqrt(dimension)))
    return [float(x) for x in middle + basis @ (best * scale)]
