"""What the library remarks while it works, collected for a page."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from clusterscribe.errors import DescriptionWarning


@contextmanager
def collected() -> Iterator[list[str]]:
    """Collect the library's own warnings, each once, behind what else is remarked."""
    remarks: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", DescriptionWarning)
        yield remarks
        remarks += [str(warning.message) for warning in caught]
    remarks[:] = dict.fromkeys(remarks)
