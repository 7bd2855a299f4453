"""A tree of segments as JSON: versioned, and read back with care.

Each split holds the JSON of its description. Counts and proofs hold for exactly these conditions
and rows, so that the whole carries a fingerprint, and all claims are dropped where it does not
match. `docs/json.md` documents the format.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

from clusterscribe.description import Description
from clusterscribe.description.export.json import EDITED, FINGERPRINT, as_it_stands, fingerprint_of
from clusterscribe.description.export.plain import Node, encode, loads
from clusterscribe.errors import InputError, hint
from clusterscribe.nested.hierarchy import MOST_LEVELS, Path
from clusterscribe.nested.segment import BaseNestedDescription, LevelTally, Segment
from clusterscribe.parameters import Noise
from clusterscribe.result import Result

FORMAT = "clusterscribe-nested"
VERSION = 1
DOCUMENT = "nested description"
FIGURES = (
    "errors",
    "accuracy",
    "complexity",
    "sparsity",
    "columns",
    "objective",
    "bound",
    "gap",
    "error_bound",
    "max_errors",
    "seconds",
)  # of a result, which are all numbers

AnyNested = TypeVar("AnyNested", bound=BaseNestedDescription)


def to_json(nested: BaseNestedDescription, indent: int | None) -> str:
    """Write everything as JSON."""
    return json.dumps(to_dict(nested), indent=indent, allow_nan=False)


def to_dict(nested: BaseNestedDescription) -> dict[str, Any]:
    """Return what `to_json` writes, as plain values."""
    tallies = nested.tallies
    values = {
        "format": FORMAT,
        "version": VERSION,
        "levels": list(nested.levels),
        "columns": list(nested.columns),
        "noise": nested.noise,
        "noise_label": encode(nested.noise_label),
        "weighted": nested.weighted,
        "tallies": None if tallies is None else [_tally(tally) for tally in tallies],
        "root": _segment(nested.root),
    }
    return {**values, FINGERPRINT: fingerprint_of(values)}


def from_json(kind: type[AnyNested], text: str) -> AnyNested:
    """Read a tree from JSON text."""
    return from_dict(kind, loads(text, DOCUMENT))


def from_dict(kind: type[AnyNested], values: object) -> AnyNested:
    """Read a tree from plain values, without its claims where it was edited."""
    nested = _as_it_stands(kind, values)
    written = values.get(FINGERPRINT) if isinstance(values, Mapping) else None
    if to_dict(nested)[FINGERPRINT] == written:
        return nested
    hint(EDITED.replace("description", DOCUMENT, 1))
    return replace(nested, tallies=None, root=_without_claims(nested.root))


def _as_it_stands(kind: type[AnyNested], values: object) -> AnyNested:
    root = Node(values, document=DOCUMENT)
    root.check_format(FORMAT, VERSION)
    levels = tuple(level.text() for level in root.field("levels").items())
    if not 1 <= len(levels) <= MOST_LEVELS:
        raise root.field("levels").should_be(f"a list of 1 to {MOST_LEVELS} names")
    tallies, noise = root.field("tallies").or_none(), root.field("noise").or_none()
    return kind(
        levels=levels,
        columns=tuple(column.text() for column in root.field("columns").items()),
        root=_read_segment(root.field("root"), (), len(levels)),
        tallies=tuple(map(_read_tally, tallies.items())) if tallies else None,
        weighted=root.field("weighted").truth(),
        noise=cast(Noise, noise.one_of("outside", "ignore")) if noise else None,
        noise_label=root.field("noise_label").plain(),
    )


def _segment(segment: Segment) -> dict[str, Any]:
    description, result = segment.description, segment.result
    return {
        "label": encode(segment.label),
        "rows": encode(segment.rows),
        "open": segment.is_open,
        "description": None if description is None else description.to_dict(),
        "result": None if result is None else _finite(result.to_dict()),
        "children": [_segment(child) for child in segment.children],
    }


def _read_segment(node: Node, path: Path, levels: int) -> Segment:
    children = node.field("children").items()
    if children and not levels:
        raise node.field("children").should_be("empty, as there are no more levels")
    description = _read_description(node.field("description"))
    result = _read_result(node.field("result"))
    if result is not None and description is not None:
        result = replace(result, proof=description.proof)
    try:
        return Segment(
            path=path,
            rows=node.field("rows").amount(),
            children=tuple(
                _read_segment(child, (*path, child.field("label").plain()), levels - 1)
                for child in children
            ),
            description=description,
            result=result,
            is_open=node.field("open").truth(),
        )
    except InputError as problem:
        if str(problem).startswith(f"the {DOCUMENT}"):
            raise
        raise node.broken(problem) from None


def _read_description(node: Node) -> Description | None:
    if node.value is None:
        return None
    try:
        return as_it_stands(Description, node.value)
    except InputError as problem:
        raise node.broken(problem) from None


def _read_result(node: Node) -> Result | None:
    if node.value is None:
        return None
    for name in FIGURES:
        node.field(name).figure()
    try:
        return Result.from_dict(node.entries())
    except (KeyError, TypeError, ValueError, AttributeError):
        raise node.should_be("the result of a split, as it was written") from None


def _tally(tally: LevelTally) -> dict[str, Any]:
    return {"level": tally.level, "rows": encode(tally.rows), "errors": encode(tally.errors)}


def _read_tally(node: Node) -> LevelTally:
    return LevelTally(
        node.field("level").text(), node.field("rows").amount(), node.field("errors").amount()
    )


def _without_claims(segment: Segment) -> Segment:
    """Return the segment without what may not hold of other conditions."""
    description = segment.description
    if description is not None:
        description = replace(description, tallies=None, proof=None)
    children = tuple(map(_without_claims, segment.children))
    return replace(segment, description=description, result=None, children=children)


def _finite(value: Any) -> Any:  # noqa: ANN401
    """Return null for infinity and NaN, which JSON does not have."""
    if isinstance(value, dict):
        return {str(key): _finite(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(entry) for entry in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
