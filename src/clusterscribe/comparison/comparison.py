"""Several methods on the same clusters, and everything that can be made of their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from clusterscribe.comparison import documents, terminal
from clusterscribe.comparison.entry import Entry
from clusterscribe.description import Label
from clusterscribe.description.export.frame import Backend, framed
from clusterscribe.description.export.plain import encode
from clusterscribe.description.words import wording
from clusterscribe.description.words.layout import WIDTH
from clusterscribe.errors import InputError, did_you_mean
from clusterscribe.screen import shown
from clusterscribe.table.labels import plain_label

MOST_LINES = 6  # per method for a cluster nobody asked for: a prototype has a value per column

TYPES = {
    "method": "String",
    "accuracy": "Float64",
    "errors": "Float64",
    "complexity": "Int64",
    "sparsity": "Int64",
    "objective": "String",
    "value": "Float64",
    "bound": "Float64",
    "error_bound": "Float64",
    "max_errors": "Float64",
    "status": "String",
    "stop_reason": "String",
    "seconds": "Float64",
    "reason": "String",
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """The methods in the order in which they ran.

    Attributes
    ----------
    entries : tuple of Entry
        What each method found.
    labels : tuple
        The labels of the clusters, whether any method describes them or not.
    interrupted : bool
        Whether it ended before all methods had run.

    Examples
    --------
    >>> from clusterscribe import compare
    >>> found = compare([[20], [25], [50], [60]], list("aabb"), methods=["CART", "IMM"])
    >>> [(entry.method, entry.result.errors) for entry in found]
    [('CART', 0), ('IMM', 0)]

    """

    entries: tuple[Entry, ...]
    labels: tuple[Label, ...]  # of the clusters, whether any method describes them or not
    interrupted: bool = False

    def __getitem__(self, method: str) -> Entry:
        """Return the entry of a method, whose name may be written in any case."""
        for same in (str, _in_any_case):
            for entry in self.entries:
                if same(entry.method) == same(method):
                    return entry
        names = [entry.method for entry in self.entries]
        hint = did_you_mean(str(method), names)
        raise KeyError(f"there is no method {method!r} in this comparison.{hint}")

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def chosen(self, clusters: Iterable[Label] | Label = None) -> tuple[Label, ...]:
        """Return the labels of these clusters; a text or a number is a single one, None all.

        Parameters
        ----------
        clusters : label, list of labels or None
            The clusters to show; None is all of them.

        Returns
        -------
        tuple
            The labels.

        Examples
        --------
        >>> from clusterscribe import compare
        >>> found = compare([[20], [25], [50], [60]], list("aabb"), methods=["CART"])
        >>> found.chosen('a')
        ('a',)

        """
        if clusters is None:
            return self.labels
        if isinstance(clusters, str | bytes) or not isinstance(clusters, Iterable):
            clusters = [clusters]
        wanted = tuple(plain_label(label) for label in clusters)
        for label in wanted:
            if label not in self.labels:
                known = ", ".join(map(wording.label, self.labels))
                raise InputError(f"there is no cluster {label!r}; the clusters are {known}")
        return wanted

    def to_text(self, width: int = WIDTH, clusters: Iterable[Label] | Label = None) -> str:
        """Write the table, and the given clusters as each method describes them.

        Without `clusters` it is the first one, and long descriptions of it are cut short.

        Parameters
        ----------
        width : int
            Columns of a line.
        clusters : label, list of labels or None
            The clusters to show; None is the first one.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> from clusterscribe import compare
        >>> found = compare([[20], [25], [50], [60]], list("aabb"), methods=["CART"])
        >>> print(found.to_text().split()[0])
        method

        """
        if clusters is None:
            return terminal.to_text(self.entries, self.labels[:1], width, MOST_LINES)
        return terminal.to_text(self.entries, self.chosen(clusters), width, None)

    def to_markdown(self, clusters: Iterable[Label] | Label = None) -> str:
        """Write the table and the given clusters (all) as Markdown.

        Parameters
        ----------
        clusters : label, list of labels or None
            The clusters to show; None is all of them.

        Returns
        -------
        str
            Tables.

        Examples
        --------
        >>> from clusterscribe import compare
        >>> found = compare([[20], [25], [50], [60]], list("aabb"), methods=["CART"])
        >>> print(found.to_markdown(clusters="a").splitlines()[0])
        | method | accuracy | errors | complexity | sparsity | bound | seconds |

        """
        return documents.to_markdown(self.entries, self.chosen(clusters))

    def to_latex(self, clusters: Iterable[Label] | Label = None) -> str:
        """Write the table and the given clusters (all) as LaTeX, for the package booktabs.

        Parameters
        ----------
        clusters : label, list of labels or None
            The clusters to show; None is all of them.

        Returns
        -------
        str
            Tables.

        Examples
        --------
        >>> from clusterscribe import compare
        >>> found = compare([[20], [25], [50], [60]], list("aabb"), methods=["CART"])
        >>> "toprule" in found.to_latex()
        True

        """
        return documents.to_latex(self.entries, self.chosen(clusters))

    def to_frame(self, backend: Backend = "pandas") -> Any:  # noqa: ANN401
        """Return the table as a DataFrame with one row per method.

        `objective` says in words what the method minimises, `value` and `bound` are what it
        reached and what is proven about it, `max_errors` the error budget under which that holds,
        and `stop_reason` why it stopped. A method without an answer has a `reason` and no figures.

        Parameters
        ----------
        backend : "pandas", "polars" or "pyarrow"
            Which kind of DataFrame.

        Returns
        -------
        DataFrame
            One row per method.

        Examples
        --------
        >>> from clusterscribe import compare
        >>> found = compare([[20], [25], [50], [60]], list("aabb"), methods=["CART"])
        >>> found.to_frame()["method"].tolist()
        ['CART']

        """
        return framed([_record(entry) for entry in self.entries], TYPES, backend)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON.

        Returns
        -------
        dict
            Plain values, ready for JSON.

        Examples
        --------
        >>> from clusterscribe import compare
        >>> found = compare([[20], [25], [50], [60]], list("aabb"), methods=["CART"])
        >>> found.to_dict()["clusters"]
        ['a', 'b']

        """
        return {
            "clusters": [encode(label) for label in self.labels],
            "interrupted": self.interrupted,
            "methods": [
                {
                    "method": entry.method,
                    "words": entry.words,
                    "seconds": entry.seconds,
                    "reason": entry.reason,
                    "remarks": list(entry.remarks),
                    "description": entry.description and entry.description.to_dict(),
                    "result": entry.result and entry.result.to_dict(),
                }
                for entry in self.entries
            ],
        }

    def __repr__(self) -> str:
        table, legend, *clusters = self.to_text().split("\n\n")
        return shown([part.splitlines() for part in (table, legend, *clusters)], left=_left)

    def _repr_markdown_(self) -> str:
        return self.to_markdown(clusters=())

    def _repr_html_(self) -> str:
        return documents.to_html(self.entries, self.labels)


def _left(_: int) -> str:
    return "... to_text() also shows clusters as each method describes them"


def _in_any_case(name: object) -> str:
    return str(name).casefold()


def _record(entry: Entry) -> dict[str, Any]:
    record: dict[str, Any] = {"method": entry.method, "seconds": entry.seconds}
    if entry.reason:
        record["reason"] = entry.reason
    result = entry.result
    if result is None:
        return record
    return record | {
        "accuracy": result.accuracy,
        "errors": float(result.errors),
        "complexity": result.complexity,
        "sparsity": result.sparsity,
        "objective": entry.measure,
        "value": float(result.objective),
        "bound": float(result.bound),
        "error_bound": float(result.error_bound),
        "max_errors": float(result.max_errors),
        "status": result.status,
        "stop_reason": result.stop_reason,
    }
