"""Charts as markup for a page: SVG where there is a shape, tables where there are numbers.

Styled by classes alone (`templates/pictures.css`): no ids, no style attributes, no scripts,
so that any number of charts fit on one page under a strict content security policy.
"""

from clusterscribe.charts.svg.band import band
from clusterscribe.charts.svg.colours import colour_class
from clusterscribe.charts.svg.curve import curve, curves
from clusterscribe.charts.svg.markup import Markup
from clusterscribe.charts.svg.range_cells import range_cell, range_cells, ranges
from clusterscribe.charts.svg.row_map import row_map
from clusterscribe.charts.svg.shared_map import cluster_map
from clusterscribe.charts.svg.stability_strips import stability_strips
from clusterscribe.charts.svg.tables import heat, overlap

__all__ = [
    "Markup",
    "band",
    "cluster_map",
    "colour_class",
    "curve",
    "curves",
    "heat",
    "overlap",
    "range_cell",
    "range_cells",
    "ranges",
    "row_map",
    "stability_strips",
]
