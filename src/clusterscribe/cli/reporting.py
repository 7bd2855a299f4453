"""What a report shows beside the description: its frontier, and how stable it is.

Both take what is left of the time limit once the clusters are described, and a share of it is kept
for them, so that `--time-limit` stays the time for the whole search.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterscribe.clock import Clock
from clusterscribe.errors import InputError, hint

if TYPE_CHECKING:
    from clusterscribe.description import Description
    from clusterscribe.description.after.stability import Stability
    from clusterscribe.frontiers.frontier import Frontier
    from clusterscribe.progress import Listener

DESCRIPTION = 0.75  # of the time at most, where a report with its surroundings is wanted
FRONTIER = 0.7  # of the time that is left, where stability is wanted as well
LEAST = 0.5  # seconds that either is worth beginning for
# of `describe`, but not of the frontier, which has every number of errors and sees all rows
NOT_OF_FRONTIERS = frozenset({"max_errors", "error_slack", "grouping"})
# of `describe`, but not of samples, whose noise is that of the description
NOT_OF_SAMPLES = frozenset({"noise", "noise_label", "grouping"})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The descriptions around the one that was asked for."""

    frontier: Frontier | None = None
    stability: Stability | None = None
    stopped: bool = False  # before there was anything

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped the search for the frontier."""
        return self.stopped or (self.frontier is not None and self.frontier.interrupted)


def surroundings(
    description: Description,
    table: object,
    labels: object,
    parameters: Mapping[str, Any],
    *,
    clock: Clock,
    listener: Listener,
    with_frontier: bool,
    samples: int,
) -> Surroundings:
    """Find the frontier and describe samples of the rows, as far as there is time."""
    frontier = stability = None
    if with_frontier and _is_time(clock, "the frontier", "--no-frontier"):
        from clusterscribe.api import frontier as find

        chosen = {key: parameters[key] for key in parameters if key not in NOT_OF_FRONTIERS}
        chosen["time_limit"] = (FRONTIER if samples else 1.0) * clock.remaining
        frontier = find(table, labels, listener=listener, **chosen)
    was_interrupted = Surroundings(frontier).interrupted
    if samples and not was_interrupted and _is_time(clock, "stability", "--stability 0"):
        from clusterscribe.api import stability as sampled

        chosen = {key: parameters[key] for key in parameters if key not in NOT_OF_SAMPLES}
        chosen["time_limit"] = clock.remaining
        stability = sampled(
            table, labels, description, samples=samples, listener=listener, **chosen
        )
    return Surroundings(frontier, stability)


def read_names(file: Path | None) -> dict[str, str] | None:
    """Read a JSON object from columns to their names."""
    if file is None:
        return None
    try:
        names = json.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"--feature-names: cannot read {str(file)!r}: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"--feature-names: {str(file)!r} is not JSON: {error}") from None
    if not isinstance(names, dict):
        raise InputError(
            f"--feature-names: {str(file)!r} must hold a JSON object such as "
            '{"avg_ord": "average order (EUR)"}'
        )
    return names


def _is_time(clock: Clock, what: str, otherwise: str) -> bool:
    """Whether anything can still be found; if not, a remark says how to get it."""
    if clock.remaining >= LEAST:
        return True
    hint(
        f"no time was left for {what} in the report; allow more with --time-limit, or say "
        f"{otherwise}"
    )
    return False
