"""Wishes on the command line: flags for the common ones, and a TOML file for all of them."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from clusterscribe.cli.inputs import text_of
from clusterscribe.cli.labelled import LabelledFile, column_names, number_of
from clusterscribe.cli.options import option, repeated
from clusterscribe.constraints import Constraints
from clusterscribe.errors import InputError

BY_LABEL = ("max_conditions", "max_errors", "min_recall")


@dataclass(frozen=True, slots=True, kw_only=True)
class WishOptions:
    """What every description has to keep to."""

    require: Annotated[list[str] | None, repeated("A,B", "Columns that must appear.")] = None
    at_least: Annotated[list[str] | None, repeated("A,B", "Columns with lower bounds only.")] = None
    at_most: Annotated[list[str] | None, repeated("A,B", "Columns with upper bounds only.")] = None
    cost: Annotated[
        list[str] | None, repeated("COLUMN=N", "What a column counts in complexity, in place of 1.")
    ] = None
    cut: Annotated[
        list[str] | None, repeated("COLUMN=V,V", "Values that bounds on a column must use.")
    ] = None
    constraints: Annotated[
        Path | None, option("FILE.toml", "All constraints, those above and others.")
    ] = None

    def of(self, file: LabelledFile, *levels: LabelledFile) -> Constraints:
        """Return all constraints, by the columns and labels of a file; flags come last.

        Where labels have several levels, these are the same file with other labels.
        """
        wished = Constraints() if self.constraints is None else read_constraints(self.constraints)
        return _by_label(wished, levels or (file,)) + self._of_flags(file.columns)

    def _of_flags(self, columns: Collection[str]) -> Constraints:
        at_least = column_names(self.at_least or (), columns)
        at_most = column_names(self.at_most or (), columns)
        both = [name for name in at_least if name in at_most]
        if both:
            raise InputError(
                f"--at-least and --at-most both name the column {both[0]!r}; leave it out of one, "
                "or use --exclude"
            )
        return Constraints(
            require=tuple(column_names(self.require or (), columns)),
            bounds={
                **dict.fromkeys(at_least, "at least"),
                **dict.fromkeys(at_most, "at most"),
            },
            costs=dict(_costs(self.cost or (), columns)),
            cut_points=dict(_cuts(self.cut or (), columns)),
        )


def read_constraints(file: Path) -> Constraints:
    """Read constraints from a TOML file, whose keys are the names of `Constraints`."""
    text = text_of(file, "--constraints: ")
    try:
        return Constraints.from_toml(text)
    except InputError as error:
        words = str(error).removeprefix("constraints: ")
        raise InputError(f"--constraints: {str(file)!r}: {words}") from None


def _by_label(wished: Constraints, files: Iterable[LabelledFile]) -> Constraints:
    """Return constraints by the labels themselves; in TOML they are texts."""

    def label(text: Any) -> Any:  # noqa: ANN401  (labels are anything)
        found = (file.find_label(str(text)) for file in files)
        return next((one for one in found if one is not None), text)

    by_label: dict[str, Any] = {
        name: {label(text): value for text, value in getattr(wished, name).items()}
        for name in BY_LABEL
    }
    by_label["separate"] = tuple((label(one), label(other)) for one, other in wished.separate)
    return replace(wished, **by_label)


def _costs(given: Iterable[str], columns: Collection[str]) -> Iterable[tuple[str, float]]:
    for text in given:
        name, value = _assigned(text, columns)
        number = number_of(value)
        if not name or number is None:
            raise typer.BadParameter(
                f"{text!r} is not a column and its cost such as income=3.", param_hint="--cost"
            )
        yield name, number


def _cuts(given: Iterable[str], columns: Collection[str]) -> Iterable[tuple[str, tuple[Any, ...]]]:
    for text in given:
        name, value = _assigned(text, columns)
        cells = [cell.strip() for cell in next(csv.reader([value]), [])]
        if not name or not any(cells):
            raise typer.BadParameter(
                f"{text!r} is not a column and its cut points such as age=18,30,65.",
                param_hint="--cut",
            )
        yield name, tuple(_number_or_text(cell) for cell in cells if cell)


def _assigned(text: str, columns: Collection[str]) -> tuple[str, str]:
    """Split `column=value`; a name may have equals signs of its own."""
    for name in sorted(columns, key=len, reverse=True):
        if text.startswith(f"{name}="):
            return name, text[len(name) + 1 :]
    name, _, value = text.rpartition("=")
    return name.strip(), value


def _number_or_text(cell: str) -> int | float | str:
    number = number_of(cell)
    return cell if number is None else number
