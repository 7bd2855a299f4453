"""How well a description fits a cluster: what it covers, what else is inside, who is confused."""

from __future__ import annotations

from collections.abc import Iterator

from clusterscribe.charts.data import Overlap
from clusterscribe.charts.data.figures import amount_of, portion
from clusterscribe.description.core import Label, Tally
from clusterscribe.description.words import wording
from clusterscribe.description.words.shortcoming import LITTLE
from clusterscribe.report.summary import Confusion, Fit, Share

MOST_PAIRS = 4  # clusters that one is confused with, the most frequent first


def fit_of(tally: Tally, noun: str) -> Fit:
    """Say which share of a cluster is inside, and which share of those inside is its own.

    A cluster is described badly where either share is below two thirds, or the share of its rows
    that is inside no other description. That is the limit below which the text of a description
    remarks on a cluster as well; one for all is enough: below it, what is read as "these are the
    rows" is wrong for more than one row in three.
    """
    held = tally.inside + tally.wrongly_inside
    shares = []
    if tally.rows:
        shares.append(_share(tally.inside, tally.rows, f"of its {noun} are inside"))
    if held:
        shares.append(_share(tally.inside, held, "of those inside are its own"))
    return Fit(tuple(shares), _warning(tally, held, noun))


def confusions_of(counts: Overlap, label: Label, noun: str) -> Iterator[Confusion]:
    """Say which clusters have rows inside this one or hold rows of it, the most first."""
    home = counts.polyhedra.index(label)
    own = counts.labels.index(label) if label in counts.labels else None
    found = []
    for place, other in enumerate(counts.labels):
        if other == label:
            continue
        theirs = float(counts.inside[place, home])
        there = counts.polyhedra.index(other) if other in counts.polyhedra else None
        ours = 0.0 if own is None or there is None else float(counts.inside[own, there])
        if theirs or ours:
            found.append((theirs + ours, Confusion(other, *_pair(other, theirs, ours, noun))))
    # pairs that are confused equally often stay in the order of the clusters
    found.sort(key=lambda pair: -pair[0])
    yield from (confusion for _, confusion in found[:MOST_PAIRS])


def _share(part: float, whole: float, words: str) -> Share:
    return Share(part / whole, portion(part, whole), words)


def _warning(tally: Tally, held: float, noun: str) -> str:
    """Say that a cluster is described badly, and why; nothing where it is not."""
    if not tally.rows:
        return ""
    if not tally.inside:
        return f"none of its {noun} are inside"
    few = []
    if tally.inside < LITTLE * tally.rows:
        few.append(f"only {portion(tally.inside, tally.rows)} of its {noun} are inside")
    if tally.inside < LITTLE * held:
        few.append(f"only {portion(tally.inside, held)} of those inside are its own")
    if not few and tally.rows - tally.elsewhere_too < LITTLE * tally.rows:
        few.append(f"{portion(tally.elsewhere_too, tally.rows)} are inside another one as well")
    return ", and ".join(few)


def _pair(other: Label, theirs: float, ours: float, noun: str) -> tuple[str, str]:
    name = wording.label(other)
    said = []
    if theirs:
        verb = "lies" if theirs == 1 else "lie"
        said.append(f"{amount_of(theirs)} of its {noun} {verb} inside this description")
    if ours:
        verb = "lies" if ours == 1 else "lie"
        said.append(f"{amount_of(ours)} of these {noun} {verb} inside that one")
    return name, "; ".join(said)
