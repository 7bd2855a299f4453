"""One ZIP file with everything that can be saved of an answer."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable

from clusterscribe.app.history import Answer
from clusterscribe.app.task import LABELLED, REPORT
from clusterscribe.description import Description
from clusterscribe.description.export.workbook import excel_content
from clusterscribe.errors import InputError


def everything(answer: Answer, stem: str, dialects: Iterable[str]) -> bytes:
    """Pack the report, the description in every format, and the labelled table.

    What a format cannot express, a file says why.
    """
    missing: list[str] = []
    content = io.BytesIO()
    path, report = answer.description, answer.files / REPORT
    if not path.is_file() or not report.is_file():
        raise InputError("the files of this description are gone; describe the table again")
    description = Description.from_json(path.read_text(encoding="utf-8"))
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.write(report, f"{stem}-report.html")
        packed.write(path, f"{stem}-description.json")
        packed.writestr(f"{stem}-description.xlsx", excel_content(description))
        for dialect in dialects:
            try:
                query = description.to_sql(table=stem, dialect=dialect)
            except InputError as error:
                missing.append(f"{dialect}.sql: {error}")
            else:
                packed.writestr(f"{stem}-{dialect}.sql", f"{query}\n")
        if answer.outcome.is_labelled:
            packed.write(answer.outputs / LABELLED, f"{stem}-labelled.csv")
        else:
            missing.append("labelled.csv: the table has cells that a text file cannot hold")
        if missing:
            packed.writestr("missing.txt", "\n".join(missing) + "\n")
    return content.getvalue()
