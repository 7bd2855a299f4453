"""Draw the figures of the paper from results files, and write paper.md with the numbers in them.

python paper/figures.py (the results of benchmarks/results/, and wines.json by `paper/wines.py`)

The pictures hold no dates and no versions: the same results make the same files.
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import matplotlib as mpl  # noqa: E402

mpl.use("Agg")

from matplotlib import pyplot as plt  # noqa: E402
from matplotlib.axes import Axes  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from matplotlib.patches import Rectangle  # noqa: E402
from quoted import ANY, Figures, answer, rendered, results, ten_sets, wines  # noqa: E402

from clusterscribe.charts.mpl.palette import colour_of  # noqa: E402
from clusterscribe.files import write_atomically  # noqa: E402

FOLDER = HERE / "figures"
TREE, OURS, BOUND = "#8a8a8a", "#1f4e8c", "#c0504d"
STYLE = {
    "font.size": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": False,
    "legend.frameon": False,
    "svg.hashsalt": "clusterscribe",
}


def errors() -> Figure:
    """Draw the errors of a tree and ours, and what is proved: ten sets, segments that touch."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(7.0, 2.9), layout="constrained")
    _compare(left, [(one["name"], one["tree_errors"], one) for one in ten_sets()])
    left.set_title("ten public sets", loc="left")
    segments = results("segments")
    _compare(
        right,
        [(one["name"], one["others"]["tree"]["errors"], answer(one, ANY)) for one in segments],
    )
    right.set_title("segments that touch", loc="left")
    left.legend(loc="lower right")
    return figure


def _compare(ax: Axes, cases: list[tuple[str, float, Figures]]) -> None:
    ordered = sorted(cases, key=lambda case: (case[1], case[0]))
    for place, (_, tree, found) in enumerate(ordered):
        ax.plot([found["errors"], tree], [place, place], color="#cccccc", lw=1, zorder=1)
    places = range(len(ordered))
    bounds = [found["error_bound"] for _, _, found in ordered]
    ours = [found["errors"] for _, _, found in ordered]
    trees = [tree for _, tree, _ in ordered]
    ax.scatter(trees, places, s=26, facecolor="white", edgecolor=TREE, label="tree", zorder=2)
    ax.scatter(ours, places, s=26, color=OURS, label="clusterscribe", zorder=3)
    ax.scatter(bounds, places, s=60, marker="|", color=BOUND, label="proved at least", zorder=4)
    ax.set_yticks(list(places), [name for name, _, _ in ordered])
    ax.set_xscale("symlog", linthresh=1)
    ax.set_xlim(-0.3, 1.6 * max(trees))
    ax.set_xlabel("errors")


def frontier() -> Figure:
    """Draw the errors against the complexity, with what is proved."""
    points = wines()["frontier"]
    figure, ax = plt.subplots(figsize=(3.4, 2.5), layout="constrained")
    lengths = [point["complexity"] for point in points]
    ax.step(lengths[::-1], [p["errors"] for p in points][::-1], where="post", color=OURS, lw=1)
    ax.scatter(lengths, [p["errors"] for p in points], s=22, color=OURS, label="found", zorder=3)
    bounds = [point["fewest_errors"] for point in points]
    ax.scatter(lengths, bounds, s=90, marker="_", color=BOUND, label="proved at least", zorder=4)
    ax.set_ylim(0)
    ax.set_xlabel("complexity")
    ax.set_ylabel("errors")
    ax.legend()
    return figure


def plane() -> Figure:
    """Draw the wines in the plane of the two columns that describe them, with the boxes."""
    measured = wines()
    columns, ranges = measured["knee"]["columns"], measured["knee"]["ranges"]
    figure, ax = plt.subplots(figsize=(3.4, 2.5), layout="constrained")
    for place, (label, points) in enumerate(measured["points"].items()):
        across, up = zip(*points, strict=True)
        ax.scatter(across, up, s=8, color=colour_of(place), label=label, linewidth=0)
    limits = ax.get_xlim(), ax.get_ylim()
    for place, label in enumerate(measured["points"]):
        sides = [
            [end if bound is None else bound for bound, end in zip(of_one, ends, strict=True)]
            for of_one, ends in zip((ranges[label][c] for c in columns), limits, strict=True)
        ]
        (left, right), (low, high) = sides
        box = Rectangle((left, low), right - left, high - low)
        box.set(facecolor=colour_of(place), alpha=0.12, zorder=0)
        ax.add_patch(box)
        edge = Rectangle((left, low), right - left, high - low)
        edge.set(fill=False, edgecolor=colour_of(place), lw=1.2)
        ax.add_patch(edge)
    ax.set(xlim=limits[0], ylim=limits[1], xlabel="OD280/OD315 of diluted wines", ylabel="proline")
    ax.legend(title="cluster", loc="upper left")
    return figure


def main() -> None:
    """Draw all figures and write the paper."""
    FOLDER.mkdir(exist_ok=True)
    with mpl.rc_context(STYLE):
        for draw in (plane, frontier, errors):
            figure = draw()
            with write_atomically(FOLDER / f"{draw.__name__}.png") as temporary:
                # without the version of matplotlib, which it would write by itself
                figure.savefig(temporary, dpi=200, format="png", metadata={"Software": None})
            plt.close(figure)
    with write_atomically(HERE / "paper.md") as temporary:
        temporary.write_text(rendered(), encoding="utf-8")


if __name__ == "__main__":
    main()
