"""What is measured: one case is one table, measured in a process of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.paper_figures import BUDGETS, EVIDENCE, PRINTED
from clusterscribe.parameters import Objective

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
OBJECTIVES: tuple[Objective, ...] = ("complexity", "sparsity")
TIME_LIMITS = {"bank": 120.0}
MIXTURE = "mixture"
MIXTURES = {"few": 3, "all": 16}  # of how many columns the centres differ in

# kinds of cases
AXIS, OBLIQUE, PAPER, PASS, TABLES = "axis", "oblique", "paper", "pass", "tables"
WAYS = "alternatives"
OBLIQUE_LIMIT, OBLIQUE_QUICK = 300.0, 30.0  # seconds for each set, in full and with --quick
POLYHEDRA = ("LC-PDP-1", "Sp-PDP-1", "LC-PDP-3", "Sp-PDP-3")
PAPER_SETS = ("seeds", "zoo", "wine")
PASS_SETS = ("libras",)


@dataclass(frozen=True)
class Case:
    """One data set, what is measured on it, and the parameters."""

    name: str
    variant: str
    objective: Objective = "complexity"
    time_limit: float = 60.0
    max_errors: int | None = None
    clusters: int = 0  # mixtures only
    kind: str = AXIS
    max_terms: int = 1
    max_coefficient: int = 1
    method: str = ""  # one of those that can be compared; tables of the paper only

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

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Case:
        """Read back what `to_dict` wrote."""
        return cls(**values)


def cases(names: set[str] | None, quick: bool) -> list[Case]:
    """Return the axis-parallel cases: all, those of the named sets, or those of a second each."""
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


def oblique_cases(names: set[str] | None, quick: bool, limit: float | None) -> list[Case]:
    """Return the cases with several features per condition, each with its time limit in seconds."""
    wanted = names or (QUICK if quick else {name for name, _ in SETS})
    seconds = limit or (OBLIQUE_QUICK if quick else OBLIQUE_LIMIT)

    def case(name: str, variant: str, kind: str) -> Case:
        return Case(name, variant, time_limit=seconds, kind=kind, max_terms=3, max_coefficient=10)

    chosen = [case(name, variant, OBLIQUE) for name, variant in SETS if name in wanted]
    chosen += [case(name, "paper", PAPER) for name in PAPER_SETS if name in wanted]
    return chosen + [case(name, "paper", PASS) for name in PASS_SETS if name in wanted]


def way_cases(names: set[str] | None, quick: bool) -> list[Case]:
    """Return the data sets of the paper, each to be described by other columns again."""
    wanted = names or (QUICK if quick else set(PRINTED))
    return [
        Case(name, variant, kind=WAYS)
        for name, variant in SETS
        if variant == "paper" and name in wanted
    ]


def table_cases(names: set[str] | None, quick: bool, limit: float | None) -> list[Case]:
    """Return what the paper's tables need: each set by each method, and within its own errors.

    Last come the runs that the reasons for differences rest on.
    """
    wanted = names or (QUICK if quick else set(PRINTED))
    seconds = limit or (OBLIQUE_QUICK if quick else OBLIQUE_LIMIT)
    methods = ("IMM", "CART", "PROTO", *POLYHEDRA)
    chosen = [
        Case(name, "paper", time_limit=seconds, kind=TABLES, method=method)
        for name in PRINTED
        if name in wanted
        for method in methods
    ]
    within = [(name, method, most) for name, most in BUDGETS.items() for method in POLYHEDRA[2:]]
    return chosen + [
        Case(name, "paper", time_limit=seconds, kind=TABLES, method=method, max_errors=budget)
        for name, method, budget in (*within, *EVIDENCE)
        if name in wanted
    ]
