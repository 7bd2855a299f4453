"""Descriptions as JSON: versioned, without loss, and read back with care.

Counts and proofs hold for exactly the conditions that they were made for. A saved description
carries a fingerprint of its content, and its claims are kept only while the fingerprint matches. It
guards against honest edits; whoever wants to forge a proof can compute it too.

`docs/json.md` documents the format.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, assert_never, cast

from clusterscribe.contrast import Contrast
from clusterscribe.description.core.base import (
    AnyDescription,
    BaseDescription,
    ConditionTally,
    Tally,
)
from clusterscribe.description.core.halfspace import HalfSpace, Term
from clusterscribe.description.core.proof import Proof
from clusterscribe.description.core.region import Ball, Polyhedron, Region, Union
from clusterscribe.description.export.plain import Node, encode, loads
from clusterscribe.errors import InputError, hint
from clusterscribe.feature import Feature, Form, Kind, Level
from clusterscribe.parameters import Label, Noise
from clusterscribe.proof import CappedBound, Status
from clusterscribe.wish import Amount, Wish

FORMAT = "clusterscribe-description"
VERSION = 3  # 1 had no scaled terms, 2 had polyhedra only
EDITED = (
    "the description was edited after it was saved, or comes from a version that kept no "
    "fingerprint: its counts and proof may no longer hold and are left out; describe the table "
    "again to get them"
)
FINGERPRINT = "fingerprint"
MADE = "made"
NOT_CONTENT = frozenset({"format", "version", MADE, FINGERPRINT})
FORMS = ("half_spaces", "alternatives", "prototype")  # of what describes a cluster


def to_json(description: BaseDescription, indent: int | None = 2) -> str:
    """Write everything as JSON, without loss; `docs/json.md` says what is where.

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
    >>> description, result = describe(ages, labels)
    >>> type(description).from_json(description.to_json()) == description
    True

    """
    return json.dumps(to_dict(description), indent=indent, allow_nan=False)


def from_json(kind: type[AnyDescription], text: str) -> AnyDescription:
    """Read a description from JSON text, also from the whole answer of `describe`."""
    values = loads(text, "description")
    if isinstance(values, dict) and "format" not in values and "description" in values:
        values = values["description"]
    return from_dict(kind, values)


def to_dict(description: BaseDescription) -> dict[str, Any]:
    """Return what `to_json` writes, as plain values.

    Returns
    -------
    dict
        Plain values, ready for JSON.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> description.to_dict()["columns"]
    ['x0']

    """
    tallies, proof = description.tallies, description.proof
    values = {
        "format": FORMAT,
        "version": VERSION,
        "columns": list(description.columns),
        "noise": description.noise,
        "noise_label": encode(description.noise_label),
        "clusters": [_cluster(part) for part in description.parts],
        "tallies": None if tallies is None else [_tally(tally) for tally in tallies],
        "proof": None if proof is None else _proof(proof),
    }
    if description.contrast is not None:
        values["contrast"] = _encoded(asdict(description.contrast))
    if description.made is not None:
        values[MADE] = dict(description.made)
    claims = tallies is not None or proof is not None
    return {**values, FINGERPRINT: _fingerprint(values) if claims else None}


def from_dict(kind: type[AnyDescription], values: object) -> AnyDescription:
    """Read a description from plain values, without its claims where it was edited."""
    description = as_it_stands(kind, values)
    if is_as_written(description, values):
        return description
    hint(EDITED)
    return replace(description, tallies=None, proof=None)


def is_as_written(description: BaseDescription, values: object) -> bool:
    """Whether these values are unchanged since they were written from the description."""
    written = values.get(FINGERPRINT) if isinstance(values, Mapping) else None
    return bool(to_dict(description)[FINGERPRINT] == written)


def as_it_stands(kind: type[AnyDescription], values: object) -> AnyDescription:
    """Read a description from plain values, with whatever is claimed there."""
    root = Node(values)
    root.check_format(FORMAT, VERSION)
    tallies, proof = root.field("tallies").or_none(), root.field("proof").or_none()
    noise = root.field("noise").or_none()
    contrast = _read_contrast(root)
    return kind(
        columns=tuple(column.text() for column in root.field("columns").items()),
        parts=tuple(_read_cluster(cluster) for cluster in root.field("clusters").items()),
        tallies=tuple(_read_tally(tally) for tally in tallies.items()) if tallies else None,
        proof=replace(_read_proof(proof), contrast=contrast) if proof else None,
        noise=cast(Noise, noise.one_of("outside", "ignore")) if noise else None,
        noise_label=root.field("noise_label").plain(),
        contrast=contrast,
        made=_read_made(root),
    )


def _read_contrast(root: Node) -> Contrast | None:
    """Read which cluster is described alone, and against which; there need not be any."""
    if "contrast" not in root.value:
        return None
    node = root.field("contrast")
    cluster, against = node.field("cluster").plain(), node.field("against").plain()
    if cluster is None or cluster == against:
        raise node.should_be("a cluster, and another one or null")
    return Contrast(cluster, against)


def _read_made(root: Node) -> dict[str, Any] | None:
    """Read what was asked for; earlier versions did not say."""
    made = root.field(MADE).or_none() if MADE in root.entries() else None
    return None if made is None else made.entries()


def _fingerprint(values: Mapping[str, Any]) -> str:
    """Return the same text for the same content, whatever the layout and order of the JSON."""
    content = {key: _canonical(value) for key, value in values.items() if key not in NOT_CONTENT}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


fingerprint_of = _fingerprint  # for documents that hold several descriptions


def _canonical(value: Any) -> Any:  # noqa: ANN401
    """Return 3 for 3.0, as programs that pass JSON on write the one for the other."""
    if isinstance(value, dict):
        return {key: _canonical(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_canonical(entry) for entry in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _encoded(record: Mapping[str, Any]) -> dict[str, Any]:
    return {key: encode(value) for key, value in record.items()}


def _tally(tally: Tally) -> dict[str, Any]:
    figures = asdict(tally)
    conditions = figures.pop("conditions")
    if not conditions:
        return _encoded(figures)
    return {**_encoded(figures), "conditions": list(map(_encoded, conditions))}


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
    return {"half_spaces": list(map(half_space_as_dict, part.half_spaces))}


def _prototype(ball: Ball) -> dict[str, Any]:
    return {
        "terms": list(map(_term, ball.terms)),
        "centre": list(map(float, ball.centre)),
        "radius": float(ball.radius),
        "row": None if ball.row is None else int(ball.row),
    }


def half_space_as_dict(half_space: HalfSpace) -> dict[str, Any]:
    """Return a half-space as plain values."""
    return {"terms": list(map(_term, half_space.terms)), "bound": float(half_space.bound)}


def _term(term: Term) -> dict[str, Any]:
    feature = term.feature
    known: dict[str, Any] = {
        "weight": term.weight,
        "column": feature.column,
        "kind": feature.kind.value,
    }
    if feature.kind is Kind.LEVEL:
        known["level"] = encode(feature.level)
    if feature.of is not None:
        known["of"] = feature.of.value
    if feature.kind is Kind.DATETIME:
        known["zoned"] = feature.zoned
    if feature.form is not None:
        known["form"] = feature.form.value
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
        raise row.should_be("an integer of at least 0, or null")
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
        raise weight.should_be("an integer other than 0")
    kind = Kind(node.field("kind").one_of(*(kind.value for kind in Kind)))
    level: Level = None
    if kind is Kind.LEVEL:
        read = node.field("level").plain()
        if read is not None and not isinstance(read, str | int | float | bool):
            raise node.field("level").should_be("text, a number, true, false or null")
        level = read
    zoned = kind is Kind.DATETIME and node.field("zoned").truth()
    feature = Feature(
        node.field("column").text(), kind, level, zoned, _read_form(node), _read_of(node, kind)
    )
    return _scaled(node, Term(feature, weight.whole()))


def _read_form(node: Node) -> Form | None:
    """Read how texts become numbers or dates; most columns are no text, and do not say."""
    if "form" not in node.value:
        return None
    return Form(node.field("form").one_of(*(form.value for form in Form)))


def _read_of(node: Node, kind: Kind) -> Kind | None:
    """Read what a column holds of which "is missing" is the feature; of a category, it says not."""
    if kind is not Kind.LEVEL or "of" not in node.value:
        return None
    return Kind(node.field("of").one_of(*(held.value for held in Kind)))


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


def _proof(proof: Proof) -> dict[str, Any]:
    """Leave out what is as earlier versions, which had no word for it, took for granted."""
    figures = asdict(proof)
    capped = figures.pop("capped")
    del figures["contrast"]  # that of the description
    if proof.max_conditions is None:
        del figures["max_conditions"]
    if not proof.min_recall:
        del figures["min_recall"], figures["recall_is_met_within"]
    if proof.max_polyhedra == 1:
        del figures["max_polyhedra"]
    without = figures.pop("without")
    if proof.verified is None:
        del figures["verified"]
    del figures["wishes"]
    written = _encoded(figures)
    if without:
        written["without"] = list(without)
    if proof.wishes:
        written["constraints"] = [_wish(wish) for wish in proof.wishes]
    return written if capped is None else {**written, "capped": _encoded(capped)}


def _wish(wish: Wish) -> dict[str, Any]:
    value = list(wish.value) if isinstance(wish.value, tuple) else wish.value
    return {"kind": wish.kind, "of": list(wish.of), "value": value}


def _read_capped(node: Node) -> CappedBound[float]:
    return CappedBound(node.field("max_conditions").count(), node.field("errors").amount())


def _read_names(node: Node) -> tuple[str, ...]:
    return tuple(name.text() for name in node.items())


def _read_proof(node: Node) -> Proof:
    given = node.value if isinstance(node.value, dict) else {}
    has_recall = "min_recall" in given
    return Proof(
        status=Status(node.field("status").one_of(*Status)),
        objective=node.field("objective").text(),
        value=node.field("value").amount(),
        bound=node.field("bound").amount(),
        max_errors=node.field("max_errors").amount(),
        error_bound=node.field("error_bound").amount(),
        max_terms=node.field("max_terms").count(),
        max_coefficient=node.field("max_coefficient").count(),
        max_conditions=node.field("max_conditions").count() if "max_conditions" in given else None,
        min_recall=node.field("min_recall").share() if has_recall else 0.0,
        recall_is_met_within=node.field("recall_is_met_within").amount() if has_recall else 0.0,
        capped=_read_capped(node.field("capped")) if "capped" in given else None,
        max_polyhedra=node.field("max_polyhedra").count() if "max_polyhedra" in given else 1,
        verified=node.field("verified").truth() if "verified" in given else None,
        without=_read_names(node.field("without")) if "without" in given else (),
        wishes=_read_wishes(node.field("constraints")) if "constraints" in given else (),
    )


def _read_wishes(node: Node) -> tuple[Wish, ...]:
    return tuple(_read_wish(one) for one in node.items())


def _read_wish(node: Node) -> Wish:
    of = tuple(one.text() for one in node.field("of").items())
    value = node.field("value")
    return Wish(node.field("kind").text(), of, _read_amount(value))


def _read_amount(node: Node) -> Amount:
    """Read a number, a text, a list of these, or nothing."""
    match node.value:
        case None | str():
            return node.value
        case list():
            return tuple(_read_one(one) for one in node.items())
        case _:
            return _read_one(node)


def _read_one(node: Node) -> str | int | float:
    match node.value:
        case bool():
            return node.text()  # which refuses it
        case str() | int() | float():
            return node.value
        case _:
            return node.text()
