"""What became of a description: the rows that it was found on, and rows of another time.

As text this is one table per cluster, the most changed one first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from clusterscribe.description.after.changes import (
    Change,
    ClusterDrift,
    Part,
    Stray,
)
from clusterscribe.description.export.frame import Backend, framed
from clusterscribe.description.words import layout, wording
from clusterscribe.description.words.condition_wording import check_pieces
from clusterscribe.description.words.layout import filled, heading, wrapped
from clusterscribe.fragment import card, folded, fragment, pair, paragraphs, table, title
from clusterscribe.screen import LINES, shown

TITLES = ("", "then", "now", "change", "")
FIGURES = {
    "rows": "share of all rows",
    "inside": "inside",
    "errors": "wrongly described",
    "wrongly_inside": "rows of others inside",
    "own": "  own rows that satisfy it",
    "others": "  other rows that it keeps out",
}
NOTHING = "Nothing changed: every share is what it was, and no label came or went."
NOT_COUNTED = (
    "The description has no counts per condition from when it was found, so only clusters are "
    "compared."
)
MARKED = (
    "* more than two standard errors apart. Of twenty figures that did not really change, chance "
    "alone marks about one."
)
FEW = 6  # digits of a sum of weights
MOST_CARDS = 4  # in a notebook; the others are folded
WIDE = 10_000  # columns, where a browser breaks lines
LEAST = 0.005  # points, of which two decimals leave something
UNMARKED = "Rows are weighted, so notable differences are not marked."

COLUMNS = {
    "cluster": "String",
    "condition": "String",
    "figure": "String",
    "then": "Float64",
    "then_of": "Float64",
    "now": "Float64",
    "now_of": "Float64",
    "change": "Float64",
    "notable": "Boolean",
}

Line: TypeAlias = tuple[str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class Drift:
    """What changed since a description was found; the most changed cluster comes first.

    Attributes
    ----------
    errors : Change
        The errors of all rows, then and now.
    clusters : tuple of ClusterDrift
        The clusters, the most changed one first.
    new_labels : tuple of Stray
        Labels that only the new rows have.
    vanished_labels : tuple of Stray
        Labels that only the old rows had.
    weighted : bool
        Whether figures are sums of weights.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> drift = description.rescore([[20], [55], [70]], ["young", "young", "old"])
    >>> drift.unchanged, drift.errors.now.amount
    (False, 1)

    """

    errors: Change  # of all rows
    clusters: tuple[ClusterDrift, ...]
    new_labels: tuple[Stray, ...]
    vanished_labels: tuple[Stray, ...]
    weighted: bool = False

    def __iter__(self) -> Iterator[ClusterDrift]:
        return iter(self.clusters)

    @property
    def compares_conditions(self) -> bool:
        """Whether the description knows what each of its conditions did when it was found."""
        conditions = (one for cluster in self.clusters for one in cluster.conditions)
        return all(one.own.then is not None for one in conditions)

    @property
    def unchanged(self) -> bool:
        """Whether every share that was counted then is what it was, and no label came or went."""
        strays = self.new_labels or self.vanished_labels
        return not strays and not any(cluster.size for cluster in self.clusters)

    def to_text(self, width: int = 80, lines: int | None = None) -> str:
        """Write what changed, the most changed cluster first.

        With `lines`, as many of these clusters as fit into so many.

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
        >>> description, result = describe(ages, labels)
        >>> drift = description.rescore([[20], [55], [70]], ["young", "young", "old"])
        >>> print(drift.to_text().splitlines()[2].strip())
        wrongly described  0 (0 %)  1 (33.33 %)  +33.33

        """
        blocks = [_summary(self, width)]
        blocks += [_card(cluster, _unit(self), width) for cluster in self if cluster.size]
        return shown(blocks, [_rest(self, width), _legend(self, width)], lines, _left)

    def to_frame(self, backend: Backend = "pandas") -> Any:  # noqa: ANN401
        """Return a DataFrame with one row for each figure of each cluster and condition.

        `figure` is `rows`, `inside`, `errors` or `wrongly_inside` of a cluster, and `own` or
        `others` of a condition; `then` of `then_of` rows became `now` of `now_of`, and `change`
        is the difference of the two shares.

        Parameters
        ----------
        backend : "pandas", "polars" or "pyarrow"
            Which kind of DataFrame.

        Returns
        -------
        DataFrame
            One row for each figure.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> drift = description.rescore([[20], [55], [70]], ["young", "young", "old"])
        >>> drift.to_frame().shape
        (12, 9)

        """
        records = [
            {
                "cluster": wording.label(cluster.label),
                "condition": None if condition is None else condition.words,
                "figure": name,
                **change.record(),
            }
            for cluster in self
            for condition, name, change in cluster.changes()
        ]
        return framed(records, COLUMNS, backend)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON.

        Returns
        -------
        dict
            Plain values, ready for JSON.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> drift = description.rescore([[20], [55], [70]], ["young", "young", "old"])
        >>> drift.to_dict()["unchanged"]
        False

        """
        return {
            "weighted": self.weighted,
            "unchanged": self.unchanged,
            "errors": self.errors.to_dict(),
            "clusters": [cluster.to_dict() for cluster in self],
            "new_labels": [stray.to_dict() for stray in self.new_labels],
            "vanished_labels": [stray.to_dict() for stray in self.vanished_labels],
        }

    def __repr__(self) -> str:
        return self.to_text(lines=LINES)

    def _repr_html_(self) -> str:
        unit = _unit(self)
        changed = [cluster for cluster in self if cluster.size]
        few, others = changed[:MOST_CARDS], changed[MOST_CARDS:]
        more = "".join(_html(cluster, unit) for cluster in others)
        said = [*_strays(self, unit), *_sentences(self), " ".join(_rest(self, WIDE))]
        return fragment(
            card(
                title("In all", _wholes(self.errors.then, self.errors.now, unit)),
                _drawn([("wrongly described", self.errors)]),
                paragraphs(said),
            ),
            *(_html(cluster, unit) for cluster in few),
            folded(f"{wording.count(len(others), 'more cluster')} that changed less", more),
            paragraphs([" ".join(_legend(self, WIDE))]),
        )


def _left(clusters: int) -> str:
    return f"... and {wording.count(clusters, 'cluster')} that changed less: to_text() shows all"


def _html(cluster: ClusterDrift, unit: str) -> str:
    heading = title(
        f"Cluster {wording.label(cluster.label)}",
        _wholes(cluster.inside.then, cluster.inside.now, unit),
    )
    figures = [(FIGURES[name], change) for name, change in cluster.figures.items()]
    conditions: list[tuple[str, Change | None]] = []
    for condition in cluster.conditions:
        conditions.append((condition.words, None))
        conditions += [(FIGURES[name], change) for name, change in condition.figures.items()]
    number = wording.count(len(cluster.conditions), "condition")
    return card(heading, _drawn(figures), folded(number, _drawn(conditions)) if conditions else "")


def _drawn(figures: Sequence[tuple[str, Change | None]]) -> str:
    """Write a table of figures, each with its shares then and now as bars."""
    lines = [(n, "", "", "", "") if c is None else _line(n, c) for n, c in figures]
    bars = ["" if change is None else _bars(change) for _, change in figures]
    return table(TITLES, lines, TITLES[1:4], bars)


def _bars(change: Change) -> str:
    then, now = change.then, change.now
    words = [f"now {_part(now)}"] if then is None else [f"then {_part(then)}", f"now {_part(now)}"]
    return pair(None if then is None else then.share, now.share, ", ".join(words))


def _summary(drift: Drift, width: int) -> list[str]:
    unit = _unit(drift)
    lines = [
        *heading("In all", _wholes(drift.errors.then, drift.errors.now, unit), width),
        *_table([_line("wrongly described", drift.errors)]),
    ]
    for words in _strays(drift, unit):
        lines += wrapped(words, width, "  ", "    ")
    sentences = _sentences(drift)
    return [*lines, *[""] * bool(sentences), *wrapped(" ".join(sentences), width, "", "")]


def _strays(drift: Drift, unit: str) -> Iterator[str]:
    """Say which labels came and went."""
    for stray in drift.new_labels:
        yield f"New label {wording.label(stray.label)}: {wording.count(stray.rows, unit)} now."
    for stray in drift.vanished_labels:
        rows = wording.count(stray.rows, unit)
        yield f"No row has the label {wording.label(stray.label)} now: {rows} then."


def _sentences(drift: Drift) -> list[str]:
    return [NOTHING] * drift.unchanged + [NOT_COUNTED] * (not drift.compares_conditions)


def _unit(drift: Drift) -> str:
    return "weighted row" if drift.weighted else "row"


def _wholes(then: Part | None, now: Part, unit: str) -> str:
    """Say how many rows there were and are."""
    before = "" if then is None else f"{_amount(then.whole)} {unit}{'s' * (then.whole != 1)} then, "
    return f"{before}{_amount(now.whole)} now"


def _card(cluster: ClusterDrift, unit: str, width: int) -> list[str]:
    right = _wholes(cluster.inside.then, cluster.inside.now, unit)
    lines = list(heading(f"Cluster {wording.label(cluster.label)}", right, width))
    table = iter(_table([_line(FIGURES[name], change) for _, name, change in cluster.changes()]))
    lines += islice(table, 1 + len(cluster.figures))  # the titles, and the cluster as a whole
    for condition in cluster.conditions:
        lines += filled(check_pieces(condition.check), width, "  ", "      ")
        lines += islice(table, len(condition.figures))
    return lines


def _line(name: str, change: Change) -> Line:
    then = "not counted" if change.then is None else _part(change.then)
    return name, then, _part(change.now), _difference(change), "*" if change.notable else ""


def _part(part: Part) -> str:
    share = "" if part.share is None else f" ({wording.percent(part.share)})"
    return f"{_amount(part.amount)}{share}"


def _amount(value: float) -> str:
    """Write a count in full, and a sum of weights with a few digits."""
    return wording.number(value, wording.DIGITS if float(value).is_integer() else FEW)


def _difference(change: Change) -> str:
    """Write the difference of the shares in points of a hundred, with its sign."""
    if change.difference is None:
        return ""
    points = 100 * change.difference
    if abs(points) >= LEAST:
        return f"{points:+.2f}"
    return f"{'+' * (points > 0)}{wording.number(points, 1)}"  # so that only nothing is 0


def _table(lines: Sequence[Line]) -> list[str]:
    rows = [TITLES, *lines]
    widths = [max(layout.columns(row[i]) for row in rows) for i in range(len(TITLES))]
    return [_padded(row, widths) for row in rows]


def _padded(row: Line, widths: Sequence[int]) -> str:
    name, *cells = row
    padded = [layout.padded(cell, w, right=True) for cell, w in zip(cells, widths[1:], strict=True)]
    return f"  {layout.padded(name, widths[0])}  {'  '.join(padded[:-1])} {row[-1]}".rstrip()


def _rest(drift: Drift, width: int) -> list[str]:
    same = [wording.label(cluster.label) for cluster in drift if not cluster.size]
    if not same or drift.unchanged:
        return []
    return wrapped(f"Nothing changed in {', '.join(same)}.", width, "", "  ")


def _legend(drift: Drift, width: int) -> list[str]:
    if drift.weighted:
        return [] if drift.unchanged else wrapped(UNMARKED, width, "", "")
    marked = drift.errors.notable or any(
        change.notable for cluster in drift for _, _, change in cluster.changes()
    )
    return wrapped(MARKED, width, "", "  ") if marked else []
