"""A SAT solver (CaDiCaL, by python-sat) that can be stopped, and that can log what it concludes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import IO, Any

from clusterscribe.checker.formula import Formula
from clusterscribe.clock import Clock
from clusterscribe.refuting.lrat import proof_of

FIRST_SLICE = 200  # conflicts before the first look at the clock
SLICE_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a formula: a model, a refutation, or neither before the time was over.

    A model has a literal for every variable. A refutation has a proof if one was asked for, and
    names the assumed literals that cannot all be true, its core.
    """

    model: Sequence[int] | None = None
    refuted: bool = False
    core: Sequence[int] = ()
    proof: str | None = None


def decide(
    formula: Formula, clock: Clock, *, logged: bool = False, phases: Iterable[int] = ()
) -> Verdict:
    """Look for a model that satisfies all clauses, or refute them.

    `phases` are literals that are tried first.
    """
    with closing(Solver(formula, logged=logged)) as solver:
        return solver.decide(clock, phases)


class Solver:
    """The solver with the clauses of a formula, to which more can be added."""

    def __init__(self, formula: Formula, *, logged: bool = False) -> None:
        # loaded where it is needed, as it takes a moment
        from pysat.solvers import Cadical195

        self.clauses = 0
        self.variables = 0
        self.solver = Cadical195()
        self.log: IO[bytes] | None = _logged(self.solver) if logged else None
        self.slice = FIRST_SLICE
        self.extend(formula)

    def close(self) -> None:
        """Free the memory of the solver."""
        self.solver.delete()

    def new(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self.clauses += 1
        self.solver.add_clause(clause)

    def extend(self, formula: Formula) -> None:
        """Add the clauses of a formula whose new variables come after those that there are."""
        self.variables = formula.variables
        for clause in formula.clauses:
            self.add(clause)

    def decide(
        self, clock: Clock, phases: Iterable[int] = (), assumed: Sequence[int] = ()
    ) -> Verdict:
        """Look for a model, or refute; in slices, between which a signal or the clock can stop."""
        if phases:
            self._prefer(list(phases))
        while not clock.expired:
            began = clock.elapsed
            self.solver.conf_budget(self.slice)
            found = self._go_on(assumed)
            if found is None:
                took = max(clock.elapsed - began, SLICE_SECONDS / 4)
                self.slice = max(FIRST_SLICE, int(self.slice * SLICE_SECONDS / took))
            elif found:
                return Verdict(model=self.solver.get_model())
            else:
                core = (self.solver.get_core() or ()) if assumed else ()
                return Verdict(refuted=True, core=core, proof=self._proof())
        return Verdict()

    def _prefer(self, phases: list[int]) -> None:
        """Try these literals first; its own interface allows that only before the first slice."""
        import pysolvers

        pysolvers.cadical195_setphases(self.solver.cadical, phases)

    def _go_on(self, assumed: Sequence[int]) -> bool | None:
        """Work until the conflicts are used up.

        Called by its own interface, the solver would jump out of its work on Ctrl-C and be of no
        use afterwards. So it is called as that does, but is told that somebody else takes care of
        signals: Python, after the slice.
        """
        import pysolvers

        solver = self.solver
        solver.prev_assumps = list(assumed)
        status = pysolvers.cadical195_solve_lim(solver.cadical, solver.prev_assumps, 0)
        solver.status = None if status == 0 else status > 0
        found: bool | None = solver.status
        return found

    def _proof(self) -> str | None:
        if self.log is None:
            return None
        import pysolvers

        pysolvers.flushpr(self.solver.prfp)
        self.log.seek(0)
        return proof_of(self.log.read(), self.clauses)


def _logged(solver: Any) -> IO[bytes]:  # noqa: ANN401
    """Let the solver log its proof with the clauses from which each step follows.

    The interface of python-sat logs without these, unless the option is set before logging
    begins; so it is begun here, in the same way.
    """
    import pysolvers

    solver.configure({"lrat": 1})
    solver.prfile = log = tempfile.TemporaryFile()  # noqa: SIM115 - the solver closes it
    solver.prfp = pysolvers.cadical195_tracepr(solver.cadical, log)
    return log
