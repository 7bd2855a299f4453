"""Names and units that a user gives, and what is refused."""

import pytest

from clusterscribe import Feature, InputError, Kind
from clusterscribe.description.words.naming import Naming, naming, spoken_level

COLUMNS = ("avg_ord", "age", "job")


@pytest.mark.parametrize(
    ("given", "noun", "unit"),
    [
        ("average order (EUR)", "average order", "EUR"),
        ("average order(EUR)", "average order", "EUR"),
        ("average order ( EUR )", "average order", "EUR"),
        ("speed (m/s)", "speed", "m/s"),
        ("share (%)", "share", "%"),
        ("order (last) (EUR)", "order (last)", "EUR"),
        ("average order", "average order", ""),
        ("rate (1/s)", "rate (1/s)", ""),  # `at most 5 1/s` would be misread
        ("rate (2024)", "rate (2024)", ""),
        ("order (EUR, net)", "'order (EUR, net)'", ""),
        ("order ()", "order ()", ""),
        ("(EUR)", "(EUR)", ""),
        ("bed and breakfast (EUR)", "'bed and breakfast'", "EUR"),
    ],
)
def test_unit_is_what_stands_in_brackets_at_the_end(given, noun, unit):
    names = naming({"avg_ord": given}, COLUMNS)
    assert (names.noun("avg_ord"), names.unit("avg_ord")) == (noun, unit)


def test_title_has_the_unit():
    names = naming({"avg_ord": "average order (EUR)"}, COLUMNS)
    assert names.title("avg_ord") == names.subject("avg_ord") == "average order (EUR)"


def test_name_that_nobody_gave_has_no_unit():
    names = Naming()
    column = "petal length (cm)"
    assert (names.title(column), names.noun(column), names.unit(column)) == (column, column, "")


def test_spaces_around_a_name_are_dropped():
    assert naming({"age": " age (years) "}, COLUMNS).title("age") == "age (years)"


@pytest.mark.parametrize(
    "name", ["a, b", "a; b", "a: b", "bed AND breakfast", "a or b", "all with x", "a minus b", "a)"]
)
def test_name_that_would_be_taken_for_words_of_a_sentence_has_quotes_there(name):
    assert Naming().subject(name) == Naming().noun(name) == repr(name)
    assert Naming().title(name) == name
    assert spoken_level(name) == repr(name)


@pytest.mark.parametrize("name", ["brand", "number of orders", "time to pay", "order", "a (b)"])
def test_other_names_have_none(name):
    assert Naming().subject(name) == spoken_level(name) == name


@pytest.mark.parametrize(
    ("level", "text"),
    [(None, "missing"), ("missing", "'missing'"), (True, "true"), (2.5, "2.5"), ("a\nb", r"a\nb")],
)
def test_levels_are_written_as_in_the_text(level, text):
    assert spoken_level(level) == text


def test_feature_of_a_level_names_it():
    names = naming({"job": "profession"}, COLUMNS)
    assert names.feature(Feature("job", Kind.LEVEL, "admin")) == "profession is admin"
    assert names.feature(Feature("age", Kind.INTEGER)) == "age"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"avg_odr": "average order"},
            "feature_names names the column 'avg_odr', which is not in the table. "
            "Did you mean 'avg_ord'?",
        ),
        (
            {7: "seven"},
            "feature_names names the column 7, which is not in the table. "
            "It has 'avg_ord', 'age' and 'job'.",
        ),
        ({"age": " "}, "feature_names must give a name for the column 'age', not ' '"),
        ({"age": 3}, "feature_names must give a name for the column 'age', not 3"),
        (
            {"age": "job"},
            "with feature_names the columns 'age' and 'job' are both called 'job'; "
            "give each a name of its own",
        ),
        (
            ["age"],
            "feature_names must be a mapping from columns to names, such as "
            "{'avg_ord': 'average order (EUR)'}, not ['age']",
        ),
    ],
)
def test_names_that_cannot_be_used_are_refused_in_one_sentence(given, message):
    with pytest.raises(InputError) as caught:
        naming(given, COLUMNS)
    assert str(caught.value) == message


def test_two_columns_may_swap_names():
    names = naming({"age": "job", "job": "age"}, COLUMNS)
    assert (names.title("age"), names.title("job")) == ("job", "age")
