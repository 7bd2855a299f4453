"""Columns and clusters that wishes name: found, or refused in one sentence."""

from __future__ import annotations

import pandas as pd
import pytest

from clusterscribe import Constraints, describe
from clusterscribe.errors import InputError

TABLE = pd.DataFrame(
    {
        "age": [20, 25, 30, 41, 45, 50, 33, 44],
        "income": [1, 2, 3, 4, 5, 6, 7, 8],
        "one value": [1] * 8,
        "café\n'x'": [2, 1, 2, 1, 2, 1, 2, 1],
    }
)
LABELS = ["young"] * 3 + ["old"] * 5


def described(labels=LABELS, table=TABLE, **wishes):
    return describe(table, labels, constraints=Constraints(**wishes))


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"require": ["agee"]}, "require names the column 'agee'.*Did you mean 'age'"),
        ({"costs": {"Income": 2}}, "costs names the column 'Income'.*Did you mean 'income'"),
        ({"bounds": {"zzz": "at least"}}, "bounds names the column 'zzz'.*It has 'age'"),
        ({"cut_points": {"incom": [3]}}, "cut_points names the column 'incom'"),
        ({"exclusive": [["age", "incomes"]]}, "exclusive names the column 'incomes'"),
        ({"max_errors": {"yung": 0}}, "max_errors names the cluster 'yung'.*Did you mean 'young'"),
        ({"max_conditions": {7: 1}}, "max_conditions names the cluster 7.*There are 'old' and"),
        ({"min_recall": {"Old": 0.5}}, "min_recall names the cluster 'Old'"),
        ({"separate": [("young", "middle")]}, "separate names the cluster 'middle'"),
        ({"right_rows": [8]}, "row numbers from 0 to 7.*not 8"),
        ({"right_rows": [True, False]}, "says of 2 rows.*the table has 8"),
        ({"right_rows": "sure"}, "right_rows names the column 'sure'"),
        ({"right_rows": "income"}, "must hold true or false"),
        ({"require": ["one value"]}, "'one value', which is left out of the description"),
        (
            {"require": ["age", "income"], "exclusive": [["age", "income"]]},
            "'age' and 'income' are required, but exclusive allows only one",
        ),
    ],
)
def test_what_is_not_there_is_refused_in_one_sentence(wishes, words):
    with pytest.raises(InputError, match=words) as refused:
        described(**wishes)
    assert "\n" not in str(refused.value)


def test_a_column_that_cannot_describe_may_be_named_where_it_makes_no_difference():
    _, result = described(costs={"one value": 3}, exclusive=[["one value", "age"]])
    assert result.status == "optimal"


def test_a_column_of_any_name_can_be_required():
    description, _ = described(require=["café\n'x'"])
    assert "café\n'x'" in description.used_columns
    assert "\n" not in " ".join(description.proof.sentences())


@pytest.mark.parametrize("label", [1, 1.0, "1"])
def test_a_label_is_found_however_it_is_written(label):
    labels = [1 if one == "young" else 2 for one in LABELS]
    description, _ = described(labels, max_conditions={label: 1})
    assert len(description.polyhedra[1].half_spaces) <= 1


def test_of_two_labels_that_are_written_alike_the_one_that_is_meant_is_found():
    labels = ["1" if one == "young" else 1 for one in LABELS]
    apart = {"1": 3, 1: 1}
    description, _ = described(labels, max_errors={"1": 0}, max_conditions=apart)
    assert len(description.polyhedra[1].half_spaces) <= 1


def test_rows_that_must_be_right_are_named_in_three_ways():
    flags = [row == 6 for row in range(8)]
    with_flags = TABLE.assign(sure=flags)
    found = [
        described(right_rows=[6]),
        described(right_rows=flags),
        described(table=with_flags, right_rows="sure"),
        described(table=with_flags.assign(sure=[int(flag) for flag in flags]), right_rows="sure"),
    ]
    values = {(result.errors, result.objective) for _, result in found}
    assert len(values) == 1
    assert all("sure" not in description.used_columns for description, _ in found)


def test_a_row_without_weight_cannot_have_to_be_right():
    with pytest.raises(InputError, match="row 2, which does not count"):
        describe(
            TABLE,
            LABELS,
            sample_weight=[1, 1, 0, 1, 1, 1, 1, 1],
            constraints=Constraints(right_rows=[2]),
        )


def test_costs_that_cannot_be_counted_are_refused():
    with pytest.raises(InputError, match="costs are too large, or have too many digits"):
        described(costs={"age": 0.123456789012345, "income": 999_999})


def test_groups_of_rows_refuse_wishes_that_rows_have_to_keep():
    with pytest.raises(InputError, match="grouping='tree' does not go with constraints"):
        describe(TABLE, LABELS, grouping="tree", constraints=Constraints(require=["age"]))


def test_a_certificate_is_refused_before_the_search():
    with pytest.raises(InputError, match="a certificate is about all descriptions"):
        describe(TABLE, LABELS, certificate=True, constraints=Constraints(require=["age"]))
