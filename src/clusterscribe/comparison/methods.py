"""The methods that can be compared, by the names that the literature gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sklearn.base import clone

from clusterscribe.baselines.prototypes.prototype_describer import PrototypeDescriber
from clusterscribe.baselines.tags.tag_describer import TagDescriber
from clusterscribe.baselines.trees.tree_describers import IMMDescriber, TreeDescriber
from clusterscribe.describer import PolyhedralDescriber
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError, did_you_mean
from clusterscribe.estimator import Describer

ERROR_SLACK = 0.05

_BASELINES: tuple[tuple[str, str, type[Describer]], ...] = (
    ("CART", "decision tree with one leaf per cluster", TreeDescriber),
    ("IMM", "threshold tree that separates the means of the clusters", IMMDescriber),
    ("PROTO", "a typical row and a radius for each cluster", PrototypeDescriber),
    ("DTDM", "tags that cover each cluster, none used by two clusters", TagDescriber),
)


@dataclass(frozen=True, slots=True)
class Method:
    """A way to describe clusters: its short name, what it is in words, and how to make it.

    `make` is given the parameters that the methods of a comparison share.
    """

    name: str
    words: str
    make: Callable[[Mapping[str, Any]], Describer]


def standard_methods(error_slack: float = ERROR_SLACK) -> dict[str, Method]:
    """Return the methods of the paper's tables, and that of tags, in the order of the table."""
    more = f"within {wording.percent(error_slack)} more than" if error_slack else "with"
    polyhedra = [
        Method(
            f"{prefix}-PDP-{terms}",
            f"polyhedra, {features} per condition, {aim} {more} the fewest errors",
            partial(
                _made,
                PolyhedralDescriber,
                objective=objective,
                max_terms=terms,
                max_coefficient=coefficient,
            ),
        )
        for terms, coefficient, features in ((1, 1, "1 feature"), (3, 10, "up to 3 features"))
        for prefix, objective, aim in (
            ("LC", "complexity", "the shortest"),
            ("Sp", "sparsity", "of the fewest features"),
        )
    ]
    others = [Method(name, words, partial(_made, kind)) for name, words, kind in _BASELINES]
    return {method.name: method for method in (*polyhedra, *others)}


def chosen_methods(wanted: object, error_slack: float = ERROR_SLACK) -> tuple[Method, ...]:
    """Return the methods by their names, or those that a user made; None: all."""
    known = standard_methods(error_slack)
    if wanted is None:
        return tuple(known.values())
    if isinstance(wanted, Mapping):
        methods = tuple(_given(name, describer) for name, describer in wanted.items())
    elif isinstance(wanted, Iterable) and not isinstance(wanted, str | bytes):
        methods = tuple(dict.fromkeys(_named(name, known) for name in wanted))
    else:
        raise InputError(
            "methods must be a list of names, or a dict with names as keys and describers as "
            f"values, not {wanted!r}; the names are {', '.join(known)}"
        )
    if not methods:
        raise InputError(f"methods is empty; name some of {', '.join(known)}")
    return methods


def _named(name: object, known: Mapping[str, Method]) -> Method:
    in_any_case = {key.casefold(): method for key, method in known.items()}
    method = in_any_case.get(str(name).casefold())
    if method is None:
        hint = did_you_mean(str(name).upper(), known)
        raise InputError(f"there is no method {name!r}; the names are {', '.join(known)}.{hint}")
    return method


def _given(name: object, describer: object) -> Method:
    """Take a describer as it is, with its own parameters."""
    if not isinstance(name, str) or not name.strip():
        raise InputError(
            f"methods has {name!r} as a name; a name must be text such as 'mine', and not empty"
        )
    if not isinstance(describer, Describer):
        raise InputError(
            f"methods[{name!r}] must be a describer such as PolyhedralDescriber(), not "
            f"{describer!r}"
        )
    return Method(name, " ".join(repr(describer).split()), partial(_copy, describer))


def _copy(describer: Describer, _: Mapping[str, Any]) -> Describer:
    copy: Describer = clone(describer)
    return copy


def _made(kind: type[Describer], shared: Mapping[str, Any], **own: object) -> Describer:
    """Make a describer with its own parameters, and those of the shared ones that it has."""
    describer = kind(**own)
    common = shared.keys() & describer.get_params(deep=False).keys()
    describer.set_params(**{key: shared[key] for key in common})
    return describer
