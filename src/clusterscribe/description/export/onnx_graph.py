"""A graph of ONNX operators, built one operator at a time."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from onnx import NodeProto, TensorProto

Tensor: TypeAlias = str  # tensors are known by name


class Graph:
    """Operators and constants so far; tensors get names that no column has."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = frozenset(taken)
        self._numbers = count(1)
        self._constants: dict[tuple[str, bytes | str], Tensor] = {}
        self.nodes: list[NodeProto] = []
        self.initializers: list[TensorProto] = []

    def add(
        self,
        operator: str,
        *inputs: Tensor,
        name: Tensor = "",
        **attributes: Any,  # noqa: ANN401
    ) -> Tensor:
        """Add an operator, and return the name of its only output."""
        from onnx import helper

        output = name or self._new_name()
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def joined(self, operator: str, tensors: Iterable[Tensor]) -> Tensor:
        """Join one tensor or more by an operator on two, from first to last."""
        first, *others = tensors
        for other in others:
            first = self.add(operator, first, other)
        return first

    def number(self, value: float) -> Tensor:
        """Return a 64-bit floating-point number."""
        return self._constant(np.array(value, dtype=np.float64))

    def whole(self, value: int) -> Tensor:
        """Return a 64-bit whole number."""
        return self._constant(np.array(value, dtype=np.int64))

    def truth(self, value: bool) -> Tensor:
        """Return true or false."""
        return self._constant(np.array(value, dtype=np.bool_))

    def array(self, values: NDArray[Any]) -> Tensor:
        """Return an array, of text where it holds objects."""
        return self._constant(values)

    def _constant(self, value: NDArray[Any]) -> Tensor:
        from onnx import TensorProto, helper, numpy_helper

        is_text = value.dtype == object
        content = repr(value.tolist()) if is_text else value.tobytes()  # -0.0 is not 0.0
        key = (f"{value.dtype} {value.shape}", content)
        if key in self._constants:
            return self._constants[key]
        name = self._constants[key] = self._new_name()
        if is_text:
            texts = [text.encode("utf-8") for text in value.ravel().tolist()]
            made = helper.make_tensor(name, TensorProto.STRING, value.shape, texts)
        else:
            made = numpy_helper.from_array(value, name)
        self.initializers.append(made)
        return name

    def _new_name(self) -> Tensor:
        return next(
            name for name in (f"step {n}" for n in self._numbers) if name not in self._taken
        )
