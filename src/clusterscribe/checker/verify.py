"""`verify`: every claim of a certificate, checked against the table.

the table        is the one that the certificate was made for
the description  belongs to its class, and counts as it says
each claim       has evidence, and a kind of it shows what is claimed
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from clusterscribe.checker.certificate import Certificate
from clusterscribe.checker.claims import Claim, claims_of
from clusterscribe.checker.evidence import check_evidence
from clusterscribe.checker.labelled_rows import LabelledRows, read_rows
from clusterscribe.checker.refusal import Refused
from clusterscribe.checker.witness import count_again, sentence_of
from clusterscribe.description.export.plain import Node
from clusterscribe.description.words import wording
from clusterscribe.description.words.contrasting import in_words
from clusterscribe.errors import InputError
from clusterscribe.fragment import folded, fragment, table, tag
from clusterscribe.screen import shown
from clusterscribe.table.shape import listed
from clusterscribe.table_like import Labels, TableLike, Weights

Progress = Callable[[str, float], None]  # hears a claim, and what share of its evidence is read


MOST_KINDS = 4  # of evidence that are looked at for a claim
MOST_NAMES = 1000  # that are listed
WIDTH = 80  # columns of a screen
MOST_LINES = 6  # of a claim on a screen


class Verdict(StrEnum):
    """What became of a claim."""

    VERIFIED = "verified"
    REFUSED = "not verified"
    NO_EVIDENCE = "no evidence"


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim in words, what became of it, and why if it was not verified."""

    claim: str
    verdict: Verdict
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.verdict}: {self.reason}" if self.reason else str(self.verdict)


@dataclass(frozen=True, slots=True)
class Verification:
    """What the checker found, and which rows and columns the claims are about.

    Attributes
    ----------
    about : str
        Which rows and columns the claims are about.
    claims : tuple of Checked
        Each claim in words, and what became of it.

    Examples
    --------
    >>> from clusterscribe import describe, verify
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> certificate = describe(ages, labels, certificate=True).result.certificate
    >>> verify(certificate, ages, labels).ok
    True

    """

    about: str
    claims: tuple[Checked, ...]

    @property
    def ok(self) -> bool:
        """Whether every claim was verified."""
        return all(checked.verdict is Verdict.VERIFIED for checked in self.claims)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why claims were not verified."""
        return tuple(str(c) for c in self.claims if c.verdict is not Verdict.VERIFIED)

    def to_text(self) -> str:
        """Return what it is about, then one line per claim, and what became of it below.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> from clusterscribe import describe, verify
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> certificate = describe(ages, labels, certificate=True).result.certificate
        >>> print(verify(certificate, ages, labels).to_text().splitlines()[-1].strip())
        verified

        """
        claims = (f"{checked.claim}\n    {checked}" for checked in self.claims)
        return "\n".join([self.about, *claims])

    def __repr__(self) -> str:
        first = [self._verdict(), *_wrapped(self.about)]
        return shown([first, *(self._block(checked) for checked in self.claims)])

    def _verdict(self) -> str:
        """Say first what must not be overlooked."""
        return "Every claim is verified." if self.ok else "Not every claim is verified."

    def _block(self, checked: Checked) -> list[str]:
        return [*_wrapped(checked.claim), *_wrapped(str(checked), "    ")]

    def _repr_html_(self) -> str:
        rows = [(checked.verdict, checked.claim, checked.reason) for checked in self.claims]
        return fragment(
            tag("p", self._verdict()),
            table(("", "claim", "why"), rows, ()),
            folded("About", tag("p", self.about)),
        )


def _wrapped(words: str, indent: str = "") -> list[str]:
    """Break a sentence into lines; one that lists many names is cut."""
    lines = textwrap.wrap(words, WIDTH, initial_indent=indent, subsequent_indent=indent)
    return lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], f"{indent}..."]


def silent(_claim: str, _share: float) -> None:
    """Listen to nothing."""


def verify(
    certificate: Certificate | str,
    X: TableLike,
    labels: Labels,
    sample_weight: Weights | None = None,
    *,
    progress: Progress = silent,
) -> Verification:
    """Check every claim of a certificate (or its JSON text) against a table and its labels.

    Nothing of the certificate is believed, and no solver is asked: the rows are read, every
    statement is written down anew, and the evidence for it is followed step by step.

    Parameters
    ----------
    certificate : Certificate or str
        What to check, or its JSON text.
    X : table
        The rows that were described.
    labels : array_like
        The cluster label of every row.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.
    progress : callable
        Called with a claim and the share of its evidence that is read.

    Returns
    -------
    Verification
        What became of each claim; `ok` if all were verified.

    Examples
    --------
    >>> from clusterscribe import describe, verify
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> certificate = describe(ages, labels, certificate=True).result.certificate
    >>> verify(certificate.to_json(), ages, labels).reasons
    ()

    """
    if not isinstance(certificate, Certificate):
        certificate = Certificate.from_json(certificate)
    try:
        return _verified(certificate, X, labels, sample_weight, progress)
    except OverflowError:
        raise InputError("the certificate is broken: a figure of it is too large") from None


def _verified(
    certificate: Certificate, X: object, labels: object, sample_weight: object, progress: Progress
) -> Verification:
    data = _read(certificate, X, labels, sample_weight)
    counted = _checked(
        sentence_of(certificate),
        lambda: _count(certificate, data, X, labels, sample_weight),
    )
    claims = claims_of(certificate, data.rows)
    judged = (_judged(certificate, claim, data, progress) for claim in claims)
    return Verification(_about(certificate, data), (counted, *judged))


def _count(
    certificate: Certificate, data: LabelledRows, X: object, labels: object, sample_weight: object
) -> None:
    _compare(certificate, data)
    count_again(certificate, data, X, labels, sample_weight)


def _read(
    certificate: Certificate, X: object, labels: object, sample_weight: object
) -> LabelledRows:
    description = certificate.description
    try:
        return read_rows(
            X,
            labels,
            sample_weight,
            columns=certificate.columns,
            noise_label=description.noise_label,
            noise=description.noise,
            contrast=description.contrast,
            unit=certificate.unit,
        )
    except Refused as refused:
        raise InputError(f"the rows cannot be those of the certificate: {refused}") from None


def _about(certificate: Certificate, data: LabelledRows) -> str:
    """Say which rows count, and which columns conditions may use: others would be other claims."""
    rows, columns = data.rows, [wording.name(column) for column in certificate.columns]
    described = certificate.description
    noise = {
        None: "",
        "outside": f", of which those labelled {described.noise_label!r} must lie outside",
        "ignore": f", without those labelled {described.noise_label!r}",
    }[described.noise]
    labels = [wording.label(label) for label in data.labels]
    if described.contrast is not None:
        labels = [in_words(described.contrast)]
    clusters = f"{wording.count(rows.clusters, 'cluster')} ({listed(labels, MOST_NAMES)})"
    used = f"{len(columns)} of {wording.count(data.columns, 'column')}"
    scale = {None: "", "minmax": ", each from 0 to 1 over its range", "none": ", in own units"}
    return (
        f"Claims about {wording.count(len(rows), 'row')} in {clusters}{noise}, "
        f"by {used}{scale[certificate.scale]}: {listed(columns, MOST_NAMES)}."
    )


def _compare(certificate: Certificate, data: LabelledRows) -> None:
    """Refuse another table, and claims that no evidence is about."""
    if certificate.proof.wishes:
        raise Refused("the claims are about descriptions that keep to constraints")
    if len(data.rows) != certificate.rows:
        raise Refused(
            f"the table has {len(data.rows):,} rows that count, and the certificate is for one "
            f"with {certificate.rows:,}"
        )
    if data.fingerprint != certificate.fingerprint:
        raise Refused(
            "a value, a label or a weight of the table is not what it was when the certificate "
            "was made"
        )


# ---- claims about all descriptions -----------------------------------------------------------


def _judged(
    certificate: Certificate, claim: Claim, data: LabelledRows, progress: Progress
) -> Checked:
    """Look for a kind of evidence that shows what is claimed of this table."""
    kinds = certificate.evidence.get(claim.name, [])[:MOST_KINDS]
    if not kinds:
        return Checked(claim.sentence, Verdict.NO_EVIDENCE)

    def check() -> None:
        _compare(certificate, data)
        why = Refused("there is no evidence")
        for place, kind in enumerate(kinds):
            node = Node(kind, f"evidence.{claim.name}[{place}]", "certificate")
            try:
                check_evidence(claim, data.rows, node, partial(progress, claim.sentence))
            except Refused as refused:
                why = refused
            else:
                return
        raise why

    return _checked(claim.sentence, check)


def _checked(claim: str, check: Callable[[], None]) -> Checked:
    try:
        check()
    except Refused as refused:
        return Checked(claim, Verdict.REFUSED, str(refused))
    except InputError as broken:  # a field is not what it should be
        return Checked(claim, Verdict.REFUSED, str(broken))
    return Checked(claim, Verdict.VERIFIED)
