"""One point of a frontier: a description, how it was found, and what is proved of both ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clusterscribe.description import Description
from clusterscribe.description.export.json import as_it_stands, is_as_written
from clusterscribe.description.export.plain import Node
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.proof import Status, StopReason
from clusterscribe.result import Alternative, Result

EDITED = (
    "it was edited after it was saved, or comes from a version that kept no fingerprint, and the "
    "figures beside it may no longer hold; find the frontier again"
)


@dataclass(frozen=True, slots=True)
class Point:
    """The shortest description for its errors, and the fewest errors for its length.

    `fewest_errors` is a proven lower bound on the errors of any description that is no
    longer, `result.bound` one on the length of any description within its errors. The point
    is proved if both are reached.
    """

    description: Description
    result: Result
    fewest_errors: float

    @property
    def errors(self) -> float:
        """Rows (or their weight) that are not correctly described."""
        return self.result.errors

    @property
    def complexity(self) -> int:
        """Complexity of the description."""
        return self.result.complexity

    @property
    def sparsity(self) -> int:
        """Sparsity of the description."""
        return self.result.sparsity

    @property
    def proved(self) -> bool:
        """Whether nothing shorter is within its errors, and nothing as short makes fewer."""
        return self.result.status == Status.OPTIMAL

    def __repr__(self) -> str:
        proved = "proved" if self.proved else "not proved"
        return (
            f"<Point: {wording.count(self.errors, 'error')}, complexity {self.complexity}, "
            f"sparsity {self.sparsity}, {proved}>"
        )

    def _repr_html_(self) -> str:
        return self.description._repr_html_()

    def cells(self, objective: str) -> tuple[str, ...]:
        """Return a line of a table: errors, accuracy, complexity, sparsity and what is proved."""
        return (
            wording.number(self.errors),
            wording.percent(self.result.accuracy),
            str(self.complexity),
            str(self.sparsity),
            "yes" if self.proved else self._open_ends(objective),
        )

    def _open_ends(self, objective: str) -> str:
        """Say how much better a description could be at most."""
        ends = []
        if self.result.bound < self.result.objective:
            ends.append(f"{objective} >= {wording.number(self.result.bound)}")
        if self.fewest_errors < self.errors:
            ends.append(f"errors >= {wording.number(self.fewest_errors)}")
        return ", ".join(ends)

    def record(self) -> dict[str, Any]:
        """Return the cells of a row of a DataFrame."""
        return {
            "errors": float(self.errors),
            "accuracy": self.result.accuracy,
            "complexity": self.complexity,
            "sparsity": self.sparsity,
            "objective": float(self.result.objective),
            "bound": float(self.result.bound),
            "fewest_errors": float(self.fewest_errors),
            "status": self.result.status,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values that JSON can write."""
        return {
            "fewest_errors": self.fewest_errors,
            "description": self.description.to_dict(),
            "result": self.result.to_dict(),
        }

    @classmethod
    def read(cls, node: Node) -> Point:
        """Read back what `to_dict` returned; refuse a description that was edited."""
        described = node.field("description")
        try:
            description = as_it_stands(Description, described.value)
        except InputError as problem:
            raise described.broken(problem) from None
        if not is_as_written(description, described.value):
            raise described.broken(InputError(EDITED))
        fewest = node.field("fewest_errors").figure()
        return cls(description, _read_result(node.field("result")), fewest)


def _read_result(node: Node) -> Result:
    statistics = node.field("statistics")
    if not isinstance(statistics.value, Mapping):
        raise statistics.should_be("an object")
    return Result(
        status=Status(node.field("status").one_of(*Status)),
        stop_reason=StopReason(node.field("stop_reason").one_of(*StopReason)),
        statistics=statistics.value,
        complexity=node.field("complexity").whole(),
        sparsity=node.field("sparsity").whole(),
        columns=node.field("columns").whole(),
        accuracy=node.field("accuracy").finite(),
        objective=node.field("objective").finite(),
        bound=node.field("bound").finite(),
        gap=node.field("gap").finite(),
        seconds=node.field("seconds").finite(),
        errors=node.field("errors").figure(),
        error_bound=node.field("error_bound").figure(),
        max_errors=node.field("max_errors").figure(),
        baseline=_read_alternative(node, "baseline"),
        shorter=_read_alternative(node, "shorter"),
    )


def _read_alternative(node: Node, name: str) -> Alternative | None:
    """Read another description's figures; files of version 0.1.0 have none."""
    figures = node.field(name).or_none() if name in node.value else None
    if figures is None:
        return None
    return Alternative(
        errors=figures.field("errors").figure(),
        complexity=figures.field("complexity").whole(),
        sparsity=figures.field("sparsity").whole(),
    )
