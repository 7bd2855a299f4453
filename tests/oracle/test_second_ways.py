"""Whatever is called proved is proved a second time, in another way.

A failure names its seed, and comes with code that makes a table of a few rows that fails.
"""

from functools import partial

import pytest

from .claims import in_memory
from .plain import plain_case, plain_question
from .second_ways import check_by_refuting, solved_otherwise
from .shrinking import check_tables, shrunk

FIGURES = ("status", "error_bound", "max_errors", "objective", "bound")
KINDS = {
    "one feature": {},
    "few rows": {"grouping": "lazy"},
    "sums": {"max_terms": 2, "scale": "none"},
    "two polyhedra": {"max_polyhedra": 2},
}
pytestmark = pytest.mark.filterwarnings("ignore::clusterscribe.errors.DescriptionWarning")


def refute_better(case, seed):
    """SAT refutes one error fewer and one unit less, and the refutations can be replayed."""
    asked = plain_question(seed, case)
    _, result = in_memory(case, time_limit=60, **asked)
    assert result.status == "optimal" or result.over_budget
    check_by_refuting(case, asked, result)


def solve_otherwise(case, seed, kind):
    """What is proved is the same without presolve and by other draws."""
    asked = {**plain_question(seed, case), **KINDS[kind], "time_limit": 60}
    _, result = in_memory(case, **asked)
    other = solved_otherwise(case, **asked)
    for name in FIGURES:
        assert getattr(result, name) == getattr(other, name), (name, result, other)


def check_refuting(seeds, most_rows):
    check_tables(seeds, partial(plain_case, most_rows=most_rows), refute_better)


def check_otherwise(seeds, kind, most_rows):
    columns = 4 if kind == "one feature" else 2
    table = partial(plain_case, most_rows=most_rows, most_columns=columns)
    check_tables(seeds, table, partial(solve_otherwise, kind=kind))


@pytest.mark.parametrize("start", range(0, 120, 20))
def test_what_is_better_is_refuted(start):
    check_refuting(range(start, start + 20), most_rows=30)


@pytest.mark.parametrize("start", range(200, 224, 4))
def test_what_is_better_is_refuted_of_larger_tables(start):
    check_refuting(range(start, start + 4), most_rows=60)


@pytest.mark.parametrize(
    ("kind", "tables", "most_rows"),
    [("one feature", 30, 30), ("few rows", 10, 30), ("sums", 5, 9), ("two polyhedra", 6, 10)],
)
def test_without_presolve_the_same_is_proved(kind, tables, most_rows):
    check_otherwise(range(tables), kind, most_rows)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(10_000, 13_000, 100))
def test_what_is_better_is_refuted_of_many_tables(start):
    check_refuting(range(start, start + 100), most_rows=60)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "tables", "most_rows"),
    [("one feature", 500, 60), ("few rows", 200, 60), ("sums", 50, 12), ("two polyhedra", 50, 12)],
)
def test_without_presolve_the_same_is_proved_of_many_tables(kind, tables, most_rows):
    check_otherwise(range(20_000, 20_000 + tables), kind, most_rows)


def test_a_table_that_fails_is_shrunk_to_what_fails():
    def check(case, seed=0):
        assert sum(value > 3 for value in case.columns["c0"]) < 2

    case = plain_case(0, 30)
    small = shrunk(case, check)
    assert len(case.columns) > 1
    assert list(small.columns) == ["c0"]
    assert len(small) == 2
    with pytest.raises(AssertionError) as raised:
        check_tables(range(3), partial(plain_case, most_rows=30), check)
    assert str(small) in raised.value.__notes__[1]
