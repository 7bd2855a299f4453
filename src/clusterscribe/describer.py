"""`PolyhedralDescriber`: the description of clusters as a scikit-learn estimator."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from clusterscribe.constraints import Constraints
from clusterscribe.describing import describe_clusters
from clusterscribe.description import Description
from clusterscribe.engine.describe import describe_table
from clusterscribe.estimator import Describer
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
    check_flag,
)
from clusterscribe.progress import Listener
from clusterscribe.progress_lines import ProgressLines, Unheard
from clusterscribe.result import Result

ABOUT_ROWS = ("features", "exclude", "noise_label", "noise", "missing")  # and columns


class PolyhedralDescriber(Describer):
    """Describe clusters by polyhedra: few conditions each, as short as can be, with a proof.

    Parameters
    ----------
    objective : "complexity", "sparsity" or (float, float)
        What to minimise: the length of all conditions, the number of features, or a
        weighted sum of both.
    max_terms : int
        Most features in one condition. From 2 on, conditions are weighted sums.
    max_coefficient : int
        Largest absolute integer weight in a weighted sum.
    max_errors : int, float or None
        How many rows may be wrongly described: a count, a share of the rows (0.0 to 1.0),
        or None to find the fewest first.
    error_slack : float
        With `max_errors=None`: how many more errors than the fewest e* are allowed,
        `floor((1 + error_slack) * e*)`.
    grouping : "auto", None, "lazy", "tree", "kmeans", "hierarchical", "adaptive" or object
        Which rows the solver sees: all of them (None), rows as they are needed ("lazy"), or
        groups of rows (the names and objects of `clusterscribe.grouping`). "auto" takes all
        rows of small tables and begins lazily on large ones; `result_.statistics["rows"]` says
        what it was, and `"rows_why"` why. Whatever it is, answers are judged on all rows.
    placement : "round", "tight" or "middle"
        Where a threshold sits in the gap between rows inside and outside.
    time_limit : float or None
        Seconds for the whole call; the best answer so far is returned. None works until all is
        proved, or until a minute or longer brought no news.
    n_jobs : int or None
        Threads of the solver, and tasks of pricing that run at once; None or -1 leaves the
        choice to it.
    random_state : int, RandomState or None
        Seed of the search. None is a fixed seed.
    verbose : bool
        Report progress on stderr.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN.
    noise : "outside" or "ignore"
        Noise rows must lie outside every polyhedron, or do not count.
    scale : "minmax" or "none"
        What the weights of a condition on several features count in: the range of each
        feature, or the table's own units where all columns share one.
    max_conditions : int or None
        Most conditions in one polyhedron; None is any number.
    min_recall : float
        Least share (0 to 1) of each cluster inside its own polyhedron, so that none is given
        up for the sake of the others. 0 allows it.
    class_weight : None, "balanced" or dict
        How much an error counts, by the cluster of the row: the same, `n / (K * n_k)` for a
        cluster with `n_k` of the `n` rows in all `K` clusters, or the weight of its label (1
        where there is none). These multiply `sample_weight`; errors, accuracy and `max_errors`
        are then weighted.
    max_polyhedra : int
        Most polyhedra for one cluster: a row inside any of them is inside. Each has conditions of
        its own, all of which count, so that a cluster gets another one only where that pays.
    certificate : bool
        Make a certificate of what is proved, `result_.certificate`, which `verify` checks. It takes
        time of its own, as much as `time_limit` at most.
    missing : "outside" or "error"
        What a missing number or date means: no condition holds for it, as for NULL in SQL, so that
        the row is outside every polyhedron with a condition on that column; or it is refused.
    features : iterable of str or None
        The columns to describe with; None is all of them.
    exclude : iterable of str or None
        Columns to leave out.
    constraints : Constraints or None
        Wishes that the description has to keep to.

    Attributes
    ----------
    description_ : Description
        What was found, independent of how.
    result_ : Result
        How it was found and what is proven.

    Examples
    --------
    >>> from clusterscribe import PolyhedralDescriber
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> model = PolyhedralDescriber(max_errors=0).fit(ages, labels)
    >>> model.predict([[18], [70]]).tolist()
    ['young', 'old']
    >>> model.result_.complexity
    4

    """

    def __init__(  # noqa: PLR0917  (positions and names are the fixed interface)
        self,
        objective: Objective = "complexity",
        max_terms: int = 1,
        max_coefficient: int = 1,
        max_errors: int | float | None = None,
        error_slack: float = 0.05,
        grouping: object = "auto",
        placement: Placement = "round",
        time_limit: float | None = 60.0,
        n_jobs: int | None = None,
        random_state: Seed = None,
        verbose: bool = False,
        noise_label: Label = None,
        noise: Noise = "outside",
        scale: Scale = "minmax",
        max_conditions: int | None = None,
        min_recall: float = MIN_RECALL,
        class_weight: ClassWeight = None,
        max_polyhedra: int = 1,
        certificate: bool = False,
        missing: Missing = "outside",
        features: Iterable[str] | None = None,
        exclude: Iterable[str] | None = None,
        constraints: Constraints | None = None,
    ) -> None:
        self.objective = objective
        self.max_terms = max_terms
        self.max_coefficient = max_coefficient
        self.max_errors = max_errors
        self.error_slack = error_slack
        self.grouping = grouping
        self.placement = placement
        self.time_limit = time_limit
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.noise_label = noise_label
        self.noise = noise
        self.scale = scale
        self.max_conditions = max_conditions
        self.min_recall = min_recall
        self.class_weight = class_weight
        self.max_polyhedra = max_polyhedra
        self.certificate = certificate
        self.missing = missing
        self.features = features
        self.exclude = exclude
        self.constraints = constraints

    def fit_table(
        self,
        table: object,
        labels: str,
        weights: str | None = None,
        *,
        features: Iterable[str] | None = None,
        exclude: Iterable[str] | None = None,
    ) -> Self:
        """Describe the clusters of a table of Ibis, which stays where it is.

        `labels` and `weights` name columns of the table; `features` and `exclude` choose those to
        describe with. `clusterscribe.engine.open_table` makes such a table of a file or folder.

        Parameters
        ----------
        table : table of Ibis
            The rows, wherever they are.
        labels : str
            The column with the cluster label.
        weights : str or None
            The column with the weights.
        features : iterable of str or None
            The columns to describe with, instead of those of the estimator.
        exclude : iterable of str or None
            Columns to leave out, instead of those of the estimator.

        Returns
        -------
        PolyhedralDescriber
            The estimator itself, fitted.

        """
        parameters = self.get_params(deep=False)
        verbose = check_flag("verbose", parameters.pop("verbose"))
        own = parameters.pop("features"), parameters.pop("exclude")
        teller = ProgressLines(limit=self.time_limit) if verbose else Unheard()
        answer = describe_table(
            table,
            labels,
            weights=weights,
            features=own[0] if features is None else features,
            exclude=own[1] if exclude is None else exclude,
            listener=teller,
            **parameters,
        )
        teller.end(answer.result.stop_reason)
        self._keep(*answer)
        self._remember_columns(None, reset=True)
        return self

    def _describe(
        self, X: object, labels: object, sample_weight: object, listener: Listener
    ) -> tuple[Description, Result]:
        given = self.get_params(deep=False)
        rows = {name: given.pop(name) for name in ABOUT_ROWS}
        del given["verbose"]
        data = LabelledTable(X, labels, sample_weight, **rows)
        return describe_clusters(data, check(**given), listener)
