"""The kinds of evidence that there is no description of which a statement is true.

    clauses       the statement as clauses, refuted; on all rows, on some of them, or on parts of
                  them without a row in common, where errors add up
    multipliers   prices of rows at which no polyhedra pay, for few conditions per cluster
                  (`multipliers.py`)
    sums          all half-spaces of the class, prices by which most cannot be part of anything
                  better, and clauses over the rest, refuted (`duals.py`)

A description makes no fewer errors on all rows than on some, has no more members outside on some
rows than on all, and is as long on some as on all. So what is impossible on some rows is so on all.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from clusterscribe.checker.claims import Claim
from clusterscribe.checker.duals import fewest_errors, least_objective
from clusterscribe.checker.formula import Statement, formula_of
from clusterscribe.checker.half_spaces import Sums
from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.checker.multipliers import errors_proved
from clusterscribe.checker.packing import lines_of
from clusterscribe.checker.refusal import Refused
from clusterscribe.checker.replay import replay
from clusterscribe.checker.telling import Tell, share_of
from clusterscribe.description.export.plain import Node


def check_evidence(claim: Claim, rows: Rows, evidence: Node, tell: Tell) -> None:
    """Refuse evidence that does not show what is claimed."""
    kind = evidence.field("kind").text()
    if kind not in KINDS:
        raise Refused(f"evidence of the kind {kind!r} is not known here")
    KINDS[kind](claim, rows, evidence, tell)


def by_clauses(claim: Claim, rows: Rows, evidence: Node, tell: Tell) -> None:
    """Replay a refutation of the contradiction on each part of the rows."""
    if not claim.is_about_boxes:
        raise Refused("clauses are about one feature per condition and one polyhedron per cluster")
    parts = evidence.field("parts").items()
    statement = claim.contradiction
    if statement.length is not None and len(parts) != 1:
        raise Refused("only errors add up over parts of the rows, the objective does not")
    taken = np.zeros(len(rows), dtype=bool)
    proved = 0
    for place, part in enumerate(parts):
        chosen = _rows_of(part, taken)
        errors = part.field("errors").whole() if len(parts) > 1 else statement.errors + 1
        if errors < 1:
            raise Refused("a part of the rows is said to prove no error at all")
        _refute(rows.only(chosen), statement, errors - 1, part, share_of(tell, place, len(parts)))
        proved += errors
    if proved <= statement.errors:
        raise Refused(f"the parts prove {proved:,} units of error, not {statement.errors + 1:,}")


def _refute(rows: Rows, statement: Statement, errors: int, part: Node, tell: Tell) -> None:
    formula = formula_of(rows, replace(statement, errors=errors))
    replay(formula.clauses, lines_of(part.field("proof"), tell))


def _rows_of(part: Node, taken: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the rows of a part: all, or those that are listed; none may be taken before."""
    listed = part.field("rows").or_none()
    rows = np.arange(len(taken))
    if listed is not None:
        numbers = [row.whole() for row in listed.items()]
        is_rising = all(one < other for one, other in pairwise([-1, *numbers, len(taken)]))
        if not numbers or not is_rising:
            raise Refused("the rows of a part are no rising list of rows")
        rows = np.array(numbers, dtype=np.int64)
    if taken[rows].any():
        raise Refused("two parts have rows in common")
    taken[rows] = True
    return rows


def by_multipliers(claim: Claim, rows: Rows, evidence: Node, tell: Tell) -> None:
    """Go through all polyhedra of few conditions, to see that none pays."""
    conditions, statement = claim.descriptions.max_conditions, claim.contradiction
    if not claim.is_about_boxes or conditions is None:
        raise Refused("multipliers are about one polyhedron of few conditions per cluster")
    if statement.length is not None:
        raise Refused("multipliers are about errors, and not about the objective")
    given = {name: value for name, value in evidence.value.items() if name != "kind"}
    proved = errors_proved(rows, conditions, given, most_outside=statement.most_outside, tell=tell)
    if proved <= statement.errors:
        raise Refused(f"{proved:,} units of error are proved, not {statement.errors + 1:,}")


def by_sums(claim: Claim, rows: Rows, evidence: Node, tell: Tell) -> None:
    """Go through all half-spaces of the class, and replay a refutation over those that matter."""
    about, statement = claim.descriptions, claim.contradiction
    if about.max_polyhedra > 1 or about.scale is None:
        raise Refused("evidence by sums is about several features and one polyhedron per cluster")
    sums = Sums(about.max_terms, about.max_coefficient, about.scale)
    if statement.length is None:
        proved, claimed = fewest_errors(rows, sums, statement, evidence.value), statement.errors
    else:
        proved = least_objective(rows, sums, statement, evidence.value, tell)
        claimed = statement.length
    if proved <= claimed:
        raise Refused(f"{proved:,} is proved, not {claimed + 1:,}")


KINDS = {"clauses": by_clauses, "multipliers": by_multipliers, "sums": by_sums}
