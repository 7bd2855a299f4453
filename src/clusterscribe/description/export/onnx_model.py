"""A description as an ONNX model of plain arithmetic and comparisons in double precision.

The model computes what `membership` computes, operation by operation, so that it agrees with it on
every row. Its inputs are columns (`onnx_inputs` says how), its outputs are `membership`, rows by
clusters, and `label`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, assert_never

import numpy as np

from clusterscribe.description.core.base import NOWHERE, BaseDescription, are_plain_integers
from clusterscribe.description.core.halfspace import HalfSpace, Term
from clusterscribe.description.core.region import Ball, Polyhedron, Region, Union
from clusterscribe.description.export.holdings import Holding
from clusterscribe.description.export.onnx_graph import Graph, Tensor
from clusterscribe.description.export.onnx_inputs import (
    NOT_A_TIME,
    InputColumn,
    check_text,
    input_columns,
)
from clusterscribe.description.words.naming import unlike
from clusterscribe.description.words.text import to_text
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind
from clusterscribe.files import write_atomically
from clusterscribe.parameters import Label
from clusterscribe.version import __version__

if TYPE_CHECKING:
    from onnx import ModelProto, ValueInfoProto

OPERATORS = 19  # the first version of ONNX's operators that compares text
FORMAT = 9  # of the file, the one that came with these operators
ROWS = "rows"  # the name of the number of rows in the shapes of inputs and outputs

SAID_OF = {
    Holding.NUMBERS: "numbers; NaN where missing, 1 for true, 0 for false",
    Holding.DATES: f"days since 1970-01-01; {NOT_A_TIME} where missing",
    Holding.TIMES: f"microseconds since 1970-01-01, UTC with a zone; {NOT_A_TIME} where missing",
    Holding.TEXT: "text; anything that is no level where missing",
}


def to_onnx(description: BaseDescription, path: str | os.PathLike[str] | None = None) -> ModelProto:
    """Return a description as an ONNX model, and write it to a file where one is named.

    The inputs are the columns that are used, a tensor of one dimension each; `onnx_inputs` makes
    them from a table. The output `membership` tells for each row and cluster whether the row is
    inside, and `label` is the label of the only cluster that a row is in. For rows in none or in
    several it is -1 where all labels are integers other than -1. Other labels are text, and then
    it is empty there (or `_2` should a label be empty itself).

    Parameters
    ----------
    path : path or None
        The file to write, usually `.onnx`; it appears only as a whole.

    Returns
    -------
    onnx.ModelProto
        The model, checked by `onnx`. Its metadata has the labels as JSON under `clusters`, in the
        order of the columns of `membership`.

    Examples
    --------
    >>> description.to_onnx("segments.onnx")  # doctest: +SKIP

    """
    check_onnx()
    model = _model(description)
    if path is not None:
        with write_atomically(path) as temporary:
            temporary.write_bytes(model.SerializeToString())
    return model


def check_onnx() -> None:
    """Refuse where there is nothing that can write a model."""
    try:
        import onnx  # noqa: F401 (only whether it is there)
    except ImportError:
        raise InputError(
            "an ONNX model needs onnx, which is not installed; install it with "
            "pip install 'clusterscribe[onnx]'"
        ) from None


def _model(description: BaseDescription) -> ModelProto:
    from onnx import checker, helper

    columns = input_columns(description)
    inputs = [tensor for column in columns for tensor in column.tensors]
    outputs = unlike(["membership", "label"], inputs)
    builder = _Builder(Graph([*inputs, *outputs]), {column.name: column for column in columns})
    builder.write(description, *outputs)
    graph = helper.make_graph(
        builder.graph.nodes,
        "clusters",
        [info for column in columns for info in _inputs(column)],
        _outputs(description, *outputs),
        builder.graph.initializers,
        doc_string=to_text(description),
    )
    model = helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", OPERATORS)],
        ir_version=FORMAT,
        producer_name="clusterscribe",
        producer_version=__version__,
    )
    labels = json.dumps(list(map(str, description.polyhedra)))
    helper.set_model_props(model, {"clusters": labels})
    checker.check_model(model, full_check=True)
    return model


def _inputs(column: InputColumn) -> list[ValueInfoProto]:
    from onnx import TensorProto, helper

    types = {
        Holding.NUMBERS: TensorProto.DOUBLE,
        Holding.DATES: TensorProto.INT64,
        Holding.TIMES: TensorProto.INT64,
        Holding.TEXT: TensorProto.STRING,
    }
    made = []
    if column.holding is not Holding.UNKNOWN:
        type_, said = types[column.holding], SAID_OF[column.holding]
        made.append(helper.make_tensor_value_info(column.name, type_, [ROWS], said))
    if column.missing is not None:
        said = f"whether {column.name} is missing"
        made.append(helper.make_tensor_value_info(column.missing, TensorProto.BOOL, [ROWS], said))
    return made


def _outputs(description: BaseDescription, membership: str, label: str) -> list[ValueInfoProto]:
    from onnx import TensorProto, helper

    labels = tuple(description.polyhedra)
    type_ = TensorProto.INT64 if are_plain_integers(labels) else TensorProto.STRING
    return [
        helper.make_tensor_value_info(membership, TensorProto.BOOL, [ROWS, len(labels)]),
        helper.make_tensor_value_info(label, type_, [ROWS]),
    ]


class _Builder:
    """Writes regions as operators."""

    def __init__(self, graph: Graph, columns: Mapping[str, InputColumn]) -> None:
        self.graph = graph
        self._columns = columns
        self._values: dict[Feature, Tensor] = {}
        self._shape: Tensor | None = None

    def write(self, description: BaseDescription, membership: Tensor, label: Tensor) -> None:
        """Write both outputs."""
        graph, axis = self.graph, self.graph.array(np.array([1]))
        inside = [graph.add("Unsqueeze", self._contains(part), axis) for part in description.parts]
        graph.add("Concat", *inside, name=membership, axis=1)
        self._label(tuple(description.polyhedra), membership, axis, label)

    def _label(
        self, labels: Sequence[Label], membership: Tensor, axis: Tensor, name: Tensor
    ) -> None:
        """Write the label of the only region that a row is in."""
        from onnx import TensorProto

        graph = self.graph
        counts = graph.add("Cast", membership, to=TensorProto.INT32)
        homes = graph.add("ReduceSum", counts, axis, keepdims=0)
        place = graph.add("ArgMax", counts, axis=1, keepdims=0)
        is_one = graph.add("Equal", homes, graph.array(np.array(1, dtype=np.int32)))
        place = graph.add("Where", is_one, place, graph.whole(len(labels)))
        graph.add("Gather", graph.array(_words(labels)), place, name=name)

    def _contains(self, part: Region) -> Tensor:
        match part:
            case Polyhedron():
                return self._polyhedron(part)
            case Union(polyhedra=()):
                return self._everywhere(False)
            case Union(polyhedra=polyhedra):
                return self.graph.joined("Or", map(self._polyhedron, polyhedra))
            case Ball():
                return self._ball(part)
            case _:
                assert_never(part)

    def _polyhedron(self, part: Polyhedron) -> Tensor:
        if not part.half_spaces:
            return self._everywhere(True)
        return self.graph.joined("And", map(self._half_space, part.half_spaces))

    def _everywhere(self, value: bool) -> Tensor:
        """Return true or false for each row."""
        if self._shape is None:
            first = next(iter(self._columns.values()))
            self._shape = self.graph.add("Shape", first.tensors[0])
        return self.graph.add("Expand", self.graph.truth(value), self._shape)

    def _half_space(self, half_space: HalfSpace) -> Tensor:
        total = self.graph.joined("Add", map(self._points, half_space.terms))
        return self.graph.add("LessOrEqual", total, self.graph.number(half_space.bound))

    def _points(self, term: Term) -> Tensor:
        graph, share = self.graph, self._value(term.feature)
        if term.is_scaled:
            from_zero = graph.add("Sub", share, graph.number(term.zero))
            share = graph.add("Div", from_zero, graph.number(term.span))
        return share if term.weight == 1 else graph.add("Mul", graph.number(term.weight), share)

    def _ball(self, ball: Ball) -> Tensor:
        total = self.graph.joined("Add", map(self._square, ball.terms, ball.centre))
        return self.graph.add("LessOrEqual", total, self.graph.number(ball.squared_radius))

    def _square(self, term: Term, centre: float) -> Tensor:
        graph = self.graph
        step = graph.add("Sub", self._value(term.feature), graph.number(centre))
        step = graph.add("Div", step, graph.number(term.span))
        return graph.add("Mul", graph.number(term.weight), graph.add("Mul", step, step))

    def _value(self, feature: Feature) -> Tensor:
        """Return the number of a feature, each written once."""
        if feature not in self._values:
            self._values[feature] = self._number(feature)
        return self._values[feature]

    def _number(self, feature: Feature) -> Tensor:
        from onnx import TensorProto

        graph, column = self.graph, self._columns[feature.column]
        if feature.kind is Kind.LEVEL:
            return graph.add("Cast", self._is_level(column, feature), to=TensorProto.DOUBLE)
        if column.holding is Holding.NUMBERS:
            return column.name
        number = graph.add("Cast", column.name, to=TensorProto.DOUBLE)
        return graph.add("Where", self._is_missing(column), graph.number(np.nan), number)

    def _is_level(self, column: InputColumn, feature: Feature) -> Tensor:
        graph, level = self.graph, feature.level
        if level is None:
            return self._is_missing(column)
        if not isinstance(level, str):
            return graph.add("Equal", column.name, graph.number(float(level)))
        check_text(level, f"the level of column {column.name!r}")
        found = graph.add("Equal", column.name, graph.array(_texts([level])))
        if column.missing is None:
            return found
        return graph.add("And", found, graph.add("Not", column.missing))

    def _is_missing(self, column: InputColumn) -> Tensor:
        if column.missing is not None:
            return column.missing
        if column.holding is Holding.NUMBERS:
            return self.graph.add("IsNaN", column.name)
        return self.graph.add("Equal", column.name, self.graph.whole(NOT_A_TIME))


def _words(labels: Sequence[Label]) -> np.ndarray[tuple[int], np.dtype[np.generic]]:
    """Return all labels, and last what stands for none."""
    if are_plain_integers(labels):
        return np.array([*labels, NOWHERE], dtype=np.int64)
    texts = [str(label) for label in labels]
    for text in texts:
        check_text(text, "the label")
    return _texts([*texts, *unlike([""], texts)])


def _texts(texts: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.generic]]:
    array = np.empty(len(texts), dtype=object)
    array[:] = texts
    return array
