"""What several methods said of the same clusters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from clusterscribe.description import Description, Label
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError, did_you_mean
from clusterscribe.result import Result
from clusterscribe.table.labels import plain_label

if TYPE_CHECKING:
    from clusterscribe.description.export.frame import Backend


@dataclass(frozen=True, slots=True)
class Entry:
    """One method: what it found, or the reason why it found nothing."""

    method: str
    words: str  # what the method is
    seconds: float
    description: Description | None = None
    result: Result | None = None
    reason: str = ""
    remarks: tuple[str, ...] = ()  # what the user should know about the answer
    # what went wrong where nobody expected it, with its traceback
    error: Exception | None = field(default=None, compare=False, repr=False)

    @property
    def title(self) -> str:
        """The name of the method, on one line whatever it is made of."""
        return wording.visible(self.method)

    @property
    def measure(self) -> str:
        """What the method makes small, in words, or nothing if it says nothing about that."""
        return "" if self.result is None else str(self.result.statistics.get("objective", ""))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The methods in the order in which they ran."""

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

    def chosen(self, clusters: Iterable[Label] | Label) -> tuple[Label, ...]:
        """Return the labels as the clusters have them; a text or a number is a single one."""
        if isinstance(clusters, str | bytes) or not isinstance(clusters, Iterable):
            clusters = [clusters]
        wanted = tuple(plain_label(label) for label in clusters)
        for label in wanted:
            if label not in self.labels:
                known = ", ".join(map(wording.label, self.labels))
                raise InputError(f"there is no cluster {label!r}; the clusters are {known}")
        return wanted

    def to_text(self, width: int = 80, clusters: Iterable[Label] | Label = None) -> str:
        """Write the table, and the given clusters as each method describes them.

        Without `clusters` it is the first, and what methods say at length of it is cut short.
        """
        from clusterscribe.comparison.text import to_text

        return to_text(self, width, clusters)

    def to_markdown(self, clusters: Iterable[Label] | Label = None) -> str:
        """Write the table and the given clusters (all) as Markdown."""
        from clusterscribe.comparison.markdown import to_markdown

        return to_markdown(self, clusters)

    def to_latex(self, clusters: Iterable[Label] | Label = None) -> str:
        """Write the table and the given clusters (all) as LaTeX, for the package booktabs."""
        from clusterscribe.comparison.latex import to_latex

        return to_latex(self, clusters)

    def to_frame(self, backend: Backend = "pandas") -> Any:  # noqa: ANN401
        """Return the table as a DataFrame, a row a method."""
        from clusterscribe.comparison.frame import to_frame

        return to_frame(self, backend)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        from clusterscribe.description.export.plain import encode

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

    def _repr_markdown_(self) -> str:
        return self.to_markdown(clusters=())

    def __str__(self) -> str:
        return self.to_text()


def _in_any_case(name: object) -> str:
    return str(name).casefold()
