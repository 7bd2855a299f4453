"""Cluster-Explorer: frequent conjunctions of intervals, filtered by three thresholds.

It returns several rules for each cluster, those that no other one beats in coverage, separation
and conciseness. They are alternatives; those of all settings are one pool.
"""

from __future__ import annotations

import ast
import re
from importlib import import_module
from typing import Any

import pandas as pd

from benchmarks.peers.runners.given import NAME, Given, Offers

# thresholds of coverage, conciseness and separation error; the third are the defaults. One divided
# by conciseness is the most columns of a rule: few first, as time grows with them.
SETTINGS = ((0.6, 1.0, 0.5), (0.6, 0.5, 0.5), (0.6, 0.33, 0.5), (0.8, 0.33, 0.3), (0.4, 0.5, 0.5))
NUMBER = re.compile(r"np\.\w+\(([^()]*)\)")  # np.float64(1.5)


def conjunctions(given: Given) -> Offers:
    """Explain the clusters with one setting after the other."""
    package = import_module("cluster_explorer")
    labels = pd.Series(given.labels)
    yield None
    for covered, concise, separate in SETTINGS:
        explainer = package.Explainer(given.frame, labels)
        found = explainer.generate_explanations(covered, concise, separate)
        rules: list[list[Any]] = [[] for _ in range(given.clusters)]
        for text, cluster in zip(found["rule"], found["Cluster"], strict=True):
            rules[int(cluster)].append(rule_of(text))
        yield {"alternatives": rules, "setting": f"{covered}, {concise}, {separate}"}


def rule_of(text: str) -> list[list[Any]]:
    """Read a rule, `[[['c0', '>=', np.float64(0.0)], ['and'], ['c0', '<=', 0.2]]]`."""
    (conditions,) = ast.literal_eval(NUMBER.sub(r"\1", text))
    return [condition_of(*part) for part in conditions if len(part) == 3]


def condition_of(name: str, sign: str, value: float) -> list[Any]:
    """Read a condition; a column of few values was given a column of 0 and 1 for each of them."""
    column, _, level = name.removeprefix(NAME).partition("_")
    if not level:
        return [int(column), sign, float(value)]
    return [int(column), "==" if value else "!=", float(level)]
