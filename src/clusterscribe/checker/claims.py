"""What a certificate claims, one claim after the other, and what would contradict each.

Of the description itself it is claimed that it makes so many errors and has so much of the
objective; that is counted. Of all descriptions of its class it is claimed

    errors           none makes fewer than so many errors;
    objective        none that makes at most so many errors has less of the objective;
    few conditions   none with at most so many conditions per cluster makes fewer errors.

The contradiction of each is a `Statement`: a description of the class that makes at most so many
errors, one unit of weight fewer than claimed, say. Evidence shows that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, lcm

from clusterscribe.checker.certificate import Certificate
from clusterscribe.checker.formula import Statement
from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.description.core.proof import Proof
from clusterscribe.description.words import wording
from clusterscribe.proof import DescriptionClass

SIMPLE = 10**4  # the largest denominator of a share that may be meant as a fraction


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about all descriptions of a class, and the statement that contradicts it."""

    name: str  # by which the certificate keeps its evidence
    sentence: str
    descriptions: DescriptionClass
    contradiction: Statement

    @property
    def is_about_boxes(self) -> bool:
        """Whether there is one feature per condition and one polyhedron per cluster."""
        return self.descriptions.max_terms == 1 and self.descriptions.max_polyhedra == 1


def claims_of(certificate: Certificate, rows: Rows) -> Iterator[Claim]:
    """Yield what is claimed beyond what is true of anything."""
    proof = certificate.proof
    class_of = replace(proof.descriptions, scale=certificate.scale)
    plain = Statement(
        0, max_conditions=class_of.max_conditions, most_outside=most_outside(proof, rows)
    )
    if proof.error_bound > 0:
        fewer = units_below(proof.error_bound, certificate.unit)
        yield Claim(
            "errors",
            f"No {proof.kind} makes fewer than {wording.at_least(proof.error_bound)} errors.",
            class_of,
            replace(plain, errors=fewer),
        )
    if proof.bound > 0:
        scale = lcm(*(weight.denominator for weight in certificate.objective))
        complexity, sparsity = (int(weight * scale) for weight in certificate.objective)
        yield Claim(
            "objective",
            f"No {proof.kind} that makes {proof.budget} has {proof.measure} below "
            f"{wording.at_least(proof.bound)}.",
            class_of,
            replace(
                plain,
                errors=units_within(proof.max_errors, certificate.unit),
                length=units_below(proof.bound, Fraction(1, scale)),
                complexity_weight=complexity,
                sparsity_weight=sparsity,
            ),
        )
    capped = proof.capped
    if capped is not None:
        few = replace(proof, max_conditions=capped.max_conditions, error_bound=capped.errors)
        yield Claim(
            "few conditions",
            f"No {few.kind} makes fewer than {wording.at_least(capped.errors)} errors.",
            replace(class_of, max_conditions=capped.max_conditions),
            replace(
                plain,
                errors=units_below(capped.errors, certificate.unit),
                max_conditions=capped.max_conditions,
            ),
        )


def units_within(weight: float, unit: Fraction) -> int:
    """Return the most units that are at most a weight."""
    units = floor(Fraction(weight) / unit)
    # one more may be the same floating-point number
    return units + 1 if float((units + 1) * unit) <= weight else units


def units_below(weight: float, unit: Fraction) -> int:
    """Return the most units that are less than a weight."""
    units = units_within(weight, unit)
    return units - 1 if float(units * unit) == weight else units


def most_outside(proof: Proof, rows: Rows) -> tuple[int, ...] | None:
    """Return how much of each cluster may be outside, where the class says so.

    A share such as 0.3333333333333333 is a third, the decimal number or what the sentence says,
    whichever asks for least.
    """
    if not proof.min_recall:
        return None
    written, simple = (
        Fraction(repr(proof.min_recall)),
        Fraction(proof.min_recall).limit_denominator(SIMPLE),
    )
    printed = Fraction(wording.percent(proof.min_recall).removesuffix(" %")) / 100
    share = min(written, simple) if float(simple) == proof.min_recall else written
    share = min(share, printed)
    return tuple(total - ceil(share * total) for total in rows.totals)
