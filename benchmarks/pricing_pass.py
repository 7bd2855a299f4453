"""One exact pricing pass: all half-spaces of three features for one cluster, gone through.

The duals are those of a real relaxation: stage two, the budget of the axis-parallel answer,
after some rounds of column generation with the cheaper pricers. The pass does what
`ObliquePricer` does when it proves: for every set of three features it looks for the best
half-space with a negative reduced cost. It goes through all sets, where the pricer would
leave off as soon as it has enough columns for a round.
"""

from __future__ import annotations

import time
from math import comb
from typing import Any

from benchmarks.cases import Case
from benchmarks.data import load
from benchmarks.oblique import warm_up
from benchmarks.paper_as_written import geometry_of
from clusterscribe.clock import Clock
from clusterscribe.parameters import LabelledTable
from clusterscribe.pricing.axis_parallel import AxisParallelPricer
from clusterscribe.pricing.directions import directions
from clusterscribe.pricing.neighbours import NeighbourPricer
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from clusterscribe.pricing.prices import Prices
from clusterscribe.pricing.scanning import all_sets, chunk_size, run_tasks, tasks_for
from clusterscribe.problem.columns import Geometry, Polyhedra, columns_of
from clusterscribe.progress import silent
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.columns.column_generation import ColumnGeneration, Effort, Step
from clusterscribe.search.columns.pool import Pool
from clusterscribe.search.columns.restricted_master import RestrictedMaster
from clusterscribe.search.columns.stopping import Iterations, NoColumn, TimeLimit
from clusterscribe.search.goal import LEAST_COMPLEXITY
from clusterscribe.search.incumbent import ColumnEncoding, Incumbent
from clusterscribe.search.rows.encode import encode
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import solve

JOBS = 2
TERMS = 3
CLUSTERS = (0, 1)
START_SECONDS = 30.0  # for the axis-parallel answer
ROUNDS = 12  # of column generation before the pass
ROUNDS_SECONDS = 120.0


def measure(case: Case) -> dict[str, Any]:
    """Go through all half-spaces of three features for some clusters."""
    table, labels = load(case.name, case.variant)
    warm_up()
    geometry = geometry_of(table, labels)
    reach = Reach.of(len(geometry.varying), case.max_terms, case.max_coefficient)
    generation = after_some_rounds(table, labels, geometry, reach)
    last = generation.rounds[-1]
    return {
        "budget": generation.relaxation.budget,
        "rounds": last.iteration,
        "relaxation": last.relaxation,
        "jobs": JOBS,
        "sets": comb(len(geometry.varying), TERMS),
        "directions": len(directions(TERMS, case.max_coefficient)) * 2**TERMS,
        "passes": [
            one_pass(geometry, generation.prices(cluster), case.max_coefficient)
            for cluster in CLUSTERS
        ],
    }


def one_pass(geometry: Geometry, prices: Prices, max_coefficient: int) -> dict[str, Any]:
    """Look for the best half-space of every set of features, and count."""
    start = time.perf_counter()
    sets = all_sets(geometry.varying, TERMS, chunk_size(prices, TERMS))
    tasks = tasks_for(prices, 0, sets, -prices.interest)
    parts = list(
        run_tasks(geometry, [prices], tasks, max_coefficient, clock=Clock(None), n_jobs=JOBS)
    )
    seconds = time.perf_counter() - start
    covered, tried = (sum(getattr(part, name) for part in parts) for name in ("covered", "tried"))
    return {
        "cluster": prices.cluster,
        "members": len(prices.members),
        "priced_outsiders": len(prices.outsiders),
        "complete": all(part.complete for part in parts),
        "covered": covered,
        "tried": tried,
        "untried_share": 1 - tried / covered,
        "cones": sum(part.nodes for part in parts),
        "sets_with_a_column": sum(len(part.directions) for part in parts),
        "seconds": seconds,
    }


def after_some_rounds(
    table: object, labels: object, geometry: Geometry, reach: Reach
) -> ColumnGeneration:
    """Return column generation after some rounds, started from the axis-parallel answer."""
    settings = Settings(goal=LEAST_COMPLEXITY)
    stages = AxisStages(
        encode(LabelledTable(table, labels)).boxes, settings, Clock(START_SECONDS), silent
    )
    solve(stages)
    search = stages.second or stages.first
    start, pool = columns_of(search.best), Pool(geometry)
    pool.add(column for part in start for column in part)
    budget = search.errors
    relaxation = RestrictedMaster(pool, LEAST_COMPLEXITY, budget, repeats=repeats(geometry, start))
    cascade = [
        Step("one feature", AxisParallelPricer(), covers=True),
        Step("pairs", ObliquePricer(reach, (2,), JOBS), covers=True),
        Step(
            "neighbours",
            NeighbourPricer(ObliquePricer(reach, (TERMS,), JOBS), pool.columns),
            covers=False,
        ),
    ]
    clock = Clock(ROUNDS_SECONDS)
    incumbent = Incumbent(
        ColumnEncoding(geometry), start, clock, silent, "rounds", (LEAST_COMPLEXITY,), budget
    )
    generation = ColumnGeneration(relaxation, cascade, incumbent, Effort())
    generation.run(NoColumn() | Iterations(ROUNDS) | TimeLimit(clock), clock)
    return generation


def repeats(geometry: Geometry, polyhedra: Polyhedra) -> int:
    """Return how often an answer cuts off one and the same member: the relaxation allows it."""
    most = 1
    for cluster, columns in enumerate(polyhedra):
        cut_off = sum(geometry.outside(column).astype(int) for column in columns)
        member = geometry.ranks.cluster == cluster
        most = max(most, int((cut_off * member).max()) if columns else 1)
    return most
