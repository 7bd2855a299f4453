"""What must not matter does not, and every export says the same as `membership`."""

import warnings

import duckdb
import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clusterscribe import Description, PolyhedralDescriber

from .small import measures

QUICK = settings(max_examples=25, deadline=None)
PLACEMENTS = ("round", "tight", "middle")


def fit(table, labels, **parameters):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # tables may be all the same
        model = PolyhedralDescriber(time_limit=10, **parameters).fit(table, labels)
    assert model.result_.status == "optimal"
    return model


@st.composite
def problems(draw):
    """A tiny table of a few kinds of column, and labels of at least two clusters."""
    rows = draw(st.integers(3, 9))
    cells = {
        "number": st.sampled_from([-1.5, 0.1, 0.1 + 0.2, 0.3, 2.5, 40.0]),
        "whole": st.integers(-3, 3),
        "level": st.sampled_from(["a", "b", None]),
        "flag": st.booleans(),
    }
    kinds = draw(st.lists(st.sampled_from(list(cells)), min_size=1, max_size=3, unique=True))
    columns = {kind: draw(st.lists(cells[kind], min_size=rows, max_size=rows)) for kind in kinds}
    assume(any(cell is not None for column in columns.values() for cell in column))
    labels = draw(st.lists(st.integers(0, 2), min_size=rows, max_size=rows))
    labels[:2] = [0, 1]
    return pd.DataFrame(columns), np.array(labels)


objectives = st.sampled_from(["complexity", "sparsity", (1, 3)])


@QUICK
@given(problem=problems(), objective=objectives, seed=st.integers(0, 99))
def test_the_order_of_rows_does_not_matter(problem, objective, seed):
    table, labels = problem
    order = np.random.default_rng(seed).permutation(len(labels))
    straight = fit(table, labels, objective=objective)
    shuffled = fit(table.iloc[order], labels[order], objective=objective)
    assert measures(straight) == measures(shuffled)


@QUICK
@given(problem=problems(), objective=objectives)
def test_the_order_of_columns_does_not_matter(problem, objective):
    table, labels = problem
    turned = fit(table[table.columns[::-1]], labels, objective=objective)
    assert measures(turned) == measures(fit(table, labels, objective=objective))


@QUICK
@given(problem=problems(), factor=st.sampled_from([1e-9, 1 / 3, 2.0, 1e6, 1e200]))
def test_the_unit_of_a_column_does_not_matter(problem, factor):
    table, labels = problem
    numbers = table.select_dtypes("number")
    scaled = table.assign(**{name: numbers[name] * factor for name in numbers})
    assert measures(fit(scaled, labels)) == measures(fit(table, labels))


@QUICK
@given(problem=problems(), names=st.permutations(["x", 7, (1, 2)]))
def test_the_names_of_labels_do_not_matter(problem, names):
    table, labels = problem
    renamed = fit(table, [names[label] for label in labels])
    assert measures(renamed) == measures(fit(table, labels))
    assert set(renamed.description_.polyhedra) == {names[label] for label in labels}


@QUICK
@given(problem=problems(), budget=st.sampled_from([None, 0.5, 1.0]))
def test_every_export_of_a_fitted_model_agrees_with_membership(problem, budget):
    table, labels = problem
    model = fit(table, labels, error_slack=0.5) if budget is None else fit_within(problem, budget)
    description = model.description_
    inside = model.membership(table)
    assert (
        Description.from_json(description.to_json()).membership(table).tolist() == inside.tolist()
    )
    assert in_duckdb(description, table) == inside.tolist()
    for place, query in enumerate(description.to_pandas_query().values()):
        assert list(table.query(query, engine="python").index) == list(
            np.flatnonzero(inside[:, place])
        )
    order = list(description.polyhedra)
    for row, (homes, label) in enumerate(zip(inside, model.predict(table), strict=True)):
        assert label == (order[homes.argmax()] if homes.sum() == 1 else -1)
        explanation = description.explain(table.iloc[[row]])
        assert [verdict.inside for verdict in explanation.verdicts] == homes.tolist()
        assert explanation.label == label
    wrong = (inside.sum(axis=1) != 1) | (model.predict(table) != labels)
    assert model.result_.errors == wrong.sum() == description.errors(table, labels)
    assert model.result_.accuracy == model.score(table, labels) == 1 - wrong.mean()


def fit_within(problem, budget):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return PolyhedralDescriber(max_errors=budget, time_limit=10).fit(*problem)


def in_duckdb(description, table):
    with duckdb.connect() as connection:
        connection.register("rows_in", table)
        rows = connection.sql(description.to_sql("rows_in", "duckdb")).fetchall()
    return [list(row[len(table.columns) : -1]) for row in rows]


@QUICK
@given(problem=problems())
def test_placement_changes_no_row(problem):
    table, labels = problem
    models = [fit(table, labels, placement=placement) for placement in PLACEMENTS]
    memberships = [model.membership(table).tolist() for model in models]
    assert memberships[0] == memberships[1] == memberships[2]
    assert len({measures(model) for model in models}) == 1


def test_placements_side_by_side():
    table = pd.DataFrame({"income": [10_000.0, 44_987.3321, 51_200.5, 90_000.0]})
    found = {p: str(fit(table, list("aabb"), placement=p).description_) for p in PLACEMENTS}
    assert "income <= 50000\n" in found["round"]
    assert "income <= 44987.3321\n" in found["tight"]
    assert "income >= 51200.5\n" in found["tight"]
    assert "income <= 48093.91605\n" in found["middle"]
    assert "income >= 48093.91605\n" in found["middle"]


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_whole_numbers_stay_whole(placement):
    table = pd.DataFrame({"age": [18, 29, 30, 64]})
    text = str(fit(table, list("aabb"), placement=placement).description_)
    assert "age <= 29\n" in text
    assert "age >= 30\n" in text
