"""The same question, answered a second time by something that shares as little as possible.

- `Refuter`: clauses written from the values (`clusterscribe.checker`), a SAT solver, and its
  refutation replayed. Nothing of ranks, ladders, reductions or CP-SAT. For one feature a condition
  and one polyhedron a cluster, with whole weights.
- `solved_otherwise`: the same models by CP-SAT without presolve and by other draws. For all.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Any

import numpy as np
import pytest

from clusterscribe.checker.formula import Statement, formula_of
from clusterscribe.checker.labelled_rows import NOISE, Rows
from clusterscribe.checker.replay import replay
from clusterscribe.clock import Clock
from clusterscribe.refuting.sat import decide
from clusterscribe.search import cp_sat

from .case import Case
from .claims import OBJECTIVES, in_memory

OTHER_SEED = 7_919
LONG = 60.0  # seconds for one refutation, which takes milliseconds


class Refuter:
    """Says what descriptions of a case are possible, and replays every refutation."""

    def __init__(self, case: Case, asked: dict[str, Any]) -> None:
        labels = [label for label in dict.fromkeys(case.clusters) if label is not None]
        place = {label: k for k, label in enumerate(labels)} | {None: NOISE}
        weights = [int(amount) for amount in case.amounts]
        self.rows = Rows(
            np.array(list(case.features.values()), dtype=float).T,
            np.array([place[label] for label in case.clusters]),
            np.array(weights),
            len(labels),
        )
        objective = asked.get("objective", "complexity")
        complexity, sparsity = OBJECTIVES.get(objective, objective)
        self.statement = Statement(
            errors=0,
            complexity_weight=complexity,
            sparsity_weight=sparsity,
            max_conditions=asked.get("max_conditions"),
            most_outside=self._most_outside(Fraction(str(asked.get("min_recall", 0)))),
        )

    def _most_outside(self, share: Fraction) -> tuple[int, ...] | None:
        if not share:
            return None
        clusters = range(self.rows.clusters)
        totals = [int(self.rows.weight[self.rows.cluster == k].sum()) for k in clusters]
        return tuple(floor((1 - share) * total) for total in totals)

    def is_possible(self, errors: int, length: int | None = None) -> bool:
        """Whether a description makes at most so many errors and is no longer than that."""
        if errors < 0 or (length is not None and length < 0):
            return False
        formula = formula_of(self.rows, replace(self.statement, errors=errors, length=length))
        verdict = decide(formula, Clock(LONG), logged=True)
        if verdict.refuted:
            assert verdict.proof is not None
            replay(formula.clauses, verdict.proof.splitlines())
        else:
            assert verdict.model is not None, "no decision within the time"
        return not verdict.refuted


def check_by_refuting(case: Case, asked: dict[str, Any], result: Any) -> None:
    """Refute whatever is claimed to be impossible, and confirm that the rest is possible."""
    refuter = Refuter(case, asked)
    least, within = int(result.error_bound), int(result.bounded_within)
    assert not refuter.is_possible(least - 1), ("fewer errors are possible", result)
    shorter = int(result.bound) - 1
    assert not refuter.is_possible(within, shorter), ("shorter is possible", result)
    assert refuter.is_possible(int(result.errors), int(result.objective)), ("impossible", result)
    if result.status == "optimal":
        assert result.bound == result.objective, ("optimal without a proof", result)
        if asked.get("max_errors") is None:
            assert refuter.is_possible(least), ("fewest errors", result)


def solved_otherwise(case: Case, **options: Any) -> Any:
    """Return the result of the same call with presolve off, and another seed."""

    def without_presolve(parameters: Any) -> None:
        parameters.cp_model_presolve = False
        parameters.symmetry_level = 0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cp_sat, "_avoid_known_faults", without_presolve)
        return in_memory(case, random_state=OTHER_SEED, **options)[1]
