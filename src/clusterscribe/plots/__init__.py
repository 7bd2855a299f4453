"""Plots with matplotlib (extra `plot`): each takes an Axes, or makes one, and returns it.

They can be told apart in grey and by colour-blind eyes, and speak in the units of the table.
"""

from clusterscribe.plots.band import band, bands
from clusterscribe.plots.frontier import frontier
from clusterscribe.plots.heat import heat
from clusterscribe.plots.overlap import overlap
from clusterscribe.plots.row_map import row_map

__all__ = ["band", "bands", "frontier", "heat", "overlap", "row_map"]
