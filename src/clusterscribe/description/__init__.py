"""Descriptions: what was found, and all that it can say of itself."""

from clusterscribe.description.core.ball import Ball
from clusterscribe.description.core.description import Description, Noise
from clusterscribe.description.core.halfspace import HalfSpace, Label, Polyhedron, Term, Values
from clusterscribe.description.core.placement import place
from clusterscribe.description.core.proof import Proof
from clusterscribe.description.core.region import Region
from clusterscribe.description.core.tally import Tally, tally
from clusterscribe.description.core.union import Union
from clusterscribe.parameters import Placement

__all__ = [
    "Ball",
    "Description",
    "HalfSpace",
    "Label",
    "Noise",
    "Placement",
    "Polyhedron",
    "Proof",
    "Region",
    "Tally",
    "Term",
    "Union",
    "Values",
    "place",
    "tally",
]
