"""A row and a radius for each cluster: small tables by hand, and what a user can ask for."""

import pickle
import signal
import time
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from clusterscribe import DescriptionWarning, InputError
from clusterscribe.baselines.prototypes.prototype_describer import PrototypeDescriber
from clusterscribe.baselines.prototypes.radii import placed
from clusterscribe.description import Ball

from ..describer.small import refusal, started

HOME = "clusterscribe.baselines.prototypes.prototype_describer"
EXPECTED_FAILURES = {
    "check_classifiers_regression_target": "labels may be of any kind",
    "check_estimators_nan_inf": "fit refuses missing values, but predict takes them on purpose: "
    "a row with a missing number is outside every ball",
}

# two groups on a line, and a row of the one amid the other
LINE = np.array([[0.0], [1.0], [2.0], [6.0], [8.0], [9.0], [10.0]])
GROUPS = ["low", "low", "low", "low", "high", "high", "high"]


def fit(table, labels, sample_weight=None, **parameters):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return PrototypeDescriber(**{"time_limit": 10, **parameters}).fit(
            table, labels, sample_weight
        )


@parametrize_with_checks(
    [PrototypeDescriber(time_limit=1)], expected_failed_checks=lambda _: EXPECTED_FAILURES
)
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


def test_two_groups_on_a_line_have_a_ball_each():
    model = fit(LINE, GROUPS)
    result = model.result_
    assert (result.errors, result.bound, result.error_bound) == (0, 0, 0)
    assert (result.status, result.stop_reason) == ("optimal", "optimal")
    assert result.statistics["objective"] == "errors"
    assert result.statistics["sampled"] is False
    assert model.predict(LINE).tolist() == GROUPS
    for ball in model.description_.parts:
        assert isinstance(ball, Ball)
        assert GROUPS[ball.row] == ball.label
        assert ball.centre == tuple(LINE[ball.row])
        assert ball.terms[0].zero == 0
        assert ball.terms[0].one == 10


def test_rows_that_no_ball_can_tell_apart_are_errors_and_proved_to_be():
    # one inside the other: the ball around 0 and 4 has 2 in it, whatever its centre
    model = fit(np.array([[0.0], [2.0], [4.0]]), ["outer", "inner", "outer"])
    assert (model.result_.errors, model.result_.bound) == (1, 1)
    assert model.result_.status == "optimal"


def test_equal_rows_of_two_clusters_share_their_fate():
    model = fit(np.array([[1.0], [1.0], [1.0], [5.0]]), ["a", "a", "b", "b"])
    assert (model.result_.errors, model.result_.bound) == (1, 1)
    inside = model.membership(np.array([[1.0], [5.0]]))
    assert inside.tolist() == [[True, False], [False, True]]


def test_clusters_in_a_tiny_part_of_the_range_are_told_apart():
    table = np.array([[0.0], [1.0], [10.0], [11.0], [1e6]])
    model = fit(table, [0, 0, 1, 1, 2])
    assert (model.result_.errors, model.result_.objective) == (0, 0)
    assert model.predict(table).tolist() == [0, 0, 1, 1, 2]


def test_skewed_numbers_are_told_apart():
    incomes = np.sort(np.random.default_rng(0).lognormal(0, 3, 300))
    thirds = np.digitize(incomes, np.quantile(incomes, [0.33, 0.66]))
    result = fit(incomes[:, None], thirds).result_
    assert (result.errors, result.objective, result.status) == (0, 0, "optimal")


def test_numbers_that_differ_in_the_last_digit_are_two_values():
    x = np.array([0.3, 0.1 + 0.2, 0.3, 0.1 + 0.2, 5.0])[:, None]
    model = fit(x, ["a", "b", "a", "b", "c"])
    assert (model.result_.errors, model.result_.bound) == (0, 0)
    assert model.predict(x).tolist() == ["a", "b", "a", "b", "c"]


def test_of_a_single_value_every_ball_has_all_rows():
    with pytest.warns(DescriptionWarning, match="all rows are the same"):
        model = PrototypeDescriber().fit(np.array([[0.3], [0.3]]), [0, 1])
    assert (model.result_.errors, model.result_.bound) == (2, 2)


def test_a_differing_level_counts_as_two_in_the_squared_distance():
    table = pd.DataFrame(
        {"colour": ["red", "red", "blue", "blue"], "size": [0.0, 1.0, 0.0, 1.0], "same": 7}
    )
    (red, _) = sorted(fit(table, ["r", "r", "b", "b"]).description_.parts, key=lambda p: p.label)[
        ::-1
    ]
    assert [(t.feature.column, t.feature.level, t.weight) for t in red.terms] == [
        ("colour", "red", 2),
        ("size", None, 1),
    ]
    from clusterscribe.table import as_table, values_of

    values = values_of(as_table(table), red.features)
    from_centre = (table["size"] - red.centre[1]) ** 2 + 2 * (table["colour"] != "red")
    assert red.squared_distance(values).tolist() == from_centre.tolist()


def test_a_missing_level_is_a_level():
    table = pd.DataFrame({"colour": ["red", "red", None, None]})
    model = fit(table, ["r", "r", "none", "none"])
    assert model.result_.errors == 0
    assert {p.label: p.terms[0].feature.level for p in model.description_.parts} == {
        "none": None,
        "r": "red",
    }


def test_truth_values_with_missing_ones_are_levels():
    table = pd.DataFrame({"member": pd.array([True, False, None], dtype="boolean")})
    model = fit(table, ["yes", "no", "unknown"])
    assert model.result_.errors == 0
    assert model.predict(table).tolist() == ["yes", "no", "unknown"]


def test_dates_are_scaled_like_numbers():
    table = pd.DataFrame({"day": pd.to_datetime(["2024-01-01", "2024-01-02", "2024-12-31"])})
    model = fit(table, ["new year", "new year", "old year"])
    assert model.predict(table).tolist() == ["new year", "new year", "old year"]


def test_radii_are_round_and_away_from_the_rows_on_both_sides():
    # scaled by 20: from 0, the rows are 0.05 and 0.5 away; from 20, they are 0.5 and 0.95 away
    rows = np.array([[0.0], [1.0], [10.0], [20.0]])
    (a, b) = fit(rows, ["a", "a", "b", "b"]).description_.parts
    assert (a.centre, b.centre) == ((0.0,), (20.0,))
    assert (a.radius, b.radius) == (0.3, 0.7)


def test_of_rows_that_are_all_equal_one_cluster_is_wrong():
    with pytest.warns(DescriptionWarning, match="all rows are the same in every column"):
        model = PrototypeDescriber().fit(np.ones((3, 2)), ["a", "a", "b"])
    # every ball has all rows inside, so that none is in one ball alone
    assert (model.result_.errors, model.result_.bound) == (3, 3)


def test_noise_lies_outside_or_does_not_count():
    labels = ["low", "low", "low", "low", -1, "high", "high"]
    outside = fit(LINE, labels, noise_label=-1)
    assert outside.result_.errors == 0
    assert outside.membership(LINE[[4]]).tolist() == [[False, False]]
    between = np.array([[0.0], [1.0], [2.0], [10.0]])
    noisy = ["a", -1, "a", "b"]
    assert fit(between, noisy, noise_label=-1).result_.errors == 1
    assert fit(between, noisy, noise_label=-1, noise="ignore").result_.errors == 0


def test_prototypes_are_named_by_their_place_in_the_whole_table():
    model = fit(LINE, GROUPS, sample_weight=[0, 0, 1, 1, 0, 1, 1])
    assert {ball.row for ball in model.description_.parts} <= {2, 3, 5, 6}


def test_weights_decide_which_rows_are_wrong():
    rows = np.array([[0.0], [2.0], [4.0]])
    light = fit(rows, ["outer", "inner", "outer"], sample_weight=[5.0, 0.5, 5.0])
    heavy = fit(rows, ["outer", "inner", "outer"], sample_weight=[1.0, 9.0, 2.0])
    assert (light.result_.errors, light.result_.bound) == (0.5, 0.5)
    assert (heavy.result_.errors, heavy.result_.bound) == (1.0, 1.0)


def test_weights_of_many_digits_are_proved_too():
    table, labels = noisy_groups(60, 3)
    weight = np.random.default_rng(1).random(60)
    result = fit(table, labels, sample_weight=weight).result_
    assert result.status == "feasible"  # these weights have to be rounded
    assert 0 < result.errors < weight.sum()
    assert result.error_bound < result.errors
    assert result.error_bound == pytest.approx(result.errors)


@pytest.mark.parametrize("weight", [[0.1, 0.3, 0.2], [1.0, 1e-9, 1.0], [0.7, 1 / 3, 0.1 + 0.2]])
def test_the_bound_is_never_above_the_errors(weight):
    result = fit(np.array([[0.0], [2.0], [4.0]]), ["outer", "inner", "outer"], weight).result_
    assert result.bound <= result.errors
    assert result.error_bound <= result.errors


def test_columns_that_are_too_wide_to_be_scaled_are_refused():
    table = np.array([[-1e308], [1e308]])
    assert "cannot be scaled" in refusal(lambda: PrototypeDescriber().fit(table, [0, 1]))


def test_a_table_of_one_level_has_no_distances():
    table = pd.DataFrame({"colour": ["red", "red"], "n": [1, 1]})
    with pytest.warns(DescriptionWarning, match="all rows are the same"):
        assert PrototypeDescriber().fit(table, [0, 1]).result_.errors == 2


def noisy_groups(rows, clusters, seed=0):
    chance = np.random.default_rng(seed)
    labels = chance.integers(clusters, size=rows)
    return labels[:, None] + chance.normal(scale=0.8, size=(rows, 3)), labels


def test_a_sample_proves_nothing_about_the_whole_table():
    table, labels = noisy_groups(300, 3)
    sampled = fit(table, labels, max_candidates=10, max_rows=40)
    everything = fit(table, labels)
    result = sampled.result_
    assert (result.status, result.bound, result.error_bound) == ("feasible", 0, 0)
    assert result.statistics["sampled"] is True
    assert (result.statistics["rows"], result.statistics["candidates"]) == (120, 30)
    assert result.statistics["sample_bound"] <= result.statistics["sample_errors"] < 300
    assert result.errors == sampled.description_.errors(table, labels)
    assert everything.result_.bound <= result.errors


def test_another_seed_takes_another_sample():
    table, labels = noisy_groups(300, 2)
    prototypes = {
        tuple(
            ball.row
            for ball in fit(table, labels, max_candidates=3, random_state=seed).description_.parts
        )
        for seed in (1, 1, 2)
    }
    assert len(prototypes) == 2


def test_the_same_call_gives_the_same_answer():
    table, labels = noisy_groups(120, 3)
    first, second = fit(table, labels), fit(table, labels)
    assert first.description_ == second.description_
    assert first.result_.errors == second.result_.errors


def test_a_fitted_model_survives_pickling():
    model = fit(LINE, GROUPS)
    assert pickle.loads(pickle.dumps(model)).description_ == model.description_


@pytest.mark.parametrize("limit", [0.001, 0.1])
def test_a_short_time_limit_still_gives_an_answer(limit):
    table, labels = noisy_groups(400, 6)
    begun = time.monotonic()
    result = PrototypeDescriber(time_limit=limit).fit(table, labels).result_
    assert time.monotonic() - begun < limit + 2
    assert result.stop_reason == "time limit"
    assert 0 <= result.bound <= result.errors < 400


INTERRUPTED = """
import warnings
import numpy as np
from clusterscribe.baselines.prototypes.prototype_describer import PrototypeDescriber

chance = np.random.default_rng(0)
table, labels = chance.normal(size=(600, 8)), chance.integers(5, size=600)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    result = PrototypeDescriber(time_limit=60, verbose=True).fit(table, labels).result_
print(result.stop_reason, result.status, [str(w.message) for w in caught])
"""


def test_ctrl_c_returns_the_best_answer_so_far_with_a_warning():
    with started(INTERRUPTED) as process:
        assert "looking for the best prototypes: " in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        said, errors = process.stdout.read(), process.stderr.read()
    assert said == (
        "interrupted feasible ['interrupted: this is the best description so far']\n"
    ), errors


def test_ctrl_c_while_radii_are_placed_returns_the_answer(monkeypatch):
    def interrupted_once(*arguments):
        monkeypatch.setattr(f"{HOME}.placed", placed)
        raise KeyboardInterrupt

    rows, labels = np.array([[0.0], [2.0], [4.0]]), ["outer", "inner", "outer"]
    for candidates, said in ((None, ("optimal", "optimal")), (1, ("interrupted", "feasible"))):
        monkeypatch.setattr(
            "clusterscribe.baselines.prototypes.prototype_describer.placed", interrupted_once
        )
        with pytest.warns(DescriptionWarning, match="interrupted: this is the best"):
            result = PrototypeDescriber(max_candidates=candidates).fit(rows, labels).result_
        assert (result.stop_reason, result.status) == said


def test_no_errors_on_the_whole_table_are_a_proof_even_by_a_sample():
    result = fit(LINE, GROUPS, max_candidates=2).result_
    assert result.statistics["sampled"] is True
    assert (result.errors, result.stop_reason, result.status) == (0, "optimal", "optimal")


@pytest.mark.parametrize("name", ["max_candidates", "max_rows"])
@pytest.mark.parametrize("value", [0, -1, 2.0, True, "all"])
def test_sizes_of_samples_are_integers(name, value):
    assert refusal(lambda: PrototypeDescriber(**{name: value}).fit(LINE, GROUPS)) == (
        f"{name} must be an integer of at least 1, or None for the default, not {value!r}"
    )


def test_other_parameters_are_checked_as_everywhere():
    with pytest.raises(InputError, match="time_limit must be a number of seconds above 0"):
        PrototypeDescriber(time_limit=0).fit(LINE, GROUPS)
    with pytest.raises(InputError, match="n_jobs must be"):
        PrototypeDescriber(n_jobs=0).fit(LINE, GROUPS)
    with pytest.raises(InputError, match="some are missing"):
        PrototypeDescriber().fit(np.array([[1.0], [np.nan]]), [0, 1])


def test_names_and_levels_may_be_anything():
    odd = "a'b\"c\n<b>; DROP TABLE x; \u202eשלום 🎈"
    table = pd.DataFrame({odd: [odd, "x", odd, "x"], "n": [1, 2, 1, 2]})
    model = fit(table, [odd, "other", odd, "other"])
    assert model.result_.errors == 0
    assert model.predict(table).tolist() == [odd, "other", odd, "other"]
    assert model.description_.to_text()
