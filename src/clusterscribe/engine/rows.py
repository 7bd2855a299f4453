"""All rows of a table in an engine, some of them taken: what `search/rows/lazy.py` needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import Description
from clusterscribe.engine.asking import ask, ibis
from clusterscribe.engine.counting import inside
from clusterscribe.engine.expressions import Expression
from clusterscribe.engine.fetched import Fetched, encoded_at_once
from clusterscribe.engine.sampling import draw, rows_at_the_ends
from clusterscribe.engine.survey import Survey
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.rows.taking import first_of, most_telling
from clusterscribe.search.schedule import RowSchedule

if TYPE_CHECKING:
    import pyarrow as pa

NOTHING_WRONG = -1


@dataclass(frozen=True, slots=True)
class EvaluationInEngine:
    """A description evaluated on all rows."""

    description: Description
    errors: int
    wrong: Mapping[int, int]  # rows of each kind of wrong
    outside_own: tuple[int, ...]  # weight of each cluster's rows outside its own polyhedron


class RowsInEngine:
    """All rows that count, and those of them that were fetched."""

    def __init__(self, survey: Survey, seed: int, schedule: RowSchedule) -> None:
        self.survey = survey
        self.seed = seed
        self.schedule = schedule
        self.fetched = self.sample(schedule.first_rows)
        self.ends = rows_at_the_ends(survey, seed)
        if self.ends is not None:
            self.fetched.add(self.ends)

    @property
    def share(self) -> float:
        """The share of all rows that is taken."""
        return self.fetched.whole / self.survey.total

    def encoded(self) -> Encoded:
        """Return the numbers of the rows taken so far."""
        return self.fetched.encoded()

    def sample(self, rows: int) -> Fetched:
        """Draw about so many rows, of each cluster its share and never too few."""
        drawn = Fetched(self.survey)
        drawn.add(self._drawn(rows))
        return drawn

    def large_sample(self, rows: int, *, with_ends: bool) -> Encoded:
        """Draw many rows in the same way, and the ends of clusters too if they are asked for."""
        import pyarrow as pa

        names = ["cluster", *self.survey.names]
        drawn = self._drawn(rows).select([*names, "whole"])
        if with_ends and self.ends is not None:
            both = pa.concat_tables(
                [drawn, self.ends.select(drawn.column_names).cast(drawn.schema)]
            )
            # equal rows stand for the same weight
            once = both.group_by(names, use_threads=False).aggregate([("whole", "max")])
            drawn = once.rename_columns({"whole_max": "whole"})
        return encoded_at_once(self.survey, drawn)

    def _drawn(self, rows: int) -> pa.Table:
        sizes = self.survey.extremes.size
        everything = sum(sizes.values())
        schedule = self.schedule
        wanted = {k: first_of(size, everything, rows, schedule) for k, size in sizes.items()}
        of_clusters = self.survey.rows.mutate(kind=self.survey.rows.cluster)
        purpose = "a sample was drawn"
        return draw(self.survey, of_clusters, wanted, sizes, seed=self.seed, purpose=purpose)

    def evaluate(self, description: Description) -> EvaluationInEngine:
        """Evaluate a description on all rows, in one query."""
        wrong = self._wrong(description)
        counts = wrong.group_by("kind").aggregate(rows=wrong.count(), weight=wrong.whole.sum())
        found = ask(counts, "a description was evaluated on all rows").to_pylist()
        clusters, weight = len(description.parts), {row["kind"]: row["weight"] for row in found}
        return EvaluationInEngine(
            description,
            sum(weight.values()),
            {row["kind"]: row["rows"] for row in sorted(found, key=lambda row: row["kind"])},
            tuple(weight.get(_lost(k, clusters), 0) for k in range(clusters)),
        )

    def take_in(self, evaluation: EvaluationInEngine) -> int:
        """Take in wrongly described rows of every kind, and return how many."""
        if not evaluation.wrong:
            return 0
        rows, purpose = self._wrong(evaluation.description), "wrongly described rows were fetched"
        wanted = dict.fromkeys(
            evaluation.wrong, max(1, self.schedule.most_looked_at // len(evaluation.wrong))
        )
        for _ in range(self.schedule.draws):
            self.seed += 1  # other rows than those that were drawn before
            drawn = draw(
                self.survey, rows, wanted, evaluation.wrong, seed=self.seed, purpose=purpose
            )
            new = self.fetched.add(self._chosen(drawn))
            if new:
                return new
        return 0

    def _chosen(self, drawn: pa.Table) -> pa.Table:
        """Choose some of each kind, and those at the ends of its columns."""
        columns = [
            _filled(drawn[name].to_numpy())
            for name, kind in zip(self.survey.names, self.survey.kinds, strict=True)
            if not kind.is_binary
        ]
        return drawn.filter(
            most_telling(drawn["kind"].to_numpy(), columns, self.schedule.of_a_kind)
        )

    def _wrong(self, description: Description) -> Expression:
        """Return the rows that are wrong, and how: outside their own, or inside which other."""
        rows, clusters = self.survey.rows, len(description.parts)
        numbers = self.survey.numbers(rows, description.features)
        within = {f"in{k}": inside(part, numbers) for k, part in enumerate(description.parts)}
        rows = rows.mutate(**within)
        lost = [(rows.cluster == k) & ~rows[name] for k, name in enumerate(within)]
        strays = [(rows.cluster != k) & rows[name] for k, name in enumerate(within)]
        kind = ibis().cases(
            *((condition, _lost(rows.cluster, clusters)) for condition in lost),
            *((condition, rows.cluster * (clusters + 1) + k) for k, condition in enumerate(strays)),
            else_=NOTHING_WRONG,
        )
        rows = rows.mutate(kind=kind.cast("int64")).drop(*within)
        return rows.filter(rows.kind != NOTHING_WRONG)


def _filled(column: NDArray[np.float64]) -> NDArray[np.float64]:
    """Let what is missing be at no end of a column, unless everything is."""
    known = column[~np.isnan(column)]
    return np.where(np.isnan(column), known[0], column) if len(known) else np.zeros(len(column))


def _lost(cluster: Any, clusters: int) -> Any:  # noqa: ANN401  (a number, or an expression)
    """Return the kind of rows that are outside their own polyhedron."""
    return cluster * (clusters + 1) + clusters
