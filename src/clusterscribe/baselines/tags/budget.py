"""What to say if more rows stay without a tag of their cluster than may."""

from __future__ import annotations

import math

from clusterscribe.baselines.tags.tag_cover import TagAnswer
from clusterscribe.description.words import wording
from clusterscribe.errors import InfeasibleError
from clusterscribe.search.rows.encode import Encoded


def infeasible(
    data: Encoded, max_uncovered: int | float | None, answer: TagAnswer
) -> InfeasibleError:
    """Return the error for a budget that no tags meet, or none that were found in time."""
    fewest = data.at_most(answer.uncovered)
    proved = answer.fewest_uncovered >= answer.uncovered and data.unit.is_exact
    asked = f"max_uncovered={max_uncovered}"
    least = wording.count(fewest, "row")
    if proved:
        message = f"{asked} cannot be met: at least {least} must stay uncovered"
    else:
        bound = wording.at_least(data.at_least(answer.fewest_uncovered))
        message = (
            f"{asked} was not met before the end ({answer.stop_reason}): the best tags found "
            f"leave {least} uncovered, and at least {bound} must stay so"
        )
    # a whole number, as a float would be taken for a share of the rows
    enough = math.ceil(fewest)
    return InfeasibleError(f"{message}; allow max_uncovered={enough} or more", fewest, proved)
