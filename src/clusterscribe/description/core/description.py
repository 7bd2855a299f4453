"""A description: one polyhedron a cluster, and all that it can say of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.halfspace import Label, Values
from clusterscribe.description.core.proof import Proof
from clusterscribe.description.core.region import Region
from clusterscribe.description.core.tally import Tally, judge
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature

if TYPE_CHECKING:
    from clusterscribe.description.after.drift import Drift
    from clusterscribe.description.after.stability import Stability
    from clusterscribe.description.explain.explain import Explanation
    from clusterscribe.description.export.frame import Backend
    from clusterscribe.report.points import FrontierLike
    from clusterscribe.result import Result

Noise: TypeAlias = Literal["outside", "ignore"]


@dataclass(frozen=True, slots=True)
class Description:
    """What each cluster is, in the units of the table, independent of how it was found.

    A row is correctly described when it is inside the polyhedron of its own label and
    inside no other. Rows with the `noise_label` belong to no polyhedron: they must lie
    outside all of them (`noise="outside"`), or they do not count (`noise="ignore"`).
    """

    columns: tuple[str, ...]  # all columns of the table that was described, in its order
    parts: tuple[Region, ...]
    tallies: tuple[Tally, ...] | None = None  # of the rows that were described
    proof: Proof | None = None
    noise_label: Label | None = None
    noise: Noise | None = None

    def __post_init__(self) -> None:
        labels = [part.label for part in self.parts]
        if len(set(labels)) < len(labels):
            raise InputError("two polyhedra of a description have the same label")
        if self.noise is not None and self.noise_label in labels:
            raise InputError(f"the noise label {self.noise_label!r} has a polyhedron of its own")

    @property
    def polyhedra(self) -> Mapping[Label, Region]:
        """What describes each label, in order: a polyhedron, or what another method gave."""
        return MappingProxyType({part.label: part for part in self.parts})

    @property
    def complexity(self) -> int:
        """Sum over all half-spaces of the number of features in it plus one.

        A union counts each node of its tree once, and a ball counts like one half-space.
        """
        return sum(part.complexity for part in self.parts)

    @property
    def features(self) -> tuple[Feature, ...]:
        """The different features that are used, in order of their first use."""
        return tuple(dict.fromkeys(feature for part in self.parts for feature in part.features))

    @property
    def sparsity(self) -> int:
        """Number of different features that are used; a level of a category is a feature."""
        return len(self.features)

    @property
    def used_columns(self) -> tuple[str, ...]:
        """The columns of the table that are used, in the order of the table."""
        used = dict.fromkeys(feature.column for feature in self.features)
        places = {column: place for place, column in enumerate(self.columns)}
        return tuple(sorted(used, key=lambda column: places.get(column, len(places))))

    def tally_of(self, label: Label) -> Tally | None:
        """Return the tally of a label, where the rows were counted."""
        return next((tally for tally in self.tallies or () if tally.label == label), None)

    def membership(self, X: object) -> NDArray[np.bool_]:
        """Return whether each row lies inside each polyhedron (rows x clusters)."""
        from clusterscribe.table import as_table, values_of

        table = as_table(X, self.columns)
        return self.inside(values_of(table, self.features), len(table))

    def inside(self, values: Values, rows: int) -> NDArray[np.bool_]:
        """Return the same for rows whose numbers have been read already."""
        inside = np.empty((rows, len(self.parts)), dtype=bool)
        for place, part in enumerate(self.parts):
            inside[:, place] = part.contains(values, rows)
        return inside

    def predict(self, X: object) -> NDArray[Any]:
        """Return the label of the only polyhedron that each row is in.

        A row in none or in several gets -1 where all labels are integers and -1 is not
        one of them, else None (in an array of objects).
        """
        from clusterscribe.description.core.predict import only_label

        return only_label(self.membership(X), tuple(self.polyhedra))

    def errors(self, X: object, labels: object, sample_weight: object = None) -> float:
        """Count the rows that are not correctly described (or sum their weights)."""
        return judge(self, X, labels, sample_weight).errors

    def accuracy(self, X: object, labels: object, sample_weight: object = None) -> float:
        """Return the share of rows that are correctly described."""
        return judge(self, X, labels, sample_weight).accuracy

    def tighten(self, X: object, labels: object, sample_weight: object = None) -> Description:
        """Move every bound in to the last row of its cluster; errors never rise."""
        from clusterscribe.description.after.adjust import tighten

        return tighten(self, X, labels, sample_weight)

    def widen(self, X: object, labels: object, sample_weight: object = None) -> Description:
        """Move every bound out as far as none of these rows changes sides."""
        from clusterscribe.description.after.adjust import widen

        return widen(self, X, labels, sample_weight)

    def rescore(self, X: object, labels: object, sample_weight: object = None) -> Drift:
        """Say what other rows lost or gained since the description was found."""
        from clusterscribe.description.after.rescore import rescore

        return rescore(self, X, labels, sample_weight)

    def explain(self, row: object) -> Explanation:
        """Say why a row is in each polyhedron, or what keeps it out and by how much."""
        from clusterscribe.description.explain.explain import explain

        return explain(self, row)

    def to_text(self, width: int = 80) -> str:
        """Write a card for each cluster, the overall figures and what is proved."""
        from clusterscribe.description.words.text import to_text

        return to_text(self, width)

    def to_scorecard(self, width: int = 80) -> str:
        """Write conditions of several features as tables of points that a person can add up."""
        from clusterscribe.description.words.scorecard import to_scorecard

        return to_scorecard(self, width)

    def to_frame(self, backend: Backend = "pandas") -> Any:  # noqa: ANN401
        """Return a DataFrame with a row for each half-space or ball."""
        from clusterscribe.description.export.frame import to_frame

        return to_frame(self, backend)

    def to_dict(self) -> dict[str, Any]:
        """Return what `to_json` writes, as plain values."""
        from clusterscribe.description.export.json import to_dict

        return to_dict(self)

    def to_json(self, indent: int | None = 2) -> str:
        """Write everything as JSON, without loss; `docs/json.md` says what is where."""
        from clusterscribe.description.export.json import to_json

        return to_json(self, indent)

    @classmethod
    def from_dict(cls, values: object) -> Description:
        """Read back what `to_dict` returned."""
        from clusterscribe.description.export.json import from_dict

        return from_dict(values)

    @classmethod
    def from_json(cls, text: str) -> Description:
        """Read back what `to_json` wrote."""
        from clusterscribe.description.export.json import from_json

        return from_json(text)

    def to_sql(self, table: str | tuple[str, ...] = "table_name", dialect: str = "ansi") -> str:
        """Write a query for every row with a boolean column a cluster and its label."""
        from clusterscribe.description.export.sql import to_sql

        return to_sql(self, table, dialect)

    def to_pandas_query(self) -> dict[Label, str]:
        """Return for each label the text for `DataFrame.query` that selects its polyhedron."""
        from clusterscribe.description.export.query import to_pandas_query

        return to_pandas_query(self)

    def to_sentence(
        self, noun: str = "rows", feature_names: Mapping[str, str] | None = None
    ) -> dict[Label, str]:
        """Return for each label what its rows are, in one line of plain English.

        `noun` is what a row is, in the plural; `feature_names` has names for columns, with their
        unit in brackets where they have one: `{"avg_ord": "average order (EUR)"}`.
        """
        from clusterscribe.description.words.sentence import to_sentence

        return to_sentence(self, noun, feature_names)

    def to_html(
        self,
        X: object = None,
        labels: object = None,
        *,
        sample_weight: object = None,
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

    def _repr_html_(self) -> str:
        from clusterscribe.description.words.cards import to_cards

        return to_cards(self)

    def __str__(self) -> str:
        return self.to_text()
