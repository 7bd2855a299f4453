"""What a report says, as data: words and counts, but nothing is drawn.

With a frontier, a report has several views: one for each description along it. A reader looks at
one view at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from clusterscribe.charts.data import (
    Band,
    ClusterMap,
    Curve,
    Heat,
    LevelBand,
    Overlap,
    Ranges,
    RowMap,
    StabilityStrips,
)
from clusterscribe.charts.data.figures import grouped, named_amount
from clusterscribe.description.core import Label


class Fact(NamedTuple):
    """A figure or setting and its name."""

    name: str
    words: str


class Piece(NamedTuple):
    """A part of a sentence; figures are strong."""

    words: str
    strong: bool = False


class Figure(NamedTuple):
    """A large figure of the first screen, and what it is."""

    number: str
    words: str
    is_most_detailed: bool = False  # whether it is that of the first view


class Share(NamedTuple):
    """A share as a bar with its words."""

    part: float  # from 0 to 1
    figure: str  # "97.06 %"
    words: str  # "of its wines are inside"


class Fit(NamedTuple):
    """How well a cluster is described."""

    shares: tuple[Share, ...] = ()
    warning: str = ""  # why it is described badly; empty where it is not


class Confusion(NamedTuple):
    """Another cluster with which rows are shared."""

    label: Label
    name: str  # the label in words
    words: str  # "24 of its wines lie inside this description"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One cluster as one view describes it."""

    label: Label
    name: str  # the label in words
    sentence: str
    conditions: tuple[tuple[str, ...], ...]  # each in pieces that can have a line of their own
    size: str = ""  # "8,476 rows"; empty where rows were not counted, as are the next ones
    share: str = ""  # "26.03 % of all"
    accuracy: str = ""  # "99.93 %"
    figures: tuple[Fact, ...] = ()
    fit: Fit = field(default_factory=Fit)
    confusions: tuple[Confusion, ...] = ()
    bands: tuple[Band | LevelBand, ...] = ()
    map: RowMap | None = None
    stability: str = ""  # in a sentence
    strips: StabilityStrips | None = None  # and as a picture


class Stray(NamedTuple):
    """Rows with a label that no polyhedron describes: noise, or a label not seen before."""

    name: str
    size: str
    sentence: str


class WrongRow(NamedTuple):
    """A row that is wrongly described."""

    number: int  # the first row of the table is row 1
    label: str
    place: str  # "in none", "in B", "also in C"
    reason: str
    cells: tuple[str, ...]


class WrongColumn(NamedTuple):
    """A column of the listed rows."""

    name: str
    is_number: bool  # and so sorted as one; dates are in an order as they are written


@dataclass(frozen=True, slots=True)
class WrongRows:
    """Rows that are wrongly described: how many there are, and some of them or all."""

    total: int
    rows: tuple[WrongRow, ...]
    columns: tuple[WrongColumn, ...]  # those shown
    left_out: int  # used columns that are not shown
    noun: str = "rows"  # what the rows are

    @property
    def sentence(self) -> str:
        """Say how many there are, and how many of them are listed."""
        if not self.total:
            every = "Every row is" if self.noun == "rows" else f"All {self.noun} are"
            return f"{every} correctly described."
        if len(self.rows) == self.total:
            listed = "it is listed below" if self.total == 1 else "all of them are listed below"
        elif self.rows:
            listed = f"{grouped(len(self.rows))} of them are listed, of every cluster and kind"
        else:
            listed = f"{'it is' if self.total == 1 else 'they are'} not listed here"
        verb = "is" if self.total == 1 else "are"
        return f"{named_amount(self.total, self.noun)} {verb} wrongly described; {listed}."


class Code(NamedTuple):
    """A description for another program, or why there is none."""

    text: str
    note: str = ""


class Certainty(NamedTuple):
    """What is proved, for those who ask how sure it is."""

    headline: str = ""  # in plain words; empty where nothing is known of these rows
    settled: bool = False
    how: str = ""  # who has checked it
    exact: tuple[str, ...] = ()  # the statement


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The whole page for one description."""

    name: str  # "24 errors, complexity 10, proved"
    lead: tuple[Piece, ...]  # how good it is, in one sentence
    figures: tuple[Figure, ...]
    facts: tuple[Fact, ...]
    certainty: Certainty
    cards: tuple[Card, ...]
    strays: tuple[Stray, ...]
    sql: Code
    json: Code
    map: ClusterMap | None = None
    ranges: Ranges | None = None
    overlap: Overlap | None = None
    heat: Heat | None = None
    wrong: WrongRows | None = None
    other_rows: bool = False  # whether figures are of rows other than those described


class Table(NamedTuple):
    """What was described."""

    words: str  # "178 wines, 13 columns, 3 clusters"
    source: str = ""  # the column that the clusters are from, where it is known


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """All that a page says."""

    title: str
    table: Table
    views: tuple[View, ...]  # the fewest errors first
    chosen: int  # the place of the view that is shown first
    landmarks: tuple[int, ...]  # views that are left out last
    curve: Curve | None  # a stop for each view
    counting: tuple[str, ...]  # what is exact and what is a sample
    settings: tuple[Fact, ...]
    making: tuple[Fact, ...]  # when and with what
    noun: str = "rows"  # what the rows are
    curve_note: str = ""  # which rows it is about, where that is not obvious
    omissions: tuple[str, ...] = ()  # what the page leaves out to stay small
