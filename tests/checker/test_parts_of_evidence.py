"""Evidence in parts: rows of which none is in two, and errors that add up to what is claimed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from clusterscribe.checker.claims import Claim
from clusterscribe.checker.evidence import check_evidence
from clusterscribe.checker.formula import Statement, formula_of
from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.checker.refusal import Refused
from clusterscribe.clock import Clock
from clusterscribe.description.export.plain import Node
from clusterscribe.proof import DescriptionClass
from clusterscribe.refuting.sat import decide

# three places with a row of each cluster, so that one row in each is wrong
ROWS = Rows(
    np.array([[0.0], [0.0], [1.0], [1.0], [2.0], [2.0]]),
    np.array([0, 1, 0, 1, 0, 1]),
    np.ones(6, dtype=np.int64),
    clusters=2,
)


def claim(errors, length=None, **about):
    """At least so many errors, or that long where at most as many are made."""
    statement = Statement(errors - 1 if length is None else errors, length)
    return Claim("errors", "", DescriptionClass(1, 1, **about), statement)


def part(rows, errors, length=None):
    """A part that proves so many errors of some rows."""
    about = Statement(errors - 1, length)
    verdict = decide(formula_of(ROWS.only(np.array(rows)), about), Clock(60), logged=True)
    assert verdict.refuted
    return {"rows": rows, "errors": errors, "proof": verdict.proof}


def check(claimed, *parts):
    evidence = Node({"kind": "clauses", "parts": list(parts)}, "evidence", "certificate")
    check_evidence(claimed, ROWS, evidence, lambda share: None)


FIRST, SECOND, THIRD = part([0, 1], 1), part([2, 3], 1), part([4, 5], 1)


def test_errors_of_parts_add_up():
    check(claim(3), FIRST, SECOND, THIRD)
    check(claim(3), part([0, 1, 2, 3], 2), THIRD)
    check(claim(2), FIRST, THIRD)


@pytest.mark.parametrize(
    ("errors", "parts"),
    [
        (3, [FIRST, SECOND]),
        (4, [FIRST, SECOND, THIRD]),
        (2, [FIRST, FIRST]),
        (3, [FIRST, SECOND, part([2, 3, 4, 5], 2)]),
        (2, [FIRST, {**SECOND, "errors": 2}]),
        (2, [FIRST, {**SECOND, "rows": [2]}]),
    ],
)
def test_parts_that_prove_less_are_refused(errors, parts):
    with pytest.raises(Refused):
        check(claim(errors), *parts)


def test_lengths_do_not_add_up():
    with pytest.raises(Refused, match="only errors add up"):
        check(claim(1, length=0), FIRST, SECOND)


@pytest.mark.parametrize("about", [{"max_polyhedra": 2}, {"max_terms": 2}])
def test_clauses_say_nothing_of_larger_classes(about):
    larger = replace(claim(1).descriptions, **about)
    with pytest.raises(Refused, match="clauses are about"):
        check(replace(claim(1), descriptions=larger), FIRST)
