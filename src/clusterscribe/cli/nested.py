"""`clusterscribe nested`: from a table with several label columns to a tree of descriptions.

It is a command of its own, as nearly everything of `describe` means something else here: a label
column is one name, which may hold a comma, several are a path; budgets are those of each split;
and the JSON, the SQL and the report are those of a tree.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clusterscribe.cli.console import WIDTH, say
from clusterscribe.cli.describe import Dialect, SearchOptions
from clusterscribe.cli.guard import FAILED
from clusterscribe.cli.inputs import FormatOptions, read_names
from clusterscribe.cli.labelled import LabelledFile, column_names, read_labelled
from clusterscribe.cli.options import (
    ColumnOptions,
    GoalOptions,
    RunOptions,
    TableFile,
    TextFile,
    by_flag,
    by_name,
    option,
    output,
    parameters_of,
    with_groups,
)
from clusterscribe.cli.targets import Made, Targets
from clusterscribe.cli.wish_options import WishOptions
from clusterscribe.description.words.naming import naming
from clusterscribe.description.words.sentence import check_noun
from clusterscribe.errors import InputError
from clusterscribe.parameters import ClassWeight, LabelledTable, check
from clusterscribe.progress_lines import ended
from clusterscribe.proof import StopReason

if TYPE_CHECKING:
    from clusterscribe.nested.nested_description import NestedDescription

FORMS = ("json", "sql", "text", "report")

EXAMPLES = """\b
Examples:
  clusterscribe nested customers.csv --labels region,segment
  clusterscribe nested customers.csv --labels region,segment,group \\
      --max-errors 0.02 --json tree.json --sql tree.sql --report tree.html
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeOptions:
    """The formats in which the tree is written, and the words of its report."""

    json: Annotated[str | None, output("Write the tree as JSON")] = None
    sql: Annotated[str | None, output("Write SQL")] = None
    dialect: Annotated[Dialect, typer.Option(help="SQL dialect.")] = Dialect.ANSI
    table: Annotated[
        str | None, option("NAME", "Table name in the SQL; default: the file name.")
    ] = None
    text: TextFile = None
    report: Annotated[str | None, option("OUT", "Write an HTML report with charts.")] = None
    feature_names: Annotated[
        Path | None, option("FILE", "JSON object with names and units of columns.")
    ] = None
    noun: Annotated[str, option("PLURAL", "What the rows are, such as customers.")] = "rows"
    title: Annotated[str | None, option("TEXT", "The title of the report.")] = None

    def made(self, tree: _Tree, file: Path, settings: Mapping[str, object]) -> Made:
        """Return how each format is made."""
        nested = tree.nested
        return {
            "--json": nested.to_json,
            "--sql": lambda: nested.to_sql(self.table or file.stem, self.dialect.value),
            "--text": lambda: nested.to_text(WIDTH, lines=None),
            "--report": lambda: nested.to_html(
                **tree.rows,
                feature_names=tree.names,
                noun=self.noun,
                title=self.title,
                settings=settings,
            ),
        }


@dataclass(frozen=True, slots=True)
class _Tree:
    """What was found, and what its report needs besides."""

    nested: NestedDescription
    rows: Mapping[str, Any]
    names: Mapping[str, str] | None


@with_groups
def nested(
    file: TableFile,
    *,
    labels: Annotated[
        str, option("A,B", "The columns with the segments of each row, from coarse to fine.")
    ],
    goal: GoalOptions,
    search: SearchOptions,
    columns: ColumnOptions,
    wishes: WishOptions,
    outputs: TreeOptions,
    form: FormatOptions,
    running: RunOptions,
) -> None:
    """Describe segments within segments: each among its siblings.

    At each split the rows of a segment are described with its parts as clusters, and each split
    has a proof of its own. The tree goes to stdout (in a terminal, at most one screen of it),
    progress and remarks to stderr. --max-errors and all other limits are those of each split,
    --time-limit is for the whole tree. Ctrl-C prints the splits described so far.
    """
    asked = parameters_of(goal, search, running)
    parameters, levels = check(**asked), _levels(labels)
    targets = Targets(by_flag(outputs, *FORMS), table=file)
    names = read_names(outputs.feature_names)
    with running.searching(search.time_limit) as listener:
        from clusterscribe.nested.label_columns import levels_of_labels
        from clusterscribe.nested.searching import describe_levels

        table = _read(file, levels, columns.weights, form)
        naming(names, table.columns)
        check_noun(outputs.noun)
        data = columns.described(_with_noise(table, levels, columns.noise_label))
        weight = _by_label(table, levels, parameters.class_weight)
        wished = wishes.of(table, *_by_level(table, levels))
        parameters = replace(parameters, class_weight=weight, constraints=wished)
        of_rows = table.table.select(levels)
        found = describe_levels(data, levels_of_labels(of_rows, len(of_rows)), parameters, listener)
        stopped = any(
            one.result and one.result.stop_reason == StopReason.INTERRUPTED for one in found.splits
        )
        listener.end(ended(interrupted=stopped))
    rows = {
        "X": table.table.select(_described(table, data)),
        "labels": of_rows,
        "sample_weight": table.weights,
        "class_weight": weight,
    }
    settings = {"file": file.name, "labels": levels, **asked, **by_name(columns, wishes)}
    made = outputs.made(_Tree(found, rows, names), file, settings)
    targets.deliver(
        made, lambda width: _text(found, width), quiet=running.quiet, interrupted=stopped
    )
    if any(split.result and split.result.over_budget for split in found.splits):
        raise typer.Exit(FAILED)


def _levels(labels: str) -> list[str]:
    """Read the names of the label columns."""
    levels = column_names([labels], ())
    if len(levels) < 2:
        raise typer.BadParameter(
            f"{labels!r} names one column; name several from coarse to fine such as "
            "region,segment, or use describe.",
            param_hint="--labels",
        )
    return levels


def _read(
    file: Path, levels: Sequence[str], weights: str | None, form: FormatOptions
) -> LabelledFile:
    """Read a file and separate its label and weight columns."""
    from clusterscribe.table.shape import unknown_column

    table = read_labelled(file, levels[0], weights, form=form)
    for name in levels[1:]:
        if name not in table.columns:
            raise unknown_column(name, table.columns, f"--labels: the column {name!r}")
        if name == weights:
            raise InputError(f"--labels and --weights both name the column {name!r}")
    reserved = table.reserved.union(levels)
    if set(table.columns) <= reserved:
        raise InputError(f"{str(file)!r} has no column left to describe the segments with")
    return replace(table, reserved=reserved)


def _by_level(table: LabelledFile, levels: Iterable[str]) -> list[LabelledFile]:
    """Return the table with the labels of each level."""
    return [replace(table, labels=table.table.column(level)) for level in levels]


def _with_noise(table: LabelledFile, levels: Iterable[str], noise: str | None) -> LabelledFile:
    """Return the table with the labels of a level that has the noise label."""
    columns = _by_level(table, levels)
    has_noise = (one for one in columns if noise is not None and one.find_label(noise) is not None)
    return next(has_noise, columns[0])


def _by_label(table: LabelledFile, levels: Iterable[str], weight: ClassWeight) -> ClassWeight:
    """Return weights by the labels themselves, of whatever level."""
    if not isinstance(weight, Mapping):
        return weight
    columns = _by_level(table, levels)
    found: dict[Any, float] = {}
    for text, factor in weight.items():
        labels = [label for one in columns if (label := one.find_label(str(text))) is not None]
        found |= dict.fromkeys(labels or [text], factor)
    return found


def _described(table: LabelledFile, data: LabelledTable) -> list[str]:
    """Return the columns that the segments are described with."""
    left_out = set(data.exclude or ())
    return [name for name in data.features or table.columns if name not in left_out]


def _text(found: NestedDescription, width: int) -> str:
    """Write the tree, in a terminal at most a screen of it."""
    whole = found.to_text(width, lines=None)
    if not sys.stdout.isatty():
        return whole
    screen = found.to_text(width)
    if screen != whole:
        say("the tree is cut to a screen; --text FILE has all of it")
    return screen
