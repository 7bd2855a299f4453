"""What is claimed of nasty tables, one feature a condition, against the oracle.

A failure names its seed: `nasty_case(17)` with `nasty_question(17, ...)` is the same again, and
the note below it is code that makes the table.
"""

from functools import partial

import pytest

from .claims import check_all, check_claims, some_quick
from .nasty import nasty_case, nasty_question
from .one_feature import best_of_one_feature

FAST, SLOW, STEP = 400, 4_000, 100


def check_seed(seed, **options):
    """A table without weights, as small as this, is always settled."""
    case = nasty_case(seed)
    status = check_claims(case, nasty_question(seed, case), best_of_one_feature(case), **options)
    assert case.weights or status in {"optimal", "over budget"}


@pytest.mark.parametrize("seed", some_quick(range(FAST)))
def test_claims_about_nasty_tables_hold(seed):
    check_seed(seed)


@pytest.mark.parametrize("seed", some_quick(range(FAST, FAST + 60)))
def test_claims_from_rows_as_they_are_needed_hold(seed):
    check_seed(seed, grouping="lazy")


@pytest.mark.slow
@pytest.mark.parametrize("start", range(10_000, 10_000 + SLOW, STEP))
def test_claims_about_many_nasty_tables_hold(start):
    check_all(range(start, start + STEP), check_seed)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(20_000, 20_000 + SLOW // 4, STEP))
def test_claims_from_rows_as_they_are_needed_hold_for_many(start):
    check_all(range(start, start + STEP), partial(check_seed, grouping="lazy"))
