"""What `describe` writes for programs."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clusterscribe.description import Description
    from clusterscribe.result import Result

VERSION = 1  # of the format of `describe --json`


def describe_json(description: Description, result: Result) -> str:
    """Return the JSON of `describe`: version, description and result."""
    whole = {
        "version": VERSION,
        "description": description.to_dict(),
        "result": finite(result.to_dict()),
    }
    return json.dumps(whole, indent=2, allow_nan=False)


def finite(value: Any) -> Any:  # noqa: ANN401
    """Return plain values with null in place of infinity and NaN, which JSON does not have."""
    if isinstance(value, dict):
        return {str(key): finite(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [finite(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
