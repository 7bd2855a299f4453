"""From a tree of segments and its rows to a page about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from clusterscribe.charts.data import Rows, rows_of
from clusterscribe.charts.data.figures import counted, grouped
from clusterscribe.describing import weights_of
from clusterscribe.description.words import wording
from clusterscribe.description.words.naming import naming
from clusterscribe.description.words.sentence import check_noun
from clusterscribe.errors import InputError
from clusterscribe.nested.hierarchy import Branch, Path
from clusterscribe.nested.proved import proved
from clusterscribe.nested.rows_again import LabelledRows, labelled_rows
from clusterscribe.nested.segment import BaseNestedDescription, Segment
from clusterscribe.nested.split_labels import split_labels
from clusterscribe.nested.tree_sql import to_sql
from clusterscribe.nested.tree_text import errors_in_words, of_child
from clusterscribe.nested.wishes_at import parameters_at
from clusterscribe.parameters import LabelledTable, check
from clusterscribe.report.about import making, settings_of
from clusterscribe.report.code import sql_of
from clusterscribe.report.summary import Code, Fact
from clusterscribe.report.tree_page import Split, TreeNode, TreeReport, write_tree
from clusterscribe.report.view import Style, view_of

IN_THE_TREE = Code("", "it is part of that of the whole tree")


@dataclass(frozen=True, slots=True)
class Options:
    """What a report on a tree is made of; `NestedDescription.to_html` says more."""

    X: object = None
    labels: object = None
    sample_weight: object = None
    class_weight: object = None
    feature_names: Mapping[str, str] | None = None
    noun: str = "rows"
    title: str | None = None
    settings: Mapping[str, object] | None = None


def write(nested: BaseNestedDescription, options: Options) -> str:
    """Write the page."""
    check_noun(options.noun)
    names = naming(options.feature_names, nested.columns)
    rows = _rows(nested, options)
    branches = {} if rows is None else {one.path: one for one in rows.hierarchy.root.walk()}
    splits = tuple(
        Split(
            place,
            split.name,
            _size(split.rows, nested),
            replace(
                view_of(
                    description,
                    _rows_at(split, rows, branches, options),
                    Style(options.noun, names, has_overview=False),
                    result=split.result,
                ),
                sql=IN_THE_TREE,
                json=IN_THE_TREE,
            ),
        )
        for place, split in enumerate(nested.splits)
        if (description := split.description) is not None
    )
    report = TreeReport(
        title=_title(options.title),
        table=_table(nested),
        facts=tuple(_facts(nested)),
        proof=proved(nested),
        nodes=_nodes(nested.root, nested, {one.path: i for i, one in enumerate(nested.splits)}),
        splits=splits,
        sql=sql_of(lambda dialect: to_sql(nested, dialect=dialect)),
        settings=settings_of(options.settings, None),
        making=making(),
    )
    return write_tree(report)


def _rows(nested: BaseNestedDescription, options: Options) -> LabelledRows | None:
    X, labels, weight = options.X, options.labels, options.sample_weight
    if X is None and labels is None and weight is None:
        return None
    if X is None or labels is None:
        raise InputError("a report on rows needs both the table and its labels; give X and labels")
    return labelled_rows(nested, X, labels, weight)


def _rows_at(
    split: Segment,
    rows: LabelledRows | None,
    branches: Mapping[Path, Branch],
    options: Options,
) -> Rows | None:
    """Judge the rows of a split; none where no row is in it."""
    branch = branches.get(split.path)
    if rows is None or branch is None or split.description is None or not len(branch.rows):
        return None
    weights = None if rows.weights is None else rows.weights[branch.rows]
    labels = split_labels(branch, rows.hierarchy.noise_label)
    table = rows.table.take(branch.rows)
    description = split.description
    data = LabelledTable(
        table,
        labels,
        weights,
        noise_label=description.noise_label,
        noise=description.noise or "outside",
    )
    asked = check(class_weight=options.class_weight)
    asked = parameters_at(branch, asked, len(rows.table), rows.hierarchy.noise_label)
    return rows_of(description, table, labels, weights_of(data, asked), options.feature_names)


def _nodes(
    parent: Segment, nested: BaseNestedDescription, places: Mapping[Path, int]
) -> tuple[TreeNode, ...]:
    return tuple(
        TreeNode(
            wording.label(child.label),
            of_child(parent, place),
            _size(child.rows, nested),
            places.get(child.path),
            _nodes(child, nested, places),
        )
        for place, child in enumerate(parent.children)
    )


def _size(rows: float, nested: BaseNestedDescription) -> str:
    return counted(rows, "weighted row" if nested.weighted else "row")


def _title(title: str | None) -> str:
    if title is None:
        return "What the segments are"
    if not isinstance(title, str) or not title.strip():
        raise InputError(f"title must be a text, not {title!r}")
    return wording.visible(title.strip())


def _table(nested: BaseNestedDescription) -> str:
    columns = counted(len(nested.columns), "column")
    segments = counted(len(nested.segments), "segment")
    levels = counted(len(nested.levels), "level")
    return f"{_size(nested.root.rows, nested)}, {columns}, {segments} on {levels}"


def _facts(nested: BaseNestedDescription) -> Iterator[Fact]:
    yield from (Fact(name, words) for name, words in errors_in_words(nested, grouped).items())
    yield Fact("Complexity", wording.number(nested.complexity))
    yield Fact("Sparsity", counted(nested.sparsity, "feature"))
