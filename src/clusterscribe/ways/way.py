"""One way to describe the clusters, among others that use other columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clusterscribe.description import Description
from clusterscribe.result import Result


@dataclass(frozen=True, slots=True)
class Way:
    """A description, its result, and the columns that it had to do without.

    `result.bound` is about descriptions without these columns. `least` is about all that were
    still possible: within the errors that are allowed, and without one column at least of each way
    before this one. It is proved that none of these has an objective below it.
    """

    description: Description
    result: Result
    left_out: tuple[str, ...]
    least: float

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it uses, in the order of the table."""
        return self.description.used_columns

    @property
    def proved(self) -> bool:
        """Whether it is proved that no other way should have come before this one."""
        return self.result.objective <= self.least

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "columns": list(self.columns),
            "left_out": list(self.left_out),
            "least": self.least,
            "description": self.description.to_dict(),
            "result": self.result.to_dict(),
        }
