"""The file: a description with what is claimed of it, and the evidence.

    {"format": "clusterscribe-certificate", "version": 1,
     "made_with": {"clusterscribe": "0.1.0", ...},
     "rows": 178, "fingerprint": "...",       the rows that count, and a digest of them
     "columns": ["alcohol", ...],             the columns that conditions may use
     "unit": "1", "scale": null,              of the weights, and of features in sums
     "objective": ["1", "0"],                 weights of complexity and sparsity
     "description": {...},                    as `Description.to_json` writes it, proof and all
     "evidence": {"errors": [...], "objective": [...], "few conditions": [...]}}

What is claimed is what the description says of itself: nothing is said twice. `docs/proof.md`
documents the format.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from clusterscribe.description.core.base import BaseDescription
from clusterscribe.description.core.proof import Proof
from clusterscribe.description.export.json import as_it_stands, to_dict
from clusterscribe.description.export.plain import Node, loads
from clusterscribe.errors import InputError
from clusterscribe.parameters import Scale

FORMAT = "clusterscribe-certificate"
VERSION = 1
LONGEST_FRACTION = 60  # characters
CLAIMS = ("errors", "objective", "few conditions")  # for which there may be evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A description and the evidence for what it claims; made by `describe`, read by `verify`.

    Parameters
    ----------
    description : BaseDescription
        The description with its claims.
    columns : tuple of str
        The columns that conditions may use.
    rows : int
        How many rows were described.
    fingerprint : str
        Of these rows.
    evidence : dict
        By claim, as plain values.
    unit : Fraction
        What a whole unit of weight stands for.
    scale : "minmax", "none" or None
        What the weights of sums count in.
    objective : pair of Fraction
        How much complexity and sparsity count.
    made_with : dict
        Programs and their versions.

    Examples
    --------
    >>> from clusterscribe import Certificate, describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> certificate = describe(ages, labels, certificate=True).result.certificate
    >>> Certificate.from_json(certificate.to_json()).rows
    4

    """

    description: BaseDescription
    columns: tuple[str, ...]
    rows: int
    fingerprint: str
    evidence: dict[str, list[Any]]  # by claim, as plain values
    unit: Fraction = Fraction(1)
    scale: Scale | None = None
    objective: tuple[Fraction, Fraction] = (Fraction(1), Fraction(0))
    made_with: dict[str, str]

    def __repr__(self) -> str:
        claims = ", ".join(self.evidence) or "nothing"
        return f"<Certificate for {self.rows} rows, with evidence for {claims}>"

    @property
    def proof(self) -> Proof:
        """What is claimed of all descriptions of the class."""
        proof = self.description.proof
        if proof is None:
            raise InputError("the certificate is broken: its description makes no claim")
        return proof

    def to_json(self, indent: int | None = 2) -> str:
        """Write everything as JSON.

        Parameters
        ----------
        indent : int or None
            Spaces by which each level is indented; None writes a single line.

        Returns
        -------
        str
            JSON text that `from_json` reads.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> certificate = describe(ages, labels, certificate=True).result.certificate
        >>> "evidence" in certificate.to_json()
        True

        """
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def to_dict(self) -> dict[str, Any]:
        """Return what `to_json` writes, as plain values.

        Returns
        -------
        dict
            Plain values, ready for JSON.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> certificate = describe(ages, labels, certificate=True).result.certificate
        >>> certificate.to_dict()["rows"]
        4

        """
        return {
            "format": FORMAT,
            "version": VERSION,
            "made_with": self.made_with,
            "rows": self.rows,
            "fingerprint": self.fingerprint,
            "columns": list(self.columns),
            "unit": str(self.unit),
            "scale": self.scale,
            "objective": [str(weight) for weight in self.objective],
            "description": to_dict(self.description),
            "evidence": self.evidence,
        }

    @classmethod
    def from_json(cls, text: str) -> Certificate:
        """Read a certificate; nothing of it is believed.

        Parameters
        ----------
        text : str
            What `to_json` wrote.

        Returns
        -------
        Certificate
            An equal certificate.

        Examples
        --------
        >>> from clusterscribe import Certificate, describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> certificate = describe(ages, labels, certificate=True).result.certificate
        >>> Certificate.from_json(certificate.to_json()).columns
        ('x0',)

        """
        return cls.from_dict(loads(text, "certificate"))

    @classmethod
    def from_dict(cls, values: object) -> Certificate:
        """Read a certificate from plain values.

        Parameters
        ----------
        values : object
            What `to_dict` returned.

        Returns
        -------
        Certificate
            An equal certificate.

        Examples
        --------
        >>> from clusterscribe import Certificate, describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> certificate = describe(ages, labels, certificate=True).result.certificate
        >>> Certificate.from_dict(certificate.to_dict()).columns
        ('x0',)

        """
        root = Node(values, document="certificate")
        root.check_format(FORMAT, VERSION)
        scale = root.field("scale").or_none()
        complexity, sparsity = _pair(root.field("objective"))
        made_with, evidence = root.field("made_with"), root.field("evidence")
        return cls(
            description=as_it_stands(BaseDescription, root.field("description").value),
            columns=tuple(column.text() for column in root.field("columns").items()),
            rows=root.field("rows").count(),
            fingerprint=root.field("fingerprint").text(),
            evidence={
                claim: [kind.value for kind in evidence.field(claim).items()]
                for claim in CLAIMS
                if claim in evidence.entries()
            },
            unit=_fraction(root.field("unit"), is_positive=True),
            scale=cast(Scale, scale.one_of("minmax", "none")) if scale else None,
            objective=(_fraction(complexity), _fraction(sparsity)),
            made_with={name: made_with.field(name).text() for name in made_with.entries()},
        )


def _pair(node: Node) -> list[Node]:
    if len(items := node.items()) != 2:
        raise node.should_be("two weights")
    return items


def _fraction(node: Node, *, is_positive: bool = False) -> Fraction:
    """Return a fraction of at least 0 that is written as one, such as "1/2", in few digits."""
    text = node.text()
    is_plain = len(text) <= LONGEST_FRACTION and set(text) <= set("0123456789/")
    try:
        value = Fraction(text) if is_plain else None
    except (ValueError, ZeroDivisionError):
        value = None
    if value is None or (is_positive and not value):
        raise node.should_be(f"a fraction {'above' if is_positive else 'of at least'} 0")
    return value
