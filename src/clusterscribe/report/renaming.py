"""Regions with the names that a user gave to columns, so that all wording follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from clusterscribe.description.core import Ball, Polyhedron, Region, Term, Union
from clusterscribe.description.words.naming import Naming


def name_of(column: str, naming: Naming) -> str:
    """Return what a column is called; no two have the same name."""
    return naming.names.get(column, column)


def renamed(region: Region, naming: Naming) -> Region:
    """Return the region as one of columns with the names that a user gave."""
    match region:
        case Polyhedron():
            return _polyhedron(region, naming)
        case Union():
            parts = tuple(_polyhedron(part, naming) for part in region.polyhedra)
            return replace(region, polyhedra=parts)
        case Ball():
            return replace(region, terms=_terms(region.terms, naming))
        case _:
            assert_never(region)


def _polyhedron(region: Polyhedron, naming: Naming) -> Polyhedron:
    spaces = tuple(
        replace(space, terms=_terms(space.terms, naming)) for space in region.half_spaces
    )
    return replace(region, half_spaces=spaces)


def _terms(terms: Iterable[Term], naming: Naming) -> tuple[Term, ...]:
    return tuple(
        replace(term, feature=replace(term.feature, column=name_of(term.feature.column, naming)))
        for term in terms
    )
