"""The frontier: descriptions from the fewest errors to the shortest, and how to choose one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

from clusterscribe.description import Description
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.proof import Status
from clusterscribe.result import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from clusterscribe.description.export.frame import Backend

ROUNDING = 1e-9  # of a share: 29 errors of 100 are within 0.29


@dataclass(frozen=True, slots=True)
class Point:
    """The shortest description for its errors, and the fewest errors for its length.

    `fewest_errors` is a proven lower bound on the errors of any description that is no
    longer, `result.bound` one on the length of any description within its errors. The point
    is proved if both are reached.
    """

    description: Description
    result: Result
    fewest_errors: float

    @property
    def errors(self) -> float:
        """Rows (or their weight) that are not correctly described."""
        return self.result.errors

    @property
    def complexity(self) -> int:
        """Complexity of the description."""
        return self.result.complexity

    @property
    def sparsity(self) -> int:
        """Sparsity of the description."""
        return self.result.sparsity

    @property
    def proved(self) -> bool:
        """Whether nothing shorter is within its errors, and nothing as short makes fewer."""
        return self.result.status == Status.OPTIMAL


@dataclass(frozen=True, slots=True)
class Frontier:
    """The points, the fewest errors first; each next one is shorter and makes more errors."""

    points: tuple[Point, ...]
    objective: str  # what is made small, in words
    interrupted: bool = False

    def __iter__(self) -> Iterator[Point]:
        return iter(self.points)

    def __len__(self) -> int:
        return len(self.points)

    def __getitem__(self, place: int) -> Point:
        return self.points[place]

    def choose(
        self,
        *,
        max_complexity: float | None = None,
        max_errors: float | None = None,
        knee: bool = False,
    ) -> Point:
        """Return one point: within the limits, the one with the fewest errors.

        `max_errors` is a number of errors, or a share of the rows (float from 0.0 to 1.0); with
        it alone the point is the shortest one. `knee=True` takes the point from which
        on less length costs the most: of all points within the limits the one that is
        nearest to "no errors and no length", both as shares of what they are at the ends.
        """
        for name, limit in (("max_complexity", max_complexity), ("max_errors", max_errors)):
            _check_limit(name, limit)
        possible = [
            point
            for point in self.points
            if (max_complexity is None or point.complexity <= max_complexity)
            and (max_errors is None or _is_within(point, max_errors))
        ]
        if not possible:
            raise InputError(self._out_of_reach(max_complexity, max_errors))
        if knee:
            return min(possible, key=lambda point: (self._distance(point), point.errors))
        if max_errors is not None and max_complexity is None:
            return possible[-1]
        return possible[0]

    def to_text(self, width: int = 80) -> str:
        """Write a table, a line a point."""
        from clusterscribe.frontiers.text import to_text

        return to_text(self, width)

    def to_markdown(self) -> str:
        """Write a Markdown table, a line a point."""
        from clusterscribe.frontiers.text import to_markdown

        return to_markdown(self)

    def to_frame(self, backend: Backend = "pandas") -> Any:  # noqa: ANN401
        """Return a DataFrame, a row a point."""
        from clusterscribe.frontiers.frame import to_frame

        return to_frame(self, backend)

    def plot(self, ax: Axes | None = None, chosen: Point | int | None = None) -> Axes:
        """Draw errors against length with matplotlib; `plots.frontier` says more."""
        from clusterscribe.charts import data, mpl

        return mpl.curve(data.curve(self.points, self.objective, chosen), ax)

    def to_dict(self) -> dict[str, Any]:
        """Return what `to_json` writes, as plain values."""
        from clusterscribe.frontiers.json import to_dict

        return to_dict(self)

    def to_json(self, indent: int | None = 2) -> str:
        """Write all points with their descriptions and results as JSON."""
        from clusterscribe.frontiers.json import to_json

        return to_json(self, indent)

    @classmethod
    def from_dict(cls, values: object) -> Frontier:
        """Read back what `to_dict` returned."""
        from clusterscribe.frontiers.json import from_dict

        return from_dict(values)

    @classmethod
    def from_json(cls, text: str) -> Frontier:
        """Read back what `to_json` or `clusterscribe frontier --json` wrote."""
        from clusterscribe.frontiers.json import from_json

        return from_json(text)

    def __str__(self) -> str:
        return self.to_text()

    def _distance(self, point: Point) -> float:
        first, last = self.points[0], self.points[-1]
        more = (point.errors - first.errors) / ((last.errors - first.errors) or 1.0)
        length = point.result.objective - last.result.objective
        return more + length / ((first.result.objective - last.result.objective) or 1.0)

    def _out_of_reach(self, max_complexity: float | None, max_errors: float | None) -> str:
        fewest = wording.count(self.points[0].errors, "error")
        shortest = min(point.complexity for point in self.points)
        asked = [
            f"{name}={wording.number(limit)}"
            for name, limit in (("max_complexity", max_complexity), ("max_errors", max_errors))
            if limit is not None
        ]
        return (
            f"no point of the frontier has {' and '.join(asked)}: it goes from {fewest} to a "
            f"complexity of {shortest}; allow more"
        )


def _check_limit(name: str, limit: float | None) -> None:
    is_number = isinstance(limit, Real) and not isinstance(limit, bool)
    if limit is not None and not (is_number and limit >= 0):
        raise InputError(f"{name} must be a number of at least 0, or None, not {limit!r}")


def _is_within(point: Point, max_errors: float) -> bool:
    """Whether a point makes no more errors; a float up to 1 is a share, as for `describe`."""
    if isinstance(max_errors, float) and max_errors <= 1:
        return 1 - point.result.accuracy <= max_errors + ROUNDING
    return point.errors <= max_errors
