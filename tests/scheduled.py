"""Calls with a schedule of their own, so that few rows are treated like many."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from clusterscribe.describing import describe_clusters
from clusterscribe.parameters import LabelledTable, check
from clusterscribe.progress import silent
from clusterscribe.search.schedule import DEFAULT, Schedule

ABOUT_ROWS = ("features", "exclude", "noise_label", "noise")


def schedule(base: Schedule = DEFAULT, **parts: dict[str, Any]) -> Schedule:
    """Return a schedule with other figures: `schedule(rows={"large": 4})`."""
    return replace(base, **{name: replace(getattr(base, name), **p) for name, p in parts.items()})


def describe(table, labels, by: Schedule, *, sample_weight=None, listener=silent, **parameters):
    """Do what `clusterscribe.describe` does, by a schedule."""
    rows = {name: parameters.pop(name) for name in ABOUT_ROWS if name in parameters}
    data = LabelledTable(table, labels, sample_weight, **rows)
    asked = check(**{"time_limit": 60.0, **parameters})
    return describe_clusters(data, asked, listener, by)
