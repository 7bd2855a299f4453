"""Clusters and weights of a table in an engine: read by aggregates, and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

import numpy as np

from clusterscribe.contrast import Contrast
from clusterscribe.engine.asking import ask, ibis
from clusterscribe.engine.expressions import (
    Expression,
    counted,
    double,
    how_many,
    kind_of,
    plain_number,
    refuse_nul,
)
from clusterscribe.errors import InputError
from clusterscribe.feature import Kind
from clusterscribe.parameters import ClassWeight, Label, Noise
from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.weights import (
    LARGEST_TOTAL,
    Unit,
    exact_unit,
    multiplied,
    rounded_size,
)
from clusterscribe.search.rows.class_weight import class_factors
from clusterscribe.search.rows.subject import give_hints
from clusterscribe.table import Clusters, cluster_codes
from clusterscribe.table.labels import MOST_CLUSTERS, distinct_labels, refuse_missing_labels
from clusterscribe.table.sample_weight import refuse_weights

MOST_DIFFERENT = 1_000_000  # weights among which a common unit is looked for


def read_clusters(
    table: Expression, name: str, counts: Expression | None, noise_label: Label, noise: Noise
) -> Clusters:
    """Return the clusters of the rows that count (None: all of them).

    The result has one code per distinct label rather than one per row.
    """
    _refuse_nested(table, name)
    purpose = f"the labels of column {name!r} were listed"
    labels = table.select(label=table[name], counts=True if counts is None else counts)
    grouped = labels.group_by("label").aggregate(
        rows=labels.count(), counted=labels.counts.cast("int64").sum()
    )
    found = ask(grouped.limit(MOST_CLUSTERS + 2), purpose)
    if len(found) > MOST_CLUSTERS:
        different = ask(labels.aggregate(different=labels.label.nunique()), purpose)
        raise _too_many(name, different["different"][0].as_py())
    rows, weighty = found["rows"].to_numpy(), found["counted"].to_numpy()
    distinct = distinct_labels(found["label"])
    refuse_nul(name, distinct.values)
    refuse_missing_labels(int(rows[distinct.codes < 0].sum()), int(rows.sum()))
    held = distinct.of_rows(weighty > 0)
    clusters = cluster_codes(held, len(held.codes), noise_label, noise)
    give_hints(distinct, clusters)
    return clusters


def different_labels(table: Expression, name: str) -> list[Label]:
    """Return the distinct labels, but no more than there may be clusters."""
    labels = table.select(label=table[name]).distinct().limit(MOST_CLUSTERS)
    found = ask(labels, f"the labels of column {name!r} were listed")
    return distinct_labels(found["label"]).values


def cluster_of(column: Expression, clusters: Clusters) -> Expression:
    """Return the number of the cluster of each row, NOISE for those in none."""
    kind = column.type()
    cases = [
        (column == _written(label, kind), number) for number, label in enumerate(clusters.labels)
    ]
    return ibis().cases(*cases, else_=NOISE).cast("int64")


def is_either(column: Expression, contrast: Contrast | None) -> Expression:
    """Return whether a row counts, as far as that depends on its label."""
    if contrast is None or contrast.against is None:
        return ibis().literal(True)
    # those without a label stay, to be refused
    pair = (_written(label, column.type()) for label in (contrast.cluster, contrast.against))
    return reduce(or_, (column == label for label in pair)) | column.isnull()


def _written(label: Label, kind: Any) -> Expression:  # noqa: ANN401
    # DuckDB reads a plain literal as a decimal, so that 0.3 becomes 0.30000000000000004
    return double(label) if isinstance(label, float) else ibis().literal(label, type=kind)


def _refuse_nested(table: Expression, name: str) -> None:
    kind = table[name].type()
    if kind.is_nested() or kind.is_json() or kind.is_binary() or kind.is_interval():
        raise InputError(
            f"the labels in column {name!r} are {kind}; convert them to numbers or text"
        )


def _too_many(name: str, different: int) -> InputError:
    return InputError(
        f"the label column {name!r} has {different:,} different values, and each would be a "
        f"cluster with a description of its own, of which there may be {MOST_CLUSTERS:,}; it "
        "looks like an identifier: name the column that holds the cluster of each row"
    )


# ---- weights ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each row, and the unit in which weights are counted."""

    weight: Expression
    whole: Expression  # the weight in whole units, at least one where the row counts
    unit: Unit

    @property
    def counts(self) -> Expression:
        """Whether a row counts at all."""
        return self.weight > double(0)


def read_weights(table: Expression, name: str) -> Weights:
    """Find the unit of the weights; refuse what cannot be a weight."""
    kind = kind_of(name, table[name])
    if kind not in (Kind.INTEGER, Kind.NUMBER):
        raise InputError(f"weights: the column {name!r} must hold numbers, one per row")
    weight = plain_number(table[name], kind)
    weights = table.select(weight=weight)
    purpose = f"the weights of column {name!r} were added up"
    facts = _facts(weights, purpose)
    refuse_weights(missing=facts["missing"], total=facts["total"], negative=facts["negative"])
    unit = _exact(weights, facts, purpose) or _rounded(facts["total"], facts["rows"])
    return Weights(weight, _in_units(weight, unit), unit)


def weights_by_class(
    table: Expression,
    label_column: str,
    weights: Weights | None,
    clusters: Clusters,
    class_weight: ClassWeight,
) -> Weights:
    """Multiply the weights of each cluster by its factor."""
    known = weights or Weights(double(1), ibis().literal(1, type="int64"), Unit())
    cluster = cluster_of(table[label_column], clusters)
    rows = table.select(cluster=cluster, whole=known.whole)
    rows = rows.filter(rows.whole > 0)
    grouped = rows.group_by("cluster").aggregate(size=rows.count(), units=rows.whole.sum())
    found = {row["cluster"]: row for row in ask(grouped, "the clusters were counted").to_pylist()}
    codes = range(len(clusters.labels))
    factors = class_factors(class_weight, clusters, [found[code]["size"] for code in codes])
    units = [found[code]["units"] if code in found else 0 for code in [*codes, NOISE]]

    def by_cluster(numbers: Sequence[Expression]) -> Expression:
        *each, of_noise = numbers
        return ibis().cases(*((cluster == k, x) for k, x in enumerate(each)), else_=of_noise)

    weight = known.weight * by_cluster([double(float(factor)) for factor in factors])
    finer = multiplied(known.unit, units, factors)
    if finer is None:
        facts = _facts(table.select(weight=weight), "the weights of clusters were added up")
        unit = _rounded(facts["total"], facts["rows"])
        return Weights(weight, _in_units(weight, unit), unit)
    times, unit = finer
    whole = by_cluster([ibis().literal(each, type="int64") for each in times])
    return Weights(weight, known.whole * whole, unit)


def _in_units(weight: Expression, unit: Unit) -> Expression:
    numerator, denominator = unit.size.as_integer_ratio()
    scaled = weight * double(denominator) / double(numerator)
    units = (scaled + double(0.5)).floor().cast("int64")
    return ((units == 0) & (weight > double(0))).ifelse(1, units)


def _facts(weights: Expression, purpose: str) -> Counter[str]:
    weight = weights.weight
    facts = weights.aggregate(
        missing=how_many(weight.isnull()),
        negative=how_many(weight < double(0)),
        fractions=how_many(weight % double(1) != double(0)),
        total=weight.sum(),
        rows=weight.count(),
    )
    return counted(ask(facts, purpose))


def _exact(weights: Expression, facts: Counter[str], purpose: str) -> Unit | None:
    """Return the unit of which all weights are multiples, if there is one."""
    if not facts["fractions"] and facts["total"] <= LARGEST_TOTAL:
        return Unit()
    some = ask(weights.distinct().limit(MOST_DIFFERENT + 1), purpose)
    if len(some) > MOST_DIFFERENT:
        return None
    return exact_unit(np.sort(some["weight"].to_numpy()), facts["total"])


def _rounded(total: float, rows: int) -> Unit:
    """Return a unit that weights are rounded to: each may be off by as much."""
    size = rounded_size(total)
    return Unit(size, excess=rows * size, shortfall=rows * size)
