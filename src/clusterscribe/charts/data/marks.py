"""Which conditions are on a feature, in one sign.

≤  at most    ≥  at least    ↔  between    =  is this level    ≠  is another    ∈  is one of
Σ  in a sum   ≈  near the value of a prototype
"""

from __future__ import annotations

from clusterscribe.charts.data.subjects import Category, Sum, alternatives_of, subject_of_half_space
from clusterscribe.description.core import Ball, HalfSpace, Region
from clusterscribe.feature import Feature


def mark(region: Region, feature: Feature) -> str:
    """Return the sign of the conditions of a region on a feature; nothing where there is none."""
    if isinstance(region, Ball):
        return "≈" if feature in region.features else ""
    signs = {
        _sign(space, feature)
        for spaces in alternatives_of(region)
        for space in spaces
        if any(term.feature == feature for term in space.terms)
    }
    if {"≤", "≥"} <= signs:
        signs = signs - {"≤", "≥"} | {"↔"}
    return "".join(sorted(signs, key="≤≥↔=≠∈Σ".index))


def _sign(space: HalfSpace, feature: Feature) -> str:
    subject = subject_of_half_space(space)
    if isinstance(subject, Sum):
        return "Σ"
    if len(space.terms) > 1:
        return "∈"
    is_upper = (space.terms[0].weight > 0) == (space.terms[0].span > 0)
    if isinstance(subject, Category):
        return "≠" if is_upper else "="
    return "≤" if is_upper else "≥"
