"""RUG and RUX of the package ruleopt: rules with weights that vote for their classes.

As regions, a cluster is whatever any rule of its own covers. The vote is counted beside that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.peers.runners.given import Given, Offers, same_cut

DEPTH = 3  # of the forest that rules are taken from
LEAST = 1.0  # seconds without which another setting is not begun


def generated(given: Given, settings: Sequence[Mapping[str, Any]]) -> Offers:
    """Generate rules by linear programming (RUG), with one setting after the other."""
    package = import_module("ruleopt")
    yield None
    for setting in settings:
        if given.left < LEAST:
            return
        model = package.RUGClassifier(random_state=0, **setting)
        model.fit(given.values, given.labels)
        said = ", ".join(f"{name}={value}" for name, value in setting.items()) or "defaults"
        yield {**offer(model, given), "setting": said}


def extracted(given: Given) -> Offers:
    """Choose rules of a random forest by linear programming (RUX)."""
    package, ensemble = import_module("ruleopt"), import_module("sklearn.ensemble")
    yield None
    forest = ensemble.RandomForestClassifier(max_depth=DEPTH, random_state=0)
    forest.fit(given.values, given.labels)
    model = package.RUXClassifier(trained_ensemble=forest, random_state=0)
    model.fit(given.values, given.labels)
    yield offer(model, given)


def offer(model: Any, given: Given) -> dict[str, Any]:  # noqa: ANN401
    """Return the rules of each cluster, and what they vote for."""
    rules: list[list[Any]] = [[] for _ in range(given.clusters)]
    for rule in model.decision_rules_.values():
        clauses = [rule._get_clause(place) for place in range(rule.n_clauses)]
        rules[int(rule.label)].append([bound for one in clauses for bound in bounds(one, given)])
    return {"rules": rules, "predicted": np.asarray(model.predict(given.values)).tolist()}


def bounds(clause: Sequence[Any], given: Given) -> list[list[Any]]:
    """Return the bounds of a clause: a column, at most one number, and above another one."""
    column, upper, lower = int(clause[0]), float(clause[1]), float(clause[2])
    values = given.values[:, column]
    seen = values.astype(np.float32)  # the package compares numbers of single precision
    found = []
    if math.isfinite(lower):
        found.append([column, ">", same_cut(seen, values, lower)])
    if math.isfinite(upper):
        found.append([column, "<=", same_cut(seen, values, upper)])
    return found
