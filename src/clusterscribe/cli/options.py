"""Arguments and options that several commands have, each in the same words."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias

import typer


class Noise(StrEnum):
    """What becomes of rows with the noise label."""

    OUTSIDE = "outside"
    IGNORE = "ignore"


class Scale(StrEnum):
    """What the weights of a condition on several features count in."""

    MINMAX = "minmax"
    NONE = "none"


TableFile: TypeAlias = Annotated[Path, typer.Argument(help="The table: CSV, TSV or Parquet.")]
LabelColumn: TypeAlias = Annotated[
    str, typer.Option(metavar="COLUMN", help="The column that holds the cluster of each row.")
]
Objective: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="WHAT",
        help='What to make small: complexity, sparsity, or weights "1,2" for both.',
    ),
]
MaxTerms: TypeAlias = Annotated[int, typer.Option(help="Most features in one condition.")]
MaxCoefficient: TypeAlias = Annotated[int, typer.Option(help="Largest integer weight.")]
WeightScale: TypeAlias = Annotated[
    Scale, typer.Option(help="Weights count in each feature's range, or in plain units.")
]
ErrorSlack: TypeAlias = Annotated[
    float, typer.Option(help="Share of errors allowed on top of the fewest.")
]
Features: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(metavar="A,B", help="Describe with these columns only. May be repeated."),
]
Exclude: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(metavar="A,B", help="Describe without these columns. May be repeated."),
]
WeightColumn: TypeAlias = Annotated[
    str | None, typer.Option(metavar="COLUMN", help="The column that holds row weights.")
]
NoiseLabel: TypeAlias = Annotated[
    str | None, typer.Option(metavar="LABEL", help="The label of rows in no cluster, often -1.")
]
NoiseRule: TypeAlias = Annotated[
    Noise, typer.Option(help="Noise must lie outside every cluster, or does not count.")
]
TextFile: TypeAlias = Annotated[
    str | None, typer.Option(metavar="OUT", help="Write the text to a file as well.")
]
Jobs: TypeAlias = Annotated[int | None, typer.Option(help="Cores to use; default: all.")]
RandomState: TypeAlias = Annotated[int | None, typer.Option(help="Seed of the search.")]
ShowProgress: TypeAlias = Annotated[
    bool | None,
    typer.Option("--progress/--no-progress", help="Show progress; default: in a terminal."),
]
Quiet: TypeAlias = Annotated[bool, typer.Option("--quiet", help="Nothing on stderr but errors.")]
