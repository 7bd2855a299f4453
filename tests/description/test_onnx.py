"""ONNX models: inputs, outputs and files; that rows are the same is in test_exports_agree.py."""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime

import numpy as np
import onnx
import pyarrow as pa
import pytest
from onnxruntime import InferenceSession

from clusterscribe import Description, Feature, HalfSpace, Kind, Polyhedron, Term
from clusterscribe.errors import InputError

from .builders import (
    AGE,
    SEGMENTED,
    SEGMENTS,
    at_least,
    at_most,
    describe,
    is_level,
    is_not_level,
    is_true,
    people,
)

DAY = datetime(2024, 2, 29, 12)


def session_of(description):
    return InferenceSession(description.to_onnx().SerializeToString())


def inputs_of(description):
    return {given.name: given.type for given in session_of(description).get_inputs()}


def labels_of(description, rows):
    return session_of(description).run(["label"], description.onnx_inputs(rows))[0].tolist()


def test_inputs_are_columns_and_outputs_are_membership_and_label():
    session = session_of(SEGMENTED)
    assert [(given.name, given.type, given.shape) for given in session.get_inputs()] == [
        ("income", "tensor(double)", ["rows"]),
        ("age", "tensor(double)", ["rows"]),
        ("job", "tensor(string)", ["rows"]),
        ("member", "tensor(double)", ["rows"]),
        ("signup", "tensor(int64)", ["rows"]),
    ]
    assert [(made.name, made.type, made.shape) for made in session.get_outputs()] == [
        ("membership", "tensor(bool)", ["rows", 3]),
        ("label", "tensor(string)", ["rows"]),
    ]
    assert session.get_modelmeta().custom_metadata_map == {
        "clusters": '["young", "working", "old"]'
    }


def test_rows_may_come_from_numpy_alone():
    """As a program does that knows nothing of clusterscribe."""
    signups = np.array(["2024-01-01", "NaT", "2001-01-01"], dtype="datetime64[D]")
    rows = {
        "income": np.array([20_000.0, 50_000.0, np.nan]),
        "age": np.array([20.0, 45.0, 70.0]),
        "job": np.array(["student", "admin", ""], dtype=object),
        "member": np.array([1.0, 1.0, np.nan]),
        "signup": signups.astype(np.int64),
    }
    found = session_of(SEGMENTED).run(["label"], rows)[0].tolist()
    assert found == ["young", "working", "old"]


def test_a_file_is_written_whole(tmp_path):
    target = tmp_path / "segments.onnx"
    model = SEGMENTED.to_onnx(target)
    assert onnx.load(target) == model
    assert [file.name for file in tmp_path.iterdir()] == ["segments.onnx"]
    with pytest.raises(InputError, match="its folder does not exist"):
        SEGMENTED.to_onnx(tmp_path / "no" / "segments.onnx")


def test_it_runs_where_operators_are_of_2023():
    model = SEGMENTED.to_onnx()
    assert (model.ir_version, [(used.domain, used.version) for used in model.opset_import]) == (
        9,
        [("", 19)],
    )
    assert model.graph.doc_string == SEGMENTED.to_text()


def test_no_rows_are_no_rows():
    some = SEGMENTED.onnx_inputs(people("pyarrow"))
    inside, labels = session_of(SEGMENTED).run(None, {name: some[name][:0] for name in some})
    assert (inside.shape, labels.shape) == ((0, 3), (0,))


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_every_kind_of_frame_is_read(backend):
    assert labels_of(SEGMENTED, people(backend)) == SEGMENTS


def test_integer_labels_stay_integers_and_nowhere_is_minus_one():
    parts = (Polyhedron(3, (at_most(AGE, 30),)), Polyhedron(5, (at_most(AGE, 20),)))
    assert labels_of(Description(("age",), parts), {"age": 25}) == [3]
    assert labels_of(Description(("age",), parts), {"age": 10}) == [-1]


@pytest.mark.parametrize(
    ("labels", "nowhere"), [(("a", "b"), ""), ((-1, 4), ""), (("", "x"), "_2"), ((1.5, "1.5"), "")]
)
def test_other_labels_are_text_and_nowhere_is_none_of_them(labels, nowhere):
    first, second = labels
    parts = (Polyhedron(first, (at_most(AGE, 30),)), Polyhedron(second, (at_least(AGE, 40),)))
    rows = pa.table({"age": [20, 35, 50]})
    assert labels_of(Description(("age",), parts), rows) == [str(first), nowhere, str(second)]


def test_missing_text_needs_an_input_only_where_it_matters():
    assert inputs_of(describe(["job"], a=[is_level("job", "x")])) == {"job": "tensor(string)"}
    for level in (None, ""):
        assert inputs_of(
            describe(["job"], a=[is_level("job", "x"), is_not_level("job", level)])
        ) == {
            "job": "tensor(string)",
            "job is missing": "tensor(bool)",
        }
    both = describe(["job", "job is missing"], a=[is_level("job", None), is_true("job is missing")])
    assert inputs_of(both) == {
        "job is missing": "tensor(double)",
        "job is missing_2": "tensor(bool)",
    }


def test_missing_numbers_and_dates_say_so_themselves():
    spend = Feature("spend", Kind.LEVEL, None, of=Kind.NUMBER)
    seen = Feature("seen", Kind.LEVEL, None, of=Kind.DATETIME)
    description = describe(["spend", "seen"], a=[at_least(spend, 1)], b=[at_least(seen, 1)])
    assert inputs_of(description) == {"spend": "tensor(double)", "seen": "tensor(int64)"}
    rows = pa.table({"spend": [None, 1.0, 2.0], "seen": [DAY, DAY, None]})
    assert labels_of(description, rows) == ["a", "", "b"]
    nothing = np.datetime64("NaT", "us").astype(np.int64)
    assert description.onnx_inputs(rows)["seen"].tolist()[2] == nothing == -(2**63)


def test_times_are_microseconds_in_utc():
    seen = Feature("seen", Kind.DATETIME, zoned=True)
    description = describe(["seen"], a=[at_most(seen, DAY.replace(tzinfo=UTC).timestamp() * 1e6)])
    rows = pa.table({"seen": pa.array([DAY], pa.timestamp("ns", "America/New_York"))})
    given = description.onnx_inputs(rows)["seen"]
    assert (given.dtype, given.tolist()) == (
        np.int64,
        [int(DAY.replace(tzinfo=UTC).timestamp()) * 10**6],
    )
    assert labels_of(description, rows) == ["a"]


def test_dates_are_days():
    born = Feature("born", Kind.DATE)
    description = describe(["born"], a=[at_most(born, 0)])
    rows = pa.table({"born": [date(1969, 12, 31), date(1970, 1, 2), None]})
    assert description.onnx_inputs(rows)["born"].tolist() == [-1, 1, -(2**63)]
    assert labels_of(description, rows) == ["a", "", ""]


def test_categories_of_numbers_are_numbers():
    description = describe(["floor"], a=[is_level("floor", 3)], b=[is_level("floor", True)])
    assert inputs_of(description) == {"floor": "tensor(double)"}
    assert labels_of(description, pa.table({"floor": [3.0, 1.0, None]})) == ["a", "b", ""]


def test_columns_may_be_called_as_outputs_and_steps_are():
    names = ["membership", "label", "step 1"]
    description = describe(names, a=[at_most(Feature(name), 1) for name in names])
    session = session_of(description)
    assert [made.name for made in session.get_outputs()] == ["membership_2", "label_2"]
    (inside,) = session.run(["membership_2"], {name: np.array([1.0, 2.0]) for name in names})
    assert inside.tolist() == [[True], [False]]


def test_what_every_row_or_none_satisfies_has_as_many_rows_as_others():
    from clusterscribe.description import Union

    parts = (Polyhedron("all", ()), Union("none", ()), Polyhedron("some", (at_most(AGE, 30),)))
    description = Description(("age",), parts)
    inside, _ = session_of(description).run(
        None, description.onnx_inputs(pa.table({"age": [1, 99]}))
    )
    assert inside.tolist() == [[True, False, True], [True, False, False]]


@pytest.mark.parametrize(
    ("description", "words"),
    [
        (describe(["x"], a=[]), "uses no column"),
        (describe([""], a=[at_most(Feature(""), 1)]), "name is empty; rename it"),
        (describe(["\0"], a=[at_most(Feature("\0"), 1)]), "the column '\\\\x00', which has a NUL"),
        (describe(["x"], **{"\ud800": [at_most(Feature("x"), 1)]}), "the label"),
        (describe(["x"], a=[is_level("x", "\0")]), "the level of column 'x'"),
        (describe(["x"], a=[is_level("x", 2**60)]), "beyond 2\\^53.*convert it to text"),
        (
            describe(["x"], a=[is_level("x", "b"), at_most(Feature("x"), 1)]),
            "reads column 'x' as numbers and as text",
        ),
    ],
)
def test_what_onnx_cannot_say_is_refused(description, words):
    with pytest.raises(InputError, match=words):
        description.to_onnx()


def test_without_onnx_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(InputError, match=r"pip install 'clusterscribe\[onnx\]'"):
        SEGMENTED.to_onnx()


def test_last_bits_of_many_sums_agree():
    """A runtime that multiplied by 1 / 1.73 would be wrong in every third row."""
    rng = np.random.default_rng(0)
    columns = {"a": rng.normal(size=20_000).round(3), "b": rng.normal(size=20_000).round(2)}
    terms = (Term(Feature("a"), 3, -1.23, 0.5), Term(Feature("b"), -2, 0.1, 3.9))
    levels = HalfSpace(terms, 0.0).level({Feature(k): v for k, v in columns.items()})
    spaces = [HalfSpace(terms, float(level)) for level in levels[:20]]
    parts = tuple(Polyhedron(place, (space,)) for place, space in enumerate(spaces))
    description, rows = Description(("a", "b"), parts), pa.table(columns)
    (inside,) = session_of(description).run(["membership"], description.onnx_inputs(rows))
    assert (inside == description.membership(rows)).all()
