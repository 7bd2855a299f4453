"""What a report says, before anything is drawn."""

import re
from dataclasses import replace

import pandas as pd
import pytest

from clusterscribe.description import tally
from clusterscribe.description.after.cluster_stability import ClusterStability, Recurrence
from clusterscribe.description.after.stability import Stability
from clusterscribe.description.core import Tally
from clusterscribe.errors import InputError
from clusterscribe.proof import Status
from clusterscribe.report.build import Options, build
from clusterscribe.report.fit import fit_of
from clusterscribe.report.opening import figures
from clusterscribe.report.summary import Fact, Figure
from clusterscribe.result import Alternative
from tests.description.builders import at_least, at_most

from .shops import (
    AGE,
    FRONTIER,
    LABELS,
    LONG,
    PROOF,
    SHORT,
    TABLE,
    Frontier,
    described,
    point,
    result,
)


def said(view):
    """How good a description is, in one sentence."""
    return "".join(piece.words for piece in view.lead)


def test_first_screen_of_each_point():
    report = build(SHORT, Options(TABLE, LABELS, frontier=FRONTIER, noun="customers"))
    assert report.title == "What the 3 clusters are"
    assert report.table == ("12 customers, 3 columns, 3 clusters", "")
    assert report.chosen == 1
    assert [view.name for view in report.views] == [
        "1 error, complexity 10, proved",
        "2 errors, complexity 8, proved",
        "6 errors, complexity 6, only complexity proved",
    ]
    view = report.views[1]
    assert said(view) == (
        "83.33 % of the customers are described correctly by 3 conditions on 2 columns."
    )
    assert [piece.words for piece in view.lead if piece.strong] == [
        "83.33 %",
        "3 conditions",
        "2 columns",
    ]
    assert view.figures == (
        Figure("2", "of 12 customers are wrong"),
        Figure("2", "is the fewest possible for such a description"),
    )
    assert [card.sentence for card in view.cards] == [
        "Customers with age of at least 50",
        "Customers with age of at most 25",
        "Customers with avg_ord from 15 to 30",
    ]
    new = view.cards[1]
    assert (new.size, new.share, new.accuracy) == ("4 customers", "33.33 % of all", "75 %")
    assert new.figures == (
        Fact("Inside", "4 of 4 customers"),
        Fact("Also in another", "1"),
        Fact("Others inside", "0"),
    )


def test_the_tree_and_the_best_of_the_frontier_stand_beside_the_errors():
    found = replace(result(SHORT), error_bound=0, baseline=Alternative(3, 10, 2))
    points = tuple(
        replace(one, result=replace(one.result, error_bound=0)) for one in FRONTIER.points
    )
    report = build(SHORT, Options(TABLE, LABELS, frontier=Frontier(points), result=found))
    assert report.views[report.chosen].figures == (
        Figure("2", "of 12 rows are wrong"),
        Figure("3", "with a decision tree of 3 leaves"),
        Figure("1", "with more detail: 5 conditions", is_most_detailed=True),
    )
    others = build(SHORT, Options(TABLE[1:], LABELS[1:], frontier=FRONTIER, result=found))
    assert len(others.views[others.chosen].figures) == 1  # nothing else is known of other rows


def test_a_proven_bound_is_said_where_it_is_not_reached():
    proof = replace(PROOF, status=Status.FEASIBLE, error_bound=1)
    (view,) = build(replace(SHORT, proof=proof), Options(TABLE, LABELS)).views
    assert view.figures[-1] == Figure("1", "at best: nothing of this kind makes fewer")


@pytest.mark.parametrize(
    ("verified", "words"),
    [(None, "Proved by the solver."), (True, "Verified by the checker"), (False, "could not")],
)
def test_who_has_checked_the_proof_is_said(verified, words):
    (view,) = build(replace(LONG, proof=replace(PROOF, verified=verified)), Options()).views
    assert words in view.certainty.how


def test_an_open_proof_is_called_not_proved():
    proof = replace(PROOF, status=Status.FEASIBLE, bound=2)
    (view,) = build(replace(LONG, proof=proof), Options()).views
    assert not view.certainty.settled
    assert view.certainty.how.startswith("Not proved")


def test_the_column_of_the_clusters_is_named_where_it_is_known():
    named = build(SHORT, Options(TABLE, pd.Series(LABELS, name="segment")))
    assert named.table.source == "segment"
    settings = build(SHORT, Options(TABLE, LABELS, settings={"labels": "kind"}))
    assert settings.table.source == "kind"


def test_shares_of_a_cluster_and_whom_it_is_confused_with():
    view = build(SHORT, Options(TABLE, LABELS, noun="customers")).views[0]
    loyal, new, regular = view.cards
    assert [(share.figure, share.words) for share in regular.fit.shares] == [
        ("100 %", "of its customers are inside"),
        ("80 %", "of those inside are its own"),
    ]
    assert regular.confusions == (
        ("loyal", "loyal", "1 of these customers lies inside that one"),
        ("new", "new", "1 of its customers lies inside this description"),
    )
    assert [one.label for one in loyal.confusions] == ["regular"]
    assert not any(card.fit.warning for card in (loyal, new, regular))


def test_badly_described_clusters_are_marked_in_words():
    few = described(loyal=[at_least(AGE, 53)], new=[at_most(AGE, 52)], regular=[at_most(AGE, 10)])
    loyal, new, regular = build(few, Options(TABLE, LABELS)).views[0].cards
    assert loyal.fit.warning == "only 25 % of its rows are inside"
    assert new.fit.warning == "only 36.36 % of those inside are its own"
    assert regular.fit.warning == "none of its rows are inside"
    assert regular.sentence == "No rows"
    twice = described(loyal=[at_least(AGE, 50)], new=[at_most(AGE, 25)], regular=[at_least(AGE, 0)])
    assert build(twice, Options(TABLE, LABELS)).views[0].cards[0].fit.warning == (
        "100 % are inside another one as well"
    )
    # a third at most, although less than two thirds are described correctly
    assert not fit_of(Tally("a", 100, 90, 60, 0), "rows").warning
    assert fit_of(Tally("a", 100, 90, 55, 0), "rows").warning.startswith("35 % are inside")


def test_sums_of_weights_are_compared_with_a_bound_whatever_their_order():
    weighed = replace(SHORT, tallies=(Tally("a", 100.5, 77.7, 77.7, 0, weighted=True),))
    bound = 22.799999999999997  # the errors are 22.8
    *_, last = figures(weighed, "rows", error_bound=bound)
    assert last == Figure("22.8", "is the fewest possible for such a description")


def test_noise_has_a_leaf_of_its_own_in_the_tree():
    noise = Tally("noise", 3, 0, 3, 0)
    some = replace(SHORT, tallies=tuple(Tally(part.label, 4, 4, 4, 0) for part in SHORT.parts))
    all_of_it = replace(some, tallies=(*some.tallies, noise), noise_label="noise", noise="outside")
    tree = Alternative(3, 10, 2)
    assert [list(figures(one, "rows", tree))[1].words for one in (some, all_of_it)] == [
        "with a decision tree of 3 leaves",
        "with a decision tree of 4 leaves",
    ]


def test_pictures_and_rows_follow_the_point():
    report = build(SHORT, Options(TABLE, LABELS, frontier=FRONTIER))
    assert [view.wrong.total for view in report.views] == [1, 2, 6]
    assert [view.overlap.several.sum() for view in report.views] == [0, 2, 6]
    assert [len(view.cards[0].bands) for view in report.views] == [2, 1, 1]
    assert report.curve.chosen == 1
    assert [stop.value for stop in report.curve.stops] == [10, 8, 6]


def test_same_polyhedron_has_the_same_pictures():
    report = build(SHORT, Options(TABLE, LABELS, frontier=FRONTIER))
    assert report.views[1].cards[0].bands is report.views[2].cards[0].bands


def test_without_rows_figures_are_those_of_the_description():
    report = build(replace(SHORT, proof=PROOF), Options(frontier=FRONTIER, result=result(SHORT)))
    view = report.views[report.chosen]
    assert said(view).startswith("83.33 % of the rows are described correctly")
    assert (view.overlap, view.heat, view.wrong) == (None, None, None)
    assert not any(card.bands or card.map for card in view.cards)
    assert report.counting == ("All figures are exact: counted on every row that was described.",)


def test_without_anything_counted_nothing_is_said_of_rows():
    report = build(replace(SHORT, tallies=None), Options())
    assert report.table.words == "3 columns, 3 clusters"
    assert said(report.views[0]) == "3 clusters are described by 3 conditions on 2 columns."
    assert report.views[0].figures == ()
    assert report.views[0].cards[0].size == ""
    assert report.counting == ()


def test_plain_words_about_the_proof_come_first_where_they_are_about_these_rows():
    description = replace(LONG, proof=PROOF)
    same = build(description, Options(TABLE, LABELS)).views[0]
    said = "Nothing shorter of its kind is this accurate: proved by the solver."
    assert same.certainty.headline == said
    sparse = replace(PROOF, objective="sparsity")
    assert sparse.headline == said.replace("shorter of its kind", "of its kind on fewer features")
    unproved = replace(PROOF, status=Status.FEASIBLE, bound=2)
    assert (
        unproved.headline
        == "Something shorter of its kind may be as accurate: that is not settled."
    )


def test_proof_says_that_it_is_about_other_rows():
    description = replace(LONG, proof=PROOF)
    (same,) = build(description, Options(TABLE, LABELS)).views
    assert same.certainty.settled
    assert same.certainty.exact == (
        "Proved: no axis-parallel description with at most 1 error has a complexity below 10, "
        "and none is without errors.",
    )
    (other,) = build(description, Options(TABLE[:6], LABELS[:6])).views
    assert other.certainty.headline == ""
    assert other.certainty.how == (
        "The proof is about the rows that were described; the figures here are of other rows, or "
        "of the same with other weights."
    )


def test_nothing_is_called_proved_of_other_rows():
    report = build(SHORT, Options(TABLE[1:], LABELS[1:], frontier=FRONTIER))
    assert [view.name for view in report.views] == [
        "1 error, complexity 10",
        "2 errors, complexity 8",
        "6 errors, complexity 6",
    ]
    assert report.curve_note == (
        "Errors are those of the rows that were described; the figures here are of other rows."
    )
    assert build(SHORT, Options(TABLE, LABELS, frontier=FRONTIER)).curve_note == ""


def test_weighted_rows_in_another_order_are_the_same_rows():
    weights = [0.1 * place for place in range(1, 13)]
    weighted = replace(LONG, tallies=tally(LONG, TABLE, LABELS, weights), proof=PROOF)
    (view,) = build(weighted, Options(TABLE[::-1], LABELS[::-1], sample_weight=weights[::-1])).views
    assert not view.other_rows


def test_stability_stands_on_the_cards_it_is_about():
    recurrence = Recurrence(SHORT.parts[0].half_spaces[0], 9, -52.0, -49.0)
    stability = Stability(10, (ClusterStability("loyal", (recurrence,), (1.0,)),), (8,), (0.8,))
    report = build(SHORT, Options(TABLE, LABELS, frontier=FRONTIER, stability=stability))
    long, short, shortest = (view.cards for view in report.views)
    assert "10 samples" in short[0].stability
    assert shortest[0].stability == short[0].stability  # the same polyhedron
    assert long[0].stability == ""
    assert short[1].stability == ""


def test_weights_are_summed():
    report = build(LONG, Options(TABLE, LABELS, sample_weight=[0.5] * 12))
    assert said(report.views[0]).startswith("91.67 % of the weighted rows are described correctly")
    assert report.views[0].figures == (Figure("0.5", "of 6 weighted rows are wrong"),)
    assert "Rows have weights, and figures are sums of them." in report.counting


def test_noise_is_a_stray():
    noisy = replace(LONG, noise_label="noise", noise="outside")
    report = build(noisy, Options(TABLE, ["noise", *LABELS[1:]]))
    (stray,) = report.views[0].strays
    assert (stray.name, stray.size) == ("noise", "1 row")
    assert stray.sentence == "0 of them outside every cluster"


def test_settings_search_and_versions():
    settings = {
        "objective": "complexity",
        "max_errors": None,
        "exclude": ["a", "b"],
        "error_slack": 0.05,
    }
    report = build(LONG, Options(TABLE, LABELS, result=result(LONG), settings=settings))
    assert report.settings == (
        Fact("objective", "complexity"),
        Fact("max_errors", "none"),
        Fact("exclude", "a, b"),
        Fact("error_slack", "0.05"),
        Fact("Search", "1.23 s; everything is proved"),
        Fact("Error budget", "1 error"),
    )
    names = [fact.name for fact in report.making]
    assert names == ["Made", "clusterscribe", "numpy", "ortools", "Python"]
    assert re.fullmatch(r"\d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d .+", report.making[0].words)


def test_many_points_are_thinned_out_and_the_report_says_so():
    points = [point(LONG)] * 20 + [point(SHORT)] + [point(LONG)] * 19
    report = build(SHORT, Options(TABLE, LABELS, frontier=Frontier(tuple(points))))
    assert len(report.views) == 25
    assert report.views[report.chosen].name.startswith("2 errors")
    assert report.omissions == ("25 of the 40 points of the frontier are shown.",)


def test_frontier_of_one_point_has_nothing_to_choose():
    report = build(LONG, Options(TABLE, LABELS, frontier=Frontier((point(LONG),))))
    assert len(report.views) == 1
    assert report.curve is None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"X": TABLE}, "needs both the table and its labels"),
        ({"labels": LABELS}, "needs both the table and its labels"),
        ({"title": " "}, "title must be a text, not ' '"),
        ({"settings": 3}, "settings must be a mapping from names to values, not 3"),
        ({"noun": ""}, "noun"),
        ({"result": 3}, "result must be a Result or None, not 3"),
        ({"frontier": True}, "frontier must be a Frontier or None, not "),
        ({"stability": 9}, "stability must be a Stability or None, not 9"),
        ({"feature_names": {"wage": "income"}}, "the column 'wage'"),
    ],
)
def test_bad_input_is_one_sentence(options, words):
    with pytest.raises(InputError, match=re.escape(words)) as error:
        build(LONG, Options(**options))
    assert "\n" not in str(error.value)
