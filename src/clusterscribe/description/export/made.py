"""How a description was made: what was asked for, as plain values that JSON can write.

The record stands beside the description, under `made`, and is no claim about it: whoever changes
it changes nothing that is counted or proved. `stability` asks for the same again, and `rescore`
weighs rows as they were weighed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any, TypeAlias

from clusterscribe.constraints import Constraints
from clusterscribe.description.export.plain import Node, encode
from clusterscribe.errors import InputError
from clusterscribe.parameters import OBJECTIVES, Label, LabelledTable, Parameters
from clusterscribe.version import __version__

Record: TypeAlias = dict[str, Any]

SHARE = "share"  # of rows: {"share": 1.0} is all of them, and 1 is one
# what another search for the same kind of description has to be told
ASKED = (
    "objective", "max_terms", "max_coefficient", "max_errors", "error_slack", "placement", "scale",
    "max_conditions", "min_recall", "class_weight", "max_polyhedra", "constraints", "missing",
    "features", "exclude",
)  # fmt: skip
PLAIN = (
    "max_terms", "max_coefficient", "error_slack", "placement", "scale", "time_limit",
    "max_conditions", "min_recall", "max_polyhedra",
)  # fmt: skip
OF_NAMES = ("require", "exclusive")  # wishes that are lists of names, or of lists of names
BY_NAME = ("bounds", "costs")
BY_LABEL = ("max_conditions", "min_recall")


def record(data: LabelledTable, parameters: Parameters) -> Record:
    """Return what was asked for; `data` has its columns as lists."""
    weights = parameters.complexity_weight, parameters.sparsity_weight
    names = {pure: name for name, pure in OBJECTIVES.items()}
    return {
        "by": f"clusterscribe {__version__}",
        "objective": names.get(weights, list(weights)),
        **{name: getattr(parameters, name) for name in PLAIN},
        "max_errors": _budget(parameters.max_errors),
        "class_weight": _class_weight(parameters.class_weight),
        "grouping": _grouping(parameters.grouping),
        "random_state": parameters.seed,
        "missing": data.missing,
        "features": _names(data.features),
        "exclude": _names(data.exclude),
        "weighted": data.weights is not None,
        "constraints": _constraints(parameters.constraints),
    }


def for_errors(made: Record, errors: float) -> Record:
    """Return the record of a description that was found within so many errors."""
    return {**made, "max_errors": math.ceil(errors)}


def asked_for(made: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the parameters that a record holds, as `describe` takes them."""
    if made is None:
        return {}
    root = Node(dict(made), path="made")
    known = [name for name in ASKED if name in made]
    return {name: _READERS.get(name, _as_it_is)(root.field(name)) for name in known}


def is_weighted(made: Mapping[str, Any] | None) -> bool:
    """Whether the rows had weights of their own."""
    return bool(made and made.get("weighted"))


def _names(columns: Iterable[str] | None) -> list[str] | None:
    return None if columns is None else list(columns)


def _budget(errors: float | Fraction | None) -> Any:  # noqa: ANN401
    """Return a budget: a count, of weights rounded up, or a share."""
    if errors is None or isinstance(errors, int):
        return errors
    return {SHARE: errors} if isinstance(errors, float) else math.ceil(errors)


def _class_weight(weights: object) -> Any:  # noqa: ANN401
    return _pairs(weights) if isinstance(weights, Mapping) else weights


def _grouping(grouping: object) -> object:
    """Return a name; an object can be told, but not written."""
    return grouping if grouping is None or isinstance(grouping, str) else type(grouping).__name__


def _pairs(by_label: Mapping[Label, Any]) -> list[list[Any]]:
    """Return a mapping as pairs, as the keys of JSON are text and labels are anything."""
    return [[_label(label), value] for label, value in by_label.items()]


def _label(label: Label) -> Any:  # noqa: ANN401
    """Return a label as JSON can write it, or at least as it is read."""
    try:
        return encode(label)
    except InputError:
        return str(label)


def _constraints(wishes: Constraints) -> dict[str, Any]:
    """Return the wishes that there are."""
    written: dict[str, Any] = {name: _lists(getattr(wishes, name)) for name in OF_NAMES}
    written |= {name: dict(getattr(wishes, name)) for name in BY_NAME}
    written |= {name: _pairs(getattr(wishes, name)) for name in BY_LABEL}
    budgets = {label: _budget(most) for label, most in wishes.max_errors.items()}
    written["max_errors"] = _pairs(budgets)
    written["cut_points"] = {
        name: [_label(point) for point in points] for name, points in wishes.cut_points.items()
    }
    written["separate"] = [[_label(label) for label in pair] for pair in wishes.separate]
    written["right_rows"] = _rows(wishes.right_rows)
    return {name: wish for name, wish in written.items() if wish}


def _lists(entries: Iterable[Any]) -> list[Any]:
    return [entry if isinstance(entry, str) else list(entry) for entry in entries]


def _rows(rows: object) -> object:
    """Return a column, or the numbers of rows, which are few where whether each is one is many."""
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        return rows
    listed = [encode(row) for row in rows]
    if listed and all(isinstance(row, bool) for row in listed):
        return [place for place, row in enumerate(listed) if row]
    return listed


def _as_it_is(node: Node) -> object:
    return node.value


def _read_objective(node: Node) -> object:
    return tuple(node.value) if isinstance(node.value, list) else node.value


def _read_names(node: Node) -> list[str] | None:
    return None if node.value is None else [name.text() for name in node.items()]


def _read_budget(node: Node) -> object:
    if isinstance(node.value, dict):
        return float(node.field(SHARE).share())
    return node.value


def _read_pairs(node: Node, read: Callable[[Node], object] = _as_it_is) -> dict[Label, Any]:
    pairs: dict[Label, Any] = {}
    for pair in node.items():
        if len(pair.items()) != 2:
            raise pair.should_be("a pair of a label and a value")
        label, value = pair.items()
        pairs[label.plain()] = read(value)
    return pairs


def _read_budgets(node: Node) -> dict[Label, Any]:
    return _read_pairs(node, _read_budget)


def _read_class_weight(node: Node) -> object:
    return _read_pairs(node) if isinstance(node.value, list) else node.value


def _read_cut_points(node: Node) -> dict[str, list[Any]]:
    return {name: [point.plain() for point in node.field(name).items()] for name in node.entries()}


def _read_separate(node: Node) -> list[tuple[Any, ...]]:
    return [tuple(label.plain() for label in pair.items()) for pair in node.items()]


def _read_constraints(node: Node) -> Constraints | None:
    if not node.entries():
        return None
    unknown = node.entries().keys() - {entry.name for entry in fields(Constraints)}
    if unknown:
        raise node.should_be(f"wishes that are known here, without {min(unknown)!r}")
    wishes = {name: _WISHES.get(name, _as_it_is)(node.field(name)) for name in node.entries()}
    try:
        return Constraints(**wishes)
    except InputError as problem:
        raise node.broken(problem) from None


_READERS: dict[str, Callable[[Node], Any]] = {
    "objective": _read_objective,
    "max_errors": _read_budget,
    "class_weight": _read_class_weight,
    "features": _read_names,
    "exclude": _read_names,
    "constraints": _read_constraints,
}
_WISHES: dict[str, Callable[[Node], Any]] = {
    **dict.fromkeys(BY_LABEL, _read_pairs),
    "max_errors": _read_budgets,
    "cut_points": _read_cut_points,
    "separate": _read_separate,
}
