"""Regions with the names that a user gave to columns, so that all wording follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from clusterscribe.description import Ball, Polyhedron, Region, Term, Union
from clusterscribe.description.naming import Naming


def names_of(columns: Iterable[str], naming: Naming) -> dict[str, str]:
    """Return a name for each column; names that would stand for two columns are not used."""
    columns = tuple(columns)
    names = {column: naming.names.get(column, column) for column in columns}
    taken = list(names.values())
    return {c: name if taken.count(name) == 1 else c for c, name in names.items()}


def renamed(region: Region, names: Mapping[str, str]) -> Region:
    """Return the region as one of columns with these names."""
    match region:
        case Polyhedron():
            return _polyhedron(region, names)
        case Union():
            parts = tuple(_polyhedron(part, names) for part in region.polyhedra)
            return replace(region, polyhedra=parts)
        case Ball():
            return replace(region, terms=_terms(region.terms, names))
        case _:
            assert_never(region)


def _polyhedron(region: Polyhedron, names: Mapping[str, str]) -> Polyhedron:
    spaces = tuple(replace(space, terms=_terms(space.terms, names)) for space in region.half_spaces)
    return replace(region, half_spaces=spaces)


def _terms(terms: Iterable[Term], names: Mapping[str, str]) -> tuple[Term, ...]:
    return tuple(
        replace(term, feature=replace(term.feature, column=names[term.feature.column]))
        for term in terms
    )
