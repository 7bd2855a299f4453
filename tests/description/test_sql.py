"""SQL, word for word, and the spelling of each dialect; that it selects the same rows as
`membership` is tested in `test_exports_agree`."""

import sqlite3
from contextlib import closing
from datetime import date, datetime

import duckdb
import pyarrow as pa
import pytest

from clusterscribe import Description, Feature, InputError, Kind, Polyhedron
from clusterscribe.description.export.dialect import dialect_of
from clusterscribe.feature import Form

from .builders import (
    SEGMENTED,
    WINE,
    at_least,
    at_most,
    describe,
    is_level,
    is_not_level,
    is_true,
    people,
    score,
    weighted,
)

X = Feature("x")


def conditions(description, dialect):
    """What stands between COALESCE and FALSE, on one line."""
    body = description.to_sql("t", dialect).split("COALESCE(")[1].split(",\n      FALSE")[0]
    return " ".join(body.split())


def test_query_word_for_word():
    assert (
        SEGMENTED.to_sql("people", "duckdb")
        == """\
SELECT
  described.*,
  CASE
    WHEN CASE WHEN "in_young" THEN 1 ELSE 0 END
      + CASE WHEN "in_working" THEN 1 ELSE 0 END
      + CASE WHEN "in_old" THEN 1 ELSE 0 END <> 1
      THEN NULL
    WHEN "in_young" THEN 'young'
    WHEN "in_working" THEN 'working'
    WHEN "in_old" THEN 'old'
  END AS "cluster"
FROM (
  SELECT
    source.*,
    COALESCE(
      CAST("income" AS DOUBLE) <= 45000
      AND CAST("age" AS DOUBLE) BETWEEN 18 AND 30
      AND ("job" IS NULL OR "job" NOT IN ('admin', 'retired')),
      FALSE
    ) AS "in_young",
    COALESCE(
      "job" = 'admin'
      AND "member" = TRUE,
      FALSE
    ) AS "in_working",
    COALESCE(
      CAST("age" AS DOUBLE) BETWEEN 66 AND CAST('Infinity' AS DOUBLE)
      AND epoch_us("signup") < epoch_us(DATE '2011-01-01' + 1),
      FALSE
    ) AS "in_old"
  FROM "people" AS source
) AS described
"""
    )


def test_query_runs_and_labels_every_row():
    with duckdb.connect() as connection:
        connection.register("people", people("pyarrow"))
        labels = connection.execute(SEGMENTED.to_sql("people", "duckdb")).fetchall()
    assert [row[-1] for row in labels] == ["young", "young", "working", "old", "old"]


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [
        ("ansi", '-CAST("x" AS DOUBLE PRECISION) <= -0.5e0'),
        ("duckdb", "CAST(\"x\" AS DOUBLE) BETWEEN 0.5e0 AND CAST('Infinity' AS DOUBLE)"),
        (
            "postgres",
            'CAST("x" AS DOUBLE PRECISION) BETWEEN 0.5e0 '
            "AND CAST('Infinity' AS DOUBLE PRECISION)",
        ),
        ("bigquery", "CAST(`x` AS FLOAT64) >= 0.5e0"),
        ("spark", "CAST(`x` AS DOUBLE) BETWEEN 0.5e0 AND CAST('Infinity' AS DOUBLE)"),
        ("sqlite", 'CAST("x" AS REAL) >= 0.5e0'),  # which has no NaN
    ],
)
def test_lower_bound_keeps_nan_out(dialect, expected):
    x = Feature("x", Kind.INTEGER)  # missing whole numbers are NaN in many tables
    assert conditions(describe(["x"], a=[at_least(x, 0.5)]), dialect) == expected


@pytest.mark.parametrize(
    ("bound", "text"),
    [
        (45_000, "45000"),
        (0.1, "0.1e0"),
        (0.1 + 0.2, "0.30000000000000004e0"),
        (1e300, "1e+300"),
        (5e-324, "5e-324"),
        (1e8, "100000000"),
        (2.0**54, "1.8014398509481984e+16"),
        (-2.5, "-2.5e0"),
    ],
)
def test_numbers_are_doubles_to_the_last_bit(bound, text):
    written = conditions(describe(["x"], a=[at_most(X, bound)]), "ansi")
    assert written == f'CAST("x" AS DOUBLE PRECISION) <= {text}'


@pytest.mark.parametrize(
    ("bound", "text"),
    [
        (0.1, "0.1e0"),
        (0.1 + 0.2, "(CAST(1351079888211149 AS REAL) / 4503599627370496)"),
        (-1 / 3, "(CAST(-6004799503160661 AS REAL) / 18014398509481984)"),
        (1e300, "1e+300"),
        (2.0**60, "(CAST(1152921504606846976 AS REAL) / 1)"),
        (2.0**70, "1.1805916207174113e+21"),  # beyond whole numbers
    ],
)
def test_sqlite_is_not_trusted_with_17_digits(bound, text):
    written = conditions(describe(["x"], a=[at_most(X, bound)]), "sqlite")
    assert written == f'CAST("x" AS REAL) <= {text}'
    with closing(sqlite3.connect(":memory:")) as connection:
        assert connection.execute(f"SELECT {text}").fetchone() == (bound,)


@pytest.mark.parametrize(
    ("text", "day", "microseconds"),
    [
        ("2024-02-29", "2024-02-29", 1_709_164_800_000_000),
        ("2024-02-29 12:00", "2024-02-29", 1_709_208_000_000_000),
        ("2024-02-29T12:00:00", "2024-02-29", 1_709_208_000_000_000),
        ("2024-02-29 23:59:59.999999", "2024-02-29", 1_709_251_199_999_999),
        ("2024-02-29 23:59:59.9999999", "2024-02-29", 1_709_251_199_999_999),
        ("2024-02-29 23:59:59.5Z", "2024-02-29", 1_709_251_199_500_000),
        ("2024-02-29 23:59:59.999999-05:00", "2024-03-01", 1_709_269_199_999_999),
        ("1969-12-31 23:59:59.999999+00:00", "1969-12-31", -1),
        ("not a date", None, None),
        (None, None, None),
    ],
)
def test_times_are_read_from_the_text_that_sqlite_keeps(text, day, microseconds):
    spelling = dialect_of("sqlite")
    templates = (spelling.day, spelling.local_microseconds, spelling.zoned_microseconds)
    query = (
        f"SELECT {', '.join(template.format('x') for template in templates)} FROM (SELECT ? AS x)"
    )
    with closing(sqlite3.connect(":memory:")) as connection:
        found = connection.execute(query, [text]).fetchone()
    assert found == (day, microseconds, microseconds)


def test_case_expression_has_each_condition_once():
    assert SEGMENTED.to_sql(dialect="duckdb", as_case=True) == (
        """\
CASE
  CASE WHEN
      CAST("income" AS DOUBLE) <= 45000
      AND CAST("age" AS DOUBLE) BETWEEN 18 AND 30
      AND ("job" IS NULL OR "job" NOT IN ('admin', 'retired'))
    THEN 11 ELSE 0 END
  + CASE WHEN
      "job" = 'admin'
      AND "member" = TRUE
    THEN 12 ELSE 0 END
  + CASE WHEN
      CAST("age" AS DOUBLE) BETWEEN 66 AND CAST('Infinity' AS DOUBLE)
      AND epoch_us("signup") < epoch_us(DATE '2011-01-01' + 1)
    THEN 13 ELSE 0 END
  WHEN 11 THEN 'young'
  WHEN 12 THEN 'working'
  WHEN 13 THEN 'old'
END
"""
    )


@pytest.mark.parametrize("clusters", [1, 9, 10, 25, 120])
def test_case_expression_tells_one_cluster_from_several(clusters):
    """Rows in each one, in the first two, in the last two, in all, and in none."""
    parts = tuple(Polyhedron(k, (is_true(f"c{k}"),)) for k in range(clusters))
    sets = [{k} for k in range(clusters)] + [
        {0, 1},
        {clusters - 2, clusters - 1},
        set(range(clusters)),
    ]
    sets = [some for some in sets if some <= set(range(clusters))] + [set()]
    columns = {f"c{k}": [k in some for some in sets] for k in range(clusters)}
    expression = Description(tuple(columns), parts).to_sql(dialect="duckdb", as_case=True)
    with duckdb.connect() as connection:
        connection.register("t", pa.table(columns))
        found = [label for (label,) in connection.execute(f"SELECT {expression} FROM t").fetchall()]
    assert found == [next(iter(some)) if len(some) == 1 else None for some in sets]


def test_case_expression_of_no_clusters_is_null():
    assert Description(("x",), ()).to_sql(as_case=True) == "NULL\n"


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [
        ("ansi", '"it\'s ""x"" `y` \\" = \'it\'\'s \\\''),
        ("duckdb", '"it\'s ""x"" `y` \\" = \'it\'\'s \\\''),
        ("postgres", '"it\'s ""x"" `y` \\" = \'it\'\'s \\\''),
        ("bigquery", "`it's \"x\" \\`y\\` \\\\` = 'it\\'s \\\\'"),
        ("spark", "`it's \"x\" ``y`` \\` = 'it\\'s \\\\'"),
    ],
)
def test_names_and_text_are_quoted_as_the_database_wants(dialect, expected):
    column, level = 'it\'s "x" `y` \\', "it's \\"
    assert conditions(describe([column], a=[is_level(column, level)]), dialect) == expected


@pytest.mark.parametrize("dialect", ["bigquery", "spark"])
def test_line_breaks_are_escapes_where_text_has_escapes(dialect):
    description = describe(["x"], a=[is_level("x", "a\nb\x07")])
    assert conditions(description, dialect) == r"`x` = 'a\nb\u0007'"


@pytest.mark.parametrize(
    ("dialect", "local", "zoned"),
    [
        (
            "ansi",
            "\"x\" < TIMESTAMP '{}' + INTERVAL '0.000001' SECOND",
            "\"x\" < CAST('{}+00:00' AS TIMESTAMP WITH TIME ZONE) + INTERVAL '0.000001' SECOND",
        ),
        (
            "duckdb",
            "epoch_us(\"x\") <= epoch_us(TIMESTAMP '{}')",
            "epoch_us(\"x\") <= epoch_us(TIMESTAMPTZ '{}+00:00')",
        ),
        (
            "postgresql",
            "EXTRACT(EPOCH FROM \"x\") <= EXTRACT(EPOCH FROM TIMESTAMP '{}')",
            "EXTRACT(EPOCH FROM \"x\") <= EXTRACT(EPOCH FROM TIMESTAMPTZ '{}+00:00')",
        ),
        ("bigquery", "`x` <= DATETIME '{}'", "`x` <= TIMESTAMP '{}+00:00'"),
        ("spark", "`x` <= TIMESTAMP_NTZ '{}'", "`x` <= TIMESTAMP '{}+00:00'"),
    ],
)
def test_times_with_and_without_a_zone(dialect, local, zoned):
    ticks = (datetime(2024, 2, 29, 12) - datetime(1970, 1, 1)).total_seconds() * 1e6
    for is_zoned, expected in ((False, local), (True, zoned)):
        feature = Feature("x", Kind.DATETIME, zoned=is_zoned)
        written = conditions(describe(["x"], a=[at_most(feature, ticks)]), dialect)
        assert written == expected.format("2024-02-29 12:00:00")


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [
        ("ansi", "CAST(\"x\" AS DATE) >= DATE '{}' AND CAST(\"x\" AS DATE) <= DATE '{}'"),
        (
            "duckdb",
            "epoch_us(\"x\") >= epoch_us(DATE '{}') AND epoch_us(\"x\") < epoch_us(DATE '{}' + 1)",
        ),
        ("bigquery", "CAST(`x` AS DATE) >= DATE '{}' AND CAST(`x` AS DATE) <= DATE '{}'"),
    ],
)
def test_times_are_on_a_day_until_its_end(dialect, expected):
    feature = Feature("x", Kind.DATE)
    written = conditions(describe(["x"], a=[at_least(feature, 0), at_most(feature, 31)]), dialect)
    assert written == expected.format("1970-01-01", "1970-02-01")


def test_times_that_doubles_cannot_tell_apart_are_compared_as_doubles():
    far = describe(["x"], a=[at_most(Feature("x", Kind.DATETIME), 2.0**54)])
    assert conditions(far, "duckdb") == ('CAST(epoch_us("x") AS DOUBLE) <= 1.8014398509481984e+16')
    assert conditions(far, "ansi").startswith('"x" < TIMESTAMP \'2540-')


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        (["a"], '("x" IS NULL OR "x" <> \'a\')'),
        ([None], '"x" IS NOT NULL'),
        (["a", None], "\"x\" <> 'a'"),
        (["a", None, 3, True], "\"x\" NOT IN ('a', 3, TRUE)"),
    ],
)
def test_missing_is_a_level_of_its_own(levels, expected):
    description = describe(["x"], a=[is_not_level("x", level) for level in levels])
    assert conditions(description, "ansi") == expected


def test_range_and_equality():
    n = Feature("n", Kind.INTEGER)
    number = 'CAST("n" AS DOUBLE PRECISION)'
    same = describe(["n"], a=[at_least(n, 3), at_most(n, 3)])
    assert conditions(same, "ansi") == f"{number} = 3"
    wide = describe(["n"], a=[at_least(n, 3), at_most(n, 2**53 - 1)])
    assert conditions(wide, "ansi") == f"{number} BETWEEN 3 AND 9007199254740991"


def test_parts_of_a_table_name():
    assert 'FROM "a"."b""c" AS source' in SEGMENTED.to_sql(("a", 'b"c'))
    assert 'FROM "a.b" AS source' in SEGMENTED.to_sql("a.b")


def result_names(description, dialect="ansi"):
    with duckdb.connect() as connection:
        table = pa.table({column: [1.0] for column in description.columns})
        connection.register("t", table)
        result = connection.sql(description.to_sql("t", dialect)).to_arrow_table()
    return result.column_names[len(description.columns) :]


def test_result_columns_collide_with_nothing():
    parts = tuple(Polyhedron(label, ()) for label in ("a", "A", "a!", "", "!", 1, "1", "日本"))
    description = Description(("in_a", "Cluster", "x"), parts)
    assert result_names(description) == [
        "in_a_2", "in_A_3", "in_a_4", "in_cluster", "in_cluster_2", "in_1", "in_1_2", "in_日本",
        "cluster_2",
    ]  # fmt: skip


def test_result_columns_of_bigquery_are_plain():
    sql = Description(("x",), (Polyhedron("日本 a-b", ()),)).to_sql("t", "bigquery")
    assert "TRUE AS `in_a_b`" in sql


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ((0, 1), ["0", "1"]),
        (("a", "it's"), ["'a'", "'it''s'"]),
        ((True, False), ["TRUE", "FALSE"]),
        ((0.5, 2.0), ["0.5e0", "2"]),
        ((date(2024, 1, 1), date(2025, 1, 1)), ["DATE '2024-01-01'", "DATE '2025-01-01'"]),
        ((0, "a"), ["'0'", "'a'"]),
        (((1, 2), (3, 4)), ["'(1, 2)'", "'(3, 4)'"]),
    ],
)
def test_labels_are_of_one_type(labels, words):
    sql = Description(("x",), tuple(Polyhedron(label, ()) for label in labels)).to_sql()
    assert [line.split(" THEN ")[1] for line in sql.splitlines() if 'WHEN "in' in line][
        -2:
    ] == words


def test_description_without_polyhedra_labels_nothing():
    with duckdb.connect() as connection:
        connection.register("t", pa.table({"x": [1.0]}))
        assert connection.execute(Description(("x",), ()).to_sql("t")).fetchall() == [(1.0, None)]


@pytest.mark.parametrize("bad", ["a\0b", "\ud800", ""])
def test_name_that_no_database_takes_is_refused(bad):
    with pytest.raises(InputError, match="SQL cannot"):
        describe([bad], a=[at_most(Feature(bad), 1)]).to_sql()
    with pytest.raises(InputError, match=r"SQL cannot|table must be"):
        SEGMENTED.to_sql(bad)


def test_text_that_no_database_takes_is_refused():
    with pytest.raises(InputError, match="NUL or an invalid character"):
        describe(["x"], a=[is_level("x", "a\0")]).to_sql()
    with pytest.raises(InputError, match="NUL or an invalid character"):
        Description(("x",), (Polyhedron("a\0", ()),)).to_sql()


def test_date_beyond_the_years_of_sql_is_refused():
    far = describe(["d"], a=[at_most(Feature("d", Kind.DATE), 1e7)])
    with pytest.raises(InputError, match="'d' is outside of them"):
        far.to_sql()


def test_score_word_for_word():
    assert """\
    COALESCE(
      3 * ((CAST("alcohol" AS DOUBLE PRECISION) - 11.03e0) / 3.8000000000000007e0)
        - 2 * ((CAST("hue" AS DOUBLE PRECISION) - 0.48e0) / 1.23e0) <= 0.4e0
      AND CAST("alcohol" AS DOUBLE PRECISION) <= 14,
      FALSE
    ) AS "in_light",
    COALESCE(
      -3 * ((CAST("alcohol" AS DOUBLE PRECISION) - 11.03e0) / 3.8000000000000007e0)
        - 1 * CASE WHEN "colour" = 'red' THEN 1 ELSE 0 END
        - 2 * ((FLOOR(CAST(EXTRACT(EPOCH FROM "bottled") * 1000000 AS DOUBLE PRECISION) \
/ 86400000000) - 11323) / 3652) <= -2.5e0
      AND "organic" = TRUE,
      FALSE
    ) AS "in_old"
""" in WINE.to_sql("wines", "postgres")


def test_value_below_zero_that_counts_as_0_is_added():
    description = describe(["x"], a=[score(1, (2, X, -2.5, 1.5), (1, Feature("y")))])
    assert conditions(description, "ansi") == (
        '2 * ((CAST("x" AS DOUBLE PRECISION) + 2.5e0) / 4) + 1 * CAST("y" AS DOUBLE PRECISION) <= 1'
    )


def test_dates_in_a_sum_need_a_dialect_that_can_say_it():
    d = Feature("d", Kind.DATE)
    description = describe(["d", "x"], a=[weighted(3, (1, d), (-1, X))])
    with pytest.raises(InputError, match="'d' cannot be written in ansi SQL: choose another"):
        description.to_sql()
    assert "UNIX_DATE(CAST(`d` AS DATE))" in description.to_sql("t", "bigquery")


def test_unknown_dialect_is_refused_with_close_names():
    with pytest.raises(
        InputError, match=r"dialect must be one of 'ansi', .* Did you mean 'duckdb'"
    ):
        SEGMENTED.to_sql("t", "duck")


@pytest.mark.parametrize("table", [(), ("a", ""), ("a", 3), ""])
def test_table_without_a_name_is_refused(table):
    with pytest.raises(InputError, match="table must be a name"):
        SEGMENTED.to_sql(table)


def test_columns_that_came_as_text_are_named_in_a_comment():
    when = Feature("when\n--", Kind.DATE, form=Form.PLAIN)
    amount = Feature("amount", form=Form.DECIMAL_COMMA)
    description = describe(["when\n--", "amount"], a=[at_most(when, 0), at_most(amount, 1)])
    comment = (
        "-- text in the described table, to be converted here: when\\n-- (dates), amount (numbers)"
    )
    for as_case in (False, True):
        assert description.to_sql(as_case=as_case).splitlines()[0] == comment
    rows = pa.table({"when\n--": [date(1969, 1, 1), None], "amount": [0.5, 0.5]})
    with duckdb.connect() as connection:
        connection.register("t", rows)
        for sql in (
            description.to_sql("t", "duckdb"),
            f"SELECT {description.to_sql(dialect='duckdb', as_case=True)} FROM t",
        ):
            assert [row[-1] for row in connection.execute(sql).fetchall()] == ["a", None]
