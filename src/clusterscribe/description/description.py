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
        """Count the rows that are not correctly described (or sum their weights)."""
        return judge(self, X, labels, sample_weight).errors

    def accuracy(self, X: TableLike, labels: Labels, sample_weight: Weights | None = None) -> float:
        """Return the share of rows that are correctly described."""
        return judge(self, X, labels, sample_weight).accuracy

    @classmethod
    def from_dict(cls, values: object) -> Description:
        """Read back what `to_dict` returned."""
        return json.from_dict(cls, values)

    @classmethod
    def from_json(cls, text: str) -> Description:
        """Read back what `to_json` wrote."""
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
