"""Odd and bad input where conditions may have several features."""

import itertools
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from clusterscribe import Description, DescriptionWarning, OverBudgetWarning, PolyhedralDescriber

from .small import GROUPS, X, fit, measures, refusal

# no single feature tells these apart, and the sum of both does
CORNERS = np.array([[0.0, 1.0], [1.0, 0.0], [0.4, 0.5], [1.0, 0.2], [0.2, 1.0], [0.7, 0.6]])
SIDES = ["below", "below", "below", "above", "above", "above"]


def oblique(table, labels, sample_weight=None, **parameters):
    return fit(table, labels, sample_weight, **{"max_terms": 2, "max_coefficient": 3, **parameters})


def check(model, table, labels):
    """Whatever was found holds on the rows, also when it has been written and read again."""
    result = model.result_
    assert model.description_.errors(table, labels) == result.errors
    assert result.bound <= result.objective
    assert result.error_bound <= result.errors
    again = Description.from_json(model.description_.to_json())
    assert (again.membership(table) == model.membership(table)).all()


def test_a_sum_tells_apart_what_no_single_feature_does():
    model = oblique(CORNERS, SIDES)
    assert measures(model) == (0, 6, 2)
    assert measures(fit(CORNERS, SIDES))[:2] > (0, 6)
    check(model, CORNERS, SIDES)


@pytest.mark.parametrize("terms", [2, 3, 10**6, np.int64(5), 10**30])
def test_more_terms_than_features_are_as_many_as_there_are(terms):
    assert measures(oblique(CORNERS, SIDES, max_terms=terms)) == (0, 6, 2)


@pytest.mark.parametrize("value", [0, -1, 1.5, "2", None, True])
@pytest.mark.parametrize("name", ["max_terms", "max_coefficient"])
def test_what_is_no_count_is_refused(name, value):
    sentence = refusal(lambda: PolyhedralDescriber(**{name: value}).fit(X, GROUPS))
    assert sentence == f"{name} must be a whole number of at least 1, not {value!r}"


def test_weights_without_number_are_tried_as_far_as_possible_and_nothing_is_claimed():
    chance = np.random.default_rng(3)
    table = chance.random((14, 3))
    labels = ((table @ [1.0, 0.61, -0.37]) > 0.6).astype(int)
    with pytest.warns(DescriptionWarning) as told:
        model = PolyhedralDescriber(max_terms=3, max_coefficient=10**9, time_limit=2).fit(
            table, labels
        )
    assert [str(warning.message).split(":")[0] for warning in told] == [
        "max_terms=3 with max_coefficient=1000000000 allows too many conditions to enumerate"
    ]
    assert told[0].filename == __file__
    result = model.result_
    assert (result.status, result.bound) == ("feasible", 4)  # two clusters, each one condition
    check(model, table, labels)


def test_what_is_proved_without_going_through_all_conditions_is_still_proved():
    with pytest.warns(DescriptionWarning, match="too many conditions to enumerate"):
        result = PolyhedralDescriber(max_terms=2, max_coefficient=10**9).fit(X, GROUPS).result_
    assert (result.status, result.objective, result.bound) == ("optimal", 4, 4)


def test_constant_columns_are_no_help_and_no_harm():
    for constant in (0.0, 7.0, 1e17, -1.7e308):
        table = np.column_stack([np.full(6, constant), CORNERS, np.full(6, constant)])
        assert measures(oblique(table, SIDES)) == (0, 6, 2)


def test_one_column_that_varies_beside_constant_ones():
    table = np.column_stack([np.full(4, 7.0), X[:, 0]])
    assert measures(oblique(table, GROUPS)) == (0, 4, 1)
    mixed = oblique(table, ["a", "b", "a", "b"])
    assert mixed.result_.errors == 1
    check(mixed, table, ["a", "b", "a", "b"])


def test_a_single_feature():
    assert measures(oblique(X[:, :1], GROUPS)) == (0, 4, 1)


def test_all_rows_the_same():
    with pytest.warns(DescriptionWarning, match="all rows are the same"):
        model = PolyhedralDescriber(max_terms=2, min_recall=0).fit(np.ones((3, 2)), list("aab"))
    assert (model.result_.errors, model.result_.status) == (1, "optimal")


@pytest.mark.parametrize("scale", ["minmax", "none"])
def test_identical_rows_in_two_clusters_are_unavoidable_errors(scale):
    table = np.concatenate([CORNERS, CORNERS[:2]])
    model = oblique(table, [*SIDES, "above", "above"], scale=scale, min_recall=0)
    assert (model.result_.errors, model.result_.error_bound) == (2, 2)
    check(model, table, [*SIDES, "above", "above"])


def test_one_cluster_and_noise():
    table = np.concatenate([CORNERS, [[0.9, 0.9]]])
    labels = [0, 0, 0, -1, -1, -1, -1]
    model = oblique(table, labels, noise_label=-1)
    assert measures(model) == (0, 3, 2)
    assert model.predict(table).tolist() == labels


@pytest.mark.parametrize(
    "table",
    [
        CORNERS * 1.7e308,
        (2 * CORNERS - 1) * 1.7e308,
        np.column_stack([(2 * CORNERS - 1) * 1.7e308, CORNERS]),
        CORNERS * 1e-310,
        np.column_stack([CORNERS[:, 0] * 1e308, CORNERS[:, 1] * 1e-308]),
        np.round(CORNERS) * 5e-324,
        1 + CORNERS * 1e-10,
        1e9 + np.round(CORNERS * 10),
    ],
    ids=["huge", "range too large", "one too large", "denormal", "both", "smallest", "thin",
         "far away"],
)  # fmt: skip
@pytest.mark.parametrize("scale", ["minmax", "none"])
@pytest.mark.parametrize("placement", ["round", "tight"])
def test_numbers_of_any_size(table, scale, placement):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "the numbers of .* are too large or too fine")
        model = PolyhedralDescriber(max_terms=2, scale=scale, placement=placement)
        check(model.fit(table, SIDES), table, SIDES)


@pytest.mark.parametrize("scale", ["minmax", "none"])
def test_nothing_is_proved_of_sums_that_leave_columns_out(scale):
    table = np.column_stack([(2 * CORNERS - 1) * 1.7e308, CORNERS])
    with pytest.warns(DescriptionWarning, match="the numbers of 'x0', 'x1' are too large or too"):
        model = PolyhedralDescriber(max_terms=2, scale=scale).fit(table, SIDES)
    assert (model.result_.status, model.result_.bound) == ("feasible", 4)


def test_a_column_with_too_large_a_range_still_has_thresholds_of_its_own():
    table = np.column_stack([[-1.7e308, -1e308, 1e308, 1.7e308], [1.0, 2.0, 1.0, 2.0]])
    with pytest.warns(DescriptionWarning, match="too large or too fine"):
        model = PolyhedralDescriber(max_terms=2).fit(table, GROUPS)
    assert measures(model) == (0, 4, 1)


def test_numbers_that_are_one_value_alone_may_differ_in_a_sum():
    # in the first column 0.0004 is no difference, and a seventh of the range is one in a sum
    table = np.array([[1e9 + 1.0004, 2.0], [1e9 + 1, 1.0], [1e9 + 0.0004, 2.0], [1e9, 1.0]])
    for labels in itertools.product("ab", repeat=4):
        if len(set(labels)) == 2:
            check(oblique(table, labels, max_coefficient=1), table, labels)


@pytest.fixture
def mixed():
    """A flag, a level, a date and a number, all of which it takes to tell the rows apart."""
    rows = list(itertools.product([False, True], ["a", "b"], range(2), range(2)))
    frame = pd.DataFrame(rows, columns=["flag", "level", "day", "amount"])
    day = pd.Timestamp("2024-02-27") + pd.to_timedelta(frame["day"] * 40, unit="D")
    count = frame["flag"] * 1 + (frame["level"] == "b") + frame["day"] + frame["amount"]
    return frame.assign(day=day, amount=frame["amount"] * 2.5 + 1), np.where(
        count >= 3, "many", "few"
    )


def test_flags_levels_and_dates_in_one_sum(mixed):
    table, labels = mixed
    model = oblique(table, labels, max_terms=4, max_coefficient=1)
    assert (model.result_.errors, model.result_.complexity) == (0, 10)
    check(model, table, labels)
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect() as connection:
        connection.register("source_rows", table)
        found = connection.sql(model.description_.to_sql("source_rows", "duckdb")).fetchall()
    assert [row[-1] for row in found] == labels.tolist()


def test_sparse_matrices():
    dense = oblique(CORNERS, SIDES)
    thin = oblique(sparse.csr_matrix(CORNERS), SIDES)
    assert measures(thin) == measures(dense)
    assert (thin.membership(sparse.csr_matrix(CORNERS)) == dense.membership(CORNERS)).all()


def test_weights_of_rows_count_as_errors_do():
    # the last row is on the wrong side, whatever the sum
    table = np.concatenate([CORNERS, [[0.4, 0.45]]])
    labels = [*SIDES, "above"]
    light = oblique(table, labels, sample_weight=[1, 1, 1, 1, 1, 1, 0.5], max_errors=1)
    assert light.result_.errors <= 1
    none = oblique(table, labels, sample_weight=[1, 1, 1, 1, 1, 1, 0])
    assert measures(none) == (0, 6, 2)
    double = oblique(table, labels, sample_weight=[2] * 7)
    once = oblique(table, labels)
    assert measures(double) == (2 * once.result_.errors, *measures(once)[1:])


def test_a_budget_that_cannot_be_met_says_what_can():
    table = np.concatenate([CORNERS, CORNERS[:2]])
    with pytest.warns(OverBudgetWarning) as remarks:
        model = PolyhedralDescriber(
            max_terms=2, max_coefficient=3, max_errors=1, min_recall=0, time_limit=10
        )
        over = model.fit(table, [*SIDES, "above", "above"]).result_
    assert [str(remark.message) for remark in remarks] == [
        "max_errors=1 cannot be met: every description of this kind makes at least "
        "2 errors, as this one does; "
        "max_errors=2 would do"
    ]
    assert (over.errors, over.max_errors, over.over_budget) == (2, 1, True)


@pytest.mark.parametrize("value", ["max", "MinMax", None, 1, ["none"], True])
def test_an_unknown_scale_is_refused(value):
    sentence = refusal(lambda: PolyhedralDescriber(scale=value).fit(X, GROUPS))
    assert sentence == (
        "scale must be 'minmax' (each feature by its range) or 'none' (columns that share a "
        f"unit), not {value!r}"
    )


def test_nothing_warns_where_nothing_is_wrong():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = PolyhedralDescriber(max_terms=2, max_coefficient=3).fit(CORNERS, SIDES)
        model.predict(CORNERS)
        model.description_.to_html()
