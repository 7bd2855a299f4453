"""What all describers have in common: scikit-learn's conventions around a description."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted, validate_data

from clusterscribe.description import Description
from clusterscribe.errors import InputError
from clusterscribe.parameters import check_flag
from clusterscribe.progress import Listener, ProgressLines, silent
from clusterscribe.result import Result


class Describer(BaseEstimator, ABC):  # type: ignore[misc]  # scikit-learn is untyped
    """Describes clusters: `fit` finds a description, the other methods apply it.

    After `fit`, `description_` is what was found, and `result_` says how and what is proven.
    Your own describer needs an `__init__` that only stores its parameters (that of a dataclass
    will do), and `_describe`.
    """

    def fit(self, X: object, y: object = None, sample_weight: object = None) -> Self:
        """Describe the clusters that the labels `y` name, one label per row."""
        if y is None:
            raise InputError(
                f"{type(self).__name__} requires y to be passed, but the target y is None: pass "
                "the cluster label of every row"
            )
        self.description_, self.result_ = self.describe(X, y, sample_weight)
        self._remember_columns(X, reset=True)
        return self

    def describe(
        self,
        X: object,
        labels: object,
        sample_weight: object = None,
        listener: Listener | None = None,
    ) -> tuple[Description, Result]:
        """Return a description and a result without keeping them.

        `listener` is told of progress; without one, `verbose` says whether it is reported.
        """
        verbose = check_flag("verbose", getattr(self, "verbose", False))
        limit = getattr(self, "time_limit", None)
        own = ProgressLines(limit=limit) if verbose else silent
        return self._describe(X, labels, sample_weight, listener or own)

    @abstractmethod
    def _describe(
        self, X: object, labels: object, sample_weight: object, listener: Listener
    ) -> tuple[Description, Result]:
        """Find a description of a table by the parameters of the estimator."""

    def predict(self, X: object) -> NDArray[Any]:
        """Return the label of the one polyhedron that each row is in; -1 or None otherwise."""
        return self._fitted(X).predict(X)

    def membership(self, X: object) -> NDArray[np.bool_]:
        """Return whether each row is in each polyhedron, in the order of the description."""
        return self._fitted(X).membership(X)

    def score(self, X: object, y: object, sample_weight: object = None) -> float:
        """Return the share of rows inside their own polyhedron and no other."""
        return self._fitted(X).accuracy(X, y, sample_weight)

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
        """Tell scikit-learn what input the estimator accepts."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.input_tags.sparse = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        tags.input_tags.allow_nan = getattr(self, "missing", "error") == "outside"
        return tags
