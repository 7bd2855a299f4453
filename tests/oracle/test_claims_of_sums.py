"""What is claimed of small tables, several features per condition, against the oracle."""

import pytest

from .claims import check_all, check_claims, some_quick
from .nasty import nasty_case, nasty_question, tame_case
from .several_features import EXACT, FLOAT, best_of_several


def shape(seed, case):
    """Terms and largest weight, by turns; many levels make too many triples to go through."""
    is_small = len(case.features) <= 3
    return (2, 3)[seed % 5 == 4 and is_small], (1, 2, 3)[seed % 3]


def check(seed, case, scale, arithmetic):
    terms, largest = shape(seed, case)
    best = best_of_several(case, terms, largest, scale, arithmetic)
    options = {"max_terms": terms, "max_coefficient": largest, "scale": scale}
    return check_claims(case, nasty_question(seed, case), best, **options)


def check_tame(seed):
    """Sums of quarters are exact: fractions and floats agree, and everything is settled."""
    status = check(seed, tame_case(seed), "none", EXACT)
    assert status in {"optimal", "over budget"}


def check_nasty(seed):
    """Sums of anything are rounded: a claim must hold for what floats can tell apart."""
    case = nasty_case(seed, most_rows=9, columns=(2, 3))
    check(seed, case, ("none", "minmax")[seed % 2], FLOAT)


@pytest.mark.parametrize("seed", some_quick(range(80)))
def test_claims_about_tame_tables_hold(seed):
    check_tame(seed)


@pytest.mark.parametrize("seed", some_quick(range(120), 0.25))
def test_claims_about_nasty_tables_hold(seed):
    check_nasty(seed)


@pytest.mark.slow
@pytest.mark.parametrize("check_seed", [check_tame, check_nasty])
@pytest.mark.parametrize("start", range(1_000, 2_000, 50))
def test_claims_about_many_tables_hold(start, check_seed):
    check_all(range(start, start + 50), check_seed)
