"""What is measured: tables of several sizes and kinds, each in a process of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

# kinds of cases: in memory, or through an engine
MEMORY, ENGINE = "scale-memory", "scale-engine"
# kinds of tables
SEPARABLE, ONE_HOT, OVERLAPPING = "separable", "one-hot", "overlapping"


@dataclass(frozen=True)
class ScaleCase:
    """One table, and how long may be taken for it."""

    name: str
    table: str
    rows: int
    columns: int
    clusters: int = 5
    kind: str = MEMORY
    time_limit: float = 300.0  # seconds for one fit
    tree_times: float = 0.0  # if not 0: the time limit in times of the tree
    fits: int = 1  # ours and the tree's, of which the middle one counts
    is_single: bool = False  # numbers in single precision
    relabelled: float = 0.0  # share of rows with a label drawn at random
    memory_limit: str = ""  # of the engine
    max_conditions: int | None = None

    @property
    def title(self) -> str:
        """The name as people read it."""
        return f"{self.name}, {self.rows:,} x {self.columns}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values, to be handed to the measuring process."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ScaleCase:
        """Read back what `to_dict` wrote."""
        return cls(**values)


CASES = (
    ScaleCase("separable-100k", SEPARABLE, 100_000, 20, fits=3),
    ScaleCase("separable-1m", SEPARABLE, 1_000_000, 20, fits=3),
    ScaleCase("separable-10m", SEPARABLE, 10_000_000, 20),
    ScaleCase("wide", ONE_HOT, 200_000, 500, time_limit=100.0),
    ScaleCase("wide-noisy", ONE_HOT, 200_000, 500, time_limit=100.0, relabelled=0.01),
    ScaleCase("overlapping", OVERLAPPING, 1_000_000, 10, clusters=3, tree_times=4.0),
    ScaleCase("parquet", SEPARABLE, 20_000_000, 10, kind=ENGINE, memory_limit="2GiB"),
    ScaleCase(
        "parquet-touching", OVERLAPPING, 20_000_000, 10, clusters=3, kind=ENGINE,
        memory_limit="2GiB", max_conditions=2, time_limit=400.0,
    ),
)  # fmt: skip
NAMES = tuple(case.name for case in CASES)
# a case in seconds: that many times fewer rows
FEWER = {MEMORY: 50, ENGINE: 200}
SINGLE_FROM = 6  # times the array in double precision that memory has to hold


def chosen(names: set[str] | None, quick: bool, memory: float) -> list[ScaleCase]:
    """Return the cases: all or the named ones, small ones of each with `quick`.

    `memory` is what the machine has, in bytes: a table that would fill it comes in single
    precision.
    """
    cases = [case for case in CASES if names is None or case.name in names]
    if quick:
        return [smaller(case) for case in cases]
    return [fitted(case, memory) for case in cases]


def smaller(case: ScaleCase) -> ScaleCase:
    """Return the same case with few rows."""
    return replace(case, rows=case.rows // FEWER[case.kind], time_limit=5.0, fits=1)


def fitted(case: ScaleCase, memory: float) -> ScaleCase:
    """Return the case in single precision if it needs to be."""
    is_dense = case.kind == MEMORY and case.table != ONE_HOT
    return replace(case, is_single=is_dense and SINGLE_FROM * 8 * case.rows * case.columns > memory)
