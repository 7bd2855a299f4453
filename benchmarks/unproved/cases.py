"""What is measured: two tables that are made on the spot, and what is asked for on each of them.

One has clusters that overlap in all columns, the other k-means clusters in so many dimensions that
no few conditions can follow them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

KIND = "unproved"
OVERLAPPING, MANY = "overlapping", "many dimensions"
LIMIT, QUICK_LIMIT = 30.0, 1.0  # seconds for each fit, in full and with --quick
NOTHING = "nothing else"


@dataclass(frozen=True)
class UnprovedCase:
    """One of the tables, and what is asked for: in words, and as parameters of `describe`.

    The parameter `cut_points` stands for a constraint, the same for all columns.
    """

    table: str
    asked: str
    wish: Mapping[str, Any] = field(default_factory=dict)
    time_limit: float = LIMIT
    kind: str = KIND

    @property
    def title(self) -> str:
        """The table and what is asked for, as people read it."""
        return f"{self.table}, {self.asked}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values, to be handed to the measuring process."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> UnprovedCase:
        """Read back what `to_dict` wrote."""
        return cls(**values)


CASES = (
    UnprovedCase(OVERLAPPING, f"{NOTHING}, 5 seconds", time_limit=5.0),
    UnprovedCase(OVERLAPPING, NOTHING),
    UnprovedCase(OVERLAPPING, f"{NOTHING}, 90 seconds", time_limit=90.0),
    *(
        UnprovedCase(OVERLAPPING, f"`max_conditions={most}`", {"max_conditions": most})
        for most in (3, 2, 1)
    ),
    UnprovedCase(OVERLAPPING, "`max_errors=123`", {"max_errors": 123}),
    UnprovedCase(OVERLAPPING, '`features=["b", "c", "d"]`', {"features": ["b", "c", "d"]}),
    UnprovedCase(OVERLAPPING, "`min_recall=0.8`", {"min_recall": 0.8}),
    UnprovedCase(
        OVERLAPPING, "cut points at -1, -0.5, 0, 0.5 and 1", {"cut_points": [-1, -0.5, 0, 0.5, 1]}
    ),
    UnprovedCase(MANY, NOTHING),
)
