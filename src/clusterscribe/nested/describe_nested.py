"""`describe_nested`: the public function, with its parameters spelled out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clusterscribe.constraints import Constraints
from clusterscribe.errors import InputError, hint
from clusterscribe.nested.condensed_tree import LEFT, levels_of_condensed_tree
from clusterscribe.nested.label_columns import levels_of_labels, names_of_labels
from clusterscribe.nested.linkage_levels import levels_of_linkage
from clusterscribe.nested.nested_description import NestedDescription
from clusterscribe.nested.searching import describe_levels, table_in_memory
from clusterscribe.parameters import (
    MIN_RECALL,
    Label,
    LabelledTable,
    Missing,
    Noise,
    check,
)
from clusterscribe.progress import Listener, silent
from clusterscribe.table.shape import quoted


def describe_nested(
    X: object,
    labels: object = None,
    *,
    linkage: object = None,
    cuts: Sequence[int] | None = None,
    heights: Sequence[float] | None = None,
    condensed_tree: object = None,
    max_depth: int | None = None,
    objective: str | tuple[float, float] = "complexity",
    max_terms: int = 1,
    max_coefficient: int = 1,
    max_errors: int | float | None = None,
    error_slack: float = 0.05,
    grouping: object = "auto",
    placement: str = "round",
    scale: str = "minmax",
    time_limit: float | None = 60.0,
    n_jobs: int | None = None,
    random_state: object = None,
    max_conditions: int | None = None,
    min_recall: float = MIN_RECALL,
    class_weight: object = None,
    max_polyhedra: int = 1,
    constraints: Constraints | None = None,
    missing: Missing = "outside",
    noise_label: Label = None,
    noise: Noise = "outside",
    sample_weight: object = None,
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
    listener: Listener | None = None,
) -> NestedDescription:
    """Describe segments within segments: each among its siblings, on the rows of their parent.

    Parameters
    ----------
    X : table
        A table in memory, as for `describe`.
    labels : table of labels
        One column per level, from coarse to fine. A path of labels decides: the same label below
        two parents is two segments. A segment whose rows have no label on the next level is not
        divided further.
    linkage : array
        In place of labels: the linkage matrix of scipy for these rows.
    cuts : list of int
        How many clusters a linkage is cut into on each level, rising.
    heights : list of float
        In place of `cuts`: the heights at which it is cut, falling.
    condensed_tree : condensed tree of hdbscan
        In place of labels: the `condensed_tree_`, or its columns. Rows that leave a cluster before
        it splits are noise there.
    max_depth : int or None
        Levels of a condensed tree at most.
    objective, max_terms, max_coefficient : as for `describe`
        What is minimised, and which conditions there may be.
    max_errors, error_slack : as for `describe`
        The budget of each split by itself, not of the tree.
    grouping, placement, scale : as for `describe`
        At each split.
    time_limit : float or None
        Seconds for the whole tree; large splits get more of it.
    n_jobs, random_state : as for `describe`
        At each split.
    max_conditions, min_recall : as for `describe`
        Limits of each segment.
    class_weight : as for `describe`
        Weights by label hold wherever that label is.
    max_polyhedra : int
        Of each segment.
    constraints : Constraints or None
        What they say of a label holds wherever it is; rows are those of `X`.
    missing : "outside" or "error"
        As for `describe`.
    noise_label : label
        Rows that have it on some level are in no segment from there on.
    noise : "outside" or "ignore"
        Whether these rows must lie outside, or do not count from there on.
    sample_weight : array or None
        The weight of each row.
    features, exclude : lists of str or None
        Columns to describe with, and to leave out.
    listener : callable or None
        Told of progress; the stages begin with the path.

    Returns
    -------
    NestedDescription
        Ctrl-C, and the end of the time, return it with the splits described so far, and a warning.

    Examples
    --------
    >>> from clusterscribe import describe_nested
    >>> nested = describe_nested(
    ...     [[1, 5], [2, 6], [8, 5], [9, 6]],
    ...     [["low", "a"], ["low", "b"], ["high", "a"], ["high", "b"]],
    ... )
    >>> nested.predict([[2, 6]]).tolist()
    [['low', 'b']]

    """
    parameters = check(
        objective=objective,
        max_terms=max_terms,
        max_coefficient=max_coefficient,
        max_errors=max_errors,
        error_slack=error_slack,
        grouping=grouping,
        placement=placement,
        scale=scale,
        time_limit=time_limit,
        n_jobs=n_jobs,
        random_state=random_state,
        max_conditions=max_conditions,
        min_recall=min_recall,
        class_weight=class_weight,
        max_polyhedra=max_polyhedra,
        constraints=constraints,
    )
    _refuse_other_than_one(labels=labels, linkage=linkage, condensed_tree=condensed_tree)
    table = table_in_memory(X)
    if condensed_tree is not None:
        levels = levels_of_condensed_tree(condensed_tree, max_depth, len(table))
        noise_label = LEFT
    elif linkage is not None:
        levels = levels_of_linkage(linkage, cuts, heights, len(table))
    else:
        levels = levels_of_labels(labels, len(table))
        exclude = _without_labels(labels, table.columns, features, exclude)
    data = LabelledTable(table, None, sample_weight, features, exclude, noise_label, noise, missing)
    return describe_levels(data, levels, parameters, listener or silent)


def _refuse_other_than_one(**given: object) -> None:
    """Refuse several hierarchies, or none."""
    named = [name for name, value in given.items() if value is not None]
    if len(named) != 1:
        found = " and ".join(named) or "none of them"
        raise InputError(
            "give the hierarchy in one form: labels (several columns), linkage or condensed_tree, "
            f"not {found}"
        )


def _without_labels(
    labels: object,
    columns: Sequence[str],
    features: Iterable[str] | None,
    exclude: Iterable[str] | None,
) -> Iterable[str] | None:
    """Leave out columns of the table that hold the labels: they would describe themselves."""
    if features is not None:
        return exclude  # whoever names columns knows which
    left_out = [] if exclude is None else list(exclude)
    found = [name for name in names_of_labels(labels) if name in columns and name not in left_out]
    if not found:
        return left_out
    hint(
        f"X has columns of the labels, {quoted(found)}, which would describe themselves and are "
        "left out; features= insists on them"
    )
    return [*left_out, *found]
