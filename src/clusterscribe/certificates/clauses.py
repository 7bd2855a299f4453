"""Evidence by clauses: a refutation of the statement that contradicts a claim."""

from __future__ import annotations

from typing import Any

from clusterscribe.checker.claims import Claim
from clusterscribe.checker.formula import formula_of
from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.checker.packing import packed
from clusterscribe.checker.refusal import Refused
from clusterscribe.clock import Clock
from clusterscribe.refuting.sat import decide


def clauses_for(claim: Claim, rows: Rows, clock: Clock) -> dict[str, Any] | None:
    """Refute a contradiction on all rows; None if that is not possible in time."""
    about = claim.descriptions
    if about.max_terms > 1 or about.max_polyhedra > 1:
        return None
    try:
        formula = formula_of(rows, claim.contradiction)
    except Refused:  # it takes too many clauses
        return None
    proof = decide(formula, clock, logged=True).proof
    if proof is None:
        return None
    return {"kind": "clauses", "parts": [{"rows": None, "proof": packed(proof)}]}
