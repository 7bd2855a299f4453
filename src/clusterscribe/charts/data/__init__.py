"""What a chart shows, as plain data: counted on all rows, sampled only where dots are drawn.

Nothing here draws: `charts.svg` and `charts.mpl` do.
"""

from clusterscribe.charts.data.axis import Axis, Tick
from clusterscribe.charts.data.bands import Band, bands
from clusterscribe.charts.data.crosstabs import Heat, Overlap, heat, overlap
from clusterscribe.charts.data.dots import RowMap, row_map
from clusterscribe.charts.data.levels import LevelBand
from clusterscribe.charts.data.range_chart import RangeCell, Ranges, ranges
from clusterscribe.charts.data.rows import Rows, rows_of
from clusterscribe.charts.data.shared_map import ClusterMap, cluster_map
from clusterscribe.charts.data.stability_strips import StabilityStrips, stability_strips
from clusterscribe.charts.data.stops import Curve, Stop, curve

__all__ = [
    "Axis",
    "Band",
    "ClusterMap",
    "Curve",
    "Heat",
    "LevelBand",
    "Overlap",
    "RangeCell",
    "Ranges",
    "RowMap",
    "Rows",
    "StabilityStrips",
    "Stop",
    "Tick",
    "bands",
    "cluster_map",
    "curve",
    "heat",
    "overlap",
    "ranges",
    "row_map",
    "rows_of",
    "stability_strips",
]
