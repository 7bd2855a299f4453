"""Plots with matplotlib (extra `plot`): each takes an Axes, or makes one, and returns it.

They can be told apart in grey and by colour-blind eyes, and speak in the units of the table.
"""

from clusterscribe.charts.mpl.band import band, bands
from clusterscribe.charts.mpl.frontier import frontier
from clusterscribe.charts.mpl.heat import heat
from clusterscribe.charts.mpl.overlap import overlap
from clusterscribe.charts.mpl.row_map import row_map

__all__ = ["band", "bands", "frontier", "heat", "overlap", "row_map"]
