"""`Described`: a description and what is proven of it, as `describe` returns them."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from clusterscribe.description import Description
from clusterscribe.description.export.plain import finite
from clusterscribe.description.words.beside import beside
from clusterscribe.description.words.layout import WIDTH, wrapped
from clusterscribe.fragment import fragment, paragraphs
from clusterscribe.result import Result
from clusterscribe.screen import LINES

VERSION = 1  # of the format of `to_json`, and of `describe --json`


class Described(NamedTuple):
    """A description and its result: a pair, by name or unpacked as `description, result`.

    Attributes
    ----------
    description : Description
        What was found, independent of how.
    result : Result
        How it was found and what is proven.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> found = describe(ages, labels)
    >>> found.description.complexity, found.result.errors
    (4, 0)

    """

    description: Description
    result: Result

    def to_text(self, width: int = WIDTH, lines: int | None = None) -> str:
        """Write the description and what stands beside it; with `lines`, in at most so many.

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
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> print(describe(ages, labels).to_text().splitlines()[1].strip())
        x0 >= 40

        """
        below = [line for words in self._beside() for line in wrapped(words, width, "  ", "  ")]
        room = None if lines is None else lines - len(below) - bool(below)
        text = self.description.to_text(width, room)
        return "\n".join([text, "", *below]) if below else text

    def to_dict(self) -> dict[str, Any]:
        """Return what `to_json` writes, as plain values.

        Returns
        -------
        dict
            Plain values, ready for JSON.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> list(describe(ages, labels).to_dict())
        ['version', 'description', 'result']

        """
        return {
            "version": VERSION,
            "description": self.description.to_dict(),
            "result": self.result.to_dict(),
        }

    def to_json(self, indent: int | None = 2) -> str:
        """Write description and result as JSON, as `clusterscribe describe --json` does.

        Parameters
        ----------
        indent : int or None
            Spaces by which each level is indented; None writes a single line.

        Returns
        -------
        str
            JSON text, of which `Description.from_json` reads the description.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> found = describe(ages, labels)
        >>> type(found.description).from_json(found.to_json()) == found.description
        True

        """
        return json.dumps(finite(self.to_dict()), indent=indent, allow_nan=False)

    def _beside(self) -> tuple[str, ...]:
        return beside(self.result, str(self.result.statistics.get("objective", "")))

    def __repr__(self) -> str:
        return self.to_text(lines=LINES)

    def __str__(self) -> str:
        return self.to_text(lines=LINES)

    def _repr_html_(self) -> str:
        below = fragment(paragraphs(self._beside())) if self._beside() else ""
        return self.description._repr_html_() + below
