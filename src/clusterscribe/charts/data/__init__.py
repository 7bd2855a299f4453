"""What a picture shows, as plain data: counted on all rows, sampled only where dots are drawn.

Nothing here draws. `plots` draws these with matplotlib, `report` as SVG.
"""

from clusterscribe.charts.data.axis import Axis, Tick
from clusterscribe.charts.data.band import Band, LevelBand
from clusterscribe.charts.data.bands import bands
from clusterscribe.charts.data.curve import Curve, Stop, curve
from clusterscribe.charts.data.heat import Heat, heat
from clusterscribe.charts.data.overlap import Overlap, overlap
from clusterscribe.charts.data.row_map import RowMap, row_map
from clusterscribe.charts.data.rows import Rows, rows_of

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
