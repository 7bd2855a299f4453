"""Which versions of the solver proofs have been tested with.

An answer that is proved by the solver is as good as the solver. Its version is part of every
result. The tests of claims (`tests/oracle`) pass with `LOWEST` and with `HIGHEST`. A newer version
is not refused, as it may be better; but whoever uses it should know.
"""

from __future__ import annotations

import re
from functools import cache

import ortools

from clusterscribe.errors import hint

LOWEST, HIGHEST = (9, 13), (9, 15)


def solver_version() -> str:
    """Return the version of OR-Tools that is in use."""
    return str(ortools.__version__)


def is_tested(version: str) -> bool:
    """Whether proofs have been tested with a version, whatever its last figure."""
    figures = re.match(r"(\d+)\.(\d+)", version)
    return figures is not None and LOWEST <= (int(figures[1]), int(figures[2])) <= HIGHEST


def hint_if_untested() -> None:
    """Say that the version in use has not been tested, at most once."""
    _hint_once(solver_version())


@cache
def _hint_once(version: str) -> None:
    if not is_tested(version):
        lowest, highest = (".".join(map(str, known)) for known in (LOWEST, HIGHEST))
        hint(
            f"proofs have been tested with OR-Tools {lowest} to {highest}, and this is {version}: "
            "what it proves has not been compared with other solvers"
        )
