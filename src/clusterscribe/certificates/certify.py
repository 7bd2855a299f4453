"""From a description and its proof to a certificate, which is verified at once.

For every claim the kinds of evidence are tried that can support it (`clauses.py`, ...), within a
time of its own. A claim for which none was found stays in the certificate, without evidence.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from importlib.metadata import version
from typing import Any

import numpy as np

from clusterscribe.certificates.clauses import clauses_for
from clusterscribe.certificates.multiplying import multipliers_for
from clusterscribe.certificates.summing import sums_for
from clusterscribe.checker.certificate import Certificate
from clusterscribe.checker.claims import Claim, claims_of
from clusterscribe.checker.labelled_rows import LabelledRows, Rows, read_rows
from clusterscribe.checker.verify import verify
from clusterscribe.clock import Clock
from clusterscribe.description import Description
from clusterscribe.errors import InputError, hint
from clusterscribe.parameters import LabelledTable, Parameters
from clusterscribe.problem.weights import decimal, exact_unit
from clusterscribe.progress import Listener, Snapshot
from clusterscribe.result import Result
from clusterscribe.table import as_table, describing_columns, row_weights
from clusterscribe.table.features import Described
from clusterscribe.table.shape import quoted

MADE_WITH = ("clusterscribe", "ortools", "python-sat")
STAGE = "certificate"
MOST = 0.7  # of the time left for a claim that is not the last one; errors come first
INTERRUPTED = "interrupted: the certificate is without the evidence that was not made yet"


def certified(
    description: Description,
    result: Result,
    data: LabelledTable,
    parameters: Parameters,
    listener: Listener,
) -> tuple[Description, Result]:
    """Make a certificate, verify it, and return description and result that say so."""
    certificate, rows = begun(description, data, parameters)
    making = Making(rows.rows, Clock(parameters.time_limit), listener)
    certificate = making.with_evidence(certificate)
    found = verify(certificate, data.table, data.labels, data.weights)
    proof = replace(certificate.proof, verified=found.ok)
    return (
        replace(description, proof=proof),
        replace(result, proof=proof, certificate=certificate),
    )


def refuse_uncertifiable(data: LabelledTable, parameters: Parameters) -> None:
    """Refuse rows that no certificate can be about, before anybody waits for a search."""
    if parameters.constraints:
        raise InputError(
            "a certificate is about all descriptions, and not about those that keep to "
            "constraints; leave constraints out, or the certificate"
        )
    if parameters.class_weight is not None:
        raise InputError(
            "a certificate is about rows that count as they are; leave class_weight out, or give "
            "the weights as sample_weight"
        )
    _unit(data)
    holes = [feature.column for feature in _described(data).features if feature.is_hole]
    if holes:
        raise InputError(
            f"a certificate is about rows without missing numbers, and some are missing in "
            f"{quoted(holes)}; fill them, drop these rows, or exclude the columns"
        )


def begun(
    description: Description, data: LabelledTable, parameters: Parameters
) -> tuple[Certificate, LabelledRows]:
    """Return a certificate without evidence, and the rows that it is about."""
    columns, unit = _described(data).columns, _unit(data)
    rows = read_rows(
        data.table,
        data.labels,
        data.weights,
        columns=columns,
        noise_label=description.noise_label,
        noise=description.noise,
        contrast=description.contrast,
        unit=unit,
    )
    certificate = Certificate(
        description=description,
        columns=columns,
        rows=len(rows.rows),
        fingerprint=rows.fingerprint,
        evidence={},
        unit=unit,
        scale=parameters.scale if parameters.max_terms > 1 else None,
        objective=(decimal(parameters.complexity_weight), decimal(parameters.sparsity_weight)),
        made_with={name: version(name) for name in MADE_WITH},
    )
    return certificate, rows


def _described(data: LabelledTable) -> Described:
    return describing_columns(
        as_table(data.table),
        data.features,
        data.exclude,
        data.missing,
        quiet=True,
        labels=data.labels,
    )


def _unit(data: LabelledTable) -> Fraction:
    """Return the unit of which all weights are multiples."""
    weight = row_weights(data.weights, len(as_table(data.table)))
    if weight is None:
        return Fraction(1)
    unit = exact_unit(np.unique(weight), float(weight.sum()))
    if unit is None:
        raise InputError(
            "a certificate needs weights that are multiples of a common unit, such as whole "
            "numbers or decimals; round the weights, or leave certificate out"
        )
    return unit.size


class Making:
    """Makes the evidence for claims about some rows, as long as there is time."""

    def __init__(self, rows: Rows, clock: Clock, listener: Listener) -> None:
        self.rows, self.clock, self.listener = rows, clock, listener

    def with_evidence(self, certificate: Certificate) -> Certificate:
        """Return the certificate with all evidence that was found."""
        evidence: dict[str, list[Any]] = {}
        try:
            claims = list(claims_of(certificate, self.rows))
            for place, claim in enumerate(claims):
                self._tell(claim)
                is_last = place == len(claims) - 1
                share = Clock(self.clock.remaining * (1.0 if is_last else MOST))
                evidence[claim.name] = self._evidence(claim, share)
        except KeyboardInterrupt:
            hint(INTERRUPTED)
        return replace(certificate, evidence=evidence)

    def _evidence(self, claim: Claim, clock: Clock) -> list[dict[str, Any]]:
        """Return the first kind of evidence that was found, if any was."""
        for make in (multipliers_for, clauses_for, sums_for):
            found = make(claim, self.rows, clock)
            if found is not None:
                return [found]
        return []

    def _tell(self, claim: Claim) -> None:
        self.listener(
            Snapshot(
                stage=f"{STAGE} ({claim.name})",
                rows=len(self.rows),
                candidates=0,
                best=None,
                bound=None,
                seconds=self.clock.elapsed,
            )
        )
