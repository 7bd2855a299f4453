"""Multipliers that are found prove as much to the checker as to the search."""

from __future__ import annotations

import json
import sys
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.certificates.multiplying import multiply
from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.checker.multipliers import errors_proved
from clusterscribe.checker.refusal import Refused
from clusterscribe.clock import Clock
from tests.checker.tiny import fewest_errors, tables

SEGMENTS = Path(__file__).parents[3] / "shared" / "data" / "segments"
PATIENT = Clock(None)
OUTSIDE = [30] * 3


@given(
    tables(rows=(3, 7), features=(2, 2)),
    st.integers(1, 3),
    st.none() | st.tuples(st.integers(0, 3), st.integers(0, 3)),
)
@settings(max_examples=40)
def test_what_is_found_is_verified_and_true(rows, conditions, most_outside):
    found = multiply(rows, conditions, PATIENT, most_outside=most_outside, jobs=1)
    fewest = fewest_errors(rows, conditions, most_outside)
    if found is not None:
        evidence = json.loads(json.dumps(found.evidence))
        proved = errors_proved(rows, conditions, evidence, most_outside=most_outside)
        assert 0 < proved == found.errors <= fewest
    elif most_outside is None:  # otherwise multipliers may take long to settle
        assert fewest == 0 or not np.ptp(rows.values[rows.weight > 0], axis=0).any()


def touching(seed, rows=120, clusters=3):
    """Clusters around corners, many rows of which are nearer to another one."""
    chance = np.random.default_rng(seed)
    cluster = chance.integers(0, clusters, rows)
    centres = chance.normal(size=(clusters, 3))
    values = np.round(centres[cluster] + chance.normal(size=(rows, 3)), 1)
    return Rows(values, cluster, np.ones(rows, dtype=np.int64), clusters)


@pytest.fixture(scope="module")
def taken_apart():
    """A table on which one set of multipliers is not enough, and what proves the most.

    Which tables these are depends on the last digits of a linear program, so on the machine.
    """
    for seed in (9, 18, 6, 8, 7, 10, 3):
        rows = touching(seed)
        found = multiply(rows, 1, Clock(60), most_outside=OUTSIDE)
        assert found is not None
        assert errors_proved(rows, 1, found.evidence, most_outside=OUTSIDE) == found.errors
        if len(found.evidence["parts"]) > 1:
            return rows, found
    pytest.fail("one set of multipliers was enough on every table")


def test_less_is_enough(taken_apart):
    rows, best = taken_apart
    found = multiply(rows, 1, Clock(30), most_outside=OUTSIDE, enough=best.errors // 2)
    assert best.errors // 2 <= found.errors <= best.errors
    assert len(found.evidence["parts"]) == 1


def test_no_time_is_no_evidence(taken_apart):
    assert multiply(taken_apart[0], 1, Clock(0)) is None


def test_more_errors_than_were_proved_are_refused(taken_apart):
    rows, found = taken_apart
    with pytest.raises(Refused):
        more = {**found.evidence, "errors": found.errors + 1}
        errors_proved(rows, 1, more, most_outside=OUTSIDE)


def test_another_class_is_refused(taken_apart):
    rows, found = taken_apart
    for conditions, outside in ((2, OUTSIDE), (1, [40] * 3), (1, None)):
        with pytest.raises(Refused):
            errors_proved(rows, conditions, found.evidence, most_outside=outside)


def test_every_part_is_needed(taken_apart):
    rows, found = taken_apart
    for place in range(len(found.evidence["parts"])):
        fewer = deepcopy(found.evidence)
        del fewer["parts"][place]
        with pytest.raises(Refused):
            errors_proved(rows, 1, fewer, most_outside=OUTSIDE)


@given(st.data())
@settings(max_examples=60)
def test_tampering_never_proves_more(taken_apart, data):
    """A description makes as many errors as were proved, so that nothing proves one more."""
    rows, found = taken_apart
    changed = deepcopy(found.evidence)
    changed["errors"] += 1
    part = data.draw(st.sampled_from(changed["parts"]))
    name = data.draw(st.sampled_from(sorted(part)))
    numbers = part[name]
    if name == "multipliers":
        numbers = data.draw(st.sampled_from(numbers))
    if numbers:
        place = data.draw(st.integers(0, len(numbers) - 1))
        numbers[place] += data.draw(st.sampled_from([-(10**5), -1, 1, 10**5]))
    with pytest.raises(Refused):
        errors_proved(rows, 1, changed, most_outside=OUTSIDE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "conditions", "least"),
    [
        ("seeds5", 2, 24),
        ("seeds5", 3, 21),
        ("wine5", 2, 27),
        ("wine5", 3, 15),
        ("bank5", 2, 790),
        ("bank5", 3, 455),
        ("spam4", 2, 960),
        ("adult5", 2, 8_700),
        ("adult5", 3, 5_400),
        ("default5", 2, 6_000),
        ("framingham6", 2, 1_400),
        ("framingham6", 3, 1_200),
    ],
)
def test_segments_that_touch(name, conditions, least, monkeypatch):
    if not SEGMENTS.is_dir():
        pytest.skip("the folder with the segments is not there")
    monkeypatch.setattr(sys, "path", [str(SEGMENTS), *sys.path])
    from segments import load

    table, labels = load(name)
    cluster = labels.to_numpy().astype(np.int64)
    rows = Rows(table.to_numpy(dtype=float), cluster, np.ones_like(cluster), int(cluster.max()) + 1)
    outside = (np.bincount(cluster) // 2).tolist()
    found = multiply(rows, conditions, Clock(60), most_outside=outside)
    assert found.errors >= least
    evidence = json.loads(json.dumps(found.evidence))
    assert errors_proved(rows, conditions, evidence, most_outside=outside) == found.errors
