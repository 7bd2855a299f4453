"""What is true is verified, and whatever is changed to say more is not."""

from __future__ import annotations

import base64
import copy
import json
import subprocess
import sys
import zlib
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import Certificate, InputError, describe, verify
from clusterscribe.certificates import certify
from clusterscribe.checker.labelled_rows import read_rows
from clusterscribe.checker.refusal import Refused
from clusterscribe.checker.verify import Verdict
from tests.checker.made import is_true, table, values, written

OPTIONS = [
    {},
    {"objective": "sparsity"},
    {"objective": (1, 3)},
    {"max_conditions": 2},
    {"max_errors": 14},
    {"min_recall": 0.95},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_proved_is_verified(options):
    X, labels = table()
    description, result = describe(X, labels, certificate=True, **options)
    assert result.status == "optimal"
    assert result.proof.verified
    assert description.proof == result.proof
    found = verify(result.certificate.to_json(), X, labels)
    assert found.ok, found.to_text()
    assert len(found.claims) == (2 if "max_errors" in options else 3)  # fewest are not sought
    assert found.reasons == ()
    assert "Proved and verified: no" in str(description)
    assert "proved and verified" in description.proof.headline


def test_weights_and_noise_are_part_of_the_claim():
    X, labels = table()
    labels = np.where(np.arange(60) % 13 == 0, -1, labels)
    weights = np.where(np.arange(60) % 3, 0.5, 1.25)
    _, result = describe(X, labels, sample_weight=weights, noise_label=-1, certificate=True)
    assert verify(result.certificate, X, labels, weights).ok
    with pytest.raises(InputError, match="no multiple of the unit"):
        verify(result.certificate, X, labels, weights + 0.1)
    assert not verify(result.certificate, X, labels, weights[::-1]).ok


def test_without_a_certificate_nothing_is_said_to_be_verified():
    X, labels = table()
    description, result = describe(X, labels)
    assert result.certificate is None
    assert result.proof.verified is None
    assert "verified" not in str(description)


def test_a_certificate_is_read_back_without_loss():
    text = written()
    assert Certificate.from_json(text).to_json() == text


def test_categories_and_dates_are_read_as_they_are_described():
    pd = pytest.importorskip("pandas")
    X, labels = table()
    days = pd.to_datetime("2024-01-01") + pd.to_timedelta(X[:, 0], unit="D")
    frame = pd.DataFrame({"day": days, "kind": [f"k{n % 3}" for n in X[:, 1]], "n": X[:, 2]})
    _, result = describe(frame, labels, certificate=True)
    assert verify(result.certificate, frame, labels).ok
    assert not verify(result.certificate, frame.assign(kind=frame["kind"].str.upper()), labels).ok


def test_columns_beside_those_described_do_not_matter():
    pd = pytest.importorskip("pandas")
    X, labels = table()
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    _, result = describe(frame, labels, certificate=True)
    assert verify(result.certificate, frame.assign(d=1)[["d", "c", "b", "a"]], labels).ok


# ---- another table ----------------------------------------------------------------------


@given(st.integers(0, 59), st.integers(0, 2), st.sampled_from([-1.0, 0.25, 1.0]))
@settings(max_examples=30, deadline=None)
def test_a_changed_value_is_noticed(row, column, change):
    X, labels = table()
    X = X.astype(float)
    X[row, column] += change
    assert not verify(written(), X, labels).ok


@pytest.mark.parametrize("row", range(0, 60, 7))
def test_a_changed_label_is_noticed(row):
    X, labels = table()
    labels[row] = (labels[row] + 1) % 3
    assert not verify(written(), X, labels).ok


def test_a_missing_row_and_another_order_are_noticed():
    X, labels = table()
    for chosen in (np.arange(59), np.arange(60)[::-1]):
        found = verify(written(), X[chosen], labels[chosen])
        assert not found.ok
        assert any("table" in reason for reason in found.reasons)


# ---- claims that say more ---------------------------------------------------------------


def refused(changed):
    X, labels = table()
    try:
        return not verify(json.dumps(changed), X, labels).ok
    except InputError:
        return True


@pytest.mark.parametrize(
    ("figure", "change"),
    [("error_bound", 1), ("bound", 2), ("bound", 0.5), ("max_errors", 1), ("value", -2)],
)
def test_a_figure_that_is_better_by_one_is_refused(figure, change):
    changed = values()
    changed["description"]["proof"][figure] += change
    assert refused(changed)


@pytest.mark.parametrize(
    ("name", "value"),
    [("max_terms", 2), ("max_polyhedra", 2), ("min_recall", None), ("max_conditions", None)],
)
def test_another_class_is_refused(name, value):
    changed = values(max_conditions=2, min_recall=0.95)
    proof = changed["description"]["proof"]
    if value is None:
        del proof[name]
    else:
        proof[name] = value
    assert refused(changed)


def test_words_that_say_more_than_the_figures_are_refused():
    changed = values(min_recall=0.95)
    changed["description"]["proof"]["recall_is_met_within"] += 1
    assert refused(changed)
    changed = values()
    changed["description"]["proof"]["bound"] -= 2  # and it is still called optimal
    assert refused(changed)


@pytest.mark.parametrize("unit", ["1000", "1/1000", "0", "-1", "1e9", "9" * 100, "x"])
def test_another_unit_is_refused_even_with_a_fingerprint_for_it(unit):
    changed = values()
    changed["unit"] = unit
    changed["description"]["proof"]["error_bound"] = 1000
    X, labels = table()
    columns = tuple(changed["columns"])
    with suppress(Refused, ValueError):
        data = read_rows(X, labels, columns=columns, unit=Fraction(unit))
        changed["fingerprint"] = data.fingerprint
    assert refused(changed)


@pytest.mark.parametrize("weights", [["1", "1/7919"], ["12345678901/3", "1/98765432109"]])
def test_strange_weights_of_the_objective_are_refused_in_bounded_time(weights):
    changed = values()
    changed["objective"] = weights
    assert refused(changed)


def test_tallies_that_are_better_are_refused():
    changed = values()
    changed["description"]["tallies"][0]["correct"] += 1
    assert refused(changed)


def test_a_condition_that_is_tighter_is_refused():
    changed = values()
    changed["description"]["clusters"][0]["half_spaces"].pop()
    assert refused(changed)


def test_a_claim_without_evidence_is_listed_as_such():
    changed = values()
    changed["evidence"] = {}
    X, labels = table()
    found = verify(json.dumps(changed), X, labels)
    verdicts = [checked.verdict for checked in found.claims]
    assert verdicts == [Verdict.VERIFIED, Verdict.NO_EVIDENCE, Verdict.NO_EVIDENCE]
    assert not found.ok
    assert found.reasons == ("no evidence", "no evidence")


def test_evidence_of_another_claim_is_refused():
    changed = values()
    evidence = changed["evidence"]
    evidence["errors"], evidence["objective"] = evidence["objective"], evidence["errors"]
    assert refused(changed)


# ---- evidence that is tampered with -------------------------------------------------------


def lines_of(changed, claim="objective"):
    part = changed["evidence"][claim][0]["parts"][0]
    proof = part["proof"]
    if isinstance(proof, dict):
        proof = zlib.decompress(base64.b64decode(proof["zlib"])).decode()
    return part, proof.splitlines()


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_step_that_is_removed_or_altered_proves_nothing_false(data):
    changed = values()
    part, lines = lines_of(changed, data.draw(st.sampled_from(["errors", "objective"])))
    place = data.draw(st.integers(0, len(lines) - 1))
    how = data.draw(st.sampled_from(["removed", "altered", "swapped", "cut"]))
    if how == "removed":
        del lines[place]
    elif how == "altered":
        words = lines[place].split()
        word = data.draw(st.integers(0, len(words) - 1))
        words[word] = data.draw(st.sampled_from(["0", "1", "-1", "x", "999999", "-7", "d"]))
        lines[place] = " ".join(words)
    elif how == "swapped":
        lines[0], lines[place] = lines[place], lines[0]
    else:
        lines = lines[:place]
    part["proof"] = "\n".join(lines)
    X, labels = table()
    if verify(json.dumps(changed), X, labels).ok:  # the step was not needed
        assert is_true(Certificate.from_dict(changed), X, labels)


def test_no_step_that_is_kept_can_be_left_out():
    changed = values()
    part, lines = lines_of(changed, "errors")
    steps = [place for place, line in enumerate(lines) if not line.startswith("d")]
    for place in steps[:: max(1, len(steps) // 20)]:
        part["proof"] = "\n".join(lines[:place] + lines[place + 1 :])
        assert refused(changed)


def leaves_of(value, path=()):
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from leaves_of(entry, (*path, key))
    elif isinstance(value, list):
        for place, entry in enumerate(value):
            yield from leaves_of(entry, (*path, place))
    else:
        yield path


def set_leaf(values, path, value):
    for key in path[:-1]:
        values = values[key]
    values[path[-1]] = value


def assert_nothing_false(changed):
    X, labels = table()
    try:
        ok = verify(json.dumps(changed), X, labels).ok
    except InputError:
        return
    assert not ok or is_true(Certificate.from_dict(changed), X, labels)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_whatever_is_changed_nothing_false_is_verified(data):
    changed = values(max_conditions=2)
    paths = [path for path in leaves_of(changed) if path[0] != "made_with"]
    path = data.draw(st.sampled_from(paths))
    other = st.integers(-3, 99) | st.floats(allow_nan=False) | st.text(max_size=3)
    set_leaf(changed, path, data.draw(other | st.none() | st.booleans() | st.just([])))
    assert_nothing_false(changed)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=5000, deadline=None)
def test_thousands_of_changes_verify_nothing_false(data):
    changed = copy.deepcopy(values(max_conditions=2))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from([p for p in leaves_of(changed) if p[0] != "made_with"]))
        set_leaf(changed, path, data.draw(st.integers(-3, 99) | st.text(max_size=3) | st.none()))
    assert_nothing_false(changed)


# ---- hostile files -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": "clusterscribe-certificate"}',
        '{"format": "clusterscribe-certificate", "version": 99}',
        "[" * 100_000,
        '{"format": "clusterscribe-certificate", "version": ' + "9" * 10_000 + "}",
    ],
    ids=["nothing", "cut", "list", "empty", "newer", "deep", "huge"],
)
def test_what_is_no_certificate_is_refused_in_one_sentence(text):
    X, labels = table()
    with pytest.raises(InputError) as refused:
        verify(text, X, labels)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_refused(share):
    X, labels = table()
    text = written()
    with pytest.raises(InputError):
        verify(text[: int(share * len(text))], X, labels)


def test_a_text_that_expands_to_gigabytes_is_read_within_bounds():
    changed = values()
    bomb = zlib.compress(b"1 " * 50_000_000, 9)  # a hundred megabytes in a hundred kilobytes
    part, _ = lines_of(changed)
    part["proof"] = {"zlib": base64.b64encode(bomb).decode()}
    assert refused(changed)
    part["proof"] = {"zlib": base64.b64encode(bomb[: len(bomb) // 2]).decode()}
    assert refused(changed)
    part["proof"] = {"zlib": "not base64"}
    assert refused(changed)


# ---- faults of the solver --------------------------------------------------------------------


def test_a_wrong_bound_of_the_solver_is_not_verified(monkeypatch):
    X, labels = table()
    begun = certify.begun

    def with_a_wrong_bound(description, *others):
        proof = replace(description.proof, error_bound=description.proof.error_bound + 1)
        return begun(replace(description, proof=proof), *others)

    monkeypatch.setattr(certify, "begun", with_a_wrong_bound)
    description, result = describe(X, labels, certificate=True)
    assert result.proof.verified is False
    assert "verified" not in str(description)


# ---- who is trusted ----------------------------------------------------------------------------


def test_the_checker_knows_no_solver():
    code = "import clusterscribe.checker.verify, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    ).stdout.split()
    own = {name.split(".")[1] for name in loaded if name.startswith("clusterscribe.")}
    assert own.isdisjoint({"search", "problem", "pricing", "refuting", "certificates", "engine"})
    tops = {name.split(".")[0] for name in loaded}
    assert tops.isdisjoint({"ortools", "numba", "scipy", "sklearn", "pysat", "pysolvers", "pycard"})
