"""Measure half-spaces of several features beside those of one, on the same table.

Three questions a set: how far several features get, whether they ever make more errors than
one, and whether they are ever longer within the errors that one needs. For the last, a
description that is longer (because it makes fewer errors) is looked for again with the
budget of the other.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmarks.cases import Case
from benchmarks.data import load
from benchmarks.measure import about
from clusterscribe import Labels, Result, TableLike, describe

STAGES = ("stage_one", "stage_two")
AGAIN = 120.0  # seconds at most for the second look, which starts from a good answer


@dataclass(frozen=True)
class Fit:
    """A result, and the seconds that the whole call took."""

    result: Result
    seconds: float


def measure(case: Case) -> dict[str, Any]:
    """Describe with one feature per condition and with several, and return all figures."""
    table, labels = load(case.name, case.variant)
    warm_up()
    single = fit(case, table, labels, single=True)
    several = fit(case, table, labels)
    within: Fit | None = several
    if several.result.complexity > single.result.complexity:
        within = fit_within(case, table, labels, int(single.result.max_errors))
    result = several.result
    return {
        **about(table, labels, result),
        "seconds": several.seconds,
        "effort": effort(result.statistics),
        "single": figures_of(single),
        "within": figures_of(within) if within else None,
    }


def fit(
    case: Case,
    table: TableLike,
    labels: Labels,
    *,
    single: bool = False,
    max_errors: int | None = None,
) -> Fit:
    """Describe a table, with one feature per condition or with the case's number, on the clock."""
    start = time.perf_counter()
    _, result = describe(
        table,
        labels,
        objective=case.objective,
        max_terms=1 if single else case.max_terms,
        max_coefficient=1 if single else case.max_coefficient,
        max_errors=max_errors,
        min_recall=0,  # as in the paper
        time_limit=case.time_limit,
        random_state=0,
    )
    return Fit(result, time.perf_counter() - start)


def fit_within(case: Case, table: TableLike, labels: Labels, max_errors: int) -> Fit | None:
    """Describe within a budget; None if the time was too short to meet it."""
    shorter = replace(case, time_limit=min(case.time_limit, AGAIN))
    found = fit(shorter, table, labels, max_errors=max_errors)
    return None if found.result.over_budget else found


def figures_of(one: Fit) -> dict[str, Any]:
    """Return the figures of a description that others are compared with."""
    result = one.result
    return {
        "status": result.status,
        "errors": result.errors,
        "max_errors": result.max_errors,
        "complexity": result.complexity,
        "bound": result.bound,
        "seconds": one.seconds,
    }


def effort(statistics: Mapping[str, Any]) -> dict[str, Any]:
    """Return where the time went, and what was looked at; all stages together."""
    stages = [statistics[stage] for stage in STAGES if stage in statistics]
    names = ("relaxation_seconds", "pricing_seconds", "integer_seconds")
    counts = ("cones", "directions_tried", "directions_covered")
    return {
        "start_seconds": statistics["axis_parallel"]["seconds"],
        **{name: statistics[name] for name in (*names, *counts)},
        "iterations": sum(stage["iterations"] for stage in stages),
        "columns": max((stage["columns"] for stage in stages), default=0),
    }


def warm_up() -> None:
    """Load every library and compile what is compiled, so that it is not counted."""
    places = np.array([(x, y, x * y) for x in range(4) for y in range(4)], dtype=np.float64)
    describe(places, places[:, 0] + places[:, 1] > 3, max_terms=3, max_coefficient=2)
