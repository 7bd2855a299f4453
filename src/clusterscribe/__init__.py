"""Says what your clusters are: short exact descriptions, with a proof of how short they could be.

    from clusterscribe import PolyhedralDescriber

    model = PolyhedralDescriber().fit(table, labels)
    print(model.description_)

Names are loaded when they are first used, so that `import clusterscribe` brings in no
solver, no scikit-learn and no DataFrame library.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from clusterscribe.version import __version__

if TYPE_CHECKING:
    from clusterscribe import datasets, engine, grouping, plots
    from clusterscribe.api import alternatives, describe, frontier, stability
    from clusterscribe.baselines.prototypes.prototype_describer import PrototypeDescriber
    from clusterscribe.baselines.tags.tag_describer import TagDescriber
    from clusterscribe.baselines.trees.tree_describers import IMMDescriber, TreeDescriber
    from clusterscribe.checker.certificate import Certificate
    from clusterscribe.checker.verify import Verification, verify
    from clusterscribe.comparison.compare import compare
    from clusterscribe.comparison.comparison import Comparison
    from clusterscribe.constraints import Constraints
    from clusterscribe.described import Described
    from clusterscribe.describer import PolyhedralDescriber
    from clusterscribe.description import Ball, Description, HalfSpace, Polyhedron, Term, Union
    from clusterscribe.description.after.drift import Drift
    from clusterscribe.description.after.stability import Stability
    from clusterscribe.errors import (
        DescriptionWarning,
        InfeasibleError,
        InputError,
        OverBudgetWarning,
    )
    from clusterscribe.estimator import Describer
    from clusterscribe.feature import Feature, Kind
    from clusterscribe.frontiers.frontier import Frontier
    from clusterscribe.nested.describe_nested import describe_nested
    from clusterscribe.nested.nested_description import NestedDescription
    from clusterscribe.nested.segment import Segment
    from clusterscribe.progress import Snapshot
    from clusterscribe.result import Result
    from clusterscribe.table_like import Labels, TableLike
    from clusterscribe.ways.alternatives import Alternatives

__all__ = [
    "Alternatives",
    "Ball",
    "Certificate",
    "Comparison",
    "Constraints",
    "Described",
    "Describer",
    "Description",
    "DescriptionWarning",
    "Drift",
    "Feature",
    "Frontier",
    "HalfSpace",
    "IMMDescriber",
    "InfeasibleError",
    "InputError",
    "Kind",
    "Labels",
    "NestedDescription",
    "OverBudgetWarning",
    "PolyhedralDescriber",
    "Polyhedron",
    "PrototypeDescriber",
    "Result",
    "Segment",
    "Snapshot",
    "Stability",
    "TableLike",
    "TagDescriber",
    "Term",
    "TreeDescriber",
    "Union",
    "Verification",
    "__version__",
    "alternatives",
    "compare",
    "datasets",
    "describe",
    "describe_nested",
    "engine",
    "frontier",
    "grouping",
    "plots",
    "stability",
    "verify",
]

_HOME = {
    "Alternatives": "ways.alternatives",
    "Ball": "description",
    "Certificate": "checker.certificate",
    "Comparison": "comparison.comparison",
    "Constraints": "constraints",
    "Described": "described",
    "Describer": "estimator",
    "Description": "description",
    "DescriptionWarning": "errors",
    "Drift": "description.after.drift",
    "Feature": "feature",
    "Frontier": "frontiers.frontier",
    "HalfSpace": "description",
    "IMMDescriber": "baselines.trees.tree_describers",
    "InfeasibleError": "errors",
    "InputError": "errors",
    "Kind": "feature",
    "Labels": "table_like",
    "NestedDescription": "nested.nested_description",
    "OverBudgetWarning": "errors",
    "PolyhedralDescriber": "describer",
    "Polyhedron": "description",
    "PrototypeDescriber": "baselines.prototypes.prototype_describer",
    "Result": "result",
    "Segment": "nested.segment",
    "Snapshot": "progress",
    "Stability": "description.after.stability",
    "TableLike": "table_like",
    "TagDescriber": "baselines.tags.tag_describer",
    "Term": "description",
    "TreeDescriber": "baselines.trees.tree_describers",
    "Union": "description",
    "Verification": "checker.verify",
    "alternatives": "api",
    "compare": "comparison.compare",
    "describe": "api",
    "describe_nested": "nested.describe_nested",
    "frontier": "api",
    "stability": "api",
    "verify": "checker.verify",
}
_ROOMS = ("datasets", "engine", "grouping", "plots")


def __getattr__(name: str) -> object:
    """Load a public name on first use."""
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, whether loaded or not, and nothing else."""
    return sorted(__all__)
