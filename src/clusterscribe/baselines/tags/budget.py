"""How many rows may stay without a tag of their cluster, and what to say if that cannot be."""

from __future__ import annotations

import math
from numbers import Integral, Real

from clusterscribe.description import wording
from clusterscribe.encode import Encoded
from clusterscribe.errors import InfeasibleError, InputError
from clusterscribe.solver.tag_cover import TagAnswer


def check_max_uncovered(value: object) -> int | float | None:
    """Check a budget: a count, a share of the rows, or None for the fewest."""
    if value is None:
        return None
    if isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= 0:
        return int(value)
    is_share = isinstance(value, Real) and not isinstance(value, Integral)
    if is_share and 0 <= float(value) <= 1:  # type: ignore[arg-type]  # it is a number
        return float(value)  # type: ignore[arg-type]
    raise InputError(
        "max_uncovered must be a count from 0 on (int), a share of the rows (float from 0.0 to "
        f"1.0) or None for the fewest, not {value!r}"
    )


def whole_budget(max_uncovered: int | float | None, total: int, unit: float) -> int | None:
    """Turn a budget into whole units of weight, of which the rows of the clusters have `total`."""
    if max_uncovered is None:
        return None
    is_share = isinstance(max_uncovered, float)
    units = max_uncovered * total if is_share else min(max_uncovered, total * unit) / unit
    # a hair more, so that 0.29 x 100 = 28.999999999999996 is 29
    return min(total, math.floor(units * (1 + 1e-11) + 1e-9))


def infeasible(
    data: Encoded, max_uncovered: int | float | None, answer: TagAnswer
) -> InfeasibleError:
    """Return the error for a budget that no tags meet, or none that were found in time."""
    fewest = data.amount(answer.uncovered)
    proved = answer.fewest_uncovered >= answer.uncovered
    asked = f"max_uncovered={max_uncovered}"
    least = wording.count(fewest, "row")
    if proved:
        message = f"{asked} cannot be met: at least {least} must stay uncovered"
    else:
        bound = wording.number(data.amount(answer.fewest_uncovered))
        message = (
            f"{asked} was not met before the end ({answer.stop_reason}): the best tags found "
            f"leave {least} uncovered, and at least {bound} must stay so"
        )
    # a whole number, as a float would be taken for a share of the rows
    enough = math.ceil(float(wording.number(fewest)))
    return InfeasibleError(f"{message}; allow max_uncovered={enough} or more", fewest, proved)
