"""What a chart shows, as plain data: counted on all rows, sampled only where dots are drawn.

Nothing here draws: `charts.svg` and `charts.mpl` do.
"""

from clusterscribe.charts.data.axis import Axis, Tick
from clusterscribe.charts.data.bands import Band, bands
from clusterscribe.charts.data.crosstabs import Heat, Overlap, heat, overlap
from clusterscribe.charts.data.dots import RowMap, row_map
from clusterscribe.charts.data.levels import LevelBand
from clusterscribe.charts.data.rows import Rows, rows_of
from clusterscribe.charts.data.stops import Curve, Stop, curve

__all__ = [
    "Axis",
    "Band",
    "Curve",
    "Heat",
    "LevelBand",
    "Overlap",
    "RowMap",
    "Rows",
    "Stop",
    "Tick",
    "bands",
    "curve",
    "heat",
    "overlap",
    "row_map",
    "rows_of",
]
