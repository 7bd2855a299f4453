"""Several ways to describe the same clusters, each by other columns."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, overload

from clusterscribe.description.core.conditions import Always, conditions_of
from clusterscribe.description.core.region import Region
from clusterscribe.description.words import condition_wording, wording
from clusterscribe.description.words.contrasting import named
from clusterscribe.description.words.layout import columns as width_of
from clusterscribe.description.words.layout import filled, heading, padded, wrapped
from clusterscribe.parameters import OBJECTIVES
from clusterscribe.screen import shown
from clusterscribe.series import series
from clusterscribe.ways.way import Way

FORMAT = "clusterscribe-alternatives"
VERSION = 1
ROUNDING = 1e-9  # of an objective that is a sum of weights, as a share of it
WIDEST = 24  # columns of a terminal for the label of a cluster, unless it is longer
INDENT = " " * 8  # of further lines where a label is long


@dataclass(frozen=True, slots=True)
class Alternatives(Sequence[Way]):
    """The description as `describe` gives it, and others about as good by other columns.

    A sequence of `Way`, each with its `description`, its `result` and the columns `left_out`. Each
    does without one column at least of every one before it. The others come in the order of their
    objectives.

    Attributes
    ----------
    ways : tuple of Way
        All of them, the first one as `describe` gives it.
    asked : int
        How many others were asked for.
    loss : float
        How much worse than the first they may be, as a share.
    objective : str
        What is minimised, in words.
    max_errors : float
        How many errors the others may make.
    max_objective : float
        How large their objective may be.
    proved_within : float
        The errors that everything that is proved of the others holds for: a little less than
        `max_errors` where weights of rows had to be rounded.
    least : float
        No further one has an objective below this, which is proved; infinity: there is none.
    interrupted : bool
        Whether the search was ended before its time.

    Examples
    --------
    >>> from clusterscribe import alternatives
    >>> found = alternatives([[1, 5], [2, 6], [8, 1], [9, 2]], list("aabb"))
    >>> found[1].result.complexity, found[1].left_out
    (4, ('x0',))

    """

    ways: tuple[Way, ...]
    asked: int  # how many others were asked for
    loss: float
    objective: str  # what is minimised, in words
    max_errors: float
    max_objective: float
    proved_within: float
    least: float
    interrupted: bool = False

    @overload
    def __getitem__(self, place: int) -> Way: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Way, ...]: ...
    def __getitem__(self, place: int | slice) -> Way | tuple[Way, ...]:
        return self.ways[place]

    def __len__(self) -> int:
        return len(self.ways)

    @property
    def proved(self) -> bool:
        """Whether it is proved that no other way should stand here in place of any of these."""
        is_enough = len(self) > self.asked or self._is_all
        return is_enough and all(way.proved for way in self.ways[1:])

    def to_text(self, width: int = 80) -> str:
        """Write each way with all its conditions, a line or two per cluster, and what is proved.

        Parameters
        ----------
        width : int
            Columns of the terminal.

        Returns
        -------
        str
            The text.

        """
        blocks = [_block(place, self, width) for place in range(len(self))]
        closing = [line for words in self.sentences() for line in wrapped(words, width, "", "")]
        return "\n\n".join("\n".join(block) for block in [*blocks, closing])

    def sentences(self) -> tuple[str, ...]:
        """Say what is proved of the others, and whether there are more.

        Returns
        -------
        tuple of str
            One sentence each.

        """
        return tuple(filter(None, [self._order(), self._more()]))

    def to_dict(self) -> dict[str, Any]:
        """Return what `to_json` writes, as plain values.

        Returns
        -------
        dict
            Everything, ready for JSON.

        """
        return {
            "format": FORMAT,
            "version": VERSION,
            "asked": self.asked,
            "loss": self.loss,
            "objective": self.objective,
            "max_errors": self.max_errors,
            "max_objective": self.max_objective,
            "proved_within": self.proved_within,
            "least": self.least if math.isfinite(self.least) else None,
            "proved": self.proved,
            "interrupted": self.interrupted,
            "ways": [way.to_dict() for way in self],
        }

    def to_json(self, indent: int | None = 2) -> str:
        """Write all ways with their descriptions and results as JSON.

        Parameters
        ----------
        indent : int or None
            Spaces by which each level is indented; None: all on one line.

        Returns
        -------
        str
            The JSON text.

        """
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def __repr__(self) -> str:
        return shown([block.splitlines() for block in self.to_text().split("\n\n")])

    def _repr_html_(self) -> str:
        """Write each way as cards that are folded, all but the first."""
        ways = "".join(
            f"<details{' open' if not place else ''}><summary><bdi>{escape(title_of(self, place))}"
            f"</bdi></summary>{way.description._repr_html_()}</details>\n"
            for place, way in enumerate(self)
        )
        words = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences())
        return f"<div>\n{ways}{words}</div>\n"

    def _order(self) -> str:
        others = self.ways[1:]
        if not others:
            return ""
        of_all = (
            f"no {self._kind} that makes {self._budget} and does without a column of each one "
            f"above it has {_lower(self.objective)}"
        )
        proved = [str(place) for place, way in enumerate(self, 1) if place > 1 and way.proved]
        if len(proved) == len(others):
            return f"Proved for {'all others' if len(others) > 1 else '2'}: {of_all}."
        if not proved:
            return "The order is not proved: better ones by other columns are not excluded."
        return f"Proved for {series(proved)}: {of_all}. The order of the rest is not proved."

    @property
    def _kind(self) -> str:
        """What all of them are: the class of the last proof, which is about as many errors."""
        proof = self.ways[-1].description.proof
        return "description" if proof is None else replace(proof, without=()).kind

    @property
    def _is_all(self) -> bool:
        """Whether it is proved that no further one is within the loss."""
        return self.least > self.max_objective * (1 + ROUNDING)

    @property
    def _budget(self) -> str:
        few = wording.count(self.proved_within, "error", proven=True)
        return "no errors" if self.proved_within == 0 else f"at most {few}"

    def _more(self) -> str:
        """Say why there are no more, where fewer were found than asked for."""
        if len(self) > self.asked:
            return ""
        within = f"within a loss of {wording.percent(self.loss)}"
        if self.least == math.inf:
            return f"Proved: there is no other with {self._budget}, whatever its loss."
        if self._is_all:
            least = wording.at_least(self.least)
            what = _measure(self.objective)
            return f"Proved: no other is {within}; each has {what} of at least {least}."
        why = "it was interrupted" if self.interrupted else "the search ended"
        return f"More may be {within}: {why} before all sets of columns were settled."


def title_of(found: Alternatives, place: int) -> str:
    """Say which columns a way uses, and how good it is."""
    way = found[place]
    names = ", ".join(map(wording.name, way.columns)) or "no column"
    return f"{place + 1}. {names}: {figures_of(way)}"


def figures_of(way: Way) -> str:
    """Write errors, complexity and sparsity."""
    result = way.result
    errors = wording.count(result.errors, "error")
    return f"{errors}, complexity {result.complexity}, sparsity {result.sparsity}"


def _block(place: int, found: Alternatives, width: int) -> Iterator[str]:
    """Write a way: what it uses and does without, its conditions, and its proof."""
    way, first = found[place], found[0]
    yield from heading(f"{place + 1}.", figures_of(way), width)
    names = ", ".join(map(wording.name, way.columns)) or "no column"
    gone = [wording.name(column) for column in first.columns if column not in way.columns]
    instead = f", without {', '.join(gone)}" if gone else ""
    yield from wrapped(f"by {names}{instead}", width, "  ", "  ")
    labels = {part.label: named(part.label, way.description.contrast) for part in _parts(way)}
    widest = min(max(map(width_of, labels.values()), default=0), WIDEST)
    for part in _parts(way):
        start = f"    {padded(labels[part.label], widest)}  "
        indent = width_of(start) if width_of(start) <= width // 2 else len(INDENT)
        yield from filled(_pieces(part), width, start, " " * indent)
    for sentence in [] if way.description.proof is None else way.description.proof.sentences():
        yield from wrapped(sentence, width, "  ", "  ")


def _parts(way: Way) -> tuple[Region, ...]:
    return way.description.parts


def _pieces(part: Region) -> list[str]:
    """Write the conditions of a cluster, joined by `and`, so that none is torn apart."""
    conditions = [condition_wording.condition(one) for one in conditions_of(part) or (Always(),)]
    return [f"{words} and" for words in conditions[:-1]] + conditions[-1:]


def _lower(objective: str) -> str:
    plain = objective in OBJECTIVES
    return f"a lower {objective}" if plain else f"a lower weighted sum ({objective})"


def _measure(objective: str) -> str:
    return f"a {objective}" if objective in OBJECTIVES else f"a weighted sum ({objective})"
