"""How stable one cluster is, as a table: a bar for how often, and a strip for between what."""

from __future__ import annotations

from clusterscribe.charts.data.figures import counted, grouped
from clusterscribe.charts.data.stability_strips import BoundSpread, StabilityStrips, Strip
from clusterscribe.charts.svg.axes import path
from clusterscribe.charts.svg.markup import (
    NOTHING,
    Markup,
    element,
    figure,
    isolated,
    joined,
    words,
)
from clusterscribe.charts.svg.outlines import rectangle
from clusterscribe.description.after.cluster_stability import UNKNOWN, about

WIDTH, HEIGHT = 120.0, 16.0
MARGIN = 6.0
HEADINGS = ("condition", "found again in", "bound in the samples")
NOTE = "The line in a strip is the bound of this description."


def stability_strips(shown: StabilityStrips) -> Markup:
    """Draw how often each condition recurs, and how far its bounds spread."""
    if not shown.samples or shown.agreement is None:
        return figure("strips", element("figcaption", {}, words(UNKNOWN)))
    head = joined(element("th", {"scope": "col"}, words(name)) for name in HEADINGS)
    table = element(
        "table",
        {},
        element("thead", {}, element("tr", {}, head)),
        element("tbody", {}, *(_row(strip, shown.samples) for strip in shown.strips)),
    )
    box = {"class": "scroll", "role": "region", "aria-label": "How stable it is", "tabindex": "0"}
    return figure(
        "strips",
        element("div", box, table) if shown.strips else NOTHING,
        element("figcaption", {}, words(_note(shown))),
    )


def _row(strip: Strip, samples: int) -> Markup:
    often = f"{grouped(strip.samples)} of {grouped(samples)}"
    spread = NOTHING if strip.spread is None else _strip(strip.spread)
    return element(
        "tr",
        {},
        element("th", {"scope": "row"}, isolated(strip.condition)),
        element("td", {}, _share(strip.samples / samples), element("span", {}, words(often))),
        element("td", {}, spread),
    )


def _share(share: float) -> Markup:
    return element(
        "svg",
        {"viewBox": f"0 0 {WIDTH:g} {HEIGHT:g}", "aria-hidden": "true"},
        path("others", rectangle(0.5, 3, WIDTH - 1, HEIGHT - 6)),
        path("own", rectangle(0, 3, WIDTH * share, HEIGHT - 6) if share else ""),
    )


def _strip(spread: BoundSpread) -> Markup:
    """Draw from the least to the largest bound; the one of the description is a line."""
    low, high = min(spread.low, spread.bound), max(spread.high, spread.bound)
    unit = (WIDTH - 2 * MARGIN) / (high - low) if high > low else 0.0

    def x(value: float) -> float:
        return MARGIN + (value - low) * unit if unit else WIDTH / 2

    start, end = x(spread.low), x(spread.high)
    drawn = element(
        "svg",
        {"viewBox": f"0 0 {WIDTH:g} {HEIGHT:g}", "aria-hidden": "true"},
        path("rule", f"M0 8H{WIDTH:g}"),
        path("own", rectangle(start - 1.5, 5, end - start + 3, 6)),
        path("at", rectangle(x(spread.bound) - 1, 0, 2, HEIGHT)),
    )
    first, last = spread.ends
    said = first if first == last else f"{first} to {last}"
    return joined([drawn, element("span", {}, isolated(said))])


def _note(shown: StabilityStrips) -> str:
    same = about(shown.agreement or 0.0)
    sentences = [
        f"Described again on {counted(shown.samples, 'sample')} of the rows: in "
        f"{grouped(shown.alike)} by just these conditions, on average with {same} of the same rows."
    ]
    if any(strip.spread is not None for strip in shown.strips):
        sentences.append(NOTE)
    return " ".join(sentences)
