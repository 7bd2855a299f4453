"""What would contradict a claim, figure by figure: just below what is claimed, and no further."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from clusterscribe import describe
from clusterscribe.checker.claims import claims_of, units_below, units_within
from clusterscribe.checker.labelled_rows import read_rows
from tests.checker.made import table


def statements(**options):
    """The contradictions of all claims by name, and the proof that they are about."""
    X, labels = table()
    _, result = describe(X, labels, certificate=True, min_recall=0, **options)
    certificate = result.certificate
    weights = options.get("sample_weight")
    rows = read_rows(X, labels, weights, columns=certificate.columns, unit=certificate.unit).rows
    claims = {claim.name: claim.contradiction for claim in claims_of(certificate, rows)}
    return claims, certificate.proof


@pytest.mark.parametrize("weight", [1.0, 0.5])
@pytest.mark.parametrize("slack", [0.0, 1.0])
def test_one_unit_of_weight_fewer_is_contradicted(weight, slack):
    """All rows weigh the same, which is the unit: errors are so many rows."""
    labels = table()[1]
    claims, proof = statements(error_slack=slack, sample_weight=np.full(len(labels), weight))
    assert proof.error_bound > 0
    assert proof.max_errors > 0
    assert claims["errors"].errors == proof.error_bound / weight - 1
    assert claims["errors"].length is None
    assert claims["objective"].errors == proof.max_errors / weight
    assert claims["objective"].length == proof.bound - 1


def test_the_objective_is_counted_by_its_own_weights():
    claims, proof = statements(objective=(0.5, 2))
    about = claims["objective"]
    assert (about.complexity_weight, about.sparsity_weight) == (1, 4)
    assert about.length == 2 * proof.bound - 1
    assert about.errors == proof.max_errors


@pytest.mark.parametrize("unit", [Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(3)])
@pytest.mark.parametrize("units", [1, 2, 3, 7])
def test_units_of_a_weight(unit, units):
    weight = float(units * unit)
    assert units_within(weight, unit) == units
    assert units_below(weight, unit) == units - 1
    more = weight + float(unit) / 4
    assert units_within(more, unit) == units_below(more, unit) == units
