"""`NestedDescription`: a tree of segments, and all that it can say of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clusterscribe.nested import tree_cards, tree_frame, tree_json, tree_sql, tree_text
from clusterscribe.nested.segment import BaseNestedDescription, LevelTally


@dataclass(frozen=True, slots=True)
class NestedDescription(BaseNestedDescription):
    """What each segment is among its siblings, for segments within segments.

    `root` is a tree of `Segment`. Each has the `path` of labels that leads to it, the `rows` in
    it, its `children`, the `description` that tells these apart on the rows of the segment alone,
    and its `result` with what is proved of that. A row belongs to a segment if it is inside along
    the whole path.
    """

    to_text = tree_text.to_text
    to_frame = tree_frame.to_frame
    to_dict = tree_json.to_dict
    to_json = tree_json.to_json
    to_sql = tree_sql.to_sql

    _repr_html_ = tree_cards.to_cards

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        segments, splits = len(self.segments), len(self.splits)
        return f"<NestedDescription of {segments} segments in {splits} splits>"

    @classmethod
    def from_dict(cls, values: object) -> NestedDescription:
        """Read back what `to_dict` returned."""
        return tree_json.from_dict(cls, values)

    @classmethod
    def from_json(cls, text: str) -> NestedDescription:
        """Read back what `to_json` wrote."""
        return tree_json.from_json(cls, text)

    def errors_by_level(
        self, X: object, labels: object, sample_weight: object = None
    ) -> tuple[LevelTally, ...]:
        """Count the rows that are wrong on each level, for any rows with labels on these levels.

        `labels` has one column per level, from coarse to fine, as for `describe_nested`.
        """
        # the rest of the package is for those who have rows
        from clusterscribe.nested.rows_again import recounted

        return recounted(self, X, labels, sample_weight)

    def errors(self, X: object, labels: object, sample_weight: object = None) -> float:
        """Count the rows that are wrong on any level (or sum their weights)."""
        return self.errors_by_level(X, labels, sample_weight)[-1].errors

    def accuracy(self, X: object, labels: object, sample_weight: object = None) -> float:
        """Return the share of rows that are right on every level."""
        return self.errors_by_level(X, labels, sample_weight)[-1].accuracy

    def to_html(
        self,
        X: object = None,
        labels: object = None,
        *,
        sample_weight: object = None,
        class_weight: object = None,
        feature_names: Mapping[str, str] | None = None,
        noun: str = "rows",
        title: str | None = None,
        settings: Mapping[str, object] | None = None,
    ) -> str:
        """Write a report: the tree, and a section to open for each split.

        It is one page for a browser that needs nothing else, below 2 MB. With the rows (and their
        labels, one column per level) there are pictures of them; weights are those of
        `describe_nested`.
        """
        from clusterscribe.nested.tree_report import Options, write

        options = Options(
            X, labels, sample_weight, class_weight, feature_names, noun, title, settings
        )
        return write(self, options)
