"""What other rows lost or gained, counted by hand."""

import json
from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe import (
    Description,
    DescriptionWarning,
    Feature,
    HalfSpace,
    InputError,
    Kind,
    Polyhedron,
    Term,
    describe,
)
from clusterscribe.description import tally
from clusterscribe.description.after.changes import Change, Part

from .builders import at_least, at_most, ball, union

X = Feature("x")
APART = Description(
    ("x",),
    (Polyhedron("low", (at_most(X, 3), at_least(X, 0))), Polyhedron("high", (at_least(X, 5),))),
)
THEN = [[1.0], [2.0], [3.0], [6.0], [7.0], [4.0]]
LABELS = ["low", "low", "low", "high", "high", "high"]


def found(description=APART, rows=THEN, labels=LABELS, weights=None):
    return replace(description, tallies=tally(description, rows, labels, weights))


def plain_lines(text):
    return [" ".join(line.split()) for line in text.splitlines()]


def test_same_rows_have_not_changed():
    drift = found().rescore(THEN, LABELS)
    assert drift.unchanged
    assert drift.to_text() == (
        "In all ------------------------------------------------------ 6 rows then, 6 now\n"
        "                            then          now  change\n"
        "  wrongly described  1 (16.67 %)  1 (16.67 %)       0\n"
        "\n"
        "Nothing changed: every share is what it was, and no label came or went."
    )


def test_counts_of_each_cluster_and_condition():
    drift = found().rescore([[1.0], [-1.0], [6.0], [3.0]], ["low", "low", "high", "high"])
    low = next(cluster for cluster in drift if cluster.label == "low")
    assert low.rows == Change(Part(3, 6), Part(2, 4))
    assert low.inside == Change(Part(3, 3), Part(1, 2))
    assert low.errors == Change(Part(0, 3), Part(1, 2))
    assert low.wrongly_inside == Change(Part(0, 3), Part(1, 2))
    by_check = {condition.check: condition for condition in low.conditions}
    assert by_check[at_most(X, 3)].own == Change(Part(3, 3), Part(2, 2))
    assert by_check[at_most(X, 3)].others == Change(Part(3, 3), Part(1, 2))
    assert by_check[at_least(X, 0)].own == Change(Part(3, 3), Part(1, 2))
    assert by_check[at_least(X, 0)].others == Change(Part(0, 3), Part(0, 2))
    assert drift.errors == Change(Part(1, 6), Part(2, 4))


def test_most_changed_cluster_and_condition_come_first():
    drift = found().rescore([[1.0], [2.0], [-1.0], [6.0], [7.0], [4.0]], LABELS)
    assert [cluster.label for cluster in drift] == ["low", "high"]
    assert drift.clusters[0].conditions[0].check == at_least(X, 0)
    assert drift.to_text().endswith("\n\nNothing changed in high.")


def test_lines_of_an_alternative_end_between_its_conditions():
    long = Feature("a name that takes half of the line")
    flags = [Feature(name, Kind.BOOLEAN) for name in ("hair", "milk")]
    either = HalfSpace(tuple(Term(flag, -1) for flag in flags), -1.0)
    parts = (union("low", [at_most(X, 3), either, at_least(long, 10)], [at_most(X, 0)]),)
    columns = ("x", long.column, "hair", "milk")
    rows = pd.DataFrame([[1.0, 20.0, True, False], [9.0, 20.0, True, True]], columns=columns)
    counted = found(Description(columns, parts), rows, ["low", "low"])
    lines = counted.rescore(rows[:1], ["low"]).to_text(width=60).splitlines()
    start = lines.index("  x <= 3 and (hair is true or milk is true)")
    assert lines[start + 1] == "      and a name that takes half of the line >= 10"


def test_new_and_vanished_labels_are_named():
    drift = found().rescore([[1.0], [9.0]], ["low", "\n<b>"])
    assert [(stray.label, stray.rows) for stray in drift.new_labels] == [("\n<b>", 1)]
    assert [(stray.label, stray.rows) for stray in drift.vanished_labels] == [("high", 3)]
    assert not drift.unchanged
    assert "  New label '\\n<b>': 1 row now.\n" in drift.to_text()
    assert "  No row has the label high now: 3 rows then.\n" in drift.to_text()
    high = next(cluster for cluster in drift if cluster.label == "high")
    assert (high.inside.now.share, high.inside.difference, high.inside.notable) == (
        None,
        None,
        False,
    )


def test_labels_of_another_type_get_a_hint():
    description = Description(("x",), (Polyhedron(1, (at_most(X, 3),)),))
    counted = found(description, [[1.0]], [1])
    with pytest.warns(DescriptionWarning, match="labels has '1' and the description has 1, which"):
        counted.rescore([[1.0]], ["1"])


@pytest.mark.parametrize(
    ("then", "now", "notable"),
    [
        ((50, 100), (50, 100), False),
        ((50, 100), (64, 100), False),  # 1.99 standard errors
        ((50, 100), (65, 100), True),  # 2.14
        ((100, 100), (96, 100), True),  # 2.02
        ((100, 100), (97, 100), False),  # 1.75
        ((0, 100), (0, 100), False),
        ((5, 5), (0, 0), False),
        ((0, 0), (5, 5), False),
    ],
)
def test_changes_beyond_two_standard_errors_are_notable(then, now, notable):
    assert Change(Part(*then), Part(*now)).notable is notable
    assert not Change(Part(*then), Part(*now), weighted=True).notable


def test_marks_are_explained():
    rows, labels = [[1.0]] * 100 + [[6.0]] * 100, ["low"] * 100 + ["high"] * 100
    drift = found(rows=rows, labels=labels).rescore(
        [[1.0]] * 80 + [[4.0]] * 20 + rows[100:], labels
    )
    text = drift.to_text()
    assert "inside 100 (100 %) 80 (80 %) -20.00 *" in plain_lines(text)
    assert text.endswith(
        "* more than two standard errors apart. Of twenty figures that did not really\n"
        "  change, chance alone marks about one."
    )


def test_the_smallest_change_is_not_written_as_none():
    rows, labels = [[1.0]] * 99_999 + [[4.0]], ["low"] * 100_000
    text = found(rows=rows, labels=labels).rescore([[1.0]] * 100_000, labels).to_text()
    assert "inside 99999 (99.999 %) 100000 (100 %) +0.001" in plain_lines(text)
    assert "wrongly described 1 (0.001 %) 0 (0 %) -0.001" in plain_lines(text)


def test_weights_are_summed_and_nothing_is_marked():
    counted = found(weights=[0.5] * 6)
    drift = counted.rescore(THEN, LABELS, [0.5, 0.5, 0.5, 0.5, 0.5, 1.5])
    assert drift.errors == Change(Part(0.5, 3.0), Part(1.5, 4.0), weighted=True)
    text = drift.to_text()
    assert "3 weighted rows then, 4 now" in text
    assert "*" not in text
    assert "Rows are weighted, so notable differences are not marked." in text


def test_weights_on_one_side_only_are_refused():
    with pytest.raises(InputError, match="found on weighted rows; pass weights for these rows"):
        found(weights=[1.0] * 6).rescore(THEN, LABELS)
    with pytest.raises(InputError, match="found on rows without weights"):
        found().rescore(THEN, LABELS, [1.0] * 6)


def test_description_that_counted_nothing_cannot_be_compared():
    with pytest.raises(InputError, match="has no counts from when it was found"):
        APART.rescore(THEN, LABELS)


def test_description_of_an_earlier_version_compares_clusters_alone():
    tallies = tuple(replace(one, conditions=()) for one in found().tallies)
    drift = replace(APART, tallies=tallies).rescore(THEN, LABELS)
    assert not drift.compares_conditions
    assert "so only clusters\nare compared." in drift.to_text()
    (condition, *_) = drift.clusters[0].conditions
    assert (condition.own.then, condition.own.difference) == (None, None)


def test_missing_column_is_named():
    with pytest.raises(InputError, match="column 'x' is not in the table"):
        found().rescore(pd.DataFrame({"y": [1.0]}), ["low"])


def test_unions_and_balls_are_compared_by_alternatives_and_as_a_whole():
    description = Description(
        ("x",), (union("a", [at_most(X, 1)], [at_least(X, 5)]), ball("b", 1.0, (3, 1, X)))
    )
    rows, labels = [[0.0], [6.0], [3.0]], ["a", "a", "b"]
    text = found(description, rows, labels).rescore([[0.0], [0.5], [4.5]], labels).to_text()
    lines = plain_lines(text)
    assert lines[lines.index("x <= 1") + 1] == "own rows that satisfy it 1 (50 %) 2 (100 %) +50.00"
    assert "  within 1 of its prototype\n" in text


def test_plain_values_can_be_written_as_json():
    values = json.loads(json.dumps(found().rescore([[1.0]], ["low"]).to_dict(), allow_nan=False))
    low = next(cluster for cluster in values["clusters"] if cluster["label"] == "low")
    assert low["inside"] == {
        "then": {"amount": 3, "whole": 3},
        "now": {"amount": 1, "whole": 1},
        "difference": 0.0,
        "notable": False,
    }
    assert low["conditions"][0]["condition"] in {"x <= 3", "x >= 0"}


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_frame_has_a_row_for_each_figure(backend):
    frame = found().rescore([[1.0]], ["low"]).to_frame(backend)
    assert len(frame) == 4 + 2 * 2 + 4 + 2


ROWS = st.lists(
    st.tuples(st.integers(-2, 8), st.sampled_from(["low", "high", "new"])), min_size=1, max_size=12
)


@given(then=ROWS, now=ROWS)
def test_every_figure_is_what_a_count_says(then, now):
    (old, old_labels), (new, new_labels) = (zip(*rows, strict=True) for rows in (then, now))
    before, after = [[float(x)] for x in old], [[float(x)] for x in new]
    drift = found(rows=before, labels=old_labels).rescore(after, new_labels)
    assert drift.errors.then.amount == APART.errors(before, old_labels)
    assert drift.errors.now.amount == APART.errors(after, new_labels)
    for cluster in drift:
        assert cluster.rows.now == Part(new_labels.count(cluster.label), len(now))
        for condition in cluster.conditions:
            holds = [
                condition.check.contains({X: pd.array(row).to_numpy(float)})[0] for row in after
            ]
            own = [h for h, label in zip(holds, new_labels, strict=True) if label == cluster.label]
            others = [h for h, lab in zip(holds, new_labels, strict=True) if lab != cluster.label]
            assert condition.own.now == Part(sum(own), len(own))
            assert condition.others.now == Part(len(others) - sum(others), len(others))
    assert {s.label for s in drift.new_labels} == set(new_labels) - set(old_labels)
    assert {s.label for s in drift.vanished_labels} == set(old_labels) - set(new_labels)


def test_a_notebook_shows_shares_then_and_now_as_bars():
    description, _ = describe([[20], [25], [50], [60]], ["young", "young", "old", "old"])
    html = description.rescore([[20], [55], [70]], ["young", "young", "old"])._repr_html_()
    assert 'aria-label="then 0 (0 %), now 1 (33.33 %)"' in html
    assert '<rect class="now" y="6" width="33.3" height="4"/>' in html
