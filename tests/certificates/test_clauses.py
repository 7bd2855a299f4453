"""Evidence by clauses for large tables: some rows are enough."""

from __future__ import annotations

import numpy as np
import pytest

from clusterscribe import describe, verify
from clusterscribe.certificates import clauses
from clusterscribe.certificates.clauses import refuted
from clusterscribe.checker.formula import Statement, formula_of
from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.clock import Clock
from clusterscribe.refuting.sat import decide
from tests.checker.made import table


def rows_of(X, labels):
    return Rows(X.astype(float), labels, np.ones(len(X), dtype=np.int64), int(labels.max()) + 1)


def test_rows_that_are_wrong_join_those_chosen(monkeypatch):
    monkeypatch.setattr(clauses, "FEW", 10)
    monkeypatch.setattr(clauses, "SAMPLE", 5)
    X, labels = table()
    _, result = describe(X, labels, certificate=True)
    assert result.proof.verified
    (evidence,) = result.certificate.evidence["errors"]
    chosen = evidence["parts"][0]["rows"]
    assert 5 < len(chosen) <= 60
    assert verify(result.certificate.to_json(), X, labels).ok


def test_what_is_true_is_not_refuted(monkeypatch):
    monkeypatch.setattr(clauses, "FEW", 10)
    monkeypatch.setattr(clauses, "SAMPLE", 5)
    X, labels = table()
    rows = rows_of(X, labels)
    fewest = next(n for n in range(60) if decide(formula_of(rows, Statement(n)), Clock(60)).model)
    assert refuted(rows, Statement(fewest), Clock(60)) is None
    assert refuted(rows, Statement(fewest - 1), Clock(60)) is not None
    assert refuted(rows, Statement(fewest - 1), Clock(0)) is None


@pytest.mark.slow
def test_two_hundred_thousand_rows_are_verified():
    chance = np.random.default_rng(0)
    labels = chance.integers(0, 3, 200_000)
    X = chance.normal(size=(200_000, 6)) + 7.0 * np.eye(3, 6)[labels]
    _, result = describe(X, labels, certificate=True, time_limit=60)
    assert result.status == "optimal"
    assert result.proof.verified
