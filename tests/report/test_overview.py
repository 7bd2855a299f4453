"""The range chart, the map of all clusters and stability as pictures: counted, escaped, small."""

import re

import numpy as np
import pytest

from clusterscribe import Ball, Description, Feature, HalfSpace, Polyhedron, Term, Union
from clusterscribe.charts import data, svg
from clusterscribe.description.after.cluster_stability import ClusterStability, Recurrence
from clusterscribe.feature import Kind

from .pictures import EVIL, parsed

AGE, COLOUR = Feature("age", Kind.INTEGER), Feature("colour", Kind.LEVEL, "red")


def at_most(feature, bound):
    return HalfSpace((Term(feature, 1),), bound)


def at_least(feature, bound):
    return HalfSpace((Term(feature, -1),), -bound)


def rows_for(*parts, columns=None, labels=None, **options):
    columns = columns or {
        "age": [20, 25, 50, 60, 30],
        "size": [1.5, 2.5, 3.5, 4.5, 2.0],
        "colour": ["red", "blue", "red", "green", "blue"],
    }
    pytest.importorskip("pandas")
    import pandas as pd

    table = pd.DataFrame(columns)
    description = Description(tuple(columns), parts, **options)
    return data.rows_of(description, table, labels or ["a", "a", "b", "b", "a"])


def two():
    return rows_for(
        Polyhedron("a", (at_most(AGE, 25),)),
        Polyhedron("b", (at_least(AGE, 40), at_least(COLOUR, 1))),
    )


class TestRanges:
    def test_most_used_column_comes_first_and_cells_are_counted(self):
        shown = data.ranges(two())
        assert [(h.title, h.clusters) for h in shown.headings] == [("age", 2), ("colour", 1)]
        (a, _), (b, red) = (one.cells for one in shown.clusters)
        assert (a.bound, a.inside) == ("≤ 25", (pytest.approx(2 / 3), 0))
        assert (b.bound, b.inside) == ("≥ 40", (1, 0))
        assert (red.bound, red.inside) == ("red", (0.5, pytest.approx(1 / 3)))

    def test_cell_without_condition_is_faint_and_says_so(self):
        shown = data.ranges(two())
        cell = shown.clusters[0].cells[1]
        assert not cell.is_used
        root = parsed(svg.range_cell(cell))
        assert root.get("class") == "range unused"
        assert root.find("title").text == "colour: no condition. Its rows: mostly blue (66.67 %)."

    def test_columns_without_room_are_counted_and_named(self):
        table = svg.range_cells(data.ranges(two(), most=1))
        assert len(table.headings) == 1
        assert "colour is red" in table.rows[1].further
        assert "1 further column or sum is not shown here." in table.note

    def test_cells_do_not_depend_on_bounds_of_others(self):
        other = rows_for(
            Polyhedron("a", (at_most(AGE, 25),)), Polyhedron("b", (at_least(AGE, 59),))
        )
        first, second = (svg.range_cells(data.ranges(rows)) for rows in (two(), other))
        assert first.rows[0].cells[0] == second.rows[0].cells[0]

    def test_union_has_several_pieces_and_a_ball_is_near(self):
        low, high = (Polyhedron("a", (space,)) for space in (at_most(AGE, 22), at_least(AGE, 55)))
        ball = Ball("b", (Term(AGE, 1),), (50.0,), radius=5.0)
        shown = data.ranges(rows_for(Union("a", (low, high)), ball))
        a, b = (one.cells[0] for one in shown.clusters)
        assert (a.bound, len(a.allowed)) == ("≤ 22 or ≥ 55", 2)
        assert (b.bound, len(b.allowed)) == ("near 50", 1)

    def test_sums_have_a_column_of_their_own(self):
        both = HalfSpace((Term(AGE, 1), Term(Feature("size"), 1)), 30.0)
        shown = data.ranges(rows_for(Polyhedron("a", (both,)), Polyhedron("b", ())))
        assert [h.title for h in shown.headings] == ["age + size"]
        assert shown.clusters[0].cells[0].bound == "≤ 30"

    def test_missing_values_and_no_conditions(self):
        hole = Feature("size", Kind.LEVEL, None, of=Kind.NUMBER)
        rows = rows_for(
            Polyhedron("a", (at_least(hole, 1),)),
            columns={"size": [1.0, np.nan, 2.0, np.nan, 3.0]},
        )
        shown = data.ranges(rows)
        assert shown.headings[0].title == "size: known or missing"
        assert shown.clusters[0].cells[0].bound == "missing"
        assert data.ranges(rows_for(Polyhedron("a", ()))).headings == ()

    def test_table_is_well_formed_and_hostile_names_are_escaped(self):
        rows = rows_for(
            Polyhedron(EVIL, (at_most(Feature(EVIL), 2.0),)),
            columns={EVIL: [1.0, 2.0, 3.0]},
            labels=[EVIL, EVIL, "b"],
        )
        chart = data.cluster_map(rows)
        for markup in (svg.ranges(data.ranges(rows)), svg.cluster_map(chart)):
            root = parsed(markup)
            assert list(root.iter("script")) == []
            assert not re.search(r'\s(style|id|on\w+)="', markup)

    def test_cells_are_small(self):
        table = svg.range_cells(data.ranges(two()))
        assert max(len(cell) for row in table.rows for cell in row.cells) < 1_000


class TestClusterMap:
    def test_every_row_is_a_dot_and_errors_are_hollow(self):
        shown = data.cluster_map(two())
        assert {shown.across.title, shown.up.title} <= {"age", "size", "colour"}
        assert [(one.rows, one.errors) for one in shown.clusters] == [(3, 1), (2, 1)]
        root = parsed(svg.cluster_map(shown))
        groups = list(root.iter("g"))
        assert [g.get("class") for g in groups] == ["c0", "c1"]
        assert groups[0].find("title").text == "a: 3 rows, 1 wrong"
        assert all(g.find("path[@class='hollow']") is not None for g in groups)

    def test_one_column_is_one_axis(self):
        rows = rows_for(Polyhedron("a", (at_most(AGE, 25),)), columns={"age": [20, 25, 50, 60, 30]})
        shown = data.cluster_map(rows)
        assert shown.up is None
        assert len(shown.clusters) == 2  # b has rows, and nobody describes it
        assert "Height means nothing." in svg.cluster_map(shown)

    def test_sample_keeps_errors_in_proportion_and_is_always_the_same(self):
        source = np.random.default_rng(0)
        columns = {"age": source.integers(0, 100, 4000), "size": source.normal(size=4000)}
        labels = np.where(columns["age"] < 60, "a", "b").tolist()
        parts = Polyhedron("a", (at_most(AGE, 49),)), Polyhedron("b", (at_least(AGE, 60),))
        rows = rows_for(*parts, columns=columns, labels=labels)
        first, second = (data.cluster_map(rows, dots=300) for _ in range(2))
        a = first.clusters[0]
        assert len(a.x) / 300 == pytest.approx(0.6, abs=0.05)
        assert a.wrong.mean() == pytest.approx(a.errors / a.rows, abs=0.01)
        assert svg.cluster_map(first) == svg.cluster_map(second)
        assert len(svg.cluster_map(first)) < 8_000

    def test_forty_clusters_differ_in_colour_or_shape(self):
        ages = list(range(0, 400, 5))
        parts = [
            Polyhedron(n, (at_least(AGE, 10 * n), at_most(AGE, 10 * n + 9))) for n in range(40)
        ]
        columns = {"age": ages, "size": [float(age % 7) for age in ages]}
        shown = data.cluster_map(
            rows_for(*parts, columns=columns, labels=[age // 10 for age in ages])
        )
        keys = re.findall(
            r'<span class="key (c\d+)"><svg.*?<path class="(\w+)" d="([^"]*)"',
            svg.cluster_map(shown),
        )
        assert len(set(keys)) == 40


class TestStability:
    def test_strip_has_share_and_spread(self):
        cluster = ClusterStability(
            "a", (Recurrence(at_most(AGE, 25), 19, 22.0, 27.0),), (0.9,) * 20, 18
        )
        shown = data.stability_strips(cluster, 20)
        markup = svg.stability_strips(shown)
        root = parsed(markup)
        assert "19 of 20" in markup
        assert "22 to 27" in markup
        assert "in 18 by just these conditions, on average with 90 %" in markup
        assert root.find(".//th[@scope='row']/bdi").text == "age <= 25"

    def test_no_samples_is_said(self):
        empty = data.stability_strips(ClusterStability("a", (), (), 0), 0)
        assert "not known" in svg.stability_strips(empty)
