"""What a description knows of itself."""

import pickle

import numpy as np
import pytest

from clusterscribe import Description, Feature, InputError, Kind, Polyhedron

from .builders import (
    AGE,
    INCOME,
    SEGMENTED,
    at_least,
    at_most,
    describe,
    is_not_level,
    people,
    weighted,
)

X = Feature("x")


def apart(*labels):
    """Polyhedra `x <= 0`, `x = 1`, `x = 2`, ... with these labels."""
    spaces = [(at_least(X, n), at_most(X, n)) for n in range(len(labels))]
    return Description(("x",), tuple(map(Polyhedron, labels, spaces)))


def test_polyhedra_are_found_by_label_in_order():
    assert list(SEGMENTED.polyhedra) == ["young", "working", "old"]
    assert SEGMENTED.polyhedra["old"] is SEGMENTED.parts[2]


def test_complexity_counts_every_half_space_also_those_printed_as_one():
    assert SEGMENTED.complexity == 18
    assert describe(["income"], a=[weighted(1, (1, INCOME), (2, AGE))]).complexity == 3


def test_sparsity_counts_levels_and_used_columns_follow_the_table():
    description = describe(
        ["income", "age", "job"],
        a=[is_not_level("job", "x"), is_not_level("job", "y"), at_most(INCOME, 1)],
        b=[at_least(INCOME, 2)],
    )
    assert description.sparsity == 3
    assert description.used_columns == ("income", "job")
    assert description.features == (
        Feature("job", Kind.LEVEL, "x"),
        Feature("job", Kind.LEVEL, "y"),
        INCOME,
    )


def test_polyhedron_without_half_spaces_holds_every_row():
    assert Description(("x",), (Polyhedron(0, ()),)).membership([[1.0], [2.0]]).all()


def test_predict_integers():
    predicted = apart(3, 7).predict([[0.0], [1.0], [5.0]])
    assert predicted.tolist() == [3, 7, -1]
    assert predicted.dtype == np.int64


@pytest.mark.parametrize("labels", [("a", "b"), (-1, 0), (True, False), (0, "b"), (1.5, 2.5)])
def test_predict_other_labels(labels):
    predicted = apart(*labels).predict([[0.0], [1.0], [5.0]])
    assert predicted.tolist() == [*labels, None]
    assert predicted.dtype == object


def test_predict_tuples_and_numbers_beyond_64_bits():
    assert apart((1, 2), (3, 4)).predict([[1.0], [9.0]]).tolist() == [(3, 4), None]
    assert apart(2**70, 1).predict([[0.0], [9.0]]).tolist() == [2**70, None]


def test_row_in_two_polyhedra_has_no_label():
    both = Description(("x",), (Polyhedron(0, ()), Polyhedron(1, ())))
    assert both.predict([[1.0]]).tolist() == [-1]


def test_arrays_take_the_names_of_the_description():
    description = describe(["a", "b"], low=[at_most(Feature("b"), 1)])
    assert description.membership(np.array([[9.0, 1.0], [0.0, 2.0]])).tolist() == [[True], [False]]


def test_missing_number_is_outside():
    assert not apart(0).membership([[float("nan")]]).any()


def test_two_polyhedra_with_one_label_are_refused():
    with pytest.raises(InputError, match="same label"):
        Description(("x",), (Polyhedron(0, ()), Polyhedron(0, ())))


def test_polyhedron_of_the_noise_label_is_refused():
    with pytest.raises(InputError, match="noise label -1 has a polyhedron"):
        Description(("x",), (Polyhedron(-1, ()),), noise_label=-1, noise="outside")


def test_description_is_a_value():
    assert Description(SEGMENTED.columns, SEGMENTED.parts) == SEGMENTED
    assert len({SEGMENTED, Description(SEGMENTED.columns, SEGMENTED.parts)}) == 1


def test_description_survives_pickling():
    assert pickle.loads(pickle.dumps(SEGMENTED)) == SEGMENTED


def test_printing_it_prints_the_text_and_a_notebook_shows_cards():
    assert str(SEGMENTED) == SEGMENTED.to_text()
    assert SEGMENTED._repr_html_().startswith('<div class="clusterscribe">')
    assert people().shape == (5, 5)
