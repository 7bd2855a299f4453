"""All rows in the engine, each with its blocks and with what it weighs for every cluster.

That is what histograms are made of. The engine keeps it for as long as they are asked for, a byte
for each feature and four or eight for each cluster of a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import reduce
from operator import add, and_

import numpy as np
from numpy.typing import NDArray

from clusterscribe.engine.asking import explained, ibis, small_table
from clusterscribe.engine.blocks import Blocks
from clusterscribe.engine.expressions import Expression, double
from clusterscribe.engine.survey import Survey
from clusterscribe.search.whole.heaviest import Literal
from clusterscribe.search.whole.kinds import FULL, Ints, Kinds
from clusterscribe.search.whole.priced_kinds import PricedKinds

OFFSET = 128  # a signed byte is what all engines have
LARGEST_UNIT = 1 << 20  # that a multiplier of one is counted in
LARGEST_SUM = 1 << 60
SMALL = 1 << 31


@dataclass(frozen=True)
class PricedRows:
    """What rows weigh: prices of kinds, and of what has to be inside, in whole units."""

    survey: Survey
    values: Sequence[NDArray[np.float64]]  # of the features in the sample, which ranks stand for
    kinds: Kinds
    numbers: Ints  # of the kinds that have prices; rows of all others cost nothing
    unit: int
    of_row: Ints  # kinds x clusters
    of_recall: list[int]

    @classmethod
    def of(
        cls, survey: Survey, values: Sequence[NDArray[np.float64]], priced: PricedKinds
    ) -> PricedRows | None:
        """Choose units in which no sum over all rows is too large; None if there are none."""
        recall = max([0, *priced.prices.of_recall.tolist()]) / priced.prices.unit
        unit = min(LARGEST_UNIT, int(LARGEST_SUM / ((2 + recall) * survey.total)))
        if unit < 1:
            return None
        of_row, of_recall = priced.in_units(unit)
        return cls(survey, values, priced.kinds, priced.numbers, unit, of_row, of_recall)

    @contextmanager
    def kept(self, blocks: Sequence[tuple[int, Blocks]]) -> Iterator[Expression]:
        """Let the engine keep `cluster`, the blocks `b0`, ... and the weights `v0`, ..."""
        with explained("all rows were priced"):
            query = self._rows(blocks)
            query.limit(0).to_pyarrow()  # on Spark, only what is fetched gets its small tables
            kept = query.cache()
        try:
            yield kept
        finally:
            _release(kept)

    def _rows(self, blocks: Sequence[tuple[int, Blocks]]) -> Expression:
        rows = self.survey.rows
        seen = self.survey.seen(rows)
        columns = {
            f"b{place}": (here.expression(seen[axis]) - OFFSET).cast("int8")
            for place, (axis, here) in enumerate(blocks)
        }
        rows = rows.mutate(**columns, **self._held(rows))
        rows = rows.mutate(kind=self._kind(rows))
        prices = self._prices()
        priced = rows.left_join(prices, rows.kind == prices.known_kind)
        clusters = range(self.kinds.clusters)
        weights = {f"v{k}": self._weight(priced, k).cast(self._type) for k in clusters}
        return priced.select("cluster", *columns, **weights)

    def _held(self, rows: Expression) -> dict[str, Expression]:
        """Return how far the known polyhedra of each cluster hold a row, in units of shares."""
        by_place = self.survey.seen(rows)
        held: dict[str, list[Expression]] = {f"held{k}": [] for k in range(self.kinds.clusters)}
        for polyhedron, share in zip(self.kinds.polyhedra, self.kinds.shares, strict=True):
            meets = [self._meets(literal, by_place) for literal in polyhedron.place]
            inside = reduce(and_, meets, ibis().literal(True))
            held[f"held{polyhedron.cluster}"].append(inside.cast("int64") * share)
        return {name: reduce(add, terms, ibis().literal(0)) for name, terms in held.items()}

    def _meets(self, literal: Literal, numbers: Sequence[Expression]) -> Expression:
        """Return whether rows meet a condition, which is on a rank among the sample's values."""
        values, number = self.values[literal.feature], numbers[literal.feature]
        if literal.threshold < 0:
            return ibis().literal(False)
        if literal.side:
            return number >= double(values[len(values) - 1 - literal.threshold])
        return number <= double(values[literal.threshold])

    def _kind(self, rows: Expression) -> Expression:
        kind, base = rows.cluster.cast("int64") + 1, self.kinds.clusters + 1
        for k in range(self.kinds.clusters):
            level = (rows[f"held{k}"] * self.kinds.levels + FULL // 2) // FULL
            kind = kind + level.cast("int64") * base
            base *= self.kinds.levels + 1
        return kind

    def _prices(self) -> Expression:
        columns: dict[str, Sequence[object]] = {"known_kind": self.numbers.tolist()}
        for k, prices in enumerate(self.of_row.T.tolist()):
            columns[f"price{k}"] = prices
        return small_table(columns)

    def _weight(self, priced: Expression, cluster: int) -> Expression:
        """Return what a row weighs for a cluster: more than zero if it is its own."""
        price, recall = priced[f"price{cluster}"].fill_null(0), self.of_recall[cluster]
        return (priced.cluster == cluster).ifelse(price + recall, -price) * priced.whole

    @property
    def _type(self) -> str:
        one = self.unit + max([0, *self.of_recall])
        # without weights every row counts once
        return "int32" if self.survey.weights is None and one < SMALL else "int64"


def _release(kept: Expression) -> None:
    """Let the engine forget a table."""
    backend, name = kept.get_backend(), kept.op().name
    try:
        kept.release()
    except Exception:  # every engine has its own; some versions of Ibis drop a table without a name
        with suppress(Exception):  # it will be gone when the connection is closed
            backend.raw_sql(f"DROP TABLE IF EXISTS {name}")
