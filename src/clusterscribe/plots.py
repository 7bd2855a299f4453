"""Plots with matplotlib (extra `plot`): each takes an Axes, or makes one, and returns it.

`X`, `labels` and `sample_weight` are the rows that the description is compared with;
`feature_names` has names for columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from clusterscribe.charts import data, mpl
from clusterscribe.charts.data.bands import band_of_column
from clusterscribe.description.core import BaseDescription, Label
from clusterscribe.errors import InputError
from clusterscribe.table_like import Labels, TableLike, Weights

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from clusterscribe.frontiers.frontier import Frontier
    from clusterscribe.frontiers.point import Point

__all__ = [
    "band",
    "bands",
    "cluster_map",
    "frontier",
    "heat",
    "overlap",
    "ranges",
    "row_map",
]


def band(
    description: BaseDescription,
    X: TableLike,
    labels: Labels,
    label: Label,
    column: str,
    *,
    ax: Axes | None = None,
    feature_names: Mapping[str, str] | None = None,
    sample_weight: Weights | None = None,
) -> Axes:
    """Draw how a column is distributed in a cluster and among all other rows.

    The values that the conditions on this column alone allow are shaded.

    Parameters
    ----------
    description : Description
        What to draw.
    X : table
        The rows: a DataFrame, an array, a list of rows or a sparse matrix.
    labels : array_like
        The cluster label of every row.
    label : object
        The label of the cluster.
    column : str
        The column of the table.
    ax : matplotlib Axes or None
        Where to draw; None makes a new figure that pyplot knows.
    feature_names : dict or None
        Names for columns, with their unit in brackets where they have one.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.

    Returns
    -------
    Axes
        Where it was drawn.

    Examples
    --------
    >>> from clusterscribe import describe, plots
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, _ = describe(ages, labels)
    >>> plots.band(description, ages, labels, "young", "x0").get_title(loc="left")
    'x0 <= 40'

    """
    rows = data.rows_of(description, X, labels, sample_weight, feature_names)
    return mpl.band(band_of_column(rows, label, column), ax)


def bands(
    description: BaseDescription,
    X: TableLike,
    labels: Labels,
    label: Label,
    *,
    ax: Axes | None = None,
    feature_names: Mapping[str, str] | None = None,
    sample_weight: Weights | None = None,
) -> tuple[Axes, ...]:
    """Draw one band below the other for all that the conditions of a cluster are about.

    These are columns, and sums of several columns. They share the place of the given Axes, which
    are switched off, or a new figure.

    Parameters
    ----------
    description : Description
        What to draw.
    X : table
        The rows: a DataFrame, an array, a list of rows or a sparse matrix.
    labels : array_like
        The cluster label of every row.
    label : object
        The label of the cluster.
    ax : matplotlib Axes or None
        Whose place to divide; None makes a new figure that pyplot knows.
    feature_names : dict or None
        Names for columns, with their unit in brackets where they have one.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.

    Returns
    -------
    tuple of Axes
        Where they were drawn.

    Examples
    --------
    >>> from clusterscribe import describe, plots
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, _ = describe(ages, labels)
    >>> len(plots.bands(description, ages, labels, "young"))
    1

    """
    rows = data.rows_of(description, X, labels, sample_weight, feature_names)
    return mpl.bands(data.bands(rows, label), ax)


def row_map(
    description: BaseDescription,
    X: TableLike,
    labels: Labels,
    label: Label,
    *,
    ax: Axes | None = None,
    feature_names: Mapping[str, str] | None = None,
    sample_weight: Weights | None = None,
    dots: int = 400,
) -> Axes:
    """Draw rows as dots, the area that the conditions of a cluster allow, and which rows are wrong.

    The axes are the two columns (or sums) whose conditions exclude the most other rows; the title
    names the conditions on others. Of many rows a sample is drawn, errors first.

    Parameters
    ----------
    description : Description
        What to draw.
    X : table
        The rows: a DataFrame, an array, a list of rows or a sparse matrix.
    labels : array_like
        The cluster label of every row.
    label : object
        The label of the cluster.
    ax : matplotlib Axes or None
        Where to draw; None makes a new figure that pyplot knows.
    feature_names : dict or None
        Names for columns, with their unit in brackets where they have one.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.
    dots : int
        Most rows that are drawn.

    Returns
    -------
    Axes
        Where it was drawn.

    Examples
    --------
    >>> from clusterscribe import describe, plots
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, _ = describe(ages, labels)
    >>> table = [[20, 1], [25, 3], [50, 2], [60, 1]]
    >>> description, _ = describe(table, labels)
    >>> plots.row_map(description, table, labels, "young").get_xlabel()
    'x0'

    """
    rows = data.rows_of(description, X, labels, sample_weight, feature_names)
    chart = data.row_map(rows, label, dots)
    if chart is None:
        raise InputError("a map needs two columns, and the table has one; draw a band instead")
    return mpl.row_map(chart, ax)


def ranges(
    description: BaseDescription,
    X: TableLike,
    labels: Labels,
    *,
    ax: Axes | None = None,
    feature_names: Mapping[str, str] | None = None,
    sample_weight: Weights | None = None,
    most: int = 6,
) -> Axes:
    """Draw clusters by columns: where the rows of each are, and from bound to bound.

    The columns are those that conditions use, the most used first; each has the same axis for all
    clusters. Both distributions, of all rows and of a cluster, are as high as their own peak.

    Parameters
    ----------
    description : Description
        What to draw.
    X : table
        The rows: a DataFrame, an array, a list of rows or a sparse matrix.
    labels : array_like
        The cluster label of every row.
    ax : matplotlib Axes or None
        Where to draw; None makes a new figure that pyplot knows.
    feature_names : dict or None
        Names for columns, with their unit in brackets where they have one.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.
    most : int
        Most columns that are drawn.

    Returns
    -------
    Axes
        Where it was drawn.

    Examples
    --------
    >>> from clusterscribe import describe, plots
    >>> table, labels = [[20, 1], [25, 3], [50, 2], [60, 1]], ["young", "young", "old", "old"]
    >>> description, _ = describe(table, labels)
    >>> [name.get_text() for name in plots.ranges(description, table, labels).get_yticklabels()]
    ['old', 'young']

    """
    rows = data.rows_of(description, X, labels, sample_weight, feature_names)
    _check_count("most", most)
    chart = data.ranges(rows, most)
    if not chart.headings:
        raise InputError("no condition is about any column, so that there is no range to draw")
    return mpl.ranges(chart, ax)


def cluster_map(
    description: BaseDescription,
    X: TableLike,
    labels: Labels,
    *,
    ax: Axes | None = None,
    feature_names: Mapping[str, str] | None = None,
    sample_weight: Weights | None = None,
    dots: int = 900,
) -> Axes:
    """Draw all clusters on one map: a colour for each, its area, and errors hollow.

    The axes are the two columns whose conditions keep most rows out of the areas of other clusters.
    Of many rows a sample is drawn, with every cluster in it.

    Parameters
    ----------
    description : Description
        What to draw.
    X : table
        The rows: a DataFrame, an array, a list of rows or a sparse matrix.
    labels : array_like
        The cluster label of every row.
    ax : matplotlib Axes or None
        Where to draw; None makes a new figure that pyplot knows.
    feature_names : dict or None
        Names for columns, with their unit in brackets where they have one.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.
    dots : int
        About how many rows are drawn.

    Returns
    -------
    Axes
        Where it was drawn.

    Examples
    --------
    >>> from clusterscribe import describe, plots
    >>> table, labels = [[20, 1], [25, 3], [50, 2], [60, 1]], ["young", "young", "old", "old"]
    >>> description, _ = describe(table, labels)
    >>> plots.cluster_map(description, table, labels).get_title(loc="left")
    'all 4 rows'

    """
    rows = data.rows_of(description, X, labels, sample_weight, feature_names)
    _check_count("dots", dots)
    chart = data.cluster_map(rows, dots)
    if chart is None:
        raise InputError("there is no column to map the clusters by; give a table with columns")
    return mpl.cluster_map(chart, ax)


def overlap(
    description: BaseDescription,
    X: TableLike,
    labels: Labels,
    *,
    ax: Axes | None = None,
    feature_names: Mapping[str, str] | None = None,
    sample_weight: Weights | None = None,
) -> Axes:
    """Draw how many rows of each label are in each description, in none and in several.

    A row in several descriptions is counted in each of them, and once under "several".

    Parameters
    ----------
    description : Description
        What to draw.
    X : table
        The rows: a DataFrame, an array, a list of rows or a sparse matrix.
    labels : array_like
        The cluster label of every row.
    ax : matplotlib Axes or None
        Where to draw; None makes a new figure that pyplot knows.
    feature_names : dict or None
        Names for columns, with their unit in brackets where they have one.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.

    Returns
    -------
    Axes
        Where it was drawn.

    Examples
    --------
    >>> from clusterscribe import describe, plots
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, _ = describe(ages, labels)
    >>> plots.overlap(description, ages, labels).get_ylabel()
    'label (rows)'

    """
    rows = data.rows_of(description, X, labels, sample_weight, feature_names)
    return mpl.overlap(data.overlap(rows), ax)


def heat(
    description: BaseDescription,
    X: TableLike,
    labels: Labels,
    *,
    ax: Axes | None = None,
    feature_names: Mapping[str, str] | None = None,
    sample_weight: Weights | None = None,
    most: int = 20,
) -> Axes:
    """Draw the mean of each feature in each cluster: light is above that of all rows, dark below.

    A sign at the right of a cell says which conditions are on the feature: ≤ and ≥ are bounds,
    ↔ is between two, = and ≠ are levels, ∈ is one of several levels, Σ is in a sum, ≈ is near
    the value of a prototype.

    Parameters
    ----------
    description : Description
        What to draw.
    X : table
        The rows: a DataFrame, an array, a list of rows or a sparse matrix.
    labels : array_like
        The cluster label of every row.
    ax : matplotlib Axes or None
        Where to draw; None makes a new figure that pyplot knows.
    feature_names : dict or None
        Names for columns, with their unit in brackets where they have one.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.
    most : int
        Most features that are drawn.

    Returns
    -------
    Axes
        Where it was drawn.

    Examples
    --------
    >>> from clusterscribe import describe, plots
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, _ = describe(ages, labels)
    >>> plots.heat(description, ages, labels).get_title(loc="left")
    'mean in each cluster; light: above that of all rows'

    """
    rows = data.rows_of(description, X, labels, sample_weight, feature_names)
    return mpl.heat(data.heat(rows, most), ax)


def frontier(
    frontier: Frontier, *, ax: Axes | None = None, chosen: Point | int | None = None
) -> Axes:
    """Draw errors against length, one dot per description: filled dots are proved.

    From an open one, lines lead to what is proved: how short a better one could be at most, and
    how few errors it could make. `chosen` marks a point, or the one at that place.

    Parameters
    ----------
    frontier : Frontier
        What to draw.
    ax : matplotlib Axes or None
        Where to draw; None makes a new figure that pyplot knows.
    chosen : Point, int or None
        The point to mark, or its place.

    Returns
    -------
    Axes
        Where it was drawn.

    Examples
    --------
    >>> from clusterscribe import frontier, plots
    >>> found = frontier([[1], [2], [3], [4], [5], [6]], list("abbbcc"))
    >>> plots.frontier(found, chosen=1).get_ylabel()
    'complexity'

    """
    return mpl.curve(data.curve(frontier, frontier.objective, chosen), ax)


def _check_count(name: str, count: object) -> None:
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise InputError(f"{name} must be a whole number of at least 1, not {count!r}")
