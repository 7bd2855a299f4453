"""What the pictures of one feature have in common: shares in words, and who is who."""

from __future__ import annotations

from collections.abc import Sequence

from clusterscribe.charts.svg.frame import WIDTH, path
from clusterscribe.charts.svg.lettering import line
from clusterscribe.charts.svg.markup import Markup, joined
from clusterscribe.charts.svg.outlines import rectangle
from clusterscribe.description.core import Label
from clusterscribe.description.words import wording

OTHERS = "all others"
_SWATCH = 9.0
_HALF = WIDTH / 2


def percent(share: float) -> str:
    """Write a share in whole percent, and exactly where that would be none or all of it."""
    whole = round(100 * share)
    return f"{whole} %" if 0 < whole < 100 else wording.percent(share)


def cluster(label: Label) -> str:
    """Name a cluster."""
    return f"cluster {wording.label(label)}"


def key(label: Label) -> Markup:
    """Draw who is who, as the first line of a picture."""
    names = ((4.0, "own", cluster(label)), (_HALF, "others", OTHERS))
    return joined(
        joined(
            [
                path(kind, rectangle(left, 2, _SWATCH, _SWATCH)),
                line(text, left + _SWATCH + 5, 11, _HALF - _SWATCH - 10),
            ]
        )
        for left, kind, text in names
    )


def conditions_in_words(conditions: Sequence[str]) -> str:
    """Write the conditions that a picture shows as one sentence."""
    if not conditions:
        return "There is no condition on it."
    noun = "Condition" if len(conditions) == 1 else "Conditions"
    return f"{noun}: {'; '.join(conditions)}."
