"""The whole algorithm: two stages for one feature per condition and for several.

    start               one feature: a tree with one leaf per cluster, improved by local search
                        several: the answer for one feature, which is never made worse
                        several polyhedra per cluster: the answer for one (`unions/`)
    stage one           the fewest errors e*; skipped where a budget is given and met already
    stage two           the shortest description within the budget, e* and the slack
    ties                the other measure, then errors, then margins

With one feature the useful half-spaces are a complete list (`problem/ladders.py`), so both stages
are runs of the integer master over all of them (`axis/`). With several there are too many to list,
and a stage generates them, as in the paper's section 2.2 (`generate_and_choose`, `columns/`):

    restricted master   the linear relaxation over the columns found so far     -> duals
    pricing             half-spaces of negative reduced cost under these duals  -> columns
    integer master      the best answer among the columns found so far
    certificate         all columns whose reduced cost is below the gap; the integer master over
                        these finds the optimum, or proves that the answer is it

Where rows are many, `rows/` gives a stage few of them and evaluates the answer on all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.description import Description
from clusterscribe.proof import StopReason
from clusterscribe.search.answer import Answer, Columns
from clusterscribe.search.columns.certificate import Certificate
from clusterscribe.search.columns.column_generation import ColumnGeneration
from clusterscribe.search.columns.column_tools import ColumnTools
from clusterscribe.search.columns.stopping import End, Gap, NoColumn, Rule, TimeLimit
from clusterscribe.search.integer import never


class Stages(Protocol):
    """The two stages in one encoding; they may be interrupted, and `answer` always works."""

    stop_reason: StopReason

    def begin_with(self, known: Columns) -> None:
        """Take an answer to other boxes over the same features as a start, before `solve`."""

    def read_by(self, read: Callable[[Columns], Description]) -> None:
        """Let whoever hears of progress read the best answer so far, before `solve`."""

    def start(self) -> None:
        """Find an answer to begin with."""

    def find_fewest_errors(self) -> None:
        """Stage one, or another pass of it."""

    def prove_fewest_errors(self) -> None:
        """Raise the bound on the errors where stage one has not closed the gap."""

    def find_shortest(self) -> None:
        """Stage two, unless it was done within the same budget already."""

    def is_worth_another_pass(self) -> bool:
        """Whether more may come of both stages: fewer errors, or a budget that is met only now."""

    def break_ties(self) -> None:
        """Make the answer the best also in what is asked for second."""

    def finish(self) -> None:
        """Leave nothing idle, and say why the work ended."""

    def answer(self) -> Answer:
        """Return the best answer so far, whatever stopped the work."""

    def fewest(self) -> Answer:
        """Return the answer with the fewest errors so far, whatever its length."""


def solve(stages: Stages, *, ties: bool = True) -> None:
    """Work until everything is proven or the time is over, and break ties if asked to."""
    stages.start()
    while True:
        stages.find_fewest_errors()
        stages.prove_fewest_errors()
        stages.find_shortest()
        if not stages.is_worth_another_pass():
            break
    if ties:
        stages.break_ties()
    stages.finish()


def generate_and_choose(
    tools: ColumnTools,
    generation: ColumnGeneration,
    deadline: Clock,
    *,
    enough: Callable[[], bool] = never,
    certificate: Certificate | None = None,
) -> None:
    """Generate columns and choose among them in turn, until no reduced cost is negative.

    Without a time limit there is no hurry for an answer, and all columns come first.
    """
    incumbent = generation.incumbent
    while True:
        rule: Rule = NoColumn() | Gap()
        part = None
        if np.isfinite(deadline.limit):
            part = tools.slice_of(deadline)
            rule = rule | TimeLimit(part)
        end = generation.run(rule, tools.all_but_a_reserve(deadline), part, certificate)
        tools.choose(incumbent, deadline, enough)
        if certificate is not None:
            certificate.close(deadline)
        is_over = deadline.expired or incumbent.is_stalled(proving=True)
        if end != End.TIME_LIMIT or incumbent.closed or enough() or is_over:
            return
