"""Unions, balls and "one of these" in every export, word for word."""

import re

import pytest

from clusterscribe import Description, Feature, InputError, Kind
from clusterscribe.description import Polyhedron
from clusterscribe.description.core.conditions import Weighted, conditions_of
from clusterscribe.description.words.condition_wording import condition

from .builders import (
    ANIMALS,
    HAIR,
    HOME,
    LEGS,
    MILK,
    SEAL,
    SIGNUP,
    at_least,
    at_most,
    ball,
    describe,
    is_level,
    is_not_level,
    score,
    union,
    weighted,
)

X, Y, Z = Feature("x"), Feature("y"), Feature("z")
BEETLE = {"hair": False, "milk": False, "legs": 2, "home": "air and land", "weight": 0.1}


def only(region, width=80):
    """The conditions on the card of a description with this region alone."""
    columns = tuple(dict.fromkeys(feature.column for feature in region.features))
    card = Description(columns, (region,)).to_text(width).split("\n\n")[0]
    return [line.removeprefix("    ") for line in card.splitlines()[1:]]


def test_text_word_for_word():
    assert (
        ANIMALS.to_text()
        == """\
Cluster insect -----------------------------------------------------------------
    either legs >= 6 and milk is false
    or legs <= 2 and (home is air and land)

Cluster fish -------------------------------------------------------------------
    within 1.25 of row 17: hair false, legs 0, home sea

Cluster mammal -----------------------------------------------------------------
    hair is true or milk is true or home is den

In all -------------------------------------------------------------- 3 clusters
  Complexity  18 (6 half-spaces, 1 prototype)
  Sparsity    6 features of 4 columns: hair, milk, legs, home"""
    )


def test_one_alternative_reads_as_a_polyhedron_and_none_as_no_row():
    assert only(union("a", [at_most(X, 1), at_most(Y, 2)])) == ["x <= 1", "y <= 2"]
    assert only(union("a", [])) == ["every row"]
    assert only(union("a")) == ["no row"]


def test_alternative_without_conditions_is_every_row():
    assert only(union("a", [at_most(X, 1)], [])) == ["either x <= 1", "or every row"]


def test_repeated_bounds_of_an_alternative_are_one_condition():
    spaces = [at_most(X, 5), at_least(Y, 0), at_most(X, 3), at_least(X, 1)]
    assert only(union("a", spaces, [at_most(Y, 1)])) == [
        "either 1 <= x <= 3 and y >= 0",
        "or y <= 1",
    ]


def test_what_could_be_misread_is_in_brackets():
    wine = score(0.4, (3, X, 11, 15), (-2, Y))
    assert only(
        union(
            "a",
            [weighted(-1, (-1, HAIR), (-1, MILK)), at_most(X, 3)],
            [is_level("job", "this or that")],
            [wine, at_most(Feature("rock and roll"), 1)],
        )
    ) == [
        "either (hair is true or milk is true) and x <= 3",
        "or (job is this or that)",
        "or (score = 3 x x (11 -> 0, 15 -> 1) - 2 x y, at most 0.4)",
        "    and (rock and roll <= 1)",
    ]


def test_long_alternatives_are_wrapped_below_themselves():
    spaces = [at_most(Feature(f"petal_length_{place}"), 1.5) for place in range(4)]
    assert only(union("a", spaces, [at_most(X, 1)]), width=60) == [
        "either petal_length_0 <= 1.5 and petal_length_1 <= 1.5",
        "    and petal_length_2 <= 1.5 and petal_length_3 <= 1.5",
        "or x <= 1",
    ]


def test_values_of_a_prototype_stay_together_and_names_are_unmistakable():
    region = ball(
        "a",
        0.5,
        (19_782, 1, SIGNUP, 0, 30_000),
        (0, 2, HOME),
        (1, 2, Feature("job", Kind.LEVEL, "a, b")),
        (1, 1, HAIR),
        (0.1 + 0.2, 1, Feature("x, y: z"), 0, 9),
        (0.5, 1, MILK),
    )
    assert only(region, width=52) == [
        "within 0.5 of its prototype: signup 2024-02-29,",
        "    home not sea, job 'a, b', hair true,",
        "    'x, y: z' 0.30000000000000004, milk 0.5",
    ]


@pytest.mark.parametrize("bound", [-1.0, -0.5, -0.001])
def test_sum_that_asks_for_one_of_them_says_so(bound):
    job = [Feature("job", Kind.LEVEL, level) for level in ("admin", None)]
    space = weighted(bound, (-1, HAIR), (-1, job[0]), (-1, MILK), (-1, job[1]))
    (read,) = conditions_of(describe(["x"], a=[space]).parts[0])
    assert condition(read) == "hair is true or job is in {admin, missing} or milk is true"


@pytest.mark.parametrize(
    "space",
    [
        weighted(-2, (-1, HAIR), (-1, MILK)),
        weighted(0, (-1, HAIR), (-1, MILK)),
        weighted(-1, (-2, HAIR), (-1, MILK)),
        weighted(-1, (-1, HAIR), (1, MILK)),
        weighted(-1, (-1, HAIR), (-1, LEGS)),
    ],
)
def test_other_sums_stay_sums(space):
    assert not Weighted(space).is_any_of


def test_explanation_of_a_row_inside_and_outside_word_for_word():
    assert (
        str(ANIMALS.explain(SEAL))
        == """\
The row is in 2 clusters (fish, mammal) and gets no label.

Cluster insect: outside
  alternative 1: both conditions fail
    no   legs >= 6      4, outside by 2
         legs would have to rise from 4 to 6 or more
    no   milk is false  true
         milk would have to change from true to false
  alternative 2: both conditions fail
    no   legs <= 2             4, outside by 2
         legs would have to fall from 4 to 2 or less
    no   home is air and land  sea
         home would have to change from sea to air and land

Cluster fish: inside
  yes  within 1.25 of row 17  1.118, inside by 0.132
       of the squared distance 1.25, hair true instead of false gives 1, legs 4
       instead of 0 gives 0.25

Cluster mammal: inside
  yes  hair is true or milk is true or home is den
       2 of them: hair is true, milk is true"""
    )
    assert (
        str(ANIMALS.explain(BEETLE))
        == """\
The row is in cluster insect and in no other.

Cluster insect: inside
  alternative 2 holds
    yes  legs <= 2             2, just inside
    yes  home is air and land  air and land

Cluster fish: outside
  no   within 1.25 of row 17  1.436, too far by 0.1861
       of the squared distance 2.062, home air and land instead of sea gives 2,
       legs 2 instead of 0 gives 0.0625

Cluster mammal: outside
  no   hair is true or milk is true or home is den
       none of them
       one of them would have to hold, but hair is false, milk is false, home is
       air and land"""
    )


def explained(region, row):
    """The lines about the only cluster."""
    return str(Description(tuple(row), (region,)).explain(row)).split("\n\n")[1].splitlines()


def test_alternative_with_the_fewest_failing_conditions_comes_first():
    far, near = [at_most(X, 0), at_most(Y, 0)], [at_most(X, 0), at_most(Y, 1)]
    region = union("a", far, [*far, at_most(Z, 1)], near, [at_most(X, 1)])
    lines = explained(region, {"x": 2.0, "y": 1.0, "z": 2.0})
    assert [line for line in lines if "alternative" in line] == [
        "  alternative 3: 1 of 2 conditions fails",
        "  alternative 4: its condition fails",
        "  alternative 1: both conditions fail",
        "  alternative 2: all 3 conditions fail",
    ]


def test_bounds_that_a_path_repeats_are_one_condition_of_an_explanation():
    path = [at_most(X, 0.98), at_least(Y, 0), at_most(X, 0.8), at_least(X, 0.1)]
    region = union("a", [at_most(Y, -1), at_most(Z, 0)], path)
    row = {"x": 0.99, "y": 1.0, "z": 1.0}
    assert explained(region, row)[:4] == [
        "Cluster a: outside",
        "  alternative 2: 1 of 2 conditions fails",
        "    no   0.1 <= x <= 0.8  0.99, outside by 0.19",
        "         x would have to fall from 0.99 to 0.8 or less",
    ]
    assert explained(region, {**row, "x": 0.05})[2:4] == [
        "    no   0.1 <= x <= 0.8  0.05, outside by 0.05",
        "         x would have to rise from 0.05 to 0.1 or more",
    ]
    assert explained(region, {**row, "x": None})[2:4] == [
        "    no   0.1 <= x <= 0.8  missing",
        "         x is missing and would have to be within these bounds",
    ]
    assert explained(region, {**row, "x": 0.2}) == [
        "Cluster a: inside",
        "  alternative 2 holds",
        "    yes  0.1 <= x <= 0.8  0.2, inside by 0.1",
        "    yes  y >= 0           1, inside by 1",
    ]


def test_exclusions_of_a_column_are_one_condition_of_an_explanation():
    spaces = [is_not_level("home", "sea"), is_not_level("home", "den")]
    assert explained(union("a", spaces, [at_most(X, 0)]), {"x": 1.0, "home": "den"})[1:4] == [
        "  alternative 1: its condition fails",
        "    no   home is not in {sea, den}  den",
        "         home would have to change from den to anything else",
    ]


def test_bounds_that_contradict_each_other_stay_two_conditions():
    region = union("a", [at_least(X, 5), at_most(X, 3)], [at_most(Y, 0)])
    assert "  alternative 1: 1 of 2 conditions fails" in explained(region, {"x": 6.0, "y": 1.0})


def test_unions_of_one_and_of_none():
    assert explained(union("a", [at_most(X, 0)]), {"x": 0.0}) == [
        "Cluster a: inside",
        "  yes  x <= 0  0, just inside",
    ]
    assert explained(union("a"), {"x": 0.0}) == ["Cluster a: outside", "  no   no row"]


@pytest.mark.parametrize(
    ("row", "lines"),
    [
        (
            {"x": 0.0, "y": 0.0},
            ["yes  within 2 of its prototype  0, inside by 2", "no feature differs"],
        ),
        (
            {"x": 2.0, "y": 0.0},
            ["yes  within 2 of its prototype  2, just inside", "of the squared distance 4,"],
        ),
        (
            {"x": 2.0000001, "y": 0.0},
            ["no   within 2 of its prototype  2.0000001, too far by 1e-7", "of the squared"],
        ),
        (
            {"x": None, "y": None},
            ["no   within 2 of its prototype  missing", "x and y are missing and would have to be"],
        ),
        (
            {"x": float("inf"), "y": 0.0},
            ["no   within 2 of its prototype  inf, too far by inf", "of the squared distance inf"],
        ),
    ],
)
def test_distance_from_a_prototype(row, lines):
    found = explained(ball("a", 2.0, (0, 1, X), (0, 1, Y)), row)[1:]
    assert [line.strip()[: len(start)] for line, start in zip(found, lines, strict=True)] == lines


def test_only_the_three_features_that_give_most_are_named():
    features = [Feature(name) for name in "abcde"]
    region = ball("a", 1.0, *((0, 1, feature) for feature in features))
    row = {name: float(value) for value, name in enumerate("abcde")}
    assert explained(region, row)[2:] == [
        "       of the squared distance 30, e 4 instead of 0 gives 16, d 3 instead of 0",
        "       gives 9, c 2 instead of 0 gives 4, 1 other gives less",
    ]


def test_explanation_as_data():
    insect, fish, _ = ANIMALS.explain(SEAL).verdicts
    assert (insect.checks, fish.alternatives) == ((), None)
    assert [[check.satisfied for check in some] for some in insect.alternatives] == [
        [False, False],
        [False, False],
    ]
    assert fish.closeness.squared_distance == 1.25
    assert [one.points for one in fish.closeness.differences] == [1, 0.25, 0]


def test_scorecard_says_in_words_what_has_no_points():
    assert (
        ANIMALS.to_scorecard(60)
        == """\
There are no points to add up, as no condition is a sum of
several features.

Cluster insect ---------------------------------------------
  inside if either legs >= 6 and milk is false
  or legs <= 2 and (home is air and land)

Cluster fish -----------------------------------------------
  inside if within 1.25 of row 17: hair false, legs 0,
      home sea

Cluster mammal ---------------------------------------------
  inside if hair is true or milk is true or home is den"""
    )
    assert Description(("x",), (union("a"),)).to_scorecard().endswith("\n  inside: no row")


def test_cards_have_a_line_for_each_alternative():
    assert re.findall("<li><bdi>(.*?)</bdi></li>", ANIMALS._repr_html_()) == [
        "either legs &gt;= 6 and milk is false",
        "or legs &lt;= 2 and (home is air and land)",
        "within 1.25 of row 17: hair false, legs 0, home sea",
        "hair is true or milk is true or home is den",
    ]


def test_frame_numbers_the_alternatives():
    frame = ANIMALS.to_frame("polars")
    assert frame.columns[:3] == ["cluster", "alternative", "condition"]
    assert frame["alternative"].to_list() == [1, 1, 2, 2, 2, 1, 1]
    assert frame.rows()[5] == (
        "fish", 1, "within 1.25 of row 17: hair false, legs 0, home sea", "hair, legs, home",
        "ball", None, "within", 1.25,
    )  # fmt: skip
    assert frame["condition"][6] == "hair is true or milk is true or home is den"
    assert ANIMALS.to_frame()["alternative"].tolist() == [1, 1, 2, 2, 2, 1, 1]
    balls = Description(("hair",), (ball("a", 1.0, (0, 1, HAIR)),))
    assert "alternative" not in balls.to_frame().columns


def test_frame_has_a_row_for_what_has_no_half_space():
    parts = (union("none"), union("some", [at_most(X, 1)], []), Polyhedron("all", ()))
    frame = Description(("x",), parts).to_frame("polars")
    columns = ["cluster", "alternative", "condition", "column", "relation", "bound"]
    assert frame.select(columns).rows() == [
        ("none", 1, "no row", None, "no row", None),
        ("some", 1, "x <= 1", "x", "<=", 1.0),
        ("some", 2, "every row", None, "every row", None),
        ("all", 1, "every row", None, "every row", None),
    ]


def membership(description, dialect):
    sql = description.to_sql("t", dialect)
    return sql[sql.index("source.*,") :].split("\n  FROM")[0].splitlines()[1:]


def test_sql_word_for_word():
    legs = 'CAST("legs" AS DOUBLE)'
    fish = f"({legs} - 0) / 8"
    assert membership(ANIMALS, "duckdb")[:-5] == [
        "    COALESCE(",
        "      (",
        f"        {legs} BETWEEN 6 AND CAST('Infinity' AS DOUBLE)",
        '        AND "milk" = FALSE',
        "      )",
        "      OR (",
        f"        {legs} <= 2",
        "        AND \"home\" = 'air and land'",
        "      ),",
        "      FALSE",
        '    ) AS "in_insect",',
        "    COALESCE(",
        '      CAST(CASE "hair" WHEN TRUE THEN 1 WHEN FALSE THEN 0 END AS DOUBLE)',
        f"        + 1 * (({fish}) * ({fish}))",
        "        + CAST(CASE WHEN \"home\" = 'sea' THEN 0 ELSE 2 END AS DOUBLE) <= 1.5625e0,",
        "      FALSE",
        '    ) AS "in_fish",',
        "    COALESCE(",
    ]


def test_sql_of_alternatives_of_one_condition_has_no_brackets():
    description = Description(("x", "y"), (union("a", [at_most(X, 1)], [at_most(Y, 2)]),))
    assert membership(description, "duckdb") == [
        "    COALESCE(",
        '      CAST("x" AS DOUBLE) <= 1',
        '      OR CAST("y" AS DOUBLE) <= 2,',
        "      FALSE",
        '    ) AS "in_a"',
    ]


def test_sql_without_arithmetic_of_dates_has_no_balls_of_them():
    description = Description(("signup",), (ball("a", 1.0, (0, 1, SIGNUP)),))
    assert 'EXTRACT(EPOCH FROM "signup")' in description.to_sql(dialect="postgres")
    with pytest.raises(InputError, match="'signup' cannot be written in ansi SQL: choose another"):
        description.to_sql()


def test_pandas_query_word_for_word():
    queries = ANIMALS.to_pandas_query()
    legs = "((`legs`.astype('float64') - 0.0) / 8.0)"
    hair = "(`hair`.astype('float64') - 0.0)"
    home = "(`home`.isin(['sea']).astype('float64') - 1.0)"
    assert queries["insect"] == (
        "((`legs`.astype('float64') >= 6 and `milk` == False) "
        "or (`legs`.astype('float64') <= 2 and `home` in ['air and land']))"
    )
    assert queries["fish"] == (
        f"1 * ({hair} * {hair}) + 1 * ({legs} * {legs}) + 2 * ({home} * {home}) <= 1.5625"
    )
