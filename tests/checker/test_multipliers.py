"""Whatever multipliers are given, what they prove is true of all descriptions."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.checker import no_heavier
from clusterscribe.checker.labelled_rows import NOISE, Rows
from clusterscribe.checker.multipliers import errors_proved
from clusterscribe.checker.no_heavier import is_any_heavier
from clusterscribe.checker.refusal import Refused
from tests.checker.every_description import boxes_of, descriptions_of

UNIT = 12


@st.composite
def tables(draw):
    count = draw(st.integers(1, 6))
    features = draw(st.integers(1, 2))
    cells = st.lists(st.integers(0, 3), min_size=features, max_size=features)
    values = np.array(draw(st.lists(cells, min_size=count, max_size=count)), dtype=float)
    cluster = draw(st.lists(st.sampled_from([0, 1, NOISE]), min_size=count, max_size=count))
    weight = draw(st.lists(st.integers(0, 3), min_size=count, max_size=count))
    return Rows(values, np.array(cluster), np.array(weight), clusters=2)


@st.composite
def multipliers(draw, rows, conditions):
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
        heaviest.append(heaviest_box(rows.values, weight, conditions))
    return {
        "unit": UNIT,
        "multipliers": of_row,
        "of_row": list(range(len(rows))),
        "recall": recall,
        "heaviest": heaviest,
    }


def heaviest_box(values, weight, conditions):
    boxes = boxes_of(values)
    return int(max(weight[inside].sum() for inside, _, bounds in boxes if bounds <= conditions))


def fewest_errors(rows, conditions, most_outside):
    return min(
        errors
        for errors, _, _, bounds, outside in descriptions_of(rows)
        if bounds <= conditions
        and (most_outside is None or all(np.array(outside) <= most_outside))
    )


LIMITS = st.none() | st.lists(st.integers(0, 5), min_size=2, max_size=2)


@given(tables(), st.integers(1, 3), LIMITS, st.data())
@settings(max_examples=80)
def test_what_any_multipliers_prove_is_true(rows, conditions, most_outside, data):
    evidence = data.draw(multipliers(rows, conditions))
    proved = errors_proved(rows, conditions, evidence, most_outside=most_outside)
    assert 0 <= proved <= fewest_errors(rows, conditions, most_outside)
    assert errors_proved(rows, conditions, evidence) <= proved


@given(tables(), st.integers(1, 3), LIMITS, st.data())
@settings(max_examples=60)
def test_tampering_with_one_number_proves_nothing_false(rows, conditions, most_outside, data):
    evidence = data.draw(multipliers(rows, conditions))
    what = data.draw(st.sampled_from(sorted(evidence)))
    change = data.draw(st.sampled_from([-UNIT, -1, 1, UNIT]))
    changed = deepcopy(evidence)
    if what == "unit":
        changed[what] += change
    else:
        numbers = changed[what]
        place = data.draw(st.integers(0, len(numbers) - 1))
        if what == "multipliers":
            numbers, place = numbers[place], data.draw(st.integers(0, 1))
        numbers[place] += change
    try:
        proved = errors_proved(rows, conditions, changed, most_outside=most_outside)
    except Refused:
        return
    assert proved <= fewest_errors(rows, conditions, most_outside)


@given(tables(), st.integers(1, 3), st.data())
@settings(max_examples=60)
def test_a_weight_that_a_polyhedron_exceeds_is_refused(rows, conditions, data):
    evidence = data.draw(multipliers(rows, conditions))
    for k, heaviest in enumerate(evidence["heaviest"]):
        lower = [*evidence["heaviest"]]
        lower[k] = heaviest - 1
        with pytest.raises(Refused, match="weighs more than is said|from zero"):
            errors_proved(rows, conditions, {**evidence, "heaviest": lower})


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
EVIDENCE = {  # one bound leaves one error: a member of 0 is outside, or the member of 1 is inside
    "unit": 2,
    "multipliers": [[2, 0], [1, 1]],
    "of_row": [0, 1, 0],
    "recall": [0, 0],
    "heaviest": [3, 1],
}


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


def test_what_has_to_be_inside_proves_more():
    """Equal rows of two clusters, all of which have to be inside: all are wrong, in the other one.

    Polyhedra weigh 4 - 2 - 2 and 1 + 1 - 2 at most, and members have to be worth 4 + 1 + 1.
    """
    values = np.array([[1.0], [1.0], [1.0]])
    rows = Rows(values, np.array([0, 1, 1]), np.array([1, 1, 1]), clusters=2)
    evidence = {**EVIDENCE, "multipliers": [[0, 2], [2, 0]], "of_row": [0, 1, 1]}
    evidence |= {"recall": [4, 1], "heaviest": [0, 0]}
    assert errors_proved(rows, 2, evidence, most_outside=[0, 0]) == 3
    assert errors_proved(rows, 2, {**evidence, "recall": [0, 0]}, most_outside=[0, 0]) == 0
    assert fewest_errors(rows, 2, [0, 0]) == 3
    assert fewest_errors(rows, 2, None) == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"unit": 0}, "unit .* is zero"),
        ({"unit": -2}, "the unit should be"),
        ({"unit": 2.0}, "the unit should be"),
        ({"unit": True}, "the unit should be"),
        ({"unit": 10**30}, "the unit should be"),
        ({"unit": 2**52}, "too large"),
        ({"unit": 1}, "sum to more than one"),
        ({"multipliers": [[2, 1], [1, 1]]}, "sum to more than one"),
        ({"multipliers": [[2, -1], [1, 1]]}, "from zero"),
        ({"multipliers": [[2, 0.5], [1, 1]]}, "from zero"),
        ({"multipliers": [[2], [1, 1]]}, "should be 2 whole numbers"),
        ({"multipliers": [[2, 0]]}, "not there"),
        ({"multipliers": []}, "not there"),
        ({"multipliers": {"0": [2, 0]}}, "not a list"),
        ({"of_row": [0, 1]}, "should be 3 whole numbers"),
        ({"of_row": [0, 1, -1]}, "from zero"),
        ({"of_row": "010"}, "should be 3 whole numbers"),
        ({"recall": [0]}, "should be 2 whole numbers"),
        ({"recall": [0, -1]}, "from zero"),
        ({"recall": [0, 2**52]}, "too large"),
        ({"heaviest": [2, 1]}, "cluster number 0 weighs more"),
        ({"heaviest": [3, 0]}, "cluster number 1 weighs more"),
        ({"heaviest": [3, None]}, "from zero"),
        ({"more": 1}, "have the entries"),
    ],
)
def test_evidence_that_is_not_as_it_should_be_is_refused(change, why):
    with pytest.raises(Refused, match=why):
        errors_proved(ROWS, 1, {**EVIDENCE, **change})


@pytest.mark.parametrize("given", [{}, [], None, "multipliers", {"unit": 2}])
def test_other_evidence_is_refused(given):
    with pytest.raises(Refused, match="have the entries"):
        errors_proved(ROWS, 1, given)


@pytest.mark.parametrize("conditions", [0, -1, 1000])
def test_other_classes_are_refused(conditions):
    with pytest.raises(Refused, match="bounds per cluster"):
        errors_proved(ROWS, conditions, EVIDENCE)


def test_more_bounds_than_there_are_sides():
    assert errors_proved(ROWS, 4, {**EVIDENCE, "heaviest": [3, 1]}) == 1
