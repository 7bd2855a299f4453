"""A description evaluated by the engine: which rows lie inside, and how many.

Numbers are computed operation by operation as Python computes them, so that a row on a boundary is
on the same side as in memory. One query counts what `description/core/tally.py` counts there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add, and_, or_
from typing import assert_never

from clusterscribe.description import (
    Ball,
    Description,
    HalfSpace,
    Polyhedron,
    Tally,
    Term,
    Union,
)
from clusterscribe.description.core import ConditionTally, all_rows
from clusterscribe.description.core.region import Check, Region, checks_of
from clusterscribe.engine.asking import ask, ibis
from clusterscribe.engine.expressions import Expression, Numbers, double
from clusterscribe.engine.survey import Survey
from clusterscribe.problem.boxes import NOISE

# by label, in what is counted: rows, whole units, or weights that have no whole units
Counts = Mapping[int, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Counted:
    """A description evaluated on all rows, as figures."""

    tallies: tuple[Tally, ...]
    whole_errors: int  # in whole units of weight
    errors: float  # rows (or their weight) that are wrongly described

    @property
    def accuracy(self) -> float:
        """Share of rows that are correctly described."""
        return 1 - self.errors / all_rows(self.tallies)


def inside(region: Region | Check, numbers: Numbers) -> Expression:
    """Return whether rows with these numbers lie inside; never NULL."""
    match region:
        case HalfSpace():
            terms = [_points(term, numbers[term.feature]) for term in region.terms]
            return _at_most(reduce(add, terms), region.bound)
        case Polyhedron():
            spaces = [inside(space, numbers) for space in region.half_spaces]
            return reduce(and_, spaces) if spaces else ibis().literal(True)
        case Union():
            parts = [inside(part, numbers) for part in region.polyhedra]
            return reduce(or_, parts) if parts else ibis().literal(False)
        case Ball():
            squares = [
                _square(term, centre, numbers[term.feature])
                for term, centre in zip(region.terms, region.centre, strict=True)
            ]
            return _at_most(reduce(add, squares), region.squared_radius)
        case _:
            assert_never(region)


def _at_most(level: Expression, bound: float) -> Expression:
    return (level <= double(bound)).fill_null(False)


def _points(term: Term, number: Expression) -> Expression:
    share = (number - double(term.zero)) / double(term.span) if term.is_scaled else number
    return share if term.weight == 1 else double(term.weight) * share


def _square(term: Term, centre: float, number: Expression) -> Expression:
    step = (number - double(centre)) / double(term.span)
    return double(term.weight) * (step * step)


def count(survey: Survey, description: Description) -> Counted:
    """Count the rows of each label, and what each condition does."""
    counts = _counts(survey, description)
    tallies = [
        _tally(survey, description, counts, cluster) for cluster in range(len(description.parts))
    ]
    described = {survey.labels.index(part.label) for part in description.parts}
    tallies += [
        _outside(survey, code, row) for code, row in counts.items() if code not in described
    ]
    whole = sum(row["whole_errors"] for row in counts.values())
    errors = sum(row["errors"] for row in counts.values())
    return Counted(tuple(tallies), int(whole), _amount(survey, errors))


def _counts(survey: Survey, description: Description) -> Counts:
    rows = survey.rows
    numbers = survey.numbers(rows, description.features)
    asked = {f"in{k}": inside(part, numbers) for k, part in enumerate(description.parts)}
    for k, part in enumerate(description.parts):
        checks = enumerate(checks_of(part))
        asked |= {_name(k, place): inside(check, numbers) for place, check in checks}
    rows = rows.mutate(**asked)
    weight = rows.whole if survey.unit.is_exact else rows.weight
    correct = _correct(rows, description)
    sums = {name: rows[name].ifelse(weight, 0).sum() for name in asked}
    sums |= {"rows": weight.sum(), "correct": correct.ifelse(weight, 0).sum()}
    sums |= {"errors": correct.ifelse(0, weight).sum()}
    sums |= {"whole_errors": correct.ifelse(0, rows.whole).sum()}
    grouped = rows.group_by("label").aggregate(**sums)
    found = ask(grouped, "all rows were counted").to_pylist()
    by_label = {row["label"]: row for row in found}
    return {code: by_label[code] for code in sorted(by_label, key=lambda code: (code < 0, code))}


def _correct(rows: Expression, description: Description) -> Expression:
    """Return whether a row is inside its own region and no other; noise inside none."""
    regions = range(len(description.parts))
    homes = reduce(add, (rows[f"in{k}"].cast("int64") for k in regions))
    at_home = reduce(or_, ((rows.cluster == k) & rows[f"in{k}"] for k in regions))
    return ((rows.cluster == NOISE) & (homes == 0)) | (at_home & (homes == 1))


def _tally(survey: Survey, description: Description, counts: Counts, cluster: int) -> Tally:
    part = description.parts[cluster]
    label = survey.labels.index(part.label)
    own = counts[label]
    others = [row for code, row in counts.items() if code != label]
    checks = [_name(cluster, place) for place in range(len(checks_of(part)))]
    return Tally(
        part.label,
        _amount(survey, own["rows"]),
        _amount(survey, own[f"in{cluster}"]),
        _amount(survey, own["correct"]),
        _amount(survey, sum(row[f"in{cluster}"] for row in others)),
        weighted=survey.weights is not None,
        conditions=tuple(
            ConditionTally(
                _amount(survey, own[name]),
                _amount(survey, sum(row["rows"] - row[name] for row in others)),
            )
            for name in checks
        ),
    )


def _outside(survey: Survey, code: int, row: Mapping[str, float]) -> Tally:
    """Tally rows that belong to no region: noise, or rows of a cluster that is not described."""
    label = survey.clusters.noise_label if code == NOISE else survey.labels[code]
    weighted = survey.weights is not None
    rows, correct = _amount(survey, row["rows"]), _amount(survey, row["correct"])
    return Tally(label, rows, 0, correct, 0, weighted=weighted)


def _amount(survey: Survey, counted: float) -> float:
    if survey.weights is None:
        return int(counted)
    return survey.unit.amount(counted) if survey.unit.is_exact else float(counted)


def _name(cluster: int, place: int) -> str:
    return f"check{cluster}_{place}"
