"""Charts drawn with matplotlib (extra `plot`): each takes an Axes, or makes one, and returns it.

They can be read in grey and by the colour-blind, and use the units of the table.
"""

from clusterscribe.charts.mpl.all_clusters import cluster_map, ranges
from clusterscribe.charts.mpl.band import band, bands
from clusterscribe.charts.mpl.curve import curve
from clusterscribe.charts.mpl.heatmaps import heat, overlap
from clusterscribe.charts.mpl.row_map import row_map

__all__ = ["band", "bands", "cluster_map", "curve", "heat", "overlap", "ranges", "row_map"]
