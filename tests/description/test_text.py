"""The text, word for word."""

from dataclasses import replace

from clusterscribe import Description, Feature, Polyhedron
from clusterscribe.description import Proof, Tally, tally
from clusterscribe.description.words.layout import columns

from .builders import (
    HUE,
    SEGMENTED,
    SEGMENTS,
    WINE,
    at_most,
    describe,
    is_not_level,
    people,
    score,
)
from .test_tally import APART, LOW_AND_HIGH, NOISY, ROWS, X

PROOF = Proof("optimal", "complexity", 18, 18, 0, 0, 1, 1)


def counted(description, X, labels, weights=None):
    return replace(description, tallies=tally(description, X, labels, weights))


def test_card_for_each_cluster_then_figures_then_proof():
    description = replace(counted(SEGMENTED, people(), SEGMENTS), proof=PROOF)
    assert (
        description.to_text()
        == """\
Cluster young ---------------------------------------------- 2 rows, 40 % of all
    income <= 45000
    18 <= age <= 30
    job is not in {admin, retired}
  2 of 2 rows inside; none of others

Cluster working --------------------------------------------- 1 row, 20 % of all
    job is admin
    member is true
  1 of 1 row inside; none of others

Cluster old ------------------------------------------------ 2 rows, 40 % of all
    age >= 66
    signup <= 2011-01-01
  2 of 2 rows inside; none of others

In all -------------------------------------------------------------- 3 clusters
  Errors      0 of 5 rows
  Accuracy    100 %
  Complexity  18 (9 half-spaces)
  Sparsity    6 features of 5 columns: income, age, job, member, signup

  Proved: no axis-parallel description with no errors has a complexity below 18.\
"""
    )


def test_errors_in_and_out():
    description = counted(LOW_AND_HIGH, ROWS, ["low", "high", "low", "high", "low"])
    assert (
        description.to_text(72)
        == """\
Cluster low ---------------------------------------- 3 rows, 60 % of all
    x <= 3
  2 of 3 rows inside, 1 outside, 1 also in another cluster; 1 of others
  inside

Cluster high --------------------------------------- 2 rows, 40 % of all
    x >= 3
  1 of 2 rows inside, 1 outside; 2 of others inside

In all ------------------------------------------------------ 2 clusters
  Errors      3 of 5 rows
  Accuracy    40 %
  Complexity  4 (2 half-spaces)
  Sparsity    1 feature of 1 column: x\
"""
    )


def test_without_tallies_the_conditions_alone():
    description = Description(("x",), (Polyhedron("low", (at_most(X, 3),)), Polyhedron(1, ())))
    assert (
        description.to_text(40)
        == """\
Cluster low ----------------------------
    x <= 3

Cluster 1 ------------------------------
    every row

In all ---------------------- 2 clusters
  Complexity  2 (1 half-space)
  Sparsity    1 feature of 1 column: x\
"""
    )


def test_noise_has_a_card_of_its_own_or_a_line():
    outside = counted(replace(APART, noise="outside"), NOISY, [0, 0, -1, 1, -1])
    assert """
Label -1 --------------------------------------------------- 2 rows, 40 % of all
  1 of 2 rows outside every cluster
""" in outside.to_text()
    ignored = counted(replace(APART, noise="ignore"), NOISY, [0, 0, -1, 1, -1])
    assert "  Noise       rows labelled -1 do not count" in ignored.to_text()
    assert "Errors      0 of 3 rows" in ignored.to_text()


def test_label_that_is_not_described_is_said_to_be():
    text = counted(LOW_AND_HIGH, ROWS, ["low", "low", "new", "high", "high"]).to_text()
    assert "\nLabel new -" in text
    assert "  not described: every row is an error" in text


def test_weighted_figures_are_called_weighted():
    text = counted(LOW_AND_HIGH, ROWS, ["low", "high", "low", "high", "low"], [0.5] * 5).to_text()
    assert "1.5 weighted rows, 60 % of all" in text
    assert "Errors      1.5 of 2.5 weighted rows" in text


def test_long_lists_wrap_with_an_indent():
    jobs = ["administrator", "blue collar", "entrepreneur", "housemaid", "management", "retired"]
    description = describe(["job"], a=[is_not_level("job", job) for job in jobs])
    assert description.to_text().splitlines()[1:3] == [
        "    job is not in {administrator, blue collar, entrepreneur, housemaid,",
        "        management, retired}",
    ]


def test_long_scores_have_a_line_for_each_term_and_short_ones_do_not():
    assert (
        WINE.to_text()
        == """\
Cluster light ------------------------------------------------------------------
    score = 3 x alcohol (11.03 -> 0, 14.83 -> 1)
          - 2 x hue (0.48 -> 0, 1.71 -> 1), at most 0.4
    alcohol <= 14

Cluster old --------------------------------------------------------------------
    score = 3 x alcohol (11.03 -> 0, 14.83 -> 1)
          + [colour is red]
          + 2 x bottled (2001-01-01 -> 0, 2011-01-01 -> 1), at least 2.5
    organic is true

In all -------------------------------------------------------------- 2 clusters
  Complexity  11 (4 half-spaces)
  Sparsity    5 features of 5 columns: alcohol, hue, colour, organic, bottled\
"""
    )
    assert WINE.to_text(100).splitlines()[1] == (
        "    score = 3 x alcohol (11.03 -> 0, 14.83 -> 1) "
        "- 2 x hue (0.48 -> 0, 1.71 -> 1), at most 0.4"
    )


def test_long_names_in_a_score_wrap_below_their_term():
    name = Feature("a rather long name for what was measured in the first of all samples")
    description = describe(["x"], a=[score(1, (2, name, 0.0, 8.0), (1, HUE, 0.48, 1.71))])
    assert description.to_text(60).splitlines()[1:5] == [
        "    score = 2 x a rather long name for what was measured in",
        "              the first of all samples (0 -> 0, 8 -> 1)",
        "          + hue (0.48 -> 0, 1.71 -> 1), at most 1",
        "",
    ]


def test_every_line_fits_the_width():
    columns = [f"column number {n}" for n in range(40)]
    description = describe(
        columns, **{f"c{n}": [is_not_level(c, "x")] for n, c in enumerate(columns)}
    )
    description = replace(description, proof=PROOF)
    for width in (60, 80, 120):
        assert max(map(len, description.to_text(width).splitlines())) <= width


def test_long_label_goes_above_its_figures():
    label = "a segment whose name is far too long to stand beside its figures on one line"
    description = replace(
        Description(("x",), (Polyhedron(label, ()),)), tallies=(Tally(label, 4, 4, 4, 0),)
    )
    first, second, third, *_ = description.to_text().splitlines()
    assert first.startswith("Cluster a segment")
    assert second == "  line"
    assert third.endswith("- 4 rows, 100 % of all")


def test_wide_characters_take_two_columns():
    heading = Description(("x",), (Polyhedron("日本", ()),)).to_text().splitlines()[0]
    assert len(heading) == 78


def test_nothing_in_a_name_can_break_a_card():
    description = describe(["a\nb"], **{"x\ny\x1b[0m": [is_not_level("a\nb", "c\r\nd")]})
    assert description.to_text().splitlines()[:2] == [
        r"Cluster x\ny\x1b[0m " + "-" * 60,
        r"    a\nb is not c\r\nd",
    ]


def test_a_hundred_percent_is_never_said_of_what_has_errors():
    description = replace(
        Description(("x",), (Polyhedron("a", ()), Polyhedron("b", ()))),
        tallies=(Tally("a", 99_997, 99_996, 99_996, 0), Tally("b", 3, 3, 3, 0)),
    )
    for words in (description.to_text(), description._repr_html_()):
        assert "99.999 %" in words
        assert "99997 rows, 99.997 % of all" in words
        assert "3 rows, 0.003 % of all" in words
        assert "100 %" not in words


def test_percents_have_two_decimals():
    description = replace(
        Description(("x",), (Polyhedron("a", ()), Polyhedron("b", ()))),
        tallies=(Tally("a", 140, 138, 138, 0), Tally("b", 70, 70, 70, 0)),
    )
    assert "  Accuracy    99.05 %\n" in description.to_text()
    assert "140 rows, 66.67 % of all" in description.to_text()
    assert "<dd>99.05 %</dd>" in description._repr_html_()


def test_no_line_ends_within_an_arrow():
    name = Feature("measurement " * 4 + "end")
    description = describe(["x"], a=[score(1, (2, name, 0.00373, 0.99941), (1, HUE, 0.48, 1.71))])
    for width in range(40, 100):
        for line in description.to_text(width).splitlines():
            assert not line.endswith("->")
            assert not line.strip().startswith("->")


def test_wide_letters_count_as_the_two_columns_they_take():
    names = ["城市北京", "上海东京", "首尔大阪"]
    description = describe(names, a=[at_most(Feature(name), 1) for name in names])
    for width in range(40, 60):
        lines = description.to_text(width).splitlines()
        assert max(map(columns, lines)) <= width
        assert all(any(name in line for line in lines) for name in names)
