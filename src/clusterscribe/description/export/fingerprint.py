"""What tells an edited description from one that is as it was written.

Counts and proofs hold for the very conditions that they were made for. A description that is
saved carries a fingerprint of all its content, and what it claims is only taken over where this
still fits. It guards against honest edits; whoever wants to forge a proof can compute it too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

FIELD = "fingerprint"
_NOT_CONTENT = frozenset({"format", "version", FIELD})


def fingerprint_of(values: Mapping[str, Any]) -> str:
    """Return the same text for the same content, whatever the layout and order of the JSON."""
    content = {key: _plain(value) for key, value in values.items() if key not in _NOT_CONTENT}
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _plain(value: Any) -> Any:  # noqa: ANN401
    """Return 3 for 3.0, as programs that pass JSON on write the one for the other."""
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
