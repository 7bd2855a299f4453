"""Certificates forged by somebody who knows the checker: right fingerprints, wrong words."""

from __future__ import annotations

import json
import time

import pandas as pd
import pytest

from clusterscribe import InputError, verify
from clusterscribe.certificates.clauses import clauses_for
from clusterscribe.checker.certificate import Certificate
from clusterscribe.checker.claims import claims_of
from clusterscribe.checker.labelled_rows import read_rows
from clusterscribe.checker.refusal import Refused
from clusterscribe.checker.replay import replay
from clusterscribe.clock import Clock
from clusterscribe.description.core.base import BaseDescription
from clusterscribe.description.core.judging import tally
from clusterscribe.description.export.json import as_it_stands, to_dict


def bound(limit, column, weight=1, kind="number", **more):
    return {"terms": [{"weight": weight, "column": column, "kind": kind, **more}], "bound": limit}


def forged(X, labels, clusters, columns, **proof):
    """A certificate whose figures, fingerprint and evidence are those of the table."""
    known = {"status": "feasible", "objective": "complexity", "value": 0, "bound": 0}
    known |= {"max_errors": len(X), "error_bound": 0, "max_terms": 1, "max_coefficient": 1, **proof}
    description = {"format": "clusterscribe-description", "version": 3, "columns": columns}
    description |= {"noise": None, "noise_label": None, "clusters": clusters, "tallies": None}
    read = as_it_stands(BaseDescription, {**description, "proof": known})
    whole = to_dict(BaseDescription(read.columns, read.parts, tally(read, X, labels), read.proof))
    data = read_rows(X, labels, columns=columns)
    certificate = {"format": "clusterscribe-certificate", "version": 1, "made_with": {}}
    certificate |= {"rows": len(data.rows), "fingerprint": data.fingerprint, "columns": columns}
    certificate |= {"unit": "1", "scale": None, "objective": ["1", "0"], "description": whole}
    certificate["evidence"] = {}
    for claim in claims_of(Certificate.from_dict(certificate), data.rows):
        found = clauses_for(claim, data.rows, Clock(20))
        certificate["evidence"][claim.name] = [] if found is None else [found]
    return json.dumps(certificate)


NUMBERS = pd.DataFrame({"a": [1.0, 2, 3, 2, 2, 1, 3]})
LABELS = [0, 1, 0, 1, 1, 0, 0]


def test_a_level_of_a_number_is_no_feature():
    level = {"kind": "level", "level": 2.0}
    clusters = [
        {"label": 0, "half_spaces": [bound(0.0, "a", 1, **level)]},
        {"label": 1, "half_spaces": [bound(-1.0, "a", -1, **level)]},
    ]
    text = forged(NUMBERS, LABELS, clusters, ["a"], value=4)
    assert "no feature of the table" in str(verify(text, NUMBERS, LABELS))


def test_the_witness_contradicts_no_claim():
    clusters = [
        {"label": 0, "half_spaces": []},
        {"label": 1, "half_spaces": [bound(2.0, "a"), bound(-2.0, "a", -1)]},
    ]
    text = forged(NUMBERS, LABELS, clusters, ["a"], value=4, max_errors=0, error_bound=1)
    assert not verify(text, NUMBERS, LABELS).ok


@pytest.mark.parametrize(
    "clusters",
    [
        [{"label": 0, "half_spaces": []}],
        [{"label": 0, "half_spaces": []}, {"label": 1, "alternatives": []}],
        [{"label": 0, "half_spaces": []}, {"label": 2, "half_spaces": []}],
    ],
    ids=["left out", "nothing at all", "another"],
)
def test_every_cluster_is_described(clusters):
    try:
        text = forged(NUMBERS, LABELS, clusters, ["a"])
    except InputError:  # it cannot even be written
        return
    assert not verify(text, NUMBERS, LABELS).ok


def test_a_share_is_what_the_sentence_says():
    X = pd.DataFrame({"a": [*map(float, range(99)), 200.0, *(101.0 + i for i in range(20))]})
    labels = [0] * 100 + [1] * 20
    clusters = [
        {"label": 0, "half_spaces": []},
        {"label": 1, "half_spaces": [bound(-101.0, "a", -1)]},
    ]
    text = forged(X, labels, clusters, ["a"], value=2, error_bound=20, min_recall=0.9900001,
                  recall_is_met_within=0)  # fmt: skip
    found = verify(text, X, labels)
    assert [c.verdict for c in found.claims if "99.00 %" in c.claim] == ["no evidence"]


def test_more_errors_than_it_is_compared_with_are_refused():
    clusters = [{"label": 0, "half_spaces": []}, {"label": 1, "half_spaces": []}]
    text = forged(NUMBERS, LABELS, clusters, ["a"], max_errors=0)
    assert "more errors than those" in str(verify(text, NUMBERS, LABELS))


@pytest.mark.parametrize("share", [1.0000000000000002, 1e307, 10**308])
def test_no_share_is_above_one(share):
    clusters = [{"label": 0, "half_spaces": []}, {"label": 1, "half_spaces": []}]
    values = json.loads(forged(NUMBERS, LABELS, clusters, ["a"]))
    values["description"]["proof"] |= {"min_recall": share, "recall_is_met_within": 0}
    with pytest.raises(InputError, match="min_recall should be"):
        verify(json.dumps(values), NUMBERS, LABELS)


def test_columns_that_are_left_out_are_told():
    X = NUMBERS.assign(b=LABELS)
    clusters = [{"label": 0, "half_spaces": []}, {"label": 1, "half_spaces": []}]
    text = forged(X, LABELS, clusters, ["a"])
    assert "by 1 of 2 columns: a." in verify(text, X, LABELS).about


def test_a_column_cannot_be_named_twice():
    clusters = [{"label": 0, "half_spaces": []}, {"label": 1, "half_spaces": []}]
    values = json.loads(forged(NUMBERS, LABELS, clusters, ["a"]))
    values["columns"] = ["a"] * 30_000
    with pytest.raises(InputError, match="named twice"):
        verify(json.dumps(values), NUMBERS, LABELS)


@pytest.mark.parametrize(
    "proof",
    [
        " ".join(str(k * (2**61 - 1)) for k in range(1, 40_000)) + " 0 1 0",
        "1 2 0 1 " + "2 " * 100_000 + "0",
        "d 0\n" * 100_000,
    ],
    ids=["colliding literals", "the same clause", "nothing dropped"],
)
def test_lines_that_cost_time_and_say_nothing_are_refused(proof):
    began = time.process_time()
    with pytest.raises(Refused):
        replay([[1, 2], [-1, 2], [-2, 1], [-1, -2]], proof.splitlines())
    assert time.process_time() - began < 5


def test_claims_about_descriptions_that_keep_to_constraints_are_not_verified():
    # a lower share for one cluster makes the class larger than what the evidence is about
    clusters = [
        {"label": 0, "half_spaces": [bound(1.0, "a")]},
        {"label": 1, "half_spaces": [bound(2.0, "a"), bound(-2.0, "a", -1)]},
    ]
    known = {"value": 6, "bound": 0, "max_errors": 2, "error_bound": 2, "min_recall": 0.5}
    wishes = [{"kind": "min_recall", "of": ["0"], "value": 0.0}]
    plain = forged(NUMBERS, LABELS, clusters, ["a"], **known, recall_is_met_within=1)
    assert verify(plain, NUMBERS, LABELS).ok
    text = forged(
        NUMBERS, LABELS, clusters, ["a"], **known, recall_is_met_within=1, constraints=wishes
    )
    found = verify(text, NUMBERS, LABELS)
    assert not found.ok
    assert "keep to constraints" in str(found)
