"""Explanations, word for word; those of sums are in `test_explain_sums`, and that all agree with
`membership` is tested in `test_exports_agree`."""

from datetime import date, datetime

import numpy as np
import pytest

from clusterscribe import Description, Feature, HalfSpace, InputError, Kind, Polyhedron, Term

from .builders import (
    AGE,
    INCOME,
    PEOPLE,
    SEGMENTED,
    SIGNUP,
    at_least,
    at_most,
    describe,
    is_false,
    is_level,
    is_not_level,
    is_true,
    people,
)

ROW = {
    "income": 50_000.0,
    "age": 28,
    "job": "admin",
    "member": False,
    "signup": date(2020, 2, 29),
}


def test_explanation_word_for_word():
    assert (
        str(SEGMENTED.explain(ROW))
        == """\
The row is in no cluster and gets no label.

Cluster young: outside
  no   income <= 45000     50000, outside by 5000
       income would have to fall from 50000 to 45000 or less
  yes  age >= 18           28, inside by 10
  yes  age <= 30           28, inside by 2
  no   job is not admin    admin
       job would have to change from admin to anything else
  yes  job is not retired  admin

Cluster working: outside
  yes  job is admin    admin
  no   member is true  false
       member would have to change from false to true

Cluster old: outside
  no   age >= 66             28, outside by 38
       age would have to rise from 28 to 66 or more
  no   signup <= 2011-01-01  2020-02-29, outside by 3346 days
       signup would have to move from 2020-02-29 to 2011-01-01 or earlier"""
    )


def first_lines(description, row):
    return str(description.explain(row)).splitlines()


def test_wide_letters_leave_values_below_each_other():
    wide = describe(("城市", "age"), a=[is_level("城市", "北京"), at_most(AGE, 30)])
    assert str(wide.explain({"城市": "北京", "age": 28})).splitlines()[-2:] == [
        "  yes  城市 is 北京  北京",  # as wide as twelve letters
        "  yes  age <= 30     28, inside by 2",
    ]


def test_row_in_one_in_none_and_in_several():
    every, no = Polyhedron(0, ()), Polyhedron(1, (at_most(INCOME, 0),))
    several = Description(("income",), (every, no, Polyhedron("b", ())))
    row = {"income": 1.0}
    assert first_lines(Description(("income",), (every, no)), row)[:4] == [
        "The row is in cluster 0 and in no other.",
        "",
        "Cluster 0: inside",
        "  yes  every row",
    ]
    assert first_lines(Description(("income",), (no,)), row)[0] == (
        "The row is in no cluster and gets the label -1."
    )
    assert first_lines(several, row)[0] == "The row is in 2 clusters (0, b) and gets no label."
    assert several.explain(row).inside == (0, "b")


@pytest.mark.parametrize(
    ("space", "row", "line", "change"),
    [
        (at_least(AGE, 30), {"age": 30}, "yes  age >= 30  30, just inside", None),
        (
            at_most(AGE, 30),
            {"age": None},
            "no   age <= 30  missing",
            "age is missing and would have to be 30 or less",
        ),
        (
            at_least(SIGNUP, 0),
            {"signup": date(1969, 12, 31)},
            "no   signup >= 1970-01-01  1969-12-31, outside by 1 day",
            "signup would have to move from 1969-12-31 to 1970-01-01 or later",
        ),
        (
            at_most(Feature("t", Kind.DATETIME), 0),
            {"t": datetime(1970, 1, 3, 12, 30)},
            "no   t <= 1970-01-01 00:00  1970-01-03 12:30, outside by 2 days, 12:30:00",
            "t would have to move from 1970-01-03 12:30 to 1970-01-01 00:00 or earlier",
        ),
        (
            is_level("job", None),
            {"job": "admin"},
            "no   job is missing  admin",
            "job would have to change from admin to missing",
        ),
        (
            is_not_level("job", None),
            {"job": None},
            "no   job is known  missing",
            "job is missing and would have to be known",
        ),
        (
            is_false("hair"),
            {"hair": None},
            "no   hair is false  missing",
            "hair would have to change from missing to false",
        ),
        (is_true("hair"), {"hair": True}, "yes  hair is true  true", None),
        (
            HalfSpace((Term(Feature("hair", Kind.BOOLEAN), 1),), 1.0),
            {"hair": None},
            "no   hair is known  missing",
            "hair is missing and would have to be known",
        ),
        (
            HalfSpace((Term(Feature("job", Kind.LEVEL, "a"), 1),), -1.0),
            {"job": "a"},
            "no   no row  a",
            "no row satisfies this condition",
        ),
        (
            at_most(INCOME, 0.3),
            {"income": 0.1 + 0.2},
            "no   income <= 0.3  0.30000000000000004, outside by 5.55111512313e-17",
            "income would have to fall from 0.30000000000000004 to 0.3 or less",
        ),
    ],
)
def test_each_kind_of_condition(space, row, line, change):
    lines = first_lines(describe(row, a=[space]), row)
    assert lines[3] == f"  {line}"
    assert lines[4:] == ([f"       {change}"] if change else [])


def test_data_is_inside_the_explanation():
    explanation = SEGMENTED.explain(ROW)
    young, working, _ = explanation.verdicts
    assert (young.label, young.inside, working.inside) == ("young", False, False)
    income, age, *_ = young.checks
    assert (income.value, income.slack, income.satisfied) == (50_000, -5_000, False)
    assert (age.value, age.slack, age.satisfied, age.change) == (28, 10, True, "")
    assert explanation.label is None


def test_every_form_of_a_row_gives_the_same_explanation():
    import pandas as pd

    expected = SEGMENTED.explain(people().iloc[[2]])
    rows = [
        {column: values[2] for column, values in PEOPLE.items()},
        people().iloc[2],
        people("polars")[2],
        people("pyarrow").slice(2, 1),
        [values[2] for values in PEOPLE.values()],
        np.array([values[2] for values in PEOPLE.values()], dtype=object),
    ]
    for row in rows:
        assert SEGMENTED.explain(row) == expected
    assert isinstance(rows[1], pd.Series)
    assert expected.label == "working"


def test_array_of_numbers():
    description = describe(["a", "b"], low=[at_most(Feature("b"), 1)])
    assert description.explain(np.array([5.0, 1.0])).inside == ("low",)


def test_row_needs_only_the_columns_that_are_used():
    assert describe(["a", "b"], low=[at_most(Feature("b"), 1)]).explain({"b": 0.5}).inside


def test_several_rows_are_refused():
    with pytest.raises(InputError, match="explain takes one row, and this table has 5"):
        SEGMENTED.explain(people())


def test_missing_column_is_named():
    with pytest.raises(InputError, match="'signup' is not in the table"):
        SEGMENTED.explain({key: ROW[key] for key in ("income", "age", "job", "member")})
