"""What is claimed of nasty tables, one feature a condition, against the oracle.

A failure names its seed: `nasty_case(17)` with `nasty_question(17, ...)` is the same again, and
the note below it is code that makes the table.
"""

import pytest

from .claims import check_claims
from .nasty import nasty_case, nasty_question
from .one_feature import best_of_one_feature

FAST, SLOW, STEP = 400, 4_000, 100


def check_seed(seed, **options):
    """A table without weights, as small as this, is always settled."""
    case = nasty_case(seed)
    status = check_claims(case, nasty_question(seed, case), best_of_one_feature(case), **options)
    assert case.weights or status in {"optimal", "refused"}


def check_seeds(seeds, **options):
    """Check many tables, and say which of them fail."""
    failed = {}
    for seed in seeds:
        try:
            check_seed(seed, **options)
        except AssertionError as failure:
            failed[seed] = failure
    if failed:
        next(iter(failed.values())).add_note(f"seeds that fail: {list(failed)}")
        raise next(iter(failed.values()))


@pytest.mark.parametrize("seed", range(FAST))
def test_claims_about_nasty_tables_hold(seed):
    check_seed(seed)


@pytest.mark.parametrize("seed", range(FAST, FAST + 60))
def test_claims_from_rows_as_they_are_needed_hold(seed):
    check_seed(seed, grouping="lazy")


@pytest.mark.slow
@pytest.mark.parametrize("start", range(10_000, 10_000 + SLOW, STEP))
def test_claims_about_many_nasty_tables_hold(start):
    check_seeds(range(start, start + STEP))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(20_000, 20_000 + SLOW // 4, STEP))
def test_claims_from_rows_as_they_are_needed_hold_for_many(start):
    check_seeds(range(start, start + STEP), grouping="lazy")
