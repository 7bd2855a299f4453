"""Descriptions: what was found, and all that it can say of itself."""

from clusterscribe.description.core import (
    Ball,
    HalfSpace,
    Label,
    Noise,
    Polyhedron,
    Proof,
    Region,
    Tally,
    Term,
    Union,
    Values,
    place,
    tally,
)
from clusterscribe.description.description import Description
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
