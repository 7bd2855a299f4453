"""The description that was asked for, among the points of a frontier."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.description import Proof
from clusterscribe.errors import InputError
from clusterscribe.report.points import spread, with_asked
from tests.description.builders import at_least, at_most

from .shops import (
    AGE,
    FRONTIER,
    LONG,
    PROOF,
    SHORT,
    SHORTEST,
    Frontier,
    Point,
    described,
    point,
    result,
)


def proved(description, max_terms=1):
    """A description that knows of which class its proof speaks."""
    return replace(description, proof=replace(PROOF, max_terms=max_terms))


OTHER = described(
    loyal=[at_least(AGE, 49)], new=[at_most(AGE, 26)], regular=SHORT.parts[2].half_spaces
)


def test_description_of_a_point_is_chosen():
    found = with_asked(FRONTIER, SHORT, None, None)
    assert found.chosen == 1
    assert found.points == FRONTIER.points
    assert found.landmarks == {0, 1, 2}


def test_description_that_is_no_point_is_put_where_its_errors_belong():
    frontier = Frontier((point(LONG), point(SHORTEST)))
    found = with_asked(frontier, SHORT, result(SHORT), None)
    assert [p.description for p in found.points] == [LONG, SHORT, SHORTEST]
    assert found.chosen == 1
    assert found.points[1].proved


def test_description_as_good_as_a_point_stands_in_its_place_and_keeps_its_bounds():
    frontier = Frontier(tuple(point(proved(each)) for each in (LONG, SHORT, SHORTEST)))
    other = proved(OTHER)
    weaker = result(other, bound=2.0, status="feasible")
    found = with_asked(frontier, other, weaker, None)
    assert len(found.points) == 3
    assert found.points[1].description.parts == other.parts
    assert found.points[1].proved
    assert found.points[1].result.bound == 8


def searched(description, **figures):
    """A description and its result, as one search that proved this returns them."""
    found = replace(result(description, status="feasible"), **figures)
    known = Proof(
        found.status, "complexity", found.objective, found.bound, found.max_errors,
        found.error_bound, 1, 1,
    )  # fmt: skip
    return replace(description, proof=known), found


def searched_point(description, **figures):
    description, found = searched(description, **figures)
    return Point(description, found, found.error_bound, proved=False)


OPEN = Frontier(tuple(searched_point(each, bound=4.0) for each in (LONG, SHORT, SHORTEST)))


def test_description_of_a_point_has_the_better_of_both_bounds():
    description, found = searched(SHORT, bound=8.0, error_bound=1)
    points = with_asked(OPEN, description, found, None)
    asked = points.points[points.chosen]
    assert (points.chosen, len(points.points)) == (1, 3)
    assert (asked.result.bound, asked.fewest_errors, asked.proved) == (8, 1, False)
    assert asked.description.proof == description.proof
    weaker, weak = searched(SHORT, bound=2.0)
    asked = with_asked(OPEN, weaker, weak, None).points[1]
    assert asked.result.bound == asked.description.proof.bound == 4


def test_bound_on_errors_holds_for_every_point():
    description, found = searched(SHORT, bound=8.0, error_bound=1)
    points = with_asked(OPEN, description, found, None).points
    assert [p.fewest_errors for p in points] == [1, 1, 1]
    assert [p.description.proof.error_bound for p in points] == [1, 1, 1]
    # of lengths it proves something within its own errors alone
    assert [p.result.bound for p in points] == [8, 8, 4]


def test_bound_of_a_wider_budget_is_not_mixed_up_with_that_of_the_errors():
    description, found = searched(SHORT, bound=2.0, max_errors=4)
    asked = with_asked(OPEN, description, found, None).points[1]
    assert (asked.description.proof.bound, asked.description.proof.max_errors) == (4, 4)
    near = Frontier((OPEN.points[1],))
    asked = with_asked(near, description, found, None).points[0]  # proved within 2 errors, not 4
    assert (asked.description.proof.bound, asked.description.proof.max_errors) == (4, 2)


@st.composite
def worlds(draw):
    """Errors and objectives of all descriptions there are."""
    errors = st.integers(0, 8).map(lambda halves: halves / 2)
    lengths = st.integers(1, 5).map(lambda conditions: 2.0 * conditions)
    return draw(st.sets(st.tuples(errors, lengths), min_size=4, max_size=8))


def claimed(draw, world, description, errors, objective):
    """A point that claims no more than what is true in this world."""
    share, more = st.sampled_from([0.0, 0.5, 1.0]), draw(st.sampled_from([0.0, 0.5, 2.0]))
    least = min(length for e, length in world if e <= errors + more)
    fewest = min(e for e, length in world if length <= objective)
    description, found = searched(
        description,
        errors=errors,
        objective=objective,
        bound=draw(share) * least,
        max_errors=errors + more,
        error_bound=draw(share) * min(e for e, _ in world),
    )
    return Point(description, found, max(found.error_bound, draw(share) * fewest), proved=False)


@settings(max_examples=100, deadline=None)
@given(worlds(), st.data())
def test_whatever_is_put_together_from_true_claims_is_true(world, data):
    chosen = sorted(data.draw(st.permutations(sorted(world)))[:4])
    descriptions = data.draw(st.permutations([LONG, SHORT, SHORTEST, OTHER]))
    points = [
        claimed(data.draw, world, description, *place)
        for description, place in zip(descriptions, chosen, strict=True)
    ]
    asked = data.draw(st.sampled_from(points))
    points = tuple(each for each in points if each is not asked or data.draw(st.booleans()))
    for known in with_asked(Frontier(points), asked.description, asked.result, None).points:
        own, proof = known.result, known.description.proof
        assert (own.bound, own.max_errors) == (proof.bound, proof.max_errors)
        for errors, length in world:
            assert errors >= own.error_bound == proof.error_bound
            assert length >= own.bound or errors > own.max_errors
            assert errors >= known.fewest_errors or length > own.objective
            if known.proved:
                assert length >= own.objective or errors > own.errors
                assert errors >= own.errors or length > own.objective


def test_nothing_is_proved_of_a_description_without_its_result():
    frontier = Frontier((point(LONG), point(SHORTEST)))
    found = with_asked(frontier, SHORT, None, 2)
    assert found.chosen == 1
    assert not found.points[1].proved
    assert (found.points[1].result.bound, found.points[1].fewest_errors) == (0, 0)


def test_optimal_length_within_a_wider_budget_proves_no_fewest_errors():
    loose = replace(result(SHORT), error_bound=1)
    found = with_asked(Frontier((point(LONG), point(SHORTEST))), SHORT, loose, None)
    assert not found.points[1].proved
    assert found.points[1].fewest_errors == 1


def test_points_that_are_no_better_than_the_description_go():
    longer = described(
        loyal=[at_least(AGE, 50)],
        new=[at_most(AGE, 25)],
        regular=[*SHORT.parts[2].half_spaces, at_least(AGE, 20)],
    )
    frontier = Frontier((point(LONG), point(longer), point(SHORTEST)))
    found = with_asked(frontier, SHORT, result(SHORT), None)
    assert [p.description for p in found.points] == [LONG, SHORT, SHORTEST]
    assert found.chosen == 1


def test_what_is_proved_of_longer_descriptions_holds_for_the_one_asked_for():
    loose = replace(result(SHORT), error_bound=0)
    frontier = Frontier((point(proved(LONG)), point(proved(SHORTEST))))
    found = with_asked(frontier, proved(SHORT), loose, None)
    assert found.points[1].fewest_errors == result(LONG).errors == 1


def test_what_is_proved_within_more_errors_holds_for_the_one_asked_for():
    open_ended = replace(result(SHORT), bound=2.0)
    frontier = Frontier((point(proved(LONG)), point(proved(SHORTEST))))
    found = with_asked(frontier, proved(SHORT), open_ended, None)
    assert found.points[1].result.bound == result(SHORTEST).bound == 6


def test_what_is_proved_of_another_class_says_nothing():
    frontier = Frontier(tuple(point(proved(each)) for each in (LONG, SHORT, SHORTEST)))
    several = proved(OTHER, max_terms=3)
    found = with_asked(frontier, several, result(several, bound=2.0, status="feasible"), None)
    assert found.points[1].description is several
    assert (found.points[1].result.bound, found.points[1].fewest_errors) == (2, 0)
    assert not found.points[1].proved


def test_features_and_complexity_are_not_taken_for_each_other():
    sparse = replace(SHORT, proof=replace(PROOF, objective="sparsity", value=2, bound=2))
    few = replace(result(SHORT), objective=2.0, bound=2.0)  # 2 features, complexity 8
    found = with_asked(Frontier((point(LONG), point(SHORTEST))), sparse, few, None)
    assert [p.description for p in found.points] == [LONG, sparse, SHORTEST]
    asked = found.points[1]
    assert (asked.result.objective, asked.result.bound, asked.proved) == (8, 0, False)
    assert asked.fewest_errors == 2  # which is proved whatever the objective


def test_unknown_place_is_said_in_one_sentence():
    with pytest.raises(InputError, match=r"for the same objective, complexity$"):
        with_asked(Frontier((point(LONG),)), SHORT, None, None)


@pytest.mark.parametrize("most", range(1, 9))
def test_landmarks_stay_whatever_is_left_out(most):
    kept = spread(8, {0, 3, 5, 7}, most)
    assert {0, 3, 5, 7} <= set(kept)
    assert len(kept) == max(4, most)
    assert list(kept) == sorted(kept)
