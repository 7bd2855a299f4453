"""Evidence for descriptions by sums of features: multipliers, and refuted clauses.

Where no errors are allowed, clusters have nothing to do with each other, and each is a part of the
evidence: from the least that its polyhedron can have upwards, it is shown that so much is not
enough, until it is. Else all clusters are one part, for which the claim itself is tried.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import Any

import numpy as np

from clusterscribe.certificates.row_prices import priced_part
from clusterscribe.checker.claims import Claim
from clusterscribe.checker.duals import Part, formula_of_part, most_complexity
from clusterscribe.checker.formula import Statement
from clusterscribe.checker.half_spaces import Sums, refuse_odd
from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.checker.refusal import Refused
from clusterscribe.clock import Clock
from clusterscribe.refuting.sat import decide

SHORT = 3  # complexity of a single half-space of few features: there are not many


def sums_for(claim: Claim, rows: Rows, clock: Clock) -> dict[str, Any] | None:
    """Return evidence for a claim about sums of features; None if there is none."""
    about, statement = claim.descriptions, claim.contradiction
    if about.max_terms == 1 or about.max_polyhedra > 1 or about.scale is None:
        return None
    sums = Sums(about.max_terms, about.max_coefficient, about.scale)
    if statement.length is None:
        found = evidence_for_errors(rows, sums, statement, statement.errors + 1, clock)
    else:
        found = evidence_for_objective(rows, sums, statement, statement.length + 1, clock)
    return None if found is None else {"kind": "sums", **found}


def evidence_for_objective(
    rows: Rows, sums: Sums, statement: Statement, least: int, clock: Clock
) -> dict[str, Any] | None:
    """Return evidence that descriptions like the statement have at least this of the objective.

    Less is proved, where all that can be is less; None if nothing is, or the time is over.
    """
    maker = _Maker(rows, sums, statement, clock)
    if least < 1:
        return None
    try:
        refuse_odd(rows)
        if statement.errors or statement.sparsity_weight or not statement.complexity_weight:
            parts = [maker.part(tuple(range(rows.clusters)), least - 1)]
        else:
            parts = maker.parts_of_clusters(least)
    except Refused:  # nothing of this table or class can be checked
        return None
    made = [part for part in parts if part is not None]
    return {"parts": made} if made else None


def evidence_for_errors(
    rows: Rows, sums: Sums, statement: Statement, fewest: int, clock: Clock
) -> dict[str, Any] | None:
    """Return evidence that every description makes at least so many errors."""
    if fewest < 1:
        return None
    within = replace(statement, errors=fewest - 1, length=None)
    part = Part.free(rows, tuple(range(rows.clusters)))
    proof = _refutation(rows, sums, within, part, clock)
    return None if proof is None else {"more_than": fewest - 1, "refutation": proof}


class _TimeIsOver(Exception):  # noqa: N818 - nothing is wrong
    """Ends what goes through half-spaces."""


@dataclass(frozen=True, slots=True)
class _Maker:
    rows: Rows
    sums: Sums
    statement: Statement
    clock: Clock
    priced: dict[tuple[tuple[int, ...], int], Part | None] = field(default_factory=dict)

    def parts_of_clusters(self, least: int) -> list[dict[str, Any] | None]:
        """Return a part for each cluster; the shortest is tried next, until they reach the claim.

        More is harder to show, and it need not be shown of each if others need as much.
        """
        unit = self.statement.complexity_weight
        parts: dict[int, dict[str, Any]] = {}
        tried = [(2 * unit - 1, cluster) for cluster in range(self.rows.clusters)]
        while tried and sum(part["more_than"] + 1 for part in parts.values()) < least:
            length, cluster = heappop(tried)
            part = self.part((cluster,), length)
            if part is not None:
                parts[cluster] = part
                heappush(tried, (length + unit, cluster))
        return [parts[cluster] for cluster in sorted(parts)]

    def part(self, clusters: tuple[int, ...], length: int) -> dict[str, Any] | None:
        """Return evidence that these clusters have more than so much of the objective."""
        statement = replace(self.statement, length=length)
        part = self._priced(clusters, statement) or Part.free(self.rows, clusters)
        proof = _refutation(self.rows, self.sums, statement, part, self.clock)
        if proof is None:
            return None
        where = np.argwhere(part.prices).tolist()
        multipliers = [[place, row, int(part.prices[place, row])] for place, row in where]
        return {
            "clusters": list(clusters),
            "more_than": length,
            "denominator": part.denominator,
            "multipliers": multipliers,
            "refutation": proof,
        }

    def _priced(self, clusters: tuple[int, ...], statement: Statement) -> Part | None:
        """Return prices where they help; without errors, length matters only for what it allows."""
        most = most_complexity(statement)
        if most is None or most <= SHORT:
            return None
        key = clusters, most if statement.errors else min(self.sums.max_terms, most - 1)
        if key not in self.priced:
            made = priced_part(self.rows, self.sums, statement, clusters, self.clock)
            self.priced[key] = made
        return self.priced[key]


def _refutation(
    rows: Rows, sums: Sums, statement: Statement, part: Part, clock: Clock
) -> str | None:
    """Return the proof that nothing is like the statement: an empty one if none is needed."""

    def pulse() -> None:
        if clock.expired:
            raise _TimeIsOver

    try:
        formula = formula_of_part(rows, sums, statement, part, pulse=pulse)
    except (Refused, _TimeIsOver):  # there are too many half-spaces to go through
        return None
    if formula is None or any(not clause for clause in formula.clauses):
        return ""
    return decide(formula, clock, logged=True).proof
