"""What must hold between the answers to two questions, whatever the right answers are.

With A's optimum no larger than B's, no bound that is proved for A is above what B has reached.
That holds for every status, and says the most where both are optimal. What changes nothing at all
is checked on both sides.
"""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from .claims import in_memory
from .plain import plain_case
from .shrinking import check_tables

KINDS = {
    "one feature": {},
    "weights": {},
    "few rows": {"grouping": "lazy"},
    "two polyhedra": {"max_polyhedra": 2},
    "sums": {"max_terms": 2, "scale": "minmax"},
}
TABLES = {"one feature": 6, "weights": 5, "few rows": 4, "two polyhedra": 2, "sums": 1}
MOST_ROWS = {"one feature": 30, "weights": 25, "few rows": 30, "two polyhedra": 10, "sums": 9}
KNOWN = {}  # many laws ask the same of the same table
pytestmark = pytest.mark.filterwarnings("ignore::clusterscribe.errors.DescriptionWarning")


def proved(case, kind, **asked):
    """The result of a question, asked once; nothing is asked of shares inside unless it is."""
    key = str(case), kind, *asked.items()
    if key not in KNOWN:
        options = {"time_limit": 60, "min_recall": 0, **KINDS[kind], **asked}
        KNOWN[key] = in_memory(case, **options)[1]
    return KNOWN[key]


def table(seed, kind):
    columns = 4 if kind == "one feature" else 2
    case = plain_case(seed, MOST_ROWS[kind], columns, is_weighted=kind == "weights")
    return with_columns(case, with_range_of_a_power_of_two) if kind == "sums" else case


def with_range_of_a_power_of_two(place, values):
    """A column whose shares are exact: of others, sums that rounding may turn prove nothing."""
    least, most = min(values), max(values)
    power = float(1 << int(most - 1).bit_length()) if most > 1 else most
    return [0.0 if v == least < most else power if v == most else v for v in values]


def only(case, rows):
    return replace(
        case,
        columns={name: [values[i] for i in rows] for name, values in case.columns.items()},
        labels=[case.labels[i] for i in rows],
        weights=case.weights and [case.weights[i] for i in rows],
    )


def with_columns(case, make):
    """The case with each column as the function makes it of its place and values."""
    columns = enumerate(case.columns.items())
    return replace(case, columns={name: make(place, values) for place, (name, values) in columns})


def no_more_errors(one, other):
    """Whether the fewest errors of one question may be no more than those of another."""
    assert one.error_bound <= other.errors, (one, other)
    if one.status == other.status == "optimal" and not (one.over_budget or other.over_budget):
        assert one.error_bound <= other.error_bound, (one, other)


def the_same(one, other):
    """Whether two results may be those of one question."""
    no_more_errors(one, other)
    no_more_errors(other, one)
    if one.bounded_within == other.bounded_within:
        assert one.bound <= other.objective, (one, other)
        assert other.bound <= one.objective, (one, other)
    assert one.status == other.status == "optimal", (one, other)
    assert one.objective == other.objective, (one, other)
    assert one.max_errors == other.max_errors, (one, other)


# ---- what may make things worse, and never better -----------------------------------------


def one_row_fewer(case, seed, kind):
    left_out = seed % len(case)
    fewer = only(case, [i for i in range(len(case)) if i != left_out])
    if {*fewer.clusters} == {*case.clusters}:
        no_more_errors(proved(fewer, kind), proved(case, kind))


def one_feature_fewer(case, seed, kind):
    if len(case.columns) == 1:
        return
    names = list(case.columns)
    names.remove(names[seed % len(names)])
    fewer = replace(case, columns={name: case.columns[name] for name in names})
    no_more_errors(proved(case, kind), proved(fewer, kind))


def a_limit(case, seed, kind):
    """Within the errors that the limited answer makes, nothing shorter is lost by the limit."""
    limit = ({"max_conditions": 1 + seed % 2}, {"min_recall": 0.8})[seed // 2 % 2]
    limited = proved(case, kind, **limit)
    within = proved(case, kind, max_errors=int(limited.errors))
    assert within.bound <= limited.objective, (limit, limited, within)
    no_more_errors(proved(case, kind), limited)


def more_errors_allowed(case, seed, kind):
    fewest = proved(case, kind, error_slack=0.0)
    more = proved(case, kind, max_errors=int(fewest.errors) + 1 + seed % 3)
    assert more.bound <= fewest.objective, (fewest, more)
    assert more.error_bound <= fewest.errors


def richer_class(case, seed, kind):
    """Sums and several polyhedra take nothing away."""
    no_more_errors(proved(case, kind), proved(case, "one feature"))


# ---- what changes nothing -----------------------------------------------------------------


def rows_in_another_order(case, seed, kind):
    order = np.random.default_rng(seed).permutation(len(case)).tolist()
    the_same(proved(case, kind), proved(only(case, order), kind))


def columns_in_another_order(case, seed, kind):
    turned = replace(case, columns=dict(reversed(case.columns.items())))
    the_same(proved(case, kind), proved(turned, kind))


def other_labels(case, seed, kind):
    """Another order of clusters, which are numbered as they are sorted."""
    names = {label: f"{9 - label} is its name" for label in case.labels}
    labels = [names[label] for label in case.labels]
    noise_label = None if case.noise_label is None else names[case.noise_label]
    renamed = replace(case, labels=labels, noise_label=noise_label)
    the_same(proved(case, kind), proved(renamed, kind))


def other_units(case, seed, kind):
    """Powers of two, by which floats are multiplied exactly; some are negative."""
    factors = [2.0**3, -(2.0**-5), -(2.0**40), 2.0**-30]
    scaled = with_columns(case, lambda place, values: [factors[place] * v for v in values])
    the_same(proved(case, kind), proved(scaled, kind))


def another_curve(case, seed, kind):
    """Rising functions, which leave all conditions on one feature what they are."""
    if "max_terms" in KINDS[kind]:
        return
    curves = [lambda x: x**3, lambda x: -1 / (1 + x), lambda x: 2.0**x, lambda x: x + 1e9]
    bent = with_columns(case, lambda place, values: [curves[place](v) for v in values])
    the_same(proved(case, kind), proved(bent, kind))


def a_column_twice(case, seed, kind):
    names = list(case.columns)
    twice = replace(case, columns={**case.columns, "again": case.columns[names[seed % len(names)]]})
    the_same(proved(case, kind), proved(twice, kind))


def a_row_that_weighs_twice(case, seed, kind):
    """A row of weight two is the row twice."""
    heavy = seed % len(case)
    weights = [float(amount) for amount in case.amounts]
    doubled = [2 * weight if i == heavy else weight for i, weight in enumerate(weights)]
    twice = only(replace(case, weights=weights), [*range(len(case)), heavy])
    the_same(proved(replace(case, weights=doubled), kind), proved(twice, kind))


LAWS = [
    one_row_fewer,
    one_feature_fewer,
    a_limit,
    more_errors_allowed,
    richer_class,
    rows_in_another_order,
    columns_in_another_order,
    other_labels,
    other_units,
    another_curve,
    a_column_twice,
    a_row_that_weighs_twice,
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_answers_obey_the_law(law, kind):
    check_tables(range(TABLES[kind]), partial(table, kind=kind), partial(law, kind=kind))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_many_answers_obey_the_law(law, kind):
    seeds = range(1_000, 1_000 + 15 * TABLES[kind])
    check_tables(seeds, partial(table, kind=kind), partial(law, kind=kind))
