"""Descriptions: what was found, and all that it can say of itself."""

from clusterscribe.description.ball import Ball
from clusterscribe.description.description import Description, Noise
from clusterscribe.description.halfspace import HalfSpace, Label, Polyhedron, Term, Values
from clusterscribe.description.placement import place
from clusterscribe.description.proof import Proof
from clusterscribe.description.region import Region
from clusterscribe.description.tally import Tally, tally
from clusterscribe.description.union import Union
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
