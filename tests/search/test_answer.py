"""An answer on the way is the best of its kind only where both sides are proved."""

import pytest

from clusterscribe.proof import Bounds, StopReason
from clusterscribe.search.answer import Answer
from clusterscribe.search.staircase import Step


def answer(bounds):
    return Answer(
        polyhedra=(),
        values=[],
        scaling=None,
        errors=1,
        budget=1,
        objective=8,
        bounds=bounds,
        optimal=True,
        stop_reason=StopReason.OPTIMAL,
    )


@pytest.mark.parametrize(
    ("bounds", "optimal"),
    [
        (Bounds(1).with_least(3, 4), False),  # as short may be right more often
        (Bounds(1).with_least(2, 6), False),  # as right may be shorter
        (Bounds(1).with_least(2, 6).with_least(3, 4), True),
        (Bounds(3).with_least(3, 4), True),
        (Bounds(), False),
    ],
)
def test_another_answer_is_the_best_if_nothing_is_as_good_and_better(bounds, optimal):
    other = answer(bounds).at(Step(errors=3, value=4, polyhedra=()), budget=3)
    assert (other.errors, other.objective, other.optimal) == (3, 4, optimal)
