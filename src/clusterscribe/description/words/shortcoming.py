"""What is to be said of a cluster that its own description covers badly."""

from __future__ import annotations

from clusterscribe.description.core.base import BaseDescription, Tally
from clusterscribe.description.words import wording

LITTLE = 2 / 3  # of the rows of a cluster: whoever reads a description expects more than this


def covers_little(tally: Tally) -> bool:
    """Whether so few rows of a cluster are inside that it has to be said."""
    return bool(tally.rows) and tally.inside < LITTLE * tally.rows


def shortcoming(description: BaseDescription, tally: Tally | None) -> str:
    """Say that a cluster is covered badly by the best description that a search has found.

    There is nothing to say of clusters that are covered well, and of descriptions that no search
    for the best has found.
    """
    if description.proof is None or tally is None or not covers_little(tally):
        return ""
    if not tally.inside:
        return "given up: its description contains none of its rows"
    share = wording.percent(tally.inside / tally.rows)
    return f"no short description: the best found covers {share} of its rows"
