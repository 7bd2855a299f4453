"""Weights of rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError


def row_weights(sample_weight: object, rows: int) -> NDArray[np.float64] | None:
    """Return one weight per row, or None where every row counts as one.

    A single number is the weight of every row. Weights are finite and non-negative, and
    at least one of them is positive.
    """
    if sample_weight is None:
        return None
    weights = _numbers(sample_weight)
    if weights.ndim == 0:
        weights = np.full(rows, float(weights))
    if weights.ndim != 1:
        raise InputError(
            f"sample_weight must be one number per row, not an array of shape {weights.shape}"
        )
    if len(weights) != rows:
        raise InputError(
            f"sample_weight has {len(weights):,} entries and X has {rows:,} rows: "
            f"inconsistent numbers of samples, give one weight per row"
        )
    with np.errstate(over="ignore", invalid="ignore"):
        total = float(np.nansum(weights))
    refuse_weights(
        missing=int(np.isnan(weights).sum()), total=total, negative=int((weights < 0).sum())
    )
    return weights


def refuse_weights(*, missing: int, total: float, negative: int) -> None:
    """Refuse weights by how many are missing or negative, and by their sum."""
    if missing:
        raise InputError(f"sample_weight is missing (NaN) in {missing:,} rows; fill these with 0")
    if not np.isfinite(total):
        raise InputError("sample_weight is infinite (inf), or its sum is; use smaller weights")
    if negative:
        raise InputError(f"sample_weight is negative in {negative:,} rows; weights start at 0")
    if not total:
        raise InputError("sample_weight: all weights are zero; at least one must be positive")


def _numbers(sample_weight: object) -> NDArray[np.float64]:
    try:
        given = np.array(sample_weight)
        numbers = given.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError("sample_weight must hold numbers, one per row") from error
    if given.dtype.kind in "iuO" and not _are_kept(given, numbers):
        raise InputError(
            "sample_weight has integers beyond 2**53, which would lose digits; divide all "
            "weights by a common factor"
        )
    return numbers


def _are_kept(given: NDArray[np.generic], numbers: NDArray[np.float64]) -> bool:
    """Whether integers are the same as floating-point numbers."""
    large = np.abs(numbers) >= 2.0**53
    pairs = zip(given[large].tolist(), numbers[large].tolist(), strict=True)
    return all(not isinstance(one, int) or one == int(other) for one, other in pairs)
