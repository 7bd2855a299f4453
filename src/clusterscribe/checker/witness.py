"""The description of a certificate, counted again on the rows.

It must be one of those that it is compared with: of features, half-spaces, polyhedra and clusters
of the class, and within its limits. And nothing that is claimed of all may be false of this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from clusterscribe.checker.certificate import Certificate
from clusterscribe.checker.claims import most_outside, units_within
from clusterscribe.checker.labelled_rows import LabelledRows, Rows
from clusterscribe.checker.refusal import Refused
from clusterscribe.description.core.halfspace import HalfSpace, Term
from clusterscribe.description.core.judging import judge, tallied
from clusterscribe.description.core.region import Polyhedron, Region, Union
from clusterscribe.description.words import wording
from clusterscribe.parameters import objective_in_words
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
    certificate: Certificate, data: LabelledRows, X: object, labels: object, sample_weight: object
) -> None:
    """Count the description again on the rows, and see that it belongs to its class."""
    description, proof = certificate.description, certificate.proof
    if {part.label for part in description.parts} != set(data.labels):
        raise Refused("its clusters are not those of the table")
    if tuple(c for c in description.columns if c in certificate.columns) != certificate.columns:
        raise Refused("its columns are not those of the certificate, in this order")
    for part in description.parts:
        _check_part(part, certificate, data)
    tallies = tallied(description, judge(description, X, labels, sample_weight))
    if tallies != description.tallies:
        raise Refused("counted again, the rows give other figures")
    sums = zip(certificate.objective, (description.complexity, description.sparsity), strict=True)
    value = sum((weight * measure for weight, measure in sums), Fraction(0))
    if float(value) != proof.value:
        raise Refused(f"its {proof.objective} is {wording.number(float(value))}")
    if _objective_of(certificate) != proof.objective:
        raise Refused(f"the objective is {_objective_of(certificate)}")
    _check_recall(certificate)
    _check_words(certificate, data.rows)
    _check_claims(certificate, sum(tally.errors for tally in tallies))


def _objective_of(certificate: Certificate) -> str:
    """Return the objective in words, from its weights."""
    weights = [float(weight) for weight in certificate.objective]
    if tuple(Fraction(f"{weight:g}") for weight in weights) != certificate.objective:
        raise Refused("the weights of its objective have too many digits to be named")
    return objective_in_words(*weights)


def _check_part(part: Region, certificate: Certificate, data: LabelledRows) -> None:
    """Refuse what describes a cluster if it is not of the class that it is compared with."""
    about, name = certificate.proof.descriptions, repr(part.label)
    polyhedra = list(_polyhedra(part))
    if not 1 <= len(polyhedra) <= about.max_polyhedra:
        raise Refused(f"{name} has more or fewer polyhedra than its class allows")
    for half_spaces in polyhedra:
        if about.max_conditions is not None and len(half_spaces) > about.max_conditions:
            raise Refused(f"{name} has more conditions than its class allows")
        for half_space in half_spaces:
            if len(half_space.terms) > about.max_terms:
                raise Refused(f"a condition of {name} has more features than its class allows")
            if any(abs(term.weight) > about.max_coefficient for term in half_space.terms):
                raise Refused(f"a weight of {name} is larger than its class allows")
            for term in half_space.terms:
                if term.feature not in data.features:
                    raise Refused(f"a condition of {name} is about no feature of the table")
                if len(half_space.terms) > 1 and not _is_to_scale(term, certificate, data):
                    raise Refused(f"a sum of {name} has another scale than its class")


def _is_to_scale(term: Term, certificate: Certificate, data: LabelledRows) -> bool:
    """Whether a feature counts as 0 and as 1 where the class says so."""
    ends = (0.0, 1.0)
    if certificate.scale == "minmax" and not term.feature.kind.is_binary:
        values = data.rows.values[:, data.features.index(term.feature)]
        ends = (float(values.min()), float(values.max()))
    return (term.zero, term.one) == ends


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


def _check_claims(certificate: Certificate, errors: float) -> None:
    """Refuse a description that contradicts what is claimed of all, or is none of these."""
    proof = certificate.proof
    if errors > proof.max_errors:
        raise Refused("it makes more errors than those that it is compared with")
    if errors < proof.error_bound or proof.value < proof.bound:
        raise Refused("it is better than is claimed to be possible")
