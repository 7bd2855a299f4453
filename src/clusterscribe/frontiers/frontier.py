"""The frontier: descriptions from the fewest errors to the shortest, and how to choose one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from numbers import Real
from typing import TYPE_CHECKING, Any

from clusterscribe.description.export.frame import Backend, framed
from clusterscribe.description.export.made import Record, for_errors
from clusterscribe.description.export.plain import Node, loads
from clusterscribe.description.words import wording
from clusterscribe.description.words.layout import markdown_escaped, markdown_line, wrapped
from clusterscribe.errors import InputError
from clusterscribe.fragment import folded, fragment, paragraphs, table
from clusterscribe.frontiers.point import Point
from clusterscribe.screen import LINES, thinned

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMAT = "clusterscribe-frontier"
VERSION = 1
MOST_POINTS = 20  # of a table in a notebook; the others are folded
ROUNDING = 1e-9  # of a share: 29 errors of 100 are within 0.29

TITLES = ("errors", "accuracy", "complexity", "sparsity", "proved")
COLUMNS = {
    "errors": "Float64",
    "accuracy": "Float64",
    "complexity": "Int64",
    "sparsity": "Int64",
    "objective": "Float64",
    "bound": "Float64",
    "fewest_errors": "Float64",
    "status": "String",
}


@dataclass(frozen=True, slots=True)
class Frontier:
    """The points, the fewest errors first; each next one is shorter and makes more errors.

    Attributes
    ----------
    points : tuple of Point
        The points, the fewest errors first.
    objective : str
        What is minimised, in words.
    interrupted : bool
        Whether it ended before all was found.

    Examples
    --------
    >>> from clusterscribe import frontier
    >>> found = frontier([[1], [2], [3], [4], [5], [6]], list("abbbcc"))
    >>> found.choose(max_complexity=6).errors
    1

    """

    points: tuple[Point, ...]
    objective: str  # what is minimised, in words
    interrupted: bool = False

    def __iter__(self) -> Iterator[Point]:
        return iter(self.points)

    def __len__(self) -> int:
        return len(self.points)

    def __getitem__(self, place: int) -> Point:
        return self.points[place]

    def as_made(self, made: Record) -> Frontier:
        """Return the same points, which know what was asked for: each within its errors.

        Parameters
        ----------
        made : dict
            What was asked for, as plain values.

        Returns
        -------
        Frontier
            A new one.

        Examples
        --------
        >>> from clusterscribe import frontier
        >>> found = frontier([[1], [2], [3], [4], [5], [6]], list("abbbcc"))
        >>> found.as_made({"max_terms": 1})[0].description.made
        {'max_terms': 1, 'max_errors': 0}

        """
        points = [
            replace(
                point,
                description=replace(point.description, made=for_errors(made, point.errors)),
            )
            for point in self.points
        ]
        return replace(self, points=tuple(points))

    def choose(
        self,
        *,
        max_complexity: float | None = None,
        max_errors: float | None = None,
        knee: bool = False,
    ) -> Point:
        """Return one point: within the limits, the one with the fewest errors.

        `max_errors` is a number of errors, or a share of the rows (float from 0.0 to 1.0); with
        it alone the point is the shortest one. `knee=True` takes the knee of the frontier: of
        all points within the limits the one with the least sum of errors and length, each
        counted from 0 at its best to 1 at its worst on the frontier.

        Parameters
        ----------
        max_complexity : float or None
            Most complexity.
        max_errors : float or None
            Most errors: a number, or a share of the rows.
        knee : bool
            Take the knee of the frontier.

        Returns
        -------
        Point
            The chosen point.

        Examples
        --------
        >>> from clusterscribe import frontier
        >>> found = frontier([[1], [2], [3], [4], [5], [6]], list("abbbcc"))
        >>> found.choose(max_errors=1).complexity
        6

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

    def to_text(self, width: int = 80, lines: int | None = None) -> str:
        """Write a table with one line per point, and what is proved of it.

        With `lines`, points are left out between the ends until it is no longer than that.

        Parameters
        ----------
        width : int
            Columns of a line.
        lines : int or None
            Most lines; None is all of them.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> from clusterscribe import frontier
        >>> found = frontier([[1], [2], [3], [4], [5], [6]], list("abbbcc"))
        >>> print(found.to_text().splitlines()[1].strip())
        0     100 %           8         1  yes

        """
        below = ["", *wrapped(self._sentence(), width, "", "")]
        room = len(self) if lines is None else lines - len(below) - 2
        places = thinned(len(self), room)
        if len(places) < len(self):
            below[0] = f"{len(places)} of {len(self)} points; to_text() shows all."
        rows = [TITLES, *(self[place].cells(self.objective) for place in places)]
        *widths, _ = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join([*(_line(row, widths) for row in rows), *below])

    def to_markdown(self) -> str:
        """Write a Markdown table with one line per point.

        Returns
        -------
        str
            A table.

        Examples
        --------
        >>> from clusterscribe import frontier
        >>> found = frontier([[1], [2], [3], [4], [5], [6]], list("abbbcc"))
        >>> print(found.to_markdown().splitlines()[-1])
        | 1 | 83.33 % | 6 | 1 | yes |

        """
        lines = [markdown_line(TITLES), markdown_line(["---:"] * (len(TITLES) - 1) + ["---"])]
        for point in self:
            lines.append(markdown_line(map(markdown_escaped, point.cells(self.objective))))
        return "\n".join(lines) + "\n"

    def to_frame(self, backend: Backend = "pandas") -> Any:  # noqa: ANN401
        """Return a DataFrame with one row per point.

        `bound` is what no description within its errors is below in the objective,
        `fewest_errors` what no description as short is below in errors.

        Parameters
        ----------
        backend : "pandas", "polars" or "pyarrow"
            Which kind of DataFrame.

        Returns
        -------
        DataFrame
            One row per point.

        Examples
        --------
        >>> from clusterscribe import frontier
        >>> found = frontier([[1], [2], [3], [4], [5], [6]], list("abbbcc"))
        >>> found.to_frame()["complexity"].tolist()
        [8, 6]

        """
        return framed([point.record() for point in self], COLUMNS, backend)

    def plot(self, ax: Axes | None = None, chosen: Point | int | None = None) -> Axes:
        """Draw errors against length with matplotlib; `plots.frontier` says more.

        Parameters
        ----------
        ax : matplotlib Axes or None
            Where to draw; None makes a new figure that pyplot knows.
        chosen : Point, int or None
            The point to mark, or its place.

        Returns
        -------
        Axes
            Where it was drawn.

        Examples
        --------
        >>> from clusterscribe import frontier
        >>> found = frontier([[1], [2], [3], [4], [5], [6]], list("abbbcc"))
        >>> found.plot(chosen=0).get_ylabel()
        'complexity'

        """
        from clusterscribe.charts import data, mpl  # needs matplotlib, which is an extra

        return mpl.curve(data.curve(self.points, self.objective, chosen), ax)

    def to_dict(self) -> dict[str, Any]:
        """Return what `to_json` writes, as plain values.

        Returns
        -------
        dict
            Plain values, ready for JSON.

        Examples
        --------
        >>> from clusterscribe import frontier
        >>> found = frontier([[1], [2], [3], [4], [5], [6]], list("abbbcc"))
        >>> len(found.to_dict()["points"])
        2

        """
        return {
            "format": FORMAT,
            "version": VERSION,
            "objective": self.objective,
            "interrupted": self.interrupted,
            "points": [point.to_dict() for point in self],
        }

    def to_json(self, indent: int | None = 2) -> str:
        """Write all points with their descriptions and results as JSON.

        Parameters
        ----------
        indent : int or None
            Spaces by which each level is indented; None writes a single line.

        Returns
        -------
        str
            JSON text that `from_json` reads.

        Examples
        --------
        >>> from clusterscribe import frontier
        >>> found = frontier([[1], [2], [3], [4], [5], [6]], list("abbbcc"))
        >>> type(found).from_json(found.to_json()) == found
        True

        """
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    @classmethod
    def from_dict(cls, values: object) -> Frontier:
        """Read back what `to_dict` returned.

        Parameters
        ----------
        values : object
            What `to_dict` returned.

        Returns
        -------
        Frontier
            An equal one.

        Examples
        --------
        >>> from clusterscribe import frontier
        >>> found = frontier([[1], [2], [3], [4], [5], [6]], list("abbbcc"))
        >>> type(found).from_dict(found.to_dict()) == found
        True

        """
        root = Node(values, document="frontier")
        root.check_format(FORMAT, VERSION)
        points = root.field("points")
        read = tuple(map(Point.read, points.items()))
        if not read:
            raise points.should_be("a list of at least one point")
        if not all(one.errors < other.errors for one, other in pairwise(read)):
            raise InputError(
                "the frontier is broken: points should be ordered, the fewest errors first"
            )
        return cls(
            points=read,
            objective=root.field("objective").text(),
            interrupted=root.field("interrupted").truth(),
        )

    @classmethod
    def from_json(cls, text: str) -> Frontier:
        """Read back what `to_json` or `clusterscribe frontier --json` wrote.

        Parameters
        ----------
        text : str
            What `to_json` wrote.

        Returns
        -------
        Frontier
            An equal one.

        Examples
        --------
        >>> from clusterscribe import frontier
        >>> found = frontier([[1], [2], [3], [4], [5], [6]], list("abbbcc"))
        >>> type(found).from_json(found.to_json()) == found
        True

        """
        return cls.from_dict(loads(text, "frontier"))

    def __repr__(self) -> str:
        return self.to_text(lines=LINES)

    def _repr_html_(self) -> str:
        few = thinned(len(self), MOST_POINTS)
        whole = folded(f"all {len(self)} points", self._html(range(len(self))))
        below = paragraphs([self._sentence()])
        return fragment(self._html(few), below, whole if len(few) < len(self) else "")

    def _html(self, places: Iterable[int]) -> str:
        return table(TITLES, (self[place].cells(self.objective) for place in places), TITLES[:-1])

    def _sentence(self) -> str:
        proved = sum(point.proved for point in self)
        if proved == len(self):
            # of the point with the most errors, whose class is the most restricted
            proof = self.points[-1].description.proof
            kind = "description" if proof is None else proof.kind
            return (
                f"Proved: for each of these error counts, no {kind} has a lower "
                f"{self.objective}, and none as short makes fewer errors."
            )
        return (
            f"{wording.count(proved, 'point')} of {len(self)} proved; for the others, the bounds "
            "say how much better a description could be at most."
        )

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
            f"no point of the frontier has {' and '.join(asked)}: it ranges from {fewest} to a "
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


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    *numbers, last = row
    cells = [cell.rjust(width) for cell, width in zip(numbers, widths, strict=True)]
    return "  ".join([*cells, last])
