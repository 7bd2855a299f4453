"""Descriptions as JSON: versioned, without loss, and read back with care.

`docs/json.md` documents the format.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, assert_never, cast

from clusterscribe.description.core.ball import Ball
from clusterscribe.description.core.description import Description, Noise
from clusterscribe.description.core.halfspace import HalfSpace, Label, Polyhedron, Term
from clusterscribe.description.core.proof import Proof
from clusterscribe.description.core.region import Region
from clusterscribe.description.core.tally import ConditionTally, Tally
from clusterscribe.description.core.union import Union
from clusterscribe.description.export.fingerprint import FIELD as FINGERPRINT
from clusterscribe.description.export.fingerprint import fingerprint_of
from clusterscribe.description.export.node import Node
from clusterscribe.description.export.plain import encode
from clusterscribe.description.export.strict_json import loads
from clusterscribe.errors import InputError, hint
from clusterscribe.feature import Feature, Kind, Level
from clusterscribe.proof import Status

FORMAT = "clusterscribe-description"
VERSION = 3  # 1 had no scaled terms, 2 had polyhedra only
EDITED = (
    "the description was edited after it was written, or is of a version that could not tell: what "
    "was counted and proved need not hold for it and is left out; describe the table again for that"
)
FORMS = ("half_spaces", "alternatives", "prototype")  # of what describes a cluster


def to_json(description: Description, indent: int | None = 2) -> str:
    """Write a description as JSON text."""
    return json.dumps(to_dict(description), indent=indent, allow_nan=False)


def from_json(text: str) -> Description:
    """Read a description from JSON text, also from the whole answer of `describe`."""
    values = loads(text, "description")
    if isinstance(values, dict) and "format" not in values and "description" in values:
        values = values["description"]
    return from_dict(values)


def to_dict(description: Description) -> dict[str, Any]:
    """Return a description as plain values that JSON can write."""
    values = _content(description)
    claims = values["tallies"] is not None or values["proof"] is not None
    return {**values, FINGERPRINT: fingerprint_of(values) if claims else None}


def _content(description: Description) -> dict[str, Any]:
    tallies, proof = description.tallies, description.proof
    return {
        "format": FORMAT,
        "version": VERSION,
        "columns": list(description.columns),
        "noise": description.noise,
        "noise_label": encode(description.noise_label),
        "clusters": [_cluster(part) for part in description.parts],
        "tallies": None if tallies is None else [_tally(tally) for tally in tallies],
        "proof": None if proof is None else _encoded(proof),
    }


def from_dict(values: object) -> Description:
    """Read a description from plain values, without claims that were made for other conditions."""
    description = as_it_stands(values)
    if is_as_written(description, values):
        return description
    hint(EDITED)
    return replace(description, tallies=None, proof=None)


def is_as_written(description: Description, values: object) -> bool:
    """Whether nobody has changed these values since they were written, from the description."""
    written = values.get(FINGERPRINT) if isinstance(values, Mapping) else None
    return bool(to_dict(description)[FINGERPRINT] == written)


def as_it_stands(values: object) -> Description:
    """Read a description from plain values, with whatever is claimed there."""
    root = Node(values)
    root.check_format(FORMAT, VERSION)
    tallies, proof = root.field("tallies").or_none(), root.field("proof").or_none()
    noise = root.field("noise").or_none()
    return Description(
        columns=tuple(column.text() for column in root.field("columns").items()),
        parts=tuple(_read_cluster(cluster) for cluster in root.field("clusters").items()),
        tallies=tuple(_read_tally(tally) for tally in tallies.items()) if tallies else None,
        proof=_read_proof(proof) if proof else None,
        noise=cast(Noise, noise.one_of("outside", "ignore")) if noise else None,
        noise_label=root.field("noise_label").plain(),
    )


def _encoded(record: Proof) -> dict[str, Any]:
    return {key: encode(value) for key, value in asdict(record).items()}


def _tally(tally: Tally) -> dict[str, Any]:
    figures = asdict(tally)
    conditions = figures.pop("conditions")
    whole = {key: encode(value) for key, value in figures.items()}
    if tally.conditions:
        whole["conditions"] = [
            {key: encode(value) for key, value in condition.items()} for condition in conditions
        ]
    return whole


def _cluster(part: Region) -> dict[str, Any]:
    label = {"label": encode(part.label)}
    match part:
        case Polyhedron():
            return label | _half_spaces(part)
        case Union(polyhedra=polyhedra):
            return label | {"alternatives": [_half_spaces(one) for one in polyhedra]}
        case Ball():
            return label | {"prototype": _prototype(part)}
        case _:
            assert_never(part)


def _half_spaces(part: Polyhedron) -> dict[str, Any]:
    return {"half_spaces": [half_space_as_dict(space) for space in part.half_spaces]}


def _prototype(ball: Ball) -> dict[str, Any]:
    return {
        "terms": [_term(term) for term in ball.terms],
        "centre": [float(value) for value in ball.centre],
        "radius": float(ball.radius),
        "row": None if ball.row is None else int(ball.row),
    }


def half_space_as_dict(half_space: HalfSpace) -> dict[str, Any]:
    """Return a half-space as plain values."""
    return {"terms": [_term(term) for term in half_space.terms], "bound": float(half_space.bound)}


def _term(term: Term) -> dict[str, Any]:
    feature = term.feature
    known: dict[str, Any] = {
        "weight": term.weight,
        "column": feature.column,
        "kind": feature.kind.value,
    }
    if feature.kind is Kind.LEVEL:
        known["level"] = encode(feature.level)
    if feature.kind is Kind.DATETIME:
        known["zoned"] = feature.zoned
    if term.is_scaled:
        known |= {"zero": float(term.zero), "one": float(term.one)}
    return known


def _read_cluster(node: Node) -> Region:
    match node.only(*FORMS):
        case "alternatives":
            alternatives = node.field("alternatives").items()
            label = node.field("label").plain()
            return Union(label, tuple(_read_polyhedron(one, label) for one in alternatives))
        case "prototype":
            return _read_ball(node.field("prototype"), node.field("label").plain())
        case _:
            return _read_polyhedron(node, node.field("label").plain())


def _read_polyhedron(node: Node, label: Label) -> Polyhedron:
    spaces = node.field("half_spaces").items()
    return Polyhedron(label, tuple(map(read_half_space, spaces)))


def read_half_space(node: Node) -> HalfSpace:
    """Read a half-space from plain values."""
    return HalfSpace(_read_terms(node), node.field("bound").finite())


def _read_ball(node: Node, label: Label) -> Ball:
    terms, row = _read_terms(node), node.field("row").or_none()
    centre = tuple(value.finite() for value in node.field("centre").items())
    radius = node.field("radius").finite()
    if row is not None and row.whole() < 0:
        raise row.should_be("a whole number of at least 0, or null")
    try:
        return Ball(label, terms, centre, radius, row.whole() if row else None)
    except InputError as problem:
        raise node.broken(problem) from None


def _read_terms(node: Node) -> tuple[Term, ...]:
    terms = node.field("terms")
    if not terms.items():
        raise terms.should_be("a list of at least one term")
    return tuple(map(_read_term, terms.items()))


def _read_term(node: Node) -> Term:
    weight = node.field("weight")
    if not weight.whole():
        raise weight.should_be("a whole number other than 0")
    kind = Kind(node.field("kind").one_of(*(kind.value for kind in Kind)))
    level: Level = None
    if kind is Kind.LEVEL:
        read = node.field("level").plain()
        if read is not None and not isinstance(read, str | int | float | bool):
            raise node.field("level").should_be("text, a number, true, false or null")
        level = read
    zoned = kind is Kind.DATETIME and node.field("zoned").truth()
    feature = Feature(node.field("column").text(), kind, level, zoned)
    return _scaled(node, Term(feature, weight.whole()))


def _scaled(node: Node, term: Term) -> Term:
    """Read the two values of a scaled term; a term without them is not scaled."""
    if node.value.keys().isdisjoint(("zero", "one")):
        return term
    zero, one = node.field("zero").finite(), node.field("one").finite()
    try:
        return replace(term, zero=zero, one=one)
    except InputError as problem:
        raise node.broken(problem) from None


def _read_tally(node: Node) -> Tally:
    figures = {
        name: node.field(name).amount() for name in ("rows", "inside", "correct", "wrongly_inside")
    }
    label, weighted = node.field("label").plain(), node.field("weighted").truth()
    return Tally(label=label, weighted=weighted, conditions=_read_conditions(node), **figures)


def _read_conditions(node: Node) -> tuple[ConditionTally, ...]:
    """Read what was counted for each condition; earlier descriptions do not say."""
    if "conditions" not in node.value:
        return ()
    return tuple(
        ConditionTally(one.field("own").amount(), one.field("others").amount())
        for one in node.field("conditions").items()
    )


def _read_proof(node: Node) -> Proof:
    return Proof(
        status=Status(node.field("status").one_of(*Status)),
        objective=node.field("objective").text(),
        value=node.field("value").amount(),
        bound=node.field("bound").amount(),
        max_errors=node.field("max_errors").amount(),
        error_bound=node.field("error_bound").amount(),
        max_terms=node.field("max_terms").count(),
        max_coefficient=node.field("max_coefficient").count(),
    )
