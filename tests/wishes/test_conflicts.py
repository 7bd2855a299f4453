"""Wishes that no description keeps to: found out, proved, and named by a smallest set."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pandas as pd
import pytest

from clusterscribe import Constraints, describe, frontier
from clusterscribe.description.words.wishing import with_what
from clusterscribe.errors import InfeasibleError
from clusterscribe.wish import wishes_of

from .every_box import figures_of
from .tiny_cases import case_of

TABLE = pd.DataFrame({"a": [1, 2, 3, 4, 2, 3], "b": [1, 1, 1, 2, 2, 2]})
LABELS = ["A", "A", "A", "B", "B", "B"]


def refusal(**wishes):
    with pytest.raises(InfeasibleError) as refused:
        describe(TABLE, LABELS, constraints=Constraints(**wishes))
    return refused.value


def test_the_sentence_names_the_wishes_in_conflict_and_no_others():
    # on `a` alone, both clusters lie across each other
    error = refusal(
        max_errors={"A": 0, "B": 0},
        exclusive=[["a", "b"]],
        require=["a"],
        max_conditions={"A": 3},
        costs={"a": 2},
    )
    assert error.proved
    assert str(error) == (
        "no description of this table can have a condition on a, conditions on at most one of a "
        "and b, no row of A wrong and no row of B wrong; drop or loosen one of these wishes"
    )


def test_a_wish_may_be_in_conflict_with_what_is_asked_of_all_clusters():
    with pytest.raises(InfeasibleError, match="2 conditions per cluster") as refused:
        describe(
            pd.DataFrame({name: [0, 1, 0, 1] for name in "abcde"}),
            ["A", "A", "B", "B"],
            max_conditions=2,
            constraints=Constraints(require=list("abcde")),
        )
    assert refused.value.proved


def test_cut_points_that_no_value_is_beyond_cannot_be_required():
    error = refusal(require=["a"], cut_points={"a": [9]})
    assert "a condition on a, bounds on a at 9 only" in str(error)


def test_a_frontier_says_so_as_well():
    with pytest.raises(InfeasibleError, match="no description of this table can have"):
        frontier(
            TABLE,
            LABELS,
            constraints=Constraints(
                max_errors={"A": 0, "B": 0}, require=["a"], exclusive=[["a", "b"]]
            ),
        )


@pytest.mark.parametrize("more", [{"max_terms": 2}, {"max_polyhedra": 2}])
def test_nothing_is_called_impossible_that_sums_or_unions_may_do(more):
    wishes = Constraints(max_errors={"A": 0, "B": 0}, exclusive=[["a", "b"]], require=["a"])
    try:
        description, result = describe(TABLE, LABELS, constraints=wishes, time_limit=5, **more)
    except InfeasibleError as error:
        assert not error.proved
        assert str(error).startswith("no description was found that has")
    else:
        assert result.errors == 0
        assert "b" not in description.used_columns


def check_smallest(seeds):
    """Look at wishes that cannot be kept together; return how many there were."""
    conflicts = 0
    for seed in seeds:
        case = case_of(seed, ["require", "max_errors", "right_rows", "max_conditions"])
        case = replace(case, objective="complexity", min_recall=0.0, max_conditions=None)
        if figures_of(case.tiny, case.wishes, **case.limits).fewest is not None:
            continue
        conflicts += 1
        with pytest.raises(InfeasibleError) as refused:
            describe(case.table, case.tiny.labels, constraints=case.wishes, **case.asked)
        alone = {with_what(wishes_of(one)[0]): one for one in case.wishes.apart()}
        named = [one for words, one in alone.items() if words in str(refused.value)]
        assert figures_of(case.tiny, _all(named), **case.limits).fewest is None
        for fewer in combinations(named, len(named) - 1):
            assert figures_of(case.tiny, _all(fewer), **case.limits).fewest is not None
    return conflicts


def test_a_smallest_set_is_a_conflict_and_no_part_of_it_is():
    assert check_smallest(range(14)) >= 2


@pytest.mark.slow
def test_smallest_sets_on_many_tables():
    assert check_smallest(range(14, 250)) >= 20


def _all(wishes):
    together = Constraints()
    for wish in wishes:
        together = together + wish
    return together
