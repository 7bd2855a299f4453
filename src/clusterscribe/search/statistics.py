"""What a search tells people about its way: figures, and never a proof."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

Stage: TypeAlias = Literal["stage_one", "stage_two"]
Seconds: TypeAlias = Literal["stage_one_seconds", "stage_two_seconds"]


class StageStatistics(TypedDict, total=False):
    """How one stage went."""

    model: str  # why there was none
    prover: str  # what closed the gap
    rows: int  # of the problem after reduction
    candidates: int
    relaxation: float | None
    open_rows: int  # that may be wrong in some description within the budget
    # of column generation
    iterations: int
    relaxation_closed: bool
    columns: int
    rounds: list[dict[str, Any]]


class GroupingStatistics(TypedDict):
    """What groups of rows were made, and how they ended."""

    scheme: str
    groups: int
    rounds: int
    ended: str


class StartStatistics(TypedDict):
    """The answer for one feature per condition, from which several begin."""

    errors: int
    complexity: int
    sparsity: int
    stop_reason: str
    seconds: float


class Statistics(TypedDict, total=False):
    """How a whole search went; what does not apply is left out."""

    objective: str
    ortools: str  # the version of the solver
    tree_errors: float  # of the tree with one leaf per cluster, fitted to all rows
    # which rows the solver saw, and why
    rows: str
    rows_why: str
    rows_taken: int
    rounds: int
    groups: int
    grouped_errors: float
    grouping: GroupingStatistics
    # stages
    stage_one: StageStatistics
    stage_two: StageStatistics
    stage_one_seconds: float
    stage_two_seconds: float
    parts: dict[str, int]
    axis_parallel: StartStatistics
    columns_listed: int
    budgets_tried: int
    ties_broken: int
    ties_proved: bool
    # where the time of column generation went, and what exact pricing looked at
    relaxation_seconds: float
    pricing_seconds: float
    integer_seconds: float
    cones: int
    directions_tried: int
    directions_covered: int
