"""How stable one cluster is, in one sentence: for cards and for the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clusterscribe.description.after.stability import ClusterStability, Recurrence
from clusterscribe.description.core.halfspace import HalfSpace
from clusterscribe.description.words import wording
from clusterscribe.description.words.naming import Naming

UNKNOWN = "No sample of the rows was described, so that nothing is known of how stable this is."


def sentence(cluster: ClusterStability, samples: int, names: Naming | None = None) -> str:
    """Say how often the cluster is described alike, between which bounds, and of which rows."""
    if not samples or cluster.mean_agreement is None:
        return UNKNOWN
    clauses = [
        f"In {cluster.alike} of {wording.count(samples, 'sample')} of the rows this cluster is "
        "described by the same features",
        *_conditions(cluster, samples, names or Naming()),
        f"on average {about(cluster.mean_agreement)} of its rows are the same",
    ]
    return f"{'; '.join(clauses)}."


def bounds(recurrence: Recurrence) -> str:
    """Write between which bounds a condition on one number recurs: `1.9 to 2.6`."""
    if recurrence.low is None or recurrence.high is None:
        return ""
    feature = recurrence.half_space.terms[0].feature
    low, high = (wording.value_of(end, feature) for end in (recurrence.low, recurrence.high))
    return low if low == high else f"{low} to {high}"


def about(share: float) -> str:
    """Write a share in whole percent; only everything is 100 %, and only nothing is 0 %."""
    if share in (0, 1):
        return f"{100 * share:.0f} %"
    return f"{min(99, max(1, round(100 * share)))} %"


def _conditions(cluster: ClusterStability, samples: int, names: Naming) -> Iterator[str]:
    """Write the bounds of each condition, and how often it recurs where that is another number."""
    for recurrence in cluster.recurrences:
        is_other = recurrence.samples != cluster.alike
        often = f" (in {recurrence.samples} of {samples})" if is_other else ""
        if bounds(recurrence):
            yield f"{_range(recurrence, names)}{often}"
        elif often:
            yield f"{_subject(recurrence, names)}{often}"


def _range(recurrence: Recurrence, names: Naming) -> str:
    term = recurrence.half_space.terms[0]
    relation = "at most" if term.weight > 0 else "at least"
    unit = names.unit(term.feature.column)
    words = f"{names.noun(term.feature.column)} {relation} {bounds(recurrence)}"
    return f"{words} {unit}" if unit else words


def _named(space: HalfSpace, names: Naming) -> HalfSpace:
    """Return a condition on the column as a user calls it."""
    (term,) = space.terms
    column = names.names.get(term.feature.column, term.feature.column)
    return replace(space, terms=(replace(term, feature=replace(term.feature, column=column)),))


def _subject(recurrence: Recurrence, names: Naming) -> str:
    """Name what has no range: a level, a sum of several features, or what never recurs."""
    space = recurrence.half_space
    if len(space.terms) == 1:
        return wording.half_space(_named(space, names))
    return f"a sum of {' and '.join(names.feature(term.feature) for term in space.terms)}"
