"""Stability as plain text: a card a cluster, a line a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from clusterscribe.description.after.stability import ClusterStability, Recurrence, Stability
from clusterscribe.description.after.stability_wording import UNKNOWN, about, bounds
from clusterscribe.description.core.conditions import condition_of
from clusterscribe.description.words import layout, wording
from clusterscribe.description.words.layout import heading, wrapped


def to_text(stability: Stability, width: int = 80) -> str:
    """Write the stability for a terminal of this width."""
    if not stability.samples:
        return "\n".join(wrapped(UNKNOWN, width, "", ""))
    cards = (_card(cluster, stability.samples, width) for cluster in stability.clusters)
    return "\n\n".join("\n".join(lines) for lines in (*cards, _summary(stability, width)))


def _card(cluster: ClusterStability, samples: int, width: int) -> Iterator[str]:
    same = "" if cluster.mean_agreement is None else about(cluster.mean_agreement)
    right = f"alike in {cluster.alike} of {samples}, {same} of its rows the same"
    yield from heading(f"Cluster {wording.label(cluster.label)}", right, width)
    for recurrence in cluster.recurrences:
        start = f"  {recurrence.samples:>{len(str(samples))}} of {samples}  "
        yield from _condition(recurrence, start, width)


def _condition(recurrence: Recurrence, start: str, width: int) -> list[str]:
    below, ends = " " * len(start), bounds(recurrence)
    if not ends:
        return layout.condition(condition_of(recurrence.half_space), width, start, below)
    words = f"{wording.half_space(recurrence.half_space)}; bounds: {ends}"
    return wrapped(words, width, start, f"{below}    ")


def _summary(stability: Stability, width: int) -> Iterator[str]:
    samples = wording.count(stability.samples, "sample")
    yield from heading("In all", f"{samples} of the rows", width)
    yield f"  Complexity  {_between(stability.complexities, str)}"
    yield f"  Accuracy    {_between(stability.accuracies, wording.percent)} on all rows"
    if stability.cut_short:
        words = (
            f"The time was too short to search {wording.count(stability.cut_short, 'sample')} to "
            "the end, and what is found in haste recurs less often."
        )
        yield from ["", *wrapped(words, width, "  ", "  ")]
    if stability.interrupted:
        yield from ["", *wrapped("Stopped before all samples were described.", width, "  ", "  ")]


def _between(figures: Sequence[float], words: Callable[[Any], str]) -> str:
    low, high = words(min(figures)), words(max(figures))
    return low if low == high else f"{low} to {high}"
