"""What several methods said of the same clusters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clusterscribe.description import Description, Label, wording
from clusterscribe.errors import InputError, did_you_mean
from clusterscribe.result import Result

if TYPE_CHECKING:
    from clusterscribe.description.frame import Backend


@dataclass(frozen=True, slots=True)
class Entry:
    """One method: what it found, or the reason why it found nothing."""

    method: str
    words: str  # what the method is
    seconds: float
    description: Description | None = None
    result: Result | None = None
    reason: str = ""

    @property
    def measure(self) -> str:
        """What the method makes small, in words, or nothing if it says nothing about that."""
        return "" if self.result is None else str(self.result.statistics.get("objective", ""))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The methods in the order in which they ran."""

    entries: tuple[Entry, ...]
    interrupted: bool = False

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of the clusters, as any method found them."""
        found = [entry.description for entry in self.entries if entry.description is not None]
        return tuple(dict.fromkeys(label for d in found for label in d.polyhedra))

    def __getitem__(self, method: str) -> Entry:
        for entry in self.entries:
            if entry.method == method:
                return entry
        names = [entry.method for entry in self.entries]
        raise KeyError(
            f"there is no method {method!r} in this comparison.{did_you_mean(method, names)}"
        )

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def described(self, clusters: Iterable[Label]) -> tuple[Label, ...]:
        """Return the clusters, none of which may be unknown to all methods."""
        wanted = tuple(clusters)
        for label in wanted:
            if label not in self.labels:
                known = ", ".join(map(wording.label, self.labels))
                raise InputError(f"there is no cluster {label!r}; the clusters are {known}")
        return wanted

    def to_text(self, width: int = 80, clusters: Iterable[Label] | None = None) -> str:
        """Write the table, and the given clusters (the first) as each method describes them."""
        from clusterscribe.comparison.text import to_text

        return to_text(self, width, clusters)

    def to_markdown(self, clusters: Iterable[Label] | None = None) -> str:
        """Write the table and the given clusters (all) as Markdown."""
        from clusterscribe.comparison.markdown import to_markdown

        return to_markdown(self, clusters)

    def to_latex(self, clusters: Iterable[Label] | None = None) -> str:
        """Write the table and the given clusters (all) as LaTeX, for the package booktabs."""
        from clusterscribe.comparison.latex import to_latex

        return to_latex(self, clusters)

    def to_frame(self, backend: Backend = "pandas") -> Any:  # noqa: ANN401
        """Return the table as a DataFrame, a row a method."""
        from clusterscribe.comparison.frame import to_frame

        return to_frame(self, backend)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return {
            "interrupted": self.interrupted,
            "methods": [
                {
                    "method": entry.method,
                    "words": entry.words,
                    "seconds": entry.seconds,
                    "reason": entry.reason,
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
