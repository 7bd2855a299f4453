"""The public functions: their parameters are spelled out here, and nowhere else.

Each makes the same two objects of them, `Parameters` and `LabelledTable`, and hands these on.
"""

from __future__ import annotations

from collections.abc import Iterable

from clusterscribe.as_made import AS_MADE, AsMade
from clusterscribe.constraints import Constraints
from clusterscribe.contrast import contrast_of
from clusterscribe.described import Described
from clusterscribe.describing import describe_clusters
from clusterscribe.description import Description
from clusterscribe.description.after.stability import Stability
from clusterscribe.find_frontier import find_frontier
from clusterscribe.find_ways import find_ways
from clusterscribe.frontiers.frontier import Frontier
from clusterscribe.parameters import (
    MIN_RECALL,
    ClassWeight,
    Label,
    LabelledTable,
    Missing,
    Noise,
    Objective,
    Placement,
    Scale,
    Seed,
    check,
)
from clusterscribe.progress import Listener, silent
from clusterscribe.resampling import as_made, describe_samples
from clusterscribe.table import as_table
from clusterscribe.table_like import Labels, TableLike, Weights
from clusterscribe.ways.alternatives import Alternatives


def describe(
    X: TableLike,
    labels: Labels,
    *,
    objective: Objective = "complexity",
    max_terms: int = 1,
    max_coefficient: int = 1,
    max_errors: int | float | None = None,
    error_slack: float = 0.05,
    grouping: object = "auto",
    placement: Placement = "round",
    scale: Scale = "minmax",
    time_limit: float | None = 60.0,
    n_jobs: int | None = None,
    random_state: Seed = None,
    max_conditions: int | None = None,
    min_recall: float = MIN_RECALL,
    class_weight: ClassWeight = None,
    max_polyhedra: int = 1,
    constraints: Constraints | None = None,
    missing: Missing = "outside",
    certificate: bool = False,
    noise_label: Label = None,
    noise: Noise = "outside",
    cluster: Label = None,
    against: Label = None,
    sample_weight: Weights | None = None,
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
    listener: Listener | None = None,
) -> Described:
    """Describe the clusters of a table; return the description and what is proven of it.

    `X` is a table (pandas, polars, pyarrow, NumPy, scipy sparse), `labels` has one label per
    row. Of a table of Ibis, which stays in its engine, `labels` and `sample_weight` name
    columns. `features` and `exclude` choose the columns to describe with; `listener` is told
    of progress. Ctrl-C returns the best answer so far, with a warning. With `certificate`, the
    result has a `certificate` that `verify` checks; making it takes as long again at most.

    `cluster` is a label that is described alone: the description has its polyhedron only, and the
    rows of all others must lie outside. With `against`, another label, only the rows of these two
    count. All else is as for `PolyhedralDescriber`.

    Parameters
    ----------
    X : table
        The rows: a DataFrame, an array, a list of rows, a sparse matrix, or a table of Ibis.
    labels : array_like or str
        The cluster label of every row; of a table of Ibis, the name of a column.
    objective : "complexity", "sparsity" or (float, float)
        What to minimise: the length of all conditions, the number of features, or a weighted sum.
    max_terms : int
        Most features in one condition. From 2 on, conditions are weighted sums.
    max_coefficient : int
        Largest absolute integer weight in a weighted sum.
    max_errors : int, float or None
        How many rows may be wrong: a count, a share of the rows, or None for the fewest.
    error_slack : float
        With `max_errors=None`: how many more errors than the fewest are allowed, as a share of
        them.
    grouping : "auto", None, "lazy", "tree", "kmeans", "hierarchical", "adaptive" or object
        Which rows the solver sees; answers are judged on all of them.
    placement : "round", "tight" or "middle"
        Where a threshold sits in the gap between rows inside and outside.
    scale : "minmax" or "none"
        What the weights of a sum count in: the range of each feature, or the table's own units.
    time_limit : float or None
        Seconds for the whole call; the best answer so far is returned.
    n_jobs : int or None
        Threads of the solver; None or -1 leaves the choice to it.
    random_state : int, RandomState or None
        Seed of the search. None is a fixed seed.
    max_conditions : int or None
        Most conditions in one polyhedron; None is any number.
    min_recall : float
        Least share of each cluster inside its own description.
    class_weight : None, "balanced" or dict
        How much an error counts, by the cluster of the row.
    max_polyhedra : int
        Most polyhedra for one cluster: a row inside any of them is inside.
    constraints : Constraints or None
        Wishes that the description has to keep to.
    missing : "outside" or "error"
        A missing number or date meets no condition, or is refused.
    certificate : bool
        Make a certificate of what is proved, which `verify` checks.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN.
    noise : "outside" or "ignore"
        Noise rows must lie outside every polyhedron, or do not count.
    cluster : object or None
        The label of a cluster to describe alone, against all others.
    against : object or None
        With `cluster`: the label of the only other cluster whose rows count.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.
    features : iterable of str or None
        The columns to describe with; None is all that can describe.
    exclude : iterable of str or None
        Columns to leave out.
    listener : callable or None
        Called with a `Snapshot` whenever there is progress.

    Returns
    -------
    Described
        The description and the result, a pair by name.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> description.to_sentence("people")["young"]
    'People with x0 of at most 40'
    >>> str(result.status)
    'optimal'

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
        certificate=certificate,
    )
    data = LabelledTable(
        X,
        labels,
        sample_weight,
        features,
        exclude,
        noise_label,
        noise,
        missing,
        contrast_of(cluster, against),
    )
    return Described(*describe_clusters(data, parameters, listener or silent))


def frontier(
    X: TableLike,
    labels: Labels,
    *,
    objective: Objective = "complexity",
    max_terms: int = 1,
    max_coefficient: int = 1,
    scale: Scale = "minmax",
    placement: Placement = "round",
    time_limit: float | None = 60.0,
    n_jobs: int | None = None,
    random_state: Seed = None,
    max_conditions: int | None = None,
    min_recall: float = MIN_RECALL,
    class_weight: ClassWeight = None,
    max_polyhedra: int = 1,
    constraints: Constraints | None = None,
    missing: Missing = "outside",
    noise_label: Label = None,
    noise: Noise = "outside",
    cluster: Label = None,
    against: Label = None,
    sample_weight: Weights | None = None,
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
    listener: Listener | None = None,
) -> Frontier:
    """Describe the clusters of a table for every useful number of errors.

    The first point has the fewest errors of all, the last one condition per cluster (one
    feature, where features are counted); between them is every length for which more errors
    buy anything. With `max_terms` above 1 the frontier of one feature per condition is the
    start, and no point is worse than that. `time_limit` is for the whole frontier; all else is
    as for `describe`. Ctrl-C returns the points so far.

    Parameters
    ----------
    X : table
        The rows: a DataFrame, an array, a list of rows or a sparse matrix.
    labels : array_like
        The cluster label of every row.
    objective : "complexity", "sparsity" or (float, float)
        What to minimise: the length of all conditions, the number of features, or a weighted sum.
    max_terms : int
        Most features in one condition. From 2 on, conditions are weighted sums.
    max_coefficient : int
        Largest absolute integer weight in a weighted sum.
    scale : "minmax" or "none"
        What the weights of a sum count in: the range of each feature, or the table's own units.
    placement : "round", "tight" or "middle"
        Where a threshold sits in the gap between rows inside and outside.
    time_limit : float or None
        Seconds for the whole call; the best answer so far is returned.
    n_jobs : int or None
        Threads of the solver; None or -1 leaves the choice to it.
    random_state : int, RandomState or None
        Seed of the search. None is a fixed seed.
    max_conditions : int or None
        Most conditions in one polyhedron; None is any number.
    min_recall : float
        Least share of each cluster inside its own description.
    class_weight : None, "balanced" or dict
        How much an error counts, by the cluster of the row.
    max_polyhedra : int
        Most polyhedra for one cluster: a row inside any of them is inside.
    constraints : Constraints or None
        Wishes that the description has to keep to.
    missing : "outside" or "error"
        A missing number or date meets no condition, or is refused.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN.
    noise : "outside" or "ignore"
        Noise rows must lie outside every polyhedron, or do not count.
    cluster : object or None
        The label of a cluster to describe alone, against all others.
    against : object or None
        With `cluster`: the label of the only other cluster whose rows count.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.
    features : iterable of str or None
        The columns to describe with; None is all that can describe.
    exclude : iterable of str or None
        Columns to leave out.
    listener : callable or None
        Called with a `Snapshot` whenever there is progress.

    Returns
    -------
    Frontier
        One point for each useful number of errors, the fewest first.

    Examples
    --------
    >>> from clusterscribe import frontier
    >>> found = frontier([[1], [2], [3], [4], [5], [6]], list("abbbcc"))
    >>> [(point.errors, point.complexity) for point in found]
    [(0, 8), (1, 6)]

    """
    parameters = check(
        objective=objective,
        max_terms=max_terms,
        max_coefficient=max_coefficient,
        scale=scale,
        error_slack=0.0,
        placement=placement,
        time_limit=time_limit,
        n_jobs=n_jobs,
        random_state=random_state,
        max_conditions=max_conditions,
        min_recall=min_recall,
        class_weight=class_weight,
        max_polyhedra=max_polyhedra,
        constraints=constraints,
    )
    data = LabelledTable(
        X,
        labels,
        sample_weight,
        features,
        exclude,
        noise_label,
        noise,
        missing,
        contrast_of(cluster, against),
    )
    return find_frontier(data, parameters, listener or silent)


def stability(
    X: TableLike,
    labels: Labels,
    description: Description,
    *,
    samples: int = 20,
    objective: Objective | AsMade = AS_MADE,
    max_terms: int | AsMade = AS_MADE,
    max_coefficient: int | AsMade = AS_MADE,
    max_errors: int | float | AsMade | None = AS_MADE,
    error_slack: float | AsMade = AS_MADE,
    placement: Placement | AsMade = AS_MADE,
    scale: Scale | AsMade = AS_MADE,
    time_limit: float | None = 60.0,
    n_jobs: int | None = None,
    random_state: Seed = None,
    max_conditions: int | AsMade | None = AS_MADE,
    min_recall: float | AsMade = AS_MADE,
    class_weight: ClassWeight | AsMade = AS_MADE,
    max_polyhedra: int | AsMade = AS_MADE,
    constraints: Constraints | AsMade | None = AS_MADE,
    missing: Missing | AsMade = AS_MADE,
    noise_label: Label = None,
    noise: Noise = "outside",
    cluster: Label = None,
    against: Label = None,
    sample_weight: Weights | None = None,
    features: Iterable[str] | AsMade | None = AS_MADE,
    exclude: Iterable[str] | AsMade | None = AS_MADE,
    listener: Listener | None = None,
) -> Stability:
    """Describe bootstrap samples of the rows, and see what recurs of a description.

    Give the rows that were described. Every parameter that is not given is what it was when the
    description was made, as far as it knows (`description.made`), and that of `describe` where it
    does not; noise, and what is described alone, are what they are in the description.
    `time_limit` is for all samples together, and what is left of it is split evenly among those to
    come. A sample that cannot keep to
    `max_errors` (a row may be drawn twice) gets the fewest errors that it needs. Ctrl-C and the
    limit return the samples so far.

    Parameters
    ----------
    X : table
        The rows that were described.
    labels : array_like
        The cluster label of every row.
    description : Description
        What to compare the samples with.
    samples : int
        How many samples to draw.
    objective : "complexity", "sparsity" or (float, float)
        What to minimise: the length of all conditions, the number of features, or a weighted sum.
    max_terms : int
        Most features in one condition. From 2 on, conditions are weighted sums.
    max_coefficient : int
        Largest absolute integer weight in a weighted sum.
    max_errors : int, float or None
        How many rows may be wrong: a count, a share of the rows, or None for the fewest.
    error_slack : float
        With `max_errors=None`: how many more errors than the fewest are allowed, as a share of
        them.
    placement : "round", "tight" or "middle"
        Where a threshold sits in the gap between rows inside and outside.
    scale : "minmax" or "none"
        What the weights of a sum count in: the range of each feature, or the table's own units.
    time_limit : float or None
        Seconds for the whole call; the best answer so far is returned.
    n_jobs : int or None
        Threads of the solver; None or -1 leaves the choice to it.
    random_state : int, RandomState or None
        Seed of the search. None is a fixed seed.
    max_conditions : int or None
        Most conditions in one polyhedron; None is any number.
    min_recall : float
        Least share of each cluster inside its own description.
    class_weight : None, "balanced" or dict
        How much an error counts, by the cluster of the row.
    max_polyhedra : int
        Most polyhedra for one cluster: a row inside any of them is inside.
    constraints : Constraints or None
        Wishes that the description has to keep to.
    missing : "outside" or "error"
        A missing number or date meets no condition, or is refused.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN.
    noise : "outside" or "ignore"
        Noise rows must lie outside every polyhedron, or do not count.
    cluster : object or None
        The label of a cluster to describe alone, against all others.
    against : object or None
        With `cluster`: the label of the only other cluster whose rows count.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.
    features : iterable of str or None
        The columns to describe with; None is all that can describe.
    exclude : iterable of str or None
        Columns to leave out.
    listener : callable or None
        Called with a `Snapshot` whenever there is progress.

    Returns
    -------
    Stability
        What recurs of the description.

    Examples
    --------
    >>> from clusterscribe import describe, stability
    >>> table, labels = [[age] for age in range(20)], ["young"] * 10 + ["old"] * 10
    >>> description, _ = describe(table, labels)
    >>> found = stability(table, labels, description, samples=3)
    >>> found.of("young").alike
    3

    """
    table = as_table(X, description.columns)
    asked = as_made(
        description,
        table,
        objective=objective,
        max_terms=max_terms,
        max_coefficient=max_coefficient,
        max_errors=max_errors,
        error_slack=error_slack,
        placement=placement,
        scale=scale,
        max_conditions=max_conditions,
        min_recall=min_recall,
        class_weight=class_weight,
        max_polyhedra=max_polyhedra,
        constraints=constraints,
        missing=missing,
        features=features,
        exclude=exclude,
    )
    data = LabelledTable(
        table,
        labels,
        sample_weight,
        asked.pop("features", None),
        asked.pop("exclude", None),
        noise_label,
        noise,
        asked.pop("missing", "outside"),
        contrast_of(cluster, against),
    )
    parameters = check(time_limit=time_limit, n_jobs=n_jobs, random_state=random_state, **asked)
    return describe_samples(data, description, samples, parameters, listener or silent)


def alternatives(
    X: TableLike,
    labels: Labels,
    n: int = 3,
    *,
    loss: float = 0.25,
    objective: Objective = "complexity",
    max_terms: int = 1,
    max_coefficient: int = 1,
    max_errors: int | float | None = None,
    error_slack: float = 0.05,
    grouping: object = "auto",
    placement: Placement = "round",
    scale: Scale = "minmax",
    time_limit: float | None = 60.0,
    n_jobs: int | None = None,
    random_state: Seed = None,
    max_conditions: int | None = None,
    min_recall: float = MIN_RECALL,
    class_weight: ClassWeight = None,
    max_polyhedra: int = 1,
    constraints: Constraints | None = None,
    missing: Missing = "outside",
    noise_label: Label = None,
    noise: Noise = "outside",
    cluster: Label = None,
    against: Label = None,
    sample_weight: Weights | None = None,
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
    listener: Listener | None = None,
) -> Alternatives:
    """Describe the clusters of a table, and then up to `n` times again by other columns.

    The first description is that of `describe`. Each further one does without one column at least
    of every one before it; it makes at most `loss` more errors than the first, as a share of these
    (or as many as the first was allowed), and its objective is larger by that share at most. They
    come in the order of their objectives, each with a proof of its own, and the result says whether
    that order is proved. Ctrl-C and the limit return the descriptions so far.

    Parameters
    ----------
    X : table
        The rows: a DataFrame, an array, a list of rows or a sparse matrix; or a table of Ibis.
    labels : array_like
        The cluster label of every row; of a table of Ibis, the column that holds them.
    n : int
        Most descriptions beside the first one.
    loss : float
        How much worse they may be: the share of more errors, and of a larger objective.
    objective : "complexity", "sparsity" or (float, float)
        What to minimise: the length of all conditions, the number of features, or a weighted sum.
    max_terms : int
        Most features in one condition. From 2 on, conditions are weighted sums.
    max_coefficient : int
        Largest absolute integer weight in a weighted sum.
    max_errors : int, float or None
        How many rows may be wrong in the first one: a count, a share, or None for the fewest.
    error_slack : float
        With `max_errors=None`: the share of errors allowed beyond the fewest.
    grouping : "auto", None, "lazy", "tree", "kmeans", "hierarchical", "adaptive" or an object
        Which rows the solver sees.
    placement : "round", "tight" or "middle"
        Where a threshold sits in the gap between rows inside and outside.
    scale : "minmax" or "none"
        What the weights of a sum count in: the range of each feature, or the table's own units.
    time_limit : float or None
        Seconds for all descriptions together.
    n_jobs : int or None
        Threads of the solver; None or -1 leaves the choice to it.
    random_state : int, RandomState or None
        Seed of the search. None is a fixed seed.
    max_conditions : int or None
        Most conditions in one polyhedron; None is any number.
    min_recall : float
        Least share of each cluster inside its own description.
    class_weight : None, "balanced" or dict
        How much an error counts, by the cluster of the row.
    max_polyhedra : int
        Most polyhedra for one cluster: a row inside any of them is inside.
    constraints : Constraints or None
        Wishes that the descriptions have to keep to.
    missing : "outside" or "error"
        A missing number or date meets no condition, or is refused.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN.
    noise : "outside" or "ignore"
        Noise rows must lie outside every polyhedron, or do not count.
    cluster : object or None
        The label of a cluster to describe alone, against all others.
    against : object or None
        With `cluster`: the label of the only other cluster whose rows count.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.
    features : iterable of str or None
        The columns to describe with; None is all that can describe.
    exclude : iterable of str or None
        Columns to leave out of all descriptions.
    listener : callable or None
        Called with a `Snapshot` whenever there is progress.

    Returns
    -------
    Alternatives
        The first description and the others, in order.

    Examples
    --------
    >>> from clusterscribe import alternatives
    >>> found = alternatives([[1, 5], [2, 6], [8, 1], [9, 2]], list("aabb"))
    >>> [way.columns for way in found]
    [('x0',), ('x1',)]
    >>> found.proved
    True

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
    data = LabelledTable(
        X,
        labels,
        sample_weight,
        features,
        exclude,
        noise_label,
        noise,
        missing,
        contrast_of(cluster, against),
    )
    return find_ways(data, parameters, listener or silent, n, loss)
