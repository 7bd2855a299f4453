"""What a picture shows, as plain data: counted on all rows, sampled only where dots are drawn.

Nothing here draws. `plots` draws these with matplotlib, `report` as SVG.
"""

from clusterscribe.pictures.axis import Axis, Tick
from clusterscribe.pictures.band import Band, LevelBand
from clusterscribe.pictures.bands import bands
from clusterscribe.pictures.curve import Curve, Stop, curve
from clusterscribe.pictures.heat import Heat, heat
from clusterscribe.pictures.overlap import Overlap, overlap
from clusterscribe.pictures.row_map import RowMap, row_map
from clusterscribe.pictures.rows import Rows, rows_of

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
