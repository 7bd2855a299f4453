"""Descriptions for other programs, in files that are no text."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from clusterscribe.cli.options import by_flag, output
from clusterscribe.cli.targets import Made, is_stdout
from clusterscribe.description import Description
from clusterscribe.description.export.onnx_model import check_onnx
from clusterscribe.description.export.workbook import check_openpyxl, excel_content


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportOptions:
    """The formats that other programs open."""

    excel: Annotated[str | None, output("Write an Excel workbook with one sheet per cluster")] = (
        None
    )
    onnx: Annotated[str | None, output("Write an ONNX model")] = None

    def targets(self) -> dict[str, str | None]:
        """Return where each format goes, by its flag; what cannot be written is refused."""
        asked = by_flag(self, "excel", "onnx")
        for flag, check in (("--excel", check_openpyxl), ("--onnx", check_onnx)):
            if asked[flag] is not None:
                check()
                _refuse_terminal(flag, asked[flag])
        return asked

    def made(
        self,
        description: Description,
        rows: Mapping[str, Any],
        noun: str,
        names: Mapping[str, str] | None,
    ) -> Made:
        """Return how each format is made."""
        return {
            "--excel": lambda: excel_content(description, **rows, noun=noun, feature_names=names),
            "--onnx": lambda: description.to_onnx().SerializeToString(),
        }


def _refuse_terminal(flag: str, target: str) -> None:
    if is_stdout(target) and sys.stdout.isatty():
        raise typer.BadParameter(
            f"{flag} - would fill the terminal with bytes; name a file, or send it to a program."
        )
