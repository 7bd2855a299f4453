"""What a call asks for, as it concerns one split: its own labels, and its own rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.constraints import Constraints
from clusterscribe.errors import InputError
from clusterscribe.nested.hierarchy import Branch, Hierarchy
from clusterscribe.parameters import ClassWeight, Label, Parameters
from clusterscribe.table.shape import listed

BY_LABEL = ("max_conditions", "max_errors", "min_recall")  # of constraints


def refuse_unknown_labels(parameters: Parameters, hierarchy: Hierarchy) -> None:
    """Refuse wishes about labels that no segment has."""
    labels = [label for branch in hierarchy.root.walk() for label in branch.labels]
    if isinstance(parameters.class_weight, Mapping):
        others = () if hierarchy.noise_label is None else (hierarchy.noise_label,)
        _refuse(parameters.class_weight, [*labels, *others], "class_weight")
    for name in BY_LABEL:
        _refuse(getattr(parameters.constraints, name), labels, f"constraints: {name}")
    for pair in parameters.constraints.separate:
        _refuse(pair, labels, "constraints: separate")


def parameters_at(
    branch: Branch, parameters: Parameters, rows: int, noise_label: Label
) -> Parameters:
    """Return what is asked for at one split of a table with so many rows."""
    return replace(
        parameters,
        class_weight=_class_weight(parameters.class_weight, (*branch.labels, noise_label)),
        constraints=_constraints(parameters.constraints, branch, rows),
    )


def _refuse(named: Iterable[Label], labels: Sequence[Label], what: str) -> None:
    for label in named:
        if label not in labels:  # which compares, as nobody has looked at these labels yet
            known = listed(sorted({repr(one) for one in labels}))
            raise InputError(f"{what} names the label {label!r}, which no segment has: {known}")


def _class_weight(given: ClassWeight, labels: Iterable[Label]) -> ClassWeight:
    if not isinstance(given, Mapping):
        return given
    return {label: given[label] for label in labels if label in given} or None


def _constraints(given: Constraints, branch: Branch, rows: int) -> Constraints:
    if not given:
        return given
    here = set(branch.labels)
    by_label: dict[str, Any] = {
        name: {label: value for label, value in getattr(given, name).items() if label in here}
        for name in BY_LABEL
    }
    pairs = tuple(pair for pair in given.separate if set(pair) <= here)
    return replace(
        given, **by_label, separate=pairs, right_rows=_right_rows(given, branch.rows, rows)
    )


def _right_rows(given: Constraints, here: NDArray[np.intp], rows: int) -> tuple[bool, ...] | str:
    """Return which rows of a split must be right; the name of a column stays."""
    wanted = given.right_rows
    if isinstance(wanted, str) or not len(wanted):
        return wanted if isinstance(wanted, str) else ()
    chosen = np.asarray(wanted)
    is_right = np.zeros(rows, dtype=bool)
    if chosen.dtype == bool and len(chosen) == rows:
        is_right = chosen
    elif chosen.dtype.kind in "iu" and 0 <= chosen.min() <= chosen.max() < rows:
        is_right[chosen] = True
    else:
        raise InputError(
            "constraints: right_rows must say of each row whether it is one of them, or give "
            f"their numbers from 0 to {rows - 1:,}"
        )
    return tuple(is_right[here].tolist())
