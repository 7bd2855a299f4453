"""What is claimed of a cluster that is described alone, against what an oracle finds."""

from dataclasses import replace
from fractions import Fraction

import pytest

from clusterscribe import describe

from .case import allowed_errors
from .nasty import nasty_case
from .one_feature import best_of_one_feature

QUICK = {"time_limit": 20.0, "min_recall": 0, "n_jobs": 1}


def only_rows(case, rows):
    """The same case with some of its rows."""
    columns = {name: [values[row] for row in rows] for name, values in case.columns.items()}
    weights = None if case.weights is None else [case.weights[row] for row in rows]
    return replace(
        case, columns=columns, labels=[case.labels[row] for row in rows], weights=weights
    )


def as_noise(case, cluster, against=None):
    """The case as the oracle knows it: others are noise, third parties are gone."""
    own = [r for r, x in enumerate(case.labels) if against is None or x in (cluster, against)]
    case = only_rows(case, own)
    labels = [cluster if label == cluster else "other" for label in case.labels]
    return replace(case, labels=labels, noise_label="other")


def check(case, cluster, against=None):
    description, result = describe(
        case.table, case.labels, cluster=cluster, against=against, **case.arguments, **QUICK
    )
    known = as_noise(case, cluster, against)
    best = best_of_one_feature(known)
    assert tuple(description.polyhedra) == (cluster,)
    counted = description.errors(case.table, case.labels, case.weights)
    assert result.errors == pytest.approx(counted)
    assert Fraction(result.error_bound) <= best.fewest_errors + Fraction(1, 10**9)
    budget = allowed_errors(best.fewest_errors, 0.05, known.is_whole)
    assert result.bound <= best.least(budget)
    if result.status == "optimal":
        assert result.errors <= float(budget) * (1 + 1e-9)
        assert result.objective == best.least(budget)
    return result.status


@pytest.mark.parametrize("seed", range(12))
def test_claims_about_one_cluster_hold(seed):
    case = nasty_case(seed, most_rows=14)
    labels = sorted({label for label in case.clusters if label is not None})
    found = [check(case, labels[seed % len(labels)])]
    if len(labels) > 1:
        found += [check(case, labels[0], labels[1]), check(case, labels[-1], labels[0])]
    assert "optimal" in found or case.weights is not None
