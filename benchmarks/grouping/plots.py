"""The paper's two plots: error rates by sample size and by standard deviation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.grouping.design import Design
from benchmarks.grouping.report import (
    FURTHER_NAMES,
    Cell,
    Figures,
    Spread,
    cells,
    further,
    measured,
)
from clusterscribe.charts.mpl import canvas

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DOTS = 110  # an inch
# of the palette by Okabe and Ito, with marks that tell them apart without colour
LINES: dict[str, dict[str, Any]] = {
    "grouping": {"color": "#0072B2", "marker": "o"},
    "sub-sampling": {"color": "#D55E00", "marker": "s"},
    "lazy": {"color": "#009E73", "marker": "^", "linestyle": "--"},
    "adaptive": {"color": "#666666", "marker": "v", "linestyle": ":"},
}


def write_plots(results: Sequence[Figures], folder: Path) -> list[Path]:
    """Draw both plots, if there is anything to be drawn; return the files."""
    some = measured(results)
    if not some:
        return []
    design = Design.from_dict(some[0]["design"])
    written = []
    for name, figure in (("size", by_size(some, design)), ("sigma", by_sigma(some, design))):
        path = folder / f"grouping-{name}.png"
        figure.savefig(path, dpi=DOTS)
        written.append(path)
    return written


def by_size(results: Sequence[Figures], design: Design) -> Figure:
    """Error rate against sample size, a panel for each standard deviation."""
    count = len(design.size_sigmas)
    figure = canvas.figure(1.0 + 3.6 * count, 3.6)
    panels = figure.subplots(1, count, squeeze=False)[0]
    for ax, sigma in zip(panels, design.size_sigmas, strict=True):
        some = [
            cell for cell in cells(results) if cell.sigma == sigma and cell.size in design.sizes
        ]
        sizes = [cell.size for cell in some]
        _compared(ax, sizes, some)
        for way, label in FURTHER_NAMES.items():
            spread = _rates(further(results, way)[sigma])
            style = {**LINES[way], "marker": None}
            ax.axhline(100 * spread.mean, label=f"{label} (no size)", **style)
        ax.set_xscale("log")
        ax.set_xticks(sizes, [str(size) for size in sizes])
        ax.minorticks_off()
        ax.set_title(f"standard deviation {sigma:g}", loc="left", fontsize="medium")
        _finished(ax, "sample size: groups, or rows")
    return figure


def by_sigma(results: Sequence[Figures], design: Design) -> Figure:
    """Error rate against standard deviation, for one sample size."""
    figure = canvas.figure(5.2, 3.6)
    ax = figure.subplots()
    some = [cell for cell in cells(results) if cell.size == design.sigma_size]
    _compared(ax, [cell.sigma for cell in some], some)
    for way, label in FURTHER_NAMES.items():
        found = further(results, way)
        means = [100 * _rates(figures).mean for figures in found.values()]
        ax.plot(list(found), means, label=f"{label} (no size)", **LINES[way])
    ax.set_title(f"sample size {design.sigma_size}", loc="left", fontsize="medium")
    _finished(ax, "standard deviation of the clusters")
    return figure


def _compared(ax: Axes, across: Sequence[float], some: Sequence[Cell]) -> None:
    """Draw both lines, with the standard error of their means."""
    for name, spreads in (
        ("grouping", [cell.grouping for cell in some]),
        ("sub-sampling", [cell.sampling for cell in some]),
    ):
        means = [100 * spread.mean for spread in spreads]
        errors = [100 * spread.deviation / len(spread.values) ** 0.5 for spread in spreads]
        ax.errorbar(across, means, yerr=errors, capsize=2, label=name, **LINES[name])


def _rates(figures: Sequence[Figures]) -> Spread:
    return Spread(tuple(one["rate"] for one in figures))


def _finished(ax: Axes, across: str) -> None:
    ax.set_xlabel(across)
    ax.set_ylabel("error rate on all rows, %")
    ax.set_ylim(bottom=-0.02 * ax.get_ylim()[1])  # marks at 0 are to be seen
    ax.grid(color="#E5E5E5", zorder=0)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, fontsize="small")
