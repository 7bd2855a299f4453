"""A description as an Excel workbook: an overview, and a sheet for each cluster."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from clusterscribe.description.core.base import BaseDescription, Tally
from clusterscribe.description.core.judging import Judgement, judge, tallied
from clusterscribe.description.core.region import Polyhedron, Region, Union, polyhedra_of
from clusterscribe.description.export.frame import records_of
from clusterscribe.description.export.workbook_cells import Content, put, sheet_names
from clusterscribe.description.export.workbook_rows import content_of, rows_of_cluster
from clusterscribe.description.words import wording
from clusterscribe.description.words.sentence import ROWS, to_sentence
from clusterscribe.description.words.shortcoming import shortcoming
from clusterscribe.description.words.text import figures, overall, proved, strays
from clusterscribe.errors import InputError
from clusterscribe.feature import Kind
from clusterscribe.files import write_atomically
from clusterscribe.parameters import Label

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    from clusterscribe.table import Table

OVERVIEW = "Overview"
FIGURES = ("Rows", "Inside", "Outside", "Also in another", "Of others inside", "Errors")
CONDITION = "Condition"
PARTS = ("column", "level", "relation", "bound")
CONDITION_FIGURES = ("Own rows that meet it", "Rows of others it keeps out")
NAME, WORDS, NARROW = 24, 70, 16  # the widths of columns, in characters
MOST_COLUMNS = 50  # whose width is set, and that are listed of a row


def to_excel(
    description: BaseDescription,
    path: str | os.PathLike[str],
    X: object = None,
    labels: object = None,
    *,
    sample_weight: object = None,
    noun: str = ROWS,
    feature_names: Mapping[str, str] | None = None,
) -> None:
    """Write an Excel workbook: an overview, and one sheet per cluster.

    Text from the table stays text: a label `=1+1` is no formula.

    Parameters
    ----------
    path : path
        The file to write, usually `.xlsx`; it appears only as a whole.
    X, labels : table and array_like, or None
        The rows and the cluster of each, both or none. Figures are then counted on these rows, and
        each sheet lists rows of its cluster, up to 100 that are wrong and 100 that are right, with
        up to 50 of the columns that are used.
    sample_weight : array_like or None
        How much each row counts.
    noun, feature_names : str and mapping
        What a row is and what columns are called in the sentences, as in `to_sentence`.

    Examples
    --------
    >>> description.to_excel("segments.xlsx", customers, segments)  # doctest: +SKIP

    """
    content = excel_content(
        description,
        X,
        labels,
        sample_weight=sample_weight,
        noun=noun,
        feature_names=feature_names,
    )
    with write_atomically(path) as temporary:
        temporary.write_bytes(content)


def excel_content(
    description: BaseDescription,
    X: object = None,
    labels: object = None,
    *,
    sample_weight: object = None,
    noun: str = ROWS,
    feature_names: Mapping[str, str] | None = None,
) -> bytes:
    """Return the workbook as it is in a file."""
    check_openpyxl()
    rows = _judged(description, X, labels, sample_weight)
    if rows is not None:
        description = replace(description, tallies=tallied(description, rows.judged))
    sentences = to_sentence(description, noun, feature_names)
    book = _book(description, sentences, rows)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def check_openpyxl() -> None:
    """Refuse where there is nothing that can write a workbook."""
    try:
        import openpyxl  # noqa: F401 (only whether it is there)
    except ImportError:
        raise InputError(
            "an Excel workbook needs openpyxl, which is not installed; install it with "
            "pip install 'clusterscribe[excel]'"
        ) from None


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a table, as a description judges them."""

    judged: Judgement
    table: Table


def _judged(
    description: BaseDescription, X: object, labels: object, sample_weight: object
) -> _Rows | None:
    if X is None and labels is None and sample_weight is None:
        return None
    if X is None or labels is None:
        raise InputError(
            "a workbook with rows needs both the table and its labels; give X and labels"
        )
    from clusterscribe.table import as_table

    judged = judge(description, X, labels, sample_weight)
    return _Rows(judged, as_table(X, description.columns))


def _book(
    description: BaseDescription, sentences: Mapping[Label, str], rows: _Rows | None
) -> Workbook:
    from openpyxl import Workbook

    book = Workbook()
    names = sheet_names(map(wording.label, description.polyhedra), taken=[OVERVIEW])
    overview = book.active
    overview.title = OVERVIEW
    _overview(_Sheet(overview, NAME, WORDS), description, sentences, names)
    for place, (part, name) in enumerate(zip(description.parts, names, strict=True)):
        sheet = _Sheet(book.create_sheet(name), WORDS)
        _cluster(sheet, description, part, sentences[part.label])
        if rows is not None:
            _rows(sheet, rows, description.used_columns, place)
    return book


class _Sheet:
    """A sheet that is written row by row; its first columns have these widths."""

    def __init__(self, sheet: Worksheet, *widths: int) -> None:
        from openpyxl.utils import get_column_letter

        self.sheet = sheet
        self.row = 0
        for column in range(1, MOST_COLUMNS + 1):
            width = widths[column - 1] if column <= len(widths) else NARROW
            sheet.column_dimensions[get_column_letter(column)].width = width

    def write(self, contents: Iterable[Content] = (), *, bold: bool = False) -> None:
        """Write the next row; nothing leaves it empty."""
        self.row += 1
        for column, content in enumerate(contents, start=1):
            put(self.sheet, self.row, column, content, bold=bold)

    def link(self, column: int, name: str) -> None:
        """Let a cell of the last row lead to another sheet."""
        from openpyxl.worksheet.hyperlink import Hyperlink

        cell = self.sheet.cell(self.row, column)
        place = "'{}'!A1".format(name.replace("'", "''"))
        cell.hyperlink = Hyperlink(ref=cell.coordinate, location=place)


def _overview(
    sheet: _Sheet,
    description: BaseDescription,
    sentences: Mapping[Label, str],
    names: Sequence[str],
) -> None:
    for key, words in overall(description).items():
        sheet.write([key, words])
    for place, sentence in enumerate(proved(description)):
        sheet.write([None if place else "Proof", sentence])
    sheet.write()
    is_counted = description.tallies is not None
    names_of_figures = FIGURES if is_counted else ()
    sheet.write(["Cluster", "Description", *names_of_figures, "Conditions"], bold=True)
    for part, name in zip(description.parts, names, strict=True):
        tally = description.tally_of(part.label)
        counts = _figures(tally) if is_counted else ()
        sheet.write([_label(part.label), sentences[part.label], *counts, _conditions(part)])
        sheet.link(1, name)
    for tally, sentence in strays(description):
        sheet.write([_label(tally.label), sentence, *_figures(tally)])


def _figures(tally: Tally | None) -> tuple[Content, ...]:
    """Return the figures of a label, in the order of their names."""
    if tally is None:
        return (None,) * len(FIGURES)
    return (
        tally.rows,
        tally.inside,
        tally.outside,
        tally.elsewhere_too,
        tally.wrongly_inside,
        tally.errors,
    )


def _conditions(part: Region) -> int:
    """Count the half-spaces of a region; a ball is like one."""
    polyhedra = polyhedra_of(part)
    is_ball = not isinstance(part, Polyhedron | Union)
    return 1 if is_ball else sum(len(polyhedron.half_spaces) for polyhedron in polyhedra)


def _cluster(sheet: _Sheet, description: BaseDescription, part: Region, sentence: str) -> None:
    """Write what a cluster is: the sentence, its figures and its conditions."""
    sheet.write([f"Cluster {wording.label(part.label)}"], bold=True)
    sheet.write([sentence])
    tally = description.tally_of(part.label)
    if tally is not None:
        sheet.write([figures(tally)])
    remark = shortcoming(description, tally)
    if remark:
        sheet.write([remark])
    sheet.write()
    is_union = isinstance(part, Union)
    counts = _counts_of_conditions(part, tally)
    sheet.write(
        [
            CONDITION,
            *(("Alternative",) if is_union else ()),
            *(CONDITION_FIGURES if counts else ()),
            *(name.capitalize() for name in PARTS),
        ],
        bold=True,
    )
    for place, record in enumerate(records_of(part)):
        sheet.write(
            [
                record["condition"],
                *((record["alternative"],) if is_union else ()),
                *(counts[place] if counts else ()),
                *(_part(record, name) for name in PARTS),
            ]
        )


def _counts_of_conditions(part: Region, tally: Tally | None) -> list[tuple[float, float]]:
    """Return what each half-space does; nothing where that was not counted for each."""
    if tally is None or not tally.conditions or isinstance(part, Union):
        return []
    return [(counted.own, counted.others) for counted in tally.conditions]


def _part(record: Mapping[str, Any], name: str) -> Content:
    """Return a part of a condition; the bound of a date is a date."""
    content, kind = record.get(name), record.get("kind")
    if name == "bound" and content is not None and kind in (Kind.DATE, Kind.DATETIME):
        return content_of(content, Kind(kind))
    return content


def _rows(sheet: _Sheet, rows: _Rows, columns: Sequence[str], place: int) -> None:
    """Write rows of the cluster, and rows of others that are inside."""
    columns = columns[:MOST_COLUMNS]
    listed = rows_of_cluster(rows.judged, rows.table, columns, place)
    sheet.write()
    sheet.write(["Verdict", "Row", "Label", *columns], bold=True)
    for row in listed:
        sheet.write([row.verdict, row.number, _label(row.label), *row.cells])


def _label(label: object) -> Content:
    """Return a label as itself where a cell can hold it, else as text."""
    return label if isinstance(label, bool | int | float) else wording.label(label)
