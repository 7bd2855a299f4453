"""What a description costs on rows, on groups of them, and on the boxes around these.

    true cost     rows that are not correctly described
    group cost    rows of groups of which any row is not (the paper's COST_G)
    box cost      rows of groups whose box is not: the whole box has to lie inside its own
                  polyhedron, and one half-space of every other one has to cut it off whole

Each is at least the one before. The integer program minimises the box cost. It is stricter than
the group cost in two ways: the corner of a box may stick out of an oblique half-space that
holds all its rows, and the rows of a group may be cut off by several half-spaces of which
none cuts off all. For polyhedra of at most one half-space, on one feature, both are the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import Description, HalfSpace, Label, Noise, Polyhedron, Term
from clusterscribe.description.core.halfspace import Values
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature
from clusterscribe.grouping.groups import Groups
from clusterscribe.grouping.schemes import SCHEMES, scheme_of
from clusterscribe.parameters import LabelledTable
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.ranks import rank
from clusterscribe.search.rows.encode import Encoded, encode
from clusterscribe.table_like import Labels, TableLike, Weights


@dataclass(frozen=True, slots=True)
class Costs:
    """The three costs of a description: rows, or their weight."""

    true_cost: float
    group_cost: float
    box_cost: float
    groups: int
    largest_group: float  # rows of the largest group, or their weight


def costs(
    description: Description,
    X: TableLike,
    labels: Labels,
    grouping: object = "tree",
    *,
    sample_weight: Weights | None = None,
    noise_label: Label = None,
    noise: Noise = "outside",
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
) -> Costs:
    """Group a table and count what a description costs on it.

    Parameters
    ----------
    description : Description
        What to count.
    X : table
        The rows: a DataFrame, an array, a list of rows or a sparse matrix.
    labels : array_like
        The cluster label of every row.
    grouping : str or object
        How rows are grouped, as for `describe`.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN.
    noise : "outside" or "ignore"
        Noise rows must lie outside every polyhedron, or do not count.
    features : iterable of str or None
        The columns to describe with; None is all that can describe.
    exclude : iterable of str or None
        Columns to leave out.

    Returns
    -------
    Costs
        The three costs.

    """
    scheme = scheme_of(grouping)
    if scheme is None:
        names = ", ".join(map(repr, SCHEMES))
        raise InputError(f"grouping must be {names} or an object, not {grouping!r}")
    data = with_columns_of(
        description,
        encode(
            LabelledTable(
                X,
                labels,
                features=features,
                exclude=exclude,
                weights=sample_weight,
                noise_label=noise_label,
                noise=noise,
            )
        ),
    )
    groups = Groups.of(scheme, data.boxes, rank(data.boxes)[0])
    weight = groups.sums(data.whole)
    return Costs(
        true_cost=data.amount(true_cost(description, data)),
        group_cost=data.amount(group_cost(description, data, groups)),
        box_cost=data.amount(box_cost(description, data, groups)),
        groups=len(groups),
        largest_group=data.amount(int(weight.max())),
    )


def with_columns_of(description: Description, data: Encoded) -> Encoded:
    """Return rows with the numbers of all features that a description uses.

    Groups are made without what cannot describe these rows, such as a constant column; the
    description may use it all the same.
    """
    more = [feature for feature in description.features if feature not in data.values]
    return replace(data, values={**data.values, **data.numbers(more)})


def true_cost(description: Description, data: Encoded) -> int:
    """Return the weight of the rows that are not correctly described, in whole units."""
    return int(data.whole[_wrong_rows(description, data)].sum())


def group_cost(description: Description, data: Encoded, groups: Groups) -> int:
    """Return the weight of the groups of which any row is not correctly described."""
    wrong = groups.sums(_wrong_rows(description, data)) > 0
    return int(groups.sums(data.whole)[wrong].sum())


def box_cost(description: Description, data: Encoded, groups: Groups) -> int:
    """Return the weight of the groups whose boxes are not correctly described."""
    wrong = _wrong_boxes(description, data, groups)
    return int(groups.sums(data.whole)[wrong].sum())


def _wrong_rows(description: Description, data: Encoded) -> NDArray[np.bool_]:
    inside = description.inside(data.values, len(data.cluster))
    belongs = _belongs(description, data, data.cluster)
    wrong: NDArray[np.bool_] = np.logical_or.reduce(inside != belongs, axis=1)
    return wrong


def _wrong_boxes(description: Description, data: Encoded, groups: Groups) -> NDArray[np.bool_]:
    columns = np.column_stack([*data.values.values()])
    rows = Boxes(columns, columns, data.whole, data.cluster, len(data.clusters.labels))
    boxes = groups.boxes(rows)
    lower = dict(zip(data.values, boxes.lower.T, strict=True))
    upper = dict(zip(data.values, boxes.upper.T, strict=True))
    belongs = _belongs(description, data, boxes.cluster)
    wrong = np.zeros(len(boxes), dtype=bool)
    for place, part in enumerate(description.parts):
        if not isinstance(part, Polyhedron):
            raise InputError(
                f"the box cost is that of polyhedra, and {part.label!r} is described by a "
                f"{type(part).__name__.lower()}"
            )
        within, cut_off = np.ones(len(boxes), dtype=bool), np.zeros(len(boxes), dtype=bool)
        for space in part.half_spaces:
            within &= space.contains(_corner(space, lower, upper, far=True))
            cut_off |= ~space.contains(_corner(space, lower, upper, far=False))
        wrong |= ~np.where(belongs[:, place], within, cut_off)
    return wrong


def _belongs(
    description: Description, data: Encoded, cluster: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Tell for each row or box, and each polyhedron, whether it ought to be inside."""
    places = {part.label: place for place, part in enumerate(description.parts)}
    labels = data.clusters.labels
    belongs = np.zeros((len(cluster), len(places)), dtype=bool)
    for k, label in enumerate(labels):
        if label not in places:
            raise InputError(f"the description has no polyhedron for the label {label!r}")
        belongs[:, places[label]] = cluster == k
    return belongs


def _corner(
    space: HalfSpace, lower: Values, upper: Values, far: bool
) -> dict[Feature, NDArray[np.float64]]:
    """Return the corner of each box that lies furthest along a half-space, or least far."""
    return {
        term.feature: (upper if _rises(term) == far else lower)[term.feature]
        for term in space.terms
    }


def _rises(term: Term) -> bool:
    """Whether a term grows with its feature."""
    return (term.weight > 0) == (not term.is_scaled or term.span > 0)
