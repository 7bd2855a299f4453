"""JSON text to plain values, by the letter: no key twice, no NaN, nothing bottomless."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from clusterscribe.errors import InputError


def loads(text: str, document: str) -> Any:  # noqa: ANN401
    """Return what the text of a document holds; refuse what is no JSON or is ambiguous."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse)
    except RecursionError:
        reason = "it is nested too deeply"
    except (TypeError, ValueError) as problem:
        reason = str(problem)
    raise InputError(f"the text holds no {document}, as it is not JSON: {reason}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; of a key that is given twice, Python would silently take the last."""
    values = dict(pairs)
    if len(values) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"the key {twice!r} is given twice in one object")
    return values


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number of JSON")
