"""Whatever multipliers are given, what they prove is true of all descriptions."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.checker import multipliers as multipliers_module
from clusterscribe.checker import no_heavier
from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.checker.multipliers import errors_proved
from clusterscribe.checker.no_heavier import all_heavier, is_any_heavier
from clusterscribe.checker.refusal import Refused
from tests.checker.every_description import boxes_of
from tests.checker.tiny import fewest_errors, tables

UNIT = 12


@st.composite
def multipliers(draw, rows, conditions, listed=()):
    """Any multipliers, with the heaviest weights that are true of them."""
    of_row = []
    for _ in range(len(rows)):
        first = draw(st.integers(0, UNIT))
        of_row.append([first, draw(st.integers(0, UNIT - first))])
    recall = draw(st.lists(st.integers(0, 2 * UNIT), min_size=2, max_size=2))
    y = np.array(of_row)
    heaviest = []
    for k in range(rows.clusters):
        own = rows.cluster == k
        weight = rows.weight * np.where(own, y[:, k] + recall[k], -y[:, k])
        heaviest.append(0 if k in listed else heaviest_box(rows.values, weight, conditions))
    return {
        "multipliers": of_row,
        "of_row": list(range(len(rows))),
        "recall": recall,
        "heaviest": heaviest,
        "listed": [],
        "split": None,
    }


@st.composite
def trees(draw, rows, conditions, listed=(), depth=3):
    """Any parts, in their order."""
    part = draw(multipliers(rows, conditions, listed))
    if not depth or draw(st.booleans()):
        return [part]
    part["listed"] = draw(st.sampled_from([[0], [1], [0, 1]]))
    known = (*listed, *part["listed"])
    part["split"] = [draw(st.sampled_from(known)), draw(st.integers(0, len(rows) - 1))]
    halves = [draw(trees(rows, conditions, known, depth - 1)) for _ in range(2)]
    return [part, *halves[0], *halves[1]]


def heaviest_box(values, weight, conditions):
    boxes = boxes_of(values)
    return int(max(weight[inside].sum() for inside, _, bounds in boxes if bounds <= conditions))


def most_proved(rows, conditions, part, most_outside=None):
    """The most errors that a single part proves."""
    errors = 0
    try:
        while True:
            evidence = {"errors": errors + 1, "unit": UNIT, "parts": [part]}
            errors = errors_proved(rows, conditions, evidence, most_outside=most_outside)
    except Refused as refused:
        assert "may make fewer errors" in str(refused)
    return errors


LIMITS = st.none() | st.lists(st.integers(0, 5), min_size=2, max_size=2)


@given(tables(), st.integers(1, 3), LIMITS, st.data())
@settings(max_examples=60)
def test_what_any_multipliers_prove_is_true(rows, conditions, most_outside, data):
    part = data.draw(multipliers(rows, conditions))
    proved = most_proved(rows, conditions, part, most_outside)
    assert proved <= fewest_errors(rows, conditions, most_outside)
    assert most_proved(rows, conditions, part) <= proved


@given(tables(), st.integers(1, 3), LIMITS, st.data())
@settings(max_examples=60)
def test_no_parts_prove_what_is_false(rows, conditions, most_outside, data):
    parts = data.draw(trees(rows, conditions))
    errors = fewest_errors(rows, conditions, most_outside) + 1
    with pytest.raises(Refused, match=r"fewer errors|any polyhedron is heavy enough"):
        errors_proved(
            rows,
            conditions,
            {"errors": errors, "unit": UNIT, "parts": parts},
            most_outside=most_outside,
        )


@given(tables(), st.integers(1, 3), st.data())
@settings(max_examples=40)
def test_a_weight_that_a_polyhedron_exceeds_is_refused(rows, conditions, data):
    part = data.draw(multipliers(rows, conditions))
    for k, heaviest in enumerate(part["heaviest"]):
        lower = [*part["heaviest"]]
        lower[k] = heaviest - 1
        evidence = {"errors": 1, "unit": UNIT, "parts": [{**part, "heaviest": lower}]}
        with pytest.raises(Refused, match=r"weighs more than is said|from zero"):
            errors_proved(rows, conditions, evidence)


@given(tables(), st.integers(1, 3), st.integers(0, 3), st.data())
@settings(max_examples=60)
def test_all_that_is_heavy_is_listed_or_a_better_one_is(rows, conditions, limit, data):
    member = rows.cluster == 0
    size = data.draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows)))
    weight = np.where(member, size, -np.array(size))
    listed = list(all_heavier(rows.values, weight, conditions, limit, member))
    boxes = [inside for inside, _, bounds in boxes_of(rows.values) if bounds <= conditions]
    for inside in listed:
        assert any((inside == box).all() for box in boxes)
        assert weight[inside].sum() > limit
    for box in boxes:
        if weight[box].sum() > limit:
            assert any(
                (inside[member] >= box[member]).all() and (inside[~member] <= box[~member]).all()
                for inside in listed
            )


@given(
    st.integers(0, 10**6), st.integers(1, 4), st.sampled_from([1, 8, 64]), st.sampled_from([3, 40])
)
@settings(max_examples=60)
def test_the_heaviest_polyhedron_is_found_however_coarse_tables_are(seed, conditions, cells, size):
    chance = np.random.default_rng(seed)
    values = chance.integers(0, size, (int(chance.integers(1, 60)), 3)).astype(float)
    weight = chance.integers(-4, 4, len(values))
    heaviest = heaviest_by_sums(values, weight, conditions)
    before, no_heavier.CELLS = no_heavier.CELLS, cells
    try:
        assert not is_any_heavier(values, weight, conditions, heaviest)
        if heaviest:
            assert is_any_heavier(values, weight, conditions, heaviest - 1)
            assert is_any_heavier(values, weight, conditions, 0)
    finally:
        no_heavier.CELLS = before


def heaviest_by_sums(values, weight, conditions):
    """What the heaviest polyhedron weighs, from sums over all bounds of a set of literals."""
    sides = [side for column in values.T for side in (column, -column)]
    places = [np.unique(side, return_inverse=True)[1] for side in sides]
    heaviest = 0
    for chosen in combinations(places, conditions):
        table = np.zeros([place.max() + 1 for place in chosen], dtype=np.int64)
        np.add.at(table, tuple(chosen), weight)
        for axis in range(conditions):
            table = np.cumsum(table, axis=axis)
        heaviest = max(heaviest, int(table.max()))
    return heaviest


ROWS = Rows(np.array([[1.0], [2.0], [3.0]]), np.array([0, 1, 0]), np.array([1, 1, 1]), clusters=2)
PART = {  # one bound leaves one error: a member of 0 is outside, or the member of 1 is inside
    "multipliers": [[2, 0], [1, 1]],
    "of_row": [0, 1, 0],
    "recall": [0, 0],
    "heaviest": [3, 1],
    "listed": [],
    "split": None,
}
EVIDENCE = {"errors": 1, "unit": 2, "parts": [PART]}


def test_an_example_by_hand():
    """Members of cluster 0 weigh 2 and the other row -1: 2 with one bound, 3 with none.

    All members together weigh 2 + 2 + 1, of which polyhedra take no more than 3 + 1.
    """
    heard = []
    assert errors_proved(ROWS, 1, EVIDENCE, tell=heard.append) == 1
    assert heard == sorted(heard)
    assert heard[-1] == 1
    assert errors_proved(ROWS, 1, json.loads(json.dumps(EVIDENCE))) == 1
    assert fewest_errors(ROWS, 1, None) == 1


def test_an_example_of_parts_by_hand():
    """Multipliers that prove nothing, but list the two or three polyhedra there may be.

    Without an error, cluster 0 has both its members inside, and nothing but the whole space does
    that with one bound. So no polyhedron is left in which the second row is outside, and where it
    is inside other multipliers blame it on cluster 0.
    """
    equal = {**PART, "multipliers": [[1, 0], [0, 1]], "heaviest": [2, 1], "listed": [0]}
    blamed = {**PART, "multipliers": [[0, 0], [2, 0]], "heaviest": [0, 0]}
    parts = [{**equal, "split": [0, 1]}, blamed, blamed]
    evidence = {"errors": 1, "unit": 2, "parts": parts}
    with pytest.raises(Refused, match="may make fewer errors"):
        errors_proved(ROWS, 1, {**evidence, "parts": [equal]})
    assert errors_proved(ROWS, 1, evidence) == 1
    for wrong, why in (
        (parts[:2], "parts are missing"),
        ([*parts, blamed], "more parts than were split"),
        ([{**equal, "split": [1, 1]}, *parts[1:]], "not listed"),
        ([{**equal, "split": [0, 3]}, *parts[1:]], "by no row"),
        ([{**equal, "split": [0, 1], "listed": []}, *parts[1:]], "not listed"),
        ([{**equal, "split": [0, 1], "listed": [2]}, *parts[1:]], "listed clusters should be"),
        ([parts[0], equal, blamed], "may make fewer errors"),
    ):
        with pytest.raises(Refused, match=why):
            errors_proved(ROWS, 1, {**evidence, "parts": wrong})


def test_what_has_just_enough_inside_is_listed():
    """With both members of cluster 0 inside, the other row is, too, and two rows are wrong.

    With one of them there is one error, which is refused unless that polyhedron is forgotten.
    """
    root = {**PART, "multipliers": [[2, 0], [0, 2]], "heaviest": [4, 2], "listed": [0]}
    blamed = {**PART, "multipliers": [[0, 2], [2, 0]], "recall": [0, 2], "heaviest": [0, 0]}
    parts = [{**root, "split": [0, 1]}, blamed, blamed]
    evidence = {"errors": 2, "unit": 2, "parts": parts}
    assert errors_proved(ROWS, 1, evidence, most_outside=[0, 0]) == 2
    with pytest.raises(Refused, match="may make fewer errors"):
        errors_proved(ROWS, 1, evidence, most_outside=[1, 0])
    assert fewest_errors(ROWS, 1, [0, 0]) == 2
    assert fewest_errors(ROWS, 1, [1, 0]) == 1


def test_lists_are_not_longer_than_memory_allows(monkeypatch):
    part = {**PART, "multipliers": [[1, 0], [0, 1]], "heaviest": [2, 1], "listed": [0]}
    parts = [{**part, "split": [0, 1]}, PART, PART]
    for name in ("MOST_LISTED", "LONGEST_LIST"):
        with monkeypatch.context() as patch:
            patch.setattr(multipliers_module, name, -1)
            with pytest.raises(Refused, match="too many polyhedra"):
                errors_proved(ROWS, 1, {**EVIDENCE, "parts": parts})


def test_what_has_to_be_inside_proves_more():
    """Equal rows of two clusters, all of which have to be inside: all are wrong, in the other one.

    Polyhedra weigh 4 - 2 - 2 and 1 + 1 - 2 at most, and members have to be worth 4 + 1 + 1.
    """
    values = np.array([[1.0], [1.0], [1.0]])
    rows = Rows(values, np.array([0, 1, 1]), np.array([1, 1, 1]), clusters=2)
    part = {**PART, "multipliers": [[0, 2], [2, 0]], "of_row": [0, 1, 1]}
    part |= {"recall": [4, 1], "heaviest": [0, 0]}
    evidence = {"errors": 3, "unit": 2, "parts": [part]}
    assert errors_proved(rows, 2, evidence, most_outside=[0, 0]) == 3
    for less in ({}, {"most_outside": [1, 0]}, {"most_outside": [9, 9]}):
        with pytest.raises(Refused, match="may make fewer errors"):
            errors_proved(rows, 2, evidence, **less)
    assert fewest_errors(rows, 2, [0, 0]) == 3
    assert fewest_errors(rows, 2, None) == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"multipliers": [[2, 1], [1, 1]]}, "sum to more than one"),
        ({"multipliers": [[2, -1], [1, 1]]}, "from zero"),
        ({"multipliers": [[2, 0.5], [1, 1]]}, "from zero"),
        ({"multipliers": [[2, False], [1, 1]]}, "from zero"),
        ({"multipliers": [[2], [1, 1]]}, "should be 2 whole numbers"),
        ({"multipliers": [[2, 0]]}, "from zero to 0"),
        ({"multipliers": []}, "from zero"),
        ({"multipliers": {"0": [2, 0]}}, "not a list"),
        ({"of_row": [0, 1]}, "should be 3 whole numbers"),
        ({"of_row": [0, 1, -1]}, "from zero to 1"),
        ({"of_row": "010"}, "should be 3 whole numbers"),
        ({"recall": [0]}, "should be 2 whole numbers"),
        ({"recall": [0, -1]}, "from zero"),
        ({"recall": [0, 2**52]}, "too large"),
        ({"heaviest": [2, 1]}, "cluster number 0 weighs more"),
        ({"heaviest": [3, 0]}, "cluster number 1 weighs more"),
        ({"heaviest": [4, 1]}, "may make fewer errors"),
        ({"heaviest": [3, None]}, "from zero"),
        ({"heaviest": [3, 10**30]}, "from zero"),
        ({"listed": None}, "listed clusters should be some"),
        ({"split": [0]}, "a split should be 2"),
        ({"more": 1}, "should have the entries"),
    ],
)
def test_parts_that_are_not_as_they_should_be_are_refused(change, why):
    with pytest.raises(Refused, match=why):
        errors_proved(ROWS, 1, {**EVIDENCE, "parts": [{**PART, **change}]})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"errors": 2}, "may make fewer errors"),
        ({"errors": -1}, "from zero"),
        ({"errors": 1.0}, "from zero"),
        ({"unit": 0}, "have a unit"),
        ({"unit": 2.0}, "from zero"),
        ({"unit": True}, "from zero"),
        ({"unit": 10**30}, "from zero"),
        ({"unit": 2**52}, "too large"),
        ({"unit": 1}, "sum to more than one"),
        ({"parts": []}, "parts are missing"),
        ({"parts": [PART, PART]}, "more parts than were split"),
        ({"parts": [[]]}, "should have the entries"),
        ({"parts": PART}, "a list of parts"),
        ({"more": 1}, "should have the entries"),
    ],
)
def test_evidence_that_is_not_as_it_should_be_is_refused(change, why):
    with pytest.raises(Refused, match=why):
        errors_proved(ROWS, 1, {**EVIDENCE, **change})


@pytest.mark.parametrize("given", [{}, [], None, "multipliers", {"unit": 2}])
def test_other_evidence_is_refused(given):
    with pytest.raises(Refused, match="should have the entries"):
        errors_proved(ROWS, 1, given)


@pytest.mark.parametrize("conditions", [0, -1, 1000])
def test_other_classes_are_refused(conditions):
    with pytest.raises(Refused, match="bounds per cluster"):
        errors_proved(ROWS, conditions, EVIDENCE)


def test_more_bounds_than_there_are_sides():
    with pytest.raises(Refused, match="cluster number 1 weighs more"):
        errors_proved(ROWS, 4, {**EVIDENCE, "parts": [{**PART, "heaviest": [4, 0]}]})
    assert is_any_heavier(ROWS.values, np.array([-1, 1, -1]), 4, 0)
    assert not is_any_heavier(ROWS.values, np.array([-1, 1, -1]), 1, 0)
