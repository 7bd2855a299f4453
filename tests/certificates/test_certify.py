"""Each kind of evidence, from `describe` to `verify`."""

from __future__ import annotations

import json

import numpy as np
import pytest

from clusterscribe import InputError, describe, verify
from tests.checker.made import table


def touching():
    chance = np.random.default_rng(1)
    labels = chance.integers(0, 2, 200)
    return chance.normal(size=(200, 2)) + 1.2 * np.eye(2)[labels], labels


def kinds_of(result):
    return {
        claim: [kind["kind"] for kind in kinds]
        for claim, kinds in result.certificate.evidence.items()
    }


def test_sums_are_verified():
    X, labels = table()
    X = X + 6 * np.eye(3, dtype=int)[labels]
    _, result = describe(X, labels, max_terms=2, max_coefficient=2, certificate=True)
    assert result.errors == 0
    assert kinds_of(result) == {"objective": ["sums"]}
    assert result.proof.verified
    assert verify(result.certificate.to_json(), X, labels).ok
    for name, value in [("max_coefficient", 3), ("max_terms", 3)]:  # more may do better
        changed = json.loads(result.certificate.to_json())
        changed["description"]["proof"][name] = value
        changed["evidence"]["objective"][0]["parts"].pop()
        assert not verify(json.dumps(changed), X, labels).ok


def test_multipliers_are_verified_where_clusters_touch():
    X, labels = touching()
    _, result = describe(X, labels, max_conditions=1, time_limit=20, certificate=True)
    assert result.error_bound > 20
    assert kinds_of(result)["errors"] == ["multipliers"]
    text = result.certificate.to_json()
    found = verify(text, X, labels)
    assert found.claims[1].verdict == "verified"
    changed = json.loads(text)
    changed["description"]["proof"]["error_bound"] += 1
    assert verify(json.dumps(changed), X, labels).claims[1].verdict == "not verified"
    changed = json.loads(text)
    del changed["description"]["proof"]["max_conditions"]
    assert verify(json.dumps(changed), X, labels).claims[1].verdict == "not verified"


def test_several_polyhedra_have_no_evidence():
    X, labels = table()
    description, result = describe(X, labels, max_polyhedra=2, time_limit=5, certificate=True)
    assert result.proof.verified is False
    assert "verified" not in str(description)
    found = verify(result.certificate, X, labels)
    assert {str(checked) for checked in found.claims} == {"verified", "no evidence"}


@pytest.mark.parametrize("asked", [{"class_weight": "balanced"}])
def test_what_cannot_be_certified_is_refused(asked):
    X, labels = table()
    with pytest.raises(InputError, match="leave class_weight out"):
        describe(X, labels, certificate=True, **asked)


def test_weights_without_a_unit_are_refused():
    X, labels = table()
    weights = np.random.default_rng(0).random(60)
    with pytest.raises(InputError, match="multiples of a common unit"):
        describe(X, labels, sample_weight=weights, certificate=True)
