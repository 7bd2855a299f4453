"""The form: read, checked, and one sentence for what is wrong."""

import pytest
from starlette.datastructures import FormData

from clusterscribe import Constraints
from clusterscribe.app.choices import choices_from, fields_from, fields_of
from clusterscribe.errors import InputError

COLUMNS = ["id", "age", "segment"]
FILLED = {
    "source": "column",
    "label_column": "segment",
    "objective": "complexity",
    "budget": "fewest",
    "max_terms": "1",
    "max_coefficient": "10",
    "time_limit": "20",
    "samples": "0",
}


def filled(*more, use=("id", "age"), **changes):
    return FormData([*{**FILLED, **changes}.items(), *(("use", name) for name in use), *more])


def test_a_form_becomes_choices():
    form = filled(use=["age", "segment"], budget="percent", amount="2.5")
    choices = choices_from(form, COLUMNS)
    assert choices.left_out == ("id",)  # the labels are left out anyway
    assert choices.parameters() == {
        "objective": "complexity",
        "max_errors": 0.025,
        "max_terms": 1,
        "max_coefficient": 1,
        "max_conditions": None,
        "max_polyhedra": 1,
        "min_recall": 0.5,
        "class_weight": None,
        "time_limit": 20.0,
        "constraints": None,
    }


def test_constraints_are_read_as_toml():
    choices = choices_from(filled(constraints='require = ["age"]'), COLUMNS)
    assert choices.parameters()["constraints"] == Constraints(require=("age",))
    assert fields_of(choices).text["constraints"] == 'require = ["age"]'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("require = [", "not TOML"),
        ("requires = []", "Did you mean 'require'"),
        ('require = "age"', "must be a list of column names"),
    ],
)
def test_constraints_that_cannot_be_read_are_refused(text, words):
    with pytest.raises(InputError, match=words):
        choices_from(filled(constraints=text), COLUMNS)


def test_weights_only_matter_for_several_features():
    choices = choices_from(filled(max_terms="3", max_coefficient="4"), COLUMNS)
    assert choices.parameters()["max_coefficient"] == 4


def test_conditions_shares_and_clusters_that_count_alike():
    form = filled(max_conditions="2", max_polyhedra="3", least_share="62.5", counting="clusters")
    asked = choices_from(form, COLUMNS).parameters()
    assert (asked["max_conditions"], asked["max_polyhedra"]) == (2, 3)
    assert asked["min_recall"] == 0.625
    assert asked["class_weight"] == "balanced"


@pytest.mark.parametrize(
    ("budget", "amount", "expected"),
    [("fewest", "7", None), ("rows", "7", 7), ("percent", "100", 1.0), ("percent", "0", 0.0)],
)
def test_budgets(budget, amount, expected):
    budgeted = choices_from(filled(budget=budget, amount=amount), COLUMNS).max_errors
    assert (budgeted, type(budgeted)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"source": "magic"},
         "the source of the clusters must be one of column, k-means, hdbscan, not 'magic'"),
        ({"label_column": "segmen"},
         "the label column 'segmen' is not in the table. Did you mean 'segment'?"),
        ({"max_conditions": "0"},
         "the number of conditions per cluster must be an integer of at least 1, not '0'"),
        ({"least_share": "101"},
         "the least share of a cluster inside must be a number from 0 to 100, not '101'"),
        ({"counting": "columns"},
         "what counts alike must be one of rows, clusters, not 'columns'"),
        ({"budget": "rows", "amount": ""},
         "enter how many errors are allowed, or choose as few as possible"),
        ({"budget": "rows", "amount": "1.5"},
         "the number of errors must be an integer of at least 0, not '1.5'"),
        ({"budget": "percent", "amount": "101"},
         "the share of errors must be a number from 0 to 100, not '101'"),
        ({"budget": "percent", "amount": "nan"},
         "the share of errors must be a number from 0 to 100, not 'nan'"),
        ({"max_terms": "4"}, "the number of features per condition must be an integer from 1 to 3, "
         "not '4'"),
        ({"source": "k-means", "clusters": "1"},
         "the number of clusters must be an integer from 2 to 50, not '1'"),
        ({"source": "k-means", "clusters": "²"},
         "the number of clusters must be an integer from 2 to 50, not '²'"),
        ({"source": "hdbscan", "smallest": "9" * 400},
         "the number of rows of the smallest cluster must be an integer of at "
         f"least 2, not '{'9' * 400}'"),
        ({"samples": "101"}, "the number of samples must be an integer from 0 to 100, "
         "not '101'"),
        ({"time_limit": "0"}, "the time limit must be a number of seconds above 0, not '0'"),
        ({"time_limit": "nan"}, "the time limit must be a number of seconds above 0, not 'nan'"),
        ({"objective": "beauty"}, "objective must be 'complexity', 'sparsity' or a pair of weights "
         "for both, such as (1, 2), not 'beauty'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(changes, sentence):
    with pytest.raises(InputError) as raised:
        choices_from(filled(**changes), COLUMNS)
    assert str(raised.value) == sentence


def test_an_endless_time_limit_is_refused():
    with pytest.raises(InputError, match="time_limit must be a number of seconds above 0"):
        choices_from(filled(time_limit="inf"), COLUMNS)


def test_a_column_must_be_left():
    with pytest.raises(InputError, match="no column is left to describe the clusters with"):
        choices_from(filled(use=["segment"]), COLUMNS)


def test_columns_that_are_not_there_are_not_used():
    assert choices_from(filled(use=["age", "other"]), COLUMNS).left_out == ("id",)


def test_old_labels_describe_no_clusters_that_are_found_unless_ticked_for_that():
    form = filled(use=COLUMNS, source="k-means")
    found = choices_from(form, COLUMNS, ["segment"])
    assert (found.left_out, found.old_labels) == (("segment",), ("segment",))
    insisted = filled(use=COLUMNS, source="k-means", ticked_for="finding")
    assert choices_from(insisted, COLUMNS, ["segment"]).left_out == ()
    given = choices_from(filled(use=COLUMNS, label_column="id"), COLUMNS, ["segment"])
    assert (given.left_out, given.old_labels) == ((), ())  # another column holds the labels


WISHED = {"bound-1": "at least", "appear-1": "must", "cost-0": "2.5"}


def test_wishes_are_chosen_beside_columns_and_written():
    choices = choices_from(filled(constraints="exclusive = [['id', 'age']]", **WISHED), COLUMNS)
    assert choices.parameters()["constraints"] == Constraints(
        require=("age",), bounds={"age": "at least"}, costs={"id": 2.5}, exclusive=[["id", "age"]]
    )
    assert fields_of(choices).wished == {
        "bound": {"age": "at least"}, "appear": {"age": "must"}, "cost": {"id": "2.5"},
    }  # fmt: skip


def test_wishes_about_columns_that_are_left_out_do_not_matter_unless_they_must_appear():
    choices = choices_from(filled(use=["age"], **{"cost-0": "3", "bound-0": "at most"}), COLUMNS)
    assert choices.parameters()["constraints"] is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({**WISHED, "use": ["id"]}, "'age' must appear in the description and is not used; tick "
         "what must appear, or drop the wish"),
        ({"appear-2": "must"}, "'segment' must appear in the description and is not used; tick "
         "what must appear, or drop the wish"),
        ({"cost-1": "nan"}, "the cost of 'age' must be a number above 0 and below a million, not "
         "'nan'"),
        ({"bound-1": "about"}, "the bounds on 'age' must be 'at least' or 'at most', or any, not "
         "'about'"),
        ({**WISHED, "constraints": "bounds = {age = 'at most'}"},
         "two wishes about 'age' contradict each other: only 'at least' in the table of columns, "
         "and only 'at most' in the written wishes; drop one of them"),
        ({**WISHED, "constraints": "costs = {id = 4}"},
         "two wishes about 'id' contradict each other: a cost of 2.5 in the table of columns, and "
         "a cost of 4 in the written wishes; drop one of them"),
        ({"constraints": "require = ['agee']"},
         "constraints: 'agee' is not in the table. Did you mean 'age'?"),
        ({"use": ["id"], "constraints": "require = ['age']"},
         "constraints: 'age' is not used; tick these columns, or drop the wishes about them"),
    ],
)  # fmt: skip
def test_wishes_that_cannot_be_are_one_sentence(changes, sentence):
    with pytest.raises(InputError) as raised:
        choices_from(filled(**changes), COLUMNS)
    assert str(raised.value) == sentence


def test_an_empty_form_is_refused():
    with pytest.raises(InputError, match="the source of the clusters must be one of"):
        choices_from(FormData(), COLUMNS)


def test_a_refused_form_keeps_what_was_filled_in():
    fields = fields_from(filled(use=["age"], time_limit="soon", **{"cost-1": "x"}), COLUMNS)
    assert fields.text["time_limit"] == "soon"
    assert fields.left_out == {"id", "segment"}
    assert fields.wished["cost"] == {"age": "x"}


def test_a_form_is_shown_as_it_was_filled_in():
    form = filled(budget="percent", amount="2.5", source="k-means")
    fields = fields_of(choices_from(form, COLUMNS))
    assert (fields.text["amount"], fields.text["clusters"]) == ("2.5", "")
