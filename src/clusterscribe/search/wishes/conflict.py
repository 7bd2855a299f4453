"""What to say where no description keeps to all wishes: a smallest set of them that is to blame.

One wish after the other is left out. Where the others cannot be kept either, it stays out; else it
is part of the conflict. What is left at the end cannot be kept, but without any one of them it can.
Each time an integer program over all bounds decides. That is for one feature per condition and one
polyhedron per cluster: for sums and unions it is only known that nothing was found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from clusterscribe.clock import Clock
from clusterscribe.constraints import Constraints
from clusterscribe.description.words import wording
from clusterscribe.description.words.wishing import with_what
from clusterscribe.errors import InfeasibleError
from clusterscribe.parameters import Parameters
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.reduce import reduce
from clusterscribe.search.axis.master import Master
from clusterscribe.search.cp_sat import run
from clusterscribe.search.rows.encode import numbers_of
from clusterscribe.search.rows.subject import Subject, seen_with
from clusterscribe.search.settings import settings_for
from clusterscribe.search.wishes.right_rows import right_rows_of
from clusterscribe.series import series
from clusterscribe.wish import wishes_of

LONGEST = 20.0  # seconds to find a smallest set
LARGEST = 2_000_000  # literals of a model


@dataclass(frozen=True, slots=True)
class Wished:
    """One wish: its words, and how to ask for it."""

    words: str
    ask: Callable[[Parameters], Parameters]


def conflict_of(subject: Subject, parameters: Parameters, is_impossible: bool) -> InfeasibleError:
    """Return the error for wishes that no description keeps to, or none that was found."""
    wished = _all_wishes(parameters)
    if not is_impossible:
        return InfeasibleError(
            f"no description was found that has {series([one.words for one in wished])}; drop or "
            "loosen one of these wishes, or give more time",
            float("inf"),
            proved=False,
        )
    conflict = _smallest(subject, parameters, wished, Clock(LONGEST))
    words = series([one.words for one in conflict])
    rather = "one of these wishes" if len(conflict) > 1 else "this wish"
    return InfeasibleError(
        f"no description of this table can have {words}; drop or loosen {rather}",
        float("inf"),
        proved=True,
    )


def _all_wishes(parameters: Parameters) -> list[Wished]:
    """Return all that was asked for and may be to blame, what is asked of all clusters last."""
    found = []
    for alone in parameters.constraints.apart():
        for wish in wishes_of(alone):
            found.append(Wished(with_what(wish), _asking_for(alone)))
    if parameters.max_conditions is not None:
        most = parameters.max_conditions
        words = f"at most {wording.count(most, 'condition')} per cluster"
        found.append(Wished(words, lambda asked: replace(asked, max_conditions=most)))
    if parameters.min_recall:
        least = parameters.min_recall
        words = f"at least {wording.percent(least)} of every cluster inside"
        found.append(Wished(words, lambda asked: replace(asked, min_recall=least)))
    return found


def _asking_for(alone: Constraints) -> Callable[[Parameters], Parameters]:
    def ask(asked: Parameters) -> Parameters:
        return replace(asked, constraints=asked.constraints + alone)

    return ask


def _smallest(
    subject: Subject, parameters: Parameters, wished: Sequence[Wished], clock: Clock
) -> list[Wished]:
    """Leave out whatever is not needed for the conflict, as far as there is time to find out."""
    nothing = replace(parameters, constraints=Constraints(), max_conditions=None, min_recall=0.0)
    needed = list(wished)
    for one in reversed(wished):  # what is asked of all clusters is blamed last
        rest = [other for other in needed if other is not one]
        asked = nothing
        for other in rest:
            asked = other.ask(asked)
        if _is_impossible(subject, asked, clock):
            needed = rest
    return needed


def _is_impossible(subject: Subject, parameters: Parameters, clock: Clock) -> bool:
    """Whether it is proved, in the time that is left, that nothing keeps to some wishes."""
    if clock.expired:
        return False
    data = numbers_of(seen_with(subject, parameters.constraints))
    right = right_rows_of(subject, parameters.constraints)
    settings = settings_for(data, parameters, right=right)
    ranks = settings.of_all_rows(rank(data.boxes)[0])
    problem = reduce(ranks, ranks.total_weight)
    if problem.literals_of_open > LARGEST or problem.literals > LARGEST:
        return False
    model = Master(problem).model
    outcome = run(model, clock, clock.remaining, on_solution=lambda _: True, seed=parameters.seed)
    return outcome.infeasible
