"""What is measured: tables whose clusters touch, and what is asked for on each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from benchmarks.cases import MIXTURES

KIND = "segments"
# where tables come from
STORED, MIXTURE, CUSTOMERS = "stored", "mixture", "customers"
LIMIT, QUICK_LIMIT = 60.0, 5.0  # seconds for each fit, in full and with --quick
QUICK_ROWS = 1000  # of tables that are made


@dataclass(frozen=True)
class Way:
    """What is asked for: how many conditions, features in each, and polyhedra per cluster."""

    name: str
    max_conditions: int | None = None
    max_terms: int = 1
    max_coefficient: int = 1
    max_polyhedra: int = 1

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the parameters of `describe`."""
        return {
            "max_conditions": self.max_conditions,
            "max_terms": self.max_terms,
            "max_coefficient": self.max_coefficient,
            "max_polyhedra": self.max_polyhedra,
        }


ANY, FEATURES, POLYHEDRA = "any number", "three features", "two polyhedra"
WAYS = (
    Way("two conditions", max_conditions=2),
    Way("three conditions", max_conditions=3),
    Way("four conditions", max_conditions=4),
    Way(ANY),
    Way(FEATURES, max_terms=3, max_coefficient=10),
    Way(POLYHEDRA, max_polyhedra=2),
)
OF_NAME = {way.name: way for way in WAYS}


@dataclass(frozen=True)
class SegmentsCase:
    """One table, what is asked for on it, and how long each answer may take."""

    name: str
    table: str
    rows: int = 20_000  # rows, clusters and columns in which they differ: of tables that are made
    clusters: int = 6
    informative: int = 0
    time_limit: float = LIMIT
    ways: tuple[str, ...] = tuple(OF_NAME)
    kind: str = KIND

    @property
    def title(self) -> str:
        """The name as people read it."""
        return self.name

    def to_dict(self) -> dict[str, Any]:
        """Plain values, to be handed to the measuring process."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> SegmentsCase:
        """Read back what `to_dict` wrote."""
        return cls(**{**values, "ways": tuple(values["ways"])})


SETS = ("seeds5", "wine5", "framingham6", "bank5", "spam4", "default5", "adult5")
CASES = (
    *(SegmentsCase(name, STORED) for name in SETS),
    *(
        SegmentsCase(f"mixture{clusters}-{columns}", MIXTURE, clusters=clusters, informative=some)
        for columns, some in MIXTURES.items()
        for clusters in (3, 5)
    ),
    SegmentsCase("customers", CUSTOMERS),
)
NAMES = tuple(case.name for case in CASES)
QUICK = {"seeds5", "wine5", "mixture3-few"}


def chosen(
    names: set[str] | None, quick: bool, limit: float | None, ways: set[str] | None = None
) -> list[SegmentsCase]:
    """Return the tables, all, the named ones, or those that are quickly done, in some ways."""
    wanted = names or (QUICK if quick else set(NAMES))
    asked = tuple(name for name in OF_NAME if ways is None or name in ways)
    cases = [replace(case, ways=asked) for case in CASES if case.name in wanted]
    if quick:
        cases = [replace(case, rows=QUICK_ROWS, time_limit=QUICK_LIMIT) for case in cases]
    return [replace(case, time_limit=limit) for case in cases] if limit else cases
