"""Pictures as markup for a page: SVG where there is a shape, tables where there are numbers.

Styled by classes alone (`templates/pictures.css`): no ids, no style attributes, no scripts,
so that any number of pictures stand on one page under a strict content security policy.
"""

from clusterscribe.report.drawing.band import band
from clusterscribe.report.drawing.curve import curve
from clusterscribe.report.drawing.heat import heat
from clusterscribe.report.drawing.markup import Markup
from clusterscribe.report.drawing.overlap import overlap
from clusterscribe.report.drawing.row_map import row_map

__all__ = ["Markup", "band", "curve", "heat", "overlap", "row_map"]
