"""Queries of pandas; that they select the same rows as `membership` is tested in
`test_exports_agree`."""

import numpy as np
import pandas as pd
import pytest

from clusterscribe import Description, Feature, InputError, Kind, Polyhedron
from clusterscribe.description import HalfSpace, Term

from .builders import SEGMENTED, WINE, at_most, describe, is_level, is_not_level, people, weighted


def test_query_word_for_word():
    assert SEGMENTED.to_pandas_query() == {
        "young": "`income`.astype('float64') <= 45000 and `age`.astype('float64') >= 18 "
        "and `age`.astype('float64') <= 30 and `job` not in ['admin', 'retired']",
        "working": "`job` in ['admin'] and `member` == True",
        "old": "`age`.astype('float64') >= 66 and `signup`.astype('object')"
        ".astype('datetime64[us, UTC]').dt.normalize() <= '2011-01-01 00:00+00:00'",
    }


def test_query_selects_the_rows_of_a_cluster():
    queries = SEGMENTED.to_pandas_query()
    selected = {label: list(people().query(query).index) for label, query in queries.items()}
    assert selected == {"young": [0, 1], "working": [2], "old": [3, 4]}


def test_polyhedron_without_conditions_selects_every_row():
    (query,) = Description(("x",), (Polyhedron(0, ()),)).to_pandas_query().values()
    frames = [
        pd.DataFrame({"x": [1.0, None]}),
        pd.DataFrame({"x": [1.0, 2.0]}, index=["a", None]),
        pd.DataFrame({"x": [1.0, 2.0], "index": [3, 4]}),
        pd.DataFrame({"x": [1.0, 2.0]}, index=pd.MultiIndex.from_tuples([(1, 2), (3, 4)])),
    ]
    for frame in frames:
        assert len(frame.query(query)) == 2


def test_text_that_means_something_to_pandas_stays_text():
    level = "a`b # @c 'd' \"e\" \\ \n"
    (query,) = describe(["x"], a=[is_level("x", level)]).to_pandas_query().values()
    assert list(pd.DataFrame({"x": ["a", level]}).query(query).index) == [1]


def test_missing_level():
    frame = pd.DataFrame({"x": ["a", None, "b"]})
    for space, expected in (
        (is_level("x", None), [1]),
        (is_not_level("x", None), [0, 2]),
        (is_not_level("x", "a"), [1, 2]),
    ):
        (query,) = describe(["x"], a=[space]).to_pandas_query().values()
        assert list(frame.query(query).index) == expected


@pytest.mark.parametrize("column", ["back`tick", "two\nlines", "tab\tbed", "\x00"])
def test_name_that_pandas_cannot_read_is_refused(column):
    with pytest.raises(InputError, match=r"a pandas query cannot name the column .* rename it"):
        describe([column], a=[at_most(Feature(column), 1)]).to_pandas_query()


def test_only_names_that_are_used_matter():
    description = describe(["back`tick", "x"], a=[at_most(Feature("x"), 1)])
    assert description.to_pandas_query() == {"a": "`x`.astype('float64') <= 1"}


def test_name_that_pandas_would_take_for_another_is_refused(monkeypatch):
    from clusterscribe.description.export import query

    monkeypatch.setattr(query, "_name", lambda column: "`y`")
    with pytest.raises(InputError, match="cannot name the column 'x'"):
        describe(["x", "y"], a=[at_most(Feature("x"), 1)]).to_pandas_query()


def test_without_pandas_the_query_is_written_all_the_same(monkeypatch):
    from clusterscribe.description.export import query

    monkeypatch.setattr(query, "find_spec", lambda name: None)
    assert SEGMENTED.to_pandas_query()["working"] == "`job` in ['admin'] and `member` == True"
    with pytest.raises(InputError, match="cannot name"):
        describe(["a`"], a=[at_most(Feature("a`"), 1)]).to_pandas_query()


def test_bound_that_numpy_made_is_a_number_in_the_query():
    description = describe(["x"], a=[at_most(Feature("x"), np.float64(0.1))])
    assert description.to_pandas_query() == {"a": "`x`.astype('float64') <= 0.1"}


def test_times_with_and_without_a_zone_are_not_compared():
    description = describe(["x"], a=[at_most(Feature("x", Kind.DATETIME), 0)])
    (query,) = description.to_pandas_query().values()
    times = pd.Series(pd.to_datetime(["1970-01-01 00:00:00", "1970-01-01 00:00:01"]))
    assert list(times.to_frame("x").query(query).index) == [0]
    with pytest.raises(TypeError, match="timezone-naive"):
        times.dt.tz_localize("UTC").to_frame("x").query(query)


def test_weighted_sum():
    description = describe(["x", "y"], a=[weighted(3, (2, Feature("x")), (-1, Feature("y")))])
    assert description.to_pandas_query() == {
        "a": "2 * `x`.astype('float64') + -1 * `y`.astype('float64') <= 3.0"
    }


def test_score():
    light, _ = WINE.to_pandas_query().values()
    assert light == (
        "3 * ((`alcohol`.astype('float64') - 11.03) / 3.8000000000000007) "
        "+ -2 * ((`hue`.astype('float64') - 0.48) / 1.23) <= 0.4 "
        "and `alcohol`.astype('float64') <= 14"
    )


def test_levels_of_booleans_that_may_be_missing_are_added_up():
    frame = pd.DataFrame(
        {
            "a": pd.array([True, False, None, True], dtype="boolean"),
            "b": [1.0, 2.0, 0.0, 3.0],
            "c": ["x", None, "y", "x"],
        }
    )
    levels = [Feature("a", Kind.LEVEL, False), Feature("a", Kind.LEVEL, None)]
    for level in [*levels, Feature("c", Kind.LEVEL, "x"), Feature("c", Kind.LEVEL, None)]:
        for weight in (1, -1):
            terms = (Term(level, weight), Term(Feature("b"), 1))
            region = Polyhedron("A", (HalfSpace(terms, 1.5),))
            description = Description(("a", "b", "c"), (region,))
            found = frame.query(description.to_pandas_query()["A"], engine="python")
            inside = description.membership(frame)[:, 0]
            assert found.index.tolist() == np.flatnonzero(inside).tolist()
