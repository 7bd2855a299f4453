"""Descriptions: what was found, and all that it can say of itself."""

from clusterscribe.description.description import Description, Noise
from clusterscribe.description.halfspace import HalfSpace, Label, Polyhedron, Term, Values
from clusterscribe.description.placement import place
from clusterscribe.description.proof import Proof
from clusterscribe.description.tally import Tally, tally
from clusterscribe.parameters import Placement

__all__ = [
    "Description",
    "HalfSpace",
    "Label",
    "Noise",
    "Placement",
    "Polyhedron",
    "Proof",
    "Tally",
    "Term",
    "Values",
    "place",
    "tally",
]
