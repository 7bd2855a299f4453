"""Other ways to say it, against what an oracle finds for every set of columns."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from clusterscribe import alternatives
from clusterscribe.table import as_table, describing_columns

from .best import Best
from .nasty import nasty_case, tame_case
from .one_feature import ladders
from .several_features import EXACT, best_of_several

QUICK = {"time_limit": 30.0, "min_recall": 0, "n_jobs": 1}
SPARSITY = {"objective": "sparsity"}


def column_of(feature):
    return feature[0] if isinstance(feature, tuple) else feature


def least_of(case, budget, weights, every):
    """What the best description by some columns needs within a budget; None: there is none."""

    @cache
    def least(columns):
        kept = [one for one in every if {column_of(f) for f in one.features} <= columns]
        if not kept:  # then every row is inside every cluster
            labels = {label for label in case.clusters if label is not None}
            rows = zip(case.clusters, case.amounts, strict=True)
            wrong = [w for label, w in rows if len(labels) > 1 or label is None]
            return 0 if sum(wrong) <= budget else None
        return Best(kept, case.clusters, case.amounts).least(budget, *weights)

    return least


def check(case, n=6, loss=0.5, every=None, **options):
    """Go through all that was found, and look for what should have come before each."""
    columns = describing_columns(as_table(case.table), quiet=True).columns
    case = replace(case, columns={name: case.columns[name] for name in columns})
    found = alternatives(
        case.table, case.labels, n, loss=loss, **case.arguments, **QUICK, **options
    )
    weights = (0, 1) if options.get("objective") == "sparsity" else (1, 0)
    every = list(every or ladders(case))
    least = least_of(case, Fraction(found.proved_within), weights, every)
    subsets = [
        frozenset(some)
        for size in range(len(case.columns) + 1)
        for some in combinations(case.columns, size)
    ]
    listed = [frozenset(found[0].columns)]

    def still_possible():
        free = [s for s in subsets if not any(used <= s for used in listed)]
        values = [least(s) for s in free]
        return min((value for value in values if value is not None), default=None)

    for way in found[1:]:
        best = still_possible()
        if way.result.errors <= found.proved_within:
            assert way.least <= best <= way.result.objective
        assert best is None or way.least <= best
        assert way.result.objective <= found.max_objective
        assert way.result.errors <= found.max_errors * (1 + 1e-12)
        assert not set(way.columns) & set(way.left_out)
        assert not any(used <= set(way.columns) for used in listed)
        alone = least(frozenset(case.columns) - set(way.left_out))
        assert alone is None or way.result.bound <= alone
        assert way.description.proof.without == way.left_out
        listed.append(frozenset(way.columns))
    rest = still_possible()
    assert found.least <= (float("inf") if rest is None else rest)
    if found.proved and len(found) <= n:
        assert rest is None or rest > found.max_objective
    return found


@pytest.mark.parametrize("seed", range(8))
def test_the_order_is_that_of_all_sets_of_columns(seed):
    found = check(tame_case(seed, columns=(3, 4)), **(SPARSITY if seed % 3 == 2 else {}))
    assert found.proved


@pytest.mark.parametrize("seed", [1, 4, 6, 9])
def test_claims_about_nasty_tables_hold(seed):
    case = nasty_case(seed, most_rows=12, columns=(3, 4))
    check(case, n=2, loss=0.2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 180))
def test_claims_about_many_tables_hold(seed):
    check(tame_case(seed, columns=(3, 4)), loss=(seed % 3) / 2)
    check(nasty_case(seed, most_rows=14, columns=(2, 5)), n=8, loss=1.0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_claims_about_sums_hold(seed):
    case = tame_case(seed, most_rows=8, columns=(3, 3))
    sums = {"max_terms": 2, "max_coefficient": 2, "scale": "none"}
    every = best_of_several(case, 2, 2, "none", EXACT).ladders
    assert check(case, n=4, loss=1.0, every=every, **sums).proved
