"""`NestedDescription`: a tree of segments, and all that it can say of itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clusterscribe.description.export.frame import Backend
from clusterscribe.description.words.layout import WIDTH
from clusterscribe.nested import tree_cards, tree_frame, tree_json, tree_sql, tree_text
from clusterscribe.nested.segment import BaseNestedDescription, LevelTally


@dataclass(frozen=True, slots=True, repr=False)
class NestedDescription(BaseNestedDescription):
    """What each segment is among its siblings, for segments within segments.

    A row belongs to a segment if it is inside along the whole path to it. `describe_nested` makes
    such a tree.

    Parameters
    ----------
    levels : tuple of str
        Names of the levels, from coarse to fine.
    columns : tuple of str
        All columns of the table that was described.
    root : Segment
        The segment of all rows, with all others below it.
    tallies : tuple of LevelTally or None
        Errors on each level, of the rows that were described.
    weighted : bool
        Whether figures are sums of weights.
    noise_label : label
        Rows that have it on some level are in no segment from there on.
    noise : "outside", "ignore" or None
        Whether these rows must lie outside, or do not count from there on.

    Examples
    --------
    >>> from clusterscribe import describe_nested
    >>> rows = [[1, 5], [2, 6], [8, 5], [9, 6]]
    >>> labels = [["low", "a"], ["low", "b"], ["high", "a"], ["high", "b"]]
    >>> nested = describe_nested(rows, labels)
    >>> [segment.name for segment in nested.segments]
    ['high', 'high / a', 'high / b', 'low', 'low / a', 'low / b']

    """

    _repr_html_ = tree_cards.to_cards

    def __str__(self) -> str:
        return self.to_text()

    __repr__ = __str__

    def to_text(self, width: int = WIDTH, lines: int | None = tree_text.SCREEN) -> str:
        """Write the tree, the errors on each level and what is proved.

        Of each segment it says what tells it from its siblings, how many rows it has, how many of
        these are inside, and how many rows of its siblings are.

        Parameters
        ----------
        width : int
            Columns of a terminal.
        lines : int or None
            Above so many lines the finest levels are left out, and then the last segments; None
            shows all.

        Returns
        -------
        str
            Indented lines.

        """
        return tree_text.to_text(self, width, lines)

    def to_frame(self, backend: Backend = "pandas") -> Any:  # noqa: ANN401
        """Return a DataFrame with one row for each condition of each segment.

        The first columns are the levels, with the labels of the path to the segment, and nothing
        below it. What follows is as in `Description.to_frame`: a condition is about the rows of
        the parent alone, and so are `inside` and `wrongly_inside`.

        Parameters
        ----------
        backend : "pandas", "polars" or "pyarrow"
            Which kind of DataFrame.

        Returns
        -------
        DataFrame
            Of that kind.

        """
        return tree_frame.to_frame(self, backend)

    def to_sql(self, table: str | Sequence[str] = "table_name", dialect: str = "ansi") -> str:
        """Write a query for every row: whether it is in each segment, and its label on each level.

        A row is in a segment if it meets the conditions of the whole path to it. The label of a
        level is NULL from the level on where the row is in none or in several.

        Parameters
        ----------
        table : str or sequence of str
            A name, or the parts of one such as `("schema", "table")`.
        dialect : str
            As for `Description.to_sql`.

        Returns
        -------
        str
            A query.

        """
        return tree_sql.to_sql(self, table, dialect)

    def to_dict(self) -> dict[str, Any]:
        """Return what `to_json` writes, as plain values.

        Returns
        -------
        dict
            Plain values, ready for JSON.

        """
        return tree_json.to_dict(self)

    def to_json(self, indent: int | None = 2) -> str:
        """Write everything as JSON; `docs/json.md` says what is where.

        Parameters
        ----------
        indent : int or None
            Spaces by which each level is indented; None writes a single line.

        Returns
        -------
        str
            JSON text that `from_json` reads.

        """
        return tree_json.to_json(self, indent)

    @classmethod
    def from_dict(cls, values: object) -> NestedDescription:
        """Read back what `to_dict` returned.

        Parameters
        ----------
        values : dict
            Plain values.

        Returns
        -------
        NestedDescription
            Without counts and proofs where it was edited, and with a warning.

        """
        return tree_json.from_dict(cls, values)

    @classmethod
    def from_json(cls, text: str) -> NestedDescription:
        """Read back what `to_json` wrote.

        Parameters
        ----------
        text : str
            JSON text.

        Returns
        -------
        NestedDescription
            Without counts and proofs where it was edited, and with a warning.

        """
        return tree_json.from_json(cls, text)

    def errors_by_level(
        self, X: object, labels: object, sample_weight: object = None
    ) -> tuple[LevelTally, ...]:
        """Count the rows that are wrong on each level, for any rows with labels on these levels.

        Parameters
        ----------
        X : table
            The rows.
        labels : table of labels
            One column per level, from coarse to fine, as for `describe_nested`.
        sample_weight : array or None
            The weight of each row.

        Returns
        -------
        tuple of LevelTally
            One for each level.

        """
        # the rest of the package is for those who have rows
        from clusterscribe.nested.rows_again import recounted

        return recounted(self, X, labels, sample_weight)

    def errors(self, X: object, labels: object, sample_weight: object = None) -> float:
        """Count the rows that are wrong on any level (or sum their weights).

        Parameters
        ----------
        X : table
            The rows.
        labels : table of labels
            One column per level, from coarse to fine.
        sample_weight : array or None
            The weight of each row.

        Returns
        -------
        float
            A count, or a sum of weights.

        """
        return self.errors_by_level(X, labels, sample_weight)[-1].errors

    def accuracy(self, X: object, labels: object, sample_weight: object = None) -> float:
        """Return the share of rows that are right on every level.

        Parameters
        ----------
        X : table
            The rows.
        labels : table of labels
            One column per level, from coarse to fine.
        sample_weight : array or None
            The weight of each row.

        Returns
        -------
        float
            From 0 to 1.

        """
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

        It is one page for a browser that needs nothing else, below 2 MB. With the rows there are
        pictures of them.

        Parameters
        ----------
        X : table or None
            The rows.
        labels : table of labels or None
            One column per level, from coarse to fine.
        sample_weight, class_weight : as for `describe_nested`
            How much each row counts.
        feature_names : mapping of str to str or None
            Names and units of columns.
        noun : str
            What the rows are, in the plural.
        title : str or None
            The title of the page.
        settings : mapping or None
            What was asked for, to be listed.

        Returns
        -------
        str
            A page of HTML.

        """
        from clusterscribe.nested.tree_report import Options, write

        options = Options(
            X, labels, sample_weight, class_weight, feature_names, noun, title, settings
        )
        return write(self, options)
