"""Counting a description on rows of another time, and comparing."""

from __future__ import annotations

from collections.abc import Iterator

from clusterscribe.description.after.changes import (
    Change,
    ClusterDrift,
    ConditionDrift,
    Part,
    Stray,
)
from clusterscribe.description.after.drift import Drift
from clusterscribe.description.after.weighing import weighed_as_made
from clusterscribe.description.core.base import BaseDescription, Tally, all_errors, all_rows
from clusterscribe.description.core.judging import tally
from clusterscribe.description.core.region import Region, checks_of
from clusterscribe.errors import InputError, hint
from clusterscribe.table_like import Labels, TableLike, Weights


def rescore(
    description: BaseDescription, X: TableLike, labels: Labels, sample_weight: Weights | None = None
) -> Drift:
    """Say what other rows lost or gained since the description was found.

    Parameters
    ----------
    X : table
        Rows of another time.
    labels : array_like
        The cluster label of every row.
    sample_weight : array_like or None
        Weights as they were given to `describe`.

    Returns
    -------
    Drift
        What changed, the most changed cluster first.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> description.rescore([[20], [70]], ["young", "old"]).errors.now.amount
    0

    """
    if description.tallies is None:
        raise InputError(
            "the description has no counts from when it was found, so there is nothing to compare "
            "with; describe the earlier table again"
        )
    weights = weighed_as_made(description, labels, sample_weight)
    then, now = description.tallies, tally(description, X, labels, weights)
    _refuse_mixture(then, now)
    new, vanished = _only_in(now, then), _only_in(then, now)
    _hint_at_namesakes(new, vanished)
    both = _BothTallies(then, now)
    clusters = [both.cluster(part) for part in description.parts]
    return Drift(
        errors=both.change(*((all_errors(some), all_rows(some)) for some in (then, now))),
        clusters=tuple(sorted(clusters, key=lambda cluster: -cluster.size)),
        new_labels=new,
        vanished_labels=vanished,
        weighted=both.weighted,
    )


class _BothTallies:
    """The tallies of both tables, and their figures side by side."""

    def __init__(self, then: tuple[Tally, ...], now: tuple[Tally, ...]) -> None:
        self._tallies = tuple({one.label: one for one in some} for some in (then, now))
        self._rows = all_rows(then), all_rows(now)
        self.weighted = any(one.weighted for one in now)

    def change(self, then: tuple[float, float] | None, now: tuple[float, float]) -> Change:
        return Change(None if then is None else Part(*then), Part(*now), self.weighted)

    def cluster(self, part: Region) -> ClusterDrift:
        none = Tally(part.label, 0, 0, 0, 0, self.weighted)
        pair = [tallies.get(part.label, none) for tallies in self._tallies]
        wholes = list(zip(pair, self._rows, strict=True))
        others = [rows - one.rows for one, rows in wholes]
        conditions = sorted(self._conditions(part, pair, others), key=lambda one: -one.size)
        return ClusterDrift(
            part.label,
            rows=self.change(*((one.rows, rows) for one, rows in wholes)),
            inside=self.change(*((one.inside, one.rows) for one in pair)),
            errors=self.change(*((one.errors, one.rows) for one in pair)),
            wrongly_inside=self.change(
                *((one.wrongly_inside, rest) for one, rest in zip(pair, others, strict=True))
            ),
            conditions=tuple(conditions),
        )

    def _conditions(
        self, part: Region, pair: list[Tally], others: list[float]
    ) -> Iterator[ConditionDrift]:
        (then, now), checks = pair, checks_of(part)
        # descriptions that were saved by an earlier version do not have these counts
        before = then.conditions if len(then.conditions) == len(checks) else (None,) * len(checks)
        for check, old, new in zip(checks, before, now.conditions, strict=True):
            yield ConditionDrift(
                check,
                self.change((old.own, then.rows) if old else None, (new.own, now.rows)),
                self.change((old.others, others[0]) if old else None, (new.others, others[1])),
            )


def _refuse_mixture(then: tuple[Tally, ...], now: tuple[Tally, ...]) -> None:
    before, after = (any(one.weighted for one in some) for some in (then, now))
    if before and not after:
        raise InputError(
            "the description was found on weighted rows; pass weights for these rows too, in "
            "sample_weight (on the command line --weights)"
        )
    if after and not before:
        raise InputError(
            "the description was found on rows without weights, which cannot be compared with sums "
            "of weights; omit sample_weight (on the command line --weights)"
        )


def _only_in(some: tuple[Tally, ...], others: tuple[Tally, ...]) -> tuple[Stray, ...]:
    known = {one.label for one in others if one.rows}
    return tuple(Stray(one.label, one.rows) for one in some if one.rows and one.label not in known)


def _hint_at_namesakes(new: tuple[Stray, ...], vanished: tuple[Stray, ...]) -> None:
    """Warn of labels that differ only in type, which is hardly ever intended."""
    gone = {str(stray.label): stray.label for stray in vanished}
    for stray in new:
        if str(stray.label) in gone:
            hint(
                f"labels has {stray.label!r} and the description has {gone[str(stray.label)]!r}, "
                "which are different values; convert the labels if they are meant to be the same"
            )
            return
