"""What is measured: one case is one fit in a process of its own."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

SETS = (
    ("iris", "paper"),
    ("seeds", "paper"),
    ("zoo", "paper"),
    ("zoo", "clean"),
    ("wine", "paper"),
    ("wine", "clean"),
    ("spam", "paper"),
    ("default", "paper"),
    ("framingham", "paper"),
    ("framingham", "clean"),
    ("adult", "paper"),
    ("bank", "paper"),
    ("libras", "paper"),
)
QUICK = {"iris", "seeds", "zoo", "wine", "spam", "default", "framingham"}
OBJECTIVES = ("complexity", "sparsity")
TIME_LIMITS = {"bank": 120.0}
MIXTURE = "mixture"
MIXTURES = {"few": 3, "all": 16}  # of how many columns the centres differ in


@dataclass(frozen=True)
class Case:
    """One data set with the parameters of one fit."""

    name: str
    variant: str
    objective: str
    time_limit: float = 60.0
    max_errors: int | None = None
    clusters: int = 0  # mixtures only

    @property
    def title(self) -> str:
        """The name of the set as people read it."""
        if self.name == MIXTURE:
            return f"mixture of {self.clusters}, {self.variant} columns"
        clean = ", clean" if self.variant == "clean" else ""
        budget = f", {self.max_errors} errors" if self.max_errors is not None else ""
        return f"{self.name}{clean}{budget}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values, to be handed to the measuring process."""
        return asdict(self)


def cases(names: set[str] | None, quick: bool) -> list[Case]:
    """All cases, or those of the named sets, or those that take a second each."""
    wanted = names or (QUICK if quick else {name for name, _ in SETS} | {MIXTURE})
    chosen = [
        Case(name, variant, objective, TIME_LIMITS.get(name, 60.0))
        for name, variant in SETS
        if name in wanted
        for objective in OBJECTIVES
    ]
    if "libras" in wanted:
        chosen += [
            Case("libras", "paper", objective, 120.0, max_errors=11) for objective in OBJECTIVES
        ]
    if MIXTURE in wanted:
        chosen += [
            Case(MIXTURE, variant, "complexity", 30.0, clusters=clusters)
            for variant in MIXTURES
            for clusters in (2, 3, 4, 5)
        ]
    return chosen
