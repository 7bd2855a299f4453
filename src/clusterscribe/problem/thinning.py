"""Few conditions that do the work of many.

The smallest box around a cluster has two conditions a feature. Of tens of thousands nearly all
are idle, and to drop one after the other would take longer than any search.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks

MANY = 2_000  # conditions; fewer are no trouble


def thinned(ranks: Ranks, answer: Ranges) -> Ranges:
    """Keep few of many conditions, without an error more; an answer with few stays as it is.

    For each cluster the condition that shuts out the most outsiders is taken, then the one that
    shuts out the most of those that are left, until all are that were.
    """
    if answer.has_low.sum() + answer.has_high.sum() <= MANY:
        return answer
    thin = Ranges.everything(ranks.clusters, ranks.sizes)
    for k in range(ranks.clusters):
        highs, lows = np.flatnonzero(answer.has_high[k]), np.flatnonzero(answer.has_low[k])
        for place in _cover(_shut_out(ranks, answer, k, highs, lows)):
            if place < len(highs):
                thin.high[k, highs[place]] = answer.high[k, highs[place]]
            else:
                d = lows[place - len(highs)]
                thin.low[k, d] = answer.low[k, d]
    return thin


def _shut_out(
    ranks: Ranks,
    answer: Ranges,
    cluster: int,
    highs: NDArray[np.intp],
    lows: NDArray[np.intp],
) -> NDArray[np.bool_]:
    """Return which outsiders each condition has wholly outside: upper bounds first."""
    outsiders = np.flatnonzero(ranks.cluster != cluster)
    above = ranks.lower[np.ix_(highs, outsiders)] > answer.high[cluster, highs][:, None]
    below = ranks.upper[np.ix_(lows, outsiders)] < answer.low[cluster, lows][:, None]
    return np.concatenate([above, below])


def _cover(shut_out: NDArray[np.bool_]) -> list[int]:
    """Return few rows of a table that together have all that any of its rows has."""
    chosen: list[int] = []
    while shut_out.any():
        best = int(shut_out.sum(axis=1).argmax())
        chosen.append(best)
        shut_out = shut_out[:, ~shut_out[best]]
    return chosen
