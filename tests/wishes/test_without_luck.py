"""What is proved with wishes where the usual provers do not come to an end first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from clusterscribe.clock import Clock
from clusterscribe.describing import describe_clusters
from clusterscribe.errors import InputError
from clusterscribe.parameters import LabelledTable, check
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.limits import Limits
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.reduce import reduce
from clusterscribe.problem.wishes import Wishes
from clusterscribe.progress import silent
from clusterscribe.search.axis.master import Master
from clusterscribe.search.cp_sat import run
from clusterscribe.search.goal import FEWEST_ERRORS
from clusterscribe.search.incumbent import Incumbent, RangeEncoding
from clusterscribe.search.integer import Runner
from clusterscribe.search.schedule import DEFAULT, WholeSchedule
from clusterscribe.search.whole.means import Means
from clusterscribe.search.whole.passes import search_whole
from clusterscribe.search.wishes.meeting import Meeting

from .every_box import figures_of
from .tiny_cases import KINDS, OBJECTIVES, case_of

RUNNER = Runner(Clock(None), workers=1)
NO_TRIES = {"first_try": 0.0, "least_try": 1e-6, "a_little": 0.0, "a_moment": 0.0}
WAYS = {
    "no clauses": {"most_written": 0},
    "settled rows": {"most_written": 0, **NO_TRIES},
    "few provers": {"most_written": 0, "largest_model": 0},
}
# where polyhedra of the same rows were taken for the same, each of these had a false proof
TWINS = (69, 71, 72, 77, 78, 84, 88)


def described(case, way):
    asked = {name: value for name, value in case.asked.items() if name not in _OF_TABLE}
    parameters = check(constraints=case.wishes, **{**asked, "time_limit": 4.0})
    data = LabelledTable(
        case.table,
        case.tiny.labels,
        case.tiny.weights,
        features=case.asked["features"],
        noise_label=case.tiny.noise_label,
    )
    schedule = replace(DEFAULT, axis=replace(DEFAULT.axis, **WAYS[way]))
    return describe_clusters(data, parameters, silent, schedule)


_OF_TABLE = ("sample_weight", "noise_label", "features")


def check_way(way, seeds):
    for seed in seeds:
        kinds = [KINDS[seed % len(KINDS)], KINDS[(seed // len(KINDS) + 1) % len(KINDS)]]
        case = case_of(seed, list(dict.fromkeys(kinds)))
        every = figures_of(case.tiny, case.wishes, **case.limits)
        try:
            _, result = described(case, way)
        except InputError as error:
            assert every.fewest is None or not error.proved
            continue
        assert result.error_bound <= every.fewest <= result.errors
        value, *_ = every.least(result.proof.max_errors, OBJECTIVES[case.objective])
        assert result.bound <= float(value) + 1e-9
        if result.status == "optimal":
            assert result.objective == pytest.approx(float(value), abs=1e-9)


@pytest.mark.parametrize("way", WAYS)
def test_no_bound_is_above_the_best_there_is(way):
    check_way(way, range(200, 201))


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_no_bound_is_above_the_best_of_many_tables(way):
    check_way(way, range(201, 260))


def twins(seed):
    """A table with a column twice, so that polyhedra of the same rows have other conditions."""
    chance = np.random.default_rng(seed)
    rows = int(chance.integers(5, 12))
    column, other = chance.integers(0, 4, rows), chance.integers(0, 3, rows)
    cluster = np.r_[0, 1, chance.integers(0, 2, rows - 2)]
    numbers = np.column_stack([column, column, other]).astype(float)
    wishes = [Wishes(required=((1,),)), Wishes(exclusive=(((0,), (2,)),)), Wishes()][seed % 3]
    limits = Limits(2) if seed % 3 < 2 else Limits(2, most_conditions=(2, 1))
    return replace(rank(Boxes.from_rows(numbers, cluster, 2))[0], limits=limits, wishes=wishes)


@pytest.mark.parametrize("seed", TWINS)
def test_polyhedra_of_the_same_rows_are_not_taken_for_the_same(seed):
    ranks = twins(seed)
    master = Master(reduce(ranks, ranks.total_weight))
    master.model.minimize(master.errors)
    best = run(master.model, Clock(20), 20, on_solution=lambda _: None, workers=2)
    everything = Ranges.everything(ranks.clusters, ranks.sizes)
    known = Incumbent(
        RangeEncoding(ranks), everything, Clock(None), silent, "test", (FEWEST_ERRORS,)
    )
    Meeting(ranks, known, RUNNER, DEFAULT.axis, lambda *_: everything).is_impossible(Clock(10))
    search_whole(ranks, 2, known, Means(RUNNER, WholeSchedule(), jobs=1), Clock(5))
    assert known.bound <= best.value
