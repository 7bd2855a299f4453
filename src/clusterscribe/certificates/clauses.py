"""Evidence by clauses: a refutation of the statement that contradicts a claim.

Of a large table some rows are enough. They begin as a sample. As long as a description is as the
statement says on these, rows that it gets wrong join them; once there is none, there is none for
all rows either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.checker.claims import Claim
from clusterscribe.checker.formula import Formula, Statement, formula_of
from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.checker.packing import packed
from clusterscribe.checker.refusal import Refused
from clusterscribe.clock import Clock
from clusterscribe.refuting.sat import decide

FEW = 40_000  # rows that are taken all at once
SAMPLE = 5_000  # of more than that, to begin with


def clauses_for(claim: Claim, rows: Rows, clock: Clock) -> dict[str, Any] | None:
    """Refute a contradiction; None if that is not possible in time."""
    if not claim.is_about_boxes:
        return None
    try:
        part = refuted(rows, claim.contradiction, clock)
    except Refused:  # it takes too many clauses
        return None
    return None if part is None else {"kind": "clauses", "parts": [part]}


def refuted(rows: Rows, statement: Statement, clock: Clock) -> dict[str, Any] | None:
    """Refute a statement on all rows or on some; None if it is true, or the time is over."""
    chance = np.random.default_rng(0)
    is_small = len(rows) <= FEW
    chosen = np.arange(len(rows))
    if not is_small:
        chosen = np.sort(chance.choice(len(rows), SAMPLE, replace=False))
    while True:
        formula = formula_of(rows.only(chosen), statement)
        verdict = decide(formula, clock, logged=True)
        if verdict.proof is not None:
            return {"rows": None if is_small else chosen.tolist(), "proof": packed(verdict.proof)}
        if verdict.model is None:
            return None
        wrong = np.setdiff1d(wrong_rows(rows, formula, verdict.model), chosen)
        if not len(wrong):
            return None  # a description of all rows is as the statement says
        fresh = chance.choice(wrong, min(len(wrong), len(chosen)), replace=False)
        chosen = np.sort(np.concatenate([chosen, fresh]))


def wrong_rows(rows: Rows, formula: Formula, model: Sequence[int]) -> NDArray[np.int64]:
    """Return the rows that the description of a model gets wrong."""
    true = {literal for literal in model if literal > 0}
    inside = np.ones((rows.clusters, len(rows)), dtype=bool)
    for ladder in formula.ladders:
        used = [step for step in range(len(ladder)) if ladder.variable + step in true]
        if used:
            values = rows.values[:, ladder.feature]
            values = values if ladder.is_upper else -values
            inside[ladder.cluster] &= values <= ladder.bounds[used[-1]]
    own = np.arange(rows.clusters)[:, None] == rows.cluster
    return np.flatnonzero((inside != own).any(axis=0))
