"""What a description is, without what it can say of itself."""

from clusterscribe.description.core.base import (
    AnyDescription,
    BaseDescription,
    ConditionTally,
    Tally,
    all_errors,
    all_rows,
)
from clusterscribe.description.core.halfspace import HalfSpace, Term, Values
from clusterscribe.description.core.judging import Judgement, judge, tallied, tally
from clusterscribe.description.core.placement import place
from clusterscribe.description.core.proof import Proof
from clusterscribe.description.core.region import Ball, Polyhedron, Region, Union
from clusterscribe.parameters import Label, Noise

__all__ = [
    "AnyDescription",
    "Ball",
    "BaseDescription",
    "ConditionTally",
    "HalfSpace",
    "Judgement",
    "Label",
    "Noise",
    "Polyhedron",
    "Proof",
    "Region",
    "Tally",
    "Term",
    "Union",
    "Values",
    "all_errors",
    "all_rows",
    "judge",
    "place",
    "tallied",
    "tally",
]
