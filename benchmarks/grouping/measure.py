"""Measure one instance: grouping against sub-samples, lazy rows, and adaptive grouping."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.grouping.design import Design, Instance
from benchmarks.grouping.instances import Linkages, Mixture
from benchmarks.grouping.solving import figures_of, solved
from benchmarks.measure import warm_up
from clusterscribe import describe
from clusterscribe.problem.boxes import Boxes


def measure(instance: Instance) -> dict[str, Any]:
    """Return the error rates and seconds of all cells."""
    warm_up()
    design = instance.design
    mixture = Mixture.of(design, instance.seed)
    start = time.perf_counter()
    linkages = Linkages.of(mixture)
    linked = time.perf_counter() - start
    return {
        "link_seconds": linked,
        "cells": [cell(instance, mixture, linkages, sigma, size) for sigma, size in design.cells],
        "further": [further(design, mixture, sigma) for sigma in design.all_sigmas],
    }


def cell(
    instance: Instance, mixture: Mixture, linkages: Linkages, sigma: float, size: int
) -> dict[str, Any]:
    """Compare groups with sub-samples of as many rows."""
    design, boxes, labels = instance.design, mixture.boxes(sigma), mixture.labels
    start = time.perf_counter()
    groups = linkages.groups(size)
    grouped = groups.boxes(boxes)
    cut = time.perf_counter() - start
    on_groups = solved(grouped, design.solve_seconds)
    of_groups = figures_of(on_groups, boxes.lower, labels)
    # the same sub-samples for every standard deviation
    random = np.random.default_rng([instance.seed, size])
    samples = [
        figures_of(solved(sampled(boxes, size, random), design.solve_seconds), boxes.lower, labels)
        for _ in range(design.samples)
    ]
    return {
        "sigma": sigma,
        "size": size,
        "groups": len(groups),
        "group_seconds": cut,
        "box_rate": on_groups.answer.errors / len(labels),
        "grouping": of_groups,
        "samples": samples,
    }


def sampled(boxes: Boxes, size: int, random: np.random.Generator) -> Boxes:
    """Return some rows, drawn uniformly from all of them."""
    chosen = random.choice(len(boxes), size, replace=False)
    return Boxes.from_rows(boxes.lower[chosen], boxes.cluster[chosen], boxes.clusters)


def further(design: Design, mixture: Mixture, sigma: float) -> dict[str, Any]:
    """Describe all rows by lazy rows, and by adaptive grouping."""
    rows, labels = mixture.rows(sigma), mixture.labels
    return {
        "sigma": sigma,
        **{name: described(rows, labels, name, design) for name in ("lazy", "adaptive")},
    }


def described(
    rows: NDArray[np.float64], labels: NDArray[np.int64], grouping: str, design: Design
) -> dict[str, Any]:
    """Describe all rows in one of the ways that are made for many."""
    start = time.perf_counter()
    _, result = describe(
        rows,
        labels,
        grouping=grouping,
        error_slack=0.0,
        min_recall=0,  # as in the paper
        time_limit=design.further_seconds,
        n_jobs=1,
        random_state=0,
    )
    seconds = time.perf_counter() - start
    seen = result.statistics.get("rows_taken", result.statistics.get("groups"))
    return {
        "rate": result.errors / len(labels),
        "bound": result.error_bound / len(labels),
        "fewest": result.errors == result.error_bound,
        "way": result.statistics.get("rows"),
        "seen": seen,
        "complexity": result.complexity,
        "seconds": seconds,
    }
