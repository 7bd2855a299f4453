"""Values of flags that are more than a word or a number."""

from __future__ import annotations

import csv
import math
from collections.abc import Collection, Iterable, Sequence

import typer

NAMED_OBJECTIVES = ("complexity", "sparsity")


def objective_of(text: str) -> str | tuple[float, float]:
    """Read `complexity`, `sparsity` or two weights for both, `1,2`."""
    if text in NAMED_OBJECTIVES:
        return text
    weights = [number_of(part) for part in text.split(",")]
    if len(weights) != 2 or None in weights:
        raise typer.BadParameter(
            f"{text!r} is not complexity, sparsity or two weights for both such as 1,2.",
            param_hint="--objective",
        )
    complexity, sparsity = (float(weight or 0) for weight in weights)
    return complexity, sparsity


def max_errors_of(text: str) -> int | float | None:
    """Read a count (`3`), a share of the rows (`0.05`, `1.0`) or `none` for two stages."""
    if text.lower() == "none":
        return None
    number = number_of(text)
    if number is None:
        raise typer.BadParameter(
            f"{text!r} is not a count such as 3, a share such as 0.05, or none.",
            param_hint="--max-errors",
        )
    return number


def number_of(text: str) -> int | float | None:
    """Read `3` as an int and `3.0` as a float; None for anything that is not a finite number."""
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        return number if math.isfinite(number) else None
    return None


def column_names(values: Iterable[str], known: Collection[str]) -> list[str]:
    """Read names that were given one by one, or several with commas between them.

    A value that is itself the name of a column is that column, commas and all; otherwise
    it is read as a line of CSV, so that quotes protect a comma.
    """
    names: list[str] = []
    for value in values:
        if value in known:
            names.append(value)
        else:
            names += [part.strip() for part in _csv_line(value)]
    return list(dict.fromkeys(name for name in names if name))


def _csv_line(text: str) -> Sequence[str]:
    return next(csv.reader([text], skipinitialspace=True), [])
