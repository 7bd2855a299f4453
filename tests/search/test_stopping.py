"""Rules that end column generation, alone and together."""

import pytest

from clusterscribe.clock import Clock
from clusterscribe.search.columns.stopping import (
    Gap,
    Iterations,
    NoColumn,
    Round,
    Rule,
    TimeLimit,
)


def after(**figures):
    usual = {
        "iteration": 1,
        "relaxation": 8.0,
        "bound": 4.0,
        "best": 10.0,
        "pricer": "pairs",
        "added": 3,
        "columns": 20,
        "rows": 30,
        "least": -0.5,
        "seconds": 0.1,
    }
    return Round(**{**usual, **figures})


def test_no_column_no_more_iterations():
    assert NoColumn().reached(after(added=0)) == "no negative column"
    assert NoColumn().reached(after(added=1)) is None


def test_iterations_are_counted():
    assert [Iterations(3).reached(after(iteration=i)) for i in (2, 3, 4)] == [
        None,
        "iterations",
        "iterations",
    ]


def test_time_is_over():
    assert TimeLimit(Clock(0.0)).reached(after()) == "time limit"
    assert TimeLimit(Clock(None)).reached(after()) is None


@pytest.mark.parametrize(
    ("largest", "bound", "reason"),
    [(0.0, 10.0, "gap"), (0.0, 9.0, None), (0.1, 9.0, "gap"), (0.1, 8.9, None), (0.0, 11.0, "gap")],
)
def test_the_gap_is_a_share_of_the_best_answer(largest, bound, reason):
    assert Gap(largest).reached(after(bound=bound)) == reason


def test_a_best_answer_of_nothing_has_no_gap():
    assert Gap().reached(after(best=0.0, bound=0.0)) == "gap"


def test_the_first_rule_that_holds_gives_the_reason():
    rule = NoColumn() | Gap() | Iterations(5)
    assert rule.reached(after()) is None
    assert rule.reached(after(added=0, bound=10.0)) == "no negative column"
    assert rule.reached(after(bound=10.0, iteration=9)) == "gap"
    assert rule.reached(after(iteration=5)) == "iterations"


def test_a_rule_has_to_say_when_it_holds():
    with pytest.raises(NotImplementedError):
        Rule().reached(after())


def test_a_round_is_plain_values():
    assert after().to_dict()["pricer"] == "pairs"
    assert after(least=-0.25).to_dict()["least"] == -0.25
