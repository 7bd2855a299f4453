"""Descriptions by sums of features: what multipliers and refuted clauses prove of all of them.

Claimed is that the polyhedra of some clusters have more than L of the objective together, in every
description with at most E errors. Suppose that there is one with no more. Its half-spaces are
among those that `half_spaces.py` goes through, and each has a complexity of its features plus one.
If the objective has w of each unit of complexity, complexities add up to C = L / w at most, rounded
down, and there are R = C / 2 half-spaces at most.

**Multipliers.** Let there be a price p(k, i) of at least zero for each of the clusters k and row i.
A half-space of k is worth the prices of rows of others that it cuts off, less those of members that
it loses. No half-space is worth more than D times its complexity; all are gone through to see that.
Now add up what the half-spaces of the description are worth:

    a row of others that is no error is cut off at least once, which gives p(k, i) at least;
    a member that is no error is never lost, and one that is an error at most R times.

So they are worth at least the sum P of all prices of rows of others, less for each error i its
prices: p(k, i) where it is one of others, R p(k, i) where it is a member. Errors of at most E
weight take away no more than S, a knapsack's fill, which fractions of rows only make larger. So

    P - S  <=  what all are worth  <=  D C - (what any one of them is worth less than D times its
                                              complexity).

If P - S > D C, there is no such description. Else a half-space of it is worth at least D times its
complexity less the gap D C - P + S. Few are, and among these it must choose.

**Clauses.** Whoever chooses may choose undominated half-spaces (`undominated.py`). A variable for
each says that it is chosen. Then

    cover     a row is an error, or for every other cluster one is chosen that cuts it off;
    keep      a row is an error if one of its own cluster is chosen that loses it;
    errors    errors weigh at most E;
    length    complexities, and features in use, have at most L of the objective.

A replayed refutation shows that there is no such choice. (Without a limit on the objective all
half-spaces are left, and the same clauses prove that every description makes more than E errors.)

**Parts.** Clusters of different parts have different polyhedra. So complexities of parts add up;
features do not, as parts may use the same.

Evidence for the objective is `{"parts": [PART, ...]}`, where each part is

    {"clusters": [k, ...], "more_than": L, "denominator": D,
     "multipliers": [[place of k in "clusters", row, price], ...], "refutation": "..."}

and evidence for errors `{"more_than": E, "refutation": "..."}`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clusterscribe.checker.formula import Formula, Statement
from clusterscribe.checker.half_spaces import Found, Question, Sums, half_spaces, refuse_odd
from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.checker.refusal import Refused
from clusterscribe.checker.replay import replay
from clusterscribe.checker.telling import Tell, unheard
from clusterscribe.checker.undominated import Choice, undominated

LARGEST = 2**52  # what prices may add up to, so that floats are exact
LARGEST_DENOMINATOR = 2**40
LARGEST_GAP = 2**60  # beyond it all half-spaces are left
MOST_STEPS = 2**24  # of sums that clauses are written for: what is added up, times the limit

Evidence = Mapping[str, Any]


class Part(NamedTuple):
    """Some clusters, and prices of all rows for each of them; D is the denominator."""

    clusters: tuple[int, ...]
    denominator: int
    prices: NDArray[np.float64]  # clusters x rows, whole numbers

    @classmethod
    def free(cls, rows: Rows, clusters: tuple[int, ...]) -> Part:
        """Return a part whose prices are all zero, which leave all half-spaces to choose from."""
        return cls(clusters, 1, np.zeros((len(clusters), len(rows))))


def least_objective(
    rows: Rows,
    sums: Sums,
    statement: Statement,
    evidence: Evidence,
    tell: Tell = unheard,
) -> int:
    """Return the least of the objective that is proved of descriptions like the statement.

    Its errors, its weights and the limit on conditions count; its length is what the evidence is
    about. Evidence that does not hold is refused. `tell` hears what share of it is checked.
    """
    listed = _list(evidence, "parts")
    parts = [_part(rows, one) for one in listed]
    clusters = [cluster for part in parts for cluster in part.clusters]
    if len(set(clusters)) < len(clusters):
        raise Refused("a cluster belongs to two parts of the evidence")
    if statement.sparsity_weight and len(parts) > 1:
        raise Refused("features of several parts of the evidence do not add up")
    least = 0
    for place, (part, one) in enumerate(zip(parts, listed, strict=True), start=1):
        length = _whole(one.get("more_than"))
        _refute(rows, sums, replace(statement, length=length), part, one)
        least += length + 1
        tell(place / len(parts))
    return least


def fewest_errors(rows: Rows, sums: Sums, statement: Statement, evidence: Evidence) -> int:
    """Return the fewest errors that are proved of every description within the limits."""
    errors = _whole(_object(evidence).get("more_than"))
    part = Part.free(rows, tuple(range(rows.clusters)))
    _refute(rows, sums, replace(statement, errors=errors, length=None), part, evidence)
    return errors + 1


def _refute(rows: Rows, sums: Sums, statement: Statement, part: Part, evidence: Evidence) -> None:
    formula = formula_of_part(rows, sums, statement, part)
    refutation = evidence.get("refutation", "")
    if not isinstance(refutation, str):
        raise Refused("the refutation is not text")
    if formula is not None:
        replay(formula.clauses, refutation.splitlines())


def formula_of_part(
    rows: Rows,
    sums: Sums,
    statement: Statement,
    part: Part,
    *,
    pulse: Callable[[], None] = lambda: None,
) -> Formula | None:
    """Return clauses that descriptions satisfy of which the statement is true for this part.

    None if multipliers alone show that there are none. Refused are those that say too much. `pulse`
    is called again and again, and may raise something to end it.
    """
    refuse_odd(rows)
    most = most_complexity(statement)
    if most is None and part.prices.any():
        raise Refused("multipliers prove nothing where complexity has no limit")
    each = 0 if most is None else part.denominator
    gap = 0 if most is None else each * most - _worth_at_least(rows, statement.errors, most, part)
    max_terms = sums.max_terms if most is None else min(sums.max_terms, most - 1)
    choices = []
    for cluster, prices in zip(part.clusters, part.prices, strict=True):
        # without a gap none is left, but those that are worth too much must be found
        asked = min(max(gap, -1), LARGEST_GAP)
        question = Question(cluster, statement.errors, max_terms, prices, each, asked)
        found = (_not_overpriced(some, each) for some in half_spaces(rows, sums, question))
        is_sparse = statement.sparsity_weight > 0
        choices.append(
            undominated(found, *rows.values.shape, features_count=is_sparse, pulse=pulse)
        )
    return None if gap < 0 else _formula(rows, statement, part, choices)


def most_complexity(statement: Statement) -> int | None:
    """Return what complexities add up to at most; None: there is no limit."""
    if statement.length is None or not statement.complexity_weight:
        return None
    return statement.length // statement.complexity_weight


def _not_overpriced(found: Found, each: int) -> Found:
    if each and (found.worth > each * (len(found.features) + 1)).any():
        raise Refused("a half-space is worth more than it costs under the multipliers")
    return found


def _worth_at_least(rows: Rows, errors: int, most: int, part: Part) -> int:
    """Return what the half-spaces of a description are worth at least: P - S, rounded down."""
    own = rows.cluster == np.array(part.clusters)[:, None]
    others = [int(price) for price in np.where(own, 0, part.prices).sum(axis=0)]
    members = [int(price) for price in np.where(own, part.prices, 0).sum(axis=0)]
    of_errors = [one + (most // 2) * other for one, other in zip(others, members, strict=True)]
    return sum(others) - _fill(of_errors, rows.weight.tolist(), errors)


def _fill(worth: list[int], weight: list[int], room: int) -> int:
    """Return what a knapsack holds at most of things that may be divided, rounded up."""
    things = zip(worth, weight, strict=True)
    fill = Fraction(0)
    for value, heavy in sorted(things, key=lambda thing: Fraction(*thing), reverse=True):
        taken = min(room, heavy)
        fill += Fraction(value * taken, heavy)
        room -= taken
        if not room:
            break
    return ceil(fill)


def _formula(rows: Rows, statement: Statement, part: Part, choices: list[Choice]) -> Formula:
    """Write the clauses; without errors no row has a variable."""
    formula = Formula()
    wrong = formula.new(len(rows)) if statement.errors else None
    counted, used = [], np.zeros(rows.values.shape[1], dtype=np.int64)
    if statement.sparsity_weight:
        used += np.arange(len(used)) + formula.new(len(used))
        counted += [(feature, statement.sparsity_weight) for feature in used.tolist()]
    for cluster, choice in zip(part.clusters, choices, strict=True):
        first = formula.new(len(choice.right))
        _add_rows(rows.cluster == cluster, choice, first, wrong, formula)
        chosen = range(first, first + len(choice.right))
        if statement.complexity_weight:
            costs = (statement.complexity_weight * cost for cost in choice.complexity)
            counted += zip(chosen, costs, strict=True)
        if statement.max_conditions is not None:
            _limit(formula, [(literal, 1) for literal in chosen], statement.max_conditions)
        if statement.sparsity_weight:
            for place, feature in np.argwhere(choice.features).tolist():
                formula.add(-(first + place), int(used[feature]))
    if wrong is not None:
        _limit(formula, list(enumerate(rows.weight.tolist(), start=wrong)), statement.errors)
    if statement.length is not None:
        _limit(formula, counted, statement.length)
    return formula


def _limit(formula: Formula, literals: list[tuple[int, int]], limit: int) -> None:
    """Let weights add up to no more than the limit, if that can be written in bounded memory."""
    total = sum(weight for _, weight in literals)
    if total <= limit:
        return
    if total * limit > MOST_STEPS:
        raise Refused("there are too many half-spaces or rows for a limit as large as this")
    formula.at_most(literals, limit)


def _add_rows(
    own: NDArray[np.bool_], choice: Choice, first: int, wrong: int | None, formula: Formula
) -> None:
    """Add that rows of others are cut off and members kept, or errors; the same only once."""
    said = set()
    for row, is_member in enumerate(own.tolist()):
        error = [] if wrong is None else [wrong + row]
        places = np.flatnonzero(choice.right[:, row] != is_member) + first
        if is_member:
            for half_space in places.tolist():
                formula.add(-half_space, *error)
            continue
        clause = (*error, *places.tolist())
        if clause not in said:
            said.add(clause)
            formula.add(*clause)


def _part(rows: Rows, evidence: Evidence) -> Part:
    """Read a part of the evidence."""
    clusters = tuple(_whole(cluster) for cluster in _list(evidence, "clusters"))
    if not clusters or len(set(clusters)) < len(clusters) or max(clusters) >= rows.clusters:
        raise Refused("a part of the evidence is about clusters that there are not")
    part = Part.free(rows, clusters)._replace(denominator=_whole(evidence.get("denominator", 1)))
    if part.denominator > LARGEST_DENOMINATOR:
        raise Refused("the denominator of the multipliers is too large to be checked")
    for pair in _list(evidence, "multipliers"):
        place, row, price = (_whole(number) for number in _triple(pair))
        if place >= len(clusters) or row >= len(rows) or not part.denominator:
            raise Refused("a multiplier is about a row or a cluster that there is not")
        part.prices[place, row] = price
    if sum(map(int, part.prices.ravel())) > LARGEST:
        raise Refused("multipliers are too large to be checked")
    return part


def _object(given: object) -> Evidence:
    if not isinstance(given, Mapping):
        raise Refused("the evidence is not of the form that it should have")
    return given


def _list(evidence: object, name: str) -> list[Any]:
    found = _object(evidence).get(name, [])
    if not isinstance(found, list):
        raise Refused(f"{name!r} of the evidence is not a list")
    return found


def _triple(given: object) -> list[Any]:
    if not isinstance(given, list) or len(given) != 3:
        raise Refused("a multiplier has a cluster, a row and a price")
    return given


def _whole(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= LARGEST:
        raise Refused(f"{str(given)[:40]!r} is no whole number that the evidence may have")
    return given
