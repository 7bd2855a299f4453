"""The description of a certificate, counted again on the rows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from clusterscribe.checker.certificate import Certificate
from clusterscribe.checker.claims import most_outside, units_within
from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.checker.refusal import Refused
from clusterscribe.description.core.halfspace import HalfSpace
from clusterscribe.description.core.judging import judge, tallied
from clusterscribe.description.core.region import Polyhedron, Region, Union
from clusterscribe.description.words import wording
from clusterscribe.parameters import OBJECTIVES
from clusterscribe.proof import Status


def sentence_of(certificate: Certificate) -> str:
    """Say what is claimed of the description itself."""
    description, proof = certificate.description, certificate.proof
    errors = sum(tally.errors for tally in description.tallies or ())
    return (
        f"This description makes {wording.count(errors, 'error')}, "
        f"and its {proof.objective} is {wording.number(proof.value)}."
    )


def count_again(
    certificate: Certificate, rows: Rows, X: object, labels: object, sample_weight: object
) -> None:
    """Count the description again on the rows, and see that it belongs to its class."""
    description, proof = certificate.description, certificate.proof
    tallies = tallied(description, judge(description, X, labels, sample_weight))
    if tallies != description.tallies:
        raise Refused("counted again, the rows give other figures")
    sums = zip(certificate.objective, (description.complexity, description.sparsity), strict=True)
    value = sum((weight * measure for weight, measure in sums), Fraction(0))
    if float(value) != proof.value:
        raise Refused(f"its {proof.objective} is {wording.number(float(value))}")
    if _objective_of(certificate) != proof.objective:
        raise Refused(f"the objective is {_objective_of(certificate)}")
    for part in description.parts:
        _check_part(part, certificate)
    _check_recall(certificate)
    _check_words(certificate, rows)


def _objective_of(certificate: Certificate) -> str:
    """Return the objective in words, from its weights."""
    weights = tuple(map(float, certificate.objective))
    for name, pure in OBJECTIVES.items():
        if weights == pure:
            return name
    return f"{weights[0]:g} x complexity + {weights[1]:g} x sparsity"


def _check_part(part: Region, certificate: Certificate) -> None:
    """Refuse what describes a cluster if it is not of the class that it is compared with."""
    about, name = certificate.proof.descriptions, repr(part.label)
    polyhedra = list(_polyhedra(part))
    if len(polyhedra) > about.max_polyhedra:
        raise Refused(f"{name} has more polyhedra than its class allows")
    for half_spaces in polyhedra:
        if about.max_conditions is not None and len(half_spaces) > about.max_conditions:
            raise Refused(f"{name} has more conditions than its class allows")
        for half_space in half_spaces:
            if len(half_space.terms) > about.max_terms:
                raise Refused(f"a condition of {name} has more features than its class allows")
            if any(abs(term.weight) > about.max_coefficient for term in half_space.terms):
                raise Refused(f"a weight of {name} is larger than its class allows")
            if any(term.feature.column not in certificate.columns for term in half_space.terms):
                raise Refused(f"a condition of {name} is about another column")


def _polyhedra(part: Region) -> Iterator[tuple[HalfSpace, ...]]:
    for polyhedron in part.polyhedra if isinstance(part, Union) else (part,):
        if not isinstance(polyhedron, Polyhedron):
            raise Refused(f"what describes {part.label!r} is no polyhedron")
        yield polyhedron.half_spaces


def _check_recall(certificate: Certificate) -> None:
    """Refuse a description that has less of a cluster inside than its class demands."""
    description, share = certificate.description, Fraction(repr(certificate.proof.min_recall))
    for tally in (description.tallies or ())[: len(description.parts)]:
        if Fraction(tally.inside) < share * Fraction(tally.rows):
            raise Refused(f"less of {tally.label!r} is inside than its class demands")


def _check_words(certificate: Certificate, rows: Rows) -> None:
    """Refuse what would make sentences say more than the figures do."""
    proof = certificate.proof
    if proof.status == Status.OPTIMAL and proof.bound < proof.value:
        raise Refused("it is called the best, and something better is not excluded")
    outside = most_outside(proof, rows)
    if outside is not None:
        met = units_within(proof.recall_is_met_within, certificate.unit)
        if met > min(outside):
            raise Refused("so many errors leave less of a cluster inside than its class demands")
