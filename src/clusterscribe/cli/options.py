"""Options that several commands share, each declared once.

Typer reads the options of a command from its signature. Here a parameter may also be a dataclass,
which stands for its fields, so that commands share whole groups of options.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, is_dataclass
from enum import StrEnum
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, get_type_hints

import typer

from clusterscribe.cli.console import remarks_as_lines
from clusterscribe.cli.guard import Debug, refuse_tight_memory, without_answer
from clusterscribe.cli.labelled import LabelledFile, number_of
from clusterscribe.cli.live import progress
from clusterscribe.contrast import Contrast
from clusterscribe.parameters import MIN_RECALL, OBJECTIVES, LabelledTable, check
from clusterscribe.progress_lines import Teller

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Replace each parameter of a command that is a dataclass by the fields of the dataclass."""
    groups: dict[str, list[Parameter]] = {}
    options: list[Parameter] = []
    types = get_type_hints(command, include_extras=True)
    for name, parameter in signature(command).parameters.items():
        if is_dataclass(types[name]):
            groups[name] = _fields(types[name])
        options += groups.get(name, [parameter.replace(annotation=types[name])])

    @wraps(command)
    def run(**values: Any) -> None:  # noqa: ANN401
        bundles = {
            name: types[name](
                **{field.name: values.pop(field.name) for field in fields if field.name in values}
            )
            for name, fields in groups.items()
        }
        command(**values, **bundles)

    run.__signature__ = Signature(options)  # type: ignore[attr-defined]
    run.__annotations__ = {option.name: option.annotation for option in options}
    return run


def _fields(group: type) -> list[Parameter]:
    types = get_type_hints(group, include_extras=True)
    return [
        parameter.replace(annotation=types[name])
        for name, parameter in signature(group).parameters.items()
    ]


def option(metavar: str, what: str) -> Any:  # noqa: ANN401
    """Return an option whose value is shown in the help by another word than its type."""
    return typer.Option(metavar=metavar, help=what)


def output(what: str) -> Any:  # noqa: ANN401
    """Return an option that names a file to write, or stdout."""
    return option("OUT", f"{what}; - is stdout.")


def repeated(metavar: str, what: str) -> Any:  # noqa: ANN401
    """Return an option that may be given several times."""
    return option(metavar, f"{what} May be repeated.")


class Noise(StrEnum):
    """What happens to rows with the noise label."""

    OUTSIDE = "outside"
    IGNORE = "ignore"


class MissingValues(StrEnum):
    """What a missing number or date means."""

    OUTSIDE = "outside"
    ERROR = "error"


# the unit of the weights of a condition on several features
Scale = StrEnum("Scale", ["MINMAX", "NONE"])

TableFile: TypeAlias = Annotated[
    Path, typer.Argument(help="The table: CSV, TSV, Parquet, Arrow or Excel.")
]
LabelColumn: TypeAlias = Annotated[
    str, option("COLUMN", "The column with the cluster of each row.")
]
WeightColumn: TypeAlias = Annotated[str | None, option("COLUMN", "The column with row weights.")]
WeightScale: TypeAlias = Annotated[
    Scale, typer.Option(help="Unit of the weights: each feature's range, or plain units.")
]
ErrorSlack: TypeAlias = Annotated[
    float, typer.Option(help="Share of errors allowed beyond the fewest.")
]
TextFile: TypeAlias = Annotated[str | None, option("OUT", "Also write the text to a file.")]
ShowProgress: TypeAlias = Annotated[
    bool | None,
    typer.Option("--progress/--no-progress", help="Show progress; default: in a terminal."),
]
Quiet: TypeAlias = Annotated[bool, typer.Option("--quiet", help="Print only errors to stderr.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalOptions:
    """What a search minimises, and which conditions it may use."""

    objective: Annotated[
        str, option("WHAT", 'What to minimise: complexity, sparsity, or weights "1,2" for both.')
    ] = "complexity"
    max_terms: Annotated[int, typer.Option(help="Most features per condition.")] = 1
    max_coefficient: Annotated[int, typer.Option(help="Largest integer weight.")] = 1
    max_conditions: Annotated[
        int | None, typer.Option(help="Most conditions per polyhedron; default: any number.")
    ] = None
    min_recall: Annotated[
        float, typer.Option(help="Least share of each cluster inside its own description.")
    ] = MIN_RECALL
    class_weight: Annotated[
        list[str] | None,
        repeated(
            "balanced|LABEL=W",
            "How much an error counts by cluster: balanced, or the weight of a label.",
        ),
    ] = None
    max_polyhedra: Annotated[
        int, typer.Option(help="Most polyhedra per cluster; a row may be inside any of them.")
    ] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastOptions:
    """Which cluster is described alone, and against which."""

    cluster: Annotated[
        str | None, option("LABEL", "Describe only this cluster, against all others.")
    ] = None
    against: Annotated[
        str | None,
        option("LABEL", "With --cluster: against this one only; other rows are ignored."),
    ] = None

    def of(self, file: LabelledFile) -> Contrast | None:
        """Return what is asked for, in the type of the labels of a file."""
        return file.contrast(self.cluster, self.against)


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnOptions:
    """Which columns are used, and how much each row counts."""

    features: Annotated[list[str] | None, repeated("A,B", "Use only these columns.")] = None
    exclude: Annotated[list[str] | None, repeated("A,B", "Do not use these columns.")] = None
    weights: WeightColumn = None
    noise_label: Annotated[
        str | None, option("LABEL", "The label of rows in no cluster, often -1.")
    ] = None
    noise: Annotated[
        Noise, typer.Option(help="Noise rows must lie outside every cluster, or are ignored.")
    ] = Noise.OUTSIDE
    missing: Annotated[
        MissingValues, typer.Option(help="Missing numbers meet no condition, or are an error.")
    ] = MissingValues.OUTSIDE

    def described(
        self, file: LabelledFile, contrast: ContrastOptions | None = None
    ) -> LabelledTable:
        """Return the table to describe: the rows of a file with these columns."""
        return LabelledTable(
            file.table,
            file.labels,
            file.weights,
            features=file.chosen(self.features),
            exclude=file.left_out(self.exclude),
            reserved=file.reserved,
            noise_label=file.label_like(self.noise_label),
            noise=self.noise.value,
            missing=self.missing.value,
            contrast=None if contrast is None else contrast.of(file),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """How a search runs, and what is printed meanwhile."""

    n_jobs: Annotated[
        int | None, typer.Option(help="Threads; default: eight in the solver, else all cores.")
    ] = None
    random_state: Annotated[int | None, typer.Option(help="Seed of the search.")] = None
    progress: ShowProgress = None
    quiet: Quiet = False
    debug: Debug = False

    @contextmanager
    def searching(self, limit: float | None = None) -> Iterator[Teller]:
        """Show progress while the block runs, and its warnings as lines at the end.

        `limit` is the time limit of the block, in seconds.
        """
        refuse_tight_memory()
        with (
            without_answer(),
            remarks_as_lines(self.quiet),
            progress(False if self.quiet else self.progress, limit) as listener,
        ):
            yield listener


def by_flag(group: DataclassInstance, *names: str) -> dict[str, Any]:
    """Return some of the options of a group by their flags."""
    return {f"--{name}": getattr(group, name) for name in names}


def by_name(*groups: DataclassInstance) -> dict[str, Any]:
    """Return all options of some groups by name, with the values that the library expects."""
    readers: dict[str, Callable[[Any], object]] = {
        "objective": objective_of,
        "max_errors": max_errors_of,
        "grouping": grouping_of,
        "class_weight": class_weight_of,
    }
    return {
        name: readers[name](value) if name in readers else value
        for group in groups
        for name, value in asdict(group).items()
    }


def parameters_of(*groups: DataclassInstance) -> dict[str, Any]:
    """Return those options of some groups that are parameters of a search."""
    known = signature(check).parameters
    return {name: value for name, value in by_name(*groups).items() if name in known}


def objective_of(text: str) -> str | tuple[float, float]:
    """Read `complexity`, `sparsity` or two weights for both, `1,2`."""
    if text in OBJECTIVES:
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
    """Read a count (`3`), a share of the rows (`0.05`, `1.0`) or `none`."""
    if text.lower() == "none":
        return None
    number = number_of(text)
    if number is None:
        raise typer.BadParameter(
            f"{text!r} is not a count such as 3, a share such as 0.05, or none.",
            param_hint="--max-errors",
        )
    return number


def class_weight_of(given: list[str] | None) -> str | dict[str, float] | None:
    """Read `balanced`, or weights of labels as they are written: `A=2,B=0.5`."""
    if given is None:
        return None
    if given == ["balanced"]:
        return "balanced"
    weights: dict[str, float] = {}
    for part in next(csv.reader([",".join(given)], skipinitialspace=True)):
        label, _, weight = part.rpartition("=")
        number = number_of(weight)
        if not label or number is None:
            raise typer.BadParameter(
                f"{part!r} is not balanced, or a label and its weight such as A=2.",
                param_hint="--class-weight",
            )
        weights[label] = number
    return weights


def grouping_of(text: str) -> str | None:
    """Read the name of a grouping, or `none`."""
    return None if text == "none" else str(text)
