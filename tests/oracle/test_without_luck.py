"""Claims where no local search finds the best answer before it is proved.

On small tables local search is nearly always right, so that a wrong proof does no harm: it proves
what is there already. Here answers begin with a tree, or with one polyhedron per cluster, and
whatever is better must come from the models that claim to know all answers.
"""

from functools import partial

import pytest

from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.axis.gap import GapCloser
from clusterscribe.search.columns.column_stages import ColumnStages
from clusterscribe.search.unions.local import LocalSearch

from .claims import check_all, check_claims, in_memory
from .nasty import nasty_case, nasty_question, tame_case
from .one_feature import best_of_one_feature
from .plain import plain_case, plain_question
from .second_ways import check_by_refuting
from .several_features import EXACT, best_of_several
from .shrinking import check_tables

LOCAL = {
    AxisStages: ["_improve_the_tree", "_shorten"],
    GapCloser: ["_explore", "_search_widely"],
    ColumnStages: ["_slant"],
    LocalSearch: ["find_fewer_errors", "shorten"],
}
pytestmark = pytest.mark.filterwarnings("ignore::clusterscribe.errors.DescriptionWarning")


@pytest.fixture(autouse=True)
def without_luck(monkeypatch):
    for owner, names in LOCAL.items():
        for name in names:
            monkeypatch.setattr(owner, name, lambda *_, **__: None)


def refute_better(case, seed, **options):
    asked = plain_question(seed, case)
    _, result = in_memory(case, time_limit=60, **asked, **options)
    assert result.status == "optimal" or result.over_budget
    check_by_refuting(case, asked, result)


@pytest.mark.parametrize("start", range(300, 360, 20))
def test_one_feature(start):
    check_tables(range(start, start + 20), partial(plain_case, most_rows=25), refute_better)


def test_few_rows():
    check = partial(refute_better, grouping="lazy")
    check_tables(range(360, 370), partial(plain_case, most_rows=30), check)


def claim_without_time(case, seed):
    """Whatever there was no time to prove is not claimed, whether a budget was given or not."""
    asked = plain_question(seed, case)
    if "max_errors" in asked:
        asked["max_errors"] = int(case.total) // (2 + seed % 3)
    _, result = in_memory(case, time_limit=0.001, **asked)
    check_by_refuting(case, asked, result)


def test_no_time():
    check_tables(range(370, 410), partial(plain_case, most_rows=25), claim_without_time)


def check_unions(seed):
    case = nasty_case(seed, most_rows=10, columns=(1, 2))
    asked = {**nasty_question(seed, case), "max_polyhedra": 2}
    check_claims(case, asked, best_of_one_feature(case, max_polyhedra=2))


def check_sums(seed):
    case = tame_case(seed)
    best = best_of_several(case, 2, 2, "none", EXACT)
    options = {"max_terms": 2, "max_coefficient": 2, "scale": "none"}
    check_claims(case, nasty_question(seed, case), best, **options)


def test_two_polyhedra():
    check_all(range(400, 415), check_unions)


def test_sums():
    check_all(range(400, 412), check_sums)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(30_000, 31_000, 100))
def test_one_feature_of_many_tables(start):
    check_tables(range(start, start + 100), partial(plain_case, most_rows=40), refute_better)


@pytest.mark.slow
@pytest.mark.parametrize("check", [check_unions, check_sums])
def test_many_tables(check):
    check_all(range(31_000, 31_100), check)
