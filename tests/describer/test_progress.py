"""`verbose=True` writes progress to stderr, and nothing else is ever written."""

import re

import numpy as np

from clusterscribe import PolyhedralDescriber, Snapshot, describe

from .small import LINE, MIXED

STAGES = ["fewest errors", "shortest description", "ties"]
LINES = re.compile(
    r"clusterscribe: \d+ of 60 s: [a-z ]+(: \d+ of 10 rows wrong.*|: length \d+.*)?"
    r"|clusterscribe: took .*; everything is proved"
)


def test_silence_is_the_default(capfd):
    PolyhedralDescriber().fit(LINE, MIXED)
    assert capfd.readouterr() == ("", "")


def test_verbose_writes_lines_to_stderr_alone(capfd):
    PolyhedralDescriber(verbose=True).fit(LINE, MIXED)
    out, err = capfd.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert all(LINES.fullmatch(line) for line in lines)
    first = "looking for the fewest wrong rows: 2 of 10 rows wrong"
    assert any(first in line for line in lines)
    assert lines[-1].startswith("clusterscribe: took ")


def test_a_listener_hears_of_stages_in_order_and_of_bounds_below_answers():
    heard = []
    chance = np.random.default_rng(1)
    table, labels = chance.normal(size=(60, 4)), chance.integers(3, size=60)
    description, result = describe(table, labels, listener=heard.append, time_limit=2)
    assert all(isinstance(snapshot, Snapshot) for snapshot in heard)
    stages = list(dict.fromkeys(snapshot.stage for snapshot in heard))
    # what holds for few conditions, or for shorter descriptions, is distinguished
    assert all(stage in STAGES or stage.startswith("fewest errors") for stage in stages)
    assert [stage for stage in stages if stage in STAGES] in (STAGES[:2], STAGES)
    shortest = [s for s in heard if s.stage == "shortest description"]
    assert shortest[-1].best == description.complexity == result.complexity
    seconds = [snapshot.seconds for snapshot in heard]
    assert seconds == sorted(seconds)
    assert all(s.bound is None or s.best is None or s.bound <= s.best for s in heard)


def test_the_first_answer_is_told_at_once_and_can_be_read():
    heard = []
    describe(LINE, MIXED, listener=heard.append)
    first = heard[0]
    assert (first.stage, first.best) == ("fewest errors", 2)
    text = first.answer().to_text()
    assert text.startswith("Cluster a")
    assert "x0 <= 4" in text
    assert "Errors" not in text  # nothing is counted yet


def test_two_models_can_be_fitted_at_once():
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as pool:
        models = list(
            pool.map(lambda k: PolyhedralDescriber().fit(LINE, np.arange(10) < k), (3, 5, 7))
        )
    assert [model.description_.tallies[1].rows for model in models] == [3, 5, 7]
    assert all(model.result_.errors == 0 for model in models)


def test_what_is_proved_of_simpler_descriptions_is_told_apart():
    heard = []
    table, labels = np.array([[0, 0], [0, 9], [9, 0], [9, 9]] * 5), ["a", "b", "b", "a"] * 5
    for asked in ({"max_polyhedra": 2}, {"max_terms": 2}):
        describe(table, labels, listener=heard.append, time_limit=1, **asked)
    stages = list(dict.fromkeys(snapshot.stage for snapshot in heard))
    assert stages[0] == "fewest errors, one polyhedron each"
    assert "fewest errors, one feature each" in stages
    simple = [s.bound for s in heard if s.stage == "fewest errors, one polyhedron each"]
    assert max(simple) > 0  # but two polyhedra need no errors
    assert {s.bound for s in heard if s.stage == "fewest errors" and s.best == 0} <= {0}
