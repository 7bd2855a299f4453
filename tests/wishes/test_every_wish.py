"""Every wish on tiny tables, alone and in pairs, against all descriptions there are."""

from __future__ import annotations

from itertools import combinations

import pandas as pd
import pytest

from clusterscribe import Constraints, describe
from clusterscribe.errors import InfeasibleError, InputError

from .every_box import figures_of
from .tiny_cases import KINDS, OBJECTIVES, case_of

PAIRS = list(combinations(KINDS, 2))
FEW, MANY = 2, 60  # tables for each wish


def described(case, **others):
    return describe(
        case.table, case.tiny.labels, constraints=case.wishes, **{**case.asked, **others}
    )


def check(case):
    every = figures_of(case.tiny, case.wishes, **case.limits)
    if every.fewest is None:
        with pytest.raises(InputError) as refused:
            described(case)
        if isinstance(refused.value, InfeasibleError):
            assert refused.value.proved
        return
    _, result = described(case)
    value, _, errors = every.least(case.budget(every.fewest), OBJECTIVES[case.objective])
    assert result.error_bound == every.fewest
    assert result.status == "optimal"
    assert result.objective == pytest.approx(float(value), abs=1e-9)
    assert result.bound == pytest.approx(float(value), abs=1e-9)
    assert result.errors == errors


@pytest.mark.parametrize("seed", range(FEW))
@pytest.mark.parametrize("kind", KINDS)
def test_each_wish_alone_is_as_good_as_the_best_there_is(kind, seed):
    check(case_of(seed, [kind]))


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_two_wishes_together_are_as_good_as_the_best_there_is(pair):
    check(case_of(0, pair))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_each_wish_on_many_tables(kind):
    for seed in range(FEW, MANY):
        check(case_of(seed, [kind]))


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_two_wishes_on_many_tables(pair):
    for seed in range(1, MANY // 2):
        check(case_of(seed, pair))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("costs", "min_recall")])
def test_a_wish_never_improves_anything(kind):
    # a share inside of one cluster replaces that of all, and may be lower
    for seed in (100, 101):
        case = case_of(seed, [kind])
        _, free = describe(case.table, case.tiny.labels, **case.asked)
        try:
            _, bound = described(case)
        except InputError:
            continue
        assert bound.errors >= free.error_bound
        if bound.max_errors == free.max_errors:
            assert bound.objective >= free.bound


def test_a_higher_cost_never_makes_an_answer_cheaper():
    case = case_of(5, ["costs"])
    values = []
    for cost in (0.5, 1, 2, 4):
        wishes = Constraints(costs={"a": cost, "b": cost})
        _, result = describe(case.table, case.tiny.labels, constraints=wishes, **case.asked)
        values.append(result.objective)
    assert values == sorted(values)


@pytest.mark.parametrize(("dear", "cheap"), [("a", "b"), ("b", "a")])
def test_of_two_columns_that_are_as_good_the_cheaper_one_is_used(dear, cheap):
    table = pd.DataFrame({"a": [1, 2, 3, 4], "b": [1, 2, 3, 4]})
    wishes = Constraints(costs={dear: 3})
    description, result = describe(table, ["A", "A", "B", "B"], constraints=wishes)
    assert description.used_columns == (cheap,)
    assert result.objective == result.bound == 4


def test_a_required_column_may_exclude_rows_of_its_own_cluster_alone():
    # on b, the rows that must lie outside are in the middle of those inside
    table = pd.DataFrame({"a": [0, 0, 0, 5, 5], "b": [0, 1, 2, 1, 1]})
    labels = ["A", "A", "A", "N", "N"]
    wishes = Constraints(require=["b"])
    _, result = describe(table, labels, noise_label="N", constraints=wishes)
    assert (result.errors, result.status) == (1, "optimal")
