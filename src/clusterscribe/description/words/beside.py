"""What stands beside an answer: the tree that anybody would have fitted, and a shorter answer."""

from __future__ import annotations

import math

from clusterscribe.contrast import Contrast
from clusterscribe.description.words import wording
from clusterscribe.description.words.contrasting import leaves
from clusterscribe.result import Alternative, Result

BUDGET = "max_errors={}"  # how a budget is asked for in Python


def beside(
    result: Result, objective: str, budget: str = BUDGET, contrast: Contrast | None = None
) -> tuple[str, ...]:
    """Say what a decision tree makes of the rows, and what a shorter description would cost.

    `objective` is what is minimised, `budget` how to ask for so many errors, or empty, and
    `contrast` what a cluster is described against, if it is described alone.
    """
    sentences = []
    if result.baseline is not None:
        errors = wording.count(result.baseline.errors, "error")
        length = _length(result.baseline, objective)
        price = _given_up(result, result.baseline)
        tree = f"A decision tree with {leaves(contrast)}"
        sentences.append(f"{tree}: {errors} at {length}{price}.")
    if result.shorter is not None:
        sentences.append(_cost(result, result.shorter, objective, budget))
    return tuple(sentences)


def _given_up(result: Result, tree: Alternative) -> str:
    """Say what fewer errors cost: a tree may leave most of a cluster outside."""
    if tree.errors >= result.errors or tree.least_recall is None:
        return ""
    return f", with {wording.percent(tree.least_recall)} of a cluster inside"


def _cost(result: Result, shorter: Alternative, objective: str, budget: str) -> str:
    # a whole number, as a float would be taken for a share of the rows
    enough = math.ceil(shorter.errors)
    how = f": {budget.format(enough)}" if budget else ""
    return (
        f"Shorter: {_length(shorter, objective)} instead of "
        f"{_figures(result.as_alternative(), objective)} with "
        f"{wording.count(shorter.errors, 'error')} instead of {wording.number(result.errors)}{how}."
    )


def _length(one: Alternative, objective: str) -> str:
    if objective in ("complexity", "sparsity"):
        return f"{objective} {_figures(one, objective)}"
    return f"complexity {one.complexity} and sparsity {one.sparsity}"


def _figures(one: Alternative, objective: str) -> str:
    measures = {"complexity": str(one.complexity), "sparsity": str(one.sparsity)}
    return measures.get(objective, " and ".join(measures.values()))
