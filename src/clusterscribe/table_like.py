"""What a table, its labels and its weights may be, for editors and type checkers.

Nothing is checked by these names; what cannot be read is refused in words when it is read.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias


class FrameLike(Protocol):
    """A DataFrame of pandas, polars, pyarrow or narwhals, or a table of Ibis."""

    @property
    def columns(self) -> Any:  # noqa: ANN401
        """The columns, or their names."""


class SupportsArray(Protocol):
    """An array of NumPy, or what becomes one."""

    def __array__(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        ...


class SparseLike(Protocol):
    """A sparse matrix or array of scipy."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The numbers of rows and columns."""

    def tocsc(self) -> Any:  # noqa: ANN401
        """Return it column by column."""


TableLike: TypeAlias = (
    FrameLike | SupportsArray | SparseLike | Sequence[Sequence[Any]] | Mapping[str, Any]
)
"""A table: a DataFrame, a two-dimensional array, a list of rows, or a sparse matrix; a dict is a
single row. A table of Ibis stays in its engine."""

Labels: TypeAlias = Iterable[Hashable]
"""One label per row, of any kind: a Series, an array, a list; of a table of Ibis, the name of a
column."""

Weights: TypeAlias = Iterable[float] | float | str
"""One weight per row, or one for all; of a table of Ibis, a column's name."""
