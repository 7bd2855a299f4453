"""What can describe a cluster: a polyhedron, and what the methods we compare with give."""

from __future__ import annotations

from typing import TypeAlias

from clusterscribe.description.core.ball import Ball
from clusterscribe.description.core.halfspace import Polyhedron
from clusterscribe.description.core.union import Union

Region: TypeAlias = Polyhedron | Union | Ball
