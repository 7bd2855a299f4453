"""What the certificate of sums claims: of all columns that matter, and only of what came to an end.

Answers on small tables are found before there is any certificate, so that a gap in it would do no
harm there. Here it begins with an answer that is a little too long.
"""

from dataclasses import replace

import numpy as np
import pytest

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Column, Direction
from clusterscribe.progress import silent
from clusterscribe.proof import DescriptionClass
from clusterscribe.search.columns import certificate as certifying
from clusterscribe.search.columns.certificate import Certificate
from clusterscribe.search.columns.column_generation import ColumnGeneration, Effort
from clusterscribe.search.columns.column_stages import ColumnStages
from clusterscribe.search.columns.column_tools import ColumnTools
from clusterscribe.search.columns.fewest_features import FewestFeatures
from clusterscribe.search.columns.pool import Pool
from clusterscribe.search.columns.restricted_master import RestrictedMaster
from clusterscribe.search.columns.stopping import NoColumn
from clusterscribe.search.cp_sat import Outcome
from clusterscribe.search.goal import Goal
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import solve

PAIRS = DescriptionClass(2, 2, "none")  # so that sums of whole numbers are exact
SHORTEST, FEWEST = Goal(complexity=1), Goal(sparsity=1)
CLOSE = 1e-4  # of a relaxation that is solved in floats
# tables where the best answer is longer than the relaxation says
TOUCHING, APART = [1, 3, 10], [0, 1, 2]
TABLES = [*((seed, False) for seed in TOUCHING), *((seed, True) for seed in APART)]
UNPROVED = Outcome(found=True, optimal=False, infeasible=False, value=1_000, bound=0)


class Stopped(Clock):
    """A clock that is over when it is told to be."""

    def __init__(self):
        super().__init__(None)
        self.is_over = False

    @property
    def expired(self):
        return self.is_over


@pytest.fixture
def stages(rows):
    """Make the stages of a small table, and run them.

    Clusters touch, or each of them is a problem of its own, with noise around it.
    """

    def make(seed, is_apart, goal=SHORTEST):
        chance = np.random.default_rng(seed)
        if is_apart:
            points = chance.integers(0, 12, (24, 2))
            first, second = (np.abs(points - centre).sum(axis=1) <= 4 for centre in (3, 8))
            boxes = rows(points, np.where(first, 0, np.where(second, 1, -1)))
        else:
            boxes = rows(chance.integers(0, 8, (11, 2)), [0, 1, *chance.integers(0, 2, 9)])
        asked = Settings(goal=goal, error_slack=0.0, jobs=1, workers=1)
        made = ColumnStages(boxes, asked, PAIRS, Clock(None), silent)
        solve(made)
        return made

    return make


def begun(stages):
    """A certificate of an answer that is longer than the best, and its tools and relaxation."""
    second, geometry = stages.second, stages.geometry
    tools = replace(stages.tools, pool=Pool(geometry), effort=Effort())
    too_long = tuple(
        (*part, idle(geometry, k)) if k == 0 else part for k, part in enumerate(second.best)
    )
    incumbent = stages.incumbent("", second.goals[:1], too_long, second.budget)
    assert incumbent.value == second.value + 3
    assert not incumbent.is_over
    tools.remember(incumbent.best)
    tools.add_single_features(second.budget)
    options = {} if not second.budget else {"repeats": 20, "uses": 20}
    relaxation = RestrictedMaster(tools.pool, second.goal, second.budget, **options)
    generation = ColumnGeneration(relaxation, tools.cascade(), incumbent, tools.effort)
    assert generation.apart == (second.budget == 0)
    return Certificate(generation, tools), generation


def idle(geometry, cluster):
    """A half-space that cuts nobody off, in a direction that no answer here has."""
    return Column(cluster, Direction((0, 1), (2, 2)), 1e6)


@pytest.mark.parametrize(("seed", "is_apart"), TABLES)
def test_every_column_that_a_better_answer_could_use_is_asked_for(
    stages, seed, is_apart, monkeypatch
):
    made = stages(seed, is_apart)
    certificate, generation = begun(made)
    generation.run(NoColumn(), Clock(None), witness=certificate)
    asked, below = {}, certifying.columns_below

    def asking(pricer, geometry, prices, limit, *rest, **options):
        asked[prices.cluster] = limit
        return below(pricer, geometry, prices, limit, *rest, **options)

    monkeypatch.setattr(certifying, "columns_below", asking)
    incumbent = certificate.incumbent
    reached, relaxed = incumbent.value, generation.rounds[-1].relaxation
    parts = [sum(column.complexity for column in part) for part in incumbent.best]
    by_cluster = generation.duals.false_positive.sum(axis=1)
    certificate.close(Clock(None))
    assert asked
    for cluster, limit in asked.items():
        room = parts[cluster] - 1 - by_cluster[cluster] if is_apart else reached - 1 - relaxed
        assert room > 1
        assert limit >= room - CLOSE
    assert incumbent.bound == incumbent.value == made.second.value


@pytest.mark.parametrize(("seed", "is_apart"), TABLES)
def test_an_answer_that_is_not_proved_closes_nothing(stages, seed, is_apart, monkeypatch):
    made = stages(seed, is_apart)
    certificate, generation = begun(made)
    generation.run(NoColumn(), Clock(None), witness=certificate)
    before, asked = certificate.incumbent.bound, []

    def unproved(*_, **__):
        asked.append(UNPROVED)
        return UNPROVED

    monkeypatch.setattr(ColumnTools, "prove", unproved)
    certificate.close(Clock(None))
    assert asked
    assert certificate.incumbent.bound == before <= made.second.value


@pytest.mark.parametrize("seed", TOUCHING[:2])
def test_a_list_of_everything_is_for_all_errors_that_a_better_answer_may_make(
    stages, seed, monkeypatch
):
    asked, listing = [], ColumnTools.pool_of_everything

    def listed(self, incumbent, budget, clock):
        needed = incumbent.errors - 1 if incumbent.budget is None else incumbent.budget
        asked.append((budget, needed))
        return listing(self, incumbent, budget, clock)

    monkeypatch.setattr(ColumnTools, "pool_of_everything", listed)
    stages(seed, False)
    assert asked
    assert all(budget >= needed > 0 for budget, needed in asked)


@pytest.mark.parametrize("is_apart", [False, True])
def test_what_there_was_no_time_to_price_is_not_closed(stages, is_apart):
    certificate, generation = begun(stages(1, is_apart))
    clock, first = Stopped(), generation.cascade[0]

    class Pricer:
        """Prices single features, and takes all the time there is."""

        def price(self, *asked):
            found = first.pricer.price(*asked)
            clock.is_over = True
            return [replace(priced, columns=[], proved=0.0) for priced in found]

    generation.cascade = [replace(first, pricer=Pricer()), *generation.cascade[1:]]
    generation.run(NoColumn(), clock, witness=certificate)
    assert not generation.closed_clusters.any()


def test_sets_of_features_that_there_was_no_time_for_are_not_ruled_out(stages):
    made = stages(1, True, FEWEST)
    start = tuple((Column(k, Direction((0,), (1,)), -1.0),) for k in range(2))
    incumbent = made.incumbent("", (FEWEST,), start, 0)
    FewestFeatures(made.tools, incumbent, Clock(0.0)).run(Clock(None))
    assert incumbent.bound == 0
