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

if TYPE_CHECKING:
    from clusterscribe.describer import PolyhedralDescriber
    from clusterscribe.description import Description, HalfSpace, Polyhedron, Term
    from clusterscribe.errors import DescriptionWarning, InfeasibleError, InputError
    from clusterscribe.feature import Feature, Kind
    from clusterscribe.flow import describe
    from clusterscribe.progress import Snapshot
    from clusterscribe.result import Result

__version__ = "0.1.0"

__all__ = [
    "Description",
    "DescriptionWarning",
    "Feature",
    "HalfSpace",
    "InfeasibleError",
    "InputError",
    "Kind",
    "PolyhedralDescriber",
    "Polyhedron",
    "Result",
    "Snapshot",
    "Term",
    "__version__",
    "describe",
]

_HOME = {
    "Description": "description",
    "DescriptionWarning": "errors",
    "Feature": "feature",
    "HalfSpace": "description",
    "InfeasibleError": "errors",
    "InputError": "errors",
    "Kind": "feature",
    "PolyhedralDescriber": "describer",
    "Polyhedron": "description",
    "Result": "result",
    "Snapshot": "progress",
    "Term": "description",
    "describe": "flow",
}


def __getattr__(name: str) -> object:
    """Load a public name on first use."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, whether loaded or not."""
    return sorted({*globals(), *__all__})
