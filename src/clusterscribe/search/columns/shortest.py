"""Stage two with columns: the shortest description within the budget, and its proof."""

from __future__ import annotations

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Polyhedra
from clusterscribe.search.columns.certificate import Certificate
from clusterscribe.search.columns.column_generation import ColumnGeneration
from clusterscribe.search.columns.column_tools import ColumnTools
from clusterscribe.search.columns.fewest_features import FewestFeatures
from clusterscribe.search.columns.restricted_master import RestrictedMaster
from clusterscribe.search.columns.stopping import Gap, NoColumn, Round, TimeLimit
from clusterscribe.search.goal import Goal
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.solve import generate_and_choose

SHORT_AND_SPARSE = Goal(complexity=1, sparsity=1)


class Shortest:
    """Improves an incumbent that meets the budget, and raises its bound."""

    def __init__(self, tools: ColumnTools, incumbent: Incumbent[Polyhedra]) -> None:
        self.tools = tools
        self.incumbent = incumbent
        self.goal = incumbent.goal
        if incumbent.budget == 0:
            tools.pull_in()
        self.generation = self._generation()
        self.guide: ColumnGeneration | None = None
        self.certificate: Certificate | None = None

    @property
    def rounds(self) -> list[Round]:
        """All iterations of column generation, first to last."""
        proving, guiding = self.generation.rounds, self.guide.rounds if self.guide else []
        return [*proving, *guiding] if self.generation.apart else [*guiding, *proving]

    @property
    def listed(self) -> int:
        """Number of columns that the certificate had to look at."""
        return 0 if self.certificate is None else self.certificate.listed

    def add_all_of_the_best(self, limit: Clock) -> bool:
        """Put all columns of answers that are as short into the pool; say if that was possible."""
        if self.certificate is None or not self.incumbent.closed:
            return False
        columns = self.certificate.columns_of_the_best(limit)
        self.tools.pool.add(columns or ())
        return columns is not None

    def run(self, deadline: Clock) -> None:
        """Work until the gap is closed or the time is over."""
        if self.goal.complexity:
            self._shorten(deadline)
        else:
            self._use_few_features(deadline)
        if not self.incumbent.closed:
            self._go_through_everything(deadline)

    def _shorten(self, deadline: Clock) -> None:
        self.certificate = certificate = Certificate(self.generation, self.tools)
        if self.generation.apart:
            generate_and_choose(self.tools, self.generation, deadline, certificate=certificate)
            if not self.incumbent.closed and not self.tools.pool.is_certain:
                self._follow_the_guide(deadline)
                certificate.close(deadline)  # a shorter answer leaves less to list
        else:
            self._follow_the_guide(deadline)
            self._bound(certificate, deadline)
            certificate.close(deadline)

    def _follow_the_guide(self, deadline: Clock) -> None:
        """Generate columns without counting with what rounding leaves open.

        A bound has to count with it, but a column that is good only if rounding turns out well is
        of no use to an answer.
        """
        self.guide = self._generation(at_best=False)
        generate_and_choose(self.tools, self.guide, deadline)

    def _generation(self, *, at_best: bool = True) -> ColumnGeneration:
        # features alone say nothing about half-spaces: what is short guides better
        goal = self.goal if self.goal.complexity else SHORT_AND_SPARSE
        relaxation = RestrictedMaster(
            self.tools.pool,
            goal,
            self.incumbent.budget,
            repeats=self._repeats(),
            at_best=at_best,
        )
        effort = self.tools.effort
        return ColumnGeneration(relaxation, self.tools.cascade(), self.incumbent, effort)

    def _bound(self, certificate: Certificate, deadline: Clock) -> None:
        """Solve a relaxation that is valid: one and the same member may be cut off repeatedly."""
        if self.incumbent.closed:
            return
        most = certificate.most_columns()
        self.generation.relaxation.allow_repeats(int(most.max()), int(most.sum()))
        rule = NoColumn() | Gap() | TimeLimit(deadline)
        self.generation.run(rule, deadline, witness=certificate)

    def _repeats(self) -> int:
        """Return how often the best answer cuts off one and the same member, 1 at least.

        With fewer repeats the guide might have no solution at all.
        """
        most, geometry = 1, self.tools.geometry
        for cluster, columns in enumerate(self.incumbent.best):
            member = geometry.ranks.cluster == cluster
            cut_off = sum(geometry.outside(c)[member].astype(np.int64) for c in columns)
            most = max(most, int(np.max(cut_off, initial=1)))
        return most

    def _use_few_features(self, deadline: Clock) -> None:
        """Go through sets of features where no errors are allowed; else let columns guide."""
        if self.incumbent.budget == 0:
            share = Clock(self.tools.schedule.features * deadline.remaining)
            FewestFeatures(self.tools, self.incumbent, share).run(deadline)
        if not self.incumbent.closed:
            self._follow_the_guide(deadline)

    def _go_through_everything(self, deadline: Clock) -> None:
        """Where all half-spaces make a short list, let the integer master choose among them."""
        budget = self.incumbent.budget or 0
        pool = self.tools.pool_of_everything(self.incumbent, budget, deadline)
        if pool is None:
            return
        outcome = self.tools.prove(
            pool, lambda master: master.measure(self.goal), self.incumbent, deadline
        )
        if outcome is not None:
            self.incumbent.raise_bound(outcome.proved)
