"""Small certificates for tests to look at and to tamper with."""

from __future__ import annotations

import json
from functools import cache

import numpy as np

from clusterscribe import describe
from clusterscribe.checker.certificate import Certificate
from clusterscribe.checker.claims import claims_of
from clusterscribe.checker.formula import formula_of
from clusterscribe.checker.labelled_rows import read_rows
from clusterscribe.clock import Clock
from clusterscribe.refuting.sat import decide


def table():
    """Three clusters that touch a little, in whole numbers."""
    chance = np.random.default_rng(5)
    labels = np.repeat([0, 1, 2], 20)
    centres = np.array([[2, 3, 5], [5, 3, 4], [4, 7, 5]])
    return centres[labels] + chance.integers(-2, 3, (60, 3)), labels


@cache
def written(**options):
    """The certificate of that table as JSON."""
    X, labels = table()
    _, result = describe(X, labels, certificate=True, **options)
    return result.certificate.to_json()


def values(**options):
    """The same as plain values, to be changed."""
    return json.loads(written(**options))


def is_true(certificate: Certificate, X, labels) -> bool:
    """Whether all that is claimed of other descriptions is true, whatever the evidence."""
    about = certificate.description
    rows = read_rows(
        X,
        labels,
        columns=certificate.columns,
        noise_label=about.noise_label,
        noise=about.noise,
        unit=certificate.unit,
    ).rows
    for claim in claims_of(certificate, rows):
        if claim.descriptions.max_terms > 1 or claim.descriptions.max_polyhedra > 1:
            return False  # nothing of the kind was shown
        if not decide(formula_of(rows, claim.contradiction), Clock(60)).refuted:
            return False
    return True
