"""A description: one polyhedron per cluster, and all that it can say of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clusterscribe.description.after import adjust, rescore
from clusterscribe.description.after.stability import Stability
from clusterscribe.description.core.base import BaseDescription
from clusterscribe.description.core.judging import judge
from clusterscribe.description.explain import explain
from clusterscribe.description.export import (
    frame,
    json,
    onnx_inputs,
    onnx_model,
    polars_expressions,
    query,
    sql,
    workbook,
)
from clusterscribe.description.words import cards, scorecard, sentence, text
from clusterscribe.result import Result
from clusterscribe.screen import LINES
from clusterscribe.table_like import Labels, TableLike, Weights

if TYPE_CHECKING:
    from clusterscribe.charts.data.stops import FrontierLike


@dataclass(frozen=True, slots=True)
class Description(BaseDescription):
    """What each cluster is, in the units of the table, independent of how it was found.

    A row is correctly described when it is inside the polyhedron of its own label and inside no
    other; `BaseDescription` says more. Everything else that works on a description is a method.

    Parameters
    ----------
    columns : tuple of str
        All columns of the table that was described, in its order.
    parts : tuple of Polyhedron, Union or Ball
        What describes each cluster.
    tallies : tuple of Tally or None
        What was counted on the rows that were described.
    proof : Proof or None
        What is proved of all descriptions of the class.
    noise_label : object or None
        The label of noise.
    noise : "outside", "ignore" or None
        Noise must lie outside, or does not count; None where there is none.
    contrast : Contrast or None
        Which cluster is described alone, and against which.
    made : mapping or None
        What was asked for, as plain values.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> description.complexity, description.sparsity
    (4, 1)
    >>> description.errors([[30], [40]], ["young", "old"])
    1

    """

    to_text = text.to_text
    to_scorecard = scorecard.to_scorecard
    to_sentence = sentence.to_sentence
    to_frame = frame.to_frame
    to_dict = json.to_dict
    to_json = json.to_json
    to_sql = sql.to_sql
    to_pandas_query = query.to_pandas_query
    to_polars = polars_expressions.to_polars
    to_onnx = onnx_model.to_onnx
    onnx_inputs = onnx_inputs.onnx_inputs
    to_excel = workbook.to_excel
    explain = explain.explain
    tighten = adjust.tighten
    widen = adjust.widen
    rescore = rescore.rescore

    _repr_html_ = cards.to_cards

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return self.to_text(lines=LINES)

    def errors(self, X: TableLike, labels: Labels, sample_weight: Weights | None = None) -> float:
        """Count the rows that are not correctly described (or sum their weights).

        Parameters
        ----------
        X : table
            The rows: a DataFrame, an array, a list of rows or a sparse matrix.
        labels : array_like
            The cluster label of every row.
        sample_weight : array_like or None
            How much each row counts; None counts each as one.

        Returns
        -------
        float
            The number of rows, or the sum of their weights.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> description.errors([[18], [19]], ["young", "old"])
        1

        """
        return judge(self, X, labels, sample_weight).errors

    def accuracy(self, X: TableLike, labels: Labels, sample_weight: Weights | None = None) -> float:
        """Return the share of rows that are correctly described.

        Parameters
        ----------
        X : table
            The rows: a DataFrame, an array, a list of rows or a sparse matrix.
        labels : array_like
            The cluster label of every row.
        sample_weight : array_like or None
            How much each row counts; None counts each as one.

        Returns
        -------
        float
            A share from 0 to 1.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> description.accuracy([[18], [19]], ["young", "old"])
        0.5

        """
        return judge(self, X, labels, sample_weight).accuracy

    @classmethod
    def from_dict(cls, values: object) -> Description:
        """Read back what `to_dict` returned.

        Parameters
        ----------
        values : object
            What `to_dict` returned.

        Returns
        -------
        Description
            An equal description; without its claims if it was edited.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> type(description).from_dict(description.to_dict()) == description
        True

        """
        return json.from_dict(cls, values)

    @classmethod
    def from_json(cls, text: str) -> Description:
        """Read back what `to_json` wrote.

        Parameters
        ----------
        text : str
            What `to_json` wrote.

        Returns
        -------
        Description
            An equal description; without its claims if it was edited.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> type(description).from_json(description.to_json()) == description
        True

        """
        return json.from_json(cls, text)

    def to_html(
        self,
        X: TableLike | None = None,
        labels: Labels | None = None,
        *,
        sample_weight: Weights | None = None,
        result: Result | None = None,
        frontier: FrontierLike | None = None,
        stability: Stability | None = None,
        feature_names: Mapping[str, str] | None = None,
        noun: str = "rows",
        title: str | None = None,
        settings: Mapping[str, object] | None = None,
    ) -> str:
        """Write a report: one page for a browser that needs nothing else, below 2 MB.

        With the rows there are pictures of them and the rows that are wrongly described, and
        figures are counted on them; with a frontier, a slider along it.

        Parameters
        ----------
        X : table or None
            The rows that were described, or others.
        labels : array_like or None
            The cluster label of every row.
        sample_weight : array_like or None
            How much each row counts; None counts each as one.
        result : Result or None
            What is proven, and what it took.
        frontier : Frontier or None
            Other descriptions, for a slider.
        stability : Stability or None
            How stable the description is, for a sentence on each card.
        feature_names : dict or None
            Names for columns, with their unit in brackets where they have one.
        noun : str
            What the rows are, in the plural.
        title : str or None
            The title of the page.
        settings : mapping or None
            Further facts to list, by name.

        Returns
        -------
        str
            A whole page of HTML.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> description.to_html(ages, labels, title="Ages").startswith("<!doctype html>")
        True

        """
        # all pictures and pages of a report, which who only reads a description does without
        from clusterscribe.report.build import Options, build
        from clusterscribe.report.size import fitting

        options = Options(
            X,
            labels,
            sample_weight=sample_weight,
            result=result,
            frontier=frontier,
            stability=stability,
            feature_names=feature_names,
            noun=noun,
            title=title,
            settings=settings,
        )
        return fitting(build(self, options))
