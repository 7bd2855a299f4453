"""What all describers have in common: scikit-learn's conventions around a description."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from clusterscribe.described import Described
from clusterscribe.description import Description
from clusterscribe.description.core.base import are_plain_integers
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.parameters import Label, check_flag
from clusterscribe.progress import Listener
from clusterscribe.progress_lines import ProgressLines, Unheard
from clusterscribe.result import Result
from clusterscribe.table_like import Labels, TableLike, Weights


class Describer(
    ClassifierMixin,  # type: ignore[misc]  # scikit-learn is untyped
    TransformerMixin,  # type: ignore[misc]
    BaseEstimator,  # type: ignore[misc]
    ABC,
):
    """Describes clusters: `fit` finds a description, the other methods apply it.

    After `fit`, `description_` is what was found, and `result_` says how and what is proven.
    Your own describer needs an `__init__` that only stores its parameters (that of a dataclass
    will do), and `_describe`.

    Attributes
    ----------
    description_ : Description
        What was found, independent of how.
    result_ : Result
        How it was found and what is proven.
    classes_ : array
        The labels of the clusters, in the order of the columns of `membership`.

    Examples
    --------
    >>> from clusterscribe import Describer, TreeDescriber
    >>> isinstance(TreeDescriber(), Describer)
    True

    """

    def fit(
        self, X: TableLike, y: Labels | None = None, sample_weight: Weights | None = None
    ) -> Self:
        """Describe the clusters that the labels `y` name, one label per row.

        Parameters
        ----------
        X : table
            The rows: a DataFrame, an array, a list of rows or a sparse matrix.
        y : array_like
            The cluster label of every row.
        sample_weight : array_like or None
            How much each row counts; None counts each as one.

        Returns
        -------
        Describer
            The estimator itself, fitted.

        Examples
        --------
        >>> from clusterscribe import PolyhedralDescriber
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> model = PolyhedralDescriber().fit(ages, labels)
        >>> model.description_.complexity
        4

        """
        if y is None:
            raise InputError(
                f"{type(self).__name__} requires y to be passed, but the target y is None: pass "
                "the cluster label of every row"
            )
        self._keep(*self.describe(X, y, sample_weight))
        self._remember_columns(X, reset=True)
        return self

    def fit_predict(
        self, X: TableLike, y: Labels, sample_weight: Weights | None = None
    ) -> NDArray[Any]:
        """Describe the clusters and return what `predict` says of the same rows.

        Parameters
        ----------
        X : table
            The rows: a DataFrame, an array, a list of rows or a sparse matrix.
        y : array_like
            The cluster label of every row.
        sample_weight : array_like or None
            How much each row counts; None counts each as one.

        Returns
        -------
        array
            The label of the one polyhedron that each row is in; -1 or None otherwise.

        Examples
        --------
        >>> from clusterscribe import PolyhedralDescriber
        >>> PolyhedralDescriber().fit_predict([[20], [25], [50]], [0, 0, 1]).tolist()
        [0, 0, 1]

        """
        return self.fit(X, y, sample_weight).predict(X)

    def fit_transform(
        self, X: TableLike, y: Labels | None = None, sample_weight: Weights | None = None
    ) -> NDArray[np.bool_]:
        """Describe the clusters and return what `transform` says of the same rows.

        Parameters
        ----------
        X : table
            The rows: a DataFrame, an array, a list of rows or a sparse matrix.
        y : array_like
            The cluster label of every row.
        sample_weight : array_like or None
            How much each row counts; None counts each as one.

        Returns
        -------
        array of bool, or a frame
            Whether each row is in each polyhedron.

        Examples
        --------
        >>> from clusterscribe import PolyhedralDescriber
        >>> PolyhedralDescriber().fit_transform([[20], [25], [50]], [0, 0, 1]).tolist()
        [[True, False], [True, False], [False, True]]

        """
        return self.fit(X, y, sample_weight).transform(X)

    def describe(
        self,
        X: TableLike,
        labels: Labels,
        sample_weight: Weights | None = None,
        listener: Listener | None = None,
    ) -> Described:
        """Return a description and a result without keeping them.

        `listener` is told of progress; without one, `verbose` says whether it is reported.

        Parameters
        ----------
        X : table
            The rows: a DataFrame, an array, a list of rows or a sparse matrix.
        labels : array_like
            The cluster label of every row.
        sample_weight : array_like or None
            How much each row counts; None counts each as one.
        listener : callable or None
            Called with a `Snapshot` whenever there is progress.

        Returns
        -------
        Described
            The description and the result, a pair by name.

        Examples
        --------
        >>> from clusterscribe import TreeDescriber
        >>> description, result = TreeDescriber().describe([[20], [25], [50]], [0, 0, 1])
        >>> result.errors
        0

        """
        verbose = check_flag("verbose", getattr(self, "verbose", False))
        limit = getattr(self, "time_limit", None)
        own = ProgressLines(limit=limit) if verbose else Unheard()
        found = Described(*self._describe(X, labels, sample_weight, listener or own))
        if listener is None:
            own.end(found.result.stop_reason)
        return found

    @abstractmethod
    def _describe(
        self, X: object, labels: object, sample_weight: object, listener: Listener
    ) -> tuple[Description, Result]:
        """Find a description of a table by the parameters of the estimator."""

    def predict(self, X: TableLike) -> NDArray[Any]:
        """Return the label of the one polyhedron that each row is in; -1 or None otherwise.

        Parameters
        ----------
        X : table
            The rows: a DataFrame, an array, a list of rows or a sparse matrix.

        Returns
        -------
        array
            One label per row: whole numbers where -1 can stand for none, else objects.

        Examples
        --------
        >>> from clusterscribe import PolyhedralDescriber
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> model = PolyhedralDescriber().fit(ages, labels)
        >>> model.predict([[18], [70]]).tolist()
        ['young', 'old']

        """
        return self._fitted(X).predict(X)

    def membership(self, X: TableLike) -> NDArray[np.bool_]:
        """Return whether each row is in each polyhedron, in the order of the description.

        Parameters
        ----------
        X : table
            The rows: a DataFrame, an array, a list of rows or a sparse matrix.

        Returns
        -------
        array of bool
            Rows x clusters.

        Examples
        --------
        >>> from clusterscribe import PolyhedralDescriber
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> model = PolyhedralDescriber().fit(ages, labels)
        >>> model.membership([[18], [70]]).tolist()  # old, young
        [[False, True], [True, False]]

        """
        return self._fitted(X).membership(X)

    def transform(self, X: TableLike) -> NDArray[np.bool_]:
        """Return `membership` with the names of the clusters, once `set_output` asks for a frame.

        The columns are `in_` and the label, as in SQL.

        Parameters
        ----------
        X : table
            The rows: a DataFrame, an array, a list of rows or a sparse matrix.

        Returns
        -------
        array of bool, or a frame
            Rows x clusters.

        Examples
        --------
        >>> from clusterscribe import PolyhedralDescriber
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> model = PolyhedralDescriber().fit(ages, labels)
        >>> model.transform([[18]]).tolist()
        [[False, True]]

        """
        return self.membership(X)

    def get_feature_names_out(self, input_features: object = None) -> NDArray[np.object_]:
        """Return the names of the columns of `transform`, one for each cluster.

        Parameters
        ----------
        input_features : array_like of str or None
            The names of the columns, which are checked against those of `fit`.

        Returns
        -------
        array of str
            A name for each cluster: `in_` and the label.

        Examples
        --------
        >>> from clusterscribe import PolyhedralDescriber
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> model = PolyhedralDescriber().fit(ages, labels)
        >>> model.get_feature_names_out().tolist()
        ['in_old', 'in_young']

        """
        check_is_fitted(self)
        if input_features is not None:
            self._check_names(input_features)
        return np.array(_columns_named_after(self.description_.polyhedra), dtype=object)

    def score(self, X: TableLike, y: Labels, sample_weight: Weights | None = None) -> float:
        """Return the share of rows inside their own polyhedron and no other.

        Parameters
        ----------
        X : table
            The rows: a DataFrame, an array, a list of rows or a sparse matrix.
        y : array_like
            The cluster label of every row.
        sample_weight : array_like or None
            How much each row counts; None counts each as one.

        Returns
        -------
        float
            The accuracy: a share from 0 to 1.

        Examples
        --------
        >>> from clusterscribe import PolyhedralDescriber
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> model = PolyhedralDescriber().fit(ages, labels)
        >>> model.score([[18], [19]], ["young", "old"])
        0.5

        """
        return self._fitted(X).accuracy(X, y, sample_weight)

    def _keep(self, description: Description, result: Result) -> None:
        """Keep an answer; nothing is kept of a call that fails."""
        self.description_, self.result_ = description, result
        self.classes_ = _array_of(description.polyhedra)

    def _check_names(self, names: object) -> None:
        """Refuse names that are not those of the columns, as scikit-learn does."""
        known = self.description_.columns
        given = tuple(map(str, names)) if isinstance(names, Iterable) else ()
        if len(given) != len(known):
            raise InputError(
                f"input_features should have length equal to number of features ({len(known)}), "
                f"got {len(given)}"
            )
        if hasattr(self, "feature_names_in_") and given != known:
            raise InputError("input_features is not equal to feature_names_in_")

    def _fitted(self, X: object) -> Description:
        check_is_fitted(self)
        self._remember_columns(X, reset=False)
        description: Description = self.description_
        return description

    def _remember_columns(self, X: object, reset: bool) -> None:
        """Let scikit-learn note (`reset`) or check the number and names of the columns."""
        if reset:
            if hasattr(self, "feature_names_in_"):
                del self.feature_names_in_
            self.n_features_in_ = len(self.description_.columns)
        if len(getattr(X, "shape", ())) == 2:
            # scikit-learn refuses a mix of names that are text and names that are not; we accept it
            with suppress(TypeError):
                validate_data(self, X, skip_check_array=True, reset=reset)

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401
        """Tell scikit-learn what input the estimator accepts.

        It is a classifier, so that folds are stratified; a row in no polyhedron, or in several,
        has no class, so that not all of its predictions are classes.
        """
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.transformer_tags.preserves_dtype = []  # it is bool, whatever the table holds
        tags.input_tags.sparse = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        tags.input_tags.allow_nan = getattr(self, "missing", "error") == "outside"
        return tags


def _array_of(labels: Iterable[Label]) -> NDArray[Any]:
    """Return labels as an array: of whole numbers or text where all are, else of objects."""
    listed = list(labels)
    if are_plain_integers(listed) or all(type(label) in (str, bool) for label in listed):
        return np.array(listed) if listed else np.array([], dtype=object)
    array: NDArray[Any] = np.empty(len(listed), dtype=object)
    for place, label in enumerate(listed):  # one by one, or tuples would be taken for rows
        array[place] = label
    return array


def _columns_named_after(labels: Iterable[Label]) -> list[str]:
    """Return a name for each label, all of them different: 1 and "1" are two labels."""
    names: list[str] = []
    for label in labels:
        name = base = f"in_{wording.label(label)}"
        number = 2
        while name in names:
            name, number = f"{base}_{number}", number + 1
        names.append(name)
    return names
